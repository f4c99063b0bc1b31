/** Trace quality for the report's appendix: the same words as on the page, in groups. */
import type { Snapshot } from '../../engine/contract/snapshot';
import type { FactGroup } from './input';
import { provenanceRows } from './provenance-words';
import { clockRows, dialectRows, fieldRows, modelRows, readingRows } from './quality-words';
import { segmentRows } from './segment-words';

export function qualityFacts(snapshot: Snapshot): readonly FactGroup[] {
  const { quality } = snapshot;
  if (quality === null) return [{ title: 'File', rows: dialectRows(snapshot) }];
  return [
    { title: 'File', rows: dialectRows(snapshot) },
    { title: 'Files', rows: segmentRows(snapshot) },
    { title: 'Clock', rows: clockRows(quality) },
    {
      title: 'Congestion fields',
      rows: fieldRows(snapshot).map(({ name, state, words }) => [
        name,
        words === '' ? state : `${state}; ${words}`,
      ]),
    },
    {
      title: 'Where each quantity comes from',
      rows: provenanceRows(snapshot).map(({ name, logged, rebuilt, shown, difference }) => [
        name,
        `logged: ${logged}; rebuilt: ${rebuilt}; shown: ${shown}; difference: ${difference}`,
      ]),
    },
    { title: 'Rebuilt compared with logged', rows: modelRows(snapshot, quality) },
    { title: 'Corrected', rows: readingRows(quality) },
  ];
}

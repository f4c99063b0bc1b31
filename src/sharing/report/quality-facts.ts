/** Trace quality for the report's appendix: the same words as on the page, in groups. */
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import type { FactGroup } from './input';
import { NO_DIFFERENCE, type ProvenanceRow, provenanceRows } from './words/provenance-words';
import {
  clockRows,
  dialectRows,
  type FieldRow,
  fieldRows,
  limitRows,
  modelRows,
  readingRows,
} from './words/quality-words';
import { segmentRows } from './words/segment-words';

export function qualityFacts(snapshot: Snapshot): readonly FactGroup[] {
  const { quality } = snapshot;
  const file = { title: 'File', rows: dialectRows(snapshot) };
  const limits = { title: 'Limits of this log', rows: limitRows(snapshot) };
  if (quality === null) return [file, limits];
  return [
    file,
    limits,
    { title: 'Files', rows: segmentRows(snapshot) },
    { title: 'Clock', rows: clockRows(quality) },
    { title: 'Congestion fields', rows: fieldFacts(fieldRows(snapshot)) },
    {
      title: 'Where each quantity comes from',
      rows: provenanceRows(snapshot).map((row) => [row.name, originWords(row)]),
    },
    { title: 'Rebuilt compared with logged', rows: modelRows(snapshot, quality) },
    { title: 'Corrected', rows: readingRows(quality) },
  ];
}

/** Those that are logged in one row; each of the others with what is to be said of it. */
function fieldFacts(fields: readonly FieldRow[]): FactGroup['rows'] {
  const plain = fields.filter(({ state, words }) => state === 'logged' && words === '');
  const others = fields.filter((field) => !plain.includes(field));
  return [
    ...(plain.length === 0 ? [] : [['logged', plain.map(({ name }) => name).join(', ')] as const]),
    ...others.map(({ name, state, words }) => [name, words === '' ? state : `${state}; ${words}`] as const),
  ];
}

/** A difference is named where there are two to compare. */
function originWords({ logged, rebuilt, shown, difference }: ProvenanceRow): string {
  const words = `logged: ${logged}; rebuilt: ${rebuilt}; shown: ${shown}`;
  return difference === NO_DIFFERENCE ? words : `${words}; difference: ${difference}`;
}

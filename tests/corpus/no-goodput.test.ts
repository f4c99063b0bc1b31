/**
 * A connection that carried no payload of the application has no goodput: what CRYPTO and control frames took is not called so
 * by the table, the rows of a fleet, the summary, the report, a comparison, the bands of groups or the origins of quantities.
 */
import { describe, expect, test } from 'vitest';
import { samplesOf } from '../../src/engine/reading/facts/samples.ts';
import { summarise } from '../../src/engine/reading/facts/summary.ts';
import { goodputBytesOf } from '../../src/engine/reading/stages/arrivals.ts';
import { provenanceOf } from '../../src/engine/reading/stages/provenance.ts';
import { surveyFile } from '../../src/engine/service/answers/survey.ts';
import { figuresOf } from '../../src/engine/service/compare/differences.ts';
import { surveyRows } from '../../src/sharing/figures/rows.ts';
import { goodputFigure } from '../../src/sharing/report/words/summary-words.ts';
import { cellOf } from '../../src/sharing/table/views.ts';
import { openCompared } from '../support/compared.ts';
import { END_FILES, endEntry } from '../support/corpus/claims-ends.ts';
import { ENTRIES } from '../support/corpus/list.ts';
import { openSubject } from '../support/corpus/subject.ts';
import { loadTrace, readTrace } from '../support/load.ts';
import { someOf } from '../support/tier.ts';

const ANY_FRAME = /"frame_type"\s*:\s*"\w/;
const PAYLOAD_FRAME = /"frame_type"\s*:\s*"(?:stream|datagram)"/i;
const LISTED = new Set(ENTRIES.map(({ file }) => file));

/** With their texts looked through, whatever the decoder makes of them. */
const ALL = [...ENTRIES, ...[...END_FILES].filter((file) => !LISTED.has(file)).map(endEntry)].map((entry) => {
  const text = new TextDecoder().decode(readTrace(entry.path));
  return { ...entry, isFramed: ANY_FRAME.test(text), hasPayload: PAYLOAD_FRAME.test(text) };
});

async function rowsOf(path: string) {
  const file = new File([readTrace(path) as Uint8Array<ArrayBuffer>], 'a.qlog');
  return surveyRows('a.qlog', await surveyFile({ kind: 'file', file }));
}

describe('without a STREAM or DATAGRAM frame there is no goodput', () => {
  const without = ALL.filter(({ isFramed, hasPayload }) => isFramed && !hasPayload);

  test('of some traces, of clients and of servers', () => {
    expect(without.map(({ file }) => file)).toContain('aio-alpn-fail.server.qlog.gz');
    expect(without.length).toBeGreaterThanOrEqual(5);
  });

  test.each(without)('$file', async (entry) => {
    const rows = await rowsOf(entry.path);
    expect(rows.length).toBeGreaterThan(0);
    // The rows of a fleet, its filter and the groups take the figure from the row.
    for (const row of rows)
      expect([row.failure, row.goodput, cellOf('goodput', row)]).toEqual([null, null, '–']);
    const figures = figuresOf([await openCompared(entry.path)]);
    expect(figures.find(({ id }) => id === 'goodput')?.values ?? [Number.NaN]).toEqual([Number.NaN]);
    const { connections } = openSubject(entry);
    for (const one of connections) {
      const { state } = one.connection;
      const summary = summarise(one, 'gzip', true);
      expect([summary.goodputBytes, goodputFigure(summary)]).toEqual([undefined, '']);
      expect(samplesOf(state).series.map(({ quantity }) => quantity)).not.toContain('goodput');
      const origin = provenanceOf(state, null).find(({ quantity }) => quantity === 'goodput');
      expect([origin?.logged, origin?.rebuilt]).toEqual([0, 0]);
    }
  });
});

test('with them, and where frames are not listed, a log has one whose side and sizes are known', () => {
  const counted = { sender: 0, receiver: 0 };
  for (const { path, isFramed, hasPayload, file } of someOf(ALL, 3)) {
    const { state } = loadTrace(path).pipeline;
    const { side, rebuilt, delivery } = state;
    const isSized = side === 'receiver' || (rebuilt.goodputTotal.length > 0 && delivery.applicationBytes > 0);
    if (side === 'unknown' || !isSized || (isFramed && !hasPayload)) continue;
    expect(goodputBytesOf(state), file).toBeGreaterThan(0);
    counted[side]++;
  }
  expect(Math.min(...Object.values(counted))).toBeGreaterThan(5);
});

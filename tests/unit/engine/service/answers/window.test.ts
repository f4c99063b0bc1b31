/** Answers to window queries: losses per column and the spacing of entries, against the records one by one. */
import { describe, expect, test } from 'vitest';
import { middleOf } from '../../../../../src/engine/base/columns/median.ts';
import type { WindowRequest } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { answerOf } from '../../../../../src/engine/service/answers/window.ts';
import { loadTrace } from '../../../../support/load.ts';
import { corpusPath, rawEntries, rawLosses, rawMetric, rawRecords } from '../../../../support/raw-trace.ts';
import { metrics, replayEvents, send } from '../../../../support/replay-events.ts';

const FILE = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const { state } = loadTrace(FILE).pipeline;
const records = rawRecords(FILE);
const END_US = state.lastUs;

function query(fromUs: number, toUs: number, columns = 1000): WindowRequest {
  return {
    connection: 0,
    window: { fromUs, columnUs: (toUs - fromUs) / columns, columns },
    series: ['cwnd', 'no-such-series'],
    visible: { fromUs, toUs },
    parts: [],
    model: null,
  };
}

const RANGES: readonly (readonly [number, number])[] = [
  [0, END_US],
  [0, 600_000],
  [2_036_480, END_US],
  [5_000_000, 5_100_000],
  [5_003_000, 5_011_000],
];

test('an answer belongs to its question and leaves unknown series out', () => {
  const answer = answerOf(state, undefined, null, query(0, END_US), 42);
  expect([answer.window, answer.revision]).toEqual([query(0, END_US).window, 42]);
  expect(answer.series.map(({ id }) => id)).toEqual(['cwnd']);
});

describe.each(RANGES)('from %i to %i µs', (fromUs, toUs) => {
  test('the spacing of entries into recovery agrees with the records', () => {
    const { spacing, rttUs } = answerOf(state, undefined, null, query(fromUs, toUs), 1);
    const entries = rawEntries(records, 'recovery')
      .map((timeMs) => Math.round(timeMs * 1000))
      .filter((timeUs) => timeUs >= fromUs && timeUs <= toUs);
    const due = entries.slice(1).map((timeUs, i) => timeUs - (entries[i] as number));
    expect(spacing?.total).toBe(due.length);
    expect(spacing?.state).toBe('recovery');
    const binUs = spacing?.binUs ?? 0;
    expect(binUs * 48).toBeCloseTo(rttUs * 4, 6);
    const counts = new Array<number>(48).fill(0);
    for (const us of due) counts[Math.min(47, Math.floor(us / binUs))]!++;
    expect([...(spacing?.counts ?? [])]).toEqual(counts);
    expect(spacing?.medianUs).toBe(middleOf(Float64Array.from(due).sort()));
  });

  test('the losses of every column are those that the stack counts in it', () => {
    const asked = query(fromUs, toUs);
    const { losses, window } = answerOf(state, undefined, null, asked, 1);
    const due = new Array<number>(window.columns).fill(0);
    for (const { timeMs, value } of rawLosses(records)) {
      const column = Math.floor((Math.round(timeMs * 1000) - fromUs) / window.columnUs);
      if (column >= 0 && column < window.columns) due[column]! += value;
    }
    expect([...losses]).toEqual(due);
  });

  test('the RTT is the one that the smoothed RTT has for half of the visible time', () => {
    const points = rawMetric(records, 'smoothed_rtt').slice(1);
    const held = points.flatMap(({ timeMs, value }, i) => {
      const startUs = Math.max(fromUs, timeMs * 1000);
      const endUs = Math.min(toUs, (points[i + 1]?.timeMs ?? Number.POSITIVE_INFINITY) * 1000);
      return endUs > startUs ? [{ value: value * 1000, us: endUs - startUs }] : [];
    });
    const allUs = held.reduce((sum, { us }) => sum + us, 0);
    let beforeUs = 0;
    const due = held
      .sort((a, b) => a.value - b.value)
      .find(({ us }) => {
        beforeUs += us;
        return beforeUs >= allUs / 2;
      })!.value;
    expect(answerOf(state, undefined, null, query(fromUs, toUs), 1).rttUs / due).toBeCloseTo(1, 2);
  });
});

test('at the incident entries into recovery are one RTT apart', () => {
  const { spacing, rttUs } = answerOf(state, undefined, null, query(2_036_480, END_US), 1);
  expect((spacing?.medianUs ?? 0) / 1000).toBeCloseTo(14, 1);
  expect((spacing?.medianUs ?? 0) / rttUs).toBeCloseTo(0.98, 1);
});

test('a trace without recovery states has no spacing, one without RTTs has bins of a millisecond', () => {
  const enter = (timeMs: number, name: string) =>
    [timeMs, 'quic:congestion_state_updated', { new: name }] as const;
  const bare = replayEvents([send(0, 0), metrics(1, { congestion_window: 12000 })]);
  expect(answerOf(bare, undefined, null, query(0, 1000), 1).spacing).toBeNull();
  const blind = replayEvents([
    send(0, 0),
    ...[10, 25, 40].flatMap((at) => [enter(at, 'Recovery'), enter(at + 5, 'slow_start')]),
  ]);
  const { spacing, rttUs } = answerOf(blind, undefined, null, query(0, 45_000), 1);
  expect(rttUs).toBeNaN();
  expect(spacing).toMatchObject({ state: 'Recovery', binUs: 1000, total: 2, medianUs: 15_000 });
  expect(spacing?.counts[15]).toBe(2);
});

/** Parts of an answer: limits, probe timeouts and rebuilt recovery per column, against sums made another way. */

import { describe, expect, test } from 'vitest';
import type { StateSlice } from '../../../../../src/engine/base/columns/state-timeline.ts';
import {
  type AnswerPart,
  type AnswerParts,
  NO_PARTS,
  PART_IDS,
  redactParts,
} from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { WindowRequest } from '../../../../../src/engine/reading/contract/snapshot.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { answerOf, buffersOf } from '../../../../../src/engine/service/answers/window.ts';
import { causedTimeOf, heldTimeOf } from '../../../../support/held-time.ts';
import { loadTrace } from '../../../../support/load.ts';
import { corpusPath, rawMetric, rawRecords } from '../../../../support/raw-trace.ts';
import { SHARE_ALL } from '../../../../support/redacted.ts';
import { acknowledge, lost, metrics, replayEvents, send } from '../../../../support/replay-events.ts';

const FILE = corpusPath('blackouts-repeated-reno.server.sqlog.gz');
const { state } = loadTrace(FILE).pipeline;
const ALL: readonly AnswerPart[] = ['limits', 'account', 'appLimited', 'ptos', 'recovery'];

const queryOf = (
  fromUs: number,
  columnUs: number,
  columns: number,
  parts: readonly AnswerPart[] = ALL,
): WindowRequest => ({
  connection: 0,
  window: { fromUs, columnUs, columns },
  series: [],
  visible: { fromUs, toUs: fromUs + columnUs * columns },
  parts,
  model: null,
});

const partsOf = (of: TransportState, request: WindowRequest): AnswerParts =>
  answerOf(of, { series: [], heldTime: heldTimeOf(of), causedTime: causedTimeOf(of) }, null, request, 1)
    .parts;

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0);

test('a part that was not requested is null', () => {
  expect(partsOf(state, queryOf(0, 1000, 4, []))).toEqual(NO_PARTS);
  expect(partsOf(state, queryOf(0, 1000, 4, ['ptos'])).limits).toBeNull();
});

/** Typed arrays at any depth. */
function arraysIn(value: unknown): readonly ArrayBufferView[] {
  if (ArrayBuffer.isView(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(arraysIn) : [];
}

const silent = replayEvents([
  send(0, 0),
  send(1, 1),
  lost(5, 0),
  metrics(9, { congestion_window: 9000, app_limited: true }),
]);
const answers = [state, silent].map((of) =>
  answerOf(
    of,
    { series: [], heldTime: heldTimeOf(of), causedTime: causedTimeOf(of) },
    null,
    { ...queryOf(of.firstUs, 65_536, 16, PART_IDS), series: ['sent-total'] },
    1,
  ),
);

test('each part is made of one trace or another', () => {
  expect(PART_IDS.filter((id) => answers.every(({ parts }) => parts[id] === null))).toEqual([]);
});

test('the arrays of every part are transferred with the answer', () => {
  for (const answer of answers) {
    const given = new Set(buffersOf(answer));
    for (const id of PART_IDS)
      for (const { buffer } of arraysIn(answer.parts[id]))
        expect(given.has(buffer as ArrayBuffer), id).toBe(true);
  }
});

test('of every part may leave what it has, where every option is chosen', () => {
  for (const { parts } of answers) expect(redactParts(parts, SHARE_ALL)).toEqual(parts);
});

test('the flag of the application is a part where it is logged, and requested', () => {
  const flagged = replayEvents([
    send(0, 0),
    metrics(1, { app_limited: true }),
    metrics(3, { app_limited: false }),
    send(4, 1),
  ]);
  const part = (parts: readonly AnswerPart[]) => partsOf(flagged, queryOf(0, 4000, 1, parts)).appLimited;
  expect([...(part(['appLimited'])?.shares ?? [])]).toEqual([0.5, 0.25]);
  expect(part(['limits'])).toBeNull();
  expect(partsOf(replayEvents([send(0, 0)]), queryOf(0, 4000, 1)).appLimited).toBeNull();
});

test('the account is the limits with causes: those of a holder sum up to it in each column', () => {
  const { limits, account } = partsOf(state, queryOf(2_000_000, 65_536, 20));
  expect(account?.names.some((name) => name.includes(': '))).toBe(true);
  const sumsAt = (slice: StateSlice | null, column: number): { [holder: string]: number } => {
    const sums: { [holder: string]: number } = {};
    slice?.names.forEach((name, i) => {
      const [holder = ''] = name.split(': ');
      sums[holder] = (sums[holder] ?? 0) + (slice.shares[column * slice.names.length + i] ?? 0);
    });
    return sums;
  };
  for (let column = 0; column < 20; column++) {
    const held = sumsAt(limits, column);
    const caused = sumsAt(account, column);
    for (const [holder, share] of Object.entries(held)) expect(caused[holder] ?? 0).toBeCloseTo(share, 9);
  }
});

describe('limits', () => {
  test('equal the time that holders held, column by column', () => {
    const timeline = heldTimeOf(state)?.timeline;
    const { limits } = partsOf(state, queryOf(2_000_000, 65_536, 20));
    const names = limits?.names ?? [];
    expect(names).toEqual(timeline?.names);
    for (let column = 0; column < 20; column++) {
      const fromUs = 2_000_000 + column * 65_536;
      names.forEach((name, i) => {
        const share = timeline?.shareOf(name, fromUs, fromUs + 65_536);
        expect(limits?.shares[column * names.length + i]).toBeCloseTo(share ?? Number.NaN, 9);
      });
    }
  });

  test('have no share after the end of the trace', () => {
    const { limits } = partsOf(state, queryOf(state.lastUs, 1000, 8));
    expect(sum(limits?.shares ?? [1])).toBe(0);
  });
});

describe('probe timeouts', () => {
  /** Rises of the logged count: when, and how many in a row each makes. */
  const counts = rawMetric(rawRecords(FILE), 'pto_count');
  const rises = counts.filter(({ value }, i) => value > (counts[i - 1]?.value ?? 0));

  test.each([
    [0, 16_384, 900],
    [1_400_000, 4096, 300],
    [4_000_000, 262_144, 8],
  ])('from %i µs on, columns of %i µs hold what the records say', (fromUs, columnUs, columns) => {
    const { ptos } = partsOf(state, queryOf(fromUs, columnUs, columns));
    expect(ptos?.method).toBe('counted');
    const due = new Array<number>(columns).fill(0);
    const inRow = new Array<number>(columns).fill(0);
    for (const { timeMs, value } of rises) {
      const column = Math.floor((Math.round(timeMs * 1000) - fromUs) / columnUs);
      if (column < 0 || column >= columns) continue;
      due[column]!++;
      inRow[column] = Math.max(inRow[column] as number, value);
    }
    expect(sum(due)).toBeGreaterThan(0);
    expect([...(ptos?.counts ?? [])]).toEqual(due);
    expect([...(ptos?.consecutive ?? [])]).toEqual(inRow);
  });

  test('spurious ones are in the columns of their PTOs', () => {
    const { ptos } = partsOf(state, queryOf(0, 16_384, 900));
    expect(sum(ptos?.spurious ?? [])).toBe(state.ptos.summary.spurious);
    expect(sum(ptos?.spurious ?? [])).toBeGreaterThan(0);
    ptos?.spurious.forEach((spurious, i) => {
      expect(spurious).toBeLessThanOrEqual(ptos.counts[i] as number);
    });
  });

  test('persistent congestion is in every window that it touches, and in no other', () => {
    const [span] = state.persistentCongestion.spans.within(0, state.lastUs);
    const startUs = span?.startUs ?? 0;
    const endUs = span?.endUs ?? 0;
    const spansAt = (fromUs: number) => partsOf(state, queryOf(fromUs, 1000, 10)).ptos?.persistentCongestion;
    expect(spansAt(startUs - 5000)).toEqual([{ startUs, endUs }]);
    expect(spansAt((startUs + endUs) / 2)).toEqual([{ startUs, endUs }]);
    expect(spansAt(startUs - 20_000)).toEqual([]);
    expect(spansAt(endUs + 5000)).toEqual([]);
  });
});

describe('rebuilt recovery', () => {
  /** From 10 to 30 ms, and from 50 ms to the end at 80 ms. */
  const silent = replayEvents([
    ...[0, 1, 2].map((n) => send(n, n)),
    lost(10, 0),
    send(12, 3),
    acknowledge(30, [[3]]),
    send(40, 4),
    lost(50, 4),
    send(80, 5),
  ]);
  const within = (of: TransportState, fromUs: number, columns: number) =>
    partsOf(of, queryOf(fromUs, 8000, columns)).recovery;

  test('divides each column between recovery and the rest', () => {
    const slice = within(silent, 0, 12);
    expect(slice?.names).toEqual(['recovery', 'outside recovery']);
    const share = (name: number) => [...(slice?.shares ?? [])].filter((_, i) => i % 2 === name);
    expect(share(0)).toEqual([0, 0.75, 1, 0.75, 0, 0, 0.75, 1, 1, 1, 0, 0]);
    expect(share(1)).toEqual([1, 0.25, 0, 0.25, 1, 1, 0.25, 0, 0, 0, 0, 0]);
    expect([...(slice?.changes ?? [])]).toEqual([0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0]);
  });

  test('a window in the middle agrees with the whole one', () => {
    const whole = within(silent, 0, 12);
    for (let first = 0; first < 10; first++) {
      const part = within(silent, first * 8000, 2);
      expect([...(part?.shares ?? [])]).toEqual([...(whole?.shares.slice(first * 2, first * 2 + 4) ?? [])]);
      expect([...(part?.changes ?? [])]).toEqual([...(whole?.changes.slice(first, first + 2) ?? [])]);
    }
  });

  test('adds up to the spans of a real trace without states', () => {
    const real = loadTrace(corpusPath('spiral-corelevel-s12.server.sqlog.gz')).pipeline.state;
    const columns = Math.ceil(real.lastUs / 8000);
    const slice = within(real, 0, columns);
    const inside = sum([...(slice?.shares ?? [])].filter((_, i) => i % 2 === 0)) * 8000;
    const spans = real.recovery.spans.within(0, real.lastUs);
    expect(spans.length).toBeGreaterThan(10);
    const due = sum(spans.map(({ startUs, endUs }) => (Number.isNaN(endUs) ? real.lastUs : endUs) - startUs));
    expect(inside).toBeCloseTo(due, 3);
  });

  test('is absent if the stack logs states', () => {
    expect(within(state, 0, 4)).toBeNull();
  });
});

/** More than one cut within one recovery period, and the cuts that are none or not within one. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { DetectInput, type LogFacts } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { multipleReductions } from '../../../../../src/engine/findings/rules/multiple-reductions.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import {
  acknowledge,
  lost,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

/** Twenty packets of 1,000 bytes at 100 ms, after an RTT sample of 20 ms. */
const FLIGHT: readonly TimedEvent[] = [
  metrics(0, { congestion_window: 20_000, bytes_in_flight: 0 }),
  send(0, 0),
  acknowledge(20, [[0, 0]]),
  metrics(20, { smoothed_rtt: 20, latest_rtt: 20, min_rtt: 20 }),
  ...Array.from({ length: 20 }, (_, i) => send(100, i + 1)),
];

/** At each ACK of the flight one packet is found lost, and the window is cut to the given bytes. */
function cuts(windows: readonly number[], between: readonly TimedEvent[] = []): readonly TimedEvent[] {
  return [
    ...FLIGHT,
    ...windows.flatMap((congestion_window, i): readonly TimedEvent[] => [
      acknowledge(120 + i, [[10 + i, 10 + i]]),
      lost(120 + i, 1 + i),
      metrics(120 + i, { congestion_window }),
    ]),
    ...between,
  ];
}

function find(events: readonly TimedEvent[]): readonly Finding[] {
  return runDetectors(new DetectInput(replayEvents(events)), [multipleReductions]).findings;
}

test('one reduction per ACK is found, with the count and both windows', () => {
  const [finding, ...more] = find(cuts([14_000, 9_800, 6_860]));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'warning', startUs: 120_000 });
  expect(finding?.verdict).toContain('cut 3 times, from 20,000 B to 6,860 B (6.9 packets)');
  expect(finding?.evidence[0]).toMatchObject({ value: 3, panel: 'congestion' });
});

test('two are the fewest that are told, in one such period', () => {
  const [finding] = find(cuts([14_000, 9_800]));
  expect(finding?.verdict).toContain('cut 2 times');
  const row = (id: string) => finding?.evidence.find((one) => one.id === id);
  expect([row('cuts')?.holds, row('periods')?.value, row('periods')?.holds]).toEqual([true, 1, true]);
});

test('a window that grew by a quarter in the round trip before a cut was in slow start', () => {
  const grown = (fromBytes: number) => {
    const [header, ...rest] = cuts([14_000, 9_800]);
    const begin = metrics(0, { congestion_window: fromBytes, bytes_in_flight: 0 });
    expect(header?.[0]).toBe(0);
    return find([begin, ...rest, metrics(110, { congestion_window: 20_000 })].sort((a, b) => a[0] - b[0]));
  };
  // 20,000 B are a quarter more than 16,000 B.
  expect([grown(16_000).length, grown(16_100).length]).toEqual([0, 1]);
});

test('one reduction for three losses is correct', () => {
  expect(find(cuts([14_000, 14_000, 14_000]))).toEqual([]);
});

test('small steps are no reductions', () => {
  expect(find(cuts([14_000, 13_500, 13_000]))).toEqual([]);
});

test('a second reduction after a packet of the period was acknowledged is a new period', () => {
  const second: readonly TimedEvent[] = [
    send(125, 21),
    send(125, 22),
    acknowledge(145, [[22, 22]]),
    lost(146, 21),
    metrics(146, { congestion_window: 9_800 }),
  ];
  expect(find([...cuts([14_000]), ...second])).toEqual([]);
});

test('one reduction logged in two steps is one', () => {
  expect(find([...cuts([14_000]), metrics(120.2, { congestion_window: 9_800 })])).toEqual([]);
});

test('a step that keeps nine tenths is a reduction, one that keeps more is none', () => {
  // No model cuts so little: ssthresh shows that losses set the window.
  const cutTo = (bytes: number) => find([...cuts([14_000, bytes]), metrics(130, { ssthresh: bytes })]).length;
  expect([cutTo(12_600), cutTo(12_601)]).toEqual([1, 0]);
});

test('a reduction to the minimum window may be persistent congestion', () => {
  expect(find(cuts([14_000, 2_000]))).toEqual([]);
});

test('a reduction after the first was undone is a first one', () => {
  expect(find(cuts([14_000, 20_000, 14_000]))).toEqual([]);
});

test('a reduction in slow start is its end, and not the first of two', () => {
  const slowStart = cuts([14_000, 9_800]).map(
    (event): TimedEvent =>
      event[0] === 0 && event[1].includes('metrics') ? metrics(0, { congestion_window: 10_000 }) : event,
  );
  const doubled: readonly TimedEvent[] = [
    ...slowStart.slice(0, FLIGHT.length),
    metrics(110, { congestion_window: 20_000 }),
    ...slowStart.slice(FLIGHT.length),
  ];
  expect(find(doubled)).toEqual([]);
});

test('BBR limits its window differently', () => {
  const [header, ...rest] = cuts([14_000, 9_800]);
  const state: TimedEvent = [0, 'recovery:congestion_state_updated', { new: 'bbr_probe_bw_up' }];
  expect(find([header as TimedEvent, state, ...rest])).toEqual([]);
});

test('a window that nothing says to follow losses is not judged', () => {
  // Cut by no factor of any model.
  const { findings, notJudged } = runDetectors(new DetectInput(replayEvents(cuts([11_900, 7_100]))), [
    multipleReductions,
  ]);
  expect(findings).toEqual([]);
  expect(notJudged[0]?.reason).toMatch(/^nothing in the log shows that losses set the window/);
  expect(find([...cuts([11_900, 7_100]), metrics(130, { ssthresh: 7_100 })])).toHaveLength(1);
});

test('the initial window after a validated change of address is no cut (RFC 9000 §9.4)', () => {
  const validated = (timeMs: number): readonly TimedEvent[] => {
    const response: TimedEvent = [
      timeMs,
      'quic:packet_received',
      {
        header: { packet_type: '1RTT', packet_number: 900 },
        raw: { length: 60 },
        frames: [{ frame_type: 'path_response' }],
      },
    ];
    const second = [acknowledge(145, [[15, 15]]), metrics(145, { congestion_window: 9_800 })];
    return [...cuts([14_000]), response, ...second].sort((a, b) => a[0] - b[0]);
  };
  // One round trip of 20 ms.
  expect(find(validated(124.9))).toHaveLength(1);
  expect(find(validated(125))).toEqual([]);
});

test('a cut logged directly before the ACK that ends the period is caused by that ACK', () => {
  const ending = (beforeMs: number): readonly TimedEvent[] => [
    ...cuts([14_000]),
    send(125, 21),
    acknowledge(130, [[16, 16]]),
    metrics(145 - beforeMs, { congestion_window: 9_800 }),
    acknowledge(145, [[21, 21]]),
  ];
  expect(find(ending(1.001))).toHaveLength(1);
  expect(find(ending(1))).toEqual([]);
});

test('inferred losses are no evidence of periods', () => {
  const inferred = cuts([14_000, 9_800]).filter(([, name]) => name !== 'recovery:packet_lost');
  const { notJudged } = runDetectors(new DetectInput(replayEvents(inferred)), [multipleReductions]);
  expect(notJudged[0]?.reason).toContain('neither logged nor counted');
});

test('a clock is fine up to steps of 10 µs: what comes a round trip later is judged', () => {
  // One shortest round trip of 20 ms after the first.
  const late = [...cuts([14_000]), acknowledge(140, [[15, 15]]), metrics(140, { congestion_window: 9_800 })];
  const found = (clockStepUs: number) =>
    runDetectors(new DetectInput(replayEvents(late), { clockStepUs } as LogFacts), [multipleReductions])
      .findings.length;
  expect([found(10), found(10.1)]).toEqual([1, 0]);
});

test('a clock of whole milliseconds cannot distinguish a packet sent at the reduction from one sent before it', () => {
  // Packet 21 left just after the cut and is lost one round trip later: by the rounded times it left with it.
  const next: readonly TimedEvent[] = [
    send(120, 21),
    send(120, 22),
    acknowledge(140, [[22, 22]]),
    lost(140, 21),
    metrics(140, { congestion_window: 9_800 }),
  ];
  const log = { clockStepUs: 1000 } as LogFacts;
  const findRounded = (events: readonly TimedEvent[]) =>
    runDetectors(new DetectInput(replayEvents(events), log), [multipleReductions]).findings;
  expect(find([...cuts([14_000]), ...next])).toHaveLength(1);
  expect(findRounded([...cuts([14_000]), ...next])).toEqual([]);
  // The smoothed RTT may be longer than the round trip of that packet.
  const slow: readonly TimedEvent[] = [...cuts([14_000]), metrics(119, { smoothed_rtt: 34 }), ...next];
  expect(findRounded([...slow].sort((a, b) => a[0] - b[0]))).toEqual([]);
  expect(findRounded(cuts([14_000, 9_800, 6_860]))).toHaveLength(1);
});

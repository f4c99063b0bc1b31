/** From columns to steps at the borders: how full is full, which loss is whose, and what the log's window says. */
import { describe, expect, test } from 'vitest';
import { type SenderTrace, StepKind, Use } from '../../../../../src/engine/sender/congestion/sender-steps.ts';
import { senderTrace } from '../../../../../src/engine/sender/congestion/sender-trace.ts';
import {
  acknowledge,
  lost,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const NAMES = Object.keys(StepKind) as (keyof typeof StepKind)[];
const DATAGRAM = 1350;
const full = { bytes: DATAGRAM };

const traceOf = (...events: readonly TimedEvent[]): SenderTrace => senderTrace(replayEvents(events));
const kinds = ({ steps }: SenderTrace): readonly string[] =>
  [...steps.kind.view()].map((kind) => NAMES.find((name) => StepKind[name] === kind) ?? '?');
/** Values of the first step of a kind. */
const values = ({ steps }: SenderTrace, kind: StepKind): readonly number[] => {
  const at = steps.kind.view().indexOf(kind);
  return [steps.timeUs, steps.a, steps.b, steps.c, steps.d].map((column) => column.at(at));
};
const window = (timeMs: number, bytes: number, ssthresh?: number): TimedEvent =>
  metrics(timeMs, { congestion_window: bytes, ...(ssthresh === undefined ? {} : { ssthresh }) });
const flight = (timeMs: number, bytes: number): TimedEvent => metrics(timeMs, { bytes_in_flight: bytes });
const state = (timeMs: number, name: string): TimedEvent => [
  timeMs,
  'recovery:congestion_state_updated',
  { new: name },
];

describe('datagrams', () => {
  test.each([
    [500, 1200],
    [1200, 1200],
    [1201, 1201],
  ])('of %i bytes that an ACK has shown are taken for %i', (bytes, datagramBytes) => {
    expect(traceOf(send(0, 0, { bytes }), acknowledge(20, [[0]])).datagramBytes).toBe(datagramBytes);
  });
});

describe('the window at a send', () => {
  const use = (cwnd: number): number => {
    const { steps } = traceOf(window(0, cwnd), send(1, 0, full), send(2, 1, full), acknowledge(20, [[0, 1]]));
    return steps.use.at(steps.kind.view().indexOf(StepKind.ack));
  };

  test.each([
    [2699, Use.full],
    [2700, Use.full],
    [2701, Use.nearlyFull],
    [4049, Use.nearlyFull],
    [4050, Use.room],
  ])('of %i bytes with 2,700 in flight: use %i', (cwnd, expected) => {
    expect(use(cwnd)).toBe(expected);
  });

  test('that is not logged was used', () => {
    const { steps } = traceOf(send(1, 0, full), acknowledge(20, [[0]]));
    expect(steps.use.at(steps.kind.view().indexOf(StepKind.ack))).toBe(Use.full);
  });
});

describe('the RTT of an ACK', () => {
  const rttUs = (data: object): number => {
    const { steps } = traceOf(
      send(0, 0, full),
      acknowledge(20, [[0]]),
      metrics(21, data),
      send(30, 1, full),
      acknowledge(50, [[1]]),
    );
    return steps.rttUs.at(steps.kind.view().lastIndexOf(StepKind.ack));
  };

  test('is the smallest, the smoothed one where none is logged', () => {
    expect(rttUs({ smoothed_rtt: 30, min_rtt: 20 })).toBe(20_000);
    expect(rttUs({ smoothed_rtt: 30 })).toBe(30_000);
    expect(rttUs({})).toBeNaN();
  });
});

describe('a send', () => {
  test('that opens the trace follows no idle time, one after the ACK of everything does', () => {
    const trace = traceOf(send(0, 0, full), send(1, 1, full), acknowledge(20, [[0, 1]]), send(30, 2, full));
    expect(kinds(trace)).toEqual(['ack', 'idleSend']);
    expect(values(trace, StepKind.idleSend).slice(0, 3)).toEqual([30_000, 1000, 20_000]);
  });

  test('of an ACK alone does not count', () => {
    const ackOnly = send(5, 1, { frames: [{ frame_type: 'ack', acked_ranges: [[0]] }] });
    const trace = traceOf(send(0, 0, full), acknowledge(3, [[0]]), ackOnly, send(9, 2, full));
    expect(values(trace, StepKind.idleSend).slice(0, 2)).toEqual([9000, 0]);
  });

  test('at the time of the last one is the same', () => {
    const again = (timeMs: number) =>
      kinds(traceOf(send(0, 0, full), flight(0, 0), send(timeMs, 1, full))).filter(
        (kind) => kind === 'idleSend',
      );
    expect([again(0).length, again(0.001).length]).toEqual([0, 1]);
  });

  test('with nothing in flight empties the queue', () => {
    const trace = traceOf(send(0, 0, full), flight(5, 0), send(10, 1, full), acknowledge(30, [[1]]));
    expect([...trace.steps.packetSentUs.view()]).toEqual([10_000]);
  });

  test('uses the logged flight', () => {
    const trace = traceOf(
      window(0, 10_000),
      send(1, 0, full),
      flight(1, 9000),
      send(2, 1, full),
      flight(2, 9000),
      acknowledge(20, [[0]]),
    );
    expect(trace.steps.leastUse).toBe(Use.full);
    expect(trace.steps.use.at(trace.steps.kind.view().indexOf(StepKind.ack))).toBe(Use.full);
  });
});

describe('a logged flight', () => {
  const oldestAcked = (bytes: number): number => {
    const sends = [0, 1, 2, 3, 4].map((n) => send(n, n, full));
    const { steps } = traceOf(...sends, flight(10, bytes), acknowledge(20, [[0]]));
    return steps.packetSentUs.at(0);
  };

  test('leaves two datagrams more in the queue than logged', () => {
    // Of 5 · 1,350 bytes: what is logged and 2 · 1,350.
    expect([3 * DATAGRAM, 2 * DATAGRAM + 1, 2 * DATAGRAM, DATAGRAM].map(oldestAcked)).toEqual([
      0, 0, 1000, 2000,
    ]);
  });
});

describe('the window of the log', () => {
  test('that stays is no step', () => {
    const trace = traceOf(window(0, 10_000), window(1, 10_000), flight(2, 0), window(3, 11_000));
    expect(kinds(trace)).toEqual(['window', 'window']);
    expect(trace.initialCwndBytes).toBe(10_000);
  });

  test('that is not logged is no step either', () => {
    expect(kinds(traceOf(flight(0, 0), metrics(1, { ssthresh: 100 })))).not.toContain('window');
  });

  test.each([
    [9000, 'undo'],
    [9001, 'window'],
  ])('that comes back to 10,000 from %i bytes: %s', (reduced, kind) => {
    const trace = traceOf(window(0, 10_000, 5000), window(1, reduced, 5000), window(2, 10_000, 5000));
    expect(kinds(trace).slice(-2)).toEqual(['reduction', kind]);
  });

  test.each([9999, 10_001])('that returns to %i and not to 10,000 bytes is no undo', (bytes) => {
    const trace = traceOf(window(0, 10_000, 5000), window(1, 7000, 5000), window(2, bytes, 5000));
    expect(kinds(trace).slice(-2)).toEqual(['reduction', 'window']);
  });

  test.each([
    [70_000, 105_000, 'undo'],
    [70_000, 105_001, 'window'],
    [70_000, 100_001, 'undo'],
  ])('from %i to %i bytes, at most a twentieth beyond 100,000: %s', (reduced, bytes, kind) => {
    const trace = traceOf(window(0, 100_000, 5000), window(1, reduced, 5000), window(2, bytes, 5000));
    expect(kinds(trace).slice(-2)).toEqual(['reduction', kind]);
  });

  test.each([
    [11_200, 'undo'],
    [11_201, 'window'],
  ])('from %i to 16,000 bytes beyond 15,999, by four datagrams of 1,200 or less: %s', (reduced, kind) => {
    const trace = traceOf(window(0, 15_999, 5000), window(1, reduced, 5000), window(2, 16_000, 5000));
    expect(kinds(trace).slice(-2)).toEqual(['reduction', kind]);
  });

  test('is undone once', () => {
    const trace = traceOf(
      window(0, 10_000, 5000),
      window(1, 7000, 5000),
      window(2, 10_000, 5000),
      window(3, 10_001, 5000),
    );
    expect(kinds(trace).slice(-3)).toEqual(['reduction', 'undo', 'window']);
  });

  test.each([
    [10_001, 'window'],
    [10_000, 'slowStartExit'],
    [9999, 'slowStartExit'],
  ])('with an ssthresh of %i at 10,000 bytes: %s', (ssthresh, kind) => {
    expect(kinds(traceOf(window(0, 8000, 20_000), window(1, 10_000, ssthresh)))).toEqual(['window', kind]);
  });

  test('without ssthresh leaves slow start by its first reduction', () => {
    const trace = traceOf(
      window(0, 10_000),
      window(1, 12_000),
      window(2, 6000),
      window(3, 7000),
      window(4, 8000),
    );
    expect(kinds(trace)).toEqual(['window', 'window', 'reduction', 'slowStartExit', 'window']);
  });
});

describe('a loss', () => {
  const sends = [0, 1, 2, 3].map((n) => send(n, n, full));

  test('that the window answers is one step with it, from the first of several on', () => {
    const trace = traceOf(window(0, 10_000), ...sends, lost(10, 0), lost(10, 1), window(11, 5000, 5000));
    expect(kinds(trace)).toEqual(['window', 'reduction', 'loss']);
    expect(values(trace, StepKind.reduction)).toEqual([10_000, 10_000, 5000, 5000, 0]);
  });

  test('is not answered after the next ACK: that reduction is separate', () => {
    const trace = traceOf(
      window(0, 10_000),
      ...sends,
      lost(10, 0),
      acknowledge(11, [[2]]),
      window(12, 5000, 5000),
    );
    expect(kinds(trace)).toEqual(['window', 'loss', 'ack', 'reduction']);
    expect(values(trace, StepKind.reduction)).toEqual([12_000, 10_000, 5000, 5000, 12_000]);
  });

  test('answers one reduction only', () => {
    const trace = traceOf(
      window(0, 10_000),
      ...sends,
      lost(10, 0),
      window(11, 5000, 5000),
      window(12, 4000, 4000),
    );
    expect(kinds(trace)).toEqual(['window', 'reduction', 'reduction']);
    expect(trace.steps.d.at(2)).toBe(12_000);
  });

  test('of nothing in flight is no step', () => {
    expect(kinds(traceOf(window(0, 10_000), metrics(10, { cf_lost_packets: { total: 2 } })))).toEqual([
      'window',
    ]);
  });

  test('is removed before the packets acknowledged by the same event', () => {
    const trace = traceOf(
      metrics(0, { cf_lost_packets: { total: 0 } }),
      ...sends,
      acknowledge(20, [[1, 3]]),
      metrics(20, { cf_lost_packets: { total: 1 } }),
    );
    expect(kinds(trace)).toEqual(['loss', 'ack']);
    expect([...trace.steps.packetSentUs.view()]).toEqual([1000, 2000, 3000]);
  });

  test('at the first instant of a trace is not lost', () => {
    const trace = traceOf(send(0, 0, full), lost(0, 0), send(5, 1, full));
    expect(kinds(trace)).toEqual(['loss', 'idleSend']);
  });
});

describe('recovery at the minimum window', () => {
  const floor = (cwnd: number, ...then: readonly TimedEvent[]) =>
    kinds(
      traceOf(
        window(0, cwnd),
        send(1, 0, full),
        send(2, 1, full),
        acknowledge(12, [[0]]),
        lost(15, 1),
        ...then,
      ),
    ).includes('reduction');

  test.each([
    ['of two datagrams', 2700, [state(15, 'recovery')], true],
    [
      'of a byte more: the largest packet may be smaller than a full one',
      2701,
      [state(15, 'recovery')],
      true,
    ],
    ['of a twentieth more', 2835, [state(15, 'recovery')], false],
    ['in any spelling', 2700, [state(16, 'Recovery')], true],
    ['of another state', 2700, [state(15, 'congestion_avoidance')], false],
    ['of no state at all', 2700, [], false],
    ['after a send of the same instant', 2700, [send(15, 2, full), state(15, 'recovery')], true],
    ['after a later send', 2700, [send(15.001, 2, full), state(16, 'recovery')], false],
  ] as const)('%s', (_, cwnd, then, reduced) => {
    expect(floor(cwnd, ...then)).toBe(reduced);
  });

  test('that the log was in before means nothing', () => {
    const early = [state(5, 'recovery'), acknowledge(12, [[0]]), lost(15, 1), send(16, 2, full)] as const;
    const trace = traceOf(window(0, 2700), send(1, 0, full), send(2, 1, full), ...early);
    expect(kinds(trace)).not.toContain('reduction');
  });
});

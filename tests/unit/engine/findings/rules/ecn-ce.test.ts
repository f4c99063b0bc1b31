/** Paths that mark: how much, whether the window answers, and counts that may not be believed. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { ecnCe } from '../../../../../src/engine/findings/rules/ecn-ce.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { loadTrace } from '../../../../support/load.ts';
import { metrics, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const RTT = 20;
const PACKETS = 10;

interface Path {
  readonly trips?: number;
  /** Packets of a round trip that are marked; every second round trip is not. */
  readonly marks?: number;
  /** The window after the marks of a round trip; null for no answer. */
  readonly answers?: (trip: number, cwnd: number) => number | null;
  /** When the answer is logged, ms after the ACK. */
  readonly afterMs?: number;
  /** The answer is taken back so long after it was logged, ms; left out where it stays. */
  readonly lastsMs?: number;
  readonly cwnd?: number | null;
  readonly state?: string | null;
  /** The codepoint of sent packets as logged. */
  readonly ecn?: string;
}

const reduced = (_: number, cwnd: number): number => 0.7 * cwnd;

/** A flight per round trip, acknowledged at once. */
function eventsOf({
  trips = 20,
  marks = 1,
  answers = reduced,
  afterMs = 0,
  lastsMs,
  cwnd = 100_000,
  state = 'congestion_avoidance',
  ecn,
}: Path): readonly TimedEvent[] {
  const events: TimedEvent[] = [];
  if (state !== null) events.push([0, 'recovery:congestion_state_updated', { new: state }]);
  if (cwnd !== null) events.push(metrics(0, { congestion_window: cwnd }));
  let window = cwnd ?? 0;
  let ce = 0;
  for (let trip = 0; trip < trips; trip++) {
    const timeMs = trip * (RTT + 1);
    const first = trip * PACKETS;
    for (let i = 0; i < PACKETS; i++) {
      const [at, name, data] = send(timeMs, first + i);
      events.push([at, name, { ...data, ecn }]);
    }
    const isMarked = trip % 2 === 1;
    if (isMarked) ce += marks;
    const counts = { ect0: first + PACKETS - ce, ect1: 0, ce };
    events.push(ackOf(timeMs + RTT, first + PACKETS - 1, counts));
    const answer = isMarked ? answers(trip, window) : null;
    if (answer !== null) events.push(metrics(timeMs + RTT + afterMs, { congestion_window: answer }));
    if (answer !== null && lastsMs !== undefined) {
      events.push(metrics(timeMs + RTT + afterMs + lastsMs, { congestion_window: window }));
    } else window = answer ?? window;
  }
  events.push(metrics(trips * (RTT + 1) + 2 * RTT, { pto_count: 0 }));
  return events.sort(([a], [b]) => a - b);
}

function ackOf(timeMs: number, to: number, counts: object): TimedEvent {
  const frames = [{ frame_type: 'ack', acked_ranges: [[Math.max(0, to - PACKETS + 1), to]], ...counts }];
  const header = { packet_type: '1RTT', packet_number: Math.round(timeMs) };
  return [timeMs, 'quic:packet_received', { header, raw: { length: 40 }, frames }];
}

function judge(events: readonly TimedEvent[]) {
  const { findings, notJudged } = runDetectors(new DetectInput(replayEvents(events)), [ecnCe]);
  return { finding: findings[0], notJudged: notJudged[0]?.reason ?? null };
}

const find = (path: Path) => judge(eventsOf(path)).finding;

describe('marks are reported', () => {
  test('with their number, their round trips and the answer of the window', () => {
    const finding = find({});
    expect(finding).toMatchObject({ severity: 'info', variant: 'answered', startUs: 41_000 });
    expect(finding?.verdict).toBe(
      '10 of 200 acknowledged packets are marked as congested (CE, 5.0 %), in 9 of 19 round trips; the window was reduced within one ' +
        'round trip after each of the 10 congestion events that they begin.',
    );
  });

  test('one of them too', () => {
    expect(find({ trips: 2 })?.verdict).toMatch(
      /^1 of 20 acknowledged packets is marked as congested \(CE, 5\.0 %\), in \d of \d round trips?; the window was reduced within one round trip after the congestion event that it begins\.$/,
    );
  });

  test('not if there are none', () => {
    expect(judge(eventsOf({ marks: 0 }))).toEqual({ finding: undefined, notJudged: null });
  });
});

describe('a sender that follows losses', () => {
  const never = () => null;

  test('is warned about if it ignores marks', () => {
    const finding = find({ answers: never });
    expect(finding).toMatchObject({
      severity: 'warning',
      variant: 'ignored',
      title: 'Congestion marks are ignored (CE)',
    });
    expect(finding?.verdict).toContain(
      'was not reduced within one round trip after any of the 10 congestion events that they begin, where RFC 9002 §7.1',
    );
    expect(finding?.evidence.map(({ id, value }) => [id, value])).toEqual([
      ['marked', 0.05],
      ['round-trips', 9 / 19],
      ['answered', 0],
      ['unanswered', 10],
    ]);
  });

  test('if it answers fewer than three in four of them, and three are left', () => {
    const some =
      (share: number) =>
      (trip: number, cwnd: number): number | null =>
        trip < share * 32 ? 0.9 * cwnd : null;
    // 11 and 12 of 16; 29 of 40 are within the limit's 5 %.
    expect(find({ trips: 32, answers: some(0.69) })?.severity).toBe('warning');
    expect(find({ trips: 32, answers: some(0.72) })?.severity).toBe('info');
    const first = (events: number) => (trip: number, cwnd: number) => (trip < 2 * events ? 0.9 * cwnd : null);
    expect(find({ trips: 80, cwnd: 1e7, answers: first(29) })?.severity).toBe('warning');
    expect(find({ trips: 80, cwnd: 1e7, answers: first(30) })?.severity).toBe('info');
    expect(find({ trips: 4, answers: never })?.severity).toBe('info');
    expect(find({ trips: 6, answers: never })?.severity).toBe('warning');
  });

  test('has answered if its window falls by a tenth, within a round trip', () => {
    const by = (share: number) => (_: number, cwnd: number) => (1 - share) * cwnd;
    expect(find({ answers: by(0.1), afterMs: RTT - 1 })?.variant).toBe('answered');
    expect(find({ answers: by(0.1), afterMs: 1.5 * RTT })?.variant).toBe('ignored');
    expect(find({ answers: by(0.099) })?.variant).toBe('ignored');
  });

  test('has answered only if its window stays reduced for a round trip', () => {
    expect(find({ lastsMs: RTT })?.variant).toBe('answered');
    const brief = find({ lastsMs: RTT - 0.001 });
    expect(brief).toMatchObject({ severity: 'warning', variant: 'ignored' });
    expect(brief?.verdict).toContain(
      'was not reduced within one round trip after any of the 10 congestion events',
    );
    // What comes after it makes no answer of it: the window is back, and falls again at the next mark only.
    expect(find({ lastsMs: 1 })?.variant).toBe('ignored');
  });

  test('is not asked for an answer that the log ends before', () => {
    const cut = (untilMs: number) =>
      judge(eventsOf({ trips: 2 }).filter(([timeMs]) => timeMs <= untilMs)).finding?.verdict;
    expect(cut(2 * (RTT + 1) + 2 * RTT)).toContain(
      'was reduced within one round trip after the congestion event',
    );
    expect(cut(2 * (RTT + 1))).toContain('they begin no congestion event whose answer could be seen');
  });

  test('may log its answer a quarter of a round trip before the ACK that asks for it', () => {
    const by = (_: number, cwnd: number) => 0.7 * cwnd;
    expect(find({ answers: by, afterMs: -0.249 * RTT })?.variant).toBe('answered');
    expect(find({ answers: by, afterMs: -0.251 * RTT })?.variant).toBe('ignored');
  });

  test('is not asked to go below two packets', () => {
    const finding = find({ cwnd: 2000, answers: never });
    expect(finding).toMatchObject({ severity: 'info' });
    expect(finding?.verdict).toContain('they begin no congestion event whose answer could be seen');
  });

  test('is known by a model that fits, where no states are logged', () => {
    const state = replayEvents(eventsOf({ state: null, answers: never }));
    const variants = [true, false].map(
      (fits) =>
        ecnCe.finish({ state, models: { fits, candidates: [] } } as unknown as DetectInput)[0]?.variant,
    );
    expect(variants).toEqual(['ignored', 'unknown']);
  });
});

test('what cannot be judged: a capture on the wire, and several paths with counts of their own', () => {
  const state = replayEvents(eventsOf({}));
  expect(ecnCe.cannotJudge(new DetectInput(state))).toBeNull();
  state.pathCount = 2;
  expect(ecnCe.cannotJudge(new DetectInput(state))).toContain('its paths are not distinguished');
  state.pathCount = 1;
  state.captured = true;
  expect(ecnCe.cannotJudge(new DetectInput(state))).toContain('a capture');
});

test('a share is one at most, where the log lacks packets that were acknowledged', () => {
  const few = eventsOf({ marks: 5 }).filter(([, name], i) => !(name === 'quic:packet_sent' && i % 3 > 0));
  // The runner would drop it: records are missing.
  const [finding] = ecnCe.finish(new DetectInput(replayEvents(few)));
  expect(finding?.evidence[0]?.value).toBeGreaterThan(0);
  expect(finding?.evidence[0]?.value).toBeLessThanOrEqual(1);
});

test('a sender that follows an estimate of the path is not asked for the answer to a loss', () => {
  const finding = find({ state: 'bbr_probe_bw_cruise', answers: () => null });
  expect(finding).toMatchObject({ severity: 'info', variant: 'estimate' });
  expect(finding?.verdict).toContain('the window, which follows an estimate of the path, was not reduced');
});

test('without a window its answer is not known', () => {
  const finding = find({ cwnd: null, answers: () => null });
  expect(finding).toMatchObject({ severity: 'info', variant: 'not-logged' });
  expect(finding?.verdict).toContain('no window is logged');
});

describe('counts that may not be believed are not judged', () => {
  test('where every packet of the test is marked', () => {
    const { finding, notJudged } = judge(
      eventsOf({ trips: 1, ecn: 'ECT(0)' })
        .slice(0, -1)
        .concat([ackOf(30, 9, {})]),
    );
    expect(finding).toBeUndefined();
    expect(notJudged).toBeNull();
    const all = [
      ...Array.from({ length: 10 }, (_, i) => send(0, i)),
      ackOf(20, 9, { ect0: 0, ect1: 0, ce: 10 }),
    ];
    expect(judge(all)).toMatchObject({
      finding: undefined,
      notJudged: expect.stringMatching(/^ECN is not usable \(RFC 9000 §13\.4\.2\): all marked/),
    });
  });

  test('where no ACK has any though packets were sent with ECT; without ECT nothing is asked', () => {
    const bare = eventsOf({ ecn: 'ECT(0)' }).map(([timeMs, name, data]): TimedEvent => {
      const text = JSON.stringify(data).replace(/,"ect0":\d+,"ect1":\d+,"ce":\d+/, '');
      return [timeMs, name, JSON.parse(text)];
    });
    expect(judge(bare).notJudged).toContain('not counted');
    const unknown = bare.map(([timeMs, name, data]): TimedEvent => {
      return [timeMs, name, JSON.parse(JSON.stringify(data).replace(',"ecn":"ECT(0)"', ''))];
    });
    expect(judge(unknown)).toEqual({ finding: undefined, notJudged: null });
  });

  test('also where they fail only later', () => {
    const events = eventsOf({ trips: 20 });
    const { finding, notJudged } = judge([
      ...events.slice(0, -1),
      send(450, 200),
      ackOf(470, 200, { ect0: 5, ect1: 0, ce: 50 }),
      send(480, 201),
      ackOf(500, 201, { ect0: 5, ect1: 0, ce: 60 }),
      metrics(600, { pto_count: 0 }),
    ]);
    expect(finding).toBeUndefined();
    expect(notJudged).toMatch(/^ECN is not usable \(RFC 9000 §13\.4\.2\): counts /);
  });
});

describe('on recorded paths the figures are what the path and a replay of its records counted', () => {
  const verdictOf = (file: string): string | undefined => {
    const path = new URL(`../../../../corpus/paths/${file}_server.sqlog.gz`, import.meta.url).pathname;
    const { state } = loadTrace(path).pipeline;
    return runDetectors(new DetectInput(state), [ecnCe]).findings[0]?.verdict;
  };

  test.each([
    [
      'ce-step20-10mbit_quic-go-reno',
      '285 of 3,628 acknowledged packets are marked as congested (CE, 7.9 %), in 24 of 127 round trips; the window was reduced within ' +
        'one round trip after each of the 13 congestion events that they begin.',
    ],
    [
      'ce-ignored-big_quiche-cubic',
      '2,431 of 2,521 acknowledged packets are marked as congested (CE, 96.4 %), in 10 of 13 round trips; the window was not reduced ' +
        'within one round trip after any of the 8 congestion events that they begin, where RFC 9002 §7.1 asks for it after each.',
    ],
    ['ecn-bleach_quic-go-reno', undefined],
    ['ce-all_quic-go-reno', undefined],
  ])('%s', (file, verdict) => {
    expect(verdictOf(file)).toBe(verdict);
  });
});

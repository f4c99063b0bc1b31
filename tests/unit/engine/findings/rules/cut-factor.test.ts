/** Cuts of the window by a factor that is no controller's, and those that are one's of something else. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { cutFactor } from '../../../../../src/engine/findings/rules/cut-factor.ts';
import { type JudgedSender, notCompared } from '../../../../../src/engine/sender/congestion/index.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { loadBytes } from '../../../../support/load.ts';
import { RawSender } from '../../../../support/raw-sender.ts';

const DATAGRAM = 1350;
const RTT = 20;

interface Cut {
  /** What is left of the window. */
  readonly share: number;
  /** Packets in flight at the loss, of the window; all of them where left out. */
  readonly flown?: number;
  /** Windows beside and after it. */
  readonly metrics?: object;
  readonly later?: object;
  /** Further ranges of the ACK, as of a count of CE. */
  readonly marks?: number;
}

/** Round trips of a full window, and losses that each cut it. The window begins with 400 packets. */
function sender(cuts: readonly Cut[]): RawSender {
  const log = new RawSender().event('recovery:congestion_state_updated', { new: 'congestion_avoidance' });
  let window = 400;
  let [next, ce] = [0, 0];
  const trip = (packets: number): void => {
    log
      .send(packets)
      .wait(RTT)
      .ack([next, next + packets - 1])
      .wait(0.1);
    next += packets;
  };
  const cwnd = (packets: number, more: object = {}): void => {
    log.metrics({ congestion_window: Math.round(packets * DATAGRAM), ...more });
  };
  cwnd(window, { smoothed_rtt: RTT, latest_rtt: RTT, min_rtt: RTT });
  for (const { share, flown = 1, metrics, later, marks = 0 } of cuts) {
    for (let i = 0; i < 3; i++) trip(10);
    const flight = Math.round(window * flown);
    log.send(flight).wait(RTT);
    ce += marks;
    log.event('transport:packet_received', {
      header: { packet_type: '1RTT', packet_number: 100_000 + next },
      raw: { length: 40 },
      frames: [
        {
          frame_type: 'ack',
          acked_ranges: [[next + 3, next + 3]],
          ...(ce > 0 ? { ect0: next, ect1: 0, ce } : {}),
        },
      ],
    });
    log.lost(next);
    window *= share;
    cwnd(window, metrics);
    if (later !== undefined) log.wait(5).metrics(later);
    log
      .wait(RTT / 2)
      .ack([next + 1, next + flight - 1])
      .wait(0.1);
    next += flight;
  }
  trip(10);
  return log;
}

const inputOf = (cuts: readonly Cut[]): DetectInput =>
  new DetectInput(loadBytes(new TextEncoder().encode(sender(cuts).text())).pipeline.state);
const find = (cuts: readonly Cut[]) => runDetectors(inputOf(cuts), [cutFactor]).findings;
const times = (n: number, cut: Cut): readonly Cut[] => Array.from({ length: n }, () => cut);

test('cuts that leave 0.60 are a warning that says both factors', () => {
  const [finding, ...more] = find(times(2, { share: 0.59501 }));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'warning', variant: 'deeper' });
  expect(finding?.verdict).toMatch(
    /^2 cuts to 0\.60 of the window \(cwnd, 59\.5 %\) for a loss, where CUBIC has 0\.70 \(RFC 9438 §4\.6\): 0\.85 × 0\.70, as if fast convergence \(RFC 9438 §4\.7\) cut the window as well; 2 outside slow start in all, the first of them at 0\.\d+ s, from 540,000 B to 321,305 B\.$/,
  );
});

test('a factor that is near none names both controllers, and a gentler one is an info', () => {
  const [finding] = find(times(3, { share: 0.85 }));
  expect(finding).toMatchObject({ severity: 'info', variant: 'gentler' });
  expect(finding?.verdict).toContain(
    '3 cuts to 0.85 of the window (cwnd, 85.0 %) for a loss, where CUBIC has 0.70 (RFC 9438 §4.6) and NewReno has 0.50 (RFC 9002 §7.3.2); 3',
  );
});

test('the controller whose growth the window follows better by ten points is named alone', () => {
  const named = (cubic: number, newreno: number): string => {
    const fit = {
      name: '',
      source: '',
      reductionScore: 0,
      reductions: 0,
      refuted: 0,
      fit: 0,
      firstDivergenceUs: 0,
    };
    const models = {
      ...notCompared(),
      candidates: [
        { ...fit, id: 'cubic-none' as const, growthScore: cubic, epochScores: new Float64Array() },
        { ...fit, id: 'newreno' as const, growthScore: newreno, epochScores: new Float64Array() },
      ],
    };
    const { state } = inputOf(times(2, { share: 0.62 }));
    const judged = { models } as unknown as JudgedSender;
    const [finding] = runDetectors(new DetectInput(state, null, judged), [cutFactor]).findings;
    return `${finding?.variant} ${/where (.*) has/.exec(finding?.verdict ?? '')?.[1]?.replace(/ has.*and/, ' and')}`;
  };
  expect(named(0.9, 0.79)).toBe('deeper CUBIC');
  expect(named(0.9, 0.81)).toBe('deeper CUBIC and NewReno');
  expect(named(0.79, 0.9)).toBe('gentler NewReno');
});

describe('its limits', () => {
  test('two cuts, more than half of them', () => {
    expect(find(times(1, { share: 0.6 }))).toEqual([]);
    expect(find([...times(2, { share: 0.6 }), ...times(2, { share: 0.7 })])).toEqual([]);
    expect(find([...times(2, { share: 0.6 }), { share: 0.7 }])).toHaveLength(1);
  });

  test('5 % above what a controller leaves, and 2.5 % below', () => {
    const counts = (shares: readonly number[]) => shares.map((share) => find(times(2, { share })).length);
    expect(counts([0.675, 0.684, 0.7, 0.733, 0.737])).toEqual([1, 0, 0, 0, 1]);
    expect(counts([0.48, 0.489, 0.5, 0.523, 0.527])).toEqual([1, 0, 0, 0, 1]);
  });

  test('shares within 2.5 % of their median', () => {
    expect(find([{ share: 0.6 }, { share: 0.628 }])).toHaveLength(1);
    expect(find([{ share: 0.6 }, { share: 0.634 }])).toEqual([]);
  });

  test('one datagram of a small window', () => {
    const left = (share: number) => find([{ share: 0.025 }, ...times(2, { share })]).length;
    // Of 10 packets 7, and a datagram more.
    expect([left(0.79), left(0.83)]).toEqual([0, 1]);
  });
});

describe('are none where', () => {
  test('they leave the controller’s share of a smaller flight, other than of the window each time', () => {
    expect(
      find([
        { share: 0.63, flown: 0.9 },
        { share: 0.63, flown: 0.9 },
      ]),
    ).toEqual([]);
  });

  test('the slow start threshold is the controller’s share, and the window passes below it (PRR)', () => {
    const cut = (window: number) => ({
      share: 0.6,
      metrics: { ssthresh: Math.round(window * 0.7 * DATAGRAM) },
    });
    expect(find([cut(400), cut(240)])).toEqual([]);
  });

  test('the window moves on within the period', () => {
    const moving = { share: 0.6, later: { congestion_window: 280 * DATAGRAM } };
    expect(find([moving, { share: 0.6 }])).toEqual([]);
  });

  test('an ECN mark comes with the loss', () => {
    expect(find(times(2, { share: 0.85, marks: 1 }))).toEqual([]);
  });
});

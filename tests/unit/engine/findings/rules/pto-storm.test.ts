/** PTO storms: counted and inferred ones, what ended them, and the pauses of an application that look alike. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { ptoStorm } from '../../../../../src/engine/findings/rules/pto-storm.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

const RTT = 20;
const verdictsOf = (scenario: Scenario) => runDetectors(new DetectInput(scenario.load()), [ptoStorm]);
const find = (scenario: Scenario) => verdictsOf(scenario).findings;

/** A path that works: a few bursts, each acknowledged. */
function healthy(): Scenario {
  const scenario = new Scenario().cwnd(27_000).metrics({ pto_count: 0 });
  for (let i = 0; i < 5; i++) scenario.burst({ packets: 4, rttMs: RTT, gapMs: 1 });
  return scenario;
}

/** Probes after ever longer silences, with data outstanding. @param count whether the stack logs its PTO count. */
function silent(scenario: Scenario, gapsMs: readonly number[], count: boolean): Scenario {
  scenario.send().send();
  gapsMs.forEach((gapMs, i) => {
    scenario.wait(gapMs);
    if (count) scenario.metrics({ pto_count: i + 1 });
    scenario.send();
  });
  return scenario;
}

/** A path that works, without a word about PTOs. */
function uncounted(): Scenario {
  const scenario = new Scenario().cwnd(27_000);
  for (let i = 0; i < 20; i++) scenario.burst({ packets: 4, rttMs: RTT, gapMs: 1 });
  return scenario;
}

describe('PTOs that the stack counts', () => {
  test('three in a row are a warning, from the first to the ACK', () => {
    const scenario = silent(healthy(), [60, 120, 240], true);
    const lastUs = scenario.nowMs * 1000;
    const [finding, ...more] = find(scenario.wait(RTT).ack(5));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', startUs: lastUs - 360_000, endUs: lastUs + 20_000 });
    expect(finding?.verdict).toContain(
      '3 probes in a row without an answer (PTOs) within 380 ms before anything was acknowledged',
    );
    // All of them are acknowledged, by the ACK that the last probe drew.
    expect(finding?.verdict).toContain(
      '; 3 of them spurious: all of the 4 packets that they doubted had arrived.',
    );
    expect(finding?.next).toContain('the last one drew the ACK at the usual RTT');
  });

  test('state no round trip if the log begins after all of them', () => {
    const scenario = silent(new Scenario().cwnd(27_000).metrics({ pto_count: 0 }), [60, 120, 240], true);
    const [finding] = find(scenario.wait(RTT).ack(5));
    expect(finding?.verdict).toMatch(/ before anything was acknowledged; 3 of them spurious: [^,]+\.$/);
  });

  test('of a run that began before a range the length is not known', () => {
    const begun = new Scenario().cwnd(27_000);
    for (let i = 0; i < 5; i++) begun.send();
    begun.metrics({ pto_count: 4 }).wait(60).send().metrics({ pto_count: 5 });
    const state = begun.wait(RTT).ack(6).load();
    const found = () => runDetectors(new DetectInput(state), [ptoStorm]).findings.length;
    expect(found()).toBe(1);
    state.beginsMidway = true;
    expect(found()).toBe(0);
  });

  test('two in a row are normal for a lost flight', () => {
    expect(find(silent(healthy(), [60, 120], true).wait(RTT).ack(4))).toEqual([]);
  });

  test('many runs are one finding, described by the worst', () => {
    const scenario = healthy();
    for (const gaps of [
      [60, 120, 240],
      [60, 120, 240, 480],
      [60, 120, 240],
    ]) {
      silent(scenario, gaps, true).wait(RTT).ack(9).metrics({ pto_count: 0 });
    }
    const found = find(scenario);
    expect(found).toHaveLength(1);
    expect(found[0]?.verdict).toMatch(
      /^4 probes in a row without an answer .* 3 such runs, this is the worst\.$/,
    );
  });

  test('whose ACK takes three smoothed RTTs came late', () => {
    const late = (ackMs: number) => {
      const [finding] = find(silent(healthy(), [60, 120, 240], true).wait(ackMs).ack(5));
      const row = finding?.evidence.find(({ id }) => id === 'late-ack');
      return [row?.holds, finding?.next.includes('CPU sleep latency')];
    };
    expect([late(59), late(61)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('whose ACK comes long after every probe hint at scheduling', () => {
    const scenario = silent(healthy(), [60, 120, 240], true).wait(200).ack(5);
    expect(find(scenario)[0]?.next).toContain('CPU sleep latency');
  });

  describe('whose doubted packets', () => {
    /** Two packets, 20 and 21; probes 22, 23 and 24, of which the last draws the ACK of what arrived. */
    const answered = (arrived: readonly number[]) =>
      find(
        silent(healthy(), [60, 120, 240], true)
          .wait(RTT)
          .event('transport:packet_received', {
            header: { packet_type: '1RTT', packet_number: 900 },
            raw: { length: 40 },
            frames: [{ frame_type: 'ack', acked_ranges: arrived.map((n) => [n, n]) }],
          }),
      )[0];

    test.each<[what: string, arrived: readonly number[], verdict: string, next: RegExp]>([
      [
        'are all lost hint at the path',
        [24],
        'none spurious: none of the 4 packets that they doubted was ever acknowledged',
        /^Loss: neither what was in flight nor the probes arrived/,
      ],
      [
        'arrived, while no probe did, hint at both directions: a blackout',
        [20, 21, 24],
        '1 of them spurious: 2 of the 4 packets that they doubted were never acknowledged',
        /^Some packets were lost, .* in both directions/,
      ],
      [
        'arrived in part, like the probes, hint at both directions',
        [20, 22, 24],
        '1 of them spurious: 2 of the 4 packets',
        /^Some packets were lost, .* in both directions/,
      ],
      [
        'include one of the flight that is lost, while all probes arrived, hint at ACKs',
        [20, 22, 23, 24],
        '2 of them spurious: 1 of the 4 packets that they doubted was never acknowledged',
        /^The probes had arrived and the last one drew the ACK/,
      ],
    ])('%s', (_, arrived, verdict, next) => {
      const finding = answered(arrived);
      // Both rows hold only where all of them arrived: what was in flight, and the probes before the last.
      const holds = ['flight', 'probes'].map((row) => finding?.evidence.find(({ id }) => id === row)?.holds);
      expect(holds).toEqual([arrived.includes(21), arrived.includes(23)]);
      expect(finding?.verdict).toContain(verdict);
      expect(finding?.next).toMatch(next);
    });
  });

  test('say nothing of packets that nothing acknowledges any more', () => {
    const [finding] = find(silent(healthy(), [60, 120, 240], true));
    expect(finding?.verdict).toMatch(/ and nothing was acknowledged any more, at a smoothed RTT of [^;]+\.$/);
  });
});

describe('PTOs of a log without ACKs', () => {
  /** Metrics and packets sent alone; probes that the stack counts, or marks as such. */
  const deaf = (counted: boolean): Scenario => {
    const scenario = new Scenario()
      .cwnd(27_000)
      .metrics({ latest_rtt: RTT, smoothed_rtt: RTT, pto_count: counted ? 0 : undefined });
    [60, 120, 240].forEach((gapMs, i) => {
      scenario.wait(gapMs);
      if (counted) scenario.metrics({ pto_count: i + 1 });
      else scenario.event('recovery:loss_timer_updated', { timer_type: 'pto', event_type: 'expired' });
      scenario.send();
    });
    return scenario.wait(5000).metrics({ ssthresh: 9000 });
  };

  test('are counted by the stack, and nothing is said of what arrived', () => {
    const [finding, ...more] = find(deaf(true));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      title: 'Probe after probe (PTO storm)',
      startUs: 60_000,
      endUs: 420_000,
    });
    expect(finding?.verdict).toBe(
      '3 probes in a row (PTOs) within 360 ms, by the stack’s count; the log holds no ACKs: what arrived is not known.',
    );
    expect(finding?.evidence.map(({ id }) => id)).toEqual(['consecutive']);
    expect(finding?.next).not.toMatch(/gone|lost/);
  });

  test('stand in no row where nobody counts them', () => {
    expect(verdictsOf(deaf(false)).notJudged[0]?.reason).toBe(
      'no ACKs are logged: which PTOs stand in a row without one is not known',
    );
  });
});

describe('PTOs that are inferred from pauses', () => {
  test('are a warning if the pauses double, marked as inferred', () => {
    const [finding] = find(silent(uncounted(), [60, 120, 240], false).wait(RTT).ack(5));
    expect(finding?.severity).toBe('warning');
    expect(finding?.verdict).toContain('inferred from silences that double');
    expect(finding?.confidence).toBeLessThan(0.8);
  });

  test('must double their spacing, by a factor of 1.5 to 2.5', () => {
    const lastMs = (gapMs: number) =>
      find(silent(uncounted(), [60, 130, gapMs], false).wait(RTT).ack(5)).length;
    expect([lastMs(194), lastMs(196), lastMs(324), lastMs(326)]).toEqual([0, 1, 1, 0]);
  });

  test('are no finding if an application pauses and its ACKs are late', () => {
    expect(find(silent(uncounted(), [60, 500, 510, 2500], false).wait(RTT).ack(6))).toEqual([]);
  });

  test('are an info if the trace ends with them: a peer that left looks the same', () => {
    const [finding] = find(silent(uncounted(), [60, 120, 240], false));
    expect(finding?.severity).toBe('info');
    expect(finding?.verdict).toContain('nothing was acknowledged any more');
  });

  test('cannot be judged without ACKs', () => {
    const { notJudged } = verdictsOf(new Scenario().cwnd(2700).send().wait(400).send());
    expect(notJudged[0]?.reason).toContain('no ACKs from which they could be inferred');
  });
});

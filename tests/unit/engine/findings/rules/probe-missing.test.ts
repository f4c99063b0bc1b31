/** Probes that are due and do not come, or do not back off; hosts that sleep and applications that pause look alike. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { probeMissing } from '../../../../../src/engine/findings/rules/probe-missing.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

const find = (scenario: Scenario) => runDetectors(new DetectInput(scenario.load()), [probeMissing]).findings;

/** A path that works: bursts, each acknowledged, until the RTT is settled. Then the PTO is RTT + 1 ms + 25 ms. */
function healthy(rttMs: number, idleMs?: number): Scenario {
  const scenario = new Scenario().cwnd(27_000);
  if (idleMs !== undefined)
    scenario.event('transport:parameters_set', { owner: 'remote', max_idle_timeout: idleMs });
  for (let i = 0; i < 40; i++) scenario.burst({ packets: 4, rttMs, gapMs: 1 });
  return scenario;
}

/** Two packets, and nothing more: the host logs something after a time, and the log goes on for longer than a PTO. */
const silent = (rttMs: number, awakeMs: number): Scenario =>
  healthy(rttMs)
    .send()
    .send()
    .wait(awakeMs)
    .metrics({ ssthresh: 9000 })
    .wait(2000)
    .metrics({ ssthresh: 9001 });

describe('a probe that is never sent', () => {
  test('is a warning that says what waited, for how long, and when the probe was due', () => {
    const [finding, ...more] = find(silent(20, 5000));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', variant: 'never-sent' });
    expect(finding?.verdict).toBe(
      'No probe (PTO) was sent for 5.00 s from 0.840 s on, although 2 packets with data waited for an ACK and one was due after 46.0 ms (RFC 9002 §6.2.4).',
    );
  });

  test('must be overdue for three PTOs of 126 ms, and 300 ms where those are less', () => {
    const counts = (rttMs: number, ms: readonly number[]) =>
      ms.map((awakeMs) => find(silent(rttMs, awakeMs)).length);
    expect(counts(100, [376, 380])).toEqual([0, 1]);
    expect(counts(20, [299, 300])).toEqual([0, 1]);
  });

  test('is due after twice the time for each probe before it', () => {
    const probed = (awakeMs: number) =>
      find(
        healthy(100)
          .send()
          .wait(130)
          .send()
          .wait(awakeMs)
          .metrics({ ssthresh: 9000 })
          .wait(2000)
          .metrics({ ssthresh: 9001 }),
      );
    expect([probed(750).length, probed(760).length]).toEqual([0, 1]);
    expect(probed(760)[0]?.verdict).toContain('one was due after 252 ms after 1 probe');
  });

  test('is missed where a full window stops it', () => {
    const full = healthy(20);
    for (let i = 0; i < 20; i++) full.send();
    full.wait(1000).metrics({ ssthresh: 9000 }).wait(500).metrics({ ssthresh: 9001 });
    expect(find(full)[0]?.verdict).toContain('20 packets with data');
    expect(find(full)[0]?.verdict).toContain('the window was full, which stops no probe (RFC 9002 §7.5)');
  });

  test('is none where nothing waits, or only an ACK was sent', () => {
    const idle = healthy(20).wait(5000).metrics({ ssthresh: 9000 }).wait(2000).metrics({ ssthresh: 9001 });
    expect(find(idle)).toEqual([]);
    const acknowledging = healthy(20).event('transport:packet_sent', {
      header: { packet_type: '1RTT', packet_number: 900 },
      raw: { length: 40 },
      frames: [{ frame_type: 'ack', acked_ranges: [[0, 3]] }],
    });
    expect(
      find(acknowledging.wait(5000).metrics({ ssthresh: 9000 }).wait(2000).metrics({ ssthresh: 9001 })),
    ).toEqual([]);
  });

  test('is none where the stack says that nothing is in flight', () => {
    const given = healthy(20).send().send().metrics({ bytes_in_flight: 0 });
    expect(find(given.wait(5000).metrics({ ssthresh: 9000 }).wait(2000).metrics({ ssthresh: 9001 }))).toEqual(
      [],
    );
  });

  test('is none of a host that sleeps: its log is silent until it wakes up and sends', () => {
    const asleep = healthy(20).send().send().wait(5000).ack(2).wait(0.5).send().wait(20).ack(1);
    expect(find(asleep)).toEqual([]);
  });

  test('is proved by an idle timeout that fires within a tenth of its time', () => {
    const closed = (ms: number) =>
      find(
        healthy(20, 3000)
          .send()
          .wait(ms)
          .event('connectivity:connection_closed', { owner: 'local', trigger: 'idle_timeout' }),
      ).length;
    expect([closed(3299), closed(3301)]).toEqual([1, 0]);
  });

  test('is proved by an end without a reason at that time, and by a reason where no timeout is logged', () => {
    const ended = (ms: number, data: object, idleMs?: number) =>
      find(healthy(20, idleMs).send().wait(ms).event('connectivity:connection_closed', data)).length;
    expect([ended(3290, {}, 3000), ended(3310, {}, 3000), ended(3290, {})]).toEqual([1, 0, 0]);
    expect(ended(3290, { trigger: 'idle_timeout' })).toBe(1);
    expect(ended(3290, { owner: 'local', connection_code: 0 }, 3000)).toBe(0);
  });
});

/** Probes after so many ms each, without an ACK. @param counted the stack logs pto_count. */
function probing(gapsMs: readonly number[], counted = true): Scenario {
  const scenario = healthy(20).send().send();
  if (counted) scenario.metrics({ pto_count: 0 });
  gapsMs.forEach((gapMs, i) => {
    scenario.wait(gapMs);
    if (counted) scenario.metrics({ pto_count: i + 1 });
    scenario.send();
  });
  return scenario.wait(20).ack(gapsMs.length + 2);
}

describe('probes that do not back off', () => {
  test('are a warning that says how far apart they are', () => {
    const [finding, ...more] = find(probing([50, 50, 50, 50, 50]));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', variant: 'no-back-off', confidence: 0.95 });
    expect(finding?.verdict).toBe(
      '5 probes in a row (PTOs) did not back off: they are 50.0 ms apart from the first to the last, 200 ms in all, where each wait is twice the one before (RFC 9002 §6.2.1).',
    );
  });

  test('must be four in a row, at most 1.5 times as far apart at one time as at another', () => {
    expect(find(probing([50, 50, 50]))).toEqual([]);
    expect(find(probing([50, 50, 50, 50]))).toHaveLength(1);
    expect(find(probing([50, 50, 60, 75]))).toHaveLength(1);
    expect(find(probing([50, 50, 60, 76]))).toEqual([]);
  });

  test('are none where the wait doubles, or grew until it met a limit of the timer', () => {
    expect(find(probing([50, 100, 200, 400, 800]))).toEqual([]);
    expect(find(probing([50, 100, 200, 400, 400, 400, 400, 400]))).toEqual([]);
  });

  test('are none where an ACK of new data comes between them', () => {
    const answered = healthy(20).metrics({ pto_count: 0 });
    for (let i = 0; i < 8; i++)
      answered.send().wait(50).metrics({ pto_count: 1 }).send().wait(20).ack(2).metrics({ pto_count: 0 });
    expect(find(answered)).toEqual([]);
  });

  test('are inferred where nobody counts them and a full window lets nothing else be sent', () => {
    const full = (window: number) => {
      const scenario = healthy(20).cwnd(window);
      for (let i = 0; i < 20; i++) scenario.send();
      for (let i = 0; i < 6; i++) scenario.wait(50).send();
      return find(scenario.wait(20).ack(26));
    };
    const [finding] = full(27_000);
    expect(finding).toMatchObject({ variant: 'no-back-off', confidence: 0.7 });
    expect(finding?.verdict).toContain(
      '6 probes in a row (PTOs) did not back off (inferred: they are sent beyond a full window)',
    );
    // An application that sends every 50 ms has room in its window.
    expect(full(90_000)).toEqual([]);
  });
});

test('a log without ACKs is not judged', () => {
  const { notJudged } = runDetectors(new DetectInput(new Scenario().send().wait(900).send().load()), [
    probeMissing,
  ]);
  expect(notJudged[0]?.reason).toBe('no ACKs are logged: what waits for one is not known');
});

/** What a death spiral's finding tells beside the verdict: severity, cause, end, cost; and why a trace has none. */
import { describe, expect, test } from 'vitest';
import { severityByLength } from '../../../../../src/engine/findings/death-spiral/evidence.ts';
import type { Measured } from '../../../../../src/engine/findings/death-spiral/measure.ts';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { loadBytes } from '../../../../support/load.ts';
import { type Burst, Scenario } from '../../../../support/scenario.ts';
import { alarm, collapsed, cycle, DATAGRAM, figure, judged, spiral } from './spirals.ts';

/** A frame that repeats what the stream carried at an offset. */
function again(offset: number): object {
  return { frame_type: 'stream', stream_id: 0, offset, length: DATAGRAM };
}

describe('severity', () => {
  test.each([
    [2_000_000, 10, 'critical'],
    [2_000_000, 9, 'info'],
    [1_999_999, 99, 'warning'],
    [100_000, 100, 'critical'],
    [99_999, 500, 'info'],
    [500_000, 10, 'warning'],
    [499_999, 99, 'info'],
  ])('%d µs and %d round trips: %s', (endUs, roundTrips, severity) => {
    expect(severityByLength({ startUs: 0, endUs, goingRoundTrips: roundTrips } as Measured)).toBe(severity);
  });
});

describe('cause', () => {
  test('is the rule whose boundary leads every send while that of the fixed rule does not', () => {
    const finding = alarm(spiral(200));
    expect(finding.cause).toBe('shift-from-last-send');
    expect(figure(finding, 'h')).toBe(1);
    // All but the first, at which both boundaries still stand where the loss put them.
    expect(figure(finding, 'h-fixed')).toBeGreaterThan(0.99);
    // The first send in it is one round trip after the last one before the loss, less the gap inside the burst.
    expect(figure(finding, 'h-lead')).toBeCloseTo(14_000, -2);
    expect(finding.confidence).toBeCloseTo(0.97);
  });

  test('is none without a known loss; the alarm stays with less confidence', () => {
    const scenario = new Scenario().cwnd(2 * DATAGRAM);
    for (let i = 0; i < 200; i++) cycle(scenario);
    const finding = alarm(scenario);
    expect(finding.cause).toBeNull();
    expect(finding.evidence.some(({ id }) => id.startsWith('h'))).toBe(false);
    expect(finding.confidence).toBeLessThan(0.97);
  });

  test('is none if the clock is too coarse to distinguish rules', () => {
    const scenario = collapsed();
    for (let i = 0; i < 200; i++) {
      scenario.burst({ packets: 2, rttMs: 14, gapMs: 0 }, { onSend: () => scenario.state('recovery') });
    }
    expect(alarm(scenario).cause).toBeNull();
  });
});

describe('why not', () => {
  const FULL: Burst = { packets: 2, rttMs: 14, gapMs: 0.1 };

  test('names the flat window that came closest and the condition that failed', () => {
    const scenario = collapsed();
    for (let i = 0; i < 100; i++) scenario.burst({ ...FULL, gapMs: 14 });
    const { findings, notFound } = judged(scenario);
    expect(findings).toEqual([]);
    expect(notFound[0]?.reason).toMatch(
      /^The flat window that came closest, 2\.79 s at 2,700 B, was filled again at once, unasked, in 0\.0 % of its send cycles; 90 % are needed\.$/,
    );
    const failed = notFound[0]?.evidence.filter((row) => row.needed && !row.holds).map(({ id }) => id);
    expect(failed).toContain('e');
    expect(notFound[0]?.startUs).toBeLessThan(notFound[0]?.endUs ?? 0);
  });

  test('takes a condition that fails completely as met by a twentieth', () => {
    /** A long window that is never filled at once, then four cycles of so many ms that miss their length only. */
    const closest = (rttMs: number) => {
      const scenario = collapsed()
        .loss(6)
        .cwnd(3 * DATAGRAM)
        .state('recovery');
      for (let i = 0; i < 100; i++) scenario.burst({ packets: 3, rttMs: 14, gapMs: 4 });
      scenario.loss(9).cwnd(2 * DATAGRAM);
      for (let i = 0; i < 4; i++) cycle(scenario, rttMs);
      scenario
        .loss(12)
        .wait(0.1)
        .cwnd(3 * DATAGRAM)
        .burst(FULL);
      return judged(scenario).notFound[0]?.reason.replace(/^The flat window that came closest, /, '');
    };
    // 60.6 and 64.6 ms of 500, with four of ten round trips: 4.8 and 5.2 %.
    expect(closest(15)).toMatch(/^1\.8\d? s at 4,050 B, was filled again at once, unasked, in 0\.0 %/);
    expect(closest(16)).toMatch(/^64\.\d ms at 2,700 B, lasted 4 round trips/);
  });

  test('is given with a micro-trap, which is no alarm', () => {
    const { findings, notFound } = judged(spiral(20));
    expect(findings.map(({ severity }) => severity)).toEqual(['info']);
    expect(notFound[0]?.reason).toMatch(/lasted \d+ round trips; 10 in 500 ms or more are needed\.$/);
  });

  test('is given if no window was flat at all', () => {
    const scenario = new Scenario().loss(0);
    for (let i = 0; i < 30; i++) cycle(scenario.cwnd(5400 + i));
    expect(judged(scenario).notFound[0]?.reason).toMatch(
      /^No window stood for 3 round trips \(42\.0 ms\) without a loss; the longest is/,
    );
  });

  test('is not given with an alarm', () => {
    expect(judged(spiral(200)).notFound).toEqual([]);
  });
});

test('packets whose ACK the log has not are not lost, and end no spiral', () => {
  // No loss counter: losses are inferred from bytes in flight that fall without an ACK.
  const scenario = new Scenario().cwnd(13_500);
  scenario
    .send()
    .send(again(0))
    .wait(14)
    .ack(2)
    .cwnd(2 * DATAGRAM)
    .wait(0.1);
  for (let i = 0; i < 200; i++) cycle(scenario);
  const records = scenario.text().split('\n');
  const acks = records.flatMap((record, i) => (record.includes('packet_received') ? [i] : []));
  const state = loadBytes(new TextEncoder().encode(records.filter((_, i) => i !== acks[100]).join('\n')))
    .pipeline.state;
  expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets: 0 });
  const { findings } = runDetectors(new DetectInput(state), [deathSpiral]);
  expect(findings.map(({ severity }) => severity)).toEqual(['critical']);
});

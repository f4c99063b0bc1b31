/** Persistent congestion that the window ignores, as quiche does (issue 2680). */
import { expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { persistentCongestionMissed } from '../../../../../src/engine/findings/rules/persistent-congestion-missed.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { loadTrace } from '../../../../support/load.ts';
import { metrics, replayEvents } from '../../../../support/replay-events.ts';
import { blackout } from './blackout.ts';

function find(options: Parameters<typeof blackout>[0]) {
  const input = new DetectInput(replayEvents(blackout(options)));
  return runDetectors(input, [persistentCongestionMissed]).findings;
}

test('an ordinary reduction after a blackout is a warning', () => {
  const [finding, ...more] = find({ beforeBytes: 20_000, afterBytes: 14_000 });
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ id: 'persistent-congestion-missed', severity: 'warning' });
  expect(finding?.verdict).toContain('kept 14,000 B (14 packets), 70.0 %');
  expect(finding?.verdict).toContain('asks for 2,000 B');
  expect(finding?.evidence.every(({ holds }) => holds)).toBe(true);
});

test('a reduction within the round trip is in time, a later one is not', () => {
  expect(find({ beforeBytes: 20_000, afterBytes: 2_000, cutAfterMs: 19.9 })).toEqual([]);
  expect(find({ beforeBytes: 20_000, afterBytes: 2_000, cutAfterMs: 20.1 })).toHaveLength(1);
});

test('a trace that ends within a round trip after the losses does not show the reaction', () => {
  const events = blackout({ beforeBytes: 20_000, afterBytes: 14_000 });
  const [cutMs] = events.findLast(([, name]) => name === 'quic:recovery_metrics_updated') ?? [Number.NaN];
  const findUntil = (ms: number) => {
    const kept = events.filter(([timeMs]) => timeMs <= cutMs);
    const last = metrics(cutMs + ms, { smoothed_rtt: 20 });
    return runDetectors(new DetectInput(replayEvents([...kept, last])), [persistentCongestionMissed])
      .findings;
  };
  expect(findUntil(1)).toEqual([]);
  expect(findUntil(100)).toHaveLength(1);
});

test('BBR reacts according to its model', () => {
  expect(find({ beforeBytes: 20_000, afterBytes: 14_000, state: 'bbr_probe_bw_cruise' })).toEqual([]);
});

test('nor is it asked of where nothing shows that losses set the window', () => {
  // A reduction that no model predicts.
  const options = { beforeBytes: 20_000, afterBytes: 18_000, threshold: false };
  const { findings, notJudged } = runDetectors(new DetectInput(replayEvents(blackout(options))), [
    persistentCongestionMissed,
  ]);
  expect(findings).toEqual([]);
  expect(notJudged[0]?.reason).toMatch(/^nothing in the log shows that losses set the window/);
  expect(find({ ...options, threshold: true })).toHaveLength(1);
});

test('quiche does not declare it: a window of 34 packets after a blackout of a second', () => {
  const path = new URL('../../../../corpus/traces/blackouts-repeated-reno.server.sqlog.gz', import.meta.url)
    .pathname;
  const { state } = loadTrace(path).pipeline;
  const [finding] = runDetectors(new DetectInput(state), [persistentCongestionMissed]).findings;
  expect(finding?.verdict).toContain('The window (cwnd) kept 45,347 B (34 packets)');
});

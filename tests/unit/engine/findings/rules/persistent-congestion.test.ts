/** Persistent congestion that the window obeys: cut to the floor, at the floor already, near it. */
import { expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { persistentCongestion } from '../../../../../src/engine/findings/rules/persistent-congestion.ts';
import { persistentCongestionMissed } from '../../../../../src/engine/findings/rules/persistent-congestion-missed.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { replayEvents } from '../../../../support/replay-events.ts';
import { blackout } from './blackout.ts';

function find(options: Parameters<typeof blackout>[0]) {
  const input = new DetectInput(replayEvents(blackout(options)));
  return runDetectors(input, [persistentCongestion, persistentCongestionMissed]).findings;
}

test('a window reduced to the minimum is reported, and not as missed', () => {
  const [finding, ...more] = find({ beforeBytes: 20_000, afterBytes: 2_000 });
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ id: 'persistent-congestion', severity: 'info', variant: 'cut-to-floor' });
  expect(finding?.verdict).toContain('10 packets sent over 900 ms were lost');
  expect(finding?.verdict).toContain('the window (cwnd) fell to its floor: 2,000 B (2 packets) at 1.120 s');
  expect(finding?.evidence.every(({ holds }) => holds)).toBe(true);
});

test('a window already at the minimum, or near it by an ordinary reduction, is reported as that', () => {
  expect(find({ beforeBytes: 2_000, afterBytes: 2_000 })[0]?.variant).toBe('at-floor');
  expect(find({ beforeBytes: 4_000, afterBytes: 2_800 })[0]?.variant).toBe('near-floor');
  // Half of the window is what NewReno leaves (RFC 9002 §7.3.2), less is a collapse.
  expect(find({ beforeBytes: 4_000, afterBytes: 2_000 })[0]?.variant).toBe('near-floor');
  expect(find({ beforeBytes: 4_001, afterBytes: 2_000 })[0]?.variant).toBe('cut-to-floor');
  expect(find({ beforeBytes: 2_857, afterBytes: 2_000 })[0]?.verdict).toContain(
    'the window (cwnd) was at its floor or within one packet of it, which an ordinary cut may do as well: 2,000 B',
  );
});

test('where the stack gives persistent congestion as the reason of a state, the finding says so', () => {
  const told = (ms: number, trigger: string) => {
    const update = { new: 'slow_start', trigger };
    const events = [
      ...blackout({ beforeBytes: 20_000, afterBytes: 2_000 }),
      [ms, 'recovery:congestion_state_updated', update] as const,
    ].sort(([a], [b]) => a - b);
    return runDetectors(new DetectInput(replayEvents(events)), [persistentCongestion]).findings[0];
  };
  // The losses are declared at 1,120 ms.
  expect(told(1120, 'persistent_congestion')).toMatchObject({ confidence: 0.95 });
  expect(told(1120, 'persistent_congestion')?.verdict).toMatch(/ at 1\.120 s, as the stack says\.$/);
  expect(told(1120, 'persistent_congestion')?.why).not.toContain('does not tell');
  for (const other of [told(1120, 'ecn'), told(1200, 'persistent_congestion')])
    expect(other).toMatchObject({ confidence: 0.8 });
});

test('losses over less than the duration of RFC 9002 §7.6.1 establish nothing', () => {
  expect(find({ beforeBytes: 20_000, afterBytes: 2_000, lostForMs: 150 })).toEqual([]);
  // 3 × (20 + 4 × 7.5 + 25) ms = 225 ms: just beyond it another estimate of the RTT may see it otherwise.
  expect(find({ beforeBytes: 20_000, afterBytes: 2_000, lostForMs: 247.4 })).toEqual([]);
  expect(find({ beforeBytes: 20_000, afterBytes: 2_000, lostForMs: 247.6 })).toHaveLength(1);
});

test('where the RTT does not vary its variation counts as the 1 ms of timers', () => {
  // 1.1 × 3 × (20 + 1 + 25) ms = 151.8 ms.
  const calm = { beforeBytes: 20_000, afterBytes: 2_000, calm: 30 };
  expect(find({ ...calm, lostForMs: 151.7 })).toEqual([]);
  expect(find({ ...calm, lostForMs: 151.9 })).toHaveLength(1);
});

test('two packets are enough', () => {
  expect(find({ beforeBytes: 20_000, afterBytes: 2_000, packets: 2 })).toHaveLength(1);
});

test('a window of a packet above the floor has obeyed it, a larger one has not', () => {
  const idOf = (afterBytes: number) => find({ beforeBytes: 20_000, afterBytes })[0]?.id;
  expect(idOf(3_000)).toBe('persistent-congestion');
  expect(idOf(3_001)).toBe('persistent-congestion-missed');
});

test('an acknowledged packet between them refutes it', () => {
  expect(find({ beforeBytes: 20_000, afterBytes: 2_000, lostForMs: 400 })).toHaveLength(1);
  expect(find({ beforeBytes: 20_000, afterBytes: 2_000, lostForMs: 400, ackedBetween: true })).toEqual([]);
});

test('neither rule applies if one of them is acknowledged after it was declared lost', () => {
  for (const afterBytes of [2_000, 14_000]) {
    expect(find({ beforeBytes: 20_000, afterBytes, lostForMs: 400 })).toHaveLength(1);
    expect(find({ beforeBytes: 20_000, afterBytes, lostForMs: 400, ackedAfterMs: 10 })).toEqual([]);
  }
});

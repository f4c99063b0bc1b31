/** What spirals cost, run again: where a run is near, and where none is. */
import { describe, expect, test } from 'vitest';
import type { ClosedLoopCost } from '../../../../../src/engine/findings/finding/finding';
import { runDetectors } from '../../../../../src/engine/findings/verdicts/runner.ts';
import type { CandidateId } from '../../../../../src/engine/sender/congestion/candidates.ts';
import { DEFECT, FIXED } from '../../../../../src/engine/simulator/runs/scenarios/incident.ts';
import {
  NEAR_SHARE,
  selfCheck,
  spiralsToRun,
} from '../../../../../src/engine/simulator/what-if/self-check.ts';
import { withSpiralCosts } from '../../../../../src/engine/simulator/what-if/spiral-costs.ts';
import { loadTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { inputsOf } from '../../../../support/read-log.ts';
import { flowOf, incident, runOf } from '../../../../support/simulated.ts';
import { readRun } from '../../../../support/what-if.ts';

function costOf(file: string): ClosedLoopCost | null {
  const [input] = inputsOf(loadTrace(corpusPath(file)));
  if (input === undefined) throw new Error(`${file} holds no connection`);
  const { findings } = runDetectors(input);
  const at = findings.findIndex(({ id }) => id === 'death-spiral');
  const again = withSpiralCosts(input, findings);
  expect(again).toHaveLength(findings.length);
  again.forEach((finding, i) => {
    if (finding.id !== 'death-spiral') expect(finding).toBe(findings[i]);
  });
  expect(findings[at]?.closedLoop).toBeNull();
  return again[at]?.closedLoop ?? null;
}

describe('a spiral that a run comes near', () => {
  test('costs what the same rules without the defect would have saved, and says so', () => {
    const cost = costOf('rate2-both-cubic-buggy-s09.server.sqlog.gz');
    expect(cost?.words).toMatch(
      /^Estimate, closed loop: .* \(CUBIC, idle rule shift-from-last-send\) .* by its end, .*; under CUBIC, idle rule shift-from-last-activity the same 1\.\d MB arrive \d\.\d\d s sooner/,
    );
    expect(cost?.us).toBeGreaterThan(1e6);
    // The trace ends in it.
    expect(cost?.bytes).toBeNaN();
  });

  test('what is lost is what a run with the fix delivers: its own simulation is the witness', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const input = readRun(incident(DEFECT, seed));
      const { findings } = runDetectors(input);
      const spiral = findings.find(({ id, severity }) => id === 'death-spiral' && severity === 'critical');
      if (spiral === undefined) continue;
      const cost = withSpiralCosts(input, findings).find(({ key }) => key === spiral.key)?.closedLoop;
      if (cost == null) continue;
      const after = { ...flowOf(FIXED), writes: [{ atMs: 0, bytes: 1e6 }] };
      const alone = readRun(runOf(after, { delayMs: 6, gridMs: 1 }, seed));
      const wholeUs = (alone.state.lastUs ?? 0) - alone.state.establishedUs;
      // A connection with the fix needs less than two seconds for what the spiral delivers.
      expect(spiral.endUs - spiral.startUs - cost.us).toBeLessThan(Math.max(2.5e6, 4 * wholeUs));
      return;
    }
    throw new Error('no simulated spiral is near');
  });
});

test('a spiral has a cost only where the dialog’s check is near, and none that is within its error', () => {
  const costs = [
    'rate2-both-cubic-buggy-s07',
    'rate5-late0-cubic-buggy-s11',
    'mtu1500-l-cubic-buggy-s11',
  ].map((name) => {
    const [input] = inputsOf(loadTrace(corpusPath(`${name}.server.sqlog.gz`)));
    if (input === undefined) throw new Error(`${name} holds no connection`);
    const { findings } = runDetectors(input);
    const spirals = spiralsToRun(findings);
    const { near, tried } = selfCheck(input, input.models.best[0] as CandidateId, spirals);
    const again = withSpiralCosts(input, findings);
    const said = spirals.map(({ key }) => again.find((one) => one.key === key)?.closedLoop ?? null);
    if (near === null) expect(said.every((one) => one === null)).toBe(true);
    if (said.some((one) => one !== null)) expect(near).not.toBeNull();
    for (const { start, error, setting } of tried) {
      if (start !== 'spiral') continue;
      const of = spirals.findIndex(({ endUs }) => endUs === setting.settings.limitMs * 1000);
      if (!(Math.abs(error) <= NEAR_SHARE)) expect(said[of]).toBeNull();
    }
    return [near?.start ?? null, said.map((one) => one !== null)];
  });
  expect(costs).toEqual([
    ['spiral', [true]],
    ['spiral', [true]],
    [null, [false]],
  ]);
});

test('where no run is near nothing is said', () => {
  expect(costOf('rate-024-cubic-s20.server.sqlog.gz')).toBeNull();
});

test('a trace without a spiral keeps its findings', () => {
  const [input] = inputsOf(loadTrace(corpusPath('rate-reno-s12.server.sqlog.gz')));
  if (input === undefined) throw new Error('no connection');
  const { findings } = runDetectors(input);
  expect(withSpiralCosts(input, findings)).toBe(findings);
});

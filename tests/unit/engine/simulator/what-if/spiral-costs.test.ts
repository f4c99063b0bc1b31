/** What spirals cost, run again: where a run is near, and where none is. */
import { describe, expect, test } from 'vitest';
import type { ClosedLoopCost } from '../../../../../src/engine/findings/finding/finding';
import { runDetectors } from '../../../../../src/engine/findings/verdicts/runner.ts';
import { DEFECT, FIXED } from '../../../../../src/engine/simulator/runs/scenarios/incident.ts';
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

test('where no run is near nothing is said', () => {
  expect(costOf('rate-024-cubic-s20.server.sqlog.gz')).toBeNull();
});

test('a trace without a spiral keeps its findings', () => {
  const [input] = inputsOf(loadTrace(corpusPath('rate-reno-s12.server.sqlog.gz')));
  if (input === undefined) throw new Error('no connection');
  const { findings } = runDetectors(input);
  expect(withSpiralCosts(input, findings)).toBe(findings);
});

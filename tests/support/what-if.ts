/** Traces as a what-if takes them: real ones, and runs of the simulator whose path is known. */
import type { Finding } from '../../src/engine/findings/finding/finding';
import type { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import { type RunSettings, simulate } from '../../src/engine/simulator/runs/run.ts';
import { WhatIfs } from '../../src/engine/simulator/what-if/ask.ts';
import { spiralsToRun } from '../../src/engine/simulator/what-if/self-check.ts';
import { loadBytes } from './load.ts';
import { inputsOf } from './read-log.ts';

/** The trace of a run's sender, read as any other. */
export function readRun(settings: RunSettings): DetectInput {
  const { traces } = simulate(settings, { traced: 0 });
  const [input] = inputsOf(loadBytes(new TextEncoder().encode(traces?.sender ?? '')));
  if (input === undefined) throw new Error('the run left no trace');
  return input;
}

/** Times of the death spirals that are run. */
export const spiralsOf = (input: DetectInput): readonly Finding[] =>
  spiralsToRun(runDetectors(input).findings);

export function whatIfsOf(input: DetectInput): WhatIfs {
  const { state, beginsMidway, models, clockStepUs, lossKinds, pathIntervals, heldTime, stalls } = input;
  return new WhatIfs({
    state,
    beginsMidway,
    models,
    clockStepUs,
    lossKinds,
    pathIntervals,
    heldTime,
    stalls,
    spirals: spiralsOf(input),
  });
}

/** Traces as a what-if takes them: real ones, and runs of the simulator whose path is known. */
import type { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import { type RunSettings, simulate } from '../../src/engine/simulator/runs/run.ts';
import { WhatIfs } from '../../src/engine/simulator/what-if/ask.ts';
import { loadBytes } from './load.ts';
import { inputsOf } from './read-log.ts';

/** The trace of a run's sender, read as any other. */
export function readRun(settings: RunSettings): DetectInput {
  const { traces } = simulate(settings, { traced: 0 });
  const [input] = inputsOf(loadBytes(new TextEncoder().encode(traces?.sender ?? '')));
  if (input === undefined) throw new Error('the run left no trace');
  return input;
}

/** Starts of its death spirals, ascending, µs. */
export function spiralsOf(input: DetectInput): readonly number[] {
  return runDetectors(input)
    .findings.filter(({ id, severity }) => id === 'death-spiral' && severity !== 'info')
    .map(({ startUs }) => startUs)
    .sort((a, b) => a - b);
}

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
    spiralsUs: spiralsOf(input),
  });
}

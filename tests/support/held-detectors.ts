/**
 * The detectors as the program runs them, with the rules of every finding held on whatever they say, and the steps of
 * its close-up: a test that asks
 * for findings of a trace of its own asks here.
 */

import { withRemarks } from '../../src/engine/base/text/remarks.ts';
import type { Verdicts } from '../../src/engine/findings/finding/finding';
import type { Detector } from '../../src/engine/findings/rule/detector.ts';
import type { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors as run } from '../../src/engine/findings/verdicts/runner.ts';
import { falseSteps } from './close-ups.ts';
import { brokenRules } from './invariants.ts';

/** @throws Error that names every rule which the verdicts break. */
export function runDetectors(input: DetectInput, detectors?: readonly Detector[]): Verdicts {
  const verdicts = run(input, detectors);
  const wrong = withRemarks(verdicts).flatMap(({ closeUp }) =>
    closeUp === null ? [] : falseSteps(closeUp, input),
  );
  const broken = [...brokenRules(verdicts, input.state), ...wrong];
  if (broken.length > 0) throw new Error(`rules of findings are broken:\n${broken.join('\n')}`);
  return verdicts;
}

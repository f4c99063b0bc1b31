/** Close-ups: every finding about a connection has one, and each of its steps is true in the trace at its time. */
import { expect } from 'vitest';
import { falseSteps } from '../close-ups.ts';
import { type Claim, claim } from './claim.ts';
import { ENTRIES } from './list.ts';

/** It judges the log, not what happened at a time. */
const WITHOUT = 'log-quality';

export const CLOSE_UP_CLAIMS: readonly Claim[] = [
  claim(
    'every finding about the connection has a close-up, of which each step is so',
    ENTRIES,
    102,
    ({ connections }) => {
      for (const { analysis, input } of connections) {
        for (const { id, key, closeUp } of analysis.verdicts.findings) {
          expect(closeUp === null, key).toBe(id === WITHOUT);
          expect({ key, wrong: closeUp === null ? [] : falseSteps(closeUp, input) }).toEqual({
            key,
            wrong: [],
          });
        }
      }
    },
  ),
];

/** Close-ups: every finding about a connection has one, and each of its steps is true in the trace at its time. */

import { expect } from 'vitest';
import { LOG_REMARK, withRemarks } from '../../../src/engine/base/text/remarks.ts';
import { falseSteps } from '../close-ups.ts';
import { type Claim, claim } from './claim.ts';
import { ENTRIES } from './list.ts';

export const CLOSE_UP_CLAIMS: readonly Claim[] = [
  claim(
    'every finding about the connection has a close-up, of which each step is so',
    ENTRIES,
    102,
    ({ connections }) => {
      for (const { analysis, input } of connections) {
        for (const { id, key, closeUp } of withRemarks(analysis.verdicts)) {
          expect(closeUp === null, key).toBe(id === LOG_REMARK);
          expect({ key, wrong: closeUp === null ? [] : falseSteps(closeUp, input) }).toEqual({
            key,
            wrong: [],
          });
        }
      }
    },
  ),
];

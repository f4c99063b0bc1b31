/** Which controller is offered first, and what is said of each. */
import { describe, expect, test } from 'vitest';
import { comparedNames } from '../../../../../src/app/features/compare/compared-names.ts';
import {
  controllerRemark,
  firstChoice,
  isFix,
} from '../../../../../src/app/features/what-if/controller-words.ts';
import { runEnding, runName } from '../../../../../src/app/features/what-if/run-file.ts';
import { CANDIDATES, type CandidateId } from '../../../../../src/engine/sender/congestion/candidates.ts';
import type { WhatIfAnswer, WhatIfCheck } from '../../../../../src/engine/simulator/what-if/answer.ts';

/** An answer for a trace of this controller, with all others to choose from. */
function answerOf(own: CandidateId): WhatIfAnswer {
  const choices = CANDIDATES.map(({ id, name }) => ({ id, name }));
  return {
    ...{ refusal: null, assumptions: [], run: null },
    check: { own: { id: own, name: own } } as WhatIfCheck,
    controllers: choices.filter(({ id }) => id !== own),
  };
}

describe('the controller that is offered first', () => {
  test.each([
    ['cubic-shift-from-last-send', 'cubic-shift-from-last-activity'],
    ['cubic-none', 'newreno'],
    ['newreno', 'newreno-beta-0.7'],
  ] as const)('of a trace of %s is %s', (own, first) => {
    expect(firstChoice(answerOf(own))).toBe(first);
  });

  test('is none where none is offered', () => {
    expect(firstChoice({ ...answerOf('newreno'), controllers: [] })).toBeNull();
  });
});

test('each controller has a remark, and the fix is named for a trace of the defect only', () => {
  for (const { id } of CANDIDATES) expect(controllerRemark(id, 'newreno')).toMatch(/^[A-Z].*\.$/);
  const fix = 'cubic-shift-from-last-activity';
  expect(controllerRemark(fix, 'cubic-shift-from-last-send')).toMatch(/^The fix of /);
  expect(controllerRemark(fix, 'cubic-none')).not.toContain('fix');
  expect(CANDIDATES.filter(({ id }) => isFix(id, 'cubic-shift-from-last-send')).map(({ id }) => id)).toEqual([
    fix,
  ]);
});

test('a run is called what it is: beside its trace only that, and among the runs of a trace by its controller', () => {
  const trace = 'x-s9.server.sqlog.gz';
  const [reno, none] = [runName(trace, 'newreno'), runName(trace, 'cubic-none')];
  expect(comparedNames([trace, reno])).toEqual(['A', 'B (what-if newreno)']);
  expect(comparedNames([reno, none])).toEqual(['A (newreno)', 'B (cubic-none)']);
  expect(runEnding('newreno')).toBe('.what-if-newreno.sqlog');
});

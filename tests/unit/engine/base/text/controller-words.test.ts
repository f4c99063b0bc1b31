/** The controller in words: named only as far as the models tell it apart. */
import { describe, expect, test } from 'vitest';
import {
  type ComparedModels,
  controllerWords,
  nearestFit,
} from '../../../../../src/engine/base/text/controller-words.ts';
import { CANDIDATES } from '../../../../../src/engine/sender/congestion/index.ts';

const told = (best: readonly string[], fit = 0.98, change: Partial<ComparedModels> = {}): string =>
  controllerWords({
    notJudged: null,
    fits: best.length > 0,
    unnamed: null,
    best,
    candidates: [{ id: best[0] ?? 'newreno', fit }],
    ...change,
  });
const cubic = (...rules: readonly string[]): readonly string[] => rules.map((rule) => `cubic-${rule}`);

test.each<[best: readonly string[], words: string]>([
  [['newreno'], 'behaves like NewReno, 98 %'],
  [['cubic-2008'], 'behaves like CUBIC of 2008 as in Linux, 98 %'],
  [cubic('shift-from-last-send'), 'behaves like CUBIC (idle counted from last send), 98 %'],
  [cubic('none', 'shift-from-last-activity'), 'behaves like CUBIC (idle not counted from last send), 98 %'],
  [
    cubic('none', 'shift-from-last-send', 'shift-from-last-activity'),
    'behaves like CUBIC (idle counted from last send or from last activity), indistinguishable here, 98 %',
  ],
  [
    cubic('shift-from-last-send', 'shift-clamped'),
    'behaves like CUBIC (idle rule shift-from-last-send or shift-clamped), 98 %',
  ],
  [cubic('reset'), 'behaves like CUBIC (idle rule reset), 98 %'],
  [
    ['newreno-beta-0.7', 'cubic-alpha-1'],
    'behaves like NewReno with β 0.7 or CUBIC whose Reno-friendly region grows like Reno (α 1), indistinguishable here, 98 %',
  ],
  [
    ['newreno-beta-0.7', 'cubic-alpha-1', ...cubic('none', 'shift-from-last-activity')],
    'behaves like NewReno with β 0.7 or CUBIC (idle not counted from last send), indistinguishable here, 98 %',
  ],
  [
    [...cubic('shift-from-last-send'), 'newreno-beta-0.7'],
    'behaves like CUBIC (idle counted from last send) or NewReno with β 0.7, indistinguishable here, 98 %',
  ],
  [
    ['newreno', 'newreno-beta-0.7', ...cubic('shift-from-last-activity'), 'cubic-2008'],
    'behaves like NewReno, NewReno with β 0.7, CUBIC (idle not counted from last send) or CUBIC of 2008 as in Linux, ' +
      'indistinguishable here, 98 %',
  ],
])('of %j', (best, words) => {
  expect(told(best)).toBe(words);
});

test('every candidate alone has a name', () => {
  for (const { id } of CANDIDATES) expect(told([id]), id).toMatch(/^behaves like (NewReno|CUBIC)/);
});

describe('no model', () => {
  test.each<[unnamed: string | undefined, words: string]>([
    ['low-fit', 'no model fits (best 5 %)'],
    [undefined, 'no model fits (best 5 %)'],
    [
      'perhaps-estimate',
      'no model fits (best 5 %): perhaps BBR, or another controller that follows an estimate of the path',
    ],
    [
      'estimate',
      'no model fits (best 5 %): the logged states are those of a controller that follows an estimate of the path ' +
        '(BBR, Copa)',
    ],
    ['several-paths', 'no model fits (best 5 %): the windows of several paths stand in one line'],
    ['few-reductions', 'too few reductions to name a model (best 5 %)'],
  ])('%s', (unnamed, words) => {
    expect(told([], 0.05, { unnamed: unnamed as string })).toBe(words);
  });

  test('and none compared', () => {
    expect(told([], 0, { notJudged: 'no window logged' })).toBe(
      'not compared with models (no window logged)',
    );
  });
});

test.each([
  [0.996, '99 %'],
  [1, '100 %'],
  [0.29, '29 %'],
  [0, '0 %'],
])('a fit of %f is %s: never rounded up', (fit, words) => {
  expect(told(['newreno'], fit)).toBe(`behaves like NewReno, ${words}`);
});

test('the fit is that of the first of the best, which need not have the highest score', () => {
  const candidates = [
    { id: 'cubic-reset', fit: 0.99 },
    { id: 'newreno', fit: 0.97 },
  ];
  const models = { notJudged: null, fits: true, best: ['newreno'], candidates };
  expect(nearestFit(models)).toBe(0.97);
  expect(controllerWords(models)).toBe('behaves like NewReno, 97 %');
  expect(nearestFit({ ...models, fits: false, best: [] })).toBe(0.99);
  expect(nearestFit({ ...models, notJudged: 'no window logged' })).toBeNaN();
});

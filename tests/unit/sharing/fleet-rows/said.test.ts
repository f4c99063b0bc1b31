/** What the screen of a fleet says of rows, groups and shares. */

import { describe, expect, test } from 'vitest';
import { idleRuleTitle } from '../../../../src/engine/base/text/idle-words.ts';
import { DETECTORS } from '../../../../src/engine/findings/rules/index.ts';
import { IDLE_RULES } from '../../../../src/engine/sender/congestion/idle-rule.ts';
import { UNKNOWN } from '../../../../src/sharing/figures/words.ts';
import { GROUPINGS } from '../../../../src/sharing/fleet-rows/contract.ts';
import {
  day,
  findingTitle,
  GROUPING_TITLES,
  groupName,
  longTime,
  shareWords,
  verdictOf,
} from '../../../../src/sharing/fleet-rows/said.ts';
import { countedShare, shownRow } from '../../../support/shown-fleet.ts';

const FULL = shownRow({ worst: 'death-spiral', severity: 'critical', startMs: 2044.4, endMs: 9986.9 });

describe('a verdict', () => {
  test.each([
    ['Death spiral, 7.94 s', FULL],
    ['Death spiral', shownRow({ worst: 'death-spiral', severity: 'critical', startMs: 0 })],
    ['No alarm', shownRow()],
    ['Could not be read', shownRow({ severity: 'failed' })],
    ['Cannot be judged', shownRow({ severity: 'unjudged' })],
    ['Cannot be judged', shownRow({ severity: 'constructor-of-nothing' })],
  ])('%s', (words, row) => {
    expect(verdictOf(row)).toBe(words);
  });

  test('has the name of every rule, as the buttons above have it', () => {
    for (const { id } of DETECTORS) {
      const name = findingTitle(id);
      expect(verdictOf(shownRow({ worst: id, severity: 'warning' }))).toBe(name);
      expect(name).toMatch(/^[A-Z][\w ()’,:-]+$/);
    }
    expect(findingTitle(null)).toBe('any alarm');
  });
});

describe('groups', () => {
  test('have a title for each way to group, and a name each', () => {
    expect(Object.keys(GROUPING_TITLES).toSorted()).toEqual([...GROUPINGS].toSorted());
    expect(new Set(Object.values(GROUPING_TITLES)).size).toBe(GROUPINGS.length);
    for (const by of GROUPINGS) expect(groupName(by, '')).toBe('not known');
    for (const rule of IDLE_RULES) expect(groupName('rule', rule)).toBe(idleRuleTitle(rule));
    expect(groupName('controller', 'a|b|c')).toBe('a, b or c');
    expect(groupName('day', 'file')).toBe('time of the file');
    expect(groupName('version', 'quiche-0.3|x')).toBe('quiche-0.3|x');
  });

  test('have their share with its interval, and none where nothing was judged', () => {
    expect(shareWords(countedShare(24, 30))).toBe('80.0 % (62.7 to 90.5 %)');
    expect(shareWords(countedShare(0, 0))).toBe(UNKNOWN);
    expect(shareWords(countedShare(4, 4))).toBe('too few');
    expect(shareWords(countedShare(0, 5))).toMatch(/^0\.0 % \(0\.0 to /);
  });
});

test.each([
  [Number.NaN, UNKNOWN],
  [0, UNKNOWN],
  [0.5, '500 µs'],
  [59_999, '60.00 s'],
  [60_000, '1.0 min'],
  [3_599_000, '60.0 min'],
  [3_600_000, '1.0 h'],
  [47.9 * 3.6e6, '47.9 h'],
  [48 * 3.6e6, '2 d'],
  [3000 * 864e5, '3,000 d'],
])('%d ms together are %s', (ms, words) => {
  expect(longTime(ms)).toBe(words);
});

test('a day is that of UTC', () => {
  expect(day(Date.UTC(2026, 2, 8, 23, 59))).toBe('2026-03-08');
  expect(day(Number.NaN)).toBe(UNKNOWN);
});

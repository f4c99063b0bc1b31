/** Names of findings and idle rules where only an id is at hand: those of the rules themselves. */
import { expect, test } from 'vitest';
import { idleRuleTitle } from '../../../../../src/engine/base/text/idle-words.ts';
import { shortTitle, titleOfRule } from '../../../../../src/engine/base/text/rule-titles.ts';
import { DETECTORS } from '../../../../../src/engine/findings/rules/index.ts';
import { IDLE_RULES } from '../../../../../src/engine/sender/congestion/idle-rule.ts';

test('every rule is called as its findings are', () => {
  expect(DETECTORS.map(({ id }) => titleOfRule(id))).toEqual(DETECTORS.map(({ title }) => title));
});

test('an id that is not known is called by its words', () => {
  expect(titleOfRule('late-ack')).toBe('Late ack');
  expect(titleOfRule('constructor')).toBe('Constructor');
});

test('a title without the term in brackets', () => {
  expect(shortTitle('Probes without an answer (PTO storm)')).toBe('Probes without an answer');
  expect(shortTitle('A probe (PTO) is missing, or does not back off')).toBe(
    'A probe (PTO) is missing, or does not back off',
  );
  expect(shortTitle('Standing queue (bufferbloat), 3.2 s')).toBe('Standing queue, 3.2 s');
});

test('every idle rule has a name of its own', () => {
  const names = [...IDLE_RULES, 'not-told-apart'].map(idleRuleTitle);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name, i) => name === IDLE_RULES[i])).toEqual([]);
  expect(idleRuleTitle('not-from-last-send')).toBe('not from last send');
});

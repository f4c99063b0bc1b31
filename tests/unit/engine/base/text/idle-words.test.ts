/** Idle rules in plain words: every rule has some, its name stands after them in a cause. */
import { expect, test } from 'vitest';
import { idleCauseWords, idleRuleWords } from '../../../../../src/engine/base/text/idle-words.ts';
import { IDLE_RULES } from '../../../../../src/engine/sender/congestion/idle-rule.ts';

test('every idle rule has words of its own', () => {
  const words = IDLE_RULES.map(idleRuleWords);
  expect(new Set(words).size).toBe(IDLE_RULES.length);
  IDLE_RULES.forEach((rule, i) => {
    expect(words[i]).not.toContain(`rule ${rule}`);
  });
});

test('a cause says what follows, then the term in brackets', () => {
  expect(idleCauseWords('shift-from-last-send')).toBe(
    'idle time is counted from the last send, so the ACK gap of every round trip looks idle ' +
      '(idle rule shift-from-last-send, by the rebuilt recovery boundary)',
  );
  expect(idleCauseWords('reset')).toMatch(/^a new epoch begins after each pause \(idle rule reset, /);
});

test('a rule of a newer digest keeps its name', () => {
  expect(idleRuleWords('shift-twice')).toBe('idle time is counted by the rule shift-twice');
});

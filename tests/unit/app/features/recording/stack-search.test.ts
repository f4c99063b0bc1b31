/** The table of stacks: every one is found by each of its names, and nothing by a word that none has. */
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { RecordingTable } from '../../../../../src/app/features/recording/recording-table.tsx';
import { stacksFor } from '../../../../../src/app/features/recording/stack-search.ts';
import { STACKS } from '../../../../../src/engine/input/recording/stacks.ts';
import { markupOf } from '../../../../support/markup.ts';

describe('a stack', () => {
  test.each(STACKS.map((stack) => [stack.name, stack] as const))(
    '%s is found by its names, in any case and order of words',
    (name, stack) => {
      const names = [name, stack.also ?? '', ...stack.recorders.map(({ where }) => where)];
      for (const one of names) {
        expect(stacksFor(one), one).toContain(stack);
        expect(stacksFor(` ${one.toUpperCase()}  `), one).toContain(stack);
        expect(stacksFor(one.split(' ').toReversed().join('  ')), one).toContain(stack);
      }
      // Each word narrows.
      for (const other of STACKS)
        if (other !== stack) expect(stacksFor(`${name} no-such-word`)).not.toContain(other);
    },
  );

  test('is not looked for by nothing: all of them are there, in their order', () => {
    for (const query of ['', '   ']) expect(stacksFor(query)).toEqual(STACKS);
    expect(stacksFor('no such stack')).toEqual([]);
    // Words of two stacks are not those of one.
    expect(stacksFor(`${STACKS[0]?.name} ${STACKS.at(-1)?.name}`)).toEqual([]);
  });

  test('has its line with every way to switch its log on, its level and its note', () => {
    const markup = markupOf(createElement(RecordingTable));
    expect(markup.all('data-stack').map((line) => line.attribute('data-stack'))).toEqual(
      STACKS.map(({ name }) => name),
    );
    for (const { name, also, recorders, level, note } of STACKS) {
      const { words } = markup.one('data-stack', name);
      if (also !== undefined) expect(words).toContain(`(${also})`);
      for (const { where, code } of recorders)
        expect(words.replace(/\s+/g, '')).toContain(`${where}:${code}`.replace(/\s+/g, ''));
      if (level !== undefined) expect(words).toContain(`Level: ${level}`);
      if (note !== undefined) expect(words).toContain(note);
    }
    expect(markup.words).not.toContain('No stack of this name');
  });
});

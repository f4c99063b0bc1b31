/** The standing list of planted bugs stays plantable: each piece of code that one changes stands once in its file. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUGS } from '../bench/planted-bugs.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

test.each(BUGS.map((bug) => [bug.id, bug]))('%s', (_, { file, from, to }) => {
  expect(readFileSync(`${root}${file}`, 'utf8').split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
});

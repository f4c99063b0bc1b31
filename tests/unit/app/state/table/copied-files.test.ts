/** Which of the files that are added the table has already. */
import { expect, test } from 'vitest';
import { copiesMessage, sortCopies } from '../../../../../src/app/state/table/copied-files.ts';
import type { NamedFile } from '../../../../../src/app/state/traces/named-file.ts';

const file = (name: string, content: string, lastModified = 0): NamedFile => ({
  file: new File([content], name.replace(/.*\//, ''), { lastModified }),
  name,
});

const namesOf = (files: readonly NamedFile[]): readonly string[] => files.map(({ name }) => name);

test('a copy has the name, the size and the content of a file that is there, or of one before it', async () => {
  const there = [file('a.sqlog', 'one'), file('b.sqlog', 'two')];
  const given = [
    ...[file('again/a.sqlog', 'one', 5), file('x/b.sqlog', 'TWO'), file('c.sqlog', 'one')],
    ...[file('d.sqlog', 'four'), file('d.sqlog', 'four'), file('y/b.sqlog', 'TWO')],
  ];
  const { fresh, copies } = await sortCopies(there, given);
  expect(namesOf(copies)).toEqual(['again/a.sqlog', 'd.sqlog', 'y/b.sqlog']);
  expect(namesOf(fresh)).toEqual(['x/b.sqlog', 'c.sqlog', 'd.sqlog']);
});

test('files that differ in name or size are not read', async () => {
  const unread = (name: string, content: string): NamedFile => {
    const named = file(name, content);
    named.file.slice = () => {
      throw new Error('it is read');
    };
    return named;
  };
  const { fresh } = await sortCopies([unread('a', 'one')], [unread('b', 'one'), unread('a', 'longer')]);
  expect(namesOf(fresh)).toEqual(['b', 'a']);
});

test('of a file that gives no fingerprint its last change tells', async () => {
  const lost = (lastModified: number): NamedFile => {
    const named = file('a', 'one', lastModified);
    named.file.slice = () => {
      throw new Error('gone');
    };
    return named;
  };
  const { copies, fresh } = await sortCopies([lost(7)], [lost(7), lost(8)]);
  expect([copies.length, fresh.length]).toEqual([1, 1]);
});

test('how many were in the table is said', () => {
  const [a, b] = [file('a', 'one'), file('b', 'two')];
  expect(copiesMessage([a], 3).text).toBe(
    'a is in the table already, with the same content: it is not added again.',
  );
  expect(copiesMessage([a, b], 3).text).toContain('2 files of 3 are in the table already');
  expect(copiesMessage([a, b], 2).text).toContain('2 files are in the table already');
});

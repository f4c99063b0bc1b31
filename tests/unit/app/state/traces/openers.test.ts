/** Which way of opening files takes which of them, and when: by names, by what they are together, by first bytes, else tabs. */
import { expect, test } from 'vitest';
import { type NamedFile, namedFile } from '../../../../../src/app/state/traces/named-file.ts';
import { HEAD_BYTES, headOf, type Opener, Openers } from '../../../../../src/app/state/traces/openers.ts';

const files = (...names: readonly string[]): readonly NamedFile[] =>
  names.map((name) => namedFile(new File([name], name)));
const namesOf = (of: readonly NamedFile[]): string => of.map(({ name }) => name).join();

/** What was opened, by whom: `who: files | others`. */
let opened: string[] = [];
const opener = (who: string, claims: Opener['claims']): Opener => ({
  claims,
  open: async (claimed, others) => void opened.push(`${who}: ${namesOf(claimed)} | ${namesOf(others)}`),
});
function open(openers: readonly Opener[], ...names: readonly string[]): Promise<void> {
  opened = [];
  return new Openers(openers).open(files(...names), async (others) => {
    opened.push(`tabs: ${namesOf(others)}`);
  });
}

test('a name counts before anything else, whatever the order, and takes along what came with it', async () => {
  const openers = [
    opener('all', { together: () => true }),
    opener('x', { name: (name) => name.endsWith('.x') }),
    opener('y', { name: (name) => name.endsWith('.y') }),
  ];
  await open(openers, 'a', 'b.x', 'c.y', 'd.x');
  expect(opened).toEqual(['x: b.x,d.x | a,c.y']);
  await open(openers, 'a', 'c.y');
  expect(opened).toEqual(['y: c.y | a']);
  await open(openers, 'a', 'b');
  expect(opened).toEqual(['all: a,b | ']);
});

test('of those that take files together the first that claims them opens them; else they are tabs', async () => {
  const openers = [
    opener('many', { together: ({ length }) => length > 2 }),
    opener('late', { together: async (all) => all.some(({ name }) => name === 'zip') }),
    opener('head', { head: () => true }),
  ];
  await open(openers, 'a', 'b', 'zip');
  expect(opened).toEqual(['many: a,b,zip | ']);
  await open(openers, 'a', 'zip');
  expect(opened).toEqual(['late: a,zip | ']);
  await open(openers, 'a', 'b');
  expect(opened).toEqual(['tabs: a,b']);
});

test('what is known at once is opened at once', () => {
  void open([opener('many', { together: () => false })], 'a');
  expect(opened).toEqual(['tabs: a']);
});

test('a file is claimed by its first bytes only, whatever its name, and by nobody where it cannot be read', async () => {
  const openers = [
    opener('named', { name: () => true }),
    opener('A', { head: (head) => head[0] === 65 }),
    opener('long', { head: ({ length }) => length > HEAD_BYTES }),
  ];
  const claimedBy = (file: Pick<File, 'slice'>) => new Openers(openers).ofHead(file);
  expect(await claimedBy(new File([`A${'b'.repeat(999)}`], 'b'))).toBe(openers[1]);
  expect(await claimedBy(new File(['b'.repeat(999)], 'A'))).toBeNull();
  expect(await claimedBy(new File([], 'empty'))).toBeNull();
  const gone = {
    slice: () => {
      throw new DOMException('gone', 'NotReadableError');
    },
  };
  expect([await headOf(gone), await claimedBy(gone)]).toEqual([null, null]);
});

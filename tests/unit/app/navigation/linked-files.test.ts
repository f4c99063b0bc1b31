/** Which open files a link names as one trace, in whichever form they are open. */
import { expect, test } from 'vitest';
import { linkedFiles } from '../../../../src/app/navigation/linked-files.ts';
import { joinedSource, singleSource } from '../../../../src/app/state/traces/named-file.ts';
import type { OpenFile } from '../../../../src/app/state/traces/open-file.ts';
import type { TraceFile } from '../../../../src/app/state/traces/trace-file.ts';
import type { FileRef } from '../../../../src/sharing/link/state.ts';

const refs = new Map<TraceFile, FileRef>();
const origins = { refOf: (file: TraceFile) => refs.get(file) };

function refOf(names: string): FileRef {
  const [first, ...segments] = [...names].map((name) => ({ name, sizeBytes: 1, hash: name.repeat(16) }));
  const file = { kind: 'file', fingerprint: first as FileRef['fingerprint'] } as const;
  return segments.length === 0 ? file : { ...file, segments };
}

/** @param names of its files, a letter each. */
function open(names: string): OpenFile {
  const files = [...names].map((name) => ({ file: new File([name], name), name }));
  const [first] = files;
  const source =
    names.length === 1 && first !== undefined ? singleSource(first) : joinedSource(files, 'none');
  const file = { ...source, digest: null } as unknown as OpenFile;
  refs.set(file, refOf(names));
  return file;
}

test.each([
  ['abc', ['c', 'b', 'a'], 'abc', ['c', 'b', 'a'], ''],
  ['abc', ['ab', 'x', 'c'], 'abc', ['ab', 'c'], ''],
  ['abc', ['acb'], 'abc', ['acb'], ''],
  ['bc', ['abcd'], 'bc', ['abcd'], 'ad'],
  ['b', ['abc', 'd'], 'b', ['abc'], 'ac'],
])('%s of %j', (asked, opened, parts, owners, rest) => {
  const files = opened.map(open);
  const linked = linkedFiles(refOf(asked), files, origins);
  expect(linked?.parts.map(({ name }) => name).join('')).toBe(parts);
  expect(linked?.owners.map((owner) => opened[files.indexOf(owner)]).sort()).toEqual(owners.toSorted());
  expect(linked?.rest.map(({ name }) => name).join('')).toBe(rest);
});

test('none where they are open so, where one is not open, and of files that are read in part', () => {
  expect(linkedFiles(refOf('abc'), [open('abc')], origins)).toBeNull();
  expect(linkedFiles(refOf('abc'), [open('ab')], origins)).toBeNull();
  expect(linkedFiles(refOf('aa'), [open('a'), open('b')], origins)).toBeNull();
  const [a, b] = [open('a'), open('b')];
  const inPart = { ...b, source: { ...b.source, range: { fromUs: 0, toUs: 1 } } } as OpenFile;
  refs.set(inPart, refOf('b'));
  expect(linkedFiles(refOf('ab'), [a, inPart], origins)).toBeNull();
  expect(linkedFiles(refOf('ab'), [a, b], origins)).not.toBeNull();
  expect(linkedFiles({ kind: 'example', id: 'a' }, [a], origins)).toBeNull();
});

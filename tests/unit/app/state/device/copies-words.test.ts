/** What became of files that were to be kept, in words: nothing where all is well, one message for all else. */
import { expect, test } from 'vitest';
import { type Outcome, outcomeMessage } from '../../../../../src/app/state/device/copies-words.ts';
import type { CopyResult } from '../../../../../src/app/state/device/file-copies.ts';
import type { FileCopy } from '../../../../../src/app/state/device/file-copy.ts';

const outcome = (result: CopyResult, name = 'a.qlog', sizeBytes = 3.1e9): Outcome => ({
  name,
  sizeBytes,
  result,
});
const recent = (...names: readonly string[]): Outcome => {
  const dropped = names.map((name) => ({ name, sizeBytes: 2e6 }) as FileCopy);
  return outcome({ kind: 'kept', dropped });
};
const textOf = (result: CopyResult): string => outcomeMessage([outcome(result)])?.text ?? '';

test('nothing is said of files that are kept, or whose copying was stopped', () => {
  expect(outcomeMessage([])).toBeNull();
  expect(outcomeMessage([recent(), outcome({ kind: 'there' }), outcome({ kind: 'stopped' })])).toBeNull();
});

test('a file that is not kept is named with its size and the reason', () => {
  expect(outcomeMessage([outcome({ kind: 'too-large', allowedBytes: 2e9 })])).toEqual({
    kind: 'copy-not-kept',
    level: 'warning',
    text: 'No copy of a.qlog (3.10 GB) is kept on this device: it is larger than the 2.00 GB that all copies may take. After a reload, it is asked for.',
    places: [],
  });
  expect(textOf({ kind: 'in-use', allowedBytes: 2e9 })).toContain('open traces are read from');
  expect(textOf({ kind: 'changed' })).toContain('the file changed while it was copied');
  expect(textOf({ kind: 'failed', name: 'QuotaExceededError' })).toContain('is full');
  expect(textOf({ kind: 'failed', name: 'NotReadableError' })).toContain('changed, moved or deleted');
  expect(textOf({ kind: 'failed', name: 'NoModificationAllowedError' })).toContain(
    'the browser refused to write it (NoModificationAllowedError)',
  );
});

test('copies that were dropped are named', () => {
  expect(outcomeMessage([recent('old.qlog')])).toMatchObject({
    kind: 'copies-dropped',
    level: 'note',
    text: 'To make room, the least recently used copy was dropped: old.qlog (2.0 MB).',
    places: [],
  });
  expect(outcomeMessage([recent('one.qlog'), recent('two.qlog')])).toMatchObject({
    text: 'To make room, the 2 least recently used copies were dropped.',
    places: ['dropped: one.qlog (2.0 MB)', 'dropped: two.qlog (2.0 MB)'],
  });
});

test('several files are one message, with five names at most', () => {
  const failed = ['a', 'b', 'c', 'd'].map((name) => outcome({ kind: 'failed', name: 'X' }, name, 5));
  const message = outcomeMessage([...failed, recent('one.qlog', 'two.qlog')]);
  expect(message).toMatchObject({
    kind: 'copy-not-kept',
    text: 'No copies of 4 files are kept on this device. After a reload, they are asked for. To make room, the 2 least recently used copies were dropped.',
  });
  expect(message?.places).toHaveLength(5);
  expect(message?.places[0]).toBe('a (5 B): the browser refused to write it (X)');
});

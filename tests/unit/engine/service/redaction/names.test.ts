/** Names of files: those of saved ones, without what a file system or a shell trips over; and where a name may not stand. */
import { describe, expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import { nameRemover, type Origin, redactOrigin } from '../../../../../src/engine/service/redaction/names.ts';
import { fileStem, redactName } from '../../../../../src/engine/service/redaction/redact.ts';

const NAMED = { ...SHARE_NOTHING, fileName: true };

test.each([
  ['server.sqlog.gz', 'server'],
  ['logs/run 3/server.qlog', 'server'],
  ['C:\\logs\\a.json', 'a'],
  ['rate2-both.server.sqlog', 'rate2-both.server'],
  ['a b (2).qlog.zst', 'a-b-2-'],
  ['../../.hidden', 'hidden'],
  ['--help.sqlog', 'help'],
  ['<script>.sqlog', 'script-'],
  ['.sqlog', 'trace'],
  ['', 'trace'],
  [`${'x'.repeat(300)}.sqlog`, 'x'.repeat(80)],
])('%s is saved as %s', (name, stem) => {
  expect(fileStem(name, NAMED)).toBe(stem);
  expect(fileStem(name, SHARE_NOTHING)).toBe('trace');
});

test('without its option a name is none', () => {
  expect([redactName('a.sqlog', NAMED), redactName('a.sqlog', SHARE_NOTHING)]).toEqual(['a.sqlog', null]);
  expect([fileStem(null, NAMED), fileStem(null, SHARE_NOTHING)]).toEqual(['trace', 'trace']);
});

describe('a sentence', () => {
  test.each([
    ['logs/bob.sqlog', 'logs/bob.sqlog is bob.sqlog.', '(the file) is (the file).'],
    ['会议记录', 'Of 会议记录.', 'Of (the file).'],
    // Our own words and figures stay.
    ['window', 'The window is 1500 B.', 'The window is 1500 B.'],
    ['1500', 'The window is 1500 B.', 'The window is 1500 B.'],
    ['a.b', 'Of a.b.', 'Of a.b.'],
    [null, 'Of a.', 'Of a.'],
  ])('loses the name %s', (name, words, without) => {
    expect(nameRemover(name, SHARE_NOTHING)(words)).toBe(without);
    expect(nameRemover(name, NAMED)(words)).toBe(words);
  });
});

describe('where a trace came from', () => {
  const file = {
    kind: 'file',
    fingerprint: { name: 'bob.sqlog', sizeBytes: 5, hash: 'AAAAAAAAAAAAAAAA', path: '/home/bob' },
  } as const;

  test('is a file by its size and hash, with its option by its name', () => {
    const { path: _, ...known } = file.fingerprint;
    expect(redactOrigin(file, SHARE_NOTHING)).toEqual({ kind: 'file', fingerprint: { ...known, name: '' } });
    expect(redactOrigin(file, NAMED)).toEqual({ kind: 'file', fingerprint: known });
  });

  test('is an address with its option only, and an example always', () => {
    const remote = { kind: 'src', url: 'https://logs.example/a' } as const;
    const example = { kind: 'example', id: 'reno' } as const;
    expect(redactOrigin(remote, NAMED)).toBeNull();
    expect(redactOrigin(remote, { ...SHARE_NOTHING, addresses: true })).toEqual(remote);
    expect(redactOrigin(example, SHARE_NOTHING)).toEqual(example);
  });

  test('is a run of the lab by what it is made of, and by nothing else', () => {
    const run = {
      ...({ kind: 'run', scenario: 'incident', variant: 'defect', seed: 7 } as const),
      ...({ end: 'sender', fields: ['rtt:20'] } as const),
    };
    expect(redactOrigin({ ...run, path: '/home/bob' } as Origin, SHARE_NOTHING)).toEqual(run);
  });
});

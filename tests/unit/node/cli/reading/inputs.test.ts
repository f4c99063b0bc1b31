/** Which files a call means: names, folders, links, and what is passed over. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Input, inputsOf, nameSays } from '../../../../../src/node/cli/reading/inputs.ts';
import { type PassedOver, PassedOverTally } from '../../../../../src/node/cli/reading/passed-over.ts';
import { systemReason } from '../../../../../src/node/cli/system-reason.ts';

let root = '';

function put(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'x');
}

async function inputs(...paths: string[]): Promise<readonly Input[]> {
  const found: Input[] = [];
  for await (const input of inputsOf(paths)) found.push(input);
  return found;
}

const skippedWords = ({ files, folderLinks }: PassedOver): string =>
  [files, ...(folderLinks > 0 ? [`and ${folderLinks} linked`] : [])].join(' ');

const words = (found: readonly Input[]): readonly string[] =>
  found.map((input) =>
    [
      input.kind,
      'path' in input ? input.path.replace(`${root}/`, '') : '',
      input.kind === 'skipped' ? skippedWords(input) : [],
    ]
      .flat()
      .join(' ')
      .trim(),
  );

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'qlogscope-inputs-'));
  for (const path of ['t/b.sqlog.gz', 't/a.qlog', 't/README.md', 't/sub/c.json', 't/sub/deep/d.QLOG'])
    put(path);
  for (const path of ['t/.git/x.qlog', 't/node_modules/p/y.qlog', 'other/notes.txt']) put(path);
  mkdirSync(join(root, 'empty'));
  symlinkSync(join(root, 't'), join(root, 't/sub/up.qlog'));
  symlinkSync(join(root, 't/a.qlog'), join(root, 't/sub/link.qlog'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('names', () => {
  test.each([
    ['a.qlog', 'trace'],
    ['a.sqlog', 'trace'],
    ['A.QLOG.GZ', 'trace'],
    ['a.sqlog.zst', 'trace'],
    ['a.qlog.br', 'trace'],
    ['a.json', 'possible'],
    ['a.qlog.json', 'possible'],
    ['a.qlog.js', 'possible'],
    ['a.jsonl', 'possible'],
    ['logs.tar.gz', 'possible'],
    ['logs.zip', 'possible'],
    ['README.md', 'other'],
    ['a.qlog.md5', 'other'],
    ['qlog', 'other'],
  ])('%s promises: %s', (name, says) => {
    expect(nameSays(name)).toBe(says);
  });
});

describe('folders', () => {
  test('are searched in name order, without those of tools and without following links to folders', async () => {
    expect(words(await inputs(join(root, 't')))).toEqual([
      'file t/a.qlog',
      'file t/b.sqlog.gz',
      'file t/sub/c.json',
      'file t/sub/deep/d.QLOG',
      'file t/sub/link.qlog',
      'skipped t/sub 0 and 1 linked',
      'skipped t 1',
    ]);
  });

  test('of links to folders are said to be that, each link once, whatever its name promises', async () => {
    const links = join(root, 'links');
    mkdirSync(links);
    for (const name of ['a', 'b.qlog', 'c.json', '.git', 'node_modules'])
      symlinkSync(join(root, 't'), join(links, name));
    const found = await inputs(links);
    expect(words(found)).toEqual(['skipped links 0 and 3 linked', 'failed links']);
    expect(found[1]).toMatchObject({
      reason: 'the folder holds no trace; links to folders are not followed',
    });
    writeFileSync(join(links, 'notes.txt'), 'x');
    symlinkSync(join(links, 'notes.txt'), join(links, 'notes'));
    const [skipped] = await inputs(links);
    const tally = new PassedOverTally();
    tally.add(skipped as PassedOver & Input);
    tally.add({ files: 1, folderLinks: 0 });
    expect(tally.lines).toEqual([
      '3 files in folders passed over: no trace by name or content',
      '3 links to folders not followed',
    ]);
    expect(new PassedOverTally().lines).toEqual([]);
  });

  test('pipes are skipped, because reading one without a writer would never end', async () => {
    mkdirSync(join(root, 'pipes'));
    execFileSync('mkfifo', [join(root, 'pipes/a.qlog')]);
    symlinkSync(join(root, 'pipes/a.qlog'), join(root, 'pipes/b.qlog'));
    expect(words(await inputs(join(root, 'pipes')))).toEqual(['skipped pipes 2', 'failed pipes']);
    const [named] = await inputs(join(root, 'pipes/a.qlog'));
    expect(named).toMatchObject({ kind: 'file', regular: false });
  });

  test('only a name that may be anything makes a file optional', async () => {
    const found = await inputs(join(root, 't'));
    const optional = found.filter((input) => input.kind === 'file' && input.optional);
    expect(words(optional)).toEqual(['file t/sub/c.json']);
  });

  test('one without a trace is an error, because a test that reads nothing must not pass', async () => {
    expect(words(await inputs(join(root, 'empty')))).toEqual(['failed empty']);
    expect(words(await inputs(join(root, 'other')))).toEqual(['skipped other 1', 'failed other']);
  });
});

describe('what is named', () => {
  test('is tried with any name, in the order of the call', async () => {
    const found = await inputs(join(root, 'other/notes.txt'), '-', join(root, 't/a.qlog'));
    expect(words(found)).toEqual(['file other/notes.txt', 'stdin', 'file t/a.qlog']);
    expect(found.some((input) => input.kind === 'file' && input.optional)).toBe(false);
  });

  test('and does not exist fails with a message, and the others continue', async () => {
    const found = await inputs(join(root, 'gone.qlog'), join(root, 't/a.qlog'));
    expect(found[0]).toMatchObject({ kind: 'failed', reason: 'no such file or folder' });
    expect(found).toHaveLength(2);
  });
});

test('system errors are described in English, others with their own message', () => {
  const denied = Object.assign(new Error("EACCES: permission denied, open 'x'"), { code: 'EACCES' });
  expect(systemReason(denied)).toBe('no permission to read it');
  expect(systemReason(new Error('the gzip stream is truncated'))).toBe('the gzip stream is truncated');
});

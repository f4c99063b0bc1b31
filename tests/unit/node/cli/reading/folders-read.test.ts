/** Folders whose files are no traces: no command that reads traces passes them. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FoldersRead } from '../../../../../src/node/cli/reading/folders-read.ts';
import { run } from '../../../../support/cli-here.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-folders-'));
afterAll(() => rmSync(folder, { recursive: true }));
const none = join(folder, 'none');
const some = join(folder, 'some');
mkdirSync(none);
mkdirSync(some);
for (const to of [none, some]) writeFileSync(join(to, 'package.json'), '{"name":"x","version":"1"}');
copyFileSync(corpusPath('rate-reno-s12.server.sqlog.gz'), join(some, 'a.sqlog.gz'));

describe.each([
  ['check'],
  ['check', '--json'],
  ['check', '--jobs', '1'],
  ['check', '--output', join(folder, 'c.parquet')],
  ['summary'],
  ['doctor'],
  ['report', '--output', join(folder, 'r.md')],
])('%s', (...command) => {
  test('of a folder that holds no trace fails', async () => {
    const { status, stderr } = await run([...command, none]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/passed over/);
  });
});

test('a folder without a trace beside one with traces is named', async () => {
  const { status, stderr } = await run(['check', some, `${none}/`]);
  expect(status).toBe(2);
  expect(stderr).toContain(`${none}/: the folder holds no trace`);
  expect(stderr).not.toContain(`${some}: the folder`);
  expect((await run(['check', some])).status).toBeLessThan(2);
});

test('folders are told apart by their whole names, however they are written', () => {
  const read = new FoldersRead(['./a', 'ab', 'c/', '.', 'd/e.json']);
  read.reported('a/x.qlog');
  read.passedOver('ab/y.json');
  read.passedOver('c/z/z.json');
  expect(read.withoutTrace).toEqual(['ab', 'c/']);
  const here = new FoldersRead(['.', '/b', '../c']);
  here.passedOver('package.json');
  here.reported('/b/x.qlog');
  here.reported('../c/x.qlog');
  expect(here.withoutTrace).toEqual(['.']);
});

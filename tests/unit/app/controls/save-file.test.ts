/** Names of saved files: the trace's own, without folders, endings, and what a file system or a shell trips over. */
import { expect, test } from 'vitest';
import { fileStem } from '../../../../src/app/controls/save-file.ts';

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
  expect(fileStem(name)).toBe(stem);
});

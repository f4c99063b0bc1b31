/**
 * Every file that nothing can be read from gets its word on the page, one after the other in one page, and the next trace
 * opens. The gate opens one of each way (tests/e2e/bad-input.spec.ts).
 */
import { expect, test } from '@playwright/test';
import { openFiles, openPage, SPIRAL, tracePath, traceText, type Upload, upload } from '../e2e/support';

const header = traceText(SPIRAL).split('\x1e')[1] as string;

const HOPELESS: readonly (readonly [string, Upload, string, RegExp])[] = [
  ['an empty file', upload('empty.qlog', ''), 'empty-file', /the file is empty/],
  ['white space', upload('blank.qlog', ' \n\n '), 'empty-file', /only white space/],
  ['text that is no JSON', upload('notes.qlog', 'hello, this is a log'), 'not-qlog', /byte 0/],
  ['broken JSON', upload('broken.json', '{"qlog_version": oops!}'), 'not-qlog', /breaks at byte 21/],
  [
    'JSON of something else',
    upload('package.json', '{"private": true}'),
    'not-qlog',
    /it is JSON, and no record/,
  ],
  [
    'JSON with a name, which an event has as well',
    upload('package.json', '{"name": "x", "version": "1"}'),
    'not-qlog',
    /no qlog header stands in it/,
  ],
  [
    'an HTML page',
    upload('login.qlog', '<!DOCTYPE html><html><body>Sign in</body></html>'),
    'not-qlog',
    /HTML page/,
  ],
  [
    'a zstd file that was cut in its first bytes',
    upload('t.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0])),
    'truncated-zstd',
    /zstd stream ends too early/,
  ],
  [
    'an xz file',
    upload('t.xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4])),
    'unsupported-compression',
    /compressed with xz/,
  ],
  ['a header without events', upload('header.sqlog', `\x1e${header}`), 'no-events', /no events/],
];

test('every hopeless file fails with a clear word, and the next trace opens', async ({ page }) => {
  for (const [name, file, kind, words] of HOPELESS) {
    await test.step(name, async () => {
      await openPage(page);
      await openFiles(page, file);
      const message = page.locator(`[data-testid=message][data-kind=${kind}]`);
      await expect(message).toHaveCount(1);
      await expect(message).toContainText(words);
      await expect(page.locator('html')).toHaveAttribute('data-state', 'failed');
      await openFiles(page, tracePath(SPIRAL));
      await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
      await expect(page.locator('[data-severity=critical]')).toHaveCount(1);
    });
  }
});

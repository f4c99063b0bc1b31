/**
 * Bad input is normal input: a message that says what and where, the good part kept, the page usable for
 * the next drop.
 */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { openFiles, openPage, RECEIVER, SPIRAL, tracePath, traceText, type Upload, upload } from './support';

const text = traceText(SPIRAL);
const records = text.split('\x1e').filter((record) => record !== '');
const header = records[0] as string;

async function expectMessage(page: Page, file: Upload, kind: string, words: RegExp): Promise<void> {
  await openPage(page);
  await openFiles(page, file);
  const message = page.locator(`[data-testid=message][data-kind=${kind}]`);
  await expect(message).toHaveCount(1);
  await expect(message).toContainText(words);
}

/** The page is not stuck: the next trace opens as ever. */
async function expectUsable(page: Page): Promise<void> {
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('[data-severity=critical]')).toHaveCount(1);
}

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

for (const [name, file, kind, words] of HOPELESS) {
  test(`${name} fails with a clear word, and the next trace opens`, async ({ page }) => {
    await expectMessage(page, file, kind, words);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'failed');
    await expectUsable(page);
  });
}

test('a truncated gzip keeps everything before the cut and names the place', async ({ page }) => {
  const gzip = readFileSync(tracePath(SPIRAL));
  const cut = upload('cut.sqlog.gz', gzip.subarray(0, Math.floor(gzip.length / 2)));
  await expectMessage(
    page,
    cut,
    'truncated-gzip',
    /at about byte [\d,]+ of the file\. The [\d,]+ events before it/,
  );
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  const events = Number(await page.getByTestId('summary').getAttribute('data-events'));
  expect(events).toBeGreaterThan(3000);
  expect(events).toBeLessThan(8046);
  await expectUsable(page);
});

test('a cut last record is named with its number and offset', async ({ page }) => {
  const cut = text.slice(0, text.length - 40);
  await expectMessage(page, upload('cut.sqlog', cut), 'cut-record', /record 8,046 at byte 1,29\d,\d{3}/);
  await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8045');
  await expect(page.getByTestId('summary')).toHaveAttribute('data-skipped-records', '1');
  await expect(page.locator('[data-severity=critical]')).toHaveCount(1);
});

test('a broken record in the middle costs only itself', async ({ page }) => {
  const damaged = [...records];
  damaged[4000] = (damaged[4000] as string).replace('"data":{', '"data":');
  const offset = Buffer.byteLength(records.slice(0, 4000).join('\x1e')) + 2;
  const file = upload('damaged.sqlog', damaged.map((record) => `\x1e${record}`).join(''));
  const place = `Record 4,000 at byte ${offset.toLocaleString('en-US')} could not be read`;
  await expectMessage(page, file, 'broken-record', new RegExp(place));
  await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8045');
  await expectUsable(page);
});

test('a record of 10 MB is read and named', async ({ page }) => {
  const fat = JSON.stringify({
    time: 9_990,
    name: 'loglevel:info',
    data: { message: 'x'.repeat(10_000_000) },
  });
  const file = upload('fat.sqlog', `${text}\x1e${fat}\n`);
  await expectMessage(
    page,
    file,
    'large-record',
    /Record 8,047 at byte [\d,]+ is unusually large \(10\.0 MB\)/,
  );
  await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8047');
  await expectUsable(page);
});

test('a trace of the receiver says what it cannot show', async ({ page }) => {
  await openPage(page);
  await openFiles(page, tracePath(RECEIVER));
  await expect(page.locator('[data-testid=message][data-kind=receiver]')).toContainText('cannot see');
  await expect(page.getByTestId('finding')).toHaveCount(0);
  await expect(page.locator('aside')).toContainText('a receiver cannot see the window of the sender');
  await expectUsable(page);
});

test('log text is shown as text, never as markup', async ({ page }) => {
  const events = [
    { time: 0, name: 'quic:congestion_state_updated', data: { new: '<img src=x onerror=alert(1)>' } },
    { time: 5, name: 'quic:recovery_metrics_updated', data: { congestion_window: 12000 } },
    { time: 9, name: 'quic:congestion_state_updated', data: { new: '<b>bold</b>' } },
  ];
  const lines = [header.trim(), ...events.map((event) => JSON.stringify(event))];
  await openPage(page);
  await openFiles(page, upload('<i>name</i>.sqlog', lines.map((line) => `\x1e${line}\n`).join('')));
  await expect(page.locator('[data-panel=states]')).toContainText('<img src=x onerror=alert(1)>');
  await expect(page.locator('main img, main b, header i')).toHaveCount(0);
});

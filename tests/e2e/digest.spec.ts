/**
 * Digests: links and files that open without the trace, say what they are, and give way to the trace itself. The whole
 * walk through a link is made with the smallest budget here, with all of them in tests/deep/digest-budgets.spec.ts.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import {
  copied,
  digestLine,
  expectOpensAlone,
  expectRange,
  expectSharedView,
  linkMessage,
  offerOf,
  openFragment,
  openShare,
  openSpiral,
  requestsFor,
  shareSpiral,
  shownTrace,
  tick,
  walkLink,
} from './digests';
import {
  openFiles,
  openPage,
  panel,
  SPIRAL,
  settled,
  tracePath,
  traceText,
  type Upload,
  upload,
} from './support';

const shared = shareSpiral();

test('a link with 2 KB of data opens without the trace, and the trace takes its place with range, finding and notes', async ({
  page,
  baseURL,
}) => {
  await walkLink(page, shared.given, '2 KB', baseURL);
});

test('links with 8 and with 32 KB of data open without the trace: range, finding, panels and notes', {
  tag: '@deep',
}, async ({ page }) => {
  const { '2 KB': small, '8 KB': middle, '32 KB': large } = shared.given.links;
  expect(middle.bytes).toBeGreaterThan(small.bytes);
  expect(large.bytes).toBeGreaterThan(middle.bytes);
  for (const budget of ['8 KB', '32 KB'] as const) await expectOpensAlone(page, shared.given, budget);
});

for (const [when, stepsOf] of [
  ['comes with its trace', (digest: Upload, trace: Upload) => [[digest, trace]]],
  ['comes after its trace, twice', (digest: Upload, trace: Upload) => [[trace], [digest], [digest]]],
] as const) {
  test(`a file of a digest that ${when} brings view and notes to the trace`, { tag: '@deep' }, async ({
    page,
  }) => {
    const trace = upload(SPIRAL, readFileSync(tracePath(SPIRAL)));
    await openPage(page);
    for (const files of stepsOf(shared.given.file, trace)) await openFiles(page, files);
    await expect(page.getByTestId('note')).toHaveText(/Seen on Tuesday too\./);
    await settled(page);
    await expect(page.getByTestId('trace')).toHaveCount(1);
    await expect(digestLine(page)).toHaveCount(0);
    await expect(linkMessage(page)).toContainText('which is open here');
    await expectSharedView(page, shared.given);
  });
}

test('of several connections, the one that was shared is shown in the trace itself too', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const trace = (name: string, group: string) => ({
    vantage_point: { type: 'server' },
    common_fields: { ODCID: group, time_format: 'relative', reference_time: 0 },
    events: traceText(name)
      .split('\u001e')
      .slice(2)
      .map((record) => JSON.parse(record) as unknown),
  });
  const traces = [trace('rate-reno-s12.server.sqlog.gz', 'aa01'), trace(SPIRAL, 'bb02')];
  const two = upload('two.qlog', gzipSync(JSON.stringify({ qlog_version: '0.3', traces })));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await openFiles(page, two);
  // It opens with the second, the worse one.
  await page.getByTestId('connections').locator('summary').click();
  await page.locator('[data-testid=connection][data-index="0"]').click();
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(0);
  await settled(page);
  await openShare(page);
  const url = await copied(page, offerOf(page, '8 KB').getByTestId('share-copy'));

  const other = await browser.newPage();
  await openFragment(other, new URL(url).hash);
  await expect(digestLine(other)).toBeVisible();
  await openFiles(other, two);
  await expect(digestLine(other)).toHaveCount(0);
  await expect(other.getByTestId('connections')).toContainText('Connection 1 of 2');
  await expect(other.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(0);
  await other.close();
});

test('a digest says what it cannot do, and draws what it holds hatched where it is zoomed beyond its columns', {
  tag: '@deep',
}, async ({ page }) => {
  await openFragment(page, shared.given.links['2 KB'].hash);
  await expect(page.getByTestId('digest-limit')).not.toContainText('Nothing is drawn');
  await page.keyboard.press('e');
  await settled(page);
  await expect(page.getByTestId('drawer')).toContainText('A digest holds no events');
  await page.keyboard.press('e');
  await page.keyboard.press('Shift+KeyR');
  await expect(page.getByTestId('measure')).toContainText('A digest holds no exact figures');
  await page.keyboard.press('Escape');
  for (let i = 0; i < 14; i++) await page.keyboard.press('w');
  await settled(page);
  await expect(page.getByTestId('digest-limit')).toContainText('Hatched: the digest holds columns of');
  await panel(page, 'congestion').getByRole('button', { name: 'Congestion as text' }).click();
  await expect(panel(page, 'congestion')).toContainText('Hatched: the digest holds columns of');
  await expect(panel(page, 'loss').getByTestId('figure')).toContainText('columns of');
  // What was changed stays in the address, with the data.
  await expect.poll(() => new URL(page.url()).hash).toMatch(/&t=[\d.]+-[\d.]+.*&d=/);
  await page.reload();
  await settled(page);
  await expect(page.getByTestId('digest-limit')).toContainText('Hatched: the digest holds columns of');
});

test('what is ticked goes in, and nothing else', { tag: '@deep' }, async ({ page, browser }) => {
  await openSpiral(page);
  await openShare(page);
  await expect(page.getByTestId('share-held')).toContainText('The trace has');
  await tick(page, 'fileName');
  await tick(page, 'connectionIds');
  await tick(page, 'notes', false);
  const url = await copied(page, offerOf(page, '8 KB').getByTestId('share-copy'));
  expect(url).toContain('.server.sqlog.gz&');
  const other = await browser.newPage();
  await openFragment(other, new URL(url).hash);
  await expect(shownTrace(other)).toHaveAttribute('data-name', `Digest of ${SPIRAL}`);
  await expect(other.getByTestId('note')).toHaveCount(0);
  await other.close();
});

test('a .qlogscope file opens like a trace, whatever it is called, and is shared again', {
  tag: '@deep',
}, async ({ page }) => {
  const { file, range } = shared.given;
  expect(file.name).toBe('trace.qlogscope');
  await openPage(page);
  // The picker shows it.
  // Any file can be picked: digests, rotated logs, formats with endings of their own.
  await expect(page.getByTestId('open')).not.toHaveAttribute('accept');
  await openFiles(page, upload('from-chat.bin', file.buffer));
  await expect(digestLine(page)).toBeVisible();
  await expectSharedView(page, shared.given);
  // A digest of the digest is the same again.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openShare(page);
  const again = await copied(page, offerOf(page, '32 KB').getByTestId('share-copy'));
  await openFragment(page, new URL(again).hash);
  await expect(digestLine(page)).toBeVisible();
  await expectRange(page, range);
  // Notes are copies: they can be changed here.
  await page.getByTestId('note').getByRole('button', { name: /edit/i }).click();
  await page.getByTestId('note-editor').getByRole('textbox').fill('Changed.');
  await page.getByTestId('note-save').click();
  await expect(page.getByTestId('note')).toContainText('Changed.');
});

test('a digest of an example offers the example itself', { tag: '@deep' }, async ({ page, browser }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await page.getByTestId('example').first().click();
  await settled(page);
  await openShare(page);
  const url = await copied(page, offerOf(page, '2 KB').getByTestId('share-copy'));
  const other = await browser.newPage();
  await openFragment(other, new URL(url).hash);
  await expect(digestLine(other)).toBeVisible();
  await other.getByTestId('digest-open').click();
  await expect(digestLine(other)).toHaveCount(0);
  await settled(other);
  await expect(other.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(other.getByTestId('trace')).toHaveCount(1);
  await other.close();
});

test('a report and a picture made from a digest say that they are', { tag: '@deep' }, async ({ page }) => {
  await openFragment(page, shared.given.links['8 KB'].hash);
  await page.keyboard.press('Shift+KeyM');
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('report-html').click(),
  ]);
  const html = readFileSync(await report.path(), 'utf8');
  expect(html).toContain('Made from a digest, not from the trace itself');
  expect(html).toContain('Death spiral');
  expect(html).not.toContain('&amp;d=');
  await page.keyboard.press('Escape');
  await panel(page, 'congestion').locator('.panel-menu > summary').click();
  await expect(panel(page, 'congestion')).toContainText('not of a digest, which holds no points');
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    panel(page, 'congestion').getByRole('button', { name: 'Picture as SVG' }).click(),
  ]);
  expect(readFileSync(await picture.path(), 'utf8')).toMatch(/>digest · [\d.]+ s to /);
});

test('damaged and hostile digests are named, and the page stays usable', async ({ page, baseURL }) => {
  const [before, data = ''] = shared.given.links['2 KB'].hash.split('&d=');
  const foreign = requestsFor(page, baseURL);
  for (const [digest, words] of [
    [data.slice(0, 900), 'Some chat programs cut long links: ask for the .qlogscope file instead.'],
    ['%3Cimg%3E', 'it should be a digest, as this page writes it'],
  ] as const) {
    await openFragment(page, `${before}&d=${digest}`);
    await expect(linkMessage(page)).toContainText(words);
    await expect(page.getByTestId('link-request')).toContainText('This link is about a file of');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  }
  const magic = Buffer.from([0x93, 0x51, 0x4c, 0x47, 0x53, 0x0d, 0x0a, 0x1a]);
  await openFiles(page, upload('bomb.qlogscope', Buffer.concat([magic, Buffer.alloc(100_000, 1)])));
  await expect(page.locator('[data-testid=message][data-kind=digest-unreadable]')).toContainText(
    'bomb.qlogscope is a digest made by qlogscope, and cannot be shown: it is damaged',
  );
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.getByTestId('panel').first()).toBeVisible();
  expect(foreign).toEqual([]);
});

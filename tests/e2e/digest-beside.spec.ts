/** Digests beside traces: of the trace that is open already, of one on a host that may not give it, of one among several. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { type FileServer, fileServer } from '../support/file-server';
import { copied, linkMessage, openShare, shareSpiral, shareWith, tick, writeNote } from './digests';
import { agree, failure, openLink } from './remote';
import { openTrace } from './shared-trace';
import { openFiles, openPage, panel, RECEIVER, rangeOf, SPIRAL, settled, tracePath, upload } from './support';

const TRACE = readFileSync(tracePath(SPIRAL));
const CORS = { 'access-control-allow-origin': '*' };

let server: FileServer;
test.beforeAll(async () => {
  server = await fileServer();
});
test.afterAll(() => server.close());

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

const shared = shareSpiral();

/** What the first button of its kind copies, as a fragment. */
async function fragmentOf(page: Page, testId: string): Promise<string> {
  return new URL(await copied(page, page.getByTestId(testId).first())).hash.slice(1);
}

test('where the trace itself is open, a link or a file with data shows its view there and brings its notes', {
  tag: '@deep',
}, async ({ page }) => {
  const { links, file, range } = shared.given;
  await openTrace(page);
  await writeNote(page, 'Seen by the second.');
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, links['2 KB'].hash);
  await expect(page.getByTestId('note')).toHaveCount(2);
  await expect(page.getByTestId('notes')).toContainText('Seen on Tuesday too.');
  await expect(page.getByTestId('notes')).toContainText('Seen by the second.');
  await expect(page.getByTestId('digest')).toHaveCount(0);
  await expect(page.getByTestId('trace')).toHaveCount(1);
  await expect.poll(async () => (await rangeOf(page))[0]).toBeCloseTo(range[0], 2);
  await page.getByTestId('undo-brought').click();
  await expect(page.getByTestId('note')).toHaveCount(1);
  await expect(page.getByTestId('notes')).toContainText('Seen by the second.');
  await expect(page.getByTestId('undo-brought')).toHaveCount(0);

  await openFiles(page, upload('from-chat.qlogscope', file.buffer));
  await expect(linkMessage(page)).toContainText(
    `from-chat.qlogscope is a digest of ${SPIRAL}, which is open here`,
  );
  await expect(page.getByTestId('trace')).toHaveCount(1);
  await expect(page.getByTestId('note')).toHaveCount(2);
});

test('a digest stays until its host has really given the trace, and notes of this device stay with it', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const src = `http://${server.host}/logs/${SPIRAL}`;
  server.give(TRACE, { headers: CORS });
  await openLink(page, `v=1&src=${src}&t=2-3`);
  await agree(page);
  await writeNote(page, 'In the link.');
  await openShare(page);
  await tick(page, 'addresses');
  const link = await fragmentOf(page, 'share-copy');
  expect(link).toContain('src=');

  const other = await browser.newPage();
  await openLink(other, `v=1&src=${src}`);
  await agree(other);
  await writeNote(other, 'On this device.');
  server.give(TRACE);
  await openLink(other, link);
  await other.getByTestId('digest-open').click();
  await expect(failure(other, 'remote-unreachable')).toBeVisible();
  await expect(linkMessage(other)).toContainText('its digest stays open');
  await other.getByTestId('trace').first().locator('.tab-name').click();
  await settled(other);
  await expect(other.getByTestId('digest')).toBeVisible();
  await expect(panel(other, 'congestion').locator('canvas').first()).toBeVisible();

  server.give(TRACE, { headers: CORS });
  await other.getByTestId('digest-open').click();
  await expect(other.getByTestId('digest')).toHaveCount(0);
  await expect(other.getByTestId('trace')).toHaveCount(1);
  await expect.poll(() => rangeOf(other)).toEqual([2000, 3000]);
  await expect(other.getByTestId('note')).toHaveCount(2);
  await expect(other.getByTestId('notes')).toContainText('In the link.');
  await expect(other.getByTestId('notes')).toContainText('On this device.');
  await other.close();
});

test('what is shared of one trace names no other by its address, and says how many it names', {
  tag: '@deep',
}, async ({ page }) => {
  server.give(TRACE, { headers: CORS });
  await openLink(page, `v=1&src=http://${server.host}/internal/${SPIRAL}`);
  await agree(page);
  await openFiles(page, tracePath(RECEIVER));
  await openFiles(page, tracePath('rate-cubic-buggy-s12.server.sqlog.gz'));
  await openShare(page);
  await shareWith(page, 'holder');
  const plain = await fragmentOf(page, 'share-copy-plain');
  expect(plain).not.toContain('src=');
  expect(plain.match(/file=/g)).toHaveLength(2);
  await expect(page.getByTestId('share-plain')).toContainText('It names 1 other open trace too.');
  await shareWith(page, 'other');
  const withData = await fragmentOf(page, 'share-copy');
  expect(withData.match(/(?:src|file)=/g)).toHaveLength(1);
  await page.locator('[data-tick=addresses]').check();
  await shareWith(page, 'holder');
  await expect(page.getByTestId('share-plain')).toContainText('It names 2 other open traces too.');
  expect(await fragmentOf(page, 'share-copy-plain')).toContain('internal');
});

test('a digest says that notes on it are not kept, and has nothing to export', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await page.getByTestId('example').first().click();
  await settled(page);
  await openShare(page);
  await openLink(page, await fragmentOf(page, 'share-copy'));
  await expect(page.getByTestId('digest')).toBeVisible();
  await expect(page.getByTestId('notes-unkept')).toHaveCount(0);
  await writeNote(page, 'Mine.');
  await expect(page.getByTestId('notes-unkept')).toContainText('not kept on this device');
  await expect(page.getByTestId('cut')).toBeDisabled();
  await page.keyboard.press('Shift+C');
  await expect(page.getByTestId('overlay')).toContainText('A digest holds no events to export.');
  await expect(page.getByTestId('cut-save')).toHaveCount(0);
});

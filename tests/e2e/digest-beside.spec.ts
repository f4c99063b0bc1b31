/** Digests beside traces: of the trace that is open already, of one on a host that may not give it, of one among several. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { type FileServer, fileServer } from '../support/file-server';
import { agree, failure, openLink } from './remote';
import { openFiles, openPage, panel, RECEIVER, rangeOf, SPIRAL, settled, tracePath, upload } from './support';

const TRACE = readFileSync(tracePath(SPIRAL));
const CORS = { 'access-control-allow-origin': '*' };

let server: FileServer;
test.beforeAll(async () => {
  server = await fileServer();
});
test.afterAll(() => server.close());

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

async function writeNote(page: Page, text: string): Promise<void> {
  await page.keyboard.press('m');
  await page.getByTestId('note-editor').getByRole('textbox').fill(text);
  await page.getByTestId('note-save').click();
  await settled(page);
}

async function openShare(page: Page): Promise<void> {
  await page.keyboard.press('Shift+KeyL');
  await expect(page.getByTestId('share-link').first()).toBeVisible();
  await settled(page);
}

/** What the button copies, as a fragment. */
async function copied(page: Page, testId: string): Promise<string> {
  const button = page.getByTestId(testId).first();
  await button.click();
  await expect(button).toHaveText('Copied');
  return new URL(await page.evaluate(() => navigator.clipboard.readText())).hash.slice(1);
}

test('where the trace itself is open, a link or a file with data shows its view there and brings its notes', async ({
  page,
  browser,
}) => {
  await openPage(page);
  await openFiles(page, tracePath(SPIRAL));
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await writeNote(page, 'Seen by the first.');
  await openShare(page);
  const link = await copied(page, 'share-copy');
  const saving = page.waitForEvent('download');
  await page.getByTestId('share-save').click();
  const file = readFileSync(await (await saving).path());
  await page.keyboard.press('Escape');
  const range = await rangeOf(page);

  const context = await browser.newContext({ viewport: page.viewportSize() });
  const other = await context.newPage();
  await openPage(other);
  await openFiles(other, tracePath(SPIRAL));
  await writeNote(other, 'Seen by the second.');
  await other.evaluate((fragment) => {
    location.hash = fragment;
  }, link);
  await expect(other.getByTestId('note')).toHaveCount(2);
  await settled(other);
  await expect(other.getByTestId('notes')).toContainText('Seen by the first.');
  await expect(other.getByTestId('notes')).toContainText('Seen by the second.');
  await expect(other.getByTestId('digest')).toHaveCount(0);
  await expect(other.getByTestId('trace')).toHaveCount(1);
  expect((await rangeOf(other))[0]).toBeCloseTo(range[0], 2);

  await openFiles(other, upload('from-chat.qlogscope', file));
  await expect(other.locator('[data-testid=message][data-kind=link]')).toContainText(
    `from-chat.qlogscope is a digest of ${SPIRAL}, which is open here`,
  );
  await expect(other.getByTestId('trace')).toHaveCount(1);
  await expect(other.getByTestId('note')).toHaveCount(2);
  await context.close();
});

test('a digest stays until its host has really given the trace, and notes of this device stay with it', async ({
  page,
  browser,
}) => {
  const src = `http://${server.host}/logs/${SPIRAL}`;
  server.give(TRACE, { headers: CORS });
  await openLink(page, `v=1&src=${src}&t=2-3`);
  await agree(page);
  await writeNote(page, 'In the link.');
  await openShare(page);
  await page.locator('[data-tick=addresses]').check();
  await settled(page);
  await expect(page.getByTestId('share-copy').first()).toHaveText('Copy link, 2 KB');
  const link = await copied(page, 'share-copy');
  expect(link).toContain('src=');

  const context = await browser.newContext({ viewport: page.viewportSize() });
  const other = await context.newPage();
  await openLink(other, `v=1&src=${src}`);
  await agree(other);
  await writeNote(other, 'On this device.');
  server.give(TRACE);
  await openLink(other, link);
  await other.getByTestId('digest-open').click();
  await expect(failure(other, 'remote-unreachable')).toBeVisible();
  await expect(other.locator('[data-testid=message][data-kind=link]')).toContainText(
    'its digest stays open beside it',
  );
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
  await context.close();
});

test('what is shared of one trace names no other by its address, and says how many it names', async ({
  page,
}) => {
  server.give(TRACE, { headers: CORS });
  await openLink(page, `v=1&src=http://${server.host}/internal/${SPIRAL}`);
  await agree(page);
  await openFiles(page, tracePath(RECEIVER));
  await openFiles(page, tracePath('rate-cubic-buggy-s12.server.sqlog.gz'));
  await openShare(page);
  const plain = await copied(page, 'share-copy-plain');
  expect(plain).not.toContain('src=');
  expect(plain.match(/file=/g)).toHaveLength(2);
  await expect(page.getByTestId('share-plain')).toContainText('It names 1 other open trace too.');
  const withData = await copied(page, 'share-copy');
  expect(withData.match(/(?:src|file)=/g)).toHaveLength(1);
  await page.locator('[data-tick=addresses]').check();
  await settled(page);
  await expect(page.getByTestId('share-plain')).toContainText('It names 2 other open traces too.');
  expect(await copied(page, 'share-copy-plain')).toContain('internal');
});

test('a digest says that notes on it are not kept, and has nothing to cut', async ({ page }) => {
  await openPage(page);
  await page.getByTestId('example').first().click();
  await settled(page);
  await openShare(page);
  await openLink(page, await copied(page, 'share-copy'));
  await expect(page.getByTestId('digest')).toBeVisible();
  await expect(page.getByTestId('notes-unkept')).toHaveCount(0);
  await writeNote(page, 'Mine.');
  await expect(page.getByTestId('notes-unkept')).toContainText('not kept on this device');
  await expect(page.getByTestId('cut')).toBeDisabled();
  await page.keyboard.press('Shift+C');
  await expect(page.getByTestId('overlay')).toContainText('A digest holds no events to cut from.');
  await expect(page.getByTestId('cut-save')).toHaveCount(0);
});

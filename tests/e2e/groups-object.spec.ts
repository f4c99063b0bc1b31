/** A set of groups as one object: with two of its runs compared, by the address, a link, the store; read by a browser without the files. */
import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { asRun } from '../support/run-copies';
import { copied, offerOf, openShare } from './digests';
import { openStored, putIntoStore } from './stored';
import { compareWith, openFiles, openPage, settled, tracePath, type Upload, upload } from './support';

const CASES = {
  ill: 'rtt100-l4s-cubic-buggy-s01.server.sqlog.gz',
  well: 'applimited-chunks-cubic.server.sqlog.gz',
};
const RUNS = 6;

function runs(): Upload[] {
  return Object.entries(CASES).flatMap(([name, of]) => {
    const content = readFileSync(tracePath(of));
    return Array.from({ length: RUNS }, (_, i) =>
      upload(`${name}-s${i + 1}.sqlog.gz`, Buffer.from(asRun(content, i))),
    );
  });
}

/** What the screen of groups says. */
async function saidOf(page: Page): Promise<readonly string[]> {
  await expect(page.getByTestId('groups')).toHaveAttribute('data-groups', '2');
  return Promise.all([
    page.locator('.groups-head h2').innerText(),
    page.getByTestId('groups-verdict').innerText(),
    page.getByTestId('groups-shares').innerText(),
    page.getByTestId('groups-figures').innerText(),
    page.locator('.group-bands canvas').count().then(String),
  ]);
}

/** Groups under names that were typed. */
async function openGroups(page: Page): Promise<readonly string[]> {
  await openPage(page);
  await openFiles(page, runs());
  await page.getByTestId('trace-table').focus();
  await page.keyboard.press('Shift+KeyG');
  const made = page.locator('[data-testid=groups-preview] [data-group]');
  for (const [place, name] of ['before', 'after'].entries())
    await made.nth(place).getByRole('textbox').fill(name);
  await page.getByTestId('show-groups').press('Enter');
  await settled(page);
  return saidOf(page);
}

/** Compares a run of each; the groups lie beneath. */
async function compareTwo(page: Page): Promise<void> {
  await page.getByTestId('groups-back').click();
  for (const name of ['ill-s1', 'well-s1'])
    await page.locator(`[data-testid=table-row][data-name="${name}.sqlog.gz"]`).getByRole('checkbox').check();
  await page.getByTestId('compare-selected').click();
  await settled(page);
  await expect(page.getByTestId('comparison')).toBeVisible();
}

/** The groups that lie beneath what is compared. */
async function beneath(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('Shift+KeyT');
  await settled(page);
  return saidOf(page);
}

/** Names of files are not in what is handed on. */
const nameless = (words: string): string => words.replace(/\b([AB]) \([^)]*\)/g, '$1');

/** Opens a link in a browser of its own: the comparison, and beneath it the groups. */
async function both(browser: Browser, url: string): Promise<readonly string[]> {
  const page = await browser.newPage();
  await openStored(page, url);
  const read = async (): Promise<readonly string[]> => {
    await expect(page.getByTestId('comparison')).toBeVisible();
    const verdict = nameless(await page.getByTestId('comparison-verdict').innerText());
    return [verdict, ...(await beneath(page))];
  };
  const first = await read();
  await page.goBack();
  await settled(page);
  await page.reload();
  await settled(page);
  expect(await read()).toEqual(first);
  await page.close();
  return first;
}

test('groups are put into the store, and its short link opens all of them, also loaded again', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const said = await openGroups(page);
  await page.keyboard.press('Shift+KeyL');
  await page.getByTestId('store-make').click();
  await settled(page);
  await expect(page.getByTestId('store-contents')).toContainText(
    `${2 * RUNS} rows, their groups, verdict, figures and bands`,
  );
  const url = await putIntoStore(page);
  expect(new URL(url).hash).toMatch(/^#v=13&table=[0-9a-f]{64}\.table$/);
  const other = await browser.newPage();
  await openStored(other, url);
  expect(await saidOf(other)).toEqual(said);
  await expect.poll(() => new URL(other.url()).hash).toBe(new URL(url).hash);
  await other.reload();
  await settled(other);
  expect(await saidOf(other)).toEqual(said);
  await other.close();
});

test('two runs that are compared are handed on with the groups beneath: link with data, store', {
  tag: '@deep',
}, async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const said = await openGroups(page);
  await compareTwo(page);
  const verdict = nameless(await page.getByTestId('comparison-verdict').innerText());
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#v=1[23]&file=.*&groups=.*&rows=.*&runs=/);

  await openShare(page);
  const url = await copied(page, offerOf(page, '32 KB').getByTestId('share-copy'));
  const [ofDigest, ...ofGroups] = await both(browser, url);
  expect(ofGroups).toEqual(said);
  expect(ofDigest).toBe(verdict);
  await page.getByTestId('store-make').click();
  await settled(page);
  const [ofStore, ...inStore] = await both(browser, await putIntoStore(page));
  expect(inStore).toEqual(said);
  expect(nameless(ofStore ?? '')).toBe(verdict);
});

test('traces that are no rows of the table are handed on without it', { tag: '@deep' }, async ({ page }) => {
  await openGroups(page);
  await openFiles(page, tracePath('rate-reno-s12.server.sqlog.gz'));
  await openFiles(page, tracePath('rate-cubic-fixed-s17.server.sqlog.gz'));
  await compareWith(page);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/&set=/);
  expect(new URL(page.url()).hash).not.toMatch(/rows=|groups=|runs=/);
});

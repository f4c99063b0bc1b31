/** The panels of streams and requests: one line for one stream, rows that scroll and sort, words of a row, tables, exports. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { faults } from './axe';
import {
  chooseInMenu,
  numberOf,
  openFiles,
  openPage,
  panel,
  plotOf,
  seen,
  settled,
  sharePage,
} from './support';

/** A client that asked for a hundred files of 10 kB at once, its stack quiche. */
const HUNDRED = 'quiche-req-100-conc.client.sqlog.gz';
/** One that cancelled two of nine requests, and met two resets. */
const CANCEL = 'aio-cancel.client.qlog.gz';

/** Its server allows four requests at once, of thirty. */
const FOUR_AT_ONCE = 'go-blocked-streams.client.sqlog.gz';

const wirePath = (name: string): string => fileURLToPath(new URL(`../corpus/wire/${name}`, import.meta.url));

async function openWire(page: Page, name: string): Promise<void> {
  await openPage(page);
  await openFiles(page, wirePath(name));
}

const shared = sharePage(async (page) => {
  await openWire(page, HUNDRED);
  for (const id of ['requests', 'streams']) await seen(page, id);
});

const labelsOf = (page: Page, id: string): Promise<readonly string[]> =>
  panel(page, id).locator('.value-axis text').allTextContents();
const barOf = (page: Page, id: string) => panel(page, id).getByTestId('rows-bar');
const figureOf = (page: Page, id: string) => panel(page, id).getByTestId('figure');

/** Moves the pointer to a row of a plot, at a share of its width. */
async function pointAtRow(page: Page, id: string, row: number, share: number): Promise<void> {
  const box = await plotOf(page, id);
  await page.mouse.move(box.x + box.width * share, box.y + (row + 0.5) * 18);
  await settled(page);
}

test('a panel of rows shows the first of them, and says which of how many they are', async () => {
  const { page } = shared;
  await expect(figureOf(page, 'requests')).toHaveText('requests 1–30 of 100');
  await expect(figureOf(page, 'streams')).toHaveText(/^streams 1–12 of 10\d$/);
  expect(await labelsOf(page, 'requests')).toEqual(Array.from({ length: 30 }, (_, i) => `${4 * i} GET`));
});

test('keys, the bar and its thumb move the rows, the wheel over the plot does not', async () => {
  const { page } = shared;
  const bar = barOf(page, 'requests');
  await bar.focus();
  await page.keyboard.press('PageDown');
  await settled(page);
  await expect(figureOf(page, 'requests')).toHaveText('requests 31–60 of 100');
  expect((await labelsOf(page, 'requests'))[0]).toBe('120 GET');
  await expect(bar).toHaveAttribute('aria-valuetext', 'requests 31 to 60 of 100');
  await page.keyboard.press('End');
  await settled(page);
  await expect(figureOf(page, 'requests')).toHaveText('requests 71–100 of 100');
  // From anywhere in the panel.
  await panel(page, 'requests')
    .getByRole('button', { name: /as text$/ })
    .focus();
  await page.keyboard.press('PageUp');
  await settled(page);
  await expect(figureOf(page, 'requests')).toHaveText('requests 41–70 of 100');
  const box = await bar.boundingBox();
  if (box === null) throw new Error('no bar');
  await page.mouse.click(box.x + box.width / 2, box.y + 2);
  await settled(page);
  expect(await numberOf(bar, 'data-from')).toBe(0);
  await page.mouse.wheel(0, 100);
  await settled(page);
  expect(await numberOf(bar, 'data-from')).toBe(3);
  await pointAtRow(page, 'requests', 2, 0.5);
  await page.mouse.wheel(0, 100);
  await settled(page);
  expect(await numberOf(bar, 'data-from')).toBe(3);
  await bar.press('Home');
});

test('another order begins with its first row', async () => {
  const { page } = shared;
  const order = panel(page, 'streams').getByTestId('rows-order');
  await barOf(page, 'streams').press('End');
  await order.selectOption('bytes');
  await settled(page);
  await expect(figureOf(page, 'streams')).toHaveText(/^streams 1–12 of 10\d$/);
  const byBytes = await labelsOf(page, 'streams');
  expect(byBytes.every((label) => label.endsWith('bidi'))).toBe(true);
  await order.selectOption('start');
  await settled(page);
  expect(await labelsOf(page, 'streams')).not.toEqual(byBytes);
});

test('all requests are one line, and the slowest of them is explained by the account of its time', async () => {
  const { page } = shared;
  const [total, slowest] = await panel(page, 'requests').getByTestId('rows-totals').locator('p').all();
  await expect(total as Locator).toHaveText(
    /^100 requests: 100 complete · 1\.0 MB in bodies · slowest [\d.]+ m?s · median [\d.]+ m?s$/,
  );
  await expect(slowest as Locator).toHaveText(/^The slowest, GET \/bytes\/10000 on stream \d+: [\d.]+ m?s/);
  await panel(page, 'requests').getByTestId('rows-order').selectOption('duration');
  await settled(page);
  const [first] = await labelsOf(page, 'requests');
  await expect(slowest as Locator).toContainText(`stream ${first?.split(' ')[0]}:`);
  await panel(page, 'requests').getByTestId('rows-order').selectOption('start');
  await settled(page);
});

test('the row under the pointer is told, and nothing is where the pointer has left', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  await pointAtRow(page, 'requests', 1, 0.5);
  const words = panel(page, 'requests').getByTestId('row-words');
  await expect(words).toContainText('GET');
  await expect(words).toContainText('on stream 4');
  await expect(words).toContainText('status 200, complete');
  await pointAtRow(page, 'streams', 3, 0.5);
  await expect(words).toBeHidden();
  await expect(panel(page, 'streams').getByTestId('row-words')).toContainText(/^stream 0, bidirectional/);
  await page.mouse.move(2, 2);
  await expect(panel(page, 'streams').getByTestId('row-words')).toBeHidden();
});

test('the text version of a panel of rows is a table of its rows', async () => {
  const { page } = shared;
  const requests = panel(page, 'requests');
  await requests.locator('.twin-toggle').click();
  await expect(requests.getByTestId('twin').locator('tbody tr')).toHaveCount(30);
  await expect(requests.getByTestId('twin').locator('p')).toContainText('100');
  await requests.locator('.twin-toggle').click();
});

test('requests are saved as JSON, with hosts and paths only where they are ticked', async () => {
  const { page } = shared;
  const saved = async (
    withTexts: boolean,
  ): Promise<{ requests: { path: string | null; status: number }[] }> => {
    await panel(page, 'requests').locator('.panel-menu > summary').click();
    if (withTexts) await page.getByTestId('request-texts').check();
    const download = page.waitForEvent('download');
    await page.locator('[data-export=requests-json]').click();
    return JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  };
  const ticked = await saved(true);
  expect(ticked.requests[0]?.path).toBe('/bytes/10000');
  // The next menu begins without it.
  const { requests } = await saved(false);
  expect(requests).toHaveLength(100);
  expect(requests.every(({ path, status }) => path === null && status === 200)).toBe(true);
});

test('axe finds nothing serious in the panels of rows', { tag: '@deep' }, async () => {
  const { page } = shared;
  await barOf(page, 'requests').press('Home');
  expect(
    await faults(page, ['[data-panel=multiplexing]', '[data-panel=streams]', '[data-panel=requests]']),
  ).toEqual([]);
});

test('cancelled and reset requests are marked, and a panel of few rows has no bar', { tag: '@deep' }, async ({
  page,
}) => {
  await openWire(page, CANCEL);
  await seen(page, 'requests');
  await expect(figureOf(page, 'requests')).toHaveText('9 requests');
  await expect(barOf(page, 'requests')).toHaveCount(0);
  await pointAtRow(page, 'requests', 0, 0.9);
  await expect(panel(page, 'requests').getByTestId('row-words')).toContainText(
    'cancelled by this endpoint, error 0x10c',
  );
  await chooseInMenu(page, 'requests', 'Hide');
  await expect(panel(page, 'requests')).toHaveCount(0);
});

test('a stream above the limit of its peer waits to be opened, and so does its request', async ({ page }) => {
  await openWire(page, FOUR_AT_ONCE);
  const waited = /waited 95\.9 ms to be opened, for a higher limit of streams/;
  await pointAtRow(page, 'streams', 6, 0.05);
  const stream = panel(page, 'streams').getByTestId('row-words');
  await expect(stream).toContainText(/^stream 16, bidirectional/);
  await expect(stream).toContainText(waited);
  await expect(panel(page, 'streams')).toContainText(/waits to be opened\s*1 stream/);
  await pointAtRow(page, 'requests', 4, 0.05);
  await expect(panel(page, 'requests').getByTestId('row-words')).toContainText(waited);
});

/** The way from the sentence to a raw record, by keys and by pointer, and back. */

import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { openFiles, openPage, plotOf, rangeOf, SPIRAL, settled, tracePath } from './support';

const SPIRAL_PART = 'held.window.doesNotGrow';
const panels = (page: Page): Promise<readonly string[]> =>
  page
    .locator('.panels section[data-panel]')
    .evaluateAll((all) => all.slice(0, 3).map((one) => (one as HTMLElement).dataset.panel ?? ''));

test.beforeEach(async ({ page }) => {
  await openPage(page, 'of-answer');
  await page.getByTestId('open').setInputFiles(tracePath(SPIRAL));
  await settled(page);
});

test('two keys lead from the sentence to the field that decides; Back undoes one thing at a time, wholly', async ({
  page,
}) => {
  const drawerOf = (): Promise<boolean> => page.locator('.event-record').isVisible();
  const whole = await rangeOf(page);
  const before = await panels(page);
  const height = await page.locator('.drawer').evaluate((drawer) => drawer.clientHeight);
  await page.keyboard.press('KeyH');
  await settled(page);
  await expect.poll(() => page.url()).toContain(`f=${SPIRAL_PART}`);
  const [from, to] = await rangeOf(page);
  expect(to - from).toBeGreaterThan(7000);
  expect(await panels(page)).toEqual(['congestion', 'states', 'oscillation']);
  await expect(page.locator('.held-by tr.chosen')).toHaveText(/it does not grow/);

  await page.keyboard.press('KeyJ');
  await settled(page);
  const records = page.getByTestId('deciding-records').getByRole('button');
  await expect(records.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('event-shown')).toHaveText(/^data\.congestion_window = \d+$/);
  await expect(page.locator('.event-record mark')).toHaveText(/^"congestion_window": \d+$/);
  const event = await page.locator('.event-record').getAttribute('data-row');
  await page.keyboard.press('KeyH');
  await settled(page);
  await page.keyboard.press('KeyJ');
  await settled(page);
  await expect(page.locator('.event-record')).not.toHaveAttribute('data-row', event ?? '');

  const back = async (): Promise<void> => {
    await page.goBack();
    await settled(page);
  };
  await back();
  await expect(page.locator('.event-record')).toHaveAttribute('data-row', event ?? '');
  await back();
  await expect(page.locator('.held-by tr.chosen')).toHaveText(/it does not grow/);
  await back();
  await expect.poll(drawerOf).toBe(false);
  expect(await page.locator('.drawer').evaluate((drawer) => drawer.clientHeight)).toBe(height);
  // The address has whole µs.
  expect((await rangeOf(page)).map(Math.round)).toEqual([from, to].map(Math.round));
  await expect(page.locator('.held-by tr.chosen')).toHaveText(/it does not grow/);
  await page.goBack();
  await settled(page);
  expect(await rangeOf(page)).toEqual(whole);
  expect(await panels(page)).toEqual(before);
  await expect(page.locator('.held-by tr.chosen')).toHaveCount(0);
});

test('the first key on the page chooses and opens in one step; of the only record the next key says so', async ({
  page,
}) => {
  await openFiles(page, tracePath('rate2-both-cubic-buggy-s07.server.sqlog.gz'));
  await settled(page);
  const whole = await rangeOf(page);
  const before = await panels(page);
  await page.keyboard.press('KeyJ');
  await settled(page);
  await expect(page.locator('.held-by tr.chosen')).toHaveText(/it does not grow/);
  await expect(page.getByTestId('event-shown')).toHaveText(/^data\.congestion_window = \d+$/);
  await expect(page.getByTestId('event-decides')).toHaveText(/^the window does not grow from \d+\.\d+ s on$/);
  await page.keyboard.press('KeyJ');
  await settled(page);
  await expect(page.getByTestId('event-decides')).toContainText('the only record that decides it');
  await page.goBack();
  await settled(page);
  expect(await rangeOf(page)).toEqual(whole);
  expect(await panels(page)).toEqual(before);
  await expect(page.locator('.held-by tr.chosen')).toHaveCount(0);
  await expect(page.locator('.event-record')).toHaveCount(0);
  expect(page.url()).not.toContain('at=');
});

test('records come back one by one, each selected in the list and in sight', async ({ page }) => {
  await openFiles(page, tracePath('rate-reno-s12.server.sqlog.gz'));
  const rowOf = async (): Promise<string | null> => {
    const row = await page.locator('.event-record').getAttribute('data-row');
    await expect(page.locator('.event-row[aria-selected=true]')).toHaveAttribute('data-row', row ?? '');
    const [from, to] = await rangeOf(page);
    const at = Number(/at=([\d.]+)/.exec(page.url())?.[1]) * 1000;
    expect(at >= from && at <= to).toBe(true);
    return row;
  };
  const rows: (string | null)[] = [];
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('KeyJ');
    await settled(page);
    rows.push(await rowOf());
  }
  expect(new Set(rows).size).toBe(3);
  expect(rows[3]).toBe(rows[0]);
  for (const row of rows.slice(0, -1).reverse()) {
    await page.goBack();
    await settled(page);
    expect(await rowOf()).toBe(row);
  }
});

test('a part is chosen on its row and on its lane, and chosen no more by the row', async ({ page }) => {
  const row = page.getByTestId('account-part').filter({ hasText: 'it does not grow' }).getByRole('button');
  await row.click();
  await settled(page);
  await expect(row).toHaveAttribute('aria-pressed', 'true');
  await row.click();
  await expect(row).toHaveAttribute('aria-pressed', 'false');

  const lane = page.getByTestId('overview-account');
  await lane.click({ position: { x: ((await lane.boundingBox())?.width ?? 0) - 20, y: 4 } });
  await settled(page);
  await expect(row).toHaveAttribute('aria-pressed', 'true');
  await lane.focus();
  await page.keyboard.press('ArrowLeft');
  const words = await lane.getAttribute('aria-valuetext');
  expect(words).toMatch(/^Held by .*, \d/);
  await expect(lane).toHaveText(words ?? '');
});

test('a link opens with what it chose, and says where there is no such part', async ({ page }) => {
  await page.keyboard.press('KeyH');
  await settled(page);
  await expect.poll(() => page.url()).toContain(`f=${SPIRAL_PART}`);
  await page.reload();
  await page.getByTestId('open').setInputFiles(tracePath(SPIRAL));
  await settled(page);
  await expect(page.locator('.held-by tr.chosen')).toHaveText(/it does not grow/);
  await page.goto(page.url().replace(/held\.window\.doesNotGrow/, 'held.credit'));
  await page.reload();
  await page.getByTestId('open').setInputFiles(tracePath(SPIRAL));
  await settled(page);
  await expect(page.locator('body')).toContainText('its account has no such part');
});

test('a request is chosen on its row: it is shaded, shown from its start to its end, and its records are listed', async ({
  page,
}) => {
  await openFiles(
    page,
    fileURLToPath(new URL('../corpus/wire/quiche-req-100-conc.client.sqlog.gz', import.meta.url)),
  );
  expect((await panels(page))[0]).toBe('requests');
  const box = await plotOf(page, 'requests');
  // The middle of what is drawn of the first row.
  await page.mouse.click(box.x + 0.5 * box.width, box.y + 9);
  await settled(page);
  await expect.poll(() => page.url()).toContain('f=stream.0');
  expect((await panels(page)).slice(0, 2)).toEqual(['requests', 'streams']);
  await page.keyboard.press('KeyJ');
  await settled(page);
  await expect(page.getByTestId('deciding-records').getByRole('button').first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByTestId('chosen-mark').click();
  await expect(page.getByTestId('chosen-mark')).toHaveCount(0);
});

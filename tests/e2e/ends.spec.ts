/**
 * The two ends of one connection on one axis: their path as a panel, on the set's range and cursor; and any two traces aligned
 * at a packet number.
 */
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { rawPackets } from '../support/raw-packets';
import { faults } from './axe';
import { drag, openFiles, openPage, settled } from './support';

const endPath = (end: string): string =>
  fileURLToPath(new URL(`../corpus/other/quic-go-v0.65.0_loss5MB_${end}.sqlog.gz`, import.meta.url));
const [SERVER, CLIENT] = [endPath('server'), endPath('client')];

const ends = (page: Page) => page.getByTestId('set-panel');
const value = (page: Page, id: string) => ends(page).locator(`[data-value=${id}]`);

async function openEnds(page: Page): Promise<void> {
  await openPage(page);
  await openFiles(page, [SERVER, CLIENT]);
  await expect(ends(page)).toHaveCount(0);
  await page.keyboard.press('Shift+V');
  await settled(page);
  await expect(ends(page)).toBeVisible();
}

/** Smallest and largest delay from one log to the other in ms, for the offset at which the least of both are equal. */
function rawDelays(): readonly [readonly number[], readonly number[]] {
  const [a, b] = [rawPackets(SERVER), rawPackets(CLIENT)];
  const apart = (from: typeof a, to: typeof a): number[] =>
    [...from.sent].flatMap(([key, ms]) => {
      const arrived = to.received.get(key);
      return arrived === undefined ? [] : [arrived - ms];
    });
  const [there, back] = [apart(a, b), apart(b, a)];
  const movedMs = (Math.min(...back) - Math.min(...there)) / 2;
  return [there.map((ms) => ms + movedMs), back.map((ms) => ms - movedMs)];
}

test('a handshake of both logs is arrows with their own slopes, where it can be seen in the view', async ({
  page,
}) => {
  await openPage(page);
  const wire = (end: string): string =>
    fileURLToPath(new URL(`../corpus/wire/ngtcp2-bigchain.${end}.sqlog.gz`, import.meta.url));
  await openFiles(page, [wire('client'), wire('server')]);
  await page.keyboard.press('Shift+V');
  await settled(page);
  const ladder = page.locator('[data-testid=set-panel][data-panel=handshake-ends]');
  await expect(ladder).toBeVisible();
  await ladder.getByRole('button', { name: 'Handshake between the two ends as text' }).click();
  await expect(ladder.getByTestId('twin')).toContainText('Initial: 2 packets from the');
  expect.soft(await faults(page, ['[data-panel=handshake-ends]'])).toEqual([]);
});

test('client and server of one connection: delays and losses between them as a panel', async ({ page }) => {
  await openEnds(page);
  const [there, back] = rawDelays();
  const rangeWords = (list: readonly number[]): string =>
    `${Math.min(...list).toFixed(1)} ms to ${Math.max(...list).toFixed(1)} ms`;
  await expect(value(page, 'delay-forth')).toHaveText(` ${rangeWords(there)}`);
  await expect(value(page, 'delay-back')).toHaveText(` ${rangeWords(back)}`);
  await expect(value(page, 'lost-declared')).toHaveText(' A → B 36, B → A 1');
  await expect(ends(page).getByTestId('panel-note')).toContainText('slower in one direction cannot be seen');
  expect.soft(await faults(page, ['[data-testid=set-panel]'])).toEqual([]);

  // One range and one cursor with all other panels.
  await ends(page).scrollIntoViewIfNeeded();
  const plot = (await ends(page).locator('canvas').boundingBox())!;
  await page.mouse.move(plot.x + plot.width * 0.4, plot.y + 30);
  await expect(value(page, 'delay-forth')).toHaveText(/^ \d+\.\d ms/);
  await expect(value(page, 'delay-forth')).not.toHaveText(` ${rangeWords(there)}`);
  await expect(page.locator('[data-panel=congestion] [data-value=cwnd]').first()).not.toBeEmpty();
  await page.mouse.move(0, 0);
  await drag(page, 0.5, 0.6);
  await page.getByTestId('zoom-selection').click();
  await settled(page);
  const zoomed = page.locator('[data-panel=congestion]');
  for (const side of ['data-from-ms', 'data-to-ms'])
    await expect(ends(page)).toHaveAttribute(side, (await zoomed.getAttribute(side)) ?? '');
  await expect(value(page, 'lost-declared')).not.toHaveText(' A → B 36, B → A 1');

  await ends(page).getByRole('button', { name: 'Between the two ends as text' }).click();
  await expect(ends(page).getByTestId('twin').locator('tbody tr')).toHaveCount(12);
  await expect(ends(page).getByTestId('twin')).toContainText('In view: delay A → B');
  await ends(page)
    .getByRole('button', { name: /^delay B → A/ })
    .click();
  await expect(ends(page).getByRole('button', { name: /^delay B → A/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  );

  await page
    .getByTestId('lane')
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await settled(page);
  await expect(ends(page)).toHaveCount(0);
});

test('aligned at a packet number that both logs hold, or told who has none', { tag: '@deep' }, async ({
  page,
}) => {
  await openEnds(page);
  const alignment = page.getByTestId('alignment');
  await expect(alignment).toHaveAttribute('data-alignment', 'packets');
  await alignment.locator('summary').click();
  const field = page.getByTestId('packet-number');
  await field.fill('a few');
  await field.press('Enter');
  await expect(page.getByTestId('packet-told')).toContainText('a whole number');
  await field.fill('200');
  await field.press('Enter');
  await settled(page);
  await expect(alignment).toHaveAttribute('data-alignment', 'packet:200');
  await expect(page.getByTestId('packet-told')).toBeEmpty();
  const sentMs = rawPackets(SERVER).sent.get('1RTT 200')!;
  const arrivedMs = rawPackets(CLIENT).received.get('1RTT 200')!;
  const offsetUs = Number(await page.getByTestId('lane').nth(1).getAttribute('data-offset-us'));
  expect(Math.abs(offsetUs - (sentMs - arrivedMs) * 1000)).toBeLessThanOrEqual(1);
  // It was lost on the way.
  await field.fill('100');
  await field.press('Enter');
  await expect(page.getByTestId('packet-told')).toContainText('B has no such packet');
  await field.fill('99999999');
  await field.press('Enter');
  await expect(page.getByTestId('packet-told')).toContainText('neither A nor B logs it');
  await expect(alignment).toHaveAttribute('data-alignment', 'packet:200');
  expect.soft(await faults(page, ['.alignment-menu .menu'])).toEqual([]);
});

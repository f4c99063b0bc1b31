/** Ways through the page: sideways wheels, cards that zoom, keys with the focus elsewhere, legends of the next trace. */
import { expect, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import {
  OVERSHOOT,
  openCard,
  openFiles,
  panel,
  plotOf,
  RECEIVER,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
} from './support';

async function openSpiral(page: Page): Promise<void> {
  await openTrace(page);
}

test('a sideways wheel and Shift with the wheel pan, the wheel alone scrolls', { tag: '@deep' }, async ({
  page,
}) => {
  await openSpiral(page);
  const full = await rangeOf(page);
  const box = await plotOf(page);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(200, 0);
  await settled(page);
  // All of the trace is shown: there is nowhere to go, and no step back.
  expect(await rangeOf(page)).toEqual(full);
  await page.keyboard.press('KeyW');
  await settled(page);
  const zoomed = await rangeOf(page);
  await page.mouse.wheel(100, 0);
  await settled(page);
  const right = await rangeOf(page);
  const shift = (100 / box.width) * (zoomed[1] - zoomed[0]);
  expect(right[0] - zoomed[0]).toBeCloseTo(shift, 0);
  expect(right[1] - right[0]).toBeCloseTo(zoomed[1] - zoomed[0], 3);
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Shift');
  await settled(page);
  expect((await rangeOf(page))[0]).toBeCloseTo(zoomed[0], 0);
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  expect((await rangeOf(page))[0]).toBeCloseTo(zoomed[0], 0);
});

test('a finding’s whole card zooms; what is in it keeps its own action, and its text can be selected', {
  tag: '@deep',
}, async ({ page }) => {
  await openSpiral(page);
  const full = await rangeOf(page);
  const card = await openCard(page.getByTestId('finding').first());
  await card.locator('summary', { hasText: 'Evidence' }).click();
  await settled(page);
  expect(await rangeOf(page)).toEqual(full);
  const verdict = card.locator('.verdict');
  await verdict.selectText();
  await verdict.dispatchEvent('click');
  await settled(page);
  expect(await rangeOf(page)).toEqual(full);
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await verdict.click();
  await settled(page);
  expect((await rangeOf(page))[0]).toBeGreaterThan(1000);
  await expect(card.locator('.finding-head')).toHaveAttribute('aria-pressed', 'true');
});

test('single keys work with the focus on a radio and a button, Ctrl+Z undoes a note', {
  tag: '@deep',
}, async ({ page }) => {
  await openSpiral(page);
  const full = await rangeOf(page);
  await panel(page, 'congestion').locator('.model-menu > summary').click();
  const radio = page.locator('.panels input[type=radio]').first();
  await radio.focus();
  await page.keyboard.press('KeyW');
  await settled(page);
  expect(await rangeOf(page)).not.toEqual(full);
  await page.keyboard.press('KeyF');
  await settled(page);
  expect(await rangeOf(page)).toEqual(full);
  await page.keyboard.press('Escape');
  await page.keyboard.press('KeyM');
  const text = page.getByTestId('note-editor').getByRole('textbox');
  await text.fill('A note.');
  // In a field the browser undoes what was typed.
  await text.press('Control+KeyZ');
  await expect(page.getByTestId('note-editor')).toBeVisible();
  await text.fill('A note.');
  await page.getByTestId('note-save').click();
  await expect(page.getByTestId('note')).toHaveCount(1);
  await page.keyboard.press('Control+KeyZ');
  await expect(page.getByTestId('note')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+KeyZ');
  await expect(page.getByTestId('note')).toHaveCount(1);
});

test('a series that is switched off is there again in the next trace, and off in the first', {
  tag: '@deep',
}, async ({ page }) => {
  await openSpiral(page);
  const cwnd = panel(page, 'congestion').getByRole('button', { name: 'window (cwnd)' });
  await cwnd.click();
  await expect(cwnd).toHaveAttribute('aria-pressed', 'false');
  await openFiles(page, tracePath(OVERSHOOT));
  await expect(cwnd).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('PageUp');
  await settled(page);
  await expect(cwnd).toHaveAttribute('aria-pressed', 'false');
  // A link to it has it switched off too.
  await expect.poll(() => page.url()).toContain('off=');
});

test('the first button before the panels leads past them', { tag: '@deep' }, async ({ page }) => {
  await openSpiral(page);
  const skip = page.getByRole('button', { name: 'Skip the panels' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.side') !== null)).toBe(true);
});

test('the palette shows another open trace, saves a panel, and finds no time outside the trace', {
  tag: '@deep',
}, async ({ page }) => {
  await openSpiral(page);
  await openFiles(page, tracePath(RECEIVER));
  const find = async (query: string): Promise<void> => {
    await page.keyboard.press('Control+Shift+KeyP');
    // Its code is fetched when it opens.
    await expect(page.getByRole('combobox', { name: /^Search commands/ })).toBeFocused();
    await page.keyboard.type(query);
  };
  await find('trace rate2-both');
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.locator('[data-testid=trace]:has([aria-current=true])')).toHaveAttribute(
    'data-name',
    SPIRAL,
  );
  const download = page.waitForEvent('download');
  await find('export rtt svg');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/-rtt\.svg$/);
  await find('go to 99 s');
  await expect(page.getByTestId('palette-nothing')).toContainText('No match for “go to 99 s”');
});

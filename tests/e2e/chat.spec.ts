/** Into the chat: picture and sentence in one entry of the clipboard, one link wherever it is copied, the title of the tab. */
import { expect, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { chooseInMenu, openCard, openFiles, panel, RECEIVER, SPIRAL, settled, tracePath } from './support';

/** The types on the clipboard, its text, and the size of its picture in pixels. */
async function clipboard(page: Page) {
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    if (item === undefined) return null;
    const text = await (await item.getType('text/plain')).text();
    const isPicture = item.types.includes('image/png');
    const picture = isPicture ? await createImageBitmap(await item.getType('image/png')) : null;
    return { types: [...item.types].sort(), text, width: picture?.width ?? 0, height: picture?.height ?? 0 };
  });
}

async function openSpiral(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTrace(page);
}

test('a finding, by its card and by key, and a panel, by its menu, are one picture and one sentence', {
  tag: '@deep',
}, async ({ page }) => {
  await openSpiral(page);
  await expect(page).toHaveTitle(`● Death spiral · ${SPIRAL} – qlogscope`);
  const before = page.url();
  await openCard(page.getByTestId('finding').first());
  await page.getByTestId('copy-finding').first().click();
  await expect(page.getByTestId('copied')).toHaveText('Picture and sentence copied: Death spiral');
  const finding = await clipboard(page);
  expect(finding?.types).toEqual(['image/png', 'text/plain']);
  expect(finding?.text).toMatch(
    /^Death spiral \(critical\), 2\.04 s to the end .*The window \(cwnd\) stayed at 2,700 bytes/,
  );
  expect(finding?.text).not.toContain(SPIRAL);
  expect(finding?.width).toBeGreaterThan(1200);
  // The view stays where it was.
  expect(page.url()).toBe(before);
  await page.getByTestId('finding').nth(1).locator('.finding-head').click();
  await settled(page);
  await page.keyboard.press('y');
  await expect(page.getByTestId('copied')).not.toContainText('Death spiral');
  expect((await clipboard(page))?.text).not.toMatch(/^Death spiral/);
  await chooseInMenu(page, 'rtt', 'Copy picture and sentence');
  await expect(page.getByTestId('copied')).toHaveText('Picture and sentence copied: RTT');
  const rtt = await clipboard(page);
  expect(rtt?.text).toMatch(/^RTT, /);
  expect(rtt?.height).not.toBe(finding?.height);
});

test('where the browser refuses a picture, it is saved, the sentence is copied, and that is said', {
  tag: '@deep',
}, async ({ page }) => {
  await openSpiral(page);
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  const download = page.waitForEvent('download');
  await openCard(page.getByTestId('finding').first());
  await page.getByTestId('copy-finding').first().click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
  const message = page.locator('[data-testid=message][data-kind=not-copied]');
  await expect(message).toContainText('saved as a file, and the sentence alone was copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Death spiral/);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await chooseInMenu(page, 'rtt', 'Copy picture and sentence');
  await expect(message).toContainText('The browser refused the clipboard');
  await expect(message).toContainText('The sentence: RTT');
});

test('the header, the key, the palette and the share dialog copy one link, and say so in one way', {
  tag: '@deep',
}, async ({ page }) => {
  await openSpiral(page);
  await openFiles(page, tracePath(RECEIVER));
  const header = page.getByTestId('copy-link');
  const text = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const forget = async (): Promise<void> => {
    await expect(header).toHaveText('Copy link');
    await page.evaluate(() => navigator.clipboard.writeText(''));
  };
  await header.click();
  await expect(header).toHaveText('Link copied');
  const link = await text();
  expect(link).toContain('#v=');
  await forget();
  await panel(page, 'congestion').locator('h2').click();
  await page.keyboard.press('l');
  await expect(header).toHaveText('Link copied');
  expect(await text()).toBe(link);
  await forget();
  await page.keyboard.press('Control+Shift+KeyP');
  await page.locator('.palette-input').fill('copy a link');
  await page.keyboard.press('Enter');
  await expect(header).toHaveText('Link copied');
  expect(await text()).toBe(link);
  await forget();
  await page.keyboard.press('Shift+KeyL');
  await page.getByTestId('share-copy-plain').click();
  await expect(page.getByTestId('share-copy-plain')).toHaveText('Link copied');
  expect(await text()).toBe(link);
});

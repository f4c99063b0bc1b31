/** Figures and names of any size keep the page as wide as its window. */
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { openFiles, openPage, SPIRAL, settled, traceText, upload } from './support';

test.use({ viewport: { width: 1024, height: 700 } });

async function expectNoWider(page: Page): Promise<void> {
  const [content, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(inner ?? 0);
}

for (const [name, text] of [
  ['one', traceText(SPIRAL).replace(/"congestion_window":\d+/, '"congestion_window":1e308')],
  ['every', traceText(SPIRAL).replace(/"(congestion_window|ssthresh|bytes_in_flight)":\d+/g, '"$1":1e308')],
] as const)
  test(`${name} congestion window of 1e308 bytes leaves the page as wide as it was`, {
    tag: '@deep',
  }, async ({ page }) => {
    await openPage(page);
    await openFiles(page, upload(`${name}.sqlog`, text));
    await expect(page.getByTestId('summary')).toHaveAttribute('data-cwnd-max-bytes', '1e+308');
    await expect(page.getByTestId('summary')).toContainText('1.00e+308');
    await expectNoWider(page);
    await page.getByTestId('quality').locator('summary').first().click();
    await settled(page);
    await expectNoWider(page);
  });

test('a digest full of long names without a space leaves the page as wide as it was', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await openFiles(page, fileURLToPath(new URL('../corpus/hostile/evil-strings.qlogscope', import.meta.url)));
  await expect(page.getByTestId('digest')).toBeVisible();
  await expectNoWider(page);
});

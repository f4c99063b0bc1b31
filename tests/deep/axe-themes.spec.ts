/** axe finds nothing serious or critical in the themes that the gate does not look at, on a page full of texts. */
import { expect, test } from '@playwright/test';
import { faults, openTwins } from '../e2e/axe';
import { openFiles, openPage, SPIRAL, settled, tracePath } from '../e2e/support';

for (const [theme, colorScheme, clicks] of [
  ['dark by the system', 'dark', 0],
  ['dark', 'light', 2],
  ['high contrast', 'light', 3],
  ['high contrast in the dark', 'dark', 3],
] as const) {
  test(`axe finds nothing serious in the theme ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openPage(page);
    for (let i = 0; i < clicks; i++) await page.getByTestId('theme').click();
    expect.soft(await faults(page), 'open screen').toEqual([]);
    await openFiles(page, tracePath(SPIRAL));
    await openTwins(page);
    await page.locator('.finding-head').first().click();
    await settled(page);
    expect.soft(await faults(page), 'ready').toEqual([]);
    await page.keyboard.press('Control+Shift+KeyP');
    await expect(page.getByTestId('overlay').getByRole('option').first()).toBeVisible();
    await settled(page);
    expect.soft(await faults(page), 'palette').toEqual([]);
  });
}

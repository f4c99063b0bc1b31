/** At three sizes, on every screen and in every dialog: no words are cut, and every control is large enough to be hit. */
import { expect, test } from '@playwright/test';
import { clippedTexts } from './clipped';
import { openFindings, screens } from './screens';
import { openFiles, openPage, panelIds, SPIRAL, seen, settled, tracePath } from './support';
import { smallTargets } from './targets';

const SIZES = [
  [1440, 900],
  [1024, 700],
  [390, 844],
] as const;

test('with a trace and a finding of it every control is large enough', async ({ page }) => {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await openPage(page, 'of-answer');
    await openFiles(page, tracePath(SPIRAL));
    await openFindings(page);
    await page.locator('.finding-head').first().click();
    await settled(page);
    expect(await smallTargets(page), `${width} px`).toEqual([]);
  }
});

for (const [width, height] of SIZES) {
  test(`at ${width} by ${height} no words are cut, and every control is large enough`, {
    tag: '@deep',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const cut: string[] = [];
    const small: string[] = [];
    for await (const screen of screens(page)) {
      await settled(page);
      for (const id of await panelIds(page)) await seen(page, id);
      cut.push(...(await clippedTexts(page)).map((words) => `${screen}: ${words}`));
      // The headings of the table, one after the other, change its figures only.
      if (!screen.startsWith('table with'))
        small.push(...(await smallTargets(page)).map((target) => `${screen}: ${target}`));
    }
    expect.soft(cut).toEqual([]);
    expect(small).toEqual([]);
  });
}

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

test('at 200 % nothing is lost to the side, and panels and findings have room', async ({ page }) => {
  // 1440×900 and 1024×700, in CSS pixels.
  for (const [width, height] of [
    [720, 450],
    [512, 350],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openPage(page, 'of-answer');
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await sideways(), `${width} px, the open screen`).toBe(0);
    await openFiles(page, tracePath(SPIRAL));
    expect(await sideways(), `${width} px`).toBe(0);
    // The drawer closed.
    const open = page.locator('.drawer-tab[aria-expanded=true]');
    if ((await open.count()) > 0) await open.click();
    await settled(page);
    // Nothing that stays in view covers the plot.
    const plot = page.locator('[data-panel=congestion] .plot');
    await plot.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const share = await plot.evaluate((element) => {
      const { left, top, width: wide, height: high } = element.getBoundingClientRect();
      const rows = Array.from({ length: 20 }, (_, i) => top + ((i + 0.5) / 20) * high);
      return rows.filter((y) => element.contains(document.elementFromPoint(left + wide / 2, y))).length / 20;
    });
    expect(share, `${width} px`).toBeGreaterThan(0.8);
    await openFindings(page);
    await page.locator('.finding-head').first().click();
    await expect(page.locator('.finding-head').first()).toBeInViewport();
  }
});

for (const [width, height] of SIZES) {
  test(`at ${width} by ${height} no words are cut, and every control is large enough`, {
    tag: '@deep',
  }, async ({ page }) => {
    // Every screen there is.
    test.slow();
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

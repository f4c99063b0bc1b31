/** axe finds nothing serious or critical in the lab: every scenario with its runs, in the light and in the dark. */
import { expect, test } from '@playwright/test';
import { SCENARIOS } from '../../src/engine/simulator/runs/scenarios';
import { faults } from '../e2e/axe';
import { settled } from '../e2e/support';

for (const { id } of SCENARIOS) {
  test(`axe finds nothing serious in the lab: ${id}`, async ({ page }) => {
    await page.goto(`/?testing=1#v=7&lab=${id}&seeds=1`);
    await expect(page.getByTestId('lab-results')).toBeVisible();
    await settled(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 1024]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        expect.soft(await faults(page), `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
  });
}

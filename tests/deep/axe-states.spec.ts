/**
 * axe finds nothing serious or critical in any state of the page, each reached by itself and looked at in full, with all that
 * it adds; the gate (tests/e2e/axe.spec.ts) looks at the pages as they open. And while a file is read that is as large as they
 * come.
 */
import { expect, test } from '@playwright/test';
import { faults, openReady, STARTS } from '../e2e/axe';
import { holdWorker, openPage, settled, writeLargeTrace } from '../e2e/support';

for (const { open, states } of STARTS) {
  for (const { name, enter, adds } of states) {
    test(`axe finds nothing serious on the whole page with ${name}`, async ({ page }) => {
      await open(page);
      await enter(page);
      await settled(page);
      for (const part of adds) await expect(page.locator(part).first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
    });
  }
}

test('axe finds nothing serious where folded panels are all there is', async ({ page }) => {
  await openReady(page, 'spiral-corelevel-s12.server.sqlog.gz');
  expect(await faults(page)).toEqual([]);
});

test('axe finds nothing serious on the whole page while a large file is read', async ({ page }, info) => {
  const path = info.outputPath('large.sqlog');
  writeLargeTrace(path);
  await openPage(page);
  await page.setInputFiles('[data-testid=open]', path);
  await expect(page.getByTestId('loading')).toContainText(/\d % ·/);
  const release = await holdWorker(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'loading');
  expect(await faults(page)).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'loading');
  await release();
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
});

/** Files of one connection's log: dropped together or one after the other they are one tab, until the user separates them. */
import { expect, test } from '@playwright/test';
import { cutLog, partsOf } from '../support/cut-trace.ts';
import { readTrace } from '../support/load.ts';
import { openFiles, openPage, SPIRAL, settled, tracePath, type Upload, upload } from './support.ts';

const PARTS: readonly Upload[] = partsOf(cutLog(readTrace(tracePath(SPIRAL))), [2500, 5500]).map((bytes, i) =>
  upload(`rotated.${i}.sqlog`, Buffer.from(bytes)),
);

test('three files dropped together are one trace with two seams, and three tabs after one click', async ({
  page,
}) => {
  await openPage(page);
  await openFiles(page, [PARTS[2], PARTS[0], PARTS[1]] as Upload[]);
  const tabs = page.locator('[data-testid=trace]');
  await expect(page.locator('[data-testid=segments]')).toHaveAttribute('data-evidence-kind', 'none');
  await expect(tabs).toHaveCount(1);
  await expect(tabs).toHaveAttribute('data-name', 'rotated.0.sqlog (3 files)');
  await settled(page);
  await expect(page.locator('[data-testid=summary]')).toHaveAttribute('data-events', '8046');
  await expect(page.locator('[data-testid=finding][data-id=death-spiral]').first()).toBeVisible();
  const flags = page.locator('[data-testid=overview] [data-testid=seam-flags]');
  await expect(flags).toHaveAttribute('data-files', '3');
  await expect(flags.locator('text')).toHaveText(['2', '3']);
  await page.locator('[data-testid=quality] summary').first().click();
  await expect(page.locator('[data-testid=quality]')).toContainText('3. rotated.2.sqlog');

  await page.locator('[data-testid=separate-files]').click();
  await expect(tabs).toHaveCount(3);
  await settled(page);
  // They stay apart.
  await expect(tabs).toHaveCount(3);
  await expect(page.locator('[data-testid=segments]')).toHaveCount(0);
});

test('a file that is opened later is joined to the earlier ones', async ({ page }) => {
  await openPage(page);
  const tabs = page.locator('[data-testid=trace]');
  for (const part of [PARTS[1], PARTS[0], PARTS[2]]) {
    await openFiles(page, part as Upload);
    await settled(page);
  }
  await expect(tabs).toHaveCount(1);
  await expect(tabs).toHaveAttribute('data-name', 'rotated.0.sqlog (3 files)');
  await expect(page.locator('[data-testid=summary]')).toHaveAttribute('data-events', '8046');
});

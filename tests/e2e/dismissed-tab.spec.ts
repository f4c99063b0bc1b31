/** The tab of a trace shows its worst finding that is not dismissed. */
import { expect, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { openCard, settled } from './support';

test('a dismissed critical finding leaves its tab no longer critical, and critical again when it is taken back', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  const tab = page.getByTestId('trace');
  const critical = page.locator('[data-testid=finding][data-severity=critical]');
  await expect(tab.locator('.status-critical')).toHaveCount(1);
  await (await openCard(critical)).getByRole('button', { name: 'Dismiss' }).click();
  await settled(page);
  await expect(tab.locator('.status-critical')).toHaveCount(0);
  await expect(tab.locator('.tab-name')).not.toHaveAttribute('title', /critical/);
  await page.getByTestId('dismissed').getByRole('button').first().click();
  await (await openCard(critical)).getByRole('button', { name: 'Restore' }).click();
  await settled(page);
  await expect(tab.locator('.status-critical')).toHaveCount(1);
});

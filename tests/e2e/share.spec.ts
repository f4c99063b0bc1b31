/** The share dialog asks first who gets it; each of its ways has a dialog, a menu or a command of its own too. */
import { expect, type Page, test } from '@playwright/test';
import { faults } from './axe';
import { shareWith } from './digests';
import { openTrace } from './shared-trace';
import { settled } from './support';

async function openForm(page: Page): Promise<void> {
  await page.keyboard.press('Shift+KeyL');
  await expect(page.getByTestId('share-form')).toBeVisible();
}

test('who gets it is asked first: a link, a digest, what is read, what a program takes', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTrace(page);
  await openForm(page);
  const form = page.getByTestId('share-form');
  await expect(form.locator('[data-recipient]')).toHaveCount(4);
  await expect(form.getByTestId('share-plain')).toBeVisible();
  await expect(form.getByTestId('share-file')).toHaveCount(0);

  await shareWith(page, 'other');
  await expect(form.getByTestId('share-file')).toBeVisible();
  await expect(form.getByTestId('store-offer')).toBeVisible();
  await expect(form.getByTestId('share-plain')).toHaveCount(0);

  await shareWith(page, 'reader');
  expect(await faults(page, ['[data-testid=share-form]'])).toEqual([]);
  await form.getByTestId('share-picture').click();
  await expect(page.getByTestId('copied')).toContainText(/copied/i);
  await form.getByTestId('share-report').click();
  await expect(page.getByTestId('report-form')).toBeVisible();
  await page.keyboard.press('Escape');

  await openForm(page);
  await shareWith(page, 'machine');
  expect(await faults(page, ['[data-testid=share-form]'])).toEqual([]);
  await form.getByTestId('share-csv-panel').selectOption('rtt');
  const [csv] = await Promise.all([page.waitForEvent('download'), form.getByTestId('share-csv').click()]);
  expect(csv.suggestedFilename()).toMatch(/-rtt\.csv$/);
  await form.getByTestId('share-json').click();
  await expect(page.getByTestId('findings-json')).toBeVisible();
  await page.keyboard.press('Escape');
  await openForm(page);
  await shareWith(page, 'machine');
  await form.getByTestId('share-qlog').click();
  await expect(page.getByTestId('cut-form')).toBeVisible();
});

test('the report, an export and a picture are reached by their keys as before', async ({ page }) => {
  await openTrace(page);
  await page.keyboard.press('Shift+KeyM');
  await expect(page.getByTestId('report-form')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+KeyC');
  await expect(page.getByTestId('cut-form')).toBeVisible();
  await page.keyboard.press('Escape');
  await settled(page);
  await page.keyboard.press('y');
  await expect(page.getByTestId('copied').or(page.getByTestId('message')).first()).toBeVisible();
});

/** What the browser tests of the store share: the steps of the share dialog, and a link opened in a browser of its own. */
import { expect, type Locator, type Page } from '@playwright/test';
import { openShare } from './digests';
import { settled } from './support';

export const storeSteps = (page: Page): Locator => page.getByTestId('store-steps');
export const storeMessage = (page: Page): Locator =>
  page.locator('[data-testid=message][data-kind=stored-view]');

/** Opens the share dialog, and what would be put into the store there. */
export async function makeReady(page: Page, form: 'export' | 'file' = 'export'): Promise<void> {
  await openShare(page);
  if (form === 'file') await page.getByTestId('store-file').check();
  await page.getByTestId('store-make').click();
  await settled(page);
}

/** Puts it there. @returns the link. */
export async function putIntoStore(page: Page): Promise<string> {
  await page.getByTestId('store-put').click();
  await settled(page);
  await expect(storeSteps(page)).toHaveAttribute('data-step', 'there');
  return (await page.getByTestId('store-there').getAttribute('data-url')) ?? '';
}

/** Opens a link, with its switch for tests. */
export async function openStored(page: Page, url: string): Promise<void> {
  const { hash } = new URL(url);
  await page.goto('about:blank');
  await page.goto(`/?testing=1${hash}`);
  await settled(page);
}

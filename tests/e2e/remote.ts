/** What the browser tests of traces on other hosts share: links, pasted addresses, the question, and who is asked. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { settled } from './support';

/** Every request of the context that leaves the page's own origin, workers included. */
export function foreignRequests(context: BrowserContext, baseURL: string | undefined): string[] {
  const foreign: string[] = [];
  context.on('request', (asked) => {
    const { origin, protocol } = new URL(asked.url());
    if (origin !== baseURL && protocol !== 'blob:' && protocol !== 'about:') foreign.push(asked.url());
  });
  return foreign;
}

export async function openLink(page: Page, fragment: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`/?testing=1#${fragment}`);
  await settled(page);
}

export const request = (page: Page): Locator => page.getByTestId('link-request');
export const fetchButton = (page: Page): Locator => page.getByTestId('link-fetch');
export const failure = (page: Page, kind: string): Locator =>
  page.locator(`[data-testid=message][data-kind=${kind}]`);

export async function agree(page: Page): Promise<void> {
  await fetchButton(page).click();
  await settled(page);
}

/** A text dragged in from elsewhere, such as a link out of another window. */
export async function dropText(page: Page, text: string): Promise<void> {
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', dropped);
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, text);
}

export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

/** Every way in: drop, picker, several files, one after the other. */
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import {
  openFiles,
  openPage,
  RECEIVER,
  SPIRAL,
  settled,
  sharePage,
  tracePath,
  traceText,
  upload,
} from './support';

/** Drops a file the way a hand does: enter, over, drop, on the element in the middle of the window. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, base64]) => {
      const binary = atob(base64 as string);
      const content = Uint8Array.from(binary, (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([content], fileName as string));
      return data;
    },
    [name, bytes.toString('base64')],
  );
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByTestId('drop-overlay')).toBeVisible();
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await expect(page.getByTestId('drop-overlay')).toBeHidden();
}

test('a file dropped anywhere opens, and the page says so while it is dragged', async ({ page }) => {
  await openPage(page);
  await drop(page, SPIRAL, readFileSync(tracePath(SPIRAL)));
  await settled(page);
  await expect(page.locator('[data-severity=critical]')).toHaveCount(1);
});

test('a drop without a file is answered in words', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'hello');
    return data;
  });
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await expect(page.getByTestId('message')).toHaveAttribute('data-kind', 'not-a-file');
});

test('several files make a list; each has its own verdict and can be closed', async ({ page }) => {
  await openTrace(page, SPIRAL, RECEIVER);
  const tabs = page.getByTestId('trace');
  await expect(tabs).toHaveCount(2);
  await expect(page.locator('[data-severity=critical]')).toHaveCount(1);
  await tabs.nth(1).locator('.tab-name').click();
  await settled(page);
  await expect(page.locator('[data-severity=critical]')).toHaveCount(0);
  await expect(page.getByTestId('summary')).toHaveAttribute('data-side', 'receiver');
  await expect.poll(() => page.workers().length).toBe(2);
  await tabs.nth(1).getByRole('button', { name: /Close/ }).click();
  await expect(tabs).toHaveCount(1);
  await expect(page.locator('[data-severity=critical]')).toHaveCount(1);
  await expect.poll(() => page.workers().length).toBe(1);
});

test.describe('in whatever form', () => {
  const shared = sharePage(openPage);

  test('plain text opens like its gzip, whatever the extension', { tag: '@deep' }, async () => {
    const { page } = shared;
    const text = traceText(SPIRAL);
    await openFiles(page, upload('trace.qlog', text));
    await expect(page.getByTestId('summary')).toHaveAttribute('data-compression', 'none');
    await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8046');
    await openFiles(page, upload('renamed.json', readFileSync(tracePath(SPIRAL))));
    await expect(page.getByTestId('summary')).toHaveAttribute('data-compression', 'gzip');
    await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8046');
  });

  test('a gzip of several members is read through to its last one', { tag: '@deep' }, async () => {
    const { page } = shared;
    const text = gunzipSync(readFileSync(tracePath(SPIRAL)));
    const third = Math.floor(text.length / 3);
    const members = [text.subarray(0, third), text.subarray(third, 2 * third), text.subarray(2 * third)];
    await openFiles(
      page,
      upload('members.sqlog.gz', Buffer.concat(members.map((member) => gzipSync(member)))),
    );
    await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8046');
    await expect(page.getByTestId('message')).toHaveCount(0);
  });
});

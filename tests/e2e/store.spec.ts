/** The store: a trace and its view are put there, and a short link opens both; whatever a store may do wrong is said. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { openSpiral } from './digests';
import { makeReady, openStored, putIntoStore } from './stored';
import { drag, rangeOf, SPIRAL, settled } from './support';

test('a trace is put into the store redacted, and the link opens view, findings and notes in another browser', async ({
  page,
  browser,
  request,
}) => {
  await openSpiral(page);
  await drag(page, 0.3, 0.6);
  await page.keyboard.press('z');
  await settled(page);
  const range = await rangeOf(page);
  await makeReady(page);
  const contents = page.getByTestId('store-contents');
  await expect(contents).toContainText('events of');
  await expect(contents).toContainText('1 note');
  await expect(contents).toContainText('no file name');
  const url = await putIntoStore(page);
  expect(url).toMatch(/\/#sha=[0-9a-f]{64}$/);

  const other = await (await browser.newContext()).newPage();
  await openStored(other, url);
  await expect(other.getByTestId('trace')).toHaveCount(1);
  await expect(other.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  for (const [i, ms] of (await rangeOf(other)).entries()) expect(ms).toBeCloseTo(range[i] ?? 0, 2);
  await expect(other.getByTestId('note')).toContainText('Seen on Tuesday too.');
  await expect(other.locator('body')).not.toContainText(SPIRAL);
  // The address names the trace in the store from then on, and opens it by itself.
  await expect.poll(() => new URL(other.url()).hash).toContain('stored=');
  const object = /stored=([0-9a-f]{64}\.gz)/.exec(other.url())?.[1] ?? '';
  const bytes = await (await request.get(`/store/${object}`)).body();
  expect(`${createHash('sha256').update(bytes).digest('hex')}.gz`).toBe(object);
  expect(gunzipSync(bytes).subarray(0, 200).toString()).toContain('qlog');
  await openStored(other, other.url());
  await expect(other.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  await other.context().close();
});

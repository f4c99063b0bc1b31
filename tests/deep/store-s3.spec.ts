/** The store as production has it: a presigned PUT to an S3-compatible server, and the link opened in another browser. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, test } from '@playwright/test';
import { makeReady, openStored, putIntoStore, storeSteps } from '../e2e/stored';
import { drag, openFiles, openPage, rangeOf, SPIRAL, settled, tracePath } from '../e2e/support';
import { type S3Server, startS3Server } from '../support/s3-server';

test.describe.configure({ mode: 'default' });
let s3: S3Server;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(900_000);
  s3 = await startS3Server(baseURL ?? '');
});
test.afterAll(() => s3?.close());
test.beforeEach(async ({ context }) => {
  await useStore(context);
});

async function useStore(context: BrowserContext): Promise<void> {
  const config = { version: 1, store: { base: s3.base, sign: s3.sign } };
  await context.route('**/config.json', (route) => route.fulfill({ json: config }));
}

test('upload, link, the same view, hash and findings in another browser; a second upload changes nothing', async ({
  page,
  browser,
}) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(`${one.method()} ${new URL(one.url()).origin}`));
  await openPage(page);
  await openFiles(page, tracePath(SPIRAL));
  await drag(page, 0.3, 0.6);
  await page.keyboard.press('z');
  await settled(page);
  const range = await rangeOf(page);
  await makeReady(page);
  const url = await putIntoStore(page);
  expect(url.length - (await page.evaluate(() => location.origin.length))).toBeLessThan(80);
  expect(asked.filter((one) => one.startsWith('PUT'))).toHaveLength(2);
  const names = s3.names();
  expect(names).toHaveLength(2);
  const [object = ''] = names.filter((name) => name.endsWith('.gz'));

  const context = await browser.newContext();
  await useStore(context);
  const other = await context.newPage();
  await openStored(other, url);
  await expect(other.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  for (const [i, ms] of (await rangeOf(other)).entries()) expect(ms).toBeCloseTo(range[i] ?? 0, 2);
  await expect.poll(() => other.url()).toContain(`stored=${object}`);
  const bytes = Buffer.from(await (await fetch(`${s3.base}${object}`)).arrayBuffer());
  expect(`${createHash('sha256').update(bytes).digest('hex')}.gz`).toBe(object);
  await context.close();

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  asked.length = 0;
  await makeReady(page);
  expect(await putIntoStore(page)).toBe(url);
  expect(asked.filter((one) => one.startsWith('PUT'))).toHaveLength(0);
  expect(s3.names()).toEqual(names);
});

test('a second PUT of an object is refused with 412, and so are other bytes and another name', async () => {
  const content = 'hello';
  const name = `${createHash('sha256').update(content).digest('hex')}.bin`;
  const put = async (body: string, to = name): Promise<number> => {
    const { url, headers } = await (await s3.signed(name, body.length)).json();
    return (await fetch(url.replace(name, to), { method: 'PUT', headers, body })).status;
  };
  expect(await put('other')).toBe(400);
  expect(await put(content, `${'0'.repeat(64)}.bin`)).toBe(403);
  expect(s3.names()).not.toContain(name);
  expect(await put(content)).toBe(200);
  expect(await put(content)).toBe(412);
  for (const [asked, bytes, status] of [
    ['../x', 5, 400],
    ['x.html', 5, 400],
    [name, -1, 400],
    [name, 2 ** 40, 413],
  ] as const)
    expect((await s3.signed(asked, bytes)).status, asked).toBe(status);
  // By name only, and never listed.
  expect((await fetch(s3.base)).status).toBe(403);
});

test('bytes that were changed on its disk are not shown', async ({ page, browser }) => {
  await openPage(page);
  await openFiles(page, tracePath(SPIRAL));
  await makeReady(page, 'file');
  await expect(page.getByTestId('store-whole')).toContainText('every field that was logged');
  const url = await putIntoStore(page);
  await expect(storeSteps(page)).toHaveAttribute('data-step', 'there');
  const object = `${createHash('sha256')
    .update(readFileSync(tracePath(SPIRAL)))
    .digest('hex')}.gz`;
  expect(s3.names()).toContain(object);
  s3.spoil(object, 'these are other bytes');
  const context = await browser.newContext();
  await useStore(context);
  const other = await context.newPage();
  await openStored(other, url);
  await expect(other.locator('[data-testid=message][data-kind=remote-other-bytes]')).toBeVisible();
  await expect(other.getByTestId('finding')).toHaveCount(0);
  await context.close();
});

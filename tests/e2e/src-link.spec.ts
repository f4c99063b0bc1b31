/**
 * Traces at addresses: nothing is fetched before its host was agreed to, then exactly that file; and what a host does
 * instead of giving it is said. The other host is a server on another port of this machine.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { type Behaviour, type FileServer, fileServer } from '../support/file-server';
import { copied, offerOf, openShare, tick } from './digests';
import { agree, failure, fetchButton, foreignRequests, openLink, request } from './remote';
import { openFiles, openPage, panel, rangeOf, SPIRAL, settled, tracePath } from './support';

/** What a server must send so that pages of other sites may read its files. */
const CORS = { 'access-control-allow-origin': '*' };
const TRACE = readFileSync(tracePath(SPIRAL));

let server: FileServer;
let src: string;
test.beforeAll(async () => {
  server = await fileServer();
  src = `http://${server.host}/logs/${SPIRAL}`;
});
test.afterAll(() => server.close());

const give = (behaviour: Behaviour = {}, bytes: Uint8Array = TRACE): void =>
  server.give(bytes, { ...behaviour, headers: { ...CORS, ...behaviour.headers } });

test('nothing leaves the page’s origin before a yes; after it exactly that file is asked for, without cookies', async ({
  page,
  context,
  baseURL,
}) => {
  give({ ranges: true });
  const foreign = foreignRequests(context, baseURL);
  await openPage(page);
  await page.getByTestId('example').first().click();
  await settled(page);
  const hostile = [
    'v=1&src=https://logs.example/a.qlog&src=https://other.example:8443/b.qlog&src=http://localhost:9/c.qlog',
    'v=1&src=javascript:fetch(%27https://logs.example%27)&src=http://logs.example/&src=//logs.example/x&src=https://me:pw@logs.example/&src=data:text/html,%3Cimg%20src=https://logs.example/%3E',
    `v=1&example=reno&src=${encodeURIComponent('https://b\u00fccher.example/"><img src=https://logs.example/>')}`,
  ];
  for (const link of hostile) {
    await openLink(page, link);
    await expect(page.locator('[data-testid=message], [data-testid=link-request]').first()).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
  }
  await expect(page.getByTestId('link-host')).toHaveAttribute('data-host', 'xn--bcher-kva.example');
  await openLink(page, `v=1&src=${src}&t=2-3`);
  await expect(request(page)).toContainText(
    `${SPIRAL} on ${server.host}, a host that you have not agreed to`,
  );
  await page.reload();
  await settled(page);
  expect(foreign).toEqual([]);
  expect(server.requests).toEqual([]);

  const asked = page.waitForRequest(src);
  await agree(page);
  await expect.poll(() => rangeOf(page)).toEqual([2000, 3000]);
  const headers = await (await asked).allHeaders();
  expect([headers.cookie, headers.referer, headers.authorization]).toEqual([undefined, undefined, undefined]);
  expect([...new Set(foreign)]).toEqual([src]);
});

test('a view goes through a link to an address, to the pixel; the host is asked about once on a device', {
  tag: '@deep',
}, async ({ page, browser }) => {
  give();
  await openLink(page, `v=1&src=${src}`);
  await expect(fetchButton(page)).toHaveText(`Fetch from ${server.host}`);
  await agree(page);
  await expect(request(page)).toHaveCount(0);
  await expect(page.getByTestId('summary-host')).toHaveText(`from ${server.host}`);
  await expect(page.getByTestId('trace')).toHaveAttribute('data-name', SPIRAL);
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await page.keyboard.press('c');
  await settled(page);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#v=2&src=http:.*&f=death-spiral\.1/);
  const link = new URL(page.url()).hash;
  const here = await rangeOf(page);

  const other = await browser.newPage();
  await openLink(other, link.slice(1));
  await expect(other.locator('html')).toHaveAttribute('data-state', 'empty');
  await agree(other);
  const pixel = (here[1] - here[0]) / 1000;
  await expect
    .poll(async () => Math.max(...(await rangeOf(other)).map((ms, i) => Math.abs(ms - (here[i] as number)))))
    .toBeLessThan(pixel);
  await expect(other.locator('[data-testid=finding].selected')).toHaveAttribute('data-key', 'death-spiral.1');
  await expect.poll(() => new URL(other.url()).hash).toBe(link);
  await other.reload();
  await settled(other);
  await expect(request(other)).toHaveCount(0);
  await expect.poll(() => new URL(other.url()).hash).toBe(link);

  // Put on the list by the yes, and taken off it again.
  await other.keyboard.press('Shift+O');
  await expect(other.getByTestId('known-hosts')).toContainText(`http://${server.host}`);
  await other.getByTestId('forget-hosts').click();
  await openLink(other, link.slice(1));
  await expect(fetchButton(other)).toBeVisible();
  await other.close();
});

test('a link with data names the address of its trace only where that is ticked, and leads back to it', {
  tag: '@deep',
}, async ({ page, context, browser }) => {
  give();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLink(page, `v=1&src=${src}`);
  await agree(page);
  await openShare(page);
  const copy = (): Promise<string> => copied(page, offerOf(page, '2 KB').getByTestId('share-copy'));
  expect(await copy()).not.toContain('src=');
  await tick(page, 'addresses');
  const link = await copy();
  expect(link).toContain(`src=${src}`);

  const other = await browser.newPage();
  const foreign = foreignRequests(other.context(), new URL(page.url()).origin);
  await openLink(other, new URL(link).hash.slice(1));
  await expect(other.getByTestId('digest')).toBeVisible();
  expect(foreign).toEqual([]);
  await other.getByTestId('digest-open').click();
  await agree(other);
  await expect(other.getByTestId('digest')).toHaveCount(0);
  await expect(other.getByTestId('trace')).toHaveCount(1);
  await other.close();
});

test('a host that does not allow other sites is explained, and the saved file takes up the view', {
  tag: '@deep',
}, async ({ page }) => {
  server.give(TRACE);
  await openLink(page, `v=1&src=${src}&t=2-3`);
  await agree(page);
  const message = failure(page, 'remote-unreachable');
  await expect(message).toContainText(server.host);
  await expect(message).toContainText('Access-Control-Allow-Origin: *');
  await expect(message).toContainText('open it from disk');
  await expect(request(page)).toContainText(`${SPIRAL} could not be read from ${server.host}`);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'failed');

  await openFiles(page, tracePath(SPIRAL));
  await page.getByTestId('link-anyway').click();
  await expect.poll(() => rangeOf(page)).toEqual([2000, 3000]);
  await expect(request(page)).toHaveCount(0);

  // The host has learned: asked again, it gives the file, and the failed one is gone.
  await openLink(page, `v=1&src=${src}&t=3-4`);
  await expect(failure(page, 'remote-unreachable')).toBeVisible();
  give();
  await expect(fetchButton(page)).toHaveText(`Try ${server.host} again`);
  await agree(page);
  await expect.poll(() => rangeOf(page)).toEqual([3000, 4000]);
  await expect(page.getByTestId('trace')).toHaveCount(1);
});

test('a missing file, a redirect and a page in its place are each said, and the page stays usable', {
  tag: '@deep',
}, async ({ page }) => {
  const cases: readonly (readonly [Behaviour, Buffer, string, string])[] = [
    [
      { status: 404 },
      TRACE,
      'remote-status',
      `${server.host} answered 404 (Not Found): there is no such file`,
    ],
    [{ status: 403 }, TRACE, 'remote-status', 'sign in there'],
    [
      { status: 302, headers: { location: `${src}.moved` } },
      TRACE,
      'remote-redirected',
      'leads on to another address',
    ],
    [
      {},
      Buffer.from('<!doctype html><title>run 7</title>'),
      'not-qlog',
      'open the file itself (Raw, Download)',
    ],
  ];
  give();
  await openLink(page, `v=1&src=${src}`);
  await agree(page);
  for (const [behaviour, bytes, kind, words] of cases) {
    give(behaviour, bytes);
    await openLink(page, `v=1&src=${src}`);
    await expect(failure(page, kind)).toContainText(words);
    expect(server.requests).toEqual(['whole']);
  }
  await page.getByTestId('example').first().click();
  await settled(page);
  await expect(panel(page, 'congestion')).toBeVisible();
});

test('host and size, or that it is unknown, are shown while it is read, and Cancel ends the download', {
  tag: '@deep',
}, async ({ page }) => {
  const text = gunzipSync(TRACE);
  give({ holdsAt: 300_000 }, text);
  await page.goto(`/?testing=1#v=1&src=${src}`);
  await fetchButton(page).click();
  const loading = page.getByTestId('loading');
  await expect(loading).toContainText(`Reading from ${server.host}`);
  await expect(loading).toContainText(/\d % of \d+(\.\d)? [kM]B · /);
  await page.getByTestId('cancel').click();
  await expect(failure(page, 'cancelled')).toBeVisible();
  await expect.poll(() => server.open).toBe(0);

  give({ holdsAt: 300_000, hidesLength: true }, text);
  await openLinkLoading(page, `v=1&src=${src}`);
  await expect(loading).toContainText(/\d [kM]B, size unknown · /);
  server.release();
  await settled(page);
  await expect(page.getByTestId('summary')).toHaveAttribute('data-skipped-records', '0');
});

async function openLinkLoading(page: Page, fragment: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`/?testing=1#${fragment}`);
}

test('records of a trace are asked for in ranges of the same file, where its host says that it has them', {
  tag: '@deep',
}, async ({ page, context, baseURL }) => {
  const foreign = foreignRequests(context, baseURL);
  give({ ranges: true, headers: { 'access-control-expose-headers': 'Accept-Ranges' } }, gunzipSync(TRACE));
  await openLink(page, `v=1&src=${src}`);
  await agree(page);
  await page.keyboard.press('KeyE');
  await settled(page);
  await page.getByTestId('event-grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.getByTestId('event-record').locator('pre')).toContainText('"name"');
  expect(server.requests.length).toBeGreaterThan(1);
  expect(server.requests.slice(1).filter((range) => !/^bytes=\d+-\d+$/.test(range))).toEqual([]);
  expect([...new Set(foreign)]).toEqual([src]);
});

test('one link names addresses on several hosts and a file: each host is asked about, the meant one is shown', {
  tag: '@deep',
}, async ({ page }) => {
  give();
  const elsewhere = src.replace('127.0.0.1', 'localhost');
  const link = `v=1&src=${src}&src=${elsewhere}&src=${src}%3F2&file=5.AAAAAAAAAAAAAAAA.gone.qlog&show=2&t=2-3`;
  await openLink(page, link);
  await expect(fetchButton(page)).toHaveText([
    `Fetch from ${server.host}`,
    `Fetch from ${new URL(elsewhere).host}`,
  ]);
  await expect(request(page)).toContainText(`This link is about gone.qlog (5 B): open that file.`);
  await fetchButton(page).nth(1).click();
  await settled(page);
  await expect.poll(() => rangeOf(page)).toEqual([2000, 3000]);
  await fetchButton(page).click();
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveCount(3);
  await expect(request(page)).toHaveAttribute('data-state', 'asked');
  await expect(fetchButton(page)).toHaveCount(0);
  await page.getByTestId('link-aside').click();
  await expect
    .poll(() => new URL(page.url()).hash)
    .toBe(`#v=2&src=${elsewhere}&src=${src}&src=${src}?2&show=3`);
});

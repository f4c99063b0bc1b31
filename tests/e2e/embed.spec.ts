/** The page in a page of another origin: it opens what that one sends and tells what it found; an unlisted one gets nothing. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { type RunningServer, servePage } from '../../src/node/server/page-server';
import { fileServer } from '../support/file-server';
import { SPIRAL, tracePath, traceText } from './support';

const docs = new URL('../../docs/embedding/', import.meta.url);
let around: Server;
/** Of the pages that embed: one that the host lists, and one that it does not. */
let listed = '';
let unlisted = '';
let viewer: RunningServer;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  around = createServer((request, response) => {
    const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
    const isKnown = ['example.html', 'example.js'].includes(name);
    response.writeHead(200, { 'content-type': name.endsWith('.js') ? 'text/javascript' : 'text/html' });
    response.end(isKnown ? readFileSync(new URL(name, docs)) : '<!doctype html><title>around</title>');
  });
  await new Promise<void>((resolve) => around.listen(0, resolve));
  const { port } = around.address() as AddressInfo;
  listed = `http://localhost:${port}`;
  unlisted = `http://127.0.0.1:${port}`;
  const config = { written: { embed: { origins: [listed] } }, embedOrigins: [listed] };
  viewer = await servePage({ page: 'dist', config, store: null, port: 0 });
});
test.afterAll(async () => {
  await viewer.close();
  around.closeAllConnections();
  around.close();
});

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe');

/** Keeps every message that the page around gets, and lets it send any. */
async function listen(page: Page, origin: string, how: 'frame' | 'window' = 'frame'): Promise<void> {
  await page.goto(`${origin}/around.html`);
  await page.evaluate(
    async ([url, kind]) => {
      const got: unknown[] = [];
      Object.assign(globalThis, { got });
      addEventListener('message', ({ data }) => got.push(data));
      const frame = document.createElement('iframe');
      const opened = kind === 'window' ? open(url) : null;
      if (opened === null) {
        frame.src = url;
        document.body.append(frame);
        await new Promise((resolve) => frame.addEventListener('load', resolve));
      }
      Object.assign(globalThis, {
        say: (message: object, to = '*') => (opened ?? frame.contentWindow)?.postMessage(message, to),
      });
    },
    [`${viewer.address}embed.html?testing=1`, how] as const,
  );
}

const say = (page: Page, message: object): Promise<void> =>
  page.evaluate((sent) => (globalThis as unknown as { say: (message: object) => void }).say(sent), message);
const got = (page: Page): Promise<readonly Record<string, unknown>[]> =>
  page.evaluate(() => (globalThis as unknown as { got: Record<string, unknown>[] }).got);
const typesOf = async (page: Page): Promise<readonly unknown[]> => (await got(page)).map(({ type }) => type);

/** Says hello until it is answered, as the page may still be loading. */
async function welcome(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await say(page, { qlogscope: 1, type: 'hello' });
      return typesOf(page);
    })
    .toContain('ready');
}

test('the example page opens a trace by its bytes, gets the findings, and sets the view', async ({
  page,
}) => {
  await page.goto(`${listed}/example.html?viewer=${viewer.address}`);
  await expect(frameOf(page).getByText('Drop a trace anywhere on this page')).toBeVisible();
  await page.setInputFiles('#file', tracePath(SPIRAL));
  await expect(page.locator('#log')).toContainText('critical death-spiral: ');
  await expect(frameOf(page).getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  expect(
    await frameOf(page)
      .locator('html')
      .evaluate(() => crossOriginIsolated),
  ).toBe(false);
  await page.locator('#view').click();
  const congestion = frameOf(page).locator('[data-testid=panel][data-panel=congestion]');
  await expect(congestion).toHaveAttribute('data-from-ms', '2000');
  await expect(congestion).toHaveAttribute('data-to-ms', '4000');
  await expect(page.locator('#log')).toHaveAttribute('data-view', /t=2-4/);
  // The name came from the page around, and goes back to nobody.
  await expect(page.locator('#log')).not.toHaveAttribute('data-view', /sqlog|file=/);
});

test('a page that the host does not list cannot frame it, and gets no answer where it opens it', async ({
  page,
}) => {
  const refused = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'));
  await listen(page, unlisted);
  await refused;
  await say(page, { qlogscope: 1, type: 'hello' });
  expect(await frameOf(page).locator('#root').count()).toBe(0);

  const popup = page.waitForEvent('popup');
  await listen(page, unlisted, 'window');
  const opened = await popup;
  await opened.waitForLoadState();
  // It has read who may embed it by then.
  await opened.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('config.json')),
  );
  await say(page, { qlogscope: 1, type: 'hello' });
  await say(page, { qlogscope: 1, type: 'open', id: 1, name: 'x', bytes: new Uint8Array(5).buffer });
  await opened.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await got(page)).toEqual([]);
  await expect(opened.locator('#root')).toBeEmpty();
});

test('embed.html alone stays blank, and the page itself cannot be framed', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto(`${viewer.address}embed.html`);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#root')).toBeEmpty();
  await page.goto(`${listed}/around.html`);
  const refused = page.waitForEvent('console', (line) => line.text().includes("frame-ancestors 'none'"));
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, viewer.address);
  await refused;
});

test('window.open takes the same messages', { tag: '@deep' }, async ({ page }) => {
  const popup = page.waitForEvent('popup');
  await listen(page, listed, 'window');
  const opened = await popup;
  await welcome(page);
  const text = traceText(SPIRAL);
  await page.evaluate(
    (sent) =>
      (globalThis as unknown as { say: (message: object) => void }).say({
        ...{ qlogscope: 1, type: 'open', id: 'a', name: 'kumquat.sqlog' },
        bytes: new Blob([sent]),
      }),
    text,
  );
  await expect.poll(() => typesOf(page)).toContain('opened');
  const answer = (await got(page)).find(({ type }) => type === 'opened');
  expect(answer).toMatchObject({ qlogscope: 1, id: 'a', record: { trace: 0 } });
  expect(JSON.stringify(answer)).toContain('death-spiral');
  expect(JSON.stringify(answer)).not.toContain('kumquat');
  await expect(opened.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  expect(await opened.evaluate(() => crossOriginIsolated)).toBe(false);
});

test('other versions, unknown and hostile messages are answered with a word, or not at all, and change nothing', {
  tag: '@deep',
}, async ({ page }) => {
  await listen(page, listed);
  await expect
    .poll(async () => {
      await say(page, { qlogscope: 2, type: 'hello' });
      return typesOf(page);
    })
    .toContain('other-version');
  expect((await got(page))[0]).toEqual({ qlogscope: 1, type: 'other-version', versions: [1] });
  await expect(frameOf(page).locator('#root')).toBeEmpty();
  // Nothing but hello is heard before hello.
  await say(page, { qlogscope: 1, type: 'view', id: 0, link: 't=1-2' });
  await welcome(page);
  await page.evaluate(() => (globalThis as unknown as { got: unknown[] }).got.splice(0));
  const bad: readonly (readonly [message: object, words: string | null])[] = [
    [{ type: 'hello' }, null],
    [{ source: 'react-devtools', payload: {} }, null],
    [{ qlogscope: 1 }, 'no form'],
    [{ qlogscope: 1, type: 'eval', id: 1, code: 'alert(1)' }, 'no form'],
    [{ qlogscope: 1, type: 'open', id: 2, name: '', bytes: [] }, 'no form'],
    [{ qlogscope: 1, type: 'open', id: 3, name: 'x'.repeat(300), bytes: 'text' }, 'no form'],
    [{ qlogscope: 1, type: 'open-url', id: 4, url: 'javascript:alert(1)' }, 'must begin with https'],
    [{ qlogscope: 1, type: 'open-url', id: 5, url: 'not a url' }, 'no complete URL'],
    [
      { qlogscope: 1, type: 'open-url', id: 10, url: `${viewer.address}embed.html#example=reno` },
      'a link to this page',
    ],
    [{ qlogscope: 1, type: 'view', id: 6, link: 't=1-2' }, 'No trace is shown'],
    [{ qlogscope: 1, type: 'view', id: 7, link: 'src=https://evil.example/x' }, 'names a trace'],
    [{ qlogscope: 1, type: 'view', id: 8, link: `sha=${'0'.repeat(64)}` }, 'no link'],
  ];
  for (const [message] of bad) await say(page, message);
  const due = bad.flatMap(([, words]) => words ?? []);
  await expect.poll(async () => (await got(page)).length).toBe(due.length);
  const words = (await got(page)).map((one) => String(one.words));
  // Answers that wait for a part of the page come later.
  for (const part of due)
    expect(
      words.some((one) => one.includes(part)),
      part,
    ).toBe(true);
  // Bytes that are no trace are an answer like any other.
  await say(page, { qlogscope: 1, type: 'hello' });
  await page.evaluate(() =>
    (globalThis as unknown as { say: (message: object) => void }).say({
      ...{ qlogscope: 1, type: 'open', id: 9, name: 'bad.sqlog', bytes: new Uint8Array([0, 255, 30, 123]) },
    }),
  );
  await expect.poll(async () => (await got(page)).find(({ id }) => id === 9)?.type).toBe('failed');
});

test('a URL is fetched only when the user agrees, and what the user opens stays the user’s', {
  tag: '@deep',
}, async ({ page }) => {
  const server = await fileServer();
  server.give(Buffer.from(traceText(SPIRAL)), { headers: { 'access-control-allow-origin': '*' } });
  await listen(page, listed);
  await welcome(page);
  const url = `http://${server.host}/far.sqlog`;
  await say(page, { qlogscope: 1, type: 'open-url', id: 1, url });
  await expect(frameOf(page).getByTestId('link-request')).toBeVisible();
  expect(server.requests).toHaveLength(0);
  await frameOf(page).getByTestId('link-aside').click();
  await expect.poll(() => typesOf(page)).toContain('failed');
  expect((await got(page)).at(-1)).toMatchObject({ id: 1, words: 'The user did not agree to its host.' });
  for (const id of [2, 3]) await say(page, { qlogscope: 1, type: 'open-url', id, url });
  await frameOf(page).getByTestId('link-fetch').click();
  const opened = async () => (await got(page)).filter(({ type }) => type === 'opened').map(({ id }) => id);
  await expect.poll(opened).toEqual([2, 3]);
  expect(server.requests).toHaveLength(1);
  await expect.poll(() => typesOf(page)).toContain('view');
  const before = (await got(page)).length;
  await frameOf(page).locator('[data-testid=open]').setInputFiles(tracePath('rate-reno-s12.server.sqlog.gz'));
  await expect(frameOf(page).getByTestId('trace')).toHaveCount(2);
  await expect(frameOf(page).locator('html')).toHaveAttribute('data-idle', 'true');
  expect(await got(page)).toHaveLength(before);
  await server.close();
});

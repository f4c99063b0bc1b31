/** Without a network after the first visit, never with anything but the page's own files, and from build to build. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { listFiles, writeOffline } from '../../scripts/offline.mjs';
import { NO_HOST_FILE } from '../../src/node/server/host-file';
import { servePage } from '../../src/node/server/page-server';
import { type PageServer, pageServer } from '../support/page-server';
import { openFiles, SPIRAL, settled, tracePath } from './support';

test.use({ serviceWorkers: 'allow' });
// In one process: the second build is made once.
test.describe.configure({ mode: 'default' });

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
let server: PageServer;
let folder: string;
test.beforeEach(async () => {
  server = await pageServer(DIST, '/tools/qlog/');
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-build-'));
});
test.afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function firstVisit(page: Page): Promise<void> {
  await page.goto(`${server.url}?testing=1`);
  await settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Addresses of everything in the caches of this origin, relative to the page, by the cache's name. */
function copies(page: Page): Promise<{ readonly [cache: string]: readonly string[] }> {
  return page.evaluate(async (base) => {
    const found: { [cache: string]: string[] } = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      found[name] = requests.map(({ url }) => url.replace(base, '')).sort();
    }
    return found;
  }, server.url);
}

/** The page's files without the notes of who reads them. */
async function copiedFiles(page: Page): Promise<readonly string[]> {
  return Object.values(await copies(page))
    .flat()
    .filter((path) => !path.startsWith('.readers/'));
}

/** Read when it is asked for: without a build the tests that need one fail, and no other. */
const ownFiles = (): readonly string[] =>
  listFiles(DIST)
    .files.map(({ path }) => path)
    .sort();

test('after one visit it opens without a network, with examples, files and everything fetched later', async ({
  page,
  context,
}) => {
  await firstVisit(page);
  await server.close();
  await context.setOffline(true);
  await page.reload();
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await page.getByTestId('example').first().click();
  await settled(page);
  await expect(page.getByTestId('finding').first()).toContainText('Death spiral');
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.getByTestId('summary')).toHaveAttribute('data-packets-lost', /^\d+$/);
  await page.getByTestId('report').click();
  await expect(page.getByTestId('report-form')).toBeVisible();
  // Records are read again from the bytes, not from the server.
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByTestId('event-row').first().getByRole('button').click();
  await expect(page.getByTestId('event-record')).toContainText('{');
});

test('copies keep the headers that they came with: the page is isolated without a network too', async ({
  page,
  context,
}) => {
  const own = await servePage({ page: DIST, config: NO_HOST_FILE, store: null, port: 0 });
  await page.goto(`${own.address}?testing=1`);
  await settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await own.close();
  await context.setOffline(true);
  await page.reload();
  await page.getByTestId('example').first().click();
  await settled(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await page.workers()[0]?.evaluate(() => crossOriginIsolated)).toBe(true);
});

test('the copies are the page’s own files, and never a trace or what another request brings', {
  tag: '@deep',
}, async ({ page }) => {
  await firstVisit(page);
  await page.reload();
  await settled(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.getByTestId('example').first().click();
  await settled(page);
  await openFiles(page, tracePath(SPIRAL));
  const statuses = await page.evaluate(async () => {
    const paths = [
      'examples/../icon.png?token=1',
      'examples/rate-reno-s03.server.sqlog.gz?v=2',
      'other.qlog',
    ];
    return Promise.all(paths.map(async (path) => (await fetch(path)).status));
  });
  expect(statuses).toEqual([200, 200, 404]);
  await expect.poll(() => copiedFiles(page)).toEqual([...ownFiles()]);
  expect(ownFiles()).toContain('examples/rate-reno-s03.server.sqlog.gz');
  expect(ownFiles().some((path) => path.endsWith('.sqlog.gz') && path.includes(SPIRAL))).toBe(false);
});

let second: string | null = null;
test.afterAll(() => {
  if (second !== null) rmSync(second, { recursive: true });
});

/** Puts a second build into `folder`: another page, and a part that is fetched later under another name. */
async function secondBuild(): Promise<void> {
  if (second === null) {
    second = mkdtempSync(join(tmpdir(), 'qlogscope-second-'));
    await makeSecondBuild(second);
  }
  cpSync(second, folder, { recursive: true });
}

async function makeSecondBuild(made: string): Promise<void> {
  cpSync(DIST, made, { recursive: true });
  const assets = join(made, 'assets');
  const part = readdirSync(assets).find((name) => /^report-form-.*\.js$/.test(name)) as string;
  renameSync(join(assets, part), join(assets, 'report-form-second.js'));
  for (const name of readdirSync(assets).filter((asset) => asset.endsWith('.js'))) {
    const text = readFileSync(join(assets, name), 'utf8');
    writeFileSync(join(assets, name), text.replaceAll(part, 'report-form-second.js'));
  }
  const page = join(made, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<html', '<html data-build="second"'));
  await writeOffline(made);
}

/**
 * A new worker takes over once the active one has stopped. Asked to, Chromium stops that one at once, and starts it again where a
 * request comes meanwhile; then it would be stopped after 30 s without work, but with Playwright's debugger attached never.
 *
 * @returns stops the worker that is active now, as where it has no work.
 */
async function idleTimer(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  const active = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { status, versionId } of versions) if (status === 'activated') resolve(versionId);
    });
  });
  await session.send('ServiceWorker.enable');
  const versionId = await active;
  return async () => {
    await session.send('ServiceWorker.stopWorker', { versionId });
  };
}

const isSecond = async (page: Page): Promise<boolean> =>
  (await page.locator('html').getAttribute('data-build')) === 'second';

test('a new build waits for a word, old pages go on until they are loaded again, and no builds are mixed', {
  tag: '@deep',
}, async ({ page, context }) => {
  await firstVisit(page);
  const old = await context.newPage();
  await firstVisit(old);
  const stopFirst = await idleTimer(context, old);
  const [oldCache] = Object.keys(await copies(page));
  await secondBuild();
  server.serve(folder);
  await page.reload();
  await expect(page.getByTestId('new-version')).toContainText('A new version of qlogscope is ready.');
  await stopFirst();
  await page.reload();
  await expect(page.getByTestId('new-version')).toContainText('A new version of qlogscope is ready.');
  expect(await isSecond(page)).toBe(false);
  await page.getByTestId('new-version').getByRole('button', { name: 'Reload' }).click();
  await expect
    .poll(async () => {
      if (await isSecond(page)) return true;
      await stopFirst();
      return false;
    })
    .toBe(true);
  await settled(page);

  await expect(old.getByTestId('new-version')).toBeVisible();
  await old.getByTestId('example').first().click();
  await settled(old);
  await old.getByTestId('report').click();
  await expect(old.getByTestId('report-form')).toBeVisible();
  expect(Object.keys(await copies(page))).toContain(oldCache);

  await old.keyboard.press('Escape');
  expect(await isSecond(old)).toBe(false);
  await old.getByTestId('new-version').getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => isSecond(old)).toBe(true);
  await expect.poll(async () => Object.keys(await copies(page))).toHaveLength(1);
  expect(Object.keys(await copies(page))).not.toContain(oldCache);
});

test('a build that is not there in full is not taken up', { tag: '@deep' }, async ({ page }) => {
  await firstVisit(page);
  const before = await copiedFiles(page);
  await secondBuild();
  rmSync(join(folder, 'assets', 'report-form-second.js'));
  server.serve(folder);
  await page.reload();
  await expect.poll(() => server.requests).toContain('assets/report-form-second.js');
  await page.reload();
  await settled(page);
  expect(await isSecond(page)).toBe(false);
  await expect(page.getByTestId('new-version')).toHaveCount(0);
  await expect.poll(() => copiedFiles(page)).toEqual(before);
});

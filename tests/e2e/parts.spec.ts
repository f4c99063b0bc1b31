/** What the page fetches when, and what it says when a part of it cannot be fetched. */
import { gzipSync } from 'node:zlib';
import { expect, type Page, type Response, test } from '@playwright/test';

/** The worker that reads, and what it imports at once; other files of a trace have longer names. */
const WORKER = /\/(?:trace|worker)-[\w-]{8}\.js$/;
const SETTLED = 'html[data-idle=true]:not([data-state=loading])';
/** What docs/measuring.md names so, in kB of gzip: until the open screen is painted, and all that it fetches before there is a hand. */
const MAX_FIRST_PAINT_KB = 112;
const MAX_FIRST_LOAD_KB = 152;
/** Started at the first sign of a hand. */
const MAX_WORKER_KB = 90;
/** Until the first picture of a trace that a link names, with what comes meanwhile; a server may give six files at a time. */
const MAX_FIRST_PICTURE_KB = 650;
const MAX_FIRST_PICTURE_FILES = 40;

// Some seconds after the start it fetches every file, on a busy machine before they are counted.
test.use({ serviceWorkers: 'block' });

/** What a page fetches from now on. */
function fetchedBy(page: Page): {
  readonly paths: () => readonly string[];
  readonly kb: (wanted: (path: string) => boolean) => Promise<number>;
  readonly text: (path: string) => Promise<string>;
} {
  const responses = new Map<string, Response>();
  page.on('response', (response) => responses.set(new URL(response.url()).pathname, response));
  return {
    paths: () => [...responses.keys()],
    async kb(wanted) {
      const sizes = [...responses]
        .filter(([path]) => wanted(path))
        .map(async ([, response]) => gzipSync(await response.body()).length);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
    },
    text: async (path) => (await responses.get(path)?.text()) ?? '',
  };
}

test('the open screen is fetched without panels and without a worker', async ({ page }) => {
  const fetched = fetchedBy(page);
  await page.goto('/?testing=1');
  await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })));
  await page.waitForLoadState('networkidle');
  const html = await fetched.text('/');
  // Not every browser fetches the icon of the tab.
  const isFirst = (path: string): boolean => path === '/' || html.includes(path.slice(1));
  const firstKb = await fetched.kb((path) => isFirst(path) && !path.endsWith('.png'));
  expect(firstKb).toBeGreaterThan(50);
  expect(firstKb).toBeLessThan(MAX_FIRST_PAINT_KB);
  expect(await fetched.kb(() => true)).toBeLessThan(MAX_FIRST_LOAD_KB);
  expect(fetched.paths().filter((name) => /\/(?:set|panels)-/.test(name))).toEqual([]);
  expect(page.workers()).toHaveLength(0);
  // The first move of all has no place before it.
  await page.mouse.move(100, 100, { steps: 2 });
  await expect.poll(() => fetched.paths().some((name) => name.includes('set-screen'))).toBe(true);
  await expect.poll(() => page.workers().length).toBe(1);
  const workerKb = (): Promise<number> => fetched.kb((path) => WORKER.test(path));
  await expect.poll(workerKb).toBeGreaterThan(40);
  expect(await workerKb()).toBeLessThan(MAX_WORKER_KB);
  await page.locator('[data-testid=example]').first().click();
  await page.waitForSelector(SETTLED, { state: 'attached' });
  expect(page.workers()).toHaveLength(1);
});

test('what a link to a trace needs is fetched before links can be read, in few files', async ({ page }) => {
  const fetched = fetchedBy(page);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/address-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/?testing=1#v=1&example=cubic-spiral');
  await expect.poll(() => page.workers().length).toBe(1);
  await expect.poll(() => fetched.paths().some((name) => name.includes('set-screen'))).toBe(true);
  release();
  await page.waitForSelector('[data-testid=panel][data-to-ms] .tick', { state: 'attached' });
  expect(page.workers()).toHaveLength(1);
  const isCode = (path: string): boolean => /\.(?:js|css)$/.test(path);
  expect(await fetched.kb(isCode)).toBeLessThan(MAX_FIRST_PICTURE_KB);
  expect(fetched.paths().filter(isCode).length).toBeLessThan(MAX_FIRST_PICTURE_FILES);
});

test('a worker that cannot be fetched ahead is asked for again when a trace comes', { tag: '@deep' }, async ({
  page,
}) => {
  let refused = 0;
  await page.route(WORKER, (route) => (refused++ > 0 ? route.continue() : route.abort()));
  await page.goto('/?testing=1');
  await page.mouse.move(100, 100, { steps: 2 });
  await expect.poll(() => refused).toBe(1);
  await page.locator('[data-testid=example]').first().click();
  await page.waitForSelector(SETTLED, { state: 'attached' });
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
});

test('the commands are listed in the menu, each with a key of its own', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/?testing=1');
  await page.getByText('Menu', { exact: true }).click();
  const commands = page.locator('.page-menu .menu button');
  await expect(commands.first()).toHaveText(/^Open traces ?O$/);
  await expect(commands.filter({ hasNot: page.locator('kbd') })).toHaveCount(0);
});

test('a screen that cannot be fetched says so, and the page still works', { tag: '@deep' }, async ({
  page,
}) => {
  await page.route('**/set-screen-*.js', (route) => route.abort());
  await page.goto('/?testing=1');
  await page.locator('[data-testid=example]').first().click();
  await expect(page.locator('[data-testid=message][data-kind=part-missing]')).toContainText(
    'Reload the page',
  );
  await expect(page.locator('[data-testid=trace]')).toHaveCount(1);
});

test('a trace whose judges cannot be fetched is shown, and said to be not judged', { tag: '@deep' }, async ({
  page,
}) => {
  await page.route('**/judging-*.js', (route) => route.abort());
  await page.goto('/?testing=1');
  await page.locator('[data-testid=example]').first().click();
  await page.waitForSelector(SETTLED, { state: 'attached' });
  await expect(page.locator('[data-testid=message][data-kind=part-missing]')).toContainText('not judged');
  await expect(page.locator('[data-testid=panel]').first()).toBeVisible();
  await expect(page.locator('[data-testid=finding]')).toHaveCount(0);
});

test('a trace whose scanner cannot be fetched is read without it', { tag: '@deep' }, async ({ page }) => {
  let refused = 0;
  await page.route('**/recognition-*.js', (route) => {
    refused++;
    return route.abort();
  });
  await page.goto('/?testing=1');
  await page.locator('[data-testid=example]').first().click();
  await page.waitForSelector(SETTLED, { state: 'attached' });
  expect(refused).toBeGreaterThan(0);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('[data-testid=finding]').first()).toBeVisible();
  await expect(page.locator('[data-testid=message][data-kind=part-missing]')).toHaveCount(0);
});

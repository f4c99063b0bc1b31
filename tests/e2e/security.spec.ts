/** The built page under its content security policy: nothing inline runs, nothing leaves its own origin. */
import { expect, test } from '@playwright/test';
import { openFiles, openPage, SPIRAL, settled, tracePath } from './support';

/** Scripts, pictures and styles of the page's own; data also from https, and from http on this machine. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; " +
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'";

// The worker that makes the page work offline is under the same promises.
test.use({ serviceWorkers: 'allow' });

test('the whole path runs without a console error, and no request leaves the page’s own origin', async ({
  page,
  baseURL,
}) => {
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const byWorker: string[] = [];
  page.context().on('request', (request) => {
    if (request.serviceWorker() !== null) byWorker.push(request.url());
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && protocol !== 'blob:') foreign.push(request.url());
  });
  await openPage(page);
  await page.getByTestId('example').first().click();
  await settled(page);
  await openFiles(page, tracePath(SPIRAL));
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => byWorker.some((url) => url.endsWith('.wasm') || url.endsWith('.gz'))).toBe(true);
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
});

test('every response carries the policy, worker scripts included', { tag: '@deep' }, async ({ page }) => {
  const policies = new Map<string, string | undefined>();
  page.on('response', (response) => {
    policies.set(new URL(response.url()).pathname, response.headers()['content-security-policy']);
  });
  await openPage(page);
  await page.getByTestId('example').first().click();
  await settled(page);
  const paths = [...policies.keys()];
  expect(paths.some((path) => /\/threads\/trace-.*\.js$/.test(path))).toBe(true);
  expect(paths.some((path) => path.endsWith('.sqlog.gz'))).toBe(true);
  for (const [path, policy] of policies) {
    expect(policy, path).toBe(`${POLICY}; frame-ancestors 'none'`);
    expect(policy, path).not.toContain('unsafe-inline');
  }
});

test('the page and the thread that reads are cross-origin isolated, and may share memory', async ({
  page,
}) => {
  await openPage(page);
  await page.getByTestId('example').first().click();
  await settled(page);
  const isIsolated = (): boolean => crossOriginIsolated && new SharedArrayBuffer(8).byteLength === 8;
  expect(await page.evaluate(isIsolated)).toBe(true);
  expect(await page.workers()[0]?.evaluate(isIsolated)).toBe(true);
});

test('the page carries the policy for static hosts as well, and inline script does not run', async ({
  page,
}) => {
  await openPage(page);
  const meta = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(meta).toHaveAttribute('content', POLICY);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.head.append(script);
    return 'inlineRan' in window;
  });
  expect(ran).toBe(false);
});

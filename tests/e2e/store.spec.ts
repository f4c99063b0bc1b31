/** The store: a trace and its view are put there, and a short link opens both; whatever a store may do wrong is said. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test';
import { pageServer } from '../support/page-server';
import { SECRET_FILE_NAME, SECRETS, secretTrace } from '../support/secrets';
import { openShare, openSpiral, tick } from './digests';
import { openTrace } from './shared-trace';
import { makeReady, openStored, putIntoStore, storeMessage, storeSteps } from './stored';
import {
  compareWith,
  drag,
  openFiles,
  openPage,
  panel,
  rangeOf,
  SPIRAL,
  settled,
  sharePage,
  tracePath,
  upload,
} from './support';

const HEALTHY = 'rate-reno-s12.server.sqlog.gz';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Ids and titles of all findings, in their order. */
const findingsOf = (page: Page): Promise<readonly string[]> =>
  page
    .getByTestId('finding')
    .evaluateAll((all) =>
      all.map((one) => `${(one as HTMLElement).dataset.id} ${one.querySelector('h3')?.textContent}`),
    );

/** A store of another host, and what it answers; the page's own configuration names it. */
async function answering(context: BrowserContext, answer: (route: Route) => unknown): Promise<void> {
  const config = { version: 1, store: { base: 'https://store.example/q/' } };
  await context.route('**/config.json', (route) => route.fulfill({ json: config }));
  await context.route('https://store.example/**', async (route) => void (await answer(route)));
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
};

/** Answers a request of a page of another origin, its preflight included. */
function give(route: Route, status: number, body = '', headers: Record<string, string> = {}): Promise<void> {
  const isPreflight = route.request().method() === 'OPTIONS';
  return route.fulfill({
    status: isPreflight ? 204 : status,
    body: isPreflight ? '' : body,
    headers: { ...CORS, ...headers },
  });
}

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
  const found = await findingsOf(page);
  expect(found.length).toBeGreaterThan(2);
  await makeReady(page);
  const contents = page.getByTestId('store-contents');
  await expect(contents).toContainText('8,046 events of 8,046');
  await expect(contents).toContainText('1 note, no file name');
  const url = await putIntoStore(page);
  expect(url).toMatch(/\/#sha=[0-9a-f]{64}$/);
  await expect(page.getByTestId('store-there')).toContainText('and the link is copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  const other = await (await browser.newContext()).newPage();
  await openStored(other, url);
  await expect(other.getByTestId('trace')).toHaveCount(1);
  await expect(other.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  expect(await findingsOf(other)).toEqual(found);
  for (const [i, ms] of (await rangeOf(other)).entries()) expect(ms).toBeCloseTo(range[i] ?? 0, 2);
  await expect(other.getByTestId('note')).toContainText('Seen on Tuesday too.');
  await expect(other.locator('body')).not.toContainText(SPIRAL.split('.')[0] ?? '');
  // The address names the trace in the store from then on, and opens it by itself.
  await expect.poll(() => new URL(other.url()).hash).toContain('stored=');
  const object = /stored=([0-9a-f]{64}\.gz)/.exec(other.url())?.[1] ?? '';
  const bytes = await (await request.get(`/store/${object}`)).body();
  expect(`${sha256(bytes)}.gz`).toBe(object);
  await openStored(other, other.url());
  await expect(other.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  await other.context().close();
});

test('whole files are put there as they are, of a set each, and open with their offsets', {
  tag: '@deep',
}, async ({ page, browser, request }) => {
  await openTrace(page);
  await openFiles(page, tracePath(HEALTHY));
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await compareWith(page);
  const lanes = (of: Page) => of.getByTestId('lane');
  await lanes(page).nth(1).locator('input').fill('-0.25');
  await lanes(page).nth(1).locator('input').press('Enter');
  await openShare(page);
  await tick(page, 'fileName');
  await page.getByTestId('store-file').check();
  await page.getByTestId('store-make').click();
  await expect(page.getByTestId('store-whole')).toHaveCount(2);
  await expect(page.getByTestId('store-contents')).toContainText(`the name ${SPIRAL}, ${HEALTHY}`);
  const url = await putIntoStore(page);
  for (const name of [SPIRAL, HEALTHY]) {
    const file = readFileSync(tracePath(name));
    expect((await (await request.get(`/store/${sha256(file)}.gz`)).body()).equals(file)).toBe(true);
  }
  const other = await (await browser.newContext()).newPage();
  await openStored(other, url);
  await expect(lanes(other)).toHaveCount(2);
  await expect(lanes(other).nth(1)).toHaveAttribute('data-offset-us', '-250000');
  await expect(other.getByTestId('trace').first()).toContainText(SPIRAL);
  await expect(panel(other, 'congestion').locator('[data-value=cwnd]')).toHaveCount(2);
  await other.context().close();
});

test('what goes into the store redacted holds no secret of a trace that is full of them', {
  tag: '@deep',
}, async ({ page }) => {
  const sent: Buffer[] = [];
  await answering(page.context(), async (route) => {
    const { [route.request().method()]: answer } = {
      PUT: async () => {
        sent.push(route.request().postDataBuffer() ?? Buffer.from(''));
        await give(route, 201);
      },
      HEAD: async () => {
        const size = sent.find((one) => route.request().url().includes(sha256(one)))?.length;
        await give(
          route,
          size === undefined ? 404 : 200,
          '',
          size === undefined ? {} : { 'content-length': String(size) },
        );
      },
    } as Record<string, () => Promise<void>>;
    await (answer?.() ?? give(route, 405));
  });
  await openPage(page);
  await openFiles(page, upload(SECRET_FILE_NAME, Buffer.from(secretTrace())));
  await makeReady(page);
  await putIntoStore(page);
  expect(sent).toHaveLength(2);
  const text = sent.map((one) => (one[0] === 0x1f ? gunzipSync(one) : one).toString('latin1')).join('\n');
  expect(text).toContain('packet_number');
  expect(text).toContain('"qlogscopeView":1');
  for (const secret of Object.values(SECRETS).flat()) expect(text.includes(secret), secret).toBe(false);
});

test.describe('a store that fails', () => {
  const shared = sharePage(async (page) => {
    await answering(page.context(), (route) => give(route, 404));
    await openTrace(page);
    await openShare(page);
  });

  for (const [what, answer, words] of [
    [
      'is down',
      (route: Route) => route.abort('connectionrefused'),
      'store.example gave no answer that this page may read',
    ],
    ['does not let the page in', (route: Route) => route.fulfill({ status: 200 }), 'CORS'],
    ['answers 403', (route: Route) => give(route, 403), 'does not let this page put traces there (403)'],
    ['answers 404', (route: Route) => give(route, 404), 'is no store, or not there (404)'],
    [
      'is full',
      (route: Route) => (route.request().method() === 'PUT' ? give(route, 507) : give(route, 404)),
      'is full (507)',
    ],
    [
      'finds another hash',
      (route: Route) => (route.request().method() === 'PUT' ? give(route, 422) : give(route, 404)),
      'refused the object (422)',
    ],
    [
      'leads on',
      (route: Route) =>
        route.request().method() === 'PUT'
          ? give(route, 307, '', { location: 'https://elsewhere.example/' })
          : give(route, 404),
      'leads on to another address, where nothing is sent',
    ],
    [
      'answers everything with a page',
      (route: Route) => give(route, 200, '<!doctype html>'),
      'does not give it',
    ],
  ] as const) {
    test(`${what}: it is said, and no link is made`, async () => {
      const { page } = shared;
      await page.context().unrouteAll();
      await answering(page.context(), answer);
      await page.getByTestId('store-make').or(page.getByTestId('store-again')).click();
      await page.getByTestId('store-put').click();
      await expect(page.getByTestId('store-failed')).toContainText(words);
      await expect(page.getByTestId('store-failed')).toContainText('no link was made');
      await expect(page.getByTestId('store-there')).toHaveCount(0);
    });
  }
});

test('an upload is cancelled, and can be made again', { tag: '@deep' }, async ({ page }) => {
  let isSlow = true;
  const sent = new Set<string>();
  await answering(page.context(), (route) => {
    const { url, method } = { url: route.request().url(), method: route.request().method() };
    if (method === 'PUT' && isSlow) return undefined;
    if (method === 'PUT') sent.add(url);
    return give(route, method === 'HEAD' && !sent.has(url) ? 404 : 200);
  });
  await openTrace(page);
  await makeReady(page);
  await page.getByTestId('store-put').click();
  await expect(page.getByTestId('store-progress')).toContainText('Sending. Closing this dialog cancels it.');
  await page.getByTestId('store-cancel').click();
  await expect(storeSteps(page)).toHaveAttribute('data-step', 'choosing');
  isSlow = false;
  await page.getByTestId('store-make').click();
  await page.getByTestId('store-put').click();
  // This one tells no sizes: that it has the object is not believed.
  await expect(page.getByTestId('store-failed')).toContainText('does not give it');
  expect(sent.size).toBe(1);
});

const HASH = sha256(Buffer.from('nothing'));
const viewOf = (value: unknown): { readonly text: string; readonly hash: string } => {
  const text = JSON.stringify(value);
  return { text, hash: sha256(Buffer.from(text)) };
};

for (const [what, hash, answer, words] of [
  [
    'of a store that is down',
    HASH,
    (route: Route) => route.abort('connectionrefused'),
    'gave no answer that this page may read',
  ],
  ['that is gone', HASH, (route: Route) => give(route, 404), 'does not have it (404): it was removed'],
  ['that may not be read', HASH, (route: Route) => give(route, 403), 'does not give it (403)'],
  [
    'of a host that answers with a page',
    HASH,
    (route: Route) => give(route, 200, '<!doctype html>'),
    'their SHA-256 is another one',
  ],
  [
    'that never ends',
    HASH,
    (route: Route) => give(route, 200, 'x'.repeat(1_100_000)),
    'has more than 1.0 MB to give',
  ],
  [
    'of a newer version',
    viewOf({ qlogscopeView: 9, link: 'v=9' }).hash,
    (route: Route) => give(route, 200, viewOf({ qlogscopeView: 9, link: 'v=9' }).text),
    'made by a newer qlogscope',
  ],
  ['that is none', viewOf([1]).hash, (route: Route) => give(route, 200, '[1]'), 'it is no view of qlogscope'],
  [
    'whose link was cut',
    HASH.slice(0, 40),
    (route: Route) => give(route, 404),
    'is damaged: it was cut or changed',
  ],
] as const) {
  test(`a link to a view ${what}: it is said, nothing is opened, and the address stays`, {
    tag: '@deep',
  }, async ({ page }) => {
    await answering(page.context(), answer);
    await openStored(page, `http://page/#sha=${hash}`);
    await expect(storeMessage(page)).toContainText(words);
    await expect(page.getByTestId('trace')).toHaveCount(0);
    expect(new URL(page.url()).hash).toBe(`#sha=${hash}`);
  });
}

test('a view of hostile parts opens what is right of it', { tag: '@deep' }, async ({ page }) => {
  const { text, hash } = viewOf({
    qlogscopeView: 1,
    link: 'v=5&example=reno&stored=../../etc/passwd&stored=https://evil.example/x&t=1-2',
    traces: [{ object: '../x', name: '<img src=x onerror=alert(1)>' }, 5],
  });
  await answering(page.context(), (route) => give(route, 200, text));
  await openStored(page, `http://page/#sha=${hash}`);
  await expect(page.getByTestId('trace')).toHaveCount(1);
  await expect(page.locator('[data-testid=message][data-kind=link]')).toContainText(
    'it is not the name of a trace in a store',
  );
  const [from, to] = await rangeOf(page);
  expect([from, to]).toEqual([1000, 2000]);
});

test('under a path of a static host, config.json and a relative store are those beside the page', {
  tag: '@deep',
}, async ({ page }) => {
  const server = await pageServer('dist', '/tools/qlog/');
  const { text, hash } = viewOf({ qlogscopeView: 1, link: 'v=5&example=reno&t=1-2' });
  const asked: string[] = [];
  await page.context().route('**/config.json', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: { version: 1, store: { base: './store/' } } });
  });
  await page.context().route('**/store/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ body: text });
  });
  await page.goto(`${server.url}?testing=1#sha=${hash}`);
  await expect(page.getByTestId('trace')).toHaveCount(1);
  await settled(page);
  expect(asked).toEqual(['/tools/qlog/config.json', `/tools/qlog/store/${hash}.json`]);
  expect(await rangeOf(page)).toEqual([1000, 2000]);
  await server.close();
});

test('a page without a store says so, in the dialog and of a link', { tag: '@deep' }, async ({ page }) => {
  await page
    .context()
    .route('**/config.json', (route) =>
      route.fulfill({ json: { version: 1, store: { base: 'http://store.example/' } } }),
    );
  await openStored(page, `http://page/#sha=${HASH}`);
  await expect(storeMessage(page)).toContainText('this page has no store');
  await expect(storeMessage(page)).toContainText('plain http on another host, store.example');
  await openFiles(page, tracePath(SPIRAL));
  await openShare(page);
  await expect(page.getByTestId('store-none')).toContainText('Use https');
});

test('a view that is not wanted any more when it comes is not opened', { tag: '@deep' }, async ({ page }) => {
  const { text, hash } = viewOf({ qlogscopeView: 1, link: 'v=5&example=reno' });
  let come = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  const reached = page.waitForRequest('https://store.example/**');
  await answering(page.context(), async (route) => {
    await held;
    await give(route, 200, text);
  });
  await page.goto(`/?testing=1#sha=${hash}`);
  await reached;
  await page.evaluate(() => history.pushState(null, '', '#'));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate', { state: null })));
  const answered = page.waitForResponse('https://store.example/**');
  come();
  await answered;
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveCount(0);
});

test('without a clipboard the link stands there all the same', { tag: '@deep' }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await openTrace(page);
  await makeReady(page);
  const url = await putIntoStore(page);
  expect(url).toContain('#sha=');
  await expect(page.getByTestId('store-there')).not.toContainText('copied');
  await page.getByTestId('store-copy').click();
  await expect(page.getByTestId('store-copy')).toHaveText('The browser refused the clipboard');
});

test('a trace that the store gave with other bytes is opened by the same link once the store is right', {
  tag: '@deep',
}, async ({ page }) => {
  const file = readFileSync(tracePath(HEALTHY));
  const link = `#v=5&stored=${sha256(file)}.gz`;
  let isRight = false;
  await answering(page.context(), (route) =>
    isRight
      ? route.fulfill({ body: file, headers: CORS })
      : give(route, 200, 'other bytes, which are not shown'),
  );
  await openStored(page, `http://page/${link}`);
  await expect(page.locator('[data-testid=message][data-kind=remote-other-bytes]')).toBeVisible();
  isRight = true;
  // As pasted into the address again.
  await page.evaluate((hash) => {
    location.hash = '';
    location.hash = hash;
  }, `${link}&t=1-2`);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveCount(1);
  expect(await rangeOf(page)).toEqual([1000, 2000]);
});

test('the trace of a link that the store gives with other bytes is not shown', async ({ page }) => {
  await answering(page.context(), (route) => give(route, 200, 'other bytes'));
  await openStored(page, `http://page/#v=5&stored=${HASH}.sqlog&t=1-2`);
  await expect(page.locator('[data-testid=message][data-kind=remote-other-bytes]')).toContainText(
    'nothing of them is shown',
  );
  await expect(page.getByTestId('finding')).toHaveCount(0);
});

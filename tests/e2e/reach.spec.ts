/** Who can open a link: said at every kind of address, and of every way a link leaves by; the public address that is set once. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { LINK_VERSION } from '../../src/sharing/link/state';
import { faults } from './axe';
import { openShare } from './digests';
import { LOOKS, wear } from './looks';
import { openTrace } from './shared-trace';
import { openFiles, RECEIVER, SPIRAL, settled, tracePath } from './support';

const PUBLIC = 'https://qlogscope.dev/tools/';
test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Serves the page of these tests at another address too. */
async function serveAt(page: Page, address: string, here: string): Promise<void> {
  await page.route(`${address}**`, async (route) => {
    const url = route.request().url().replace(address, `${here}/`);
    // The server ends connections that wait: one that ended just then is asked anew.
    await route.fulfill({ response: await route.fetch({ url, maxRetries: 3 }) });
  });
}

test('the dialog and Copy link say who can open a link, and copy it all the same', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const here = baseURL ?? '';
  const { host } = new URL(here);
  const kinds = [
    ['machine', `${here}/`, `The link leads to ${host}: it opens on this machine only.`],
    [
      'network',
      'https://qlog.corp/tools/',
      'The link leads to qlog.corp, an address of a private network: it opens in your network only.',
    ],
    ['public', PUBLIC, null],
  ] as const;
  for (const [, address] of kinds.slice(1)) await serveAt(page, address, here);
  for (const [reach, address, words] of kinds)
    for (const look of LOOKS) {
      await wear(page, look);
      await page.goto(`${address}?testing=1&${look.colorScheme}${look.forcedColors}#v=2&example=reno`);
      await settled(page);
      await page.keyboard.press('l');
      await expect(page.getByTestId('copy-link')).toHaveAttribute('data-state', 'copied');
      expect(await clipboard(page)).toBe(`${address}#v=2&example=reno`);
      if (words === null) await expect(page.getByTestId('copied')).toHaveCount(0);
      else
        await expect(page.getByTestId('copied')).toHaveText(
          `Link copied. ${words} What to send instead is under Share.`,
        );
      await openShare(page);
      const section = page.getByTestId('share-reach');
      if (words === null) await expect(section).toHaveCount(0);
      else {
        await expect(section).toHaveAttribute('data-reach', reach);
        await expect(section).toContainText(words);
        await expect(section).toContainText('send the file .qlogscope');
        await expect(page.getByTestId('public-address-field')).toBeVisible();
        expect(await faults(page)).toEqual([]);
      }
    }
});

/** Every way a link leaves the page by, each from the page with a trace open; what is copied or saved. */
const WAYS: { readonly [way: string]: (page: Page) => Promise<string> } = {
  'the key of Copy link': async (page) => {
    await page.keyboard.press('l');
    await expect(page.getByTestId('copy-link')).toHaveAttribute('data-state', 'copied');
    return clipboard(page);
  },
  'links of the share dialog': async (page) => {
    await openShare(page);
    const copied: string[] = [];
    for (const button of await page.getByTestId('share-copy').all()) {
      await button.click();
      await expect(button).toHaveText('Copied');
      copied.push(await clipboard(page));
    }
    await page.keyboard.press('Escape');
    return copied.join('\n');
  },
  'the report': async (page) => {
    await page.getByTestId('report').click();
    await expect(page.getByTestId('report-form')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByTestId('report-html').click();
    const html = readFileSync(await (await download).path(), 'utf8');
    await page.keyboard.press('Escape');
    return /This view:.*?<\/ul>/s.exec(html)?.[0] ?? html;
  },
  'the table of traces': async (page) => {
    await openFiles(page, [tracePath(SPIRAL), tracePath(RECEIVER), tracePath(SPIRAL), tracePath(RECEIVER)]);
    await page.keyboard.press('Shift+KeyL');
    const button = page.getByTestId('share-rows-copy');
    await button.click();
    await expect(button).toHaveText('Copied');
    return clipboard(page);
  },
  'the lab': async (page) => {
    await page.goto('/?testing=1#v=7&lab=incident&seeds=1');
    await expect(page.getByTestId('lab')).toBeVisible();
    await settled(page);
    await page.keyboard.press('l');
    await expect(page.getByTestId('copied')).toHaveCount(0);
    return clipboard(page);
  },
};

test('a public address is set once, and every link begins with it; it is asked only when the user asks', {
  tag: '@deep',
}, async ({ page }) => {
  const asked: string[] = [];
  let answer: { readonly status?: number; readonly body: string } | 'refused' = 'refused';
  await page.route(`${PUBLIC}**`, async (route) => {
    asked.push(route.request().url());
    if (answer === 'refused') await route.abort();
    else await route.fulfill({ ...answer, headers: { 'access-control-allow-origin': '*' } });
  });
  await openTrace(page);
  await openShare(page);
  const field = page.getByTestId('public-address-field');
  await field.fill('http://localhost:8080/');
  await page.getByTestId('public-address-set').click();
  await expect(page.getByTestId('public-address-refused')).toContainText('nobody else can open');
  await field.fill(`${PUBLIC}?a=b#c`);
  await field.press('Enter');
  await expect(page.getByTestId('public-address')).toContainText(PUBLIC);
  await expect(page.getByTestId('share-reach')).toHaveAttribute('data-reach', 'public');
  expect(asked).toEqual([]);
  const result = page.getByTestId('public-address-result');
  for (const [next, data] of [
    ['refused', 'not-checked'],
    [{ status: 404, body: '' }, 'wrong'],
    [{ body: `{"version":1,"links":${LINK_VERSION - 1}}` }, 'older'],
    [{ body: `{"version":1,"links":${LINK_VERSION}}` }, 'right'],
  ] as const) {
    answer = next;
    await page.getByTestId('public-address-check').click();
    await expect(result).toHaveAttribute('data-result', data);
  }
  expect(new Set(asked)).toEqual(new Set([`${PUBLIC}config.json`]));
  await page.reload();
  await page.waitForSelector('html[data-state=empty]', { state: 'attached' });
  await openFiles(page, tracePath(SPIRAL));
  for (const [way, take] of Object.entries(WAYS)) {
    await settled(page);
    const left = await take(page);
    expect(left, way).toContain(`${PUBLIC}#`);
    expect(left, way).not.toMatch(/127\.0\.0\.1|localhost/);
  }
  await page.goto('/?testing=1&again#v=2&example=reno');
  await settled(page);
  await openShare(page);
  await page.getByTestId('public-address-forget').click();
  await expect(page.getByTestId('share-reach')).toHaveAttribute('data-reach', 'machine');
});

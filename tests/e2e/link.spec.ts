/** Links: the view in the address, history, stale parts, several traces, and files that only the user can open. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { fingerprintOf, fingerprintText } from '../../src/sharing/link/fingerprint';
import { openTrace } from './shared-trace';
import {
  openFiles,
  openPage,
  panel,
  panelIds,
  RECEIVER,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
  upload,
} from './support';

const fragmentOf = (page: Page): string => new URL(page.url()).hash;

/** Opens the page with a link, as whoever is sent it does; the link has been followed, or what it asks stands there. */
async function openLink(page: Page, fragment: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`/?testing=1${fragment.startsWith('#') ? fragment : `#${fragment}`}`);
  await settled(page);
}

/** What the button copies, without waiting for the address. */
async function copyLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByTestId('copy-link').click();
  await expect(page.getByTestId('copy-link')).toHaveAttribute('data-state', /copied|view-only/);
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Presses keys so closely that they are one step of the range, however slow the machine is. */
function quickly(page: Page, ...codes: readonly string[]): Promise<void> {
  return page.evaluate((pressed) => {
    for (const code of pressed)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true }));
  }, codes);
}

const request = (page: Page): Locator => page.getByTestId('link-request');
const message = (page: Page): Locator => page.locator('[data-testid=message][data-kind=link]');
const shownTrace = (page: Page): Locator => page.locator('[data-testid=trace]:has([aria-current=true])');

async function openExample(page: Page): Promise<void> {
  await openPage(page);
  await page.getByTestId('example').first().click();
  await settled(page);
}

test('what one person looks at, another sees by the link, to the pixel', async ({ page, browser }) => {
  await openExample(page);
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await settled(page);
  await page.keyboard.press('c');
  await page.keyboard.press('p');
  await panel(page, 'congestion').getByRole('button', { name: 'threshold' }).click();
  // Its legend may take another line: the panels below move.
  await settled(page);
  await panel(page, 'oscillation').locator('.panel-menu > summary').click();
  await panel(page, 'oscillation').getByRole('button', { name: 'Hide', exact: true }).click();
  await settled(page);
  const link = await copyLink(page);
  expect(link).toMatch(
    /^http:\/\/[^?]+\/#v=2&example=cubic-spiral&t=[\d.]+-[\d.]+&at=[\d.]+&f=death-spiral\.1&m=/,
  );
  await expect.poll(() => fragmentOf(page)).toBe(new URL(link).hash);

  const context = await browser.newContext({ viewport: page.viewportSize() });
  const other = await context.newPage();
  await openLink(other, new URL(link).hash);
  const facts = async (at: Page) => ({
    panels: await panelIds(at),
    findings: await at
      .locator('[data-testid=finding].selected')
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.key)),
    cursor: await at.getByTestId('cursor').textContent(),
    words: await at.getByTestId('range').textContent(),
    legend: await panel(at, 'congestion')
      .getByRole('button', { name: 'threshold' })
      .getAttribute('aria-pressed'),
  });
  const own = await facts(page);
  expect(own.findings).toEqual(['death-spiral.1']);
  await expect.poll(() => facts(other)).toEqual(own);
  const [from, to] = await rangeOf(page);
  const [fromThere, toThere] = await rangeOf(other);
  const pixel = (to - from) / 1000;
  expect(Math.abs(from - fromThere)).toBeLessThan(pixel);
  expect(Math.abs(to - toThere)).toBeLessThan(pixel);
  await expect(message(other)).toHaveCount(0);
  await expect.poll(() => fragmentOf(other)).toBe(new URL(link).hash);

  // The panels were lent: this person's own are as they were.
  await openPage(other);
  await other.getByTestId('example').first().click();
  await settled(other);
  expect(await panelIds(other)).toContain('oscillation');
  await context.close();
});

test('the browser’s Back walks ranges, and Forward again, with the panels that they had', {
  tag: '@deep',
}, async ({ page }) => {
  await openExample(page);
  const whole = await rangeOf(page);
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await settled(page);
  const finding = await rangeOf(page);
  await quickly(page, 'KeyW', 'KeyW');
  await settled(page);
  const near = await rangeOf(page);
  expect(near).not.toEqual(finding);
  await panel(page, 'rtt').locator('.panel-menu > summary').click();
  await panel(page, 'rtt').getByRole('button', { name: 'Hide', exact: true }).click();
  await settled(page);
  await expect.poll(() => fragmentOf(page)).toContain('hide=rtt');

  const close = (a: readonly number[], b: readonly number[]): boolean =>
    a.every((ms, i) => Math.abs(ms - (b[i] as number)) < 0.0011);
  await page.goBack();
  await expect.poll(async () => close(await rangeOf(page), finding)).toBe(true);
  await page.goBack();
  await expect.poll(async () => close(await rangeOf(page), whole)).toBe(true);
  await expect(page.getByTestId('full-range')).toBeDisabled();
  expect(await panelIds(page)).toContain('rtt');
  await page.goForward();
  await expect.poll(async () => close(await rangeOf(page), finding)).toBe(true);
  await page.goForward();
  await expect.poll(async () => close(await rangeOf(page), near)).toBe(true);
  expect(await panelIds(page)).not.toContain('rtt');
  // The page's own way back goes on from there.
  await page.keyboard.press('BracketLeft');
  await expect.poll(async () => close(await rangeOf(page), finding)).toBe(true);
});

test('holding a key does not fill the history, and the address is right at rest', { tag: '@deep' }, async ({
  page,
}) => {
  await openExample(page);
  const before = await page.evaluate(() => history.length);
  const complaints: string[] = [];
  page.on('console', (said) => complaints.push(said.text()));
  await quickly(page, ...Array<string>(60).fill('KeyN'));
  for (let i = 0; i < 60; i++) await page.keyboard.press(i % 2 === 0 ? 'd' : 'a');
  await settled(page);
  expect((await page.evaluate(() => history.length)) - before).toBeLessThanOrEqual(41);
  await expect.poll(() => fragmentOf(page)).toContain(`&f=`);
  const link = await copyLink(page);
  await expect.poll(() => fragmentOf(page)).toBe(new URL(link).hash);
  expect(complaints.filter((text) => /throttl/i.test(text))).toEqual([]);
});

test('stale and foreign parts are dropped with a word, and the trace opens', { tag: '@deep' }, async ({
  page,
}) => {
  const stale =
    'v=1&example=cubic-spiral&t=1-3&f=death-spiral.9&at=500&hide=histogram,rtt&m=bbr&c=7&h=x&unknown=%3Cimg%3E';
  await openLink(page, stale);
  await expect.poll(() => rangeOf(page)).toEqual([1000, 3000]);
  expect(await panelIds(page)).not.toContain('rtt');
  await expect(message(page)).toContainText('The link was not followed in full.');
  await message(page).locator('summary').click();
  for (const part of [
    'h=x: it should be',
    'hide=histogram: there is no such panel',
    'c=7: the file holds 1 connection',
    'f=death-spiral.9: the trace has no such finding',
    'at=500: the trace goes from 0.000 s to',
    'm=bbr: there is no such model',
  ]) {
    await expect(message(page)).toContainText(part);
  }
  await expect(message(page)).not.toContainText('unknown');
  expect(fragmentOf(page)).toBe(`#${stale}`);
  await page.keyboard.press('f');
  await expect.poll(() => fragmentOf(page)).toBe('#v=2&example=cubic-spiral&hide=rtt');
});

test('an example that does not exist opens nothing and is named', async ({ page }) => {
  await openLink(page, 'v=1&example=nowhere&t=1-2');
  await expect(message(page)).toContainText('example=nowhere: there is no such example');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
});

test('a link to a URL fetches nothing by itself, and its view can be shown in a file', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (asked) => {
    if (!asked.url().startsWith(baseURL ?? '') && !asked.url().startsWith('about:'))
      foreign.push(asked.url());
  });
  await openLink(page, 'v=1&src=https://logs.example/a.qlog&src=javascript:alert(1)&t=1-2');
  await expect(request(page)).toContainText('This link is about a.qlog on logs.example, a host');
  await expect(message(page)).toContainText('src=javascript:alert(1): only https is supported');
  await openFiles(page, tracePath(SPIRAL));
  await expect(request(page)).toContainText('cannot be checked');
  await page.getByTestId('link-anyway').click();
  await expect.poll(() => rangeOf(page)).toEqual([1000, 2000]);
  expect(foreign).toEqual([]);
});

test('a fragment that is no link is left alone', { tag: '@deep' }, async ({ page }) => {
  await openLink(page, '#top');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await expect(message(page)).toHaveCount(0);
  expect(fragmentOf(page)).toBe('#top');
});

test('several traces open, and the one that is meant is shown', { tag: '@deep' }, async ({ page }) => {
  await openLink(page, 'v=1&example=cubic-spiral&example=reno&show=2&t=0.5-1');
  await expect(page.getByTestId('trace')).toHaveCount(2);
  await expect(shownTrace(page)).toHaveAttribute('data-name', /^rate-reno/);
  await expect.poll(() => rangeOf(page)).toEqual([500, 1000]);
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await settled(page);
  await expect(page.getByTestId('full-range')).toBeDisabled();
  await expect.poll(() => fragmentOf(page)).toBe('#v=2&example=cubic-spiral&example=reno');
});

test('a link pasted into an open page is followed there: no trace is opened twice', async ({ page }) => {
  await openExample(page);
  await page.evaluate(() => {
    location.hash = '#v=1&t=2-3';
  });
  await expect.poll(() => rangeOf(page)).toEqual([2000, 3000]);
  await page.evaluate(() => {
    location.hash = '#v=1&example=cubic-spiral&example=cubic-fixed&t=3-4';
  });
  await expect.poll(() => rangeOf(page)).toEqual([3000, 4000]);
  await expect(page.getByTestId('trace')).toHaveCount(2);
  await expect(shownTrace(page)).toHaveAttribute('data-name', /buggy/);
});

test('a local file is asked for; another one is refused with a word, the right one takes up the view', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await openTrace(page);
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await settled(page);
  await page.keyboard.press('Shift+KeyL');
  await page.locator('[data-tick=fileName]').check();
  await page.keyboard.press('Escape');
  const link = new URL(await copyLink(page)).hash;
  expect(link).toContain(`&file=`);
  expect(link).toContain(`.${SPIRAL}&`);
  const range = await rangeOf(page);

  const context = await browser.newContext();
  const other = await context.newPage();
  await openLink(other, link);
  await expect(request(other)).toContainText(`This link is about ${SPIRAL} (`);
  await expect(request(other)).toContainText('open that file');
  await expect(other.locator('html')).toHaveAttribute('data-state', 'empty');
  expect(fragmentOf(other)).toBe(link);

  await openFiles(other, tracePath(RECEIVER));
  await expect(request(other)).toHaveAttribute('data-state', 'different');
  await expect(request(other)).toContainText(`${RECEIVER} is not the file that the link is about: it has`);
  await expect(other.getByTestId('full-range')).toBeDisabled();
  expect(fragmentOf(other)).toBe(link);

  await openFiles(other, upload('from-chat.gz', readFileSync(tracePath(SPIRAL))));
  await expect(request(other)).toHaveCount(0);
  await expect(message(other)).toContainText(`renamed: its name was ${SPIRAL}`);
  await expect(shownTrace(other)).toHaveAttribute('data-name', 'from-chat.gz');
  await expect.poll(() => rangeOf(other)).toEqual(range.map((ms) => expect.closeTo(ms, 2)));
  await context.close();
});

test('a file that is opened while the page still fetches what follows links is the one that the link asks for', {
  tag: '@deep',
}, async ({ page }) => {
  let arrive = (): void => undefined;
  const fetched = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/address-[^/]*\.js$/, async (route) => {
    await fetched;
    await route.continue();
  });
  const name = await fingerprintOf(new File([readFileSync(tracePath(SPIRAL))], SPIRAL));
  if (name === null) throw new Error('no fingerprint');
  await page.goto(`/?testing=1#v=1&file=${fingerprintText(name)}&t=2-3`);
  await page.setInputFiles('[data-testid=open]', tracePath(SPIRAL));
  // Read to its end; its screen needs a part of what is held.
  await expect(page.getByTestId('loading')).toHaveAttribute('data-phase', 'ready');
  arrive();
  await expect.poll(() => rangeOf(page)).toEqual([2000, 3000]);
  await expect(request(page)).toHaveCount(0);
});

test('the view of another file is shown on request only, and a link can be dismissed', {
  tag: '@deep',
}, async ({ page }) => {
  const asked = 'v=1&file=5.AAAAAAAAAAAAAAAA.gone.qlog&t=2-3&hide=rtt';
  await openLink(page, asked);
  await openFiles(page, tracePath(SPIRAL));
  await expect(request(page)).toContainText('is not the file that the link is about');
  await expect(page.getByTestId('full-range')).toBeDisabled();
  await page.getByTestId('link-anyway').click();
  await expect.poll(() => rangeOf(page)).toEqual([2000, 3000]);
  await expect(request(page)).toHaveCount(0);
  await expect.poll(() => fragmentOf(page)).toMatch(/&file=\d+\.[\w-]{16}&t=2-3/);

  await openLink(page, asked);
  await page.getByTestId('link-aside').click();
  await expect(request(page)).toHaveCount(0);
  await expect.poll(() => fragmentOf(page)).toBe('');
});

test('a reload shows the same, and the link names nothing once nothing is open', { tag: '@deep' }, async ({
  page,
}) => {
  await openExample(page);
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await settled(page);
  await expect.poll(() => fragmentOf(page)).toContain('f=death-spiral.1');
  const range = await rangeOf(page);
  await page.reload();
  await settled(page);
  await expect.poll(async () => Math.abs((await rangeOf(page))[0] - range[0])).toBeLessThan(0.0011);
  await page.getByTestId('trace').getByRole('button', { name: /Close/ }).click();
  await expect.poll(() => fragmentOf(page)).toBe('');
});

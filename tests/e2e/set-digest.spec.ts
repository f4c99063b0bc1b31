/** A set as links and files that hold its digests: they open without the traces, with offsets, range and notes. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { copied, digestLine, offerOf, openShare, tick, writeNote } from './digests';
import { openTrace } from './shared-trace';
import {
  chooseInMenu,
  compareWith,
  openFiles,
  openPage,
  panel,
  rangeOf,
  SPIRAL,
  seen,
  settled,
  tracePath,
  upload,
} from './support';

const HEALTHY = 'rate-reno-s12.server.sqlog.gz';

const lanes = (page: Page) => page.getByTestId('lane');
const offsets = (page: Page) =>
  lanes(page).evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.offsetUs));

/** Two local files on one axis, the second shifted, a part of them in view, a note in the first. */
async function openSet(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTrace(page);
  await openFiles(page, tracePath(HEALTHY));
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await compareWith(page);
  await lanes(page).nth(1).locator('input').fill('-0.25');
  await lanes(page).nth(1).locator('input').press('Enter');
  await page.getByTestId('range').click();
  await page.keyboard.press('w');
  await writeNote(page, 'Compare these two.');
}

async function expectPair(page: Page, range: readonly [number, number]): Promise<void> {
  await expect(lanes(page)).toHaveCount(2);
  await settled(page);
  expect(await offsets(page)).toEqual(['0', '-250000']);
  await expect(page.getByTestId('trace')).toHaveCount(2);
  await expect(digestLine(page)).toBeVisible();
  for (const [i, ms] of (await rangeOf(page)).entries()) expect(ms).toBeCloseTo(range[i] ?? 0, 2);
  await expect(page.getByTestId('note')).toContainText('Compare these two.');
  await expect(panel(page, 'congestion').locator('[data-value=cwnd]')).toHaveCount(2);
}

test('a link and a file of a pair open without the traces, and are compared in a report', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await openSet(page);
  const range = await rangeOf(page);
  await openShare(page);
  await tick(page, 'fileName');
  await expect(offerOf(page, '8 KB')).toContainText('A: ');
  await expect(offerOf(page, '8 KB')).toContainText('B: ');
  expect(Number(await offerOf(page, '8 KB').getAttribute('data-bytes'))).toBeLessThanOrEqual(8192);
  const url = await copied(page, offerOf(page, '8 KB').getByTestId('share-copy'));
  const wait = page.waitForEvent('download');
  await page.getByTestId('share-save').click();
  const file = readFileSync(await (await wait).path());

  const other = await browser.newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  const { hash } = new URL(url);
  expect(hash).toMatch(/^#v=3&file=.*&digest=2&.*set=1,2@-0\.25~1/);
  await other.goto(`/?testing=1${hash}`);
  await settled(other);
  await expectPair(other, range);
  await other.reload();
  await settled(other);
  await expectPair(other, range);
  expect(asked.filter((address) => address.includes('sqlog'))).toEqual([]);

  // The table of differences is made from the digests.
  await other.getByTestId('report').click();
  const saved = other.waitForEvent('download');
  await other.getByTestId('report-html').click();
  const html = readFileSync(await (await saved).path(), 'utf8');
  expect(html).toMatch(/B doubles its window within \d+ round trips?; A stays at 2,700 B/);
  expect(html).toContain('last byte acknowledged');
  await other.close();

  const third = await browser.newPage();
  await openPage(third);
  await openFiles(third, upload('pair.qlogscope', file));
  await expectPair(third, range);
  // The trace itself takes the place of its digest.
  await openFiles(third, tracePath(SPIRAL));
  await expect(third.getByTestId('trace').first()).toHaveAttribute('data-name', SPIRAL);
  await expect(lanes(third)).toHaveCount(2);
  expect(await offsets(third)).toEqual(['0', '-250000']);
  await third.close();
});

test('a link and a file of a pair keep notes, chosen and dismissed findings of both, in their own time, arrangement, axes, scale and difference', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const OTHER = 'rate-cubic-buggy-s12.server.sqlog.gz';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  // In each by itself: a note at the chosen finding, the second dismissed.
  for (const name of [SPIRAL, OTHER]) {
    await openFiles(page, tracePath(name));
    await page.locator('[data-testid=finding] .finding-head').nth(1).click();
    await page.locator('[data-testid=finding].selected').getByRole('button', { name: 'Dismiss' }).click();
    await page.locator('[data-testid=finding] .finding-head').first().click();
    await writeNote(page, `Seen in ${name.split('.')[0]}`);
  }
  const ofEach = async (at: Page): Promise<unknown> => {
    const held = [];
    for (const index of [0, 1]) {
      await at.getByTestId('trace').nth(index).locator('.tab-name').click();
      await settled(at);
      held.push({
        notes: await at.getByTestId('note').allTextContents(),
        chosen: await at
          .locator('[data-testid=finding].selected')
          .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.key)),
        dismissed: await at.getByTestId('dismissed').textContent(),
      });
    }
    await at.getByTestId('trace').first().locator('.tab-name').click();
    await settled(at);
    return held;
  };
  const apart = await ofEach(page);
  await compareWith(page);
  await lanes(page).nth(1).locator('input').fill('0.5');
  await lanes(page).nth(1).locator('input').press('Enter');
  await chooseInMenu(page, 'congestion', 'Hide the difference');
  await page.getByLabel('One plot each').check();
  await panel(page, 'congestion').getByTestId('scale-log').click();
  await chooseInMenu(page, 'rtt', 'Lock the value axis');
  const set = async (at: Page) => ({
    offsets: await offsets(at),
    stacked: await at.getByLabel('One plot each').isChecked(),
    plots: await panel(at, 'rtt').locator('canvas').count(),
    scale: await panel(at, 'congestion').getByTestId('scale-log').getAttribute('aria-pressed'),
    ticks: await (await seen(at, 'rtt')).locator('.value-axis').first().allTextContents(),
  });
  await settled(page);
  const here = await set(page);
  await openShare(page);
  const url = await copied(page, offerOf(page, '32 KB').getByTestId('share-copy'));
  const wait = page.waitForEvent('download');
  await page.getByTestId('share-save').click();
  const file = readFileSync(await (await wait).path());
  expect(new URL(url).hash).toMatch(/^#v=4&.*&f2=.*&away2=.*&stack=1&y=rtt:.*&scale=log.*&diff=-/);

  for (const opened of ['link', 'file']) {
    const other = await browser.newPage();
    await openPage(other);
    if (opened === 'link') await other.goto(`/?testing=1${new URL(url).hash}`);
    else await openFiles(other, upload('pair.qlogscope', file));
    await expect(lanes(other)).toHaveCount(2);
    await settled(other);
    expect(await set(other)).toEqual(here);
    await other.locator('input[name=arrangement]').first().check();
    await settled(other);
    await panel(other, 'congestion').locator('.panel-menu > summary').click();
    await expect(
      panel(other, 'congestion').getByRole('button', { name: 'Show the difference' }),
    ).toBeVisible();
    expect(await ofEach(other)).toEqual(apart);
    await other.close();
  }
});

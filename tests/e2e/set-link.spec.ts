/** The link to a set of local files: whoever has them sees the same, with everything that a set can hold. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { fingerprintOf, fingerprintText } from '../../src/sharing/link/fingerprint';
import {
  compareWith,
  openFiles,
  openPage,
  panel,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
  upload,
} from './support';

const HEALTHY = 'rate-reno-s12.server.sqlog.gz';

const lanes = (page: Page) => page.getByTestId('lane');

/** All that a set shows. */
async function shown(page: Page) {
  await settled(page);
  const view = await lanes(page).evaluateAll((items) =>
    items.map((item) => ({
      offset: (item as HTMLElement).dataset.offsetUs,
      color: (item.querySelector('.lane-swatch') as SVGElement).style.getPropertyValue('--lane'),
    })),
  );
  return {
    view,
    range: await rangeOf(page),
    plots: await panel(page, 'congestion').locator('canvas').count(),
    ticks: await panel(page, 'congestion').locator('.value-axis').allTextContents(),
    dismissed: await page.getByTestId('dismissed').count(),
    scale: await panel(page, 'congestion').getByTestId('scale-log').getAttribute('aria-pressed'),
  };
}

test('files that come together are compared as the link says, although another one is worse', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await openPage(page);
  for (const name of [HEALTHY, SPIRAL]) await openFiles(page, tracePath(name));
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await compareWith(page);
  await page.getByLabel('One plot each').check();
  await settled(page);
  const here = await rangeOf(page);
  const other = await browser.newPage();
  await openPage(other);
  await other.goto(`/?testing=1${new URL(page.url()).hash}`);
  await openFiles(other, [tracePath(HEALTHY), tracePath(SPIRAL)]);
  await expect(lanes(other)).toHaveCount(2);
  await expect(panel(other, 'congestion').locator('canvas')).toHaveCount(2);
  await settled(other);
  expect(await rangeOf(other)).toEqual(here);
  await other.close();
});

test('a link to two local files gives offsets, arrangement, colours, axes, scale and range back to the pixel', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await openPage(page);
  for (const name of [SPIRAL, HEALTHY]) await openFiles(page, tracePath(name));
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await compareWith(page);
  await lanes(page).nth(1).locator('input').fill('0.133333');
  await lanes(page).nth(1).locator('input').press('Enter');
  await page.getByLabel('One plot each').check();
  await panel(page, 'congestion').getByTestId('scale-log').click();
  await page.getByTestId('range').click();
  await page.keyboard.press('w');
  await page.keyboard.press('d');
  await panel(page, 'congestion').locator('.panel-menu > summary').click();
  await page.getByRole('button', { name: 'Lock the value axis' }).click();
  await page.keyboard.press('Escape');
  const here = await shown(page);
  const { hash } = new URL(page.url());
  expect(hash).toMatch(/^#v=2&/);

  const other = await browser.newPage();
  await openPage(other);
  await other.goto(`/?testing=1${hash}`);
  // In another order than they were opened in.
  for (const name of [HEALTHY, SPIRAL]) await openFiles(other, tracePath(name));
  await expect(lanes(other)).toHaveCount(2);
  const there = await shown(other);
  const { width } = (await panel(other, 'congestion').locator('canvas').first().boundingBox())!;
  const pixelMs = (here.range[1] - here.range[0]) / width;
  for (const [i, ms] of there.range.entries())
    expect(Math.abs(ms - (here.range[i] ?? 0))).toBeLessThan(pixelMs / 2);
  expect({ ...there, range: [] }).toEqual({ ...here, range: [] });
  await other.close();
});

test('the files of a link, dropped among others, are compared as it says; the others become the table', {
  tag: '@deep',
}, async ({ page }) => {
  const named = [SPIRAL, HEALTHY].map((name) => upload(name, readFileSync(tracePath(name))));
  const prints = await Promise.all(
    named.map(async ({ name, buffer }) =>
      fingerprintText((await fingerprintOf(new File([Uint8Array.from(buffer)], name)))!),
    ),
  );
  const others = Array.from({ length: 5 }, (_, i) => upload(`short-${i}.sqlog`, 'hello'));
  const link = `#v=2&file=${prints[0]}&file=${prints[1]}&set=1,2@0.1&t=1-2`;
  await page.goto(`/?testing=1${link}`);
  await settled(page);
  // None of them: the link goes on waiting, which is said.
  await openFiles(page, others);
  await expect(page.locator('[data-testid=message][data-kind=files-placed]')).toContainText(
    'None of the 5 files',
  );
  await expect(page.getByTestId('link-request')).toBeVisible();
  await openFiles(page, [...others, ...named].toReversed());
  await expect(page.getByTestId('link-request')).toHaveCount(0);
  await expect(lanes(page)).toHaveCount(2);
  expect((await shown(page)).view.map(({ offset }) => offset)).toEqual(['0', '100000']);
  expect(await rangeOf(page)).toEqual([1000, 2000]);
  await expect(page.locator('[data-testid=message][data-kind=files-placed]')).toContainText(
    '2 of the 7 files',
  );
  // Of the five, which are there already, none is added again.
  await expect(page.getByTestId('table-tab')).toHaveAttribute('data-rows', '5');

  // Followed where the table has them already.
  await page.goto('about:blank');
  await openPage(page);
  await openFiles(page, [...others, ...named]);
  await expect(page.getByTestId('table-tab')).toHaveText('Table (2)');
  await page.evaluate((hash) => {
    location.hash = hash;
  }, link);
  await expect(lanes(page)).toHaveCount(2);
  await settled(page);
  expect(await rangeOf(page)).toEqual([1000, 2000]);
  await expect(page.getByTestId('link-request')).toHaveCount(0);
});

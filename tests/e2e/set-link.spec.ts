/** The link to a set of local files: whoever has them sees the same, with everything that a set can hold. */
import { expect, type Page, test } from '@playwright/test';
import { compareWith, openFiles, openPage, panel, rangeOf, SPIRAL, settled, tracePath } from './support';

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

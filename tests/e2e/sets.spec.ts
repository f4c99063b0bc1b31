/** Two traces on one axis: over one another and one plot each, panned, zoomed, shifted, undone, by link and after a reload. */
import { expect, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import {
  compareWith,
  openFiles,
  openPage,
  panel,
  plotOf,
  pointAt,
  rangeOf,
  readoutOf,
  settled,
  traceText,
  upload,
} from './support';

const HEALTHY = 'rate-reno-s12.server.sqlog.gz';

/** Opens both examples, and puts the second on the axis of the first. */
async function openTwo(page: Page): Promise<void> {
  await page.goto('/?testing=1#v=2&example=cubic-spiral&example=reno');
  await settled(page);
  await compareWith(page);
}

const lanes = (page: Page) => page.getByTestId('lane');
const offsets = (page: Page) =>
  lanes(page).evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.offsetUs));

/** How many pixels of a plot have a colour close to that of a lane's line. */
function pixelsOf(page: Page, id: string, slot: number): Promise<number> {
  return panel(page, id)
    .locator('canvas')
    .first()
    .evaluate((canvas, property) => {
      const probe = document.createElement('span');
      probe.style.color = `var(${property})`;
      document.body.append(probe);
      const [r = 0, g = 0, b = 0] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
      probe.remove();
      const { width, height } = canvas as HTMLCanvasElement;
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
      let pixels = 0;
      for (let i = 0; i < data.length; i += 4) {
        const distance = Math.abs(data[i]! - r) + Math.abs(data[i + 1]! - g) + Math.abs(data[i + 2]! - b);
        if (data[i + 3]! > 200 && distance < 30) pixels++;
      }
      return pixels;
    }, `--slot-${slot}`);
}

/** Every picture, text and figure that a set shows. */
async function shown(page: Page) {
  await settled(page);
  return {
    lanes: await lanes(page).allTextContents(),
    offsets: await offsets(page),
    range: await rangeOf(page),
    values: await panel(page, 'congestion').locator('[data-value]').allTextContents(),
    canvases: await page.locator('[data-testid=panel] canvas').count(),
    picture: await panel(page, 'congestion')
      .locator('canvas')
      .first()
      .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL()),
  };
}

test('both are drawn in the plots of lines, each in one colour, with its own values at the cursor', {
  tag: '@deep',
}, async ({ page }) => {
  await openTwo(page);
  await expect(lanes(page)).toHaveCount(2);
  expect(await pixelsOf(page, 'congestion', 1)).toBeGreaterThan(50);
  expect(await pixelsOf(page, 'congestion', 2)).toBeGreaterThan(50);
  await pointAt(page, 0.3);
  const values = await panel(page, 'congestion').locator('[data-value=cwnd]').allTextContents();
  expect(values).toHaveLength(2);
  expect(values.every((value) => / B/.test(value))).toBe(true);
  expect(values[0]).not.toBe(values[1]);
  // Shares of states cannot be read over one another: a plot each.
  expect(await panel(page, 'states').locator('canvas').count()).toBe(2);
  expect(await panel(page, 'congestion').locator('[data-kind=lanes] canvas').count()).toBe(1);
});

test('pan and zoom move both, and a shift only one; the link shows the same to whoever opens it', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await openTwo(page);
  const [, end] = await rangeOf(page);
  await page.keyboard.press('w');
  await page.keyboard.press('a');
  await settled(page);
  const [from, to] = await rangeOf(page);
  expect(to - from).toBeLessThan(end);
  const before = await readoutOfLane(page, 1);
  await lanes(page).nth(1).locator('input').fill('0.75');
  await lanes(page).nth(1).locator('input').press('Enter');
  await settled(page);
  expect(await offsets(page)).toEqual(['0', '750000']);
  expect(await rangeOf(page)).toEqual([from, to]);
  expect(await readoutOfLane(page, 1)).not.toBe(before);
  await page.keyboard.press('p');
  const here = await shown(page);
  const { hash } = new URL(page.url());
  expect(hash).toMatch(/set=1,2@0\.75~1/);

  await page.reload();
  const again = await shown(page);
  // A link holds whole µs: less than a pixel is lost.
  expect({ ...again, range: [], picture: '' }).toEqual({ ...here, range: [], picture: '' });
  for (const [i, ms] of again.range.entries()) expect(ms).toBeCloseTo(here.range[i] ?? 0, 2);

  const other = await browser.newPage();
  await other.goto(`/?testing=1${hash}`);
  expect(await shown(other)).toEqual(again);
  await other.close();
});

/** Value of the window of a trace where both have one. */
async function readoutOfLane(page: Page, lane: number): Promise<string> {
  await pointAt(page, 0.2);
  return (await panel(page, 'congestion').locator('[data-value=cwnd]').nth(lane).textContent()) ?? '';
}

test('the three examples over one another: letters, the difference at the cursor, one after the other by a key', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await page.getByTestId('example-set').click();
  await expect(lanes(page)).toHaveCount(3);
  await settled(page);
  const congestion = panel(page, 'congestion');
  // All of them in one plot, and below it the difference of the first two.
  await expect(congestion.locator('canvas')).toHaveCount(2);
  await expect(congestion.locator('.plot-label')).toHaveText('B − A: window (cwnd); above 0, B has more');
  await pointAt(page, 0.35);
  const [a, b, delta] = await Promise.all(
    ['[data-value=cwnd][data-letter=A]', '[data-value=cwnd][data-letter=B]', '[data-delta=cwnd]'].map(
      async (which) =>
        Number(
          ((await congestion.locator(which).textContent()) ?? '')
            .replace(/.* to /, '')
            .replace(/[^\d−]/g, ''),
        ),
    ),
  );
  expect(b).toBeGreaterThan(2 * (a ?? 0));
  expect(delta).toBe((b ?? 0) - (a ?? 0));

  const alone = page.getByTestId('shown-alone');
  const picture = (): Promise<string> =>
    congestion
      .locator('canvas')
      .first()
      .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const all = await picture();
  const boxes = (): Promise<unknown> =>
    page
      .getByTestId('panel')
      .evaluateAll((panels) => panels.map((one) => one.getBoundingClientRect().toJSON()));
  const places = await boxes();
  const pictures: string[] = [];
  for (const letter of ['A', 'B', 'C']) {
    await page.keyboard.press('b');
    await expect(alone).toContainText(`Only ${letter}`);
    await expect(congestion.locator('.plot-label').first()).toHaveText(`Only ${letter}`);
    await expect(page.locator('[data-testid=lane][aria-current=true]')).toContainText(`${letter} (`);
    await settled(page);
    pictures.push(await picture());
    expect(await boxes()).toEqual(places);
  }
  expect(new Set([all, ...pictures]).size).toBe(4);
  await page.keyboard.press('Shift+B');
  await expect(alone).toHaveCount(0);
  await settled(page);
  expect(await picture()).toBe(all);
});

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
] as const) {
  test(`at ${width} × ${height} the panels of three traces have half of the window above the drawer, and nothing scrolls sideways`, {
    tag: '@deep',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page);
    await page.getByTestId('example-set').click();
    await expect(lanes(page)).toHaveCount(3);
    await settled(page);
    const [top, bottom, drawer] = await page.evaluate(() => [
      document.querySelector('[data-testid=panel]')?.getBoundingClientRect().top ?? 0,
      document.querySelector('.time-axis')?.getBoundingClientRect().top ?? 0,
      document.querySelector('.drawer')?.getBoundingClientRect().top ?? 0,
    ]);
    expect((bottom ?? 0) - (top ?? 0)).toBeGreaterThanOrEqual((drawer ?? height) / 2);
    // With all values in the legends.
    await pointAt(page, 0.3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('a measurement counts in every trace, each in its own time', { tag: '@deep' }, async ({ page }) => {
  await openTwo(page);
  await lanes(page).nth(1).locator('input').fill('0.5');
  await lanes(page).nth(1).locator('input').press('Enter');
  await page.getByTestId('range').click();
  await page.keyboard.press('Shift+R');
  const box = page.getByTestId('measure');
  const cells = box.locator('[data-figure=sent] td');
  await expect(cells.nth(1)).toContainText('B');
  const [first, second] = await cells.allTextContents();
  expect(first).not.toBe(second);
  // B begins later and ends sooner: its Δt is that of its records.
  const lengths = box.locator('[data-figure=length] td');
  await expect(lengths.nth(1)).toHaveText(/^3\.\d+ s, its whole log$/);
  // All of the set is measured: 0.5 s longer than the traces, and what was sent in each is all of it.
  for (const [i, file] of ['cubic-spiral', 'reno'].entries()) {
    const alone = await page.context().newPage();
    await alone.goto(`/#v=2&example=${file}`);
    await settled(alone);
    await alone.keyboard.press('Shift+R');
    await expect(alone.getByTestId('measure').locator('[data-figure=sent] dd')).toContainText(
      [first, second][i] ?? '',
    );
    await alone.close();
  }
  // Both columns can be read without a scroll.
  const columns = box.locator('.measure-columns');
  expect(await columns.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  // A span of time is none of bytes.
  await page.keyboard.press('Shift+R');
  await expect(box).toBeVisible();
  await page.getByTestId('x-axis').getByLabel('bytes delivered').check();
  await expect(box).toHaveCount(0);
});

test('an empty plot says why it is empty, and a difference leaves while one trace is shown alone', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page, HEALTHY);
  const records = traceText('applimited-small-cubic.client.sqlog.gz').split('\x1e');
  const stateless = records.filter((record) => !record.includes('congestion_state_updated')).join('\x1e');
  await openFiles(page, upload('no-states.sqlog', stateless));
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await compareWith(page);
  await expect(panel(page, 'states').locator('.plot-label')).toHaveText([
    'A',
    /^B: no congestion_state_updated event in this trace/,
  ]);
  const difference = panel(page, 'congestion').locator('[data-kind=difference]');
  await expect(difference).toBeVisible();
  const place = await difference.boundingBox();
  await page.getByTestId('range').click();
  await page.keyboard.press('b');
  await expect(difference).toBeHidden();
  expect(await difference.boundingBox()).toEqual(place);
  await page.keyboard.press('Escape');
  await expect(difference).toBeVisible();
});

test('one plot each shows them one below the other, and a step back undoes each change', {
  tag: '@deep',
}, async ({ page }) => {
  await openTwo(page);
  const { width } = await plotOf(page);
  await page.getByLabel('One plot each').check();
  await settled(page);
  const plots = panel(page, 'congestion').locator('[data-kind=lanes] canvas');
  await expect(plots).toHaveCount(2);
  const [first, second] = [await plots.nth(0).boundingBox(), await plots.nth(1).boundingBox()];
  expect(second!.y).toBeGreaterThanOrEqual(first!.y + first!.height);
  expect([first!.width, second!.width]).toEqual([width, width]);
  await expect(panel(page, 'congestion').locator('.plot-label')).toHaveCount(2);
  // The axis of both is the same.
  const ticks = await panel(page, 'congestion')
    .locator('.value-axis')
    .evaluateAll((axes) => axes.map((axis) => axis.textContent));
  expect(ticks[0]).toBe(ticks[1]);
  // Keys go to the button that has the focus.
  await page.getByTestId('range').click();
  await page.keyboard.press('[');
  await expect(plots).toHaveCount(1);
  await page.keyboard.press('[');
  await settled(page);
  await expect(lanes(page)).toHaveCount(0);
  expect(await panel(page, 'states').locator('canvas').count()).toBe(1);
  await page.keyboard.press(']');
  await expect(lanes(page)).toHaveCount(2);
});

test('a file that is closed leaves the set; the lead stays as it was', { tag: '@deep' }, async ({ page }) => {
  await openTrace(page, HEALTHY, 'rate2-both-cubic-buggy-s09.server.sqlog.gz');
  await pointAt(page, 0.3);
  const alone = await readoutOf(page, 'states', 'recovery');
  expect(alone).not.toBe('');
  await compareWith(page);
  await expect(lanes(page)).toHaveCount(2);
  await page.getByRole('button', { name: `Close ${HEALTHY}` }).click();
  await settled(page);
  await expect(lanes(page)).toHaveCount(0);
  await pointAt(page, 0.3);
  await expect.poll(() => readoutOf(page, 'states', 'recovery')).toBe(alone);
});

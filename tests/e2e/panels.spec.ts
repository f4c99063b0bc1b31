/** The panels: zoom and pan by hand, a scale that follows what is visible, states that tell the truth. */
import { expect, type Page, test } from '@playwright/test';
import { openTrace, shareTrace } from './shared-trace';
import {
  OVERSHOOT,
  openFiles,
  openPage,
  panel,
  panelIds,
  rangeOf,
  SPIRAL,
  seen,
  settled,
  tracePath,
  traceText,
  upload,
} from './support';

const MIDDLE = 0.5;

async function plotBox(page: Page) {
  const box = await page.locator('[data-panel=congestion] .plot').boundingBox();
  if (box === null) throw new Error('the plot is not visible');
  return box;
}

/** Moves the pointer to a share of the plot's width. */
async function point(page: Page, share: number): Promise<void> {
  const box = await plotBox(page);
  await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
}

const shared = shareTrace();

test('Ctrl + wheel zooms at the pointer, a plain wheel leaves the range alone', async () => {
  const { page } = shared;
  const full = await rangeOf(page);
  await point(page, MIDDLE);
  await page.mouse.wheel(0, -200);
  await settled(page);
  expect(await rangeOf(page)).toEqual(full);
  const ticks = await page.locator('.time-axis .tick').elementHandles();
  await page.keyboard.down('Control');
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await settled(page);
  const [from, to] = await rangeOf(page);
  expect(to - from).toBeLessThan((full[1] - full[0]) / 2);
  // The time under the pointer stays where it was.
  expect((from + to) / 2).toBeCloseTo((full[0] + full[1]) / 2, -1);
  // The axis is written anew, but not made anew.
  expect(await ticks[1]?.evaluate((tick) => tick.isConnected)).toBe(true);
  const labels = await page.locator('.time-axis .tick').allTextContents();
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels.length).toBeGreaterThan(2);
});

test('a drag selects a range, Enter zooms into it, Shift + drag pans, Escape clears the selection', async () => {
  const { page } = shared;
  const [, fullTo] = await rangeOf(page);
  await point(page, 0.4);
  await page.mouse.down();
  await point(page, 0.5);
  await point(page, 0.6);
  await page.mouse.up();
  await expect(page.getByTestId('zoom-selection')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('zoom-selection')).toHaveCount(0);
  await point(page, 0.4);
  await page.mouse.down();
  await point(page, 0.6);
  await page.mouse.up();
  await page.keyboard.press('Enter');
  await settled(page);
  const [from, to] = await rangeOf(page);
  expect(Math.abs(from - 0.4 * fullTo)).toBeLessThan(0.01 * fullTo);
  expect(Math.abs(to - 0.6 * fullTo)).toBeLessThan(0.01 * fullTo);

  await page.keyboard.down('Shift');
  await point(page, 0.2);
  await page.mouse.down();
  await point(page, 0.7);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await settled(page);
  const [pannedFrom, pannedTo] = await rangeOf(page);
  expect(pannedTo - pannedFrom).toBeCloseTo(to - from, 3);
  expect(from - pannedFrom).toBeCloseTo((to - from) / 2, -2);
});

test('a double click zooms into the selection', { tag: '@deep' }, async () => {
  const { page } = shared;
  await point(page, 0.1);
  await page.mouse.down();
  await point(page, 0.3);
  await page.mouse.up();
  const box = await plotBox(page);
  await page.mouse.dblclick(box.x + box.width * 0.2, box.y + 20);
  await settled(page);
  const [from, to] = await rangeOf(page);
  expect(to - from).toBeLessThan(3000);
  expect(from).toBeGreaterThan(500);
});

test('an overshoot of 188 × cwnd is clipped and said, and the window keeps its scale', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page, OVERSHOOT);
  await expect(page.locator('[data-panel=congestion] [data-testid=clipped]')).toContainText(
    'bytes in flight reach 2,537,960 B in view, 188 ×',
  );
  const labels = page.locator('[data-panel=congestion] .value-axis text');
  // Fitted to the finding at first.
  await expect(labels.last()).toHaveText('6 kB');
  await page.getByTestId('scale-fitted').click();
  await settled(page);
  // Where it leaves the plot, within it.
  const label = page.locator('[data-panel=congestion] [data-testid=clip-labels] span', {
    hasText: '2,537,960 B',
  });
  const [at, plot] = [await label.boundingBox(), await plotBox(page)];
  expect(at?.x).toBeGreaterThan(plot.x);
  expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThan(plot.x + plot.width);
  expect((at?.y ?? 0) - plot.y).toBeLessThan(30);
  await expect((await seen(page, 'throughput')).getByTestId('figure')).toHaveText(/^per \d+ ms$/);
  await expect(labels.last()).toHaveText(/^1\d kB$/);
  // In the spiral the axis follows what is visible: no more than a few kilobytes.
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  await expect(labels.last()).toHaveText(/^[2-5](\.5)? kB$/);
});

test('the pointer reads values off at its time, equal to what the trace logs', async () => {
  const { page } = shared;
  await point(page, 0.8);
  const legend = page.locator('[data-panel=congestion] .legend');
  await expect(legend).toContainText(/window \(cwnd\) 2,700 B \(2 packets\).*in flight (0|1,350|2,700) B/);
  await expect(page.getByTestId('cursor')).toHaveText(/^at 7\.9\d\d s$/);
  await page.mouse.move(5, 5);
  await expect(legend).not.toContainText('2,700 B');
});

test('the values under the pointer stay true when the zoom moves the time beneath it', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  await point(page, 0.8);
  await page.keyboard.down('Control');
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await settled(page);
  const legend = page.locator('[data-panel=congestion] .legend');
  await expect(legend).toContainText('window (cwnd) 2,700 B (2 packets)');
  await expect(page.getByTestId('cursor')).toHaveText(/^at 7\.9\d{5} s$/);
  await expect(legend).not.toContainText('NaN');
});

test('a trace without state events shows the rebuilt recovery and says so', { tag: '@deep' }, async ({
  page,
}) => {
  await openTrace(page, 'spiral-corelevel-s12.server.sqlog.gz');
  await expect(page.locator('[data-panel=states]')).toContainText('recovery (rebuilt from losses)');
  await expect(page.locator('[data-severity=critical]')).toHaveAttribute('data-variant', 'states-not-logged');
});

test('the States canvas shows recovery over the whole height during the spiral', async () => {
  const { page } = shared;
  const colours = await page.locator('[data-panel=states] canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const at = (x: number, y: number): number[] => [
      ...context
        .getImageData(Math.round(canvas.width * x), Math.round(canvas.height * y), 1, 1)
        .data.slice(0, 3),
    ];
    return [0.3, 0.5, 0.7, 0.95].flatMap((x) => [0.1, 0.5, 0.9].map((y) => at(x, y)));
  });
  // Recovery is drawn in orange with lighter marks: red always well above blue. Avoidance is blue.
  for (const [red, , blue] of colours) expect(red as number).toBeGreaterThan((blue as number) + 20);
});

test('a drag past the edge of the plot marks up to the edge, and Enter shows just that', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  const [, fullTo] = await rangeOf(page);
  const box = await plotBox(page);
  await point(page, 0.9);
  await page.mouse.down();
  await point(page, 0.95);
  await page.mouse.move(box.x + box.width + 200, box.y + 50);
  await page.mouse.up();
  await page.keyboard.press('Enter');
  await settled(page);
  const [from, to] = await rangeOf(page);
  expect(Math.abs(from - 0.9 * fullTo)).toBeLessThan(0.01 * fullTo);
  expect(to).toBeCloseTo(fullTo, 0);
});

test('a trace that begins long after its reference time is shown from its first event', {
  tag: '@deep',
}, async ({ page }) => {
  const late = traceText(SPIRAL).replace(
    /"time":(\d+(?:\.\d+)?)/g,
    (_, time) => `"time":${Number(time) + 3_600_000}`,
  );
  await openPage(page);
  await openFiles(page, upload('late.sqlog', late));
  const [from, to] = await rangeOf(page);
  expect(from).toBeCloseTo(3_600_000, 0);
  expect(to).toBeCloseTo(3_609_988.7, 0);
  await expect(page.locator('[data-severity=critical]')).toContainText('3602.04 s to the end (7.95 s)');
});

test('a trace opens with the panels of its answer; the others are names, a pin is kept, and one key brings all', async ({
  page,
}) => {
  await openPage(page, 'of-answer');
  await openFiles(page, tracePath(SPIRAL));
  expect(await panelIds(page)).toEqual(['congestion', 'states', 'oscillation', 'boundary']);
  const others = page.getByTestId('other-panels');
  await others.locator('summary').click();
  await others.getByRole('checkbox', { name: 'RTT' }).check();
  await settled(page);
  expect(await panelIds(page)).toEqual(['congestion', 'states', 'oscillation', 'boundary', 'rtt']);
  await expect.poll(() => page.url()).toContain('panels=congestion,states,oscillation,boundary,rtt');
  await page.getByTestId('panels-of-answer').click();
  await settled(page);
  expect((await panelIds(page)).length).toBe(4);

  await page.keyboard.press('KeyX');
  await settled(page);
  expect((await panelIds(page)).slice(0, 3)).toEqual(['congestion', 'states', 'limits']);
  await panel(page, 'limits').locator('.panel-menu > summary').click();
  await panel(page, 'limits').getByRole('button', { name: 'Pin: always show it' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('KeyX');
  await settled(page);
  expect((await panelIds(page)).at(-1)).toBe('limits');
  await openPage(page, 'of-answer');
  await openFiles(page, tracePath(SPIRAL));
  expect((await panelIds(page)).at(-1)).toBe('limits');
});

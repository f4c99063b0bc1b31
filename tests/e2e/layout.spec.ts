/** The user's own screen: panels hidden, moved and resized, the theme, several traces, and a touch screen. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { PANELS as DEFINITIONS } from '../../src/drawing/panels/registry';
import { pictureOf } from './pictures';
import { openTrace, shareTrace } from './shared-trace';
import {
  chooseInMenu,
  drag,
  openPage,
  panel,
  panelIds,
  plotOf,
  RECEIVER,
  rangeOf,
  SPIRAL,
  seen,
  settled,
} from './support';

/** Of a sender, in their default order. */
const SENDERS_PANELS = DEFINITIONS.filter(({ side }) => side !== 'receiver');
const PANELS = SENDERS_PANELS.map(({ id }) => id);

async function heightOf(page: Page, id: string): Promise<number> {
  const box = await panel(page, id).locator('.panel-body').boundingBox();
  return Math.round(box?.height ?? 0);
}

/** Pixels of a canvas that are painted. */
function inkOf(element: Element): number {
  const { width, height } = element as HTMLCanvasElement;
  const context = (element as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
  const { data } = context.getImageData(0, 0, width, height);
  return data.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 0 ? 1 : 0), 0);
}

/** Pixels that the page is wider than its window. */
const sidewaysOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const shownTrace = (page: Page) => page.locator('[data-testid=trace]:has([aria-current=true])');

/** The row of names below the panels, opened. */
async function choicesOf(page: Page): Promise<Locator> {
  const choices = page.getByTestId('other-panels');
  if ((await choices.getAttribute('open')) === null) await choices.locator('summary').click();
  return choices;
}

/** As they are without a choice, and all of them again. */
async function asTheyWere(page: Page): Promise<void> {
  await (await choicesOf(page)).getByRole('button', { name: 'Reset panels' }).click();
  await settled(page);
  await showAll(page);
}

/** Pins go with a reset, and then each trace shows the panels of its answer. */
async function showAll(page: Page): Promise<void> {
  if ((await page.locator('[data-other]').count()) > 0) await page.keyboard.press('KeyX');
  await settled(page);
}

test('panels are hidden, moved and resized, and this with the theme survives a reload', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  expect(await panelIds(page)).toEqual(PANELS);
  await chooseInMenu(page, 'oscillation', 'Hide');
  await chooseInMenu(page, 'loss', 'Move up');
  await chooseInMenu(page, 'rtt', 'Move down');
  const arranged: string[] = PANELS.filter((id) => id !== 'oscillation');
  const swap = (id: string, step: 1 | -1): void => {
    const at = arranged.indexOf(id);
    [arranged[at], arranged[at + step]] = [arranged[at + step] as string, id];
  };
  swap('loss', -1);
  swap('rtt', 1);
  expect(await panelIds(page)).toEqual(arranged);

  const handle = page.getByRole('separator', { name: 'Height of Congestion' });
  await page.evaluate(() => window.scrollTo(0, 0));
  const box = await handle.boundingBox();
  if (box === null) throw new Error('no handle');
  await page.mouse.move(box.x + 20, box.y + 3);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 40, { steps: 4 });
  await page.mouse.move(box.x + 20, box.y + 63, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  expect(await heightOf(page, 'congestion')).toBe(252);
  const lossHandle = page.getByRole('separator', { name: 'Height of Loss' });
  await lossHandle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await settled(page);
  expect(await heightOf(page, 'loss')).toBe(96);
  await expect(lossHandle).toHaveAttribute('aria-valuenow', '96');
  await panel(page, 'congestion').getByRole('button', { name: 'threshold' }).click();
  for (let i = 0; i < 2; i++) await page.getByTestId('theme').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await openTrace(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Which panels are shown is of the view: opened anew, all that are pinned are there.
  expect((await panelIds(page)).filter((id) => id !== 'oscillation')).toEqual(arranged);
  expect(await panelIds(page)).toContain('oscillation');
  expect([await heightOf(page, 'congestion'), await heightOf(page, 'loss')]).toEqual([252, 96]);
  // A series is switched off for its trace: this one is opened anew.
  await expect(panel(page, 'congestion').getByRole('button', { name: 'threshold' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  const choices = await choicesOf(page);
  await choices.getByRole('checkbox', { name: 'Oscillation' }).uncheck();
  await settled(page);
  expect(await panelIds(page)).not.toContain('oscillation');
  await choices.getByRole('button', { name: 'Reset panels' }).click();
  await settled(page);
  expect(await panelIds(page)).toEqual(['congestion', 'states', 'oscillation', 'boundary']);
  expect(await heightOf(page, 'congestion')).toBe(192);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test.describe('on one page with a sender’s trace and a receiver’s', () => {
  const shared = shareTrace(SPIRAL, RECEIVER);

  test('every move of a panel passes the one shown next to it', { tag: '@deep' }, async () => {
    const { page } = shared;
    await chooseInMenu(page, 'congestion', 'Move up');
    await chooseInMenu(page, 'states', 'Move up');
    expect((await panelIds(page)).slice(0, 2)).toEqual(['states', 'congestion']);
    await asTheyWere(page);
  });

  test('on a receiver too, every move of a panel is seen', { tag: '@deep' }, async () => {
    const { page } = shared;
    await page.keyboard.press('PageDown');
    await settled(page);
    await expect(shownTrace(page)).toHaveAttribute('data-name', RECEIVER);
    await showAll(page);
    const before = await panelIds(page);
    const at = before.indexOf('loss');
    expect(at).toBeGreaterThan(0);
    await chooseInMenu(page, 'loss', 'Move up');
    expect(await panelIds(page)).toEqual(before.with(at - 1, 'loss').with(at, before[at - 1] as string));
    await asTheyWere(page);
    await page.keyboard.press('PageUp');
    await settled(page);
  });

  test('panels that were hidden while the range moved are painted in full when they are shown again', {
    tag: '@deep',
  }, async () => {
    const { page } = shared;
    const finding = page.locator('[data-severity=critical] .finding-head');
    const boxes = SENDERS_PANELS.map(({ title }) =>
      page.getByTestId('other-panels').getByRole('checkbox', { name: title, exact: true }),
    );
    const picture = (id: string) => pictureOf(panel(page, id).locator('canvas').first());
    await finding.click();
    await page.mouse.move(2, 2);
    await settled(page);
    // Those of the finding come first.
    const shown = await panelIds(page);
    expect([...shown].sort()).toEqual([...PANELS].sort());
    const painted = new Map<string, Buffer>();
    // The others say in a line why nothing is drawn.
    for (const id of PANELS)
      if ((await panel(page, id).locator('canvas').count()) > 0) painted.set(id, await picture(id));
    expect(painted.size).toBeGreaterThan(10);
    await page.keyboard.press('KeyF');
    await choicesOf(page);
    for (const box of boxes.slice(1)) await box.uncheck();
    expect(await panelIds(page)).toEqual(['congestion']);
    await finding.click();
    await settled(page);
    // One by one: what one panel asks for would do for the next as well.
    for (const [i, id] of PANELS.entries()) {
      await boxes[i]?.check();
      await page.mouse.move(2, 2);
      await settled(page);
      const before = painted.get(id);
      if (before === undefined) continue;
      const canvas = panel(page, id).locator('canvas').first();
      expect(await canvas.evaluate(inkOf), id).toBeGreaterThan(100);
      expect((await picture(id)).equals(before), id).toBe(true);
    }
    expect(await panelIds(page)).toEqual(shown);
  });

  test('every canvas is shown at the size it is drawn in, so that no line is blurred', async () => {
    const { page } = shared;
    // Each is drawn once it comes into sight.
    for (const id of await panelIds(page)) await seen(page, id);
    const canvases = await page.locator('canvas:visible').evaluateAll((elements) =>
      elements.map((element) => {
        const { width, height } = element as HTMLCanvasElement;
        const box = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label')?.split(/[.:]/)[0] ?? '';
        return { name, off: [box.width - width, box.height - height] };
      }),
    );
    expect(canvases.length).toBeGreaterThan(7);
    const resampled = canvases.filter(({ off }) => off.some((pixels) => Math.abs(pixels) >= 1));
    expect(resampled).toEqual([]);
  });

  test('the themes come round, and each paints the canvases in its own colours', async () => {
    const { page } = shared;
    const colours = new Set<string>();
    const seen: (string | null)[] = [];
    for (let i = 0; i < 4; i++) {
      seen.push(await page.locator('html').getAttribute('data-theme'));
      const canvas = panel(page, 'states').locator('canvas');
      colours.add(await canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL()));
      await page.getByTestId('theme').click();
      await settled(page);
    }
    expect(seen).toEqual(['auto', 'light', 'dark', 'contrast']);
    // The system is light here: automatic and light are the same picture.
    expect(colours.size).toBeGreaterThanOrEqual(2);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'auto');
  });

  test('each trace keeps its own range while another is shown', async () => {
    const { page } = shared;
    await page.locator('[data-severity=critical] .finding-head').click();
    await settled(page);
    const range = await rangeOf(page);
    await page.keyboard.press('PageDown');
    await settled(page);
    expect(await rangeOf(page)).not.toEqual(range);
    await page.keyboard.press('PageUp');
    await settled(page);
    expect(await rangeOf(page)).toEqual(range);
  });

  test('at 1024 by 700 the worst finding stands above the panels and leads to its range', async () => {
    const { page } = shared;
    await page.setViewportSize({ width: 1024, height: 700 });
    await settled(page);
    const headline = page.locator('.headline');
    await expect(headline).toContainText(/Critical Death spiral since 2\.04 s, to the end/);
    await expect.poll(() => sidewaysOf(page)).toBeLessThanOrEqual(0);
    await headline.click();
    await settled(page);
    expect((await rangeOf(page))[0]).toBeGreaterThan(1000);
  });

  test('print leaves the buttons out and keeps panels and findings', { tag: '@deep' }, async () => {
    const { page } = shared;
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: 'print' });
    await settled(page);
    await expect(page.getByTestId('theme')).toBeHidden();
    await expect(page.getByTestId('drawer')).toBeHidden();
    await expect(page.getByTestId('held-by')).toBeVisible();
    await expect(page.getByTestId('held-by-line')).toBeHidden();
    await expect(page.getByTestId('full-range')).toBeHidden();
    await expect(panel(page, 'congestion').locator('canvas')).toBeVisible();
    await expect(page.locator('[data-severity=critical] .verdict')).toBeVisible();
    // What has not been in sight is not drawn, and the paper says so.
    expect(await page.locator('.panel[data-waits]').count()).toBeGreaterThan(0);
    const said = await page
      .locator('.panels')
      .first()
      .evaluate((element) => getComputedStyle(element, '::after').content);
    expect(said).toContain('out of sight are not printed');
    await page.emulateMedia({ media: null });
  });
});

test('a damaged stored choice does not keep the page from opening', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await page.getByTestId('theme').click();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      localStorage.setItem(key, '{"version":1,"order":7,"theme":"dark"');
  });
  await openTrace(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'auto');
  expect(await panelIds(page)).toEqual(['congestion', 'states', 'oscillation', 'boundary']);
});

test('the list of traces says side, duration and worst finding, and keys walk through it', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page, SPIRAL, RECEIVER);
  const [first, second] = [page.getByTestId('trace').nth(0), page.getByTestId('trace').nth(1)];
  await expect(first).toContainText(/rate2-both-cubic-buggy-s09.*sender, 9\.99 s, critical/);
  await expect(second).toContainText(/rate-cubic-buggy-s03.*receiver, [\d.]+ s, warning/);
  const current = shownTrace(page);
  await expect(current).toHaveAttribute('data-name', SPIRAL);
  await page.keyboard.press('PageDown');
  await settled(page);
  await expect(current).toHaveAttribute('data-name', RECEIVER);
  await page.keyboard.press('PageDown');
  await expect(current).toHaveAttribute('data-name', SPIRAL);
  await page.keyboard.press('Shift+KeyX');
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveCount(1);
  await expect.poll(() => page.workers().length).toBe(1);
});

test('the trace-quality line opens and says what the log holds', { tag: '@deep' }, async ({ page }) => {
  await openTrace(page, 'spiral-corelevel-s12.server.sqlog.gz');
  const quality = page.getByTestId('quality');
  await expect(quality.locator('dl')).toHaveCount(0);
  await quality.locator('summary').first().click();
  await expect(quality.locator('dl').first()).toBeVisible();
  await expect(quality).toContainText(/Container\s*JSON-SEQ.*Compression\s*gzip/);
  await expect(quality).toContainText(/Times\s*relative/);
  const states = quality.locator('[data-field="congestion states"]');
  await expect(states).toHaveAttribute('data-state', 'missing');
  await expect(states).toContainText('the log level or the stack hides states');
  await expect(quality.locator('[data-field="congestion window"]')).toHaveAttribute('data-state', 'logged');
  await expect(quality.getByTestId('quality-names')).toContainText(
    /recovery_metrics_updated\s*[\d,]+\s*read/,
  );
});

/** How much of the words that say how many remarks there are is seen, 0 to 1. */
const seenOfQuality = (page: Page): Promise<number> =>
  page
    .locator('.quality-line > span')
    .first()
    .evaluate((words) => {
      const own = words.getBoundingClientRect();
      const clip = (words.closest('.range-end') ?? words).getBoundingClientRect();
      const [left, right] = [Math.max(own.left, clip.left), Math.min(own.right, clip.right)];
      const [top, bottom] = [Math.max(own.top, clip.top), Math.min(own.bottom, clip.bottom)];
      return (Math.max(0, right - left) * Math.max(0, bottom - top)) / (own.width * own.height);
    });

test('that there are remarks on the trace is seen at every width, whatever buttons stand beside them', async ({
  page,
}) => {
  await openTrace(page, 'spiral-corelevel-s12.server.sqlog.gz');
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await settled(page);
    await expect(page.locator('.quality-line > span').first()).toHaveText(/^Trace quality \(\d+\)$/);
    const height = (await page.locator('.range-bar').boundingBox())?.height;
    expect(await seenOfQuality(page), `${width}`).toBeGreaterThan(0.95);
    await drag(page, 0.2, 0.6);
    await settled(page);
    expect(await seenOfQuality(page), `${width}, with a selection`).toBeGreaterThan(0.95);
    if (width > 390) expect((await page.locator('.range-bar').boundingBox())?.height).toBe(height);
    await page.keyboard.press('Escape');
  }
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });
  const shared = shareTrace();

  test('two fingers zoom in around their middle, and one finger moves along', { tag: '@deep' }, async () => {
    const { page } = shared;
    const client = await page.context().newCDPSession(page);
    const box = await plotOf(page);
    const y = box.y + box.height / 2;
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) => {
      const touchPoints = shares.map((share, id) => ({ x: box.x + box.width * share, y, id }));
      await client.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    const [from, to] = await rangeOf(page);
    await touch('touchStart', 0.4, 0.6);
    for (const spread of [0.12, 0.15, 0.2]) await touch('touchMove', 0.5 - spread, 0.5 + spread);
    await touch('touchEnd');
    await settled(page);
    const [zoomedFrom, zoomedTo] = await rangeOf(page);
    expect((zoomedTo - zoomedFrom) / (to - from)).toBeCloseTo(0.5, 1);
    expect((zoomedFrom + zoomedTo) / 2 / ((from + to) / 2)).toBeCloseTo(1, 1);
    await touch('touchStart', 0.5);
    for (const share of [0.55, 0.65, 0.7]) await touch('touchMove', share);
    await touch('touchEnd');
    await settled(page);
    const [movedFrom, movedTo] = await rangeOf(page);
    expect(movedTo - movedFrom).toBeCloseTo(zoomedTo - zoomedFrom, 0);
    expect((zoomedFrom - movedFrom) / (zoomedTo - zoomedFrom)).toBeCloseTo(0.2, 1);
  });

  test('a tap pins the cursor and reads values off', { tag: '@deep' }, async () => {
    const { page } = shared;
    const box = await plotOf(page);
    await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height / 2);
    await expect(page.getByTestId('cursor')).toHaveText(/^at [78]\.\d{3} s \(pinned\)$/);
    await expect(panel(page, 'congestion').locator('.legend')).toContainText(
      'window (cwnd) 2,700 B (2 packets)',
    );
  });

  test('the ways to pass a trace on are one tap away, whole, and beside one another', async () => {
    const { page } = shared;
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      for (const id of ['copy-link', 'share', 'report']) await expect(page.getByTestId(id)).toBeVisible();
      const boxes = await page
        .locator('.bar-actions')
        .locator('button:visible, summary:visible')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      expect(boxes.length).toBe(6);
      for (const [i, { left, right, top, bottom }] of boxes.entries()) {
        expect(left).toBeGreaterThanOrEqual(boxes[i - 1]?.right ?? 0);
        expect(right).toBeLessThanOrEqual(width);
        expect([top, bottom]).toEqual([boxes[0]?.top, boxes[0]?.bottom]);
      }
      const [actions, tabs] = await Promise.all(
        ['.bar-actions', '.tabs'].map((part) => page.locator(part).boundingBox()),
      );
      expect(tabs?.y ?? 0).toBeGreaterThanOrEqual((actions?.y ?? 0) + (actions?.height ?? 0));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByTestId('share').tap();
    await expect(page.getByTestId('share-form')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByTestId('copy-link').tap();
    await expect(page.getByTestId('copy-link')).not.toHaveAttribute('data-state', 'no');
    await page.setViewportSize({ width: 390, height: 800 });
  });

  test('a phone shows every panel without a scroll to the side', async () => {
    const { page } = shared;
    expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
    // A panel that says all in one line has no plot.
    for (const id of await panelIds(page)) await seen(page, id);
    const plotted = page.locator('[data-testid=panel]:has(canvas)');
    const ids = await plotted.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.panel));
    expect(ids.length).toBeGreaterThan(8);
    for (const id of ids) expect((await plotOf(page, id)).width).toBeGreaterThan(200);
  });
});

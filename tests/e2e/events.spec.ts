/** The event list: what the file holds, found by filter, range and cursor, and each record as it stands. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { rawLosses, rawMetric, rawRecords } from '../support/raw-trace';
import { copied } from './digests';
import { openTrace, shareTrace } from './shared-trace';
import {
  drag,
  numberOf,
  openFiles,
  openPage,
  plotOf,
  pointAt,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
  traceText,
} from './support';

const records = rawRecords(tracePath(SPIRAL));
const received = records.filter(({ name }) => name === 'quic:packet_received');

async function filterBy(page: Page, filter: string): Promise<void> {
  await page.getByTestId('events-filter').fill(filter);
  await page.keyboard.press('Enter');
  await settled(page);
}

const matches = (page: Page) => numberOf(page.getByTestId('events-count'), 'data-matches');
const expectMatches = (page: Page, count: number) =>
  expect(page.getByTestId('events-count')).toHaveAttribute('data-matches', String(count));
const current = (page: Page) => page.locator('[data-testid=event-row][aria-selected=true]');

/** Pixels of the congestion plot that nothing covers, from its middle up and down. */
async function seenOfPlot(page: Page): Promise<number> {
  return page.locator('[data-panel=congestion] canvas').evaluate((canvas) => {
    const { x, y, width, height } = canvas.getBoundingClientRect();
    let seen = 0;
    for (let row = 0; row < height; row++)
      if (document.elementFromPoint(x + width / 2, y + row)?.closest('.plot') != null) seen++;
    return seen;
  });
}

const toTop = (page: Page) => page.evaluate(() => window.scrollTo(0, 0));

test('E opens and closes the drawer, and the choice survives a reload', { tag: '@deep' }, async ({
  page,
}) => {
  await openTrace(page);
  const toggle = page.getByTestId('events-toggle');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('KeyE');
  await settled(page);
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expectMatches(page, records.length);
  await openTrace(page);
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.getByTestId('event-grid').focus();
  await page.keyboard.press('KeyE');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toBeFocused();
});

test.describe('in the open list', () => {
  const shared = shareTrace();

  /** The list open, of the whole trace, unfiltered, without its help. */
  test.beforeEach(async () => {
    const { page } = shared;
    const isOpen = await page.getByTestId('events-toggle').getAttribute('aria-expanded');
    if (isOpen === 'false') await page.keyboard.press('KeyE');
    if (await page.locator('.filter-help').isVisible()) await page.getByTestId('events-help').click();
    await page.getByTestId('events-scope').selectOption('all');
    await filterBy(page, '');
    await page.locator('main').focus();
    await expectMatches(page, records.length);
  });

  test('the list holds every event in order, a few rows of it in the document', async () => {
    const { page } = shared;
    const grid = page.getByTestId('event-grid');
    await expect(grid).toHaveAttribute('aria-rowcount', String(records.length + 1));
    expect(await page.getByTestId('event-row').count()).toBeLessThan(60);
    await grid.focus();
    for (const [key, index] of [
      ['Home', 0],
      ['ArrowDown', 1],
      ['End', records.length - 1],
      ['ArrowUp', records.length - 2],
    ] as const) {
      await page.keyboard.press(key);
      await settled(page);
      await expect(current(page)).toHaveAttribute('data-index', String(index));
      await expect(current(page)).toContainText(records[index]?.name ?? '');
      await expect(current(page)).toBeInViewport();
      expect(await grid.getAttribute('aria-activedescendant')).toBe(await current(page).getAttribute('id'));
    }
    const pinned = `at ${((records.at(-2)?.time ?? 0) / 1000).toFixed(3)} s (pinned)`;
    await expect(page.getByTestId('cursor')).toHaveText(pinned);
  });

  test('a filter finds what the file holds, in its own words and by its buttons', async () => {
    const { page } = shared;
    await page.keyboard.press('Slash');
    await expect(page.getByTestId('events-filter')).toBeFocused();
    await expect(page.getByTestId('events-filter')).toHaveValue('');
    await filterBy(page, 'name = packet_received');
    await expectMatches(page, received.length);
    await expect(page.getByTestId('event-row').first()).toContainText('packet_received');
    const button = page.getByTestId('drawer').getByRole('button', { name: 'Received', exact: true });
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    await settled(page);
    await expectMatches(page, records.length);
    await filterBy(page, 'has ssthresh');
    await expectMatches(page, records.filter(({ data }) => data?.ssthresh !== undefined).length);
    await page.getByTestId('events-filter').focus();
    await page.keyboard.press('Escape');
    // The filter is left, and stays.
    await expect(page.getByTestId('event-grid')).toBeFocused();
    await expect(page.getByTestId('events-filter')).toHaveValue('has ssthresh');
    await filterBy(page, '');
  });

  test('the button Lost finds the losses that quiche counts in its metrics', { tag: '@deep' }, async () => {
    const { page } = shared;
    await page.getByTestId('drawer').getByRole('button', { name: 'Lost', exact: true }).click();
    await settled(page);
    expect(rawLosses(records).length).toBeGreaterThan(0);
    await expectMatches(page, rawLosses(records).length);
  });

  test('words of the page find the file’s fields; a filter that finds nothing says what to look at', {
    tag: '@deep',
  }, async () => {
    const { page } = shared;
    await filterBy(page, 'cwnd > 0');
    await expectMatches(page, rawMetric(records, 'congestion_window').length);
    const nothing = page.getByTestId('events-nothing');
    await expect(nothing).toHaveCount(0);
    await filterBy(page, 'cwdn > 0');
    await expectMatches(page, 0);
    await expect(nothing).toContainText('Trace quality');
  });

  test('a filter takes effect while it is typed', { tag: '@deep' }, async () => {
    const { page } = shared;
    await page.keyboard.press('Slash');
    await page.keyboard.type('name = packet_received');
    await expect(page.getByTestId('events-count')).toHaveAttribute('data-matches', String(received.length));
  });

  test('a wrong filter is explained where it is wrong, and hides nothing', async () => {
    const { page } = shared;
    await filterBy(page, 'name = (');
    await expect(page.getByTestId('events-filter-error')).toBeVisible();
    await expect(page.getByTestId('events-filter-error').locator('mark')).toHaveCount(1);
    await expect(page.getByTestId('events-filter')).toHaveAttribute('aria-invalid', 'true');
    await expectMatches(page, records.length);
    await page.getByTestId('events-help').click();
    await page.locator('.filter-help button').first().click();
    await settled(page);
    await expect(page.getByTestId('events-filter-error')).toHaveCount(0);
  });

  test('the list follows the visible range and the selection', { tag: '@deep' }, async () => {
    const { page } = shared;
    const within = (from: number, to: number) =>
      records.filter(({ time }) => time >= from && time <= to).length;
    const marked = page.getByTestId('events-scope').locator('option[value=marked]');
    await expect(marked).toHaveJSProperty('disabled', true);
    await page.getByTestId('events-scope').selectOption('visible');
    await page.locator('[data-severity=critical] .finding-head').click();
    await settled(page);
    await expectMatches(page, within(...(await rangeOf(page))));
    await drag(page, 0.4, 0.5);
    await page.getByTestId('events-scope').selectOption('marked');
    await settled(page);
    const inMark = await matches(page);
    expect(inMark).toBeGreaterThan(0);
    await page.getByTestId('zoom-selection').click();
    await settled(page);
    await expect(page.getByTestId('events-scope')).toHaveValue('visible');
    await expectMatches(page, inMark);
  });

  test('a pinned cursor finds its event, and a row moves the cursor and the range', async () => {
    const { page } = shared;
    const timeMs = await pointAt(page, 0.5);
    await page.mouse.down();
    await page.mouse.up();
    await settled(page);
    const expected = records.findIndex(({ time }) => time >= timeMs);
    await expect(current(page)).toHaveCount(1);
    await expect(current(page)).toBeInViewport();
    expect(Math.abs((await numberOf(current(page), 'data-time-us')) / 1000 - timeMs)).toBeLessThan(20);
    expect(Math.abs((await numberOf(current(page), 'data-index')) - expected)).toBeLessThan(8);
    await page.locator('[data-severity=critical] .finding-head').click();
    for (let i = 0; i < 4; i++) await page.keyboard.press('KeyW');
    await settled(page);
    const [from, to] = await rangeOf(page);
    await page.getByTestId('event-grid').focus();
    await page.keyboard.press('Home');
    await settled(page);
    const [movedFrom, movedTo] = await rangeOf(page);
    expect(movedFrom).toBeLessThan(1);
    expect(movedTo - movedFrom).toBeCloseTo(to - from, 0);
  });

  test('the record of a row is the file’s own text, its known fields can be copied, and Esc leads back', async () => {
    const { page } = shared;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByTestId('event-grid').focus();
    await page.keyboard.press('Home');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await settled(page);
    const record = page.getByTestId('event-record');
    await expect(record).toBeFocused();
    const text = (await record.locator('pre').textContent()) ?? '';
    expect(JSON.parse(text)).toEqual(records[5]);
    const own = traceText(SPIRAL).split('\x1e')[7] ?? '';
    const start = Buffer.byteLength(traceText(SPIRAL).slice(0, traceText(SPIRAL).indexOf(own)));
    await expect(page.getByTestId('event-place')).toContainText(start.toLocaleString('en-US'));
    expect(await copied(page, record.getByTestId('copy-record'))).toBe(text);
    const known = JSON.parse(await copied(page, record.getByTestId('copy-known-fields')));
    const { time, name } = records[5] as { readonly time: number; readonly name: string };
    expect(known).toEqual({ time, name, data: expect.any(Object) });
    expect(known.data).not.toEqual({});
    await record.focus();
    await page.keyboard.press('Escape');
    await expect(record).toHaveCount(0);
    await expect(page.getByTestId('event-grid')).toBeFocused();
    await expect(page.getByTestId('cursor')).toContainText('(pinned)');
  });

  test('axe finds nothing serious in the open list, its record and its help, in windows of three sizes', {
    tag: '@deep',
  }, async () => {
    const { page } = shared;
    let contrast = true;
    const faults = async (): Promise<readonly string[]> => {
      // In the page itself: a context that Playwright made with its page takes no other.
      const axe = new AxeBuilder({ page }).setLegacyMode().include('[data-testid=drawer]');
      // Colours are the same in every window.
      if (!contrast) axe.disableRules(['color-contrast']);
      const { violations } = await axe.analyze();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' '))}`);
    };
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
      [390, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await filterBy(page, '');
      await expectMatches(page, records.length);
      const size = `${width}×${height}`;
      expect.soft(await faults(), `list at ${size}`).toEqual([]);
      await page.getByTestId('event-row').nth(2).getByRole('button').click();
      await settled(page);
      await expect(page.getByTestId('copy-record')).toBeVisible();
      expect.soft(await faults(), `record at ${size}`).toEqual([]);
      await page.getByTestId('event-record').getByRole('button', { name: 'Close' }).click();
      await filterBy(page, 'name = (');
      await page.getByTestId('events-help').click();
      await expect(page.locator('.filter-help')).toBeVisible();
      expect.soft(await faults(), `help at ${size}`).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      await page.getByTestId('events-help').click();
      await expect(page.locator('.filter-help')).toHaveCount(0);
      contrast = false;
    }
  });

  test('panels stay in reach above the open drawer, and print leaves it out', { tag: '@deep' }, async () => {
    const { page } = shared;
    await page.setViewportSize({ width: 1024, height: 700 });
    const drawer = page.getByTestId('drawer');
    await expect.poll(async () => (await drawer.boundingBox())?.y).toBeGreaterThan(200);
    const topOfDrawer = (await drawer.boundingBox())?.y ?? 0;
    await expect
      .poll(async () => {
        const axis = await page.locator('.time-axis').boundingBox();
        return (axis?.y ?? 0) + (axis?.height ?? 0);
      })
      .toBeLessThanOrEqual(topOfDrawer + 1);
    expect((await plotOf(page)).y).toBeLessThan(topOfDrawer);
    await page.emulateMedia({ media: 'print' });
    await expect(drawer).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  test('charts stay in sight beside open trace quality, open events and the filter’s help', {
    tag: '@deep',
  }, async () => {
    const { page } = shared;
    const quality = page.getByTestId('quality').locator('summary').first();
    await quality.click();
    await toTop(page);
    const height = async () => (await page.locator('.quality-body').boundingBox())?.height;
    await expect.poll(height).toBeLessThanOrEqual(0.45 * 900);
    await expect(page.getByTestId('quality-provenance')).toBeAttached();
    // It opens over the charts, which keep their place.
    const axis = await page.locator('.time-axis').boundingBox();
    await quality.click();
    expect(await page.locator('.time-axis').boundingBox()).toEqual(axis);
    await page.getByTestId('events-help').click();
    await toTop(page);
    const help = page.locator('.filter-help');
    await expect(help).toBeVisible();
    expect(await seenOfPlot(page)).toBeGreaterThan(60);
    const scrolls = await help.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    expect(scrolls).toBe(true);
    await page.getByTestId('events-help').click();
  });
});

test('markup in a trace is text in the list', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  const evil = '<img src=x onerror=\\"document.title=1\\">';
  const content = traceText(SPIRAL).replaceAll('"packet_type":"initial"', `"packet_type":"${evil}"`);
  await openFiles(page, [{ name: 'evil.sqlog', mimeType: 'text/plain', buffer: Buffer.from(content) }]);
  await page.keyboard.press('KeyE');
  await settled(page);
  await filterBy(page, 'onerror');
  expect(await matches(page)).toBeGreaterThan(0);
  await page.getByTestId('event-row').first().getByRole('button').click();
  await settled(page);
  await expect(page.getByTestId('event-record')).toContainText('<img');
  await expect(page.getByTestId('drawer').locator('img')).toHaveCount(0);
});

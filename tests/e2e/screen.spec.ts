/** The whole screen on real traces: one cursor, true values, axes that follow, and what a trace cannot show. */
import { expect, type Page, test } from '@playwright/test';
import { heldDuring, type RawPoint, rawLosses, rawMetric, rawRecords, rawStates } from '../support/raw-trace';
import { openTrace, overviewHand, shareTrace } from './shared-trace';
import {
  chooseInMenu,
  panel,
  plotOf,
  pointAt,
  RECEIVER,
  rangeOf,
  readoutOf,
  SPIRAL,
  seen,
  settled,
  tracePath,
} from './support';

const PANELS = ['congestion', 'states', 'oscillation', 'boundary', 'loss', 'rtt', 'throughput'] as const;

/** A number for each pixel column of a panel's canvas: another one when anything in it changes. */
function columnsOf(page: Page, id: string): Promise<readonly number[]> {
  const canvas = panel(page, id).locator('canvas').first();
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    const columns = new Array<number>(width).fill(0);
    pixels.forEach((pixel, i) => {
      const x = i % width;
      columns[x] = (Math.imul(columns[x] as number, 31) + pixel) | 0;
    });
    return columns;
  });
}

/** Pixels of exactly this colour, `rgb(…)` as a hexadecimal number. */
function countOf(page: Page, id: string, rgb: number): Promise<number> {
  const canvas = panel(page, id).locator('canvas').first();
  return canvas.evaluate((element, wanted) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
    const { data } = context.getImageData(0, 0, width, height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const color = ((data[i] as number) << 16) | ((data[i + 1] as number) << 8) | (data[i + 2] as number);
      if (color === wanted && data[i + 3] === 255) count++;
    }
    return count;
  }, rgb);
}

const topLabel = (page: Page, id: string) => panel(page, id).locator('.value-axis text').last();

/** One of these texts, or from one to another, and nothing else. */
function oneOf(texts: readonly string[]): RegExp {
  const one = `(${texts.map((text) => text.replace(/[.()]/g, '\\$&')).join('|')})`;
  return new RegExp(`^${one}( to ${one})?$`);
}

const shared = shareTrace();

test('the time line stands at the same pixel in every panel, with one time for all', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  const before = new Map<string, readonly number[]>();
  await page.setViewportSize({ width: 1440, height: 3000 });
  await settled(page);
  for (const id of PANELS) before.set(id, await columnsOf(page, id));
  const timeMs = await pointAt(page, 0.6);
  await expect(page.getByTestId('cursor')).toHaveCount(1);
  await expect(page.getByTestId('cursor')).toHaveText(`at ${(timeMs / 1000).toFixed(3)} s`);
  const box = await plotOf(page);
  for (const id of PANELS) {
    const columns = await columnsOf(page, id);
    const changed = columns.flatMap((digest, x) => (digest === before.get(id)?.[x] ? [] : [x]));
    expect(changed, id).toEqual([Math.round(Math.round(box.width * 0.6 + box.x) - box.x)]);
    expect(await rangeOf(page, id), id).toEqual(await rangeOf(page));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('values under the cursor are those of the records at that time, in every panel', async () => {
  const { page } = shared;
  const records = rawRecords(tracePath(SPIRAL));
  const metric = (field: string) => rawMetric(records, field).filter(({ value }) => value < 1e12);
  const states = rawStates(records);
  const losses = rawLosses(records);
  // From the whole trace down to 0.1 ms per pixel.
  for (const [share, zooms] of [
    [0.31, 0],
    [0.77, 0],
    [0.062, 12],
  ] as const) {
    await page.keyboard.press('KeyF');
    await settled(page);
    await pointAt(page, share);
    for (let i = 0; i < zooms; i++) await page.keyboard.press('KeyW');
    await settled(page);
    const box = await plotOf(page);
    const [from, to] = await rangeOf(page);
    const timeMs = from + ((Math.round(box.x + box.width * share) - box.x) / box.width) * (to - from);
    const pixelMs = (to - from) / box.width;
    const fits = (id: string, series: string, points: readonly RawPoint[], text: (v: number) => string) => {
      const held = heldDuring(points, timeMs - pixelMs, timeMs + pixelMs).map(text);
      const read = async () => (await readoutOf(page, id, series)).replace(/ \(.*/, '');
      return expect.poll(read, `${series} at ${timeMs} ms`).toMatch(oneOf(held));
    };
    const bytes = (value: number) => `${value.toLocaleString('en-US')} B`;
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    await fits('congestion', 'cwnd', metric('congestion_window'), bytes);
    await fits('congestion', 'bytes-in-flight', metric('bytes_in_flight'), bytes);
    await fits('congestion', 'ssthresh', metric('ssthresh'), bytes);
    await fits('rtt', 'smoothed-rtt', metric('smoothed_rtt'), ms);
    await fits('rtt', 'latest-rtt', metric('latest_rtt'), ms);
    await fits('rtt', 'min-rtt', metric('min_rtt'), ms);
    const lost = Number(await readoutOf(page, 'loss', 'loss'));
    const near = losses.filter((point) => Math.abs(point.timeMs - timeMs) <= 3 * pixelMs);
    expect(lost).toBeLessThanOrEqual(near.reduce((sum, { value }) => sum + value, 0));
    const state = states.findLast((change) => change.timeMs <= timeMs);
    const next = states.find((change) => change.timeMs > timeMs);
    if (state !== undefined && state.timeMs < timeMs - pixelMs && (next?.timeMs ?? to) > timeMs + pixelMs)
      await expect.poll(() => readoutOf(page, 'states', state.state)).toBe('100.0 %');
  }
});

test('the value axis follows what is visible, and stays where the panel menu locks it', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  const top = topLabel(page, 'congestion');
  await panel(page, 'congestion').getByTestId('scale-fitted').click();
  await expect(top).toHaveText('60 kB');
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  await expect(top).not.toHaveText('60 kB');
  const zoomed = (await top.textContent()) ?? '';
  await page.getByTestId('full-range').click();
  await settled(page);
  await expect(top).toHaveText('60 kB');
  await chooseInMenu(page, 'congestion', 'Lock the value axis');
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  await expect(top).toHaveText('60 kB');
  await chooseInMenu(page, 'congestion', 'Unlock the value axis');
  await expect(top).toHaveText(zoomed);
  await panel(page, 'congestion').getByTestId('scale-fitted').click();
});

test('the legend takes a series out of the picture and brings it back', { tag: '@deep' }, async () => {
  const { page } = shared;
  const cwnd = 0x0241a6;
  const key = panel(page, 'congestion').getByRole('button', { name: 'cwnd' });
  const drawn = await countOf(page, 'congestion', cwnd);
  expect(drawn).toBeGreaterThan(100);
  await key.click();
  await settled(page);
  await expect(key).toHaveAttribute('aria-pressed', 'false');
  expect(await countOf(page, 'congestion', cwnd)).toBe(0);
  await key.click();
  await page.mouse.move(5, 5);
  await settled(page);
  await expect(key).toHaveAttribute('aria-pressed', 'true');
  expect(await countOf(page, 'congestion', cwnd)).toBe(drawn);
});

test('a click pins the cursor, its values can be copied, and Esc lets it go', { tag: '@deep' }, async () => {
  const { page } = shared;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await pointAt(page, 0.8);
  await expect.poll(() => readoutOf(page, 'congestion', 'cwnd')).not.toBe('');
  const values = await readoutOf(page, 'congestion', 'cwnd');
  await page.mouse.down();
  await page.mouse.up();
  const cursor = page.getByTestId('cursor');
  await expect(cursor).toContainText('(pinned)');
  const pinned = await cursor.textContent();
  await pointAt(page, 0.1);
  await expect(cursor).toHaveText(pinned ?? '');
  expect(await readoutOf(page, 'congestion', 'cwnd')).toBe(values);
  await page.getByTestId('copy-values').click();
  await expect(page.getByTestId('copy-values')).toHaveText('Copied');
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(copied[0]).toMatch(/^time\t7\.\d{3} s$/);
  // Those of panels out of sight are copied, too: as they come into it.
  await page.setViewportSize({ width: 1440, height: 3000 });
  for (const id of PANELS) await seen(page, id);
  const shown = await page.locator('[data-testid=panel]:has(canvas)').evaluateAll((panels) =>
    panels.flatMap((element) =>
      [...element.querySelectorAll<HTMLElement>('[data-value]')]
        .filter((value) => value.textContent !== '')
        .map((value) => {
          const entry = value.closest('.key-and-value')?.textContent ?? '';
          const label = entry.replace(value.textContent ?? '', '');
          return [element.querySelector('h2')?.textContent, label.trim(), value.textContent?.trim()].join(
            '\t',
          );
        }),
    ),
  );
  expect(shown.length).toBeGreaterThan(8);
  // Panels that say all in one line have values, too, and no plot.
  const titles = new Set(shown.map((line) => line.split('\t')[0]));
  expect(copied.slice(1).filter((line) => titles.has(line.split('\t')[0]))).toEqual(shown);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(cursor).not.toContainText('(pinned)');
  await expect(page.getByTestId('copy-values')).toHaveCount(0);
});

test('the overview shows the findings, and its brush moves the visible range', async () => {
  const { page } = shared;
  const strip = page.getByTestId('overview').locator('canvas');
  const at = (share: number) =>
    strip.evaluate((element, x) => {
      const canvas = element as HTMLCanvasElement;
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      // The first lane of findings, beneath that of the account.
      return [...context.getImageData(Math.round(canvas.width * x), 16, 1, 1).data];
    }, share);
  // The spiral begins at a fifth of the trace and lasts to its end.
  expect(await at(0.1)).toEqual([0, 0, 0, 0]);
  expect(await at(0.6)).toEqual([176, 0, 32, 255]);
  const [, end] = await rangeOf(page);
  const move = await overviewHand(page);
  await move(0.3);
  await page.mouse.down();
  await move(0.4);
  await move(0.5);
  await page.mouse.up();
  await settled(page);
  const [from, to] = await rangeOf(page);
  expect(Math.abs(from / end - 0.3)).toBeLessThan(0.005);
  expect(Math.abs(to / end - 0.5)).toBeLessThan(0.005);
  await move(0.4);
  await page.mouse.down();
  await move(0.5);
  await move(0.6);
  await page.mouse.up();
  await settled(page);
  const [movedFrom, movedTo] = await rangeOf(page);
  expect(movedTo - movedFrom).toBeCloseTo(to - from, 0);
  expect(Math.abs(movedFrom / end - 0.5)).toBeLessThan(0.005);
  await page.getByTestId('full-range').click();
  await settled(page);
  await expect(page.getByTestId('overview').locator('.selection')).toBeHidden();
});

test('the overview has a text twin: a sentence and the whole trace in twelve rows', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  const toggle = page.getByRole('button', { name: 'Overview as text' });
  await toggle.click();
  const twin = page.getByTestId('overview').getByTestId('twin');
  await expect(twin.locator('tbody tr')).toHaveCount(12);
  await expect(twin).toContainText(/The whole trace, 9\.99 s: cwnd 2,700 B to 54,000 B, 66 packets lost/);
  const last = /cwnd 2,700 B.*0.*congestion window: it does not grow 100\.0 %.*Death spiral/;
  await expect(twin.locator('tbody tr').last()).toContainText(last);
  const label = await page.getByTestId('overview').locator('canvas').getAttribute('aria-label');
  expect(label).toContain('Death spiral from 2.036 s');
  await toggle.click();
  await expect(twin).toHaveCount(0);
});

test('each chart has a text twin that follows what is visible', async () => {
  const { page } = shared;
  const toggle = (id: string) => panel(page, id).getByRole('button', { name: / as text$/ });
  for (const id of PANELS) {
    await seen(page, id);
    await toggle(id).click();
    await settled(page);
    const twin = panel(page, id).getByTestId('twin');
    await expect(twin.locator('tbody tr')).toHaveCount(12);
    await expect(twin).not.toContainText('NaN');
    const sentence = (await twin.locator('p').textContent()) ?? 'no sentence';
    const canvas = panel(page, id).locator('canvas').first();
    expect(await canvas.getAttribute('aria-label')).toContain(sentence);
  }
  const first = panel(page, 'congestion').locator('tbody th').first();
  await expect(first).toHaveText('0.000 s');
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  await expect(first).not.toHaveText('0.000 s');
  for (const id of PANELS) await toggle(id).click();
  await expect(page.getByTestId('twin')).toHaveCount(0);
});

test('a panel without data folds to one line that names the missing event', async ({ page }) => {
  await openTrace(page, 'spiral-corelevel-s12.server.sqlog.gz');
  await expect(panel(page, 'oscillation')).toContainText('congestion_state_updated');
  await expect(panel(page, 'oscillation').locator('canvas')).toHaveCount(0);
  expect((await panel(page, 'oscillation').boundingBox())?.height).toBeLessThan(30);
  await expect(panel(page, 'states')).toContainText('recovery (rebuilt from losses)');
  await expect(panel(page, 'congestion').locator('canvas')).toHaveCount(1);
});

test('a trace of the receiver shows what it received and says what it cannot show', { tag: '@deep' }, async ({
  page,
}) => {
  await openTrace(page, RECEIVER);
  await expect(page.locator('[data-testid=message][data-kind=receiver]')).toContainText('cannot see');
  await pointAt(page, 0.5, 'received');
  const shows = (id: string, series: string) => expect.poll(() => readoutOf(page, id, series));
  await shows('received', 'received-total').toMatch(/^[\d.,]+ [kM]?bit\/s$/);
  await shows('receive-gaps', 'receive-gap').toMatch(/ (ms|µs|s)$/);
  await shows('acks-sent', 'acks-sent-total').toMatch(/^\d+\/s$/);
  await expect(panel(page, 'oscillation')).toHaveCount(0);
  await panel(page, 'received').getByRole('button', { name: 'Received as text' }).click();
  await expect(page.getByTestId('twin')).toContainText(/Received .* on average in view/);
});

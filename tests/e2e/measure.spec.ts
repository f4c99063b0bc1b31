/** The measure tool: a key held and a drag, a marked range, keys alone; exact figures, and the ways out again. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openTrace, shareTrace } from './shared-trace';
import {
  drag,
  numberOf,
  panel,
  plotOf,
  pointAt,
  RECEIVER,
  rangeOf,
  SPIRAL,
  settled,
  traceText,
} from './support';

const OTHER = '../other/ngtcp2-0.12.1_cubic-loss5MB_server.sqlog.gz';

const box = (page: Page) => page.getByTestId('measure');
const figure = (page: Page, id: string) => box(page).locator(`[data-figure=${id}] dd`);

async function measureByHand(page: Page, from: number, to: number, id?: string): Promise<void> {
  await page.keyboard.down('KeyR');
  await drag(page, from, to, id);
  await page.keyboard.up('KeyR');
  await settled(page);
}

const sent = traceText(SPIRAL)
  .split('\x1e')
  .slice(2)
  .map((record) => JSON.parse(record))
  .filter(({ name }) => name === 'quic:packet_sent');

/** Bytes of the packets that the file says were sent within the measured span. */
async function sentInFile(page: Page): Promise<{ readonly packets: number; readonly bytes: number }> {
  const from = await numberOf(box(page), 'data-from-ms');
  const to = await numberOf(box(page), 'data-to-ms');
  const sizes = sent
    .filter(({ time }) => time >= from && time <= to)
    .map(({ data }) => data.raw.length as number);
  return { packets: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

const grouped = (value: number): string => value.toLocaleString('en-US');

const shared = shareTrace();

test('the key held and a drag measure, mark nothing, and give what the file holds', async () => {
  const { page } = shared;
  await measureByHand(page, 0.3, 0.62);
  await expect(box(page)).toBeVisible();
  await expect(page.getByTestId('zoom-selection')).toHaveCount(0);
  const [, fullTo] = await rangeOf(page);
  expect(Math.abs((await numberOf(box(page), 'data-from-ms')) - 0.3 * fullTo)).toBeLessThan(0.01 * fullTo);
  const inFile = await sentInFile(page);
  expect(inFile.packets).toBeGreaterThan(100);
  await expect(figure(page, 'sent')).toContainText(`${grouped(inFile.bytes)} B`);
  await expect(figure(page, 'sent')).toContainText(`${grouped(inFile.packets)} packets`);
  await expect(figure(page, 'cwnd')).toContainText('2,700 B at both ends');
  await expect(figure(page, 'length')).toContainText(/round trips of 14\.\d ms/);
  await expect(figure(page, 'transitions')).toContainText(/one every 7\.\d+ ms \(0\.5\d round trips\)/);
  await expect(page.getByTestId('measure-announcement')).toContainText(`Sent ${grouped(inFile.bytes)} B`);
});

test('a drag without the key marks, and leaves the measurement as it is', { tag: '@deep' }, async () => {
  const { page } = shared;
  await measureByHand(page, 0.3, 0.6);
  const before = await numberOf(box(page), 'data-from-ms');
  await drag(page, 0.7, 0.9);
  await settled(page);
  await expect(page.getByTestId('zoom-selection')).toBeVisible();
  expect(await numberOf(box(page), 'data-from-ms')).toBe(before);
});

test('letting the key go in the middle of the drag measures on until the mouse is let go', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  await pointAt(page, 0.2);
  await page.keyboard.down('KeyR');
  await expect(page.getByTestId('measure-hint')).toBeVisible();
  await page.mouse.down();
  await pointAt(page, 0.3);
  await page.keyboard.up('KeyR');
  const until = await pointAt(page, 0.5);
  await page.mouse.up();
  await settled(page);
  await expect(page.getByTestId('zoom-selection')).toHaveCount(0);
  expect(await numberOf(box(page), 'data-to-ms')).toBeCloseTo(until, 0);
  await drag(page, 0.6, 0.8);
  await expect(page.getByTestId('zoom-selection')).toBeVisible();
});

test('Esc takes the measurement away first, then the mark', { tag: '@deep' }, async () => {
  const { page } = shared;
  await drag(page, 0.6, 0.8);
  await measureByHand(page, 0.2, 0.4);
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);
  await expect(page.getByTestId('zoom-selection')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('zoom-selection')).toHaveCount(0);
});

test('a marked range is measured with one click, and closed with another', async () => {
  const { page } = shared;
  await drag(page, 0.5, 0.75);
  await page.getByTestId('measure-selection').click();
  await settled(page);
  const [, fullTo] = await rangeOf(page);
  expect(Math.abs((await numberOf(box(page), 'data-to-ms')) - 0.75 * fullTo)).toBeLessThan(0.01 * fullTo);
  await page.getByTestId('close-measure').click();
  await expect(box(page)).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
});

test('keys alone measure what is shown, and the list of keys says how', { tag: '@deep' }, async () => {
  const { page } = shared;
  await page.keyboard.press('Shift+Slash');
  await expect(page.getByTestId('overlay')).toContainText('R + drag');
  await expect(page.getByTestId('overlay')).toContainText('Shift+R');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('overlay')).toBeEmpty();
  await page.keyboard.press('KeyW');
  await page.keyboard.press('KeyW');
  await page.keyboard.press('Shift+KeyR');
  await settled(page);
  const [from, to] = await rangeOf(page);
  expect(await numberOf(box(page), 'data-from-ms')).toBeCloseTo(from, 3);
  expect(await numberOf(box(page), 'data-to-ms')).toBeCloseTo(to, 3);
  const inFile = await sentInFile(page);
  await expect(figure(page, 'sent')).toContainText(`${grouped(inFile.bytes)} B`);
});

test('the figures go to the clipboard, separated by tabs', { tag: '@deep' }, async () => {
  const { page } = shared;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Shift+KeyR');
  await settled(page);
  await page.getByTestId('copy-measure').click();
  await expect(page.getByTestId('copy-measure')).toHaveText('Copied');
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(lines[0]).toMatch(/^Measured\t0\.000 s to 9\.98\d s$/);
  expect(lines).toContain('Lost\t66 packets\tcounted by the stack, 4.9 % of those sent');
});

test('every panel takes the drag and shows the span; a receiver’s says what came in', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page, RECEIVER);
  await measureByHand(page, 0.4, 0.7, 'received');
  await expect(figure(page, 'received')).toContainText('Mbit/s');
  const inked = (id: string) =>
    panel(page, id)
      .locator('canvas')
      .first()
      .evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
          Math.round(canvas.width * 0.55),
          0,
          1,
          canvas.height,
        );
        return data.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 0 ? 1 : 0), 0);
      });
  const { height } = await plotOf(page, 'receive-gaps');
  // The tint reaches from top to bottom of a panel that the hand was not on.
  expect(await inked('receive-gaps')).toBe(height);
  await page.keyboard.press('Escape');
  await settled(page);
  expect(await inked('receive-gaps')).toBeLessThan(height);
});

test('at 1024 by 700 the box takes no room from the plots, and all of it can be read', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openTrace(page, OTHER);
  await settled(page);
  const before = await plotOf(page);
  await measureByHand(page, 0.3, 0.6);
  await expect.poll(() => plotOf(page)).toEqual(before);
  await expect(figure(page, 'transitions')).toHaveText('not logged');
  const [clipped, sideways] = await box(page).evaluate((element) => [
    element.scrollHeight - element.clientHeight,
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
  ]);
  expect([clipped, sideways]).toEqual([0, 0]);
  const bottom = await box(page).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(before.y);
});

test('the trace quality tells what is logged and what is rebuilt', { tag: '@deep' }, async () => {
  const { page } = shared;
  const quality = page.getByTestId('quality').locator('summary').first();
  await quality.click();
  const row = page.getByTestId('quality-provenance').locator('[data-quantity=bytes-in-flight]');
  await expect(row).toContainText('yes, 1,954 values');
  await expect(row).toContainText('median 0 B, 95 % within 0 B');
  await quality.click();
});

test('axe finds nothing serious in the box and the table of origins, in a wide window and a narrow one', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  const quality = page.getByTestId('quality').locator('summary').first();
  await quality.click();
  await page.keyboard.press('Shift+KeyR');
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    await expect(box(page)).toBeVisible();
    await expect(page.getByTestId('quality-provenance')).toBeVisible();
    const { violations } = await new AxeBuilder({ page })
      // In the page itself: a context that Playwright made with its page takes no other.
      .setLegacyMode()
      .include('[data-testid=measure]')
      .include('[data-testid=quality]')
      .analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const faults = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
    expect.soft(faults, `${width} px`).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await quality.click();
});

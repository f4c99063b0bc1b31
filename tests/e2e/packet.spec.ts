/** The packet under the pointer: named, selected by click and keys, its facts as the file has them, its records, its link. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openTrace, shareTrace } from './shared-trace';
import { openFiles, panel, plotOf, settled, tracePath, traceText } from './support';

const TRACE = '../other/quic-go-v0.65.0_loss5MB_server.sqlog.gz';
/** An empty text before the first separator, and the header. */
const BEFORE_EVENTS = 2;

const records = traceText(TRACE)
  .split('\x1e')
  .slice(BEFORE_EVENTS)
  .map((record) => JSON.parse(record));

interface LoggedPacket {
  readonly time: number;
  readonly number: number;
  readonly size: number;
}

const logged = (name: string): readonly LoggedPacket[] =>
  records.flatMap(({ time, name: event, data }) =>
    event.endsWith(name) && data.header.packet_type === '1RTT'
      ? [{ time, number: data.header.packet_number, size: data.raw?.length }]
      : [],
  );
const sent = logged('packet_sent');
const lost = logged('packet_lost');

const box = (page: Page) => page.getByTestId('packet');
const pointed = (page: Page) => page.getByTestId('packet-pointed');
const fact = (page: Page, id: string) => box(page).locator(`[data-fact=${id}]`);
const grouped = (value: number): string => value.toLocaleString('en-US');

/** Until the records of the selected packet are read. */
async function selectedNumber(page: Page): Promise<number> {
  await settled(page);
  await expect(box(page)).toHaveAttribute('data-complete', 'true');
  return Number(await box(page).getAttribute('data-packet'));
}

/** Moves the pointer down a column of Sequence until a packet is named. @returns the place. */
async function pointAtPacket(page: Page, share: number): Promise<{ readonly x: number; readonly y: number }> {
  const plot = await plotOf(page, 'sequence');
  const x = plot.x + share * plot.width;
  for (let at = 0.04; at < 1; at += 0.04) {
    const y = plot.y + at * plot.height;
    await page.mouse.move(x, y, { steps: 2 });
    await settled(page);
    if ((await pointed(page).count()) > 0) return { x, y };
  }
  throw new Error('no packet is named in this column');
}

/** As whoever is sent the link. */
async function openLink(page: Page, hash: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`/?testing=1${hash}`);
  await openFiles(page, tracePath(TRACE));
}

const shared = shareTrace(TRACE);

test.beforeEach(async () => {
  await panel(shared.page, 'sequence').scrollIntoViewIfNeeded();
});

test('the nearest packet is named beside the pointer, and no longer where it has left', async () => {
  const { page } = shared;
  await pointAtPacket(page, 0.4);
  await expect(pointed(page)).toHaveText(
    /^1-RTT packet [\d,]+ · [\d,]+ B · (acknowledged|declared lost) after/,
  );
  const number = Number(await pointed(page).getAttribute('data-packet'));
  await expect(pointed(page)).toContainText(
    `${grouped(sent.find((one) => one.number === number)?.size ?? 0)} B`,
  );
  await page.mouse.move(4, 4);
  await expect(pointed(page)).toHaveCount(0);
});

test('a click selects it, pins the cursor, and says what the file says', async () => {
  const { page } = shared;
  const { x, y } = await pointAtPacket(page, 0.5);
  const named = Number(await pointed(page).getAttribute('data-packet'));
  await page.mouse.click(x, y);
  const number = await selectedNumber(page);
  expect(number).toBe(named);
  await expect(page.getByTestId('cursor')).toContainText('pinned');
  const packet = sent.find((one) => one.number === number) as LoggedPacket;
  await expect(fact(page, 'size')).toContainText(`${grouped(packet.size)} B`);
  await expect(fact(page, 'sent')).toContainText(`${(packet.time / 1000).toFixed(6)} s`);
  await expect(fact(page, 'acked')).toContainText(/after [\d.]+ ms.*by the peer's packet \d+/);
  await expect(fact(page, 'frames')).toContainText(/STREAM stream 0, 1,\d{3} B from [\d,]+/);
  await expect(page.getByTestId('packet-announcement')).toContainText(
    `1-RTT packet ${grouped(number)}. Size`,
  );
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);
});

test('arrow keys step through packets and lost ones, and move the range again without one', async () => {
  const { page } = shared;
  await page.keyboard.press('k');
  const first = await selectedNumber(page);
  await page.keyboard.press('ArrowRight');
  expect(await selectedNumber(page)).toBe(first + 1);
  await page.keyboard.press('ArrowLeft');
  expect(await selectedNumber(page)).toBe(first);
  await page.keyboard.press('ArrowDown');
  const before = lost.filter((one) => one.number < first).map((one) => one.number);
  expect(await selectedNumber(page)).toBe(Math.max(...before));
  await expect(box(page)).toHaveAttribute('data-fate', /^lost/);
  await expect(fact(page, 'lost')).toContainText(/declared [\d.]+ ms after sending/);
  await expect(fact(page, 'lost')).toContainText(/(packet|time) threshold .*as logged/);
  await expect(fact(page, 'resent-in')).toContainText(/packets? [\d,]+/);
  await expect(page.getByTestId('full-range')).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByTestId('full-range')).toBeEnabled();
});

test('a loss is pointed at and selected in Loss', { tag: '@deep' }, async () => {
  const { page } = shared;
  await panel(page, 'loss').scrollIntoViewIfNeeded();
  const plot = await plotOf(page, 'loss');
  const [{ time } = { time: 0 }] = lost.slice(-1);
  const endMs = records.at(-1)?.time ?? 1;
  await page.mouse.click(plot.x + (time / endMs) * plot.width, plot.y + plot.height / 2);
  const number = await selectedNumber(page);
  expect(lost.map((one) => one.number)).toContain(number);
  await expect(box(page)).toHaveAttribute('data-fate', 'lost');
  await page.keyboard.press('Escape');
});

test('its records open in the event list', async () => {
  const { page } = shared;
  await page.keyboard.press('k');
  const number = await selectedNumber(page);
  await page.getByTestId('packet-record').click();
  const record = page.getByTestId('event-record');
  await expect(record).toContainText(new RegExp(`"packet_number": ${number}\\b`));
  await expect(record).toContainText('"frames"');
  await page.getByTestId('packet-ack-record').click();
  await expect(record).toContainText('"acked_ranges"');
  await page.keyboard.press('Escape');
  await page.getByTestId('events-toggle').click();
});

test('a link opens with the packet selected, and its copy is that of the box', { tag: '@deep' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTrace(page, TRACE);
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowDown');
  const number = await selectedNumber(page);
  await expect(page).toHaveURL(new RegExp(`#v=9&.*pn=${number}$`));
  await openLink(page, new URL(page.url()).hash);
  expect(await selectedNumber(page)).toBe(number);
  await page.getByTestId('copy-packet').click();
  await expect(page.getByTestId('copy-packet')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^1-RTT packet ${grouped(number)}\nSize\t[\\d,]+ B\nSent\t`));
  const hash = new URL(page.url()).hash;
  await openLink(page, hash.replace(/pn=\d+/, 'pn=i0'));
  expect(await selectedNumber(page)).toBe(0);
  await expect(box(page)).toHaveAttribute('data-space', 'Initial');
  await openLink(page, hash.replace(/pn=\d+/, 'pn=999999'));
  await expect(box(page)).toContainText('The trace shows no sent 1-RTT packet 999999.');
});

for (const [theme, width, height] of [
  ['light', 1440, 900],
  ['dark', 1024, 700],
] as const)
  test(`axe finds nothing serious, and the box hides no plot: ${theme}, ${width}×${height}`, {
    tag: '@deep',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height });
    await openTrace(page, TRACE);
    await panel(page, 'sequence').scrollIntoViewIfNeeded();
    const { x, y } = await pointAtPacket(page, 0.5);
    await page.mouse.click(x, y);
    await selectedNumber(page);
    const { violations } = await new AxeBuilder({ page }).include('[data-testid=packet]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const shown = await box(page).boundingBox();
    if (shown === null) throw new Error('no box');
    const isOver = x >= shown.x && x <= shown.x + shown.width && y >= shown.y && y <= shown.y + shown.height;
    expect(isOver).toBe(false);
    expect(shown.y).toBeGreaterThanOrEqual(0);
  });

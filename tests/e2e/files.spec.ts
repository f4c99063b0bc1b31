/** Files of every form in the browser: compressed, several connections, pasted, of other stacks. */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { zipSync } from 'fflate';
import { openTrace } from './shared-trace.ts';
import {
  numberOf,
  OVERSHOOT,
  openFiles,
  openPage,
  RECEIVER,
  SPIRAL,
  settled,
  tracePath,
  traceText,
  type Upload,
  upload,
} from './support.ts';

const other = (name: string): string => fileURLToPath(new URL(`../corpus/other/${name}`, import.meta.url));
const QUIC_GO = ['client', 'server'].map((role) => other(`quic-go-v0.65.0_loss5MB_${role}.sqlog.gz`));
const KWIK = other('kwik-0.10.8_loss5MB_server.qlog.gz');
const AIOQUIC = other('aioquic-1.7.2_cubic-loss5MB_server.qlog.gz');

const summary = (page: Page) => page.getByTestId('summary');

async function chooseConnection(page: Page, index: number): Promise<void> {
  await page.getByTestId('connections').locator('summary').click();
  await page.locator(`[data-testid=connection][data-index="${index}"]`).first().click();
  await settled(page);
}

test('client and server of one connection are grouped, and one click leads to the other log', async ({
  page,
}) => {
  await openPage(page);
  await openFiles(page, QUIC_GO);
  await expect(summary(page)).toHaveAttribute('data-vantage-point', 'server');
  await expect(summary(page)).toHaveAttribute('data-side', 'sender');
  await page.getByTestId('counterpart').click();
  await settled(page);
  await expect(summary(page)).toHaveAttribute('data-vantage-point', 'client');
  await expect(page.getByTestId('connections')).toContainText('2 logs');
  await page.getByTestId('connections').locator('summary').click();
  const groups = page.getByTestId('connections').locator('section');
  await expect(groups).toHaveCount(1);
  await expect(groups.first()).toContainText('Connection 2b6c12fc…');
  await expect(groups.getByTestId('connection')).toHaveCount(2);
  await expect(groups.first()).toContainText(/client, receiver.*MB received/);
});

const shownTrace = (page: Page) => page.locator('[data-testid=trace]:has([aria-current=true])');

test('of files opened together the best is shown once all have ended', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await openFiles(page, [upload('notes.txt', 'hello'), upload('more.txt', 'hello')]);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'failed');
  const [client, server] = QUIC_GO.map((path) => upload(basename(path), readFileSync(path)));
  if (client === undefined || server === undefined) throw new Error('no logs');
  await openFiles(page, [upload('broken.qlog', 'hello'), client, server]);
  await expect(shownTrace(page)).toHaveAttribute('data-name', server.name);
  const spiral = upload(SPIRAL, readFileSync(tracePath(SPIRAL)));
  await openFiles(page, [client, server, spiral]);
  await expect(shownTrace(page)).toHaveAttribute('data-name', SPIRAL);
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(1);
});

test('a tab that was chosen while files are read stays chosen', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  const files = [OVERSHOOT, RECEIVER, SPIRAL].map((name) => ({
    name,
    base64: readFileSync(tracePath(name)).toString('base64'),
  }));
  // As soon as there are tabs, so that no file can have been read before the click.
  await page.evaluate(async (given) => {
    const clipboardData = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      clipboardData.items.add(new File([bytes], name));
    }
    const haveTabs = new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => {
        const names = document.querySelectorAll<HTMLElement>('.tab-name');
        if (names.length < given.length) return;
        watch.disconnect();
        names[1]?.click();
        resolve();
      });
      watch.observe(document.body, { childList: true, subtree: true });
    });
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    await haveTabs;
  }, files);
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveCount(3);
  await expect(page.getByTestId('trace').nth(2)).toContainText('critical');
  await expect(shownTrace(page)).toHaveAttribute('data-name', RECEIVER);
});

/** Drops files and folders of this machine on the page, as a file manager does. */
async function dropPaths(page: Page, ...files: string[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
}

test(
  'a dropped folder is walked through, and an empty one says so',
  { tag: '@deep' },
  async ({ page }, info) => {
    const folder = info.outputPath('logs');
    mkdirSync(join(folder, 'run'), { recursive: true });
    mkdirSync(info.outputPath('empty'), { recursive: true });
    copyFileSync(tracePath(RECEIVER), join(folder, 'a.sqlog.gz'));
    copyFileSync(tracePath(SPIRAL), join(folder, 'run', 'b.sqlog.gz'));
    await openPage(page);
    await dropPaths(page, info.outputPath('empty'));
    await expect(page.locator('[data-testid=message][data-kind=empty-folder]')).toContainText('empty');
    await expect(page.getByTestId('trace')).toHaveCount(0);
    await dropPaths(page, folder);
    await expect(page.getByTestId('trace')).toHaveCount(2);
    await settled(page);
    await expect(page.locator('[data-kind=empty-folder]')).toHaveCount(0);
    await expect(page.getByTestId('trace').first()).toHaveAttribute('data-name', 'logs/a.sqlog.gz');
    await expect(shownTrace(page)).toHaveAttribute('data-name', 'logs/run/b.sqlog.gz');
  },
);

/** A file of many short connections; the third and the fifth send more than the others. */
function manyConnections(number: number): Upload {
  const traces = Array.from({ length: number }, (_, i) => ({
    title: `run ${i}`,
    vantage_point: { type: 'server' },
    common_fields: { ODCID: `00c0ffee${String(i).padStart(8, '0')}`, time_format: 'relative' },
    events: Array.from({ length: i === 2 ? 9 : i === 4 ? 8 : 3 }, (__, packet) => ({
      time: packet,
      name: 'quic:packet_sent',
      data: { header: { packet_type: '1RTT', packet_number: packet }, raw: { length: 1200 } },
    })),
  }));
  return upload('many.qlog', JSON.stringify({ qlog_version: '0.3', traces }));
}

test('the chooser of many connections is walked with keys, whoever sent most first', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await openFiles(page, manyConnections(300));
  const chooser = page.getByTestId('connections');
  await expect(chooser).toContainText('of 300');
  await chooser.locator('summary').focus();
  await page.keyboard.press('Enter');
  const search = chooser.getByRole('searchbox');
  await expect(search).toBeFocused();
  await expect(chooser).toContainText('Sorted by worst finding, then bytes sent');
  const entries = page.getByTestId('connection');
  await expect(entries).toHaveCount(100);
  await expect(entries.nth(0)).toHaveAttribute('data-index', '2');
  await expect(entries.nth(1)).toHaveAttribute('data-index', '4');
  await expect(entries.nth(2)).toHaveAttribute('data-index', '0');
  await settled(page);
  const lines = await entries.evaluateAll((all) => all.map((entry) => entry.getBoundingClientRect().height));
  expect(Math.max(...lines)).toBeLessThan(52);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(chooser).toContainText('Connection 5 of 300');
  await expect(chooser.locator('summary')).toBeFocused();
  await expect(entries).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.type('run 123');
  await expect(entries).toHaveCount(1);
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(chooser).toContainText('Connection 124 of 300');
  await chooser.locator('summary').click();
  await page.keyboard.press('Escape');
  await expect(chooser.locator('summary')).toBeFocused();
});

test('every menu stays inside the window with many tabs, however wide it is', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  // The tabs' names count here, not what is in the files.
  const small = Array.from({ length: 6 }, (_, i) => ({
    ...manyConnections(1),
    name: `a-rather-long-name-of-a-trace-${i}.qlog`,
  }));
  const pair = QUIC_GO.map((path) => upload(basename(path), readFileSync(path)));
  // More than three at once would be a table.
  for (const some of [small.slice(0, 3), small.slice(3), pair]) await openFiles(page, some);
  for (const [width, height] of [
    [1440, 900],
    [1100, 700],
    [390, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    for (const menu of [page.getByTestId('connections'), page.locator('.bar-actions .page-menu')]) {
      await menu.locator('summary').click();
      const box = await menu.locator('.menu').boundingBox();
      expect(box?.x, `at ${width}`).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.keyboard.press('Escape');
    await expect(page.locator('.menu')).toHaveCount(0);
  }
});

test('the tables of the open trace quality keep names whole and headings apart from the line', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  const quality = page.getByTestId('quality');
  await quality.locator('summary').first().click();
  const names = quality.getByTestId('quality-names').locator('th');
  await expect(names.first()).toBeVisible();
  const lines = await names.evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual(lines.map(() => 1));
  const line = await quality.locator('summary').first().boundingBox();
  const tops = await quality
    .locator('h3')
    .evaluateAll((headings) => headings.map((heading) => heading.getBoundingClientRect().top));
  expect(Math.min(...tops)).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0) + 6);
});

test('two traces in one document are two connections; each keeps its own range', { tag: '@deep' }, async ({
  page,
}) => {
  const events = (name: string): unknown[] =>
    traceText(name)
      .split('\u001e')
      .slice(2)
      .map((record) => JSON.parse(record) as unknown);
  const trace = (name: string, group: string) => ({
    vantage_point: { type: 'server' },
    common_fields: { ODCID: group, time_format: 'relative', reference_time: 0 },
    events: events(name),
  });
  const document = {
    qlog_version: '0.3',
    traces: [trace('rate-reno-s12.server.sqlog.gz', 'aa01'), trace(SPIRAL, 'bb02')],
  };
  await openPage(page);
  await openFiles(page, upload('two.qlog', gzipSync(JSON.stringify(document))));
  // The one with the worst finding is shown first.
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(1);
  await expect(page.getByTestId('connections')).toContainText('Connection 2 of 2');
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  const range = await page.getByTestId('range').textContent();
  await chooseConnection(page, 0);
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(0);
  await expect(page.getByTestId('range')).toContainText('Whole trace');
  await chooseConnection(page, 1);
  await expect(page.getByTestId('range')).toHaveText(range ?? '');
});

test('a zip gives every trace in it, and names the entry that is none', async ({ page }) => {
  const zip = zipSync({
    'run/server.sqlog.gz': new Uint8Array(readFileSync(tracePath(SPIRAL))),
    'run/notes.txt': new TextEncoder().encode('hello, these are notes'),
    'run/kwik.qlog': new Uint8Array(gunzipSync(readFileSync(KWIK))),
  });
  await openPage(page);
  await openFiles(page, upload('run.zip', Buffer.from(zip)));
  await expect(summary(page)).toHaveAttribute('data-compression', 'zip');
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(1);
  await expect(page.locator('[data-testid=message][data-kind=not-qlog]')).toContainText('run/notes.txt');
  await page.getByTestId('connections').locator('summary').click();
  await expect(page.getByTestId('connection')).toHaveCount(2);
  await expect(page.getByTestId('connections')).toContainText('run/kwik.qlog');
});

test('pasted text opens like a file; in a field it stays in the field', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  const text = gunzipSync(readFileSync(AIOQUIC)).toString('utf8');
  const paste = (selector: string, content: string): Promise<void> =>
    page.locator(selector).evaluate((element, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', data);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, content);
  await paste('body', text);
  await settled(page);
  await expect(summary(page)).toHaveAttribute('data-implementation', 'aioquic');
  await expect(page.getByTestId('trace')).toContainText('pasted text');
  await page.keyboard.press('Control+Shift+KeyP');
  await paste('.palette-input', text);
  await expect(page.getByTestId('trace')).toHaveCount(1);
});

test('text in UTF-16 opens and says so', { tag: '@deep' }, async ({ page }) => {
  const text = traceText('rate-reno-s12.server.sqlog.gz');
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  await openPage(page);
  await openFiles(page, upload('windows.sqlog', gzipSync(bytes)));
  await expect(summary(page)).toHaveAttribute('data-skipped-records', '0');
  await page.getByTestId('quality').locator('summary').first().click();
  await expect(page.getByTestId('quality')).toContainText('UTF-16LE, read as UTF-8');
});

test('a stack that leaves things out says what is missing and what that hides', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await openFiles(page, other('quinn-0.11.12_cubic-loss5MB_server.sqlog.gz'));
  const rtt = await numberOf(summary(page), 'data-rtt-smoothed-ms');
  expect(rtt).toBeGreaterThan(10);
  expect(rtt).toBeLessThan(200);
  await page.getByTestId('quality').locator('summary').first().click();
  const quality = page.getByTestId('quality');
  await expect(quality).toContainText('round-trip times in seconds');
  await expect(quality.locator('[data-field="ACK ranges"]')).toHaveAttribute('data-state', 'missing');
  await expect(quality.locator('[data-field="ACK ranges"]')).toContainText('losses cannot be inferred');
  await expect(quality.locator('[data-field="congestion states"]')).toHaveAttribute('data-state', 'missing');
});

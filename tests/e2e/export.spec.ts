/** An export from the page: what is shown is measured, what is saved opens again with the same finding, ticks change it. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { strictFault } from '../support/qlog-strict';
import { openTrace } from './shared-trace';
import {
  drag,
  holdWorker,
  numberOf,
  openFiles,
  openPage,
  panel,
  rangeOf,
  SPIRAL,
  settled,
  sharePage,
  traceText,
  upload,
} from './support';

async function openSpiral(page: Page): Promise<void> {
  await openTrace(page);
}

async function closeExport(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('overlay')).toBeHidden();
}

async function openExport(page: Page): Promise<void> {
  await page.getByTestId('cut').click();
  await made(page);
}

async function made(page: Page): Promise<void> {
  // Where an export is large or the machine busy it takes its time: the page is not idle before it is made.
  await expect(page.getByTestId('cut-form')).not.toHaveAttribute('data-state', 'waiting');
  await settled(page);
  await expect(page.getByTestId('cut-form')).toHaveAttribute('data-state', 'made');
}

async function save(page: Page): Promise<{ name: string; text: string }> {
  const wait = page.waitForEvent('download');
  await page.getByTestId('cut-save').click();
  const download = await wait;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** More events than are cut unasked; their number decides, not their size, so that they are short. */
function manyEvents(): string {
  const [header] = traceText(SPIRAL).split('\x1e').slice(1);
  const event = (i: number): string =>
    `\x1e{"time":${i},"name":"recovery:metrics_updated","data":{"congestion_window":${12_000 + (i % 7)}}}\n`;
  return `\x1e${header}${Array.from({ length: 250_100 }, (_, i) => event(i)).join('')}`;
}

test('a large range is cut when it is asked for, and can be given up', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await openFiles(page, upload('large.sqlog', manyEvents()));
  await page.getByTestId('cut').click();
  const form = page.getByTestId('cut-form');
  await expect(form).toHaveAttribute('data-state', 'waiting');
  await expect(page.getByTestId('cut-save')).toBeDisabled();
  // It cannot be made before it is given up.
  const release = await holdWorker(page);
  await page.getByTestId('cut-make').click();
  await page.getByTestId('cut-cancel').click();
  await expect(form).toHaveAttribute('data-state', 'waiting');
  await release();
  await settled(page);
  await expect(form).toHaveAttribute('data-state', 'waiting');
  await page.getByTestId('cut-make').click();
  await made(page);
  expect(await numberOf(page.getByTestId('cut-figures'), 'data-events')).toBeGreaterThan(250_000);
});

test('the spiral cut out and opened again is the same finding', async ({ page }) => {
  await openSpiral(page);
  const finding = page.locator('[data-testid=finding][data-id=death-spiral]').first();
  const due = await finding.evaluate((element) => ({ ...(element as HTMLElement).dataset }));
  await finding.locator('.finding-head').click();
  await settled(page);
  await page.keyboard.press('Shift+C');
  await made(page);
  const figures = page.getByTestId('cut-figures');
  const { name, text } = await save(page);
  expect(name).toBe('trace-range.sqlog');
  expect(strictFault(text)).toBeNull();
  expect(text.length).toBe(await numberOf(figures, 'data-bytes'));
  expect(text.split('\x1e').length - 2).toBe(
    (await numberOf(figures, 'data-events')) + (await numberOf(figures, 'data-carried')),
  );
  expect(await numberOf(figures, 'data-bytes')).toBeLessThan(await numberOf(figures, 'data-source-bytes'));
  expect(text).not.toContain(SPIRAL.slice(0, 10));
  await page.keyboard.press('Escape');

  await openFiles(page, upload(name, text));
  const again = page.locator('[data-testid=finding][data-id=death-spiral]').first();
  await expect(again).toHaveAttribute('data-severity', due.severity as string);
  await expect(again).toHaveAttribute('data-variant', due.variant as string);
  await settled(page);
  const within = (attribute: string, dueMs: string | undefined) =>
    numberOf(again, attribute).then((ms) => expect(Math.abs(ms - Number(dueMs))).toBeLessThan(100));
  await within('data-start-ms', due.startMs);
  await within('data-end-ms', due.endMs);
  // It begins with its first event, and does not know how much the path carried before.
  const [fromMs] = await rangeOf(page);
  expect(fromMs).toBeGreaterThan(1000);
  await expect(panel(page, 'congestion').locator('.key').filter({ hasText: 'BDP' })).toHaveCount(0);
});

test('an export without events is not offered', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  const header =
    '{"qlog_version":"0.3","qlog_format":"JSON-SEQ","trace":{"vantage_point":{"type":"server"}}}';
  const events = [0, 1, 2].map((time) => `{"time":${time},"name":"moqt:stream_type_set","data":{}}`);
  await openFiles(
    page,
    upload('qpack.sqlog', [header, ...events].map((record) => `\x1e${record}\n`).join('')),
  );
  await page.getByTestId('cut').click();
  await made(page);
  await expect(page.getByTestId('cut-empty')).toContainText('No event of this range can be exported');
  await expect(page.getByTestId('cut-save')).toBeDisabled();
});

test('a part of the page that cannot be fetched is named, and nothing is saved', { tag: '@deep' }, async ({
  page,
}) => {
  await openSpiral(page);
  await page.route(/\/threads\/export-[^/]*\.js$/, (route) => route.abort());
  await page.getByTestId('cut').click();
  await expect(page.getByTestId('cut-failed')).toContainText('Reload the page');
  await expect(page.getByTestId('cut-save')).toBeDisabled();
});

test.describe('of one trace', () => {
  const shared = sharePage(openSpiral);

  test('ticks change what is in the export and its size, which is measured anew', {
    tag: '@deep',
  }, async () => {
    const { page } = shared;
    await openExport(page);
    const size = () => numberOf(page.getByTestId('cut-figures'), 'data-bytes');
    const without = await size();
    await expect(page.getByTestId('cut-left-out')).toContainText('Left out:');
    for (const tick of ['fileName', 'addresses', 'connectionIds', 'wallClock', 'reasonPhrases']) {
      await page.locator(`[data-tick=${tick}]`).check();
    }
    await expect.poll(size).toBeGreaterThan(without);
    await made(page);
    const { name, text } = await save(page);
    expect(name).toBe('rate2-both-cubic-buggy-s09.server-range.sqlog');
    expect(text.length).toBe(await size());
    expect(text).toContain(SPIRAL);
    await closeExport(page);
  });

  test('it is written as qlog 0.3 on request', { tag: '@deep' }, async () => {
    const { page } = shared;
    await openExport(page);
    expect((await save(page)).text).toContain('"file_schema"');
    await page.getByTestId('cut-older').check();
    await made(page);
    const { text } = await save(page);
    expect(text).toContain('"qlog_version":"0.3"');
    expect(text).not.toContain('"file_schema"');
    expect(strictFault(text)).toBeNull();
    await closeExport(page);
  });

  test('the dialog is closed by Esc, gives the keyboard back, and asks nobody for anything', {
    tag: '@deep',
  }, async () => {
    const { page } = shared;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByTestId('cut').focus();
    await page.keyboard.press('Enter');
    await made(page);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('overlay')).toBeHidden();
    await expect(page.getByTestId('cut')).toBeFocused();
    expect(requests.filter((url) => !/^http:\/\/127\.0\.0\.1:\d+\/(?:assets|threads)\//.test(url))).toEqual(
      [],
    );
  });

  test('the selection is exported where there is one', { tag: '@deep' }, async () => {
    const { page } = shared;
    await drag(page, 0.4, 0.5);
    await openExport(page);
    await expect(page.getByTestId('cut-form')).toContainText('the selected range');
    await expect(page.getByTestId('cut-carried')).toContainText('carried_forward');
    const { text } = await save(page);
    const [, ...events] = text.split('\x1e').slice(1);
    const times = events.map((event) => JSON.parse(event).time as number);
    const duration = await numberOf(page.getByTestId('summary'), 'data-duration-ms');
    expect((times.at(-1) as number) - (times[0] as number)).toBeLessThan(duration * 0.11);
    await closeExport(page);
    await page.keyboard.press('Escape');
  });
});

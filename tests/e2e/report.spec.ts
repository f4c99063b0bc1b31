/** The report and the files that a panel is saved as: what is downloaded is right, and the report needs no script. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Download, expect, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { pdfPages } from '../support/pdf-pages';
import { parseXml } from '../support/xml';
import { openTrace } from './shared-trace';
import {
  openFiles,
  openPage,
  panel,
  panelIds,
  rangeOf,
  SPIRAL,
  settled,
  sharePage,
  tracePath,
  traceText,
} from './support';

async function openSpiral(page: Page): Promise<void> {
  await openTrace(page);
}

/** For tests that leave it with the whole trace in view and no dialog open. */
const shared = sharePage(async (page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSpiral(page);
});

async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const wait = page.waitForEvent('download');
  await act();
  const download: Download = await wait;
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

async function fromMenu(page: Page, id: string, name: string): Promise<{ name: string; content: Buffer }> {
  await panel(page, id).locator('.panel-menu > summary').click();
  return saved(page, () => panel(page, id).getByRole('button', { name, exact: true }).click());
}

async function openReport(page: Page): Promise<void> {
  await page.getByTestId('report').click();
  await expect(page.getByTestId('report-form')).toBeVisible();
}

async function closeReport(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('overlay')).toBeHidden();
}

test('the page and the command line write the same report, but for the link to the view', async () => {
  const { page } = shared;
  await openReport(page);
  // Neither the window's size nor what is shown in it changes the report.
  await page.getByLabel('Time of day (UTC)').check();
  await page.getByTestId('report-title').fill('Slow <downloads>');
  await page.getByTestId('report-author').fill('A. Author');
  await page.getByTestId('report-actions').fill('Roll back\nTell the team');
  await page.locator('[data-figure=rtt]').check();
  const { content } = await saved(page, () => page.getByTestId('report-html').click());
  // What was written is kept while the trace is open.
  await closeReport(page);
  await openReport(page);
  await expect(page.getByTestId('report-title')).toHaveValue('Slow <downloads>');
  await expect(page.locator('[data-figure=rtt]')).toBeChecked();
  for (const field of ['title', 'author', 'actions']) await page.getByTestId(`report-${field}`).fill('');
  await page.locator('[data-figure=rtt]').uncheck();
  await closeReport(page);
  const authored = ['--title', 'Slow <downloads>', '--author', 'A. Author'];
  const actions = ['--action', 'Roll back', '--action', 'Tell the team'];
  const written = execFileSync(
    process.execPath,
    [
      ...['dist-cli/qlogscope.mjs', 'report', tracePath(SPIRAL), '--tell', 'time-of-day', '--figures', 'rtt'],
      ...[...authored, ...actions],
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  );
  const withoutLink = (html: string): string =>
    html
      .replace(/<p>(?:This view|To open this view)[^<]*<\/p>\s*<(ul|pre)[^>]*>.*?<\/\1>\s*/s, '')
      .replace(/<p>In the browser: open the [^<]*<\/p>/, '');
  const html = content.toString('utf8');
  expect(withoutLink(html)).not.toBe(html);
  expect(withoutLink(html)).toBe(withoutLink(written));
});

test('the HTML report shows its figures and pictures with scripts disabled, and prints', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await openSpiral(page);
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  await page.keyboard.press('m');
  await page.getByTestId('note-editor').getByRole('textbox').fill('The <b>end</b> of *growth*');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('note')).toHaveCount(1);
  await openReport(page);
  await page.getByLabel('File name').check();
  for (const tick of await page.locator('[data-figure]').all()) await tick.check();
  const panels = await panelIds(page);
  const { name, content } = await saved(page, () => page.getByTestId('report-html').click());
  expect(name).toBe('rate2-both-cubic-buggy-s09.server-report.html');

  const context = await browser.newContext({ javaScriptEnabled: false });
  const report = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  report.on('console', (message) => complaints.push(message.text()));
  report.on('request', (request) => requests.push(request.url()));
  await report.setContent(content.toString('utf8'));
  await expect(report.locator('h1')).toContainText('Post-mortem: Death spiral');
  await expect(report.locator('#evidence')).toContainText('The window (cwnd) stayed at 2,700 bytes');
  await expect(report.locator('#impact')).toContainText('of it lost');
  await expect(report.locator('#notes em')).toHaveText('growth');
  await expect(report.locator('#notes')).toContainText('The <b>end</b> of');
  const figures = report.locator('figure svg');
  await expect(figures).toHaveCount(panels.length + 4);
  for (const svg of await figures.all()) {
    const box = await svg.boundingBox();
    expect(box?.width).toBeGreaterThan(300);
    expect(box?.height).toBeGreaterThan(50);
  }
  await expect(report.locator('#summary')).toContainText('Whoever waited at the client saw the download');
  await report.emulateMedia({ media: 'print' });
  await expect(report.locator('nav')).toBeHidden();
  expect([complaints, requests.filter((url) => url.startsWith('http'))]).toEqual([[], []]);
  await context.close();
});

test('two reports of one view are the same, byte for byte', { tag: '@deep' }, async () => {
  const { page } = shared;
  await openReport(page);
  const zips = [];
  for (let i = 0; i < 2; i++)
    zips.push((await saved(page, () => page.getByTestId('report-zip').click())).content);
  expect(zips[0]?.equals(zips[1] as Buffer)).toBe(true);
  const files = unzipSync(zips[0] as Buffer);
  const names = Object.keys(files);
  expect(names[0]).toBe('report.md');
  expect(names.slice(1)).toEqual([
    'figure-1-congestion.svg',
    ...[2, 3, 4].map((number) => `figure-${number}-close-up.svg`),
  ]);
  const text = (name: string): string => Buffer.from(files[name] as Uint8Array).toString('utf8');
  expect(text('report.md')).toContain('## Appendix: probable cause');
  for (const svg of names.slice(1)) expect(parseXml(text(svg)).name).toBe('svg');
  await closeReport(page);
});

test('the spiral’s report is at most four pages of A4, the first one whole', { tag: '@deep' }, async ({
  page,
}) => {
  const report = (...options: readonly string[]): string =>
    execFileSync(
      process.execPath,
      ['dist-cli/qlogscope.mjs', 'report', tracePath(SPIRAL), '--tell', 'time-of-day', ...options],
      { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
    );
  await page.setContent(report());
  const pages = pdfPages(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThanOrEqual(4);
  // The page of A4 without its margins, at 96 pixels per inch.
  const [width, height] = [(210 - 30) / 25.4, (297 - 26) / 25.4].map((inches) => Math.round(96 * inches));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: width as number, height: height as number });
  const summary = await page.locator('#summary').boundingBox();
  expect((summary?.y ?? 0) + (summary?.height ?? 0)).toBeLessThan(height as number);
  // Letters of a picture are readable on paper: 11.5 pixels of its own, at least 6 points there.
  const scale = await page
    .locator('#figure-1 svg')
    .evaluate((svg) => svg.getBoundingClientRect().width / Number(svg.getAttribute('width')));
  expect(11.5 * scale * 0.75).toBeGreaterThan(6);
  // With every panel it has more pages.
  await page.setContent(report('--figures', 'all'));
  expect(pdfPages(await page.pdf({ preferCSSPageSize: true }))).toBeGreaterThan(pages);
});

test('without its tick the file’s name stands nowhere', async () => {
  const { page } = shared;
  await openReport(page);
  await expect(page.getByLabel('File name')).not.toBeChecked();
  const html = await saved(page, () => page.getByTestId('report-html').click());
  const json = await saved(page, () => page.getByTestId('findings-json').click());
  expect([html.name, json.name]).toEqual(['trace-report.html', 'trace-findings.json']);
  for (const { content } of [html, json]) expect(content.toString('utf8')).not.toContain('rate2-both');
  await closeReport(page);
});

test('findings as JSON are the record of the command line', async () => {
  const { page } = shared;
  await openReport(page);
  await page.getByLabel('File name').check();
  const { content } = await saved(page, () => page.getByTestId('findings-json').click());
  const record = JSON.parse(content.toString('utf8'));
  expect(record).toMatchObject({
    schema: 2,
    file: SPIRAL,
    trace: 0,
    side: 'sender',
    events: 8046,
    errors: [],
  });
  expect(record.controller.best).toEqual(['cubic-shift-from-last-send']);
  expect(record.findings[0]).toMatchObject({ id: 'death-spiral', severity: 'critical', exit: 'trace-ended' });
  // The tick holds for the trace, in every dialog.
  await page.getByLabel('File name').uncheck();
  await closeReport(page);
});

test('the report is copied as Markdown', async () => {
  const { page } = shared;
  await openReport(page);
  await page.getByTestId('report-copy').click();
  await expect(page.getByTestId('report-copy')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.startsWith('# Post-mortem: Death spiral in ')).toBe(true);
  await closeReport(page);
});

test('while the pictures of a report are being made, nothing can be copied or saved', {
  tag: '@deep',
}, async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      const send = () => Reflect.apply(post, this, message);
      if (document.documentElement.dataset.hold === 'true') held.push(send);
      else send();
    };
    addEventListener('release', () => {
      delete document.documentElement.dataset.hold;
      for (const send of held.splice(0)) send();
    });
  });
  await openSpiral(page);
  await page.evaluate(() => {
    document.documentElement.dataset.hold = 'true';
  });
  await openReport(page);
  for (const id of ['report-html', 'report-zip', 'report-copy'])
    await expect(page.getByTestId(id)).toBeDisabled();
  await page.evaluate(() => dispatchEvent(new Event('release')));
  await page.getByTestId('report-copy').click();
  await expect(page.getByTestId('report-copy')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# Post-mortem');
});

test('Shift+M opens the report of a trace, and does nothing without one', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await page.keyboard.press('Shift+M');
  await expect(page.getByTestId('overlay')).toBeHidden();
  await openFiles(page, tracePath(SPIRAL));
  await page.keyboard.press('Shift+M');
  await expect(page.getByTestId('report-form')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('overlay')).toBeHidden();
});

test('a panel is saved as SVG that stands alone', async () => {
  const { page } = shared;
  const { name, content } = await fromMenu(page, 'congestion', 'Picture as SVG');
  expect(name).toBe('trace-congestion.svg');
  expect(content.toString('utf8')).not.toContain('rate2-both');
  const svg = parseXml(content.toString('utf8'));
  const texts = svg.all('text').map(({ text }) => text);
  expect(texts).toContain('Congestion');
  expect(texts.some((words) => words.startsWith('window (cwnd) 2,700 B to '))).toBe(true);
  expect(texts.some((words) => words.endsWith(' kB'))).toBe(true);
});

test('a panel is saved as PNG, once and double size, with ink in plot and title', { tag: '@deep' }, async ({
  page: plain,
}) => {
  const { page } = shared;
  const once = await fromMenu(page, 'congestion', 'Picture as PNG');
  const twice = await fromMenu(page, 'congestion', 'Picture as PNG, double size');
  expect([once.name, twice.name].map((name) => name.slice(-7))).toEqual(['ion.png', '@2x.png']);
  // Width and height stand in the header chunk.
  const [size, double] = [once, twice].map(({ content }) => [
    content.readUInt32BE(16),
    content.readUInt32BE(20),
  ]);
  expect(double).toEqual(size?.map((pixels) => 2 * pixels));
  const url = `data:image/png;base64,${once.content.toString('base64')}`;
  // On a page without the policy: it would not let the picture in.
  const inks = await plain.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const inked = (x: number, y: number, width: number, height: number): number => {
      const { data } = context.getImageData(x, y, width, height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if ((data[i] as number) < 200) count++;
      return count;
    };
    return { title: inked(68, 8, 120, 20), axis: inked(0, 60, 60, 200), plot: inked(80, 60, 600, 250) };
  }, url);
  expect(inks.title).toBeGreaterThan(100);
  expect(inks.axis).toBeGreaterThan(50);
  // The window alone; grid and fills are lighter.
  expect(inks.plot).toBeGreaterThan(200);
});

test('a panel’s series are saved in full over the visible range', { tag: '@deep' }, async () => {
  const { page } = shared;
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  const { name, content } = await fromMenu(page, 'rtt', 'Series as CSV, visible range');
  expect(name).toBe('trace-rtt.csv');
  const [head, ...lines] = content.toString('utf8').trimEnd().split('\n');
  const columns = (head as string).split(',');
  expect(columns[0]).toBe('time_ms');
  const [fromMs, toMs] = await rangeOf(page, 'rtt');
  const rows = lines.map((line) => line.split(','));
  const times = rows.map(([time]) => Number(time));
  expect(times[0]).toBeGreaterThanOrEqual(fromMs - 0.001);
  expect(times.at(-1)).toBeLessThanOrEqual(toMs + 0.001);
  // Every latest RTT that the file logs there.
  const logged = traceText(SPIRAL)
    .split('\x1e')
    .slice(2)
    .map((record) => JSON.parse(record))
    .filter(({ data, time }) => typeof data?.latest_rtt === 'number' && time > fromMs && time <= toMs)
    .map(({ data }) => data.latest_rtt as number);
  const at = columns.indexOf('latest_rtt_ms');
  // The first row holds what was in force when the range begins.
  expect(times[0]).toBeLessThanOrEqual(fromMs);
  const latest = rows
    .slice(1)
    .map((row) => row[at])
    .filter((cell) => cell !== '')
    .map(Number);
  expect(latest.length).toBeGreaterThan(400);
  expect(latest).toHaveLength(logged.length);
  for (const [i, value] of latest.entries()) expect(value).toBeCloseTo(logged[i] as number, 2);
  await page.getByTestId('full-range').click();
  await settled(page);
});

test('a panel is copied as text', { tag: '@deep' }, async () => {
  const { page } = shared;
  await panel(page, 'states').locator('.panel-menu > summary').click();
  await panel(page, 'states').getByRole('button', { name: 'Copy as text' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^States\. Share of the time in view: .*recovery [\s\S]*\nfrom\t/);
});

/**
 * Measures the built page in a real Chromium: how fast it opens a trace, whether the main thread stays free
 * (goal: no task over 100 ms in any phase), how smooth zooming and panning are, and how much memory it takes.
 * Run by hand: absolute figures follow the load of the machine, so that a run in CI would prove nothing. The
 * ratio to a bare read of the same file, measured in the same run, holds.
 *
 *   npm run bench:browser -- [FILE] [--json]        default: .bench/trace-100mb.sqlog, see make-trace.mjs
 *
 * It builds into a folder of its own and serves that on a free loopback port.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { findChromium } from '../../scripts/chromium.mjs';
import { drainInWorker, installProbe } from './page-probe.mjs';

const OUT_DIR = '.bench/dist';
const VIEWPORT = { width: 1440, height: 900 };
const OPEN_TIMEOUT_MS = 600_000;
const RAW_READS = 3;
/** Pace of the gestures, about that of a hand. */
const GESTURE_MS = 40;
/** Long tasks are reported after the fact. */
const REPORT_MS = 300;
const ANCHORS = [0.2, 0.5, 0.8];
const ZOOM_STEPS = 14;
const FINE_WHEEL = 40;
const MOUSE_NOTCH = 120;
const PAN_STEPS = 30;

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything that must end with this process, newest last. */
const endings = [];
let interrupted = false;
async function endAll() {
  for (const end of endings.splice(0).reverse()) await end().catch(() => undefined);
}
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.once(signal, () => {
    interrupted = true;
    void endAll().finally(() => process.exit(code));
  });
}

/** @returns {Promise<number>} a loopback port that nobody uses */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Builds and serves the page. @returns {Promise<string>} its address */
async function servePage() {
  await build({ logLevel: 'warn', build: { outDir: OUT_DIR, emptyOutDir: true } });
  const port = await freePort();
  const server = await preview({
    logLevel: 'warn',
    build: { outDir: OUT_DIR },
    preview: { port, strictPort: true },
  });
  endings.push(() => server.close());
  return `http://127.0.0.1:${port}/`;
}

async function launchBrowser() {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium found; name one in CHROMIUM_PATH.');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  endings.push(() => browser.close());
  return browser;
}

/** Times a bare read of the file, the best of a few: the first one may wait for the disk. @returns ms */
async function timeRawRead(browser, file) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent('<input type="file">');
  await page.setInputFiles('input', file);
  const times = [];
  for (let i = 0; i < RAW_READS; i++) times.push(await page.evaluate(drainInWorker));
  await context.close();
  return Math.min(...times);
}

const untilIdle = (page) =>
  page.waitForSelector('html[data-state=ready][data-idle=true]', {
    state: 'attached',
    timeout: OPEN_TIMEOUT_MS,
  });

/** The longest CPU time of one main-thread task in a recording of Chromium's, in ms. */
function longestCpuMs(recording) {
  const { traceEvents } = JSON.parse(recording.toString('utf8'));
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(thread),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mainThreads.has(thread(event)));
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}

/**
 * Runs one phase and waits until the page is idle again.
 * @returns {Promise<{from: number, to: number, cpuMs: number}>} its span on the page's clock, and the CPU time of
 *   its longest task: on a loaded machine a task is long because something else had the CPU
 */
async function phase(page, act) {
  const now = () => page.evaluate(() => performance.now());
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  const from = await now();
  await act();
  await untilIdle(page);
  const to = await now();
  await rest(REPORT_MS);
  return { from, to, cpuMs: longestCpuMs(await browser.stopTracing()) };
}

/** The plot area of the first panel, in page coordinates. */
async function plotBox(page) {
  const box = await page.locator('[data-testid=panel] canvas').first().boundingBox();
  if (box === null) throw new Error('There is no panel to zoom in.');
  return box;
}

/** In and out again at several places: fine steps as on a touchpad, then the notches of a mouse. */
async function zoom(page, box) {
  const steps = [
    ...Array(ZOOM_STEPS).fill(-FINE_WHEEL),
    ...Array(ZOOM_STEPS).fill(FINE_WHEEL),
    ...[-MOUSE_NOTCH, -MOUSE_NOTCH, MOUSE_NOTCH, MOUSE_NOTCH],
  ];
  await page.keyboard.down('Control');
  for (const anchor of ANCHORS) {
    await page.mouse.move(box.x + box.width * anchor, box.y + box.height / 2);
    for (const step of steps) {
      await page.mouse.wheel(0, step);
      await rest(GESTURE_MS);
    }
  }
  await page.keyboard.up('Control');
}

/** Zooms in a little, so that there is something to pan over. */
async function zoomInOnce(page, box) {
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -MOUSE_NOTCH);
  await page.keyboard.up('Control');
  await untilIdle(page);
}

/** Across the panel and back, twice each way: far enough to leave the window of columns. */
async function pan(page, box) {
  const y = box.y + box.height / 2;
  const left = box.x + box.width * 0.05;
  const right = box.x + box.width * 0.95;
  await page.keyboard.down('Shift');
  for (const [from, to] of [
    [right, left],
    [right, left],
    [left, right],
    [left, right],
  ]) {
    await page.mouse.move(from, y);
    await page.mouse.down();
    for (let i = 1; i <= PAN_STEPS; i++) {
      await page.mouse.move(from + ((to - from) * i) / PAN_STEPS, y);
      await rest(GESTURE_MS / 2);
    }
    await page.mouse.up();
  }
  await page.keyboard.up('Shift');
}

/** Peak resident memory of the largest renderer in MB, null where there is no /proc. */
async function peakRendererMb(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => `/proc/${id}/status`)
    .filter((path) => existsSync(path))
    .map((path) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) / 1000);
  return peaks.length === 0 ? null : Math.max(...peaks);
}

/** @param {readonly number[]} values */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

const within =
  ({ from, to }) =>
  (entry) =>
    entry.at >= from && entry.at <= to;

function longTasks(probe, span) {
  const tasks = probe.tasks.filter(within(span)).map(({ ms }) => ms);
  return { count: tasks.length, longestMs: Math.max(0, ...tasks), longestCpuMs: span.cpuMs };
}

function frameTimes(probe, span) {
  const frames = probe.frames.filter(within(span)).map(({ ms }) => ms);
  return { p50Ms: quantile(frames, 0.5), p95Ms: quantile(frames, 0.95), count: frames.length };
}

/** Opens the file on the page and goes through the three phases. */
async function measure(browser, address, file) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(installProbe);
  await page.goto(`${address}?testing=1`);
  await page.waitForSelector('html[data-state=empty]', { state: 'attached' });
  const loading = await phase(page, () => page.setInputFiles('[data-testid=open]', file));
  const summary = await page.locator('[data-testid=summary]').evaluate((element) => ({ ...element.dataset }));
  const box = await plotBox(page);
  const zooming = await phase(page, () => zoom(page, box));
  await zoomInOnce(page, box);
  const panning = await phase(page, () => pan(page, box));
  const probe = await page.evaluate(() => globalThis.benchProbe);
  const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? null);
  const openMs = probe.readyAt - probe.openedAt;
  const megabytes = statSync(file).size / 1e6;
  return {
    megabytes,
    openMs,
    megabytesPerSecond: megabytes / (openMs / 1000),
    firstPaintMs: probe.paintedAt === null ? null : probe.paintedAt - probe.openedAt,
    events: Number(summary.events),
    skippedRecords: Number(summary.skippedRecords),
    longTasks: {
      loading: longTasks(probe, loading),
      zooming: longTasks(probe, zooming),
      panning: longTasks(probe, panning),
    },
    frames: { zooming: frameTimes(probe, zooming), panning: frameTimes(probe, panning) },
    zoomStep: { p50Ms: quantile(probe.steps, 0.5), p95Ms: quantile(probe.steps, 0.95) },
    pageHeapMb: heap === null ? null : heap / 1e6,
    pageErrors: errors,
  };
}

function print(file, result) {
  const ms = (value) => (value === null ? '–' : `${value.toFixed(value < 100 ? 1 : 0)} ms`);
  const mb = (value) => (value === null ? '–' : `${value.toFixed(0)} MB`);
  const tasks = ({ count, longestMs, longestCpuMs }) =>
    `${count}, longest ${ms(longestMs)}; most CPU of one task ${ms(longestCpuMs)}`;
  const frames = ({ p50Ms, p95Ms, count }) => `p50 ${ms(p50Ms)}, p95 ${ms(p95Ms)}, ${count} frames`;
  const rows = [
    ['file', `${file}, ${result.megabytes.toFixed(1)} MB`],
    ['events', `${result.events.toLocaleString('en-US')}, ${result.skippedRecords} records skipped`],
    ['opened in', `${ms(result.openMs)}, ${result.megabytesPerSecond.toFixed(1)} MB/s`],
    [
      'bare read',
      `${ms(result.rawReadMs)}; opening takes ${(result.openMs / result.rawReadMs).toFixed(1)} times as long`,
    ],
    ['first painted panel', ms(result.firstPaintMs)],
    ['long tasks, loading', tasks(result.longTasks.loading)],
    ['long tasks, zooming', tasks(result.longTasks.zooming)],
    ['long tasks, panning', tasks(result.longTasks.panning)],
    ['frames, zooming', frames(result.frames.zooming)],
    ['frames, panning', frames(result.frames.panning)],
    ['zoom step to final picture', `p50 ${ms(result.zoomStep.p50Ms)}, p95 ${ms(result.zoomStep.p95Ms)}`],
    ['peak memory, renderer', mb(result.peakRendererMb)],
    ['JavaScript heap, page', mb(result.pageHeapMb)],
    ...result.pageErrors.map((message) => ['page error', message]),
  ];
  rows.push([
    'load of the machine',
    `${result.load.map((value) => value.toFixed(1)).join(' before, ')} after`,
  ]);
  for (const [name, value] of rows) console.log(`${name.padEnd(28)}${value}`);
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const file = positionals[0] ?? '.bench/trace-100mb.sqlog';
if (!existsSync(file)) throw new Error(`There is no ${file}. "npm run bench:make -- --mb 100" makes one.`);
const [loadBefore] = loadavg();
try {
  const address = await servePage();
  const browser = await launchBrowser();
  const rawReadMs = await timeRawRead(browser, file);
  const measured = await measure(browser, address, file);
  const result = {
    file,
    rawReadMs,
    ...measured,
    peakRendererMb: await peakRendererMb(browser),
    load: [loadBefore, loadavg()[0]],
  };
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else print(file, result);
} catch (error) {
  // Whatever breaks because the browser goes away under it is no news.
  if (!interrupted) throw error;
} finally {
  await endAll();
}

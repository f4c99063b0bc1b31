/**
 * One run in a Chromium of its own: how fast the built page opens a trace, stage by stage, whether its main thread
 * stays free, how smooth zooming and panning are, and how much memory it takes. Absolute figures follow the load of
 * the machine: each run also reads the same file bare, and the ratio to that holds.
 */
import { existsSync, readFileSync } from 'node:fs';
import { pan, phase, plotBox, span, stepByStep, zoom, zoomInOnce } from './gestures.mjs';
import { drainInWorker, installProbe, nameWorkers } from './page-probe.mjs';
import { launchBrowser } from './page-server.mjs';
import { quantile } from './report.mjs';

const VIEWPORT = { width: 1440, height: 900 };

const sum = (values = []) => values.reduce((total, value) => total + value, 0);

/** CPU time that all renderers have used so far, in ms; Chromium counts it in steps of 10. */
async function rendererCpuMs(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return sum(processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => cpuTime * 1000));
}

/** Reads the file bare, in a browser of its own: its memory is none of the page's. @returns {Promise<{ms: number, cpuMs: number}>} */
async function timeRawRead(file) {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setContent('<input type="file">');
  await page.setInputFiles('input', file);
  const cpuBefore = await rendererCpuMs(browser);
  const ms = await page.evaluate(drainInWorker);
  const cpuMs = (await rendererCpuMs(browser)) - cpuBefore;
  await browser.close();
  return { ms, cpuMs };
}

/** Peak resident memory of the largest renderer in MB; NaN where there is no /proc. */
async function peakRendererMb(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => `/proc/${id}/status`)
    .filter((path) => existsSync(path))
    .map((path) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) / 1000);
  return peaks.length === 0 ? Number.NaN : Math.max(...peaks);
}

const within =
  ({ from, to }) =>
  ({ at }) =>
    at >= from && at <= to;

/** Times of the worker's stages, in ms; `rest` is waiting for bytes, messages and snapshots. */
export function stageFigures(times) {
  const [keep, parse, replay, models, detect, answers, total] = [
    'keep',
    'parse',
    'replay',
    'models',
    'detect',
    'answers',
    'total',
  ].map((stage) => sum(times[stage]));
  return {
    'keep text': keep,
    'scan + columns': parse - replay,
    'replay + series': replay,
    models,
    detectors: detect,
    'answers to the page': answers,
    'waiting, messages': total - keep - parse - models - detect - answers,
    all: total,
  };
}

function taskFigures(probe, name, span) {
  const tasks = probe.tasks.filter(within(span)).map(({ ms }) => ms);
  return {
    [`long tasks ${name}, longest ms`]: Math.max(0, ...tasks),
    [`long tasks ${name}, most CPU ms`]: span.cpuMs,
  };
}

function frameFigures(probe, name, span) {
  const frames = probe.frames.filter(within(span)).map(({ ms }) => ms);
  return {
    [`frames ${name}, p50 ms`]: quantile(frames, 0.5),
    [`frames ${name}, p95 ms`]: quantile(frames, 0.95),
  };
}

/**
 * @param {{address: string, file: string, withGestures: boolean}} run
 * @returns {Promise<{events: number, rawReadMs: number, rawReadCpuMs: number, cpuMs: number,
 *   stages: Record<string, number>,
 *   figures: Record<string, number>}>} stages in ms
 */
export async function runInBrowser({ address, file, withGestures }) {
  const before = await timeRawRead(file);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, serviceWorkers: 'block' });
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript(nameWorkers);
    await page.addInitScript(installProbe);
    await page.goto(`${address}?testing=1`);
    await page.waitForSelector('html[data-state=empty]', { state: 'attached' });
    // A hand is on the page before it drops a file there.
    await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
    await page.waitForLoadState('networkidle');
    const cpuBefore = await rendererCpuMs(browser);
    const loading = await phase(page, () => page.setInputFiles('[data-testid=open]', file));
    const cpuMs = (await rendererCpuMs(browser)) - cpuBefore;
    const { events } = await page
      .locator('[data-testid=summary]')
      .evaluate(({ dataset }) => ({ ...dataset }));
    const peakLoadingMb = await peakRendererMb(browser);
    const phases = withGestures ? await runGestures(page) : {};
    const probe = await page.evaluate(() => globalThis.benchProbe);
    const all = await Promise.all(
      page.workers().map((worker) => worker.evaluate(() => globalThis.stageTimes)),
    );
    const times = all.find((stages) => stages?.total !== undefined);
    const peakMb = await peakRendererMb(browser);
    await page.close();
    const after = await timeRawRead(file);
    if (errors.length > 0) throw new Error(`the page failed: ${errors.join('; ')}`);
    const openMs = probe.readyAt - probe.openedAt;
    const gestureFigures = Object.entries(phases).flatMap(([name, { frames, tasks }]) => [
      ...Object.entries(taskFigures(probe, name, tasks)),
      ...Object.entries(frameFigures(probe, name, frames)),
    ]);
    return {
      events: Number(events),
      rawReadMs: (before.ms + after.ms) / 2,
      rawReadCpuMs: (before.cpuMs + after.cpuMs) / 2,
      cpuMs,
      stages: stageFigures(times),
      figures: {
        'open until ready, ms': openMs,
        'first picture, ms': probe.paintedAt - probe.openedAt,
        'events per s': Number(events) / (openMs / 1000),
        'peak memory loading, MB': peakLoadingMb,
        'peak memory, MB': peakMb,
        ...taskFigures(probe, 'loading', loading),
        ...Object.fromEntries(gestureFigures),
        'queries, p50 ms': quantile(times.query ?? [], 0.5),
        'queries, p95 ms': quantile(times.query ?? [], 0.95),
        ...(withGestures
          ? {
              'zoom step to final picture, p50 ms': quantile(probe.steps, 0.5),
              'zoom step to final picture, p95 ms': quantile(probe.steps, 0.95),
            }
          : {}),
      },
    };
  } finally {
    await browser.close();
  }
}

/** Each gesture twice: for its frames, and recorded for its longest task. */
async function runGestures(page) {
  const box = await plotBox(page);
  const zoomed = () => zoom(page, box);
  const panned = () => pan(page, box);
  const zooming = { frames: await span(page, zoomed), tasks: await phase(page, zoomed) };
  await zoomInOnce(page, box);
  const panning = { frames: await span(page, panned), tasks: await phase(page, panned) };
  await page.evaluate(() => {
    globalThis.benchProbe.steps = [];
  });
  await stepByStep(page, box);
  return { zooming, panning };
}

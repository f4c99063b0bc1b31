/**
 * One run in a Chromium of its own: how fast the built page opens a trace, stage by stage and thread by thread, whether its
 * main thread stays free, how smooth zooming and panning are, and how much memory it takes.
 */
import { openTrace, pan, phase, plotBox, span, stepByStep, zoom, zoomInOnce } from './gestures.mjs';
import { zstdScript } from './inflated.mjs';
import { blankFrames, inflateInWorker, installProbe, nameWorkers } from './page-probe.mjs';
import { launchBrowser } from './page-server.mjs';
import { watch } from './process-watch.mjs';
import { quantile } from './report.mjs';
import { memoryFigures, stageFigures, threadFigures } from './run-figures.mjs';

const VIEWPORT = { width: 1440, height: 900 };
const COMPRESSED = ['gzip', 'zstd'];

/** Watches all renderers, of which one is the page's. @returns {Promise<() => import('./process-watch.mjs').Watched>} */
async function watchRenderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const watched = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => watch(id));
  return () => watched.map((one) => one.stop()).sort((a, b) => b.cpuMs - a.cpuMs)[0];
}

/** Inflates the file by the decoder alone, in a browser of its own: its memory is none of the page's. @returns {Promise<number>} ms */
async function inflatedAloneMs(file, format) {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<input type="file">');
    await page.setInputFiles('input', file);
    return await page.evaluate(inflateInWorker, format === 'zstd' ? zstdScript() : null);
  } finally {
    await browser.close();
  }
}

/** The built page before a file is opened, its errors collected. */
async function freshPage(browser, address, errors) {
  const page = await browser.newPage({ viewport: VIEWPORT, serviceWorkers: 'block' });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(nameWorkers);
  await page.addInitScript(installProbe);
  await page.goto(`${address}?testing=1`);
  await page.waitForSelector('html[data-state=empty]', { state: 'attached' });
  // A hand is on the page before it drops a file there.
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
  await page.waitForLoadState('networkidle');
  return page;
}

/** Times of all workers of the page that are named for it, stage by stage. */
async function stageTimes(page) {
  const all = await Promise.all(
    page.workers().map((worker) => worker.evaluate(() => globalThis.stageTimes ?? {})),
  );
  const stages = [...new Set(all.flatMap((times) => Object.keys(times)))];
  return Object.fromEntries(stages.map((stage) => [stage, all.flatMap((times) => times[stage] ?? [])]));
}

/**
 * @param {{address: string, file: string, format: string, withGestures: boolean}} run
 * @returns {Promise<Record<string, number>>} figures
 */
export async function runInBrowser({ address, file, format, withGestures }) {
  const browser = await launchBrowser();
  const errors = [];
  try {
    const page = await freshPage(browser, address, errors);
    const stopWatching = await watchRenderers(browser);
    await openTrace(page, file);
    const used = stopWatching();
    const { events: counted, columnBytes } = await page
      .locator('[data-testid=summary]')
      .evaluate(({ dataset }) => ({ ...dataset }));
    const events = Number(counted);
    const probe = await page.evaluate(() => globalThis.benchProbe);
    const marks = await page.evaluate(() =>
      performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime]),
    );
    const loadTimes = await stageTimes(page);
    const wallMs = probe.readyAt - probe.openedAt;
    const gestures = withGestures ? await gestureFigures(browser, page) : {};
    const { query = [] } = await stageTimes(page);
    await page.close();
    const loading = withGestures ? await loadingTaskMs(browser, { address, file, errors }) : null;
    if (errors.length > 0) throw new Error(`the page failed: ${errors.join('; ')}`);
    const alone = COMPRESSED.includes(format) ? await inflatedAloneMs(file, format) : null;
    return {
      events,
      'wall, ms': wallMs,
      'first picture, ms': probe.paintedAt - probe.openedAt,
      ...markFigures(marks, probe.openedAt),
      'wall, ns/event': (wallMs * 1e6) / events,
      'CPU, ns/event': (used.cpuMs * 1e6) / events,
      ...threadFigures(used, events),
      ...stageFigures(loadTimes, events),
      ...memoryFigures(used),
      'columns, bytes per event': Number(columnBytes) / events,
      ...(alone === null ? {} : { 'decoder alone, ms': alone, '× decoder alone': alone / wallMs }),
      ...(loading === null ? {} : { 'main thread loading, longest task, CPU ms': loading }),
      ...gestures,
      'queries, p95 ms': quantile(query, 0.95),
    };
  } finally {
    await browser.close();
  }
}

/** What the page marked since a trace was opened; its findings may be none. @param marks names and times of all. */
function markFigures(marks, openedAt) {
  const at = new Map(marks);
  return Object.fromEntries(
    ['first finding', 'verdict', 'rest'].map((step) => [
      `${step}, ms`,
      (at.get(`qlogscope ${step}`) ?? Number.NaN) - openedAt,
    ]),
  );
}

/** Opened once more while Chromium records it: that costs time of its own. */
async function loadingTaskMs(browser, { address, file, errors }) {
  const page = await freshPage(browser, address, errors);
  const { cpuMs } = await phase(page, () => openTrace(page, file));
  await page.close();
  return cpuMs;
}

const within =
  ({ from, to }) =>
  ({ at }) =>
    at >= from && at <= to;

/** Each gesture twice: for its frames, and recorded for its longest task. */
async function gestureFigures(browser, page) {
  const idleMs = await idleFrameMs(browser);
  const box = await plotBox(page);
  const zoomed = () => zoom(page, box);
  const panned = () => pan(page, box);
  const phases = { zooming: { frames: await span(page, zoomed), tasks: await phase(page, zoomed) } };
  await zoomInOnce(page, box);
  phases.panning = { frames: await span(page, panned), tasks: await phase(page, panned) };
  await page.evaluate(() => {
    globalThis.benchProbe.steps = [];
  });
  await stepByStep(page, box);
  const probe = await page.evaluate(() => globalThis.benchProbe);
  const figures = { 'frames of a blank page, p95 ms': idleMs };
  for (const [name, { frames, tasks }] of Object.entries(phases)) {
    const p95 = quantile(
      probe.frames.filter(within(frames)).map(({ ms }) => ms),
      0.95,
    );
    figures[`frames ${name}, p95 ms`] = p95;
    figures[`frames ${name}, p95 ÷ idle`] = p95 / idleMs;
    figures[`main thread ${name}, longest task, CPU ms`] = tasks.cpuMs;
  }
  return {
    ...figures,
    'zoom step to final picture, p50 ms': quantile(probe.steps, 0.5),
    'zoom step to final picture, p95 ms': quantile(probe.steps, 0.95),
  };
}

/** A frame of a page on which nothing happens, in the same browser. @returns p95 in ms */
async function idleFrameMs(browser) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.bringToFront();
  const frames = await page.evaluate(blankFrames);
  await page.close();
  return quantile(frames, 0.95);
}

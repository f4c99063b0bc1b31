/**
 * What a hand does on the page while it is measured: waiting until it is idle, zooming, panning, with the span and
 * the longest task of each phase.
 */
const OPEN_TIMEOUT_MS = 600_000;
/** Pace of the gestures, about that of a hand. */
const GESTURE_MS = 40;
/** Long tasks are reported after the fact. */
const REPORT_MS = 300;
const ANCHORS = [0.2, 0.5, 0.8];
const ZOOM_STEPS = 14;
const FINE_WHEEL = 40;
const MOUSE_NOTCH = 120;
const PAN_STEPS = 30;
const SINGLE_STEPS = 10;

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const untilIdle = (page) =>
  page.waitForSelector('html[data-state=ready][data-idle=true]', {
    state: 'attached',
    timeout: OPEN_TIMEOUT_MS,
  });

/** Opens a file and waits until it is judged and drawn. */
export async function openTrace(page, file) {
  await page.setInputFiles('[data-testid=open]', file);
  await untilIdle(page);
}

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
 * @returns {Promise<{from: number, to: number}>} its span on the page's clock
 */
export async function span(page, act) {
  const now = () => page.evaluate(() => performance.now());
  const from = await now();
  await act();
  await untilIdle(page);
  return { from, to: await now() };
}

/**
 * Runs one phase while Chromium records it, which costs frames of its own.
 * @returns {Promise<{from: number, to: number, cpuMs: number}>} with the CPU time of its longest task: on a loaded
 *   machine a task is long because something else had the CPU
 */
export async function phase(page, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  const within = await span(page, act);
  await rest(REPORT_MS);
  return { ...within, cpuMs: longestCpuMs(await browser.stopTracing()) };
}

/** The plot area of the first panel, in page coordinates. */
export async function plotBox(page) {
  const box = await page.locator('[data-testid=panel] canvas').first().boundingBox();
  if (box === null) throw new Error('There is no panel to zoom in.');
  return box;
}

/** In and out again at several places: fine steps as on a touchpad, then the notches of a mouse. */
export async function zoom(page, box) {
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
export async function zoomInOnce(page, box) {
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -MOUSE_NOTCH);
  await page.keyboard.up('Control');
  await untilIdle(page);
}

/** One step of the wheel at a time, each waited for to its final picture; the probe takes the times. */
export async function stepByStep(page, box) {
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let i = 0; i < SINGLE_STEPS; i++) {
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, i % 2 === 0 ? -MOUSE_NOTCH : MOUSE_NOTCH);
    await page.keyboard.up('Control');
    // The probe looks once a frame.
    await page.waitForFunction((steps) => globalThis.benchProbe.steps.length > steps, i);
  }
}

/** Across the panel and back, twice each way: far enough to leave the window of columns. */
export async function pan(page, box) {
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

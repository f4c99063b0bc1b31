/**
 * What the benchmark runs inside the page. It stands apart from browser.mjs because Playwright sends these
 * functions as text: they must use nothing from outside themselves.
 */

/**
 * Runs before the page's own scripts. Collects, from then on and on the page's own clock: main-thread tasks over
 * 50 ms, frame times, the moment of opening, of the first painted panel and of being ready, and how long every
 * wheel step takes until its final picture.
 */
export function installProbe() {
  const probe = { tasks: [], frames: [], steps: [], openedAt: null, paintedAt: null, readyAt: null };
  globalThis.benchProbe = probe;

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      probe.tasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask' });

  addEventListener('change', () => (probe.openedAt ??= performance.now()), { capture: true });

  // The page's own root element comes after this script.
  const stateOf = () => document.documentElement.dataset;
  const isIdle = () => stateOf().idle === 'true';
  new MutationObserver(() => {
    if (stateOf().state === 'ready' && isIdle()) probe.readyAt ??= performance.now();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-state', 'data-idle'] });

  const shownRange = () => {
    const panel = document.querySelector('[data-testid=panel]');
    return `${panel?.dataset.fromMs} ${panel?.dataset.toMs}`;
  };
  let step = null;
  addEventListener(
    'wheel',
    // The clock of a step that is not drawn yet goes on.
    () => (step ??= { at: performance.now(), range: shownRange() }),
    { capture: true, passive: true },
  );

  let last = performance.now();
  const onFrame = () => {
    const now = performance.now();
    probe.frames.push({ at: now, ms: now - last });
    last = now;
    // A panel has its value axis from the first answer it paints.
    if (
      probe.paintedAt === null &&
      document.querySelector('[data-testid=panel][data-to-ms] .tick') !== null
    ) {
      probe.paintedAt = now;
    }
    if (step !== null && isIdle() && shownRange() !== step.range) {
      probe.steps.push(now - step.at);
      step = null;
    }
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}

/** Names every worker `bench`, so that it notes its times; see src/engine/reading/stage-clock.ts. */
export function nameWorkers() {
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(url, options) {
      super(url, { ...options, name: 'bench' });
    }
  };
}

/**
 * Reads the chosen file in a worker as the reading stage does, inflates it where it is gzip, and does nothing with it.
 * @returns ms
 */
export function drainInWorker() {
  const file = document.querySelector('input').files[0];
  const source = `onmessage = async ({ data }) => {
    const head = new Uint8Array(await data.slice(0, 2).arrayBuffer());
    const startedAt = performance.now();
    const isGzip = head[0] === 0x1f && head[1] === 0x8b;
    const stream = isGzip ? data.stream().pipeThrough(new DecompressionStream('gzip')) : data.stream();
    const reader = stream.getReader();
    let bytes = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length;
    postMessage({ ms: performance.now() - startedAt, bytes });
  };`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data.ms);
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(file);
  });
}

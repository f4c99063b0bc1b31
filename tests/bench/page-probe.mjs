/**
 * What the benchmark runs inside the page. It stands apart from browser.mjs because Playwright sends these
 * functions as text: they must use nothing from outside themselves.
 */

/**
 * Runs before the page's own scripts. Collects, from then on and on the page's own clock: frame times, the moment of
 * opening, of the first painted panel and of being ready, and how long every wheel step takes until its final picture. What the
 * page marks by itself (docs/hooks.md) is read from there: a build of before has no marks.
 */
export function installProbe() {
  const probe = { frames: [], steps: [], openedAt: null, paintedAt: null, readyAt: null };
  globalThis.benchProbe = probe;

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

/** Names every worker `bench`, so that it notes its times; see src/engine/reading/budgets/stage-clock.ts. */
export function nameWorkers() {
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(url, options) {
      super(url, { ...options, name: 'bench' });
    }
  };
}

/**
 * Reads the chosen file in a worker, inflates it, and does nothing with it: gzip natively.
 * @param {string | null} zstd script of the library that inflates zstd; null for gzip.
 * @returns ms
 */
export function inflateInWorker(zstd) {
  const file = document.querySelector('input').files[0];
  const inflate =
    zstd === null
      ? `const reader = data.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
         while (!(await reader.read()).done);`
      : `const reader = data.stream().getReader();
         const decompress = new fzstd.Decompress(() => undefined);
         for (let next = await reader.read(); !next.done; next = await reader.read()) decompress.push(next.value, false);
         decompress.push(new Uint8Array(0), true);`;
  const source = `${zstd ?? ''}
    onmessage = async ({ data }) => {
      const startedAt = performance.now();
      ${inflate}
      postMessage(performance.now() - startedAt);
    };`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(file);
  });
}

/** Times between the frames of a page that does nothing, in ms. */
export function blankFrames() {
  const FRAMES = 120;
  return new Promise((resolve) => {
    const frames = [];
    let last = performance.now();
    const onFrame = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if (frames.length === FRAMES) resolve(frames.slice(1));
      else requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

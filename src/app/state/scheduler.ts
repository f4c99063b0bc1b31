/**
 * One animation frame for everything that draws. A panel can be invalidated any number of times and is
 * drawn once; tests wait for `pending`. What need not be drawn together, while a trace is read, takes one frame each.
 *
 * Work that is not needed during a gesture is done afterwards, a few milliseconds at a time: sentences and legends when
 * nothing was drawn for a while, or when they have waited too long; panels out of sight only when nothing is being drawn.
 */

export interface Scheduler {
  /** Draws the painter in the next frame. */
  invalidate(painter: () => void): void;
  /** Draws the painter in one of the next frames, with no other one of its kind in the same. */
  oneByOne(painter: () => void): void;
  /** Does the work once, when nothing has been drawn for a while, or after 600 ms. */
  afterwards(work: () => void): void;
  /** Does the work once, when nothing has been drawn for a while. */
  atRest(work: () => void): void;
  /** Drops scheduled work of a removed painter. */
  forget(painter: () => void): void;
  readonly pending: boolean;
  /** Called when something is scheduled and nothing was before. */
  onStale: () => void;
  /** Called when the last scheduled painter and the deferred work have run. */
  onSettled: () => void;
}

/** Deferred work starts when nothing was drawn for this long: a few frames, even on a slow machine. */
const REST_MS = 80;
/** Maximum delay of deferred work, also during a gesture or while a file is read. */
const LONGEST_WAIT_MS = 600;
/** Maximum time of one slice of deferred work, so that frames are not late. */
const SLICE_MS = 6;

/** @param setTimer runs the callback after so many ms. @param now a clock in ms. */
export function createScheduler(
  requestFrame: (callback: () => void) => unknown = requestAnimationFrame,
  setTimer: (callback: () => void, ms: number) => unknown = (callback, ms) => setTimeout(callback, ms),
  now: () => number = () => performance.now(),
): Scheduler {
  const stale = new Set<() => void>();
  const oneByOne = new Set<() => void>();
  const later = new Set<() => void>();
  const resting = new Set<() => void>();
  let requested = false;
  let timing = false;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let waitingSince = 0;

  const settle = (): void => {
    if (!scheduler.pending) scheduler.onSettled();
  };
  const drawFrame = (): void => {
    requested = false;
    const painters = [...stale];
    stale.clear();
    for (const paint of painters) run(paint);
    const [next] = oneByOne;
    if (next !== undefined) {
      oneByOne.delete(next);
      run(next);
    }
    drawnAt = now();
    if (oneByOne.size > 0) request();
    settle();
  };
  const request = (): void => {
    if (requested) return;
    requested = true;
    requestFrame(drawFrame);
  };
  /** @param waiting the painters or the work that one is added to. */
  const add = (waiting: Set<() => void>, work: () => void): void => {
    const idle = !scheduler.pending;
    waiting.add(work);
    if (idle) scheduler.onStale();
  };
  const startTimer = (ms: number): void => {
    if (timing) return;
    timing = true;
    setTimer(() => {
      timing = false;
      workSlice();
    }, ms);
  };
  const workSlice = (): void => {
    const startedAt = now();
    const isDrawing = stale.size + oneByOne.size > 0;
    const restMs = isDrawing ? REST_MS : drawnAt + REST_MS - startedAt;
    const isLate = startedAt - waitingSince >= LONGEST_WAIT_MS;
    if (restMs > 0 && !isLate && later.size > 0) {
      startTimer(restMs);
      return;
    }
    const due = restMs > 0 ? [later] : [later, resting];
    for (const waiting of due) {
      for (const work of waiting) {
        if (now() - startedAt >= SLICE_MS) break;
        waiting.delete(work);
        run(work);
      }
    }
    if (later.size > 0) startTimer(0);
    else if (resting.size > 0) startTimer(Math.max(0, restMs));
    else settle();
  };
  const scheduler: Scheduler = {
    invalidate(painter) {
      add(stale, painter);
      request();
    },
    oneByOne(painter) {
      add(oneByOne, painter);
      request();
    },
    afterwards(work) {
      if (later.size === 0) waitingSince = now();
      add(later, work);
      startTimer(REST_MS);
    },
    atRest(work) {
      add(resting, work);
      startTimer(REST_MS);
    },
    forget(painter) {
      for (const waiting of [stale, oneByOne, later, resting]) waiting.delete(painter);
    },
    get pending() {
      return stale.size + oneByOne.size + later.size + resting.size > 0;
    },
    onStale: () => undefined,
    onSettled: () => undefined,
  };
  return scheduler;
}

/** A panel that cannot be painted must not leave the others stale. */
function run(work: () => void): void {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}

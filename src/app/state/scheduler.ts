/**
 * One animation frame for everything that draws. A panel can be invalidated any number of times and is
 * drawn once; tests wait for `pending`.
 *
 * Work that is not needed during a gesture (sentences, legends, panels out of view) is done afterwards: when nothing was
 * drawn for a while, a few milliseconds at a time, or when it has waited too long.
 */

export interface Scheduler {
  /** Draws the painter in the next frame. */
  invalidate(painter: () => void): void;
  /** Does the work once, when nothing has been drawn for a while. */
  afterwards(work: () => void): void;
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
  const later = new Set<() => void>();
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
    drawnAt = now();
    settle();
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
    const restMs = stale.size > 0 ? REST_MS : drawnAt + REST_MS - startedAt;
    if (later.size > 0 && restMs > 0 && startedAt - waitingSince < LONGEST_WAIT_MS) {
      startTimer(restMs);
      return;
    }
    for (const work of later) {
      later.delete(work);
      run(work);
      if (now() - startedAt >= SLICE_MS) break;
    }
    if (later.size > 0) startTimer(0);
    else settle();
  };
  const scheduler: Scheduler = {
    invalidate(painter) {
      stale.add(painter);
      if (requested) return;
      requested = true;
      scheduler.onStale();
      requestFrame(drawFrame);
    },
    afterwards(work) {
      if (later.size === 0) waitingSince = now();
      const idle = !scheduler.pending;
      later.add(work);
      if (idle) scheduler.onStale();
      startTimer(REST_MS);
    },
    forget(painter) {
      stale.delete(painter);
      later.delete(painter);
    },
    get pending() {
      return stale.size > 0 || later.size > 0;
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

/**
 * One animation frame for everything that draws. A panel can be invalidated any number of times and is
 * drawn once; tests wait for `pending`. What need not be drawn together, while a trace is read, takes one frame each.
 *
 * Work that is not needed during a gesture is done afterwards, a few milliseconds at a time: sentences and legends when
 * nothing was drawn for a while, or when they have waited too long.
 */

export interface Scheduler {
  invalidate(painter: () => void): void;
  /** Draws the painter in one of the next frames, with no other one of its kind in the same. */
  oneByOne(painter: () => void): void;
  /** Does the work once, when nothing has been drawn for a while, or after 600 ms. */
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

type Work = () => void;

/** @param setTimer runs the callback after so many ms. @param now a clock in ms. */
export function createScheduler(
  requestFrame: (callback: Work) => unknown = requestAnimationFrame,
  setTimer: (callback: Work, ms: number) => unknown = (callback, ms) => setTimeout(callback, ms),
  now: () => number = () => performance.now(),
): Scheduler {
  const stale = new Set<Work>();
  const oneByOne = new Set<Work>();
  const later = new Set<Work>();
  const kinds = [stale, oneByOne, later];
  let drawnAt = Number.NEGATIVE_INFINITY;
  let waitingSince = 0;

  const settle = (): void => {
    if (!scheduler.pending) scheduler.onSettled();
  };
  const requestDrawing = once(requestFrame, () => {
    runFrame(stale, oneByOne);
    drawnAt = now();
    if (oneByOne.size > 0) requestDrawing();
    settle();
  });
  const startTimer = once(setTimer, () => {
    const at = now();
    const isDrawing = stale.size + oneByOne.size > 0;
    const restMs = isDrawing ? REST_MS : drawnAt + REST_MS - at;
    const isLate = at - waitingSince >= LONGEST_WAIT_MS;
    if (restMs > 0 && !isLate && later.size > 0) {
      startTimer(restMs);
      return;
    }
    runSlice(later, now);
    if (later.size > 0) startTimer(0);
    else settle();
  });
  const add = (kind: Set<Work>, work: Work): void => {
    const idle = !scheduler.pending;
    kind.add(work);
    if (idle) scheduler.onStale();
  };
  const scheduler: Scheduler = {
    invalidate(painter) {
      add(stale, painter);
      requestDrawing();
    },
    oneByOne(painter) {
      add(oneByOne, painter);
      requestDrawing();
    },
    afterwards(work) {
      if (later.size === 0) waitingSince = now();
      add(later, work);
      startTimer(REST_MS);
    },
    forget(painter) {
      for (const kind of kinds) kind.delete(painter);
    },
    get pending() {
      return kinds.some(({ size }) => size > 0);
    },
    onStale: () => undefined,
    onSettled: () => undefined,
  };
  return scheduler;
}

/** Asks for a callback, and not again before it has come. */
function once<Args extends readonly unknown[]>(
  request: (callback: Work, ...args: Args) => unknown,
  work: Work,
): (...args: Args) => void {
  let isRequested = false;
  return (...args) => {
    if (isRequested) return;
    isRequested = true;
    request(
      () => {
        isRequested = false;
        work();
      },
      ...args,
    );
  };
}

/** All stale painters, and one of those that take a frame each. */
function runFrame(stale: Set<Work>, oneByOne: Set<Work>): void {
  const painters = [...stale];
  stale.clear();
  for (const paint of painters) run(paint);
  const [next] = oneByOne;
  if (next === undefined) return;
  oneByOne.delete(next);
  run(next);
}

/** Deferred work until the time of a slice is over. */
function runSlice(later: Set<Work>, now: () => number): void {
  const startedAt = now();
  for (const work of later) {
    if (now() - startedAt >= SLICE_MS) break;
    later.delete(work);
    run(work);
  }
}

/** A panel that cannot be painted must not leave the others stale. */
function run(work: Work): void {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}

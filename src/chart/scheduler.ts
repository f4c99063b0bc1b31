/**
 * One animation frame for everything that draws. A panel says that it is stale as often as it likes and is
 * drawn once; `pending` is what a test waits for.
 */

export interface Scheduler {
  /** Draws the painter in the next frame. */
  invalidate(painter: () => void): void;
  /** Drops what was scheduled for a painter that goes away. */
  forget(painter: () => void): void;
  readonly pending: boolean;
  /** Called when something is scheduled and nothing was before. */
  onStale: () => void;
  /** Called when the last scheduled painter has run. */
  onSettled: () => void;
}

export function createScheduler(
  requestFrame: (callback: () => void) => number = requestAnimationFrame,
): Scheduler {
  const stale = new Set<() => void>();
  let requested = false;
  const scheduler: Scheduler = {
    invalidate(painter) {
      stale.add(painter);
      if (requested) return;
      requested = true;
      scheduler.onStale();
      requestFrame(() => {
        requested = false;
        const painters = [...stale];
        stale.clear();
        for (const paint of painters) {
          // A panel that cannot be painted must not leave the others stale.
          try {
            paint();
          } catch (error) {
            reportError(error);
          }
        }
        if (stale.size === 0) scheduler.onSettled();
      });
    },
    forget(painter) {
      stale.delete(painter);
    },
    get pending() {
      return stale.size > 0;
    },
    onStale: () => undefined,
    onSettled: () => undefined,
  };
  return scheduler;
}

/**
 * Yields to the event loop during long work, so that pending messages are handled. A message channel has no minimum
 * delay, unlike a timer.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Maximum time without yielding. */
const SLICE_MS = 20;

/** Says when work has gone on for too long without yielding. */
export class WorkSlices {
  #yieldedAt = 0;

  /** @returns what to wait for; null where the work may go on. */
  pause(): Promise<void> | null {
    const now = performance.now();
    if (now - this.#yieldedAt <= SLICE_MS) return null;
    this.#yieldedAt = now;
    return yieldToEventLoop();
  }
}

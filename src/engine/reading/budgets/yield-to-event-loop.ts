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

const SLICE_MS = 20;

/** Says when work has gone on for too long without yielding. */
export class WorkSlices {
  #yieldedAt = performance.now();

  /** @returns what to wait for; null where the work may go on. */
  pause(): Promise<void> | null {
    const now = performance.now();
    if (now - this.#yieldedAt <= SLICE_MS) return null;
    this.#yieldedAt = now;
    return yieldToEventLoop();
  }
}

/** Drives work in pieces, and yields between them where it has gone on for too long. */
export async function inSlices<T>(work: Generator<void, T, void>): Promise<T> {
  const slices = new WorkSlices();
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    const pause = slices.pause();
    if (pause !== null) await pause;
  }
}

/** A clock that stands until a test lets time pass: nothing waits by the wall clock, so no slow machine changes a test. */
import type { Timer } from '../../src/engine/input/bytes/file-stream.ts';

export class HandClock {
  readonly #waiting = new Set<() => void>();
  /** What was asked for, in its order. */
  readonly askedMs: number[] = [];

  #isLate = false;

  readonly timer: Timer = (callback, ms) => {
    this.askedMs.push(ms);
    this.#waiting.add(callback);
    if (this.#isLate) setImmediate(() => this.ring());
    return () => this.#waiting.delete(callback);
  };

  /** Timers that are neither run nor called off. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whatever is waited for now is too late. */
  ring(): void {
    for (const callback of [...this.#waiting]) {
      this.#waiting.delete(callback);
      callback();
    }
  }

  /** From now on whatever does not come within a turn of the event loop is too late. */
  ringAlways(): void {
    this.#isLate = true;
    setImmediate(() => this.ring());
  }
}

/**
 * Writes fragments to the address, within the rate limit of browsers: Chromium ignores changes after 200
 * in 30 s. A change of the view is written at most every 300 ms, the last one always; a step of the range at once, as a
 * history entry, up to `MAX_STEPS` in the window. `address.ts` makes the fragments.
 */

/** Writes a fragment, given without `#`; an empty one removes the fragment. */
export interface AddressBar {
  replace(fragment: string): void;
  push(fragment: string): void;
}

export interface Clock {
  /** ms */
  now(): number;
  /** @returns a function that cancels it. */
  later(run: () => void, ms: number): () => void;
}

const GAP_MS = 300;
const WINDOW_MS = 30_000;
/** Maximum steps within the window; each may need two changes besides the 100 at intervals of `GAP_MS`. */
const MAX_STEPS = 40;

export class AddressWriter {
  readonly #bar: AddressBar;
  readonly #clock: Clock;
  #waiting: { readonly fragment: string; readonly cancel: () => void } | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #steps: readonly number[] = [];

  constructor(bar: AddressBar, clock: Clock) {
    this.#bar = bar;
    this.#clock = clock;
  }

  /** @param step adds a history entry; the previous one keeps its fragment. */
  write(fragment: string, step: boolean): void {
    const now = this.#clock.now();
    this.#steps = this.#steps.filter((at) => now - at < WINDOW_MS);
    if (step && this.#steps.length < MAX_STEPS) {
      this.flush();
      this.#steps = [...this.#steps, now];
      this.#writtenAt = now;
      this.#bar.push(fragment);
      return;
    }
    this.#waiting?.cancel();
    const wait = Math.max(0, this.#writtenAt + GAP_MS - now);
    this.#waiting = { fragment, cancel: this.#clock.later(() => this.flush(), wait) };
  }

  /** Writes the pending fragment now. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.drop();
    this.#writtenAt = this.#clock.now();
    this.#bar.replace(waiting.fragment);
  }

  /** Drops the pending fragment: the address was changed by something else. */
  drop(): void {
    this.#waiting?.cancel();
    this.#waiting = null;
  }
}

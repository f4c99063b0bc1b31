/**
 * Writes fragments to the address, no oftener than browsers let a page: Chromium ignores what comes after 200 changes
 * in 30 s. A change of the view is written at most every 300 ms and once at rest; a step of the range at once, as an
 * entry of the history, as long as steps are not held down like a key. What is written is left to `address.ts`.
 */

/** Where fragments go; both take them without `#`, an empty one takes the fragment away. */
export interface AddressBar {
  replace(fragment: string): void;
  push(fragment: string): void;
}

export interface Clock {
  /** ms */
  now(): number;
  /** @returns what takes it back. */
  later(run: () => void, ms: number): () => void;
}

const GAP_MS = 300;
const WINDOW_MS = 30_000;
/** Steps within the window; each may cost two changes beside the 100 at intervals of `GAP_MS`. */
const MAX_STEPS = 40;

export class AddressWriter {
  readonly #bar: AddressBar;
  readonly #clock: Clock;
  #waiting: { readonly fragment: string; readonly takeBack: () => void } | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #steps: readonly number[] = [];

  constructor(bar: AddressBar, clock: Clock) {
    this.#bar = bar;
    this.#clock = clock;
  }

  /** @param step the entry before stays in the history, as it was when it was left. */
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
    this.#waiting?.takeBack();
    const wait = Math.max(0, this.#writtenAt + GAP_MS - now);
    this.#waiting = { fragment, takeBack: this.#clock.later(() => this.flush(), wait) };
  }

  /** Writes what waits, now. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.drop();
    this.#writtenAt = this.#clock.now();
    this.#bar.replace(waiting.fragment);
  }

  /** What waits is not written: the address is another one by now. */
  drop(): void {
    this.#waiting?.takeBack();
    this.#waiting = null;
  }
}

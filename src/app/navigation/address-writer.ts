/**
 * Writes fragments to the address, within the rate limit of browsers: Chromium ignores changes after 200
 * in 30 s. A change of the view is written at most every 300 ms, the last one always; a step of the range or to another screen at
 * once, as a history entry, up to `MAX_STEPS` in the window. `address.ts` makes the fragments.
 */
import type { Place } from './places';

/** What an entry of the history holds: a fragment without `#`, empty for none, and its place. */
export interface AddressEntry {
  readonly fragment: string;
  /** Null for the open screen. */
  readonly place: Place | null;
  /** What is open and the fragment does not bring back when the page is loaded again, as noun phrases. */
  readonly lost: readonly string[];
  /** Names of local files by their hashes: links do not tell them, and Back asks for a file by its name. */
  readonly names: ReadonlyMap<string, string>;
}

export interface AddressBar {
  replace(entry: AddressEntry): void;
  push(entry: AddressEntry): void;
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
  #waiting: { readonly entry: AddressEntry; readonly cancel: () => void } | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #steps: readonly number[] = [];

  constructor(bar: AddressBar, clock: Clock) {
    this.#bar = bar;
    this.#clock = clock;
  }

  /** @param step adds a history entry; the previous one stays as it is. */
  write(entry: AddressEntry, step: boolean): void {
    const now = this.#clock.now();
    this.#steps = this.#steps.filter((at) => now - at < WINDOW_MS);
    if (step && this.#steps.length < MAX_STEPS) {
      this.flush();
      this.#steps = [...this.#steps, now];
      this.#writtenAt = now;
      this.#bar.push(entry);
      return;
    }
    this.#waiting?.cancel();
    const wait = Math.max(0, this.#writtenAt + GAP_MS - now);
    this.#waiting = { entry, cancel: this.#clock.later(() => this.flush(), wait) };
  }

  /** Writes what is pending now. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.drop();
    this.#writtenAt = this.#clock.now();
    this.#bar.replace(waiting.entry);
  }

  /** Drops what is pending: the address was changed by something else. */
  drop(): void {
    this.#waiting?.cancel();
    this.#waiting = null;
  }
}

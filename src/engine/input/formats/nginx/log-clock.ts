/**
 * The time of a log. Its lines have whole seconds, yet each worker's clock of whole ms stands in its timers (worker-clock.ts): one
 * clock for all workers of a machine, which counts from its start. Times of rows count from the first of it that is known, and the
 * epoch follows from the seconds: that of a block lies within its second, which over a log leaves a ms or two.
 *
 *   second of the lines ├──────────────── 1 s ────────────────┤
 *   clock of the block            ▲ so the epoch minus the clock is known within 1 s; the next block narrows that
 */

/** Blocks whose clock is apart from their seconds by more are of a clock that began anew, or damaged. */
const APART_MS = 3000;
/** A clock that goes on differently is believed after so many blocks that say so. */
const CONTRADICTIONS = 3;
const QUARTER_MS = 15 * 60 * 1000;

export class LogClock {
  /** The clock at time 0, that of the first row, ms; NaN before it. */
  #zeroMs = Number.NaN;
  /** Bounds of the epoch minus the clock, ms. */
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;
  #contradictions = 0;
  /** Local time minus UTC, ms; null where the log does not say it. */
  #zoneMs: number | null = null;

  /** Whether the clock of a block may be this one. @param seconds of its lines. */
  fits(clockMs: number, seconds: number): boolean {
    if (!Number.isFinite(this.#low)) return true;
    const isNear = Math.abs(clockMs + this.#low - 1000 * seconds) <= APART_MS;
    if (isNear) this.#contradictions = 0;
    else if (++this.#contradictions >= CONTRADICTIONS) {
      this.#contradictions = 0;
      this.#beginAnew(clockMs, seconds);
      return true;
    }
    return isNear;
  }

  /** The machine was started again, or its time was set: times go on by the seconds. */
  #beginAnew(clockMs: number, seconds: number): void {
    const passedMs = 1000 * seconds - this.#low - this.#zeroMs;
    this.#zeroMs = clockMs - passedMs;
    this.#low = 1000 * seconds - clockMs;
    this.#high = this.#low + 999;
  }

  /** A block of lines of this second had this clock, ms. */
  note(clockMs: number, seconds: number): void {
    this.#low = Math.max(this.#low, 1000 * seconds - clockMs);
    // The two clocks are read one after the other, and one of them is set by the network now and then.
    this.#high = Math.max(this.#low, Math.min(this.#high, 1000 * seconds + 999 - clockMs));
  }

  /** The time of a row, µs. */
  toUs(clockMs: number): number {
    if (Number.isNaN(this.#zeroMs)) this.#zeroMs = clockMs;
    return 1000 * (clockMs - this.#zeroMs);
  }

  /** What the clock was, ms, by the seconds alone: where nothing else says it. */
  bySeconds(seconds: number): number {
    return Number.isFinite(this.#low) ? 1000 * seconds - this.#low : 1000 * seconds;
  }

  /** A line of this second states the time in UTC. */
  stated(utcMs: number, seconds: number): void {
    if (this.#zoneMs === null && utcMs > 0)
      this.#zoneMs = QUARTER_MS * Math.round((1000 * seconds - utcMs) / QUARTER_MS);
  }

  /** Time 0 as ms since 1970: in UTC where the log says its zone, else as local time. */
  get originMs(): number | null {
    if (Number.isNaN(this.#zeroMs) || !Number.isFinite(this.#low)) return null;
    return this.#zeroMs + (this.#low + this.#high) / 2 - (this.#zoneMs ?? 0);
  }
}

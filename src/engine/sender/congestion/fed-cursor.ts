/**
 * Reads fed points forward in time, in parallel to a pass over fed events: the current value without a search per event.
 * Points that the events have not reached stay for the next feed.
 *
 * Not here: a cursor over a whole series (series-cursor.ts).
 */
import type { FedPoints } from './sender-feed';

const NOTHING = new Float64Array(0);

export class FedCursor {
  #timesUs = NOTHING;
  #values = NOTHING;
  #next = 0;
  /** Time of the next point; Infinity where there is none. */
  #nextUs = Number.POSITIVE_INFINITY;
  #sinceUs = Number.NaN;
  #value = Number.NaN;

  /** Adds points, none of which is earlier than the ones before. */
  feed({ timesUs, values }: FedPoints): void {
    if (timesUs.length === 0) return;
    const isRead = this.#next === this.#timesUs.length;
    this.#timesUs = isRead ? timesUs : joined(this.#timesUs.subarray(this.#next), timesUs);
    this.#values = isRead ? values : joined(this.#values.subarray(this.#next), values);
    this.#turnTo(0);
  }

  /** The value held at `timeUs`, which must not descend from call to call; NaN before the first point. */
  at(timeUs: number): number {
    while (this.#nextUs <= timeUs) this.pass();
    return this.#value;
  }

  /** Time of the value that `at` gave last, µs; NaN before the first point. */
  get sinceUs(): number {
    return this.#sinceUs;
  }

  /** Time of the next point, µs; Infinity where there is none so far. */
  get nextUs(): number {
    return this.#nextUs;
  }

  /** Goes on to the next point, which must exist. @returns its value. */
  pass(): number {
    this.#sinceUs = this.#nextUs;
    this.#value = this.#values[this.#next];
    this.#turnTo(this.#next + 1);
    return this.#value;
  }

  #turnTo(next: number): void {
    this.#next = next;
    this.#nextUs = this.#timesUs[next] ?? Number.POSITIVE_INFINITY;
  }
}

function joined(
  before: Float64Array<ArrayBuffer>,
  after: Float64Array<ArrayBuffer>,
): Float64Array<ArrayBuffer> {
  const both = new Float64Array(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both;
}

/**
 * Bytes that streams carried in steps of time of one width, as columns: one entry per step and stream. Of a trace with millions
 * of frames a window of columns that are whole steps is summed from these.
 */
import { float64Column, uint32Column } from '../../base/columns/growable';
import type { ColumnWindow } from '../../base/columns/series';

const MOST_STEPS = 1 << 14;

/** The smallest power of two µs of which a span has at most `MOST_STEPS`. */
export function stepUsOf(spanUs: number): number {
  let stepUs = 1;
  while (spanUs / stepUs > MOST_STEPS) stepUs *= 2;
  return stepUs;
}

/** Bytes of a stream in a column of a window, and how many of them were carried again. */
export type TakeSum = (stream: number, bytes: number, again: number, column: number) => void;

export class SumSteps {
  readonly #stepUs: number;
  readonly #first: number;
  readonly #step = uint32Column();
  readonly #stream = uint32Column();
  readonly #bytes = float64Column();
  readonly #again = float64Column();
  /** Newest entry of each stream, -1 for none. */
  readonly #newest: Int32Array;

  /** @param fromUs no frame is earlier. */
  constructor(streams: number, fromUs: number, stepUs: number) {
    this.#stepUs = stepUs;
    this.#first = Math.floor(fromUs / stepUs);
    this.#newest = new Int32Array(streams).fill(-1);
  }

  /** A frame, no earlier than those before it. */
  add(stream: number, timeUs: number, bytes: number, again: number): void {
    const step = Math.floor(timeUs / this.#stepUs) - this.#first;
    const newest = this.#newest[stream];
    if (newest >= 0 && this.#step.at(newest) === step) {
      this.#bytes.set(newest, this.#bytes.at(newest) + bytes);
      this.#again.set(newest, this.#again.at(newest) + again);
      return;
    }
    this.#newest[stream] = this.#step.length;
    this.#step.push(step);
    this.#stream.push(stream);
    this.#bytes.push(bytes);
    this.#again.push(again);
  }

  /** Is each column a number of whole steps? */
  fits({ fromUs, columnUs }: ColumnWindow): boolean {
    return columnUs % this.#stepUs === 0 && fromUs % this.#stepUs === 0;
  }

  /** The entries in a window that fits, in order of time. */
  within({ fromUs, columnUs, columns }: ColumnWindow, take: TakeSum): void {
    const [from, perColumn] = [fromUs / this.#stepUs - this.#first, columnUs / this.#stepUs];
    const steps = this.#step.view();
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (steps[middle] < from) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < steps.length; i++) {
      const column = Math.floor((steps[i] - from) / perColumn);
      if (column >= columns) return;
      take(this.#stream.at(i), this.#bytes.at(i), this.#again.at(i), column);
    }
  }
}

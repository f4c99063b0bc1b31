/**
 * Probe timeouts by detection method, like losses: each method has its own list, and queries use the best one that the
 * trace allows. A PTO doubts the packets that were sent since the one before; it is spurious when all of them are
 * acknowledged afterwards: what was missing was an ACK.
 */
import { float64Column, type Growable, uint8Column, uint32Column } from '../../base/columns/growable';

/**
 * In order of trust: `counted` pto_count rose in the metrics · `timer` a PTO timer was logged as expired · `probe` a
 * packet was logged as sent by a PTO · `silence` a packet was sent after a pause as long as the timeout, with data
 * outstanding.
 */
export const PTO_METHODS = ['counted', 'timer', 'probe', 'silence'] as const;
export type PtoMethod = (typeof PTO_METHODS)[number];

interface PtoColumns {
  readonly timeUs: Growable<Float64Array>;
  readonly consecutive: Growable<Uint32Array>;
  readonly doubted: Growable<Uint32Array>;
  readonly arrived: Growable<Uint32Array>;
  readonly spurious: Growable<Uint8Array>;
}

export interface PtoSummary {
  readonly method: PtoMethod;
  readonly count: number;
  readonly spurious: number;
  readonly mostConsecutive: number;
}

const columns = (): PtoColumns => ({
  timeUs: float64Column(),
  consecutive: uint32Column(),
  doubted: uint32Column(),
  arrived: uint32Column(),
  spurious: uint8Column(),
});

/** Of a method without a PTO; never pushed to. */
const NO_PTOS = columns();

export class PtoLog {
  /** Of the methods that have found a PTO. */
  readonly #columns: { [method in PtoMethod]?: PtoColumns } = {};
  #available: readonly PtoMethod[] = ['silence'];
  /** The log is a range of one with this best method. */
  #ofWhole: PtoMethod | null = null;

  /** The trace is a range of a log whose PTOs are those of this method. @param method a `PtoMethod`, or any text. */
  isRangeOf(method: string | null): void {
    this.#ofWhole = PTO_METHODS.find((one) => one === method) ?? null;
  }

  /** The trace holds the input of this method, so that no entries mean "no PTO". */
  markAvailable(method: PtoMethod): void {
    if (!this.#available.includes(method)) this.#available = [...this.#available, method];
  }

  /** @param consecutive number of consecutive PTOs, this one included. @returns its index, for `settle`. */
  push(method: PtoMethod, timeUs: number, consecutive: number): number {
    this.markAvailable(method);
    this.#columns[method] ??= columns();
    const { timeUs: times, consecutive: counts, doubted, arrived, spurious } = this.#columns[method];
    times.push(timeUs);
    counts.push(consecutive);
    doubted.push(0);
    arrived.push(0);
    spurious.push(0);
    return times.length - 1;
  }

  /** @param doubted number of packets that the PTO doubts. @param arrived how many of them are acknowledged afterwards. */
  settle(method: PtoMethod, place: number, doubted: number, arrived: number): void {
    const columns = this.#of(method);
    columns.doubted.set(place, doubted);
    columns.arrived.set(place, arrived);
    columns.spurious.set(place, Number(doubted > 0 && arrived === doubted));
  }

  /** The best method that this trace allows. */
  get method(): PtoMethod {
    return this.#ofWhole ?? PTO_METHODS.find((method) => this.#available.includes(method)) ?? 'silence';
  }

  /** Times of the best method's PTOs, ascending, µs; a view valid until the next push. */
  get timesUs(): Float64Array {
    return this.#of(this.method).timeUs.view();
  }

  /** PTOs of one method, whatever the best is: times in µs. */
  timesOf(method: PtoMethod): Float64Array {
    return this.#of(method).timeUs.view();
  }

  /** Number of consecutive PTOs up to each, parallel to `timesUs`. */
  get consecutive(): Uint32Array {
    return this.#of(this.method).consecutive.view();
  }

  /** Number of packets that each doubts, parallel to `timesUs`. */
  get doubted(): Uint32Array {
    return this.#of(this.method).doubted.view();
  }

  /** How many of those are acknowledged afterwards, parallel to `timesUs`. */
  get arrived(): Uint32Array {
    return this.#of(this.method).arrived.view();
  }

  /** 1 for a spurious PTO, parallel to `timesUs`. */
  get spurious(): Uint8Array {
    return this.#of(this.method).spurious.view();
  }

  #of(method: PtoMethod): PtoColumns {
    return this.#columns[method] ?? NO_PTOS;
  }

  get summary(): PtoSummary {
    const spurious = this.spurious.reduce((sum, flag) => sum + flag, 0);
    const mostConsecutive = this.consecutive.reduce((most, count) => Math.max(most, count), 0);
    return { method: this.method, count: this.timesUs.length, spurious, mostConsecutive };
  }
}

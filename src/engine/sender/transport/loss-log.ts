/**
 * Losses by detection method. Stacks differ in what they log: some write `packet_lost`, quiche from 0.26 only counts,
 * quiche 0.24 logs nothing. Each method has its own list while the trace is read; queries use the method with the best
 * evidence.
 */
import { float64Column, lowerBound, uint32Column } from '../../base/columns/growable';

/**
 * In order of trust:
 * `logged` packet_lost events · `counted` a loss counter in the metrics · `in-flight-drop` logged bytes
 * in flight fell by more than was acknowledged, while a later packet was acknowledged · `ack-gap` packet and time
 * thresholds of RFC 9002 §6.1 · `window-cut` the window and ssthresh fell · `resent-data` stream data was sent again.
 */
export const LOSS_METHODS = [
  'logged',
  'counted',
  'in-flight-drop',
  'ack-gap',
  'window-cut',
  'resent-data',
] as const;
export type LossMethod = (typeof LOSS_METHODS)[number];

/**
 * Where losses of a method are listed. The two that infer single packets share a list: which of them declares a packet lost
 * may change, and neither finds one again that the other has found.
 */
const INFERRED = 'ack-gap';
const LIST_OF: { readonly [method in LossMethod]: LossMethod } = {
  logged: 'logged',
  counted: 'counted',
  'in-flight-drop': INFERRED,
  'ack-gap': INFERRED,
  'window-cut': 'window-cut',
  'resent-data': 'resent-data',
};

/** The method reported where the trace allows none. */
const WEAKEST: LossMethod = 'window-cut';

/** Losses of one method: times in µs, ascending, and packets per time. */
class LossColumn {
  readonly #timeUs = float64Column();
  readonly #packets = uint32Column();

  get timesUs(): Float64Array {
    return this.#timeUs.view();
  }

  get packets(): Uint32Array {
    return this.#packets.view();
  }

  push(timeUs: number, packets: number): void {
    this.#timeUs.push(timeUs);
    this.#packets.push(packets);
  }

  /** One packet of the losses at this time was none. @returns false where no loss stands there. */
  takeBack(timeUs: number): boolean {
    const index = lowerBound(this.timesUs, timeUs);
    if (this.#timeUs.at(index) !== timeUs) return false;
    const left = this.#packets.at(index) - 1;
    this.#packets.set(index, left);
    if (left > 0) return true;
    this.#timeUs.remove(index);
    this.#packets.remove(index);
    return true;
  }
}

/** Of a method without a loss; never pushed to. */
const NO_LOSSES = new LossColumn();

export interface LossSummary {
  readonly method: LossMethod;
  readonly packets: number;
}

export class LossLog {
  /** Of the methods that have found a loss. */
  readonly #columns: { [method in LossMethod]?: LossColumn } = {};
  #takenBack = 0;
  #available: readonly LossMethod[] = [];
  #method: LossMethod = WEAKEST;
  /** The log is a range of one with this best method: what the range lacks or adds does not change it. */
  #ofWhole: LossMethod | null = null;

  /** The trace is a range of a log whose losses are those of this method. @param method a `LossMethod`, or any text. */
  isRangeOf(method: string | null): void {
    const listed = LOSS_METHODS.find((one) => one === method);
    if (listed === undefined) return;
    this.#ofWhole = listed;
    this.markAvailable(listed);
  }

  /** The trace holds the input of this method, so that no entries mean "no loss". */
  markAvailable(method: LossMethod): void {
    if (this.#available.includes(method)) return;
    this.#available = LOSS_METHODS.filter((one) => one === method || this.#available.includes(one));
    this.#method = this.#ofWhole ?? this.#available[0] ?? WEAKEST;
  }

  /** The input of this method contradicts itself. What it has found stays, as far as no packet of it is acknowledged. */
  withdraw(method: LossMethod): void {
    this.#available = this.#available.filter((one) => one !== method);
    this.#method = this.#ofWhole ?? this.#available[0] ?? WEAKEST;
  }

  push(method: LossMethod, timeUs: number, packets: number): void {
    this.markAvailable(method);
    const list = LIST_OF[method];
    this.#columns[list] ??= new LossColumn();
    this.#columns[list].push(timeUs, packets);
  }

  /**
   * A packet that was declared lost at this time is acknowledged.
   * @returns true where the loss was inferred, not reported: it was none, and is taken back.
   */
  takeBack(timeUs: number): boolean {
    if (LIST_OF[this.#method] !== INFERRED || this.#columns[INFERRED]?.takeBack(timeUs) !== true)
      return false;
    this.#takenBack++;
    return true;
  }

  /** How many inferred losses were taken back so far: where it grows, losses read before may be none. */
  get takenBack(): number {
    return this.#takenBack;
  }

  /** The trace allows at least one method. */
  get isKnown(): boolean {
    return this.#available.length > 0;
  }

  /** The best method that this trace allows. */
  get method(): LossMethod {
    return this.#method;
  }

  /** Loss times of the best method, ascending, µs; a view valid until the next push. */
  get timesUs(): Float64Array {
    return this.of(this.method).timesUs;
  }

  /** Packets, parallel to `timesUs`. */
  get packets(): Uint32Array {
    return this.of(this.method).packets;
  }

  /** Losses of one method, whatever the best is: times in µs and packets per time. */
  of(method: LossMethod): { readonly timesUs: Float64Array; readonly packets: Uint32Array } {
    return this.#columns[LIST_OF[method]] ?? NO_LOSSES;
  }

  /** Time of the last loss of the best method, µs; NaN for none. */
  get latestUs(): number {
    return this.of(this.method).timesUs.at(-1) ?? Number.NaN;
  }

  get summary(): LossSummary {
    const { method } = this;
    const { packets } = this.of(method);
    return { method, packets: packets.reduce((sum, count) => sum + count, 0) };
  }
}

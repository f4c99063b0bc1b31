/**
 * Losses with the method that found them. Stacks differ in what they log: some write `packet_lost`,
 * quiche from 0.26 only counts, quiche 0.24 says nothing. Every method keeps its own list while the
 * trace is read; which list counts is decided when it is asked for, best evidence first.
 */
import { float64Column, uint32Column } from '../columns/growable';

/**
 * In order of trust:
 * `logged` packet_lost events · `counted` a loss counter in the metrics · `in-flight-drop` logged bytes
 * in flight fell by more than was acknowledged · `ack-gap` packet and time thresholds of RFC 9002 §6.1 ·
 * `window-cut` the window and ssthresh fell · `resent-data` stream data was sent again.
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

/** What is said where the trace allows no method at all. */
const WEAKEST: LossMethod = 'window-cut';

/** Losses of one method: instants in µs, ascending, and how many packets each. */
class LossColumn {
  readonly #timeUs = float64Column();
  readonly #packets = uint32Column();

  get length(): number {
    return this.#timeUs.length;
  }

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
}

export interface LossSummary {
  readonly method: LossMethod;
  readonly packets: number;
}

export class LossLog {
  readonly #columns: { readonly [method in LossMethod]: LossColumn } = {
    logged: new LossColumn(),
    counted: new LossColumn(),
    'in-flight-drop': new LossColumn(),
    'ack-gap': new LossColumn(),
    'window-cut': new LossColumn(),
    'resent-data': new LossColumn(),
  };
  readonly #available = new Set<LossMethod>();
  #method: LossMethod = WEAKEST;

  /** The trace holds what this method reads, so that its silence means "no loss". */
  markAvailable(method: LossMethod): void {
    if (this.#available.has(method)) return;
    this.#available.add(method);
    this.#method = LOSS_METHODS.find((known) => this.#available.has(known)) ?? WEAKEST;
  }

  push(method: LossMethod, timeUs: number, packets: number): void {
    this.markAvailable(method);
    this.#columns[method].push(timeUs, packets);
  }

  /** The trace holds something from which losses can be told. */
  get known(): boolean {
    return this.#available.size > 0;
  }

  /** The best method that this trace allows. */
  get method(): LossMethod {
    return this.#method;
  }

  /** Loss instants of the best method, ascending, µs; a view valid until the next push. */
  get timesUs(): Float64Array {
    return this.#columns[this.method].timesUs;
  }

  /** Packets beside `timesUs`. */
  get packets(): Uint32Array {
    return this.#columns[this.method].packets;
  }

  /** Losses of one method alone, whatever the best is: instants in µs and packets beside them. */
  of(method: LossMethod): { readonly timesUs: Float64Array; readonly packets: Uint32Array } {
    return this.#columns[method];
  }

  /** When the best method last found a loss, µs; NaN for never. */
  get latestUs(): number {
    return this.#columns[this.method].timesUs.at(-1) ?? Number.NaN;
  }

  get summary(): LossSummary {
    const { method } = this;
    const { packets } = this.#columns[method];
    return { method, packets: packets.reduce((sum, count) => sum + count, 0) };
  }
}

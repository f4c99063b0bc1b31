/**
 * The machine that an endpoint runs on: how late it wakes, how long it works before it sends, the time between the packets of a burst, and
 * stalls in which nothing runs.
 */
import { type Distribution, Sampler } from './distribution';
import type { TimeSpan } from './link-settings';
import { Random } from './random';

export interface HostSettings {
  /** From the time at which the endpoint should run to the time at which it does (sleep states, scheduling), µs. */
  readonly wakeUs?: Distribution;
  /** From reading what has arrived to the first packet sent, µs. */
  readonly turnaroundUs?: Distribution;
  /** From one packet of a burst to the next, µs. */
  readonly gapUs?: Distribution;
  /** Times in which nothing runs; they begin at random (a Poisson process). */
  readonly stalls?: { readonly perSecond: number; readonly lengthMs: Distribution } | null;
  /** Stalls at known times, ascending; those that are drawn come after the last one. */
  readonly stallsAt?: readonly TimeSpan[];
}

/** After the last known one. */
const NO_STALL = { fromUs: Number.POSITIVE_INFINITY, toUs: Number.POSITIVE_INFINITY };

export class Host {
  readonly #wake: Sampler;
  readonly #turnaround: Sampler;
  readonly #gap: Sampler;
  readonly #stallLength: Sampler | null;
  readonly #meanWaitUs: number;
  readonly #random: Random;
  /** As far as they were drawn: a wake is asked for ahead, and then an earlier one. */
  readonly #stalls: { readonly fromUs: number; readonly toUs: number }[];
  /** Place of the stall that was looked at last. */
  #at = 0;

  /** @param name of the host, for its random numbers. */
  constructor(
    { wakeUs = 0, turnaroundUs = 0, gapUs = 0, stalls = null, stallsAt = [] }: HostSettings,
    seed: number,
    name: string,
  ) {
    this.#random = new Random(seed, `${name} stalls`);
    this.#wake = new Sampler(wakeUs, new Random(seed, `${name} wake`));
    this.#turnaround = new Sampler(turnaroundUs, new Random(seed, `${name} turnaround`));
    this.#gap = new Sampler(gapUs, new Random(seed, `${name} gap`));
    const stalling = stalls !== null && stalls.perSecond > 0 ? stalls : null;
    this.#stalls = stallsAt.map(({ fromMs, toMs }) => ({ fromUs: fromMs * 1000, toUs: toMs * 1000 }));
    this.#stallLength = stalling === null ? null : new Sampler(stalling.lengthMs, this.#random);
    this.#meanWaitUs = stalling === null ? Number.POSITIVE_INFINITY : 1e6 / stalling.perSecond;
  }

  /** When an endpoint runs that should run at `dueUs`. Calls ascend but for a wake that is asked for anew. */
  wakesUs(dueUs: number): number {
    return this.#past(dueUs + this.#wake.next());
  }

  /** When the first packet is sent after what came was read at `fromUs`. */
  turnedUs(fromUs: number): number {
    return this.#worked(fromUs, this.#turnaround.next());
  }

  /** When the next packet of a burst is sent after one at `fromUs`. */
  nextUs(fromUs: number): number {
    return this.#worked(fromUs, this.#gap.next());
  }

  get #isStalling(): boolean {
    return this.#stallLength !== null || this.#stalls.length > 0;
  }

  #worked(fromUs: number, costUs: number): number {
    let toUs = fromUs + costUs;
    if (!this.#isStalling) return toUs;
    for (let i = this.#firstEndingAfter(fromUs); this.#stall(i).fromUs < toUs; i++)
      toUs += this.#stall(i).toUs - Math.max(fromUs, this.#stall(i).fromUs);
    return toUs;
  }

  /** The first time from `atUs` on at which anything runs. */
  #past(atUs: number): number {
    if (!this.#isStalling) return atUs;
    const { fromUs, toUs } = this.#stall(this.#firstEndingAfter(atUs));
    return fromUs <= atUs ? toUs : atUs;
  }

  /** Place of the first stall that ends later. */
  #firstEndingAfter(atUs: number): number {
    while (this.#at > 0 && this.#stall(this.#at - 1).toUs > atUs) this.#at--;
    while (this.#stall(this.#at).toUs <= atUs) this.#at++;
    return this.#at;
  }

  #stall(index: number): { readonly fromUs: number; readonly toUs: number } {
    while (this.#stalls.length <= index) {
      if (this.#stallLength === null) return NO_STALL;
      const afterUs = this.#stalls.at(-1)?.toUs ?? 0;
      const fromUs = afterUs + this.#random.wait() * this.#meanWaitUs;
      this.#stalls.push({ fromUs, toUs: fromUs + this.#stallLength.next() * 1000 });
    }
    return this.#stalls[index];
  }
}

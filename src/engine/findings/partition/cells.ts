/**
 * The span in cells: times in which one constraint holds the sender, within one round trip. A cell ends where the next one begins.
 * What holds in the last ones may show later: a gap is a long one when the next packet is sent, and what binds with a window may lift
 * after it.
 */
import { float64Column, uint8Column, uint32Column } from '../../base/columns/growable';
import { EQUAL_US, HELD, type Held, type HeldInterval } from './holders';

/** With a coarse clock a wait shorter than this belongs to the one before, µs. */
const LEAST_WAIT_US = 2000;

export class Cells {
  readonly startUs = float64Column();
  readonly held = uint8Column();
  readonly trip = uint32Column();
  length = 0;
  readonly #isCoarse: boolean;
  /** The last cell is one of this, which goes on. */
  #last: Held | null = null;
  #lastTrip = -1;
  /** When a packet was sent last, or the window lifted, µs, and the cell of that time. */
  #waitUs: number;
  #waitCell = 0;
  /** The same of sends alone, and of those that the window did not forbid, and lifts. */
  #sentUs: number;
  #freeUs: number;
  /** What held at the end of the last wait that is not short. */
  #heldBefore: Held | null = null;
  /** Cells of the window since it lifted last, and what binds with it. */
  readonly #contested: { cell: number; readonly other: HeldInterval }[] = [];

  /** @param isCoarse the clock tells no short wait. */
  constructor(startUs: number, isCoarse: boolean) {
    this.#isCoarse = isCoarse;
    this.#waitUs = startUs;
    this.#sentUs = startUs;
    this.#freeUs = startUs;
  }

  /** A cell that goes on is not begun again. @param other what binds with the window. */
  add(startUs: number, held: Held, trip: number, other: HeldInterval | null): void {
    if (other !== null) this.#contested.push({ cell: this.length, other });
    else if (this.#last === held && this.#lastTrip === trip && this.#contested.length === 0) return;
    this.#last = held;
    this.#lastTrip = trip;
    this.length++;
    this.startUs.push(startUs);
    this.held.push(held);
    this.trip.push(trip);
  }

  /**
   * A packet is sent.
   * @param isBound although the window forbids it: a probe.
   * @param isLong nothing bound for longer than a smoothed RTT since the last one.
   * @returns true where the last cell does not go on.
   */
  send(atUs: number, isBound: boolean, isLong: boolean): boolean {
    if (isLong) this.#rename(HELD.gap, HELD.longGap);
    if (this.#isCoarse) this.#joinShort(atUs);
    this.#beginWait(atUs);
    if (!isBound) this.#freeUs = atUs;
    return this.#last === null;
  }

  /** The window lifts: of what bound with it, what lifts later held. */
  lift(atUs: number): void {
    if (this.#contested.length > 0) this.#decide(atUs);
    this.#beginWait(atUs);
    this.#freeUs = atUs;
  }

  #decide(atUs: number): void {
    for (const { cell, other } of this.#contested) {
      const isCredit = other.held >= HELD.windowTooSmall && other.held <= HELD.neverRenewed;
      const isLater = other.endUs > atUs + (isCredit ? -EQUAL_US : EQUAL_US);
      if (isLater && this.held.at(cell) === HELD.window) this.held.set(cell, other.held);
    }
    this.#contested.length = 0;
  }

  #beginWait(atUs: number): void {
    this.#waitUs = atUs;
    this.#waitCell = Math.max(0, this.length - 1);
  }

  /** A wait that ends now, and is too short for the clock, goes on as the one before it. */
  #joinShort(atUs: number): void {
    const isShort = atUs - this.#sentUs < LEAST_WAIT_US;
    this.#sentUs = atUs;
    if (!isShort) this.#heldBefore = atUs > this.#freeUs ? (this.held.last() as Held) : null;
    else if (this.#heldBefore !== null && atUs > this.#waitUs) this.#rename(null, this.#heldBefore);
  }

  /** What holds in the wait is something else. @param only of that; null for whatever it is. */
  #rename(only: Held | null, to: Held): void {
    for (let cell = this.#waitCell; cell < this.length; cell++) {
      const held = this.held.at(cell);
      if (held === to || (only !== null && held !== only)) continue;
      if (this.startUs.at(cell) < this.#waitUs) this.#split(cell, this.#waitUs);
      else this.held.set(cell, to);
      this.#last = null;
    }
  }

  #split(cell: number, atUs: number): void {
    this.startUs.insert(cell + 1, atUs);
    this.held.insert(cell + 1, this.held.at(cell));
    this.trip.insert(cell + 1, this.trip.at(cell));
    this.length++;
    for (let i = this.#contested.length - 1; i >= 0 && this.#contested[i].cell >= cell; i--) {
      const { cell: contested, other } = this.#contested[i];
      if (contested > cell) this.#contested[i].cell++;
      else this.#contested.splice(i + 1, 0, { cell: cell + 1, other });
    }
  }
}

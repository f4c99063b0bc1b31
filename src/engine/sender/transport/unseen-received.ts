/**
 * Packets that were received although the log never shows them: this end acknowledges their numbers (RFC 9000 §13.2). Records that
 * are missing there are missing of every kind, ACKs and credit among them. A packet that comes late looks like one that an
 * ACK named before its record, so that fewer are counted than are missing where many do.
 */
import { PacketSpace } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import { float64Column, lowerBound, upperBound } from '../../base/columns/growable';

/** Packets of an interval: by their numbers, and how many of them are not in the log. */
export interface Missing {
  readonly missing: number;
  readonly numbered: number;
  /** 0 to 1; 0 where there are none. */
  readonly share: number;
}

/** A number further above what was acknowledged is damage. */
const MOST_AHEAD = 1_000_000;
const NONE: Missing = { missing: 0, numbered: 0, share: 0 };

/** What this end has acknowledged of one packet number space. */
interface Acknowledged {
  /** At first the number before the first packet that was received. */
  largest: number;
  /** Received, ascending; from `next` on their numbers are above the largest acknowledged. */
  readonly above: number[];
  next: number;
}

/** So many numbers that are done with are cut off at once. */
const DONE = 256;
/** A log with more packets that no ACK of this end names holds no such ACKs: nothing is said of it. */
const MOST_WAITING = 65_536;

export class UnseenReceived {
  readonly #spaces = new Map<number, Acknowledged>();
  /** Each ACK that names packets that are not in the log: when, and running totals of those packets and of all that were acknowledged. */
  readonly #timesUs = float64Column();
  readonly #missing = float64Column();
  readonly #acked = float64Column();
  #ackedPackets = 0;
  #missingPackets = 0;

  received(space: number, packetNumber: number): void {
    if (space === PacketSpace.none || Number.isNaN(packetNumber)) return;
    const acked = this.#spaces.get(space);
    if (acked === undefined)
      this.#spaces.set(space, { largest: packetNumber - 1, above: [packetNumber], next: 0 });
    else if (packetNumber > acked.largest) add(acked, packetNumber);
    // Its record comes after the ACK that named it, or it was itself late.
    else this.#missingPackets = Math.max(0, this.#missingPackets - 1);
  }

  /** The ACK ranges of a sent packet. */
  acknowledged(batch: EventBatch, row: number, timeUs: number): void {
    const space = this.#spaces.get(batch.space[row]);
    if (space === undefined) return;
    const { largest: before, above } = space;
    let { largest } = space;
    let named = 0;
    const first = batch.firstPair[row];
    const last = first + batch.pairCount[row] - 1;
    // Ranges descend as on the wire (RFC 9000 §19.3.1), or ascend: only those of new numbers are looked at.
    const step = batch.pairs.at(first * 2) < batch.pairs.at(last * 2) ? -1 : 1;
    for (let pair = step < 0 ? last : first; pair >= first && pair <= last; pair += step) {
      const to = batch.pairs.at(pair * 2 + 1);
      if (to <= before) break;
      if (to > before + MOST_AHEAD) continue;
      named += to - Math.max(batch.pairs.at(pair * 2), before + 1) + 1;
      largest = Math.max(largest, to);
    }
    if (named === 0) return;
    const next = upperBound(above, largest, space.next);
    const seen = next - space.next;
    space.next = next;
    if (next >= DONE) space.next -= above.splice(0, next).length;
    space.largest = largest;
    this.#ackedPackets += named;
    if (named <= seen) return;
    this.#missingPackets += named - seen;
    this.#timesUs.push(timeUs);
    this.#missing.push(this.#missingPackets);
    this.#acked.push(this.#ackedPackets);
  }

  /** Between which times packets are missing, µs; null without any. */
  get extent(): { readonly startUs: number; readonly endUs: number } | null {
    const { length } = this.#timesUs;
    return length === 0 ? null : { startUs: this.#timesUs.at(0), endUs: this.#timesUs.at(length - 1) };
  }

  /** In [startUs, endUs]: by the ACKs between the first and the last that show it. */
  within(startUs: number, endUs: number): Missing {
    const before = lowerBound(this.#timesUs.view(), startUs) - 1;
    const last = upperBound(this.#timesUs.view(), endUs) - 1;
    if (last <= before) return NONE;
    const between = (totals: { at(index: number): number }): number =>
      totals.at(last) - (before < 0 ? 0 : totals.at(before));
    const missing = Math.min(this.#missingPackets, between(this.#missing));
    const numbered = between(this.#acked);
    return { missing, numbered, share: missing / numbered };
  }

  /** Of the whole log. */
  get all(): Missing {
    const missing = this.#missingPackets;
    const numbered = this.#ackedPackets;
    return numbered === 0 ? NONE : { missing, numbered, share: missing / numbered };
  }
}

function add(acked: Acknowledged, packetNumber: number): void {
  const { above, next } = acked;
  if (above.length - next === MOST_WAITING) {
    above.length = 0;
    acked.largest = Number.POSITIVE_INFINITY;
  } else if (packetNumber > (above[above.length - 1] ?? -1)) above.push(packetNumber);
  else above.splice(lowerBound(above, packetNumber, next), 0, packetNumber);
}

/**
 * Packets of the peer that never came, by the numbers of those that did (RFC 9000 §12.3: none is used twice, and they
 * ascend). Where none is missing no ACK was lost: one that comes late was sent late, or held. A peer may skip a number when
 * it probes (RFC 9002 §6.2.4), as quic-go does: each group of ack-eliciting packets explains one.
 */
import { EventKind, PacketFlag, PacketSpace } from '../../../qlog-schema';
import type { BlockReader } from '../../columns/block-column';
import { upperBound } from '../../columns/growable';
import type { RowFactReader } from '../../columns/row-kinds';
import type { SparseReader } from '../../columns/sparse-column';
import type { TransportState } from '../../transport/transport';

/** Packets that arrive out of order are among the last so many. */
const REORDERED = 32;
/** Probes this close together are of one PTO (RFC 9002 §6.2.4: one or two). */
const TOGETHER_US = 1000;
/** Packets on each side of a gap whose losses are counted. */
export const AROUND = 50;

/** Classes of rows. */
const OTHER = 0;
const RECEIVED = 1;
const ELICITING = 2;

export interface Losses {
  readonly packets: number;
  readonly lost: number;
}

/** Packets that were received, in order of arrival. */
class Arrivals {
  readonly timesUs: Float64Array;
  readonly numbers: Float64Array;
  /** Times of the ack-eliciting ones. */
  readonly elicitingUs: Float64Array;

  constructor(timesUs: readonly number[], numbers: readonly number[], elicitingUs: readonly number[]) {
    this.timesUs = Float64Array.from(timesUs);
    this.numbers = Float64Array.from(numbers);
    this.elicitingUs = Float64Array.from(elicitingUs);
  }

  /** Groups of ack-eliciting packets in (fromUs, untilUs]. */
  probes(fromUs: number, untilUs: number): number {
    let groups = 0;
    let lastUs = Number.NEGATIVE_INFINITY;
    for (let i = upperBound(this.elicitingUs, fromUs); i < this.elicitingUs.length; i++) {
      const timeUs = this.elicitingUs[i] as number;
      if (timeUs > untilUs) break;
      if (timeUs - lastUs >= TOGETHER_US) groups++;
      lastUs = timeUs;
    }
    return groups;
  }

  /** See `PeerPackets.around`. */
  around(timeUs: number, side: 'before' | 'behind'): Losses {
    const at = upperBound(this.timesUs, timeUs);
    const from = side === 'before' ? Math.max(0, at - AROUND) : at;
    const came = this.numbers.subarray(from, side === 'before' ? at : at + AROUND);
    if (came.length === 0) return { packets: 0, lost: 0 };
    const packets = highest(came) - lowest(came) + 1;
    return { packets, lost: packets - new Set(came).size };
  }
}

/** Packets of the application space that were received. Only those next to what is asked for are read. */
export class PeerPackets {
  readonly #timesUs: BlockReader;
  readonly #numbers: SparseReader;
  readonly #classes: RowFactReader;

  constructor({ events }: TransportState) {
    this.#timesUs = events.timeUs.reader();
    this.#numbers = events.packetNumber.reader();
    this.#classes = events.classes((kind, space, flags) => {
      if (kind !== EventKind.packetReceived || space !== PacketSpace.application) return OTHER;
      return (flags & PacketFlag.ackEliciting) !== 0 ? ELICITING : RECEIVED;
    });
  }

  /**
   * Packets that never came, of those up to one that came in (fromUs, untilUs]; NaN if none came then, or none before.
   * Numbers that the peer may have skipped for probes do not count where nothing else is missing.
   */
  lostIn(fromUs: number, untilUs: number): number {
    const arrivals = this.#near(fromUs, untilUs);
    const { timesUs, numbers } = arrivals;
    const from = upperBound(timesUs, fromUs);
    const until = upperBound(timesUs, untilUs);
    const before = highest(numbers.subarray(Math.max(0, from - REORDERED), from));
    const came = numbers.subarray(from, until).filter((number) => number > before);
    const missing = highest(came) - before - new Set(came).size;
    const isSkipped =
      missing <= arrivals.probes(fromUs, untilUs + TOGETHER_US) &&
      arrivals.around(fromUs, 'before').lost + arrivals.around(untilUs, 'behind').lost === 0;
    return isSkipped ? 0 : missing;
  }

  /** Packets that came, or are missing, next to a time; the larger numbers of those that came last may come later. */
  around(timeUs: number, side: 'before' | 'behind'): Losses {
    return this.#near(timeUs, timeUs).around(timeUs, side);
  }

  /** Those in (fromUs, untilUs + `TOGETHER_US`], and at least `AROUND` before it, and behind `untilUs`, where there are so many. */
  #near(fromUs: number, untilUs: number): Arrivals {
    const times = this.#timesUs;
    let start = times.upperBound(fromUs);
    for (let before = 0; start > 0 && before < AROUND; ) if (this.#arrives(--start)) before++;
    const timesUs: number[] = [];
    const numbers: number[] = [];
    const elicitingUs: number[] = [];
    let behind = 0;
    for (let row = start; row < this.#classes.length; row++) {
      const timeUs = times.at(row);
      // Negated for NaN: all are behind the end of a gap that has none.
      if (behind >= AROUND && !(timeUs <= untilUs + TOGETHER_US)) break;
      if (!this.#arrives(row)) continue;
      timesUs.push(timeUs);
      numbers.push(this.#numbers.at(row));
      if (this.#classes.at(row) === ELICITING) elicitingUs.push(timeUs);
      if (!(timeUs <= untilUs)) behind++;
    }
    return new Arrivals(timesUs, numbers, elicitingUs);
  }

  /** The row is a packet of the peer that names its number. */
  #arrives(row: number): boolean {
    return this.#classes.at(row) !== OTHER && !Number.isNaN(this.#numbers.at(row));
  }
}

const highest = (numbers: Float64Array): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((most, number) => Math.max(most, number));
const lowest = (numbers: Float64Array): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((least, number) => Math.min(least, number));

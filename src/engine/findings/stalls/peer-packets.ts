/**
 * Packets of the peer that never came, by the numbers of those that did (RFC 9000 §12.3: none is used twice, and they
 * ascend). Where none is missing no ACK was lost: one that comes late was sent late, or held. A peer may skip a number when
 * it probes (RFC 9002 §6.2.4), as quic-go does: each group of ack-eliciting packets explains one.
 */
import { EventKind, PacketFlag, PacketSpace } from '../../../qlog-schema';
import { float64Column, upperBound } from '../../columns/growable';
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

/** Packets of the application space that were received, in order of arrival. */
export class PeerPackets {
  readonly #timesUs: Float64Array;
  readonly #numbers: Float64Array;
  /** Times of the ack-eliciting ones. */
  readonly #elicitingUs: Float64Array;

  constructor({ events }: TransportState) {
    const times = events.timeUs.reader();
    const packetNumbers = events.packetNumber.reader();
    const classes = events.classes((kind, space, flags) => {
      if (kind !== EventKind.packetReceived || space !== PacketSpace.application) return OTHER;
      return (flags & PacketFlag.ackEliciting) !== 0 ? ELICITING : RECEIVED;
    });
    const arrivedUs = float64Column();
    const numbers = float64Column();
    const elicitingUs = float64Column();
    for (let row = 0; row < classes.length; row++) {
      const rowClass = classes.at(row);
      if (rowClass === OTHER) continue;
      const number = packetNumbers.at(row);
      if (Number.isNaN(number)) continue;
      const timeUs = times.at(row);
      arrivedUs.push(timeUs);
      numbers.push(number);
      if (rowClass === ELICITING) elicitingUs.push(timeUs);
    }
    this.#timesUs = arrivedUs.view();
    this.#numbers = numbers.view();
    this.#elicitingUs = elicitingUs.view();
  }

  /**
   * Packets that never came, of those up to one that came in (fromUs, untilUs]; NaN if none came then, or none before.
   * Numbers that the peer may have skipped for probes do not count where nothing else is missing.
   */
  lostIn(fromUs: number, untilUs: number): number {
    const from = upperBound(this.#timesUs, fromUs);
    const until = upperBound(this.#timesUs, untilUs);
    const before = highest(this.#numbers.subarray(Math.max(0, from - REORDERED), from));
    const came = this.#numbers.subarray(from, until).filter((number) => number > before);
    const missing = highest(came) - before - new Set(came).size;
    const isSkipped =
      missing <= this.#probes(fromUs, untilUs + TOGETHER_US) &&
      this.around(fromUs, 'before').lost + this.around(untilUs, 'behind').lost === 0;
    return isSkipped ? 0 : missing;
  }

  /** Groups of ack-eliciting packets. */
  #probes(fromUs: number, untilUs: number): number {
    let groups = 0;
    let lastUs = Number.NEGATIVE_INFINITY;
    for (let i = upperBound(this.#elicitingUs, fromUs); i < this.#elicitingUs.length; i++) {
      const timeUs = this.#elicitingUs[i] as number;
      if (timeUs > untilUs) break;
      if (timeUs - lastUs >= TOGETHER_US) groups++;
      lastUs = timeUs;
    }
    return groups;
  }

  /** Packets that came, or are missing, next to a time; the larger numbers of those that came last may come later. */
  around(timeUs: number, side: 'before' | 'behind'): Losses {
    const at = upperBound(this.#timesUs, timeUs);
    const from = side === 'before' ? Math.max(0, at - AROUND) : at;
    const came = this.#numbers.subarray(from, side === 'before' ? at : at + AROUND);
    if (came.length === 0) return { packets: 0, lost: 0 };
    const packets = highest(came) - lowest(came) + 1;
    return { packets, lost: packets - new Set(came).size };
  }
}

const highest = (numbers: Float64Array): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((most, number) => Math.max(most, number));
const lowest = (numbers: Float64Array): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((least, number) => Math.min(least, number));

/**
 * Packets of the peer that never came, by the numbers of those that did (RFC 9000 §12.3: none is used twice, and they
 * ascend). Where none is missing no ACK was lost: one that comes late was sent late, or held. A peer may skip a number when
 * it probes (RFC 9002 §6.2.4), as quic-go does: each group of ack-eliciting packets explains one. Some number the packets of
 * all spaces in one line: what came in another space is not missing.
 */
import { EventKind, PacketFlag, PacketSpace } from '../../../qlog-schema';
import { lowerBound } from '../../base/columns/growable';
import type { TransportState } from '../../sender/transport/transport';

/** Packets that arrive out of order are among the last so many. */
const REORDERED = 32;
/** Probes this close together are of one PTO (RFC 9002 §6.2.4: one or two). */
const TOGETHER_US = 1000;
/** Packets on each side of a gap whose losses are counted. */
export const AROUND = 50;

/** Classes of rows: of no packet that was received, of one of the application space, of one of another space. */
const OTHER = 0;
const RECEIVED = 1;
const ELICITING = 2;
const ELSEWHERE = 3;

export interface Losses {
  readonly packets: number;
  readonly lost: number;
}

/**
 * Packets of the application space that were received, and of all spaces from the first of them on where those before it, of
 * other spaces, have lower numbers. All are listed when the first gap is looked at.
 */
export class PeerPackets {
  readonly #events: TransportState['events'];
  #made: Arrivals | null = null;

  constructor({ events }: TransportState) {
    this.#events = events;
  }

  /**
   * Packets that never came, of those up to one that came in (fromUs, untilUs]; NaN if none came then, or none before.
   * Numbers that the peer may have skipped for probes do not count where nothing else is missing.
   */
  lostIn(fromUs: number, untilUs: number): number {
    const { numbers } = this.#arrivals;
    const from = this.#firstAfter(fromUs);
    const before = highest(numbers.subarray(Math.max(0, from - REORDERED), from));
    const came = numbers.subarray(from, this.#firstAfter(untilUs)).filter((number) => number > before);
    const missing = highest(came) - before - new Set(came).size;
    // Nothing is missing next to most gaps: the packets around them are not looked at.
    if (missing === 0) return 0;
    const isSkipped =
      missing <= this.#probes(fromUs, untilUs + TOGETHER_US) &&
      this.around(fromUs, 'before').lost + this.around(untilUs, 'after').lost === 0;
    return isSkipped ? 0 : missing;
  }

  /** Packets that came, or are missing, next to a time; the larger numbers of those that came last may come later. */
  around(timeUs: number, side: 'before' | 'after'): Losses {
    const at = this.#firstAfter(timeUs);
    const from = side === 'before' ? Math.max(0, at - AROUND) : at;
    const came = this.#arrivals.numbers.subarray(from, side === 'before' ? at : at + AROUND);
    if (came.length === 0) return { packets: 0, lost: 0 };
    const packets = highest(came) - lowest(came) + 1;
    return { packets, lost: packets - new Set(came).size };
  }

  /** Groups of ack-eliciting packets in (fromUs, untilUs]. */
  #probes(fromUs: number, untilUs: number): number {
    const { rows, isEliciting } = this.#arrivals;
    const until = this.#firstAfter(untilUs);
    let groups = 0;
    let lastUs = Number.NEGATIVE_INFINITY;
    for (let i = this.#firstAfter(fromUs); i < until; i++) {
      const row = rows[i];
      if (!isEliciting(row)) continue;
      const timeUs = this.#events.timeUs.at(row);
      if (timeUs - lastUs >= TOGETHER_US) groups++;
      lastUs = timeUs;
    }
    return groups;
  }

  /** Index of the first one that came after a time. */
  #firstAfter(timeUs: number): number {
    return lowerBound(this.#arrivals.rows, this.#events.timeUs.upperBound(timeUs));
  }

  get #arrivals(): Arrivals {
    this.#made ??= arrivalsOf(this.#events);
    return this.#made;
  }
}

/** In order of arrival. */
interface Arrivals {
  readonly rows: Uint32Array;
  readonly numbers: Float64Array;
  readonly isEliciting: (row: number) => boolean;
}

/** Those that name their number. */
function arrivalsOf(events: TransportState['events']): Arrivals {
  const classes = events.classes((kind, space, flags) => {
    if (kind !== EventKind.packetReceived) return OTHER;
    if (space !== PacketSpace.application) return ELSEWHERE;
    return (flags & PacketFlag.ackEliciting) !== 0 ? ELICITING : RECEIVED;
  });
  const rows = events.packetNumber.storedRows();
  const numbers = events.packetNumber.storedValues();
  let highestElsewhere = Number.NaN;
  let isOneLine = false;
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const [row, number] = [rows[i], numbers[i]];
    const where = classes.at(row);
    if (where === ELSEWHERE && !(number <= highestElsewhere)) highestElsewhere = number;
    if (where === OTHER || (where === ELSEWHERE && !isOneLine)) continue;
    if (count === 0) isOneLine = number > highestElsewhere;
    rows[count] = row;
    numbers[count++] = number;
  }
  const isEliciting = (row: number): boolean => classes.at(row) === ELICITING;
  return { rows: rows.subarray(0, count), numbers: numbers.subarray(0, count), isEliciting };
}

const highest = (numbers: Float64Array): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((most, number) => Math.max(most, number));
const lowest = (numbers: Float64Array): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((least, number) => Math.min(least, number));

/**
 * The longest time in a gap between two ACKs without a packet of either direction, and what this host does when it goes on.
 * A host that was stopped finds the ACKs of that time in its socket, one for as many packets as ever; a timer that was due
 * meanwhile has not fired.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../base/columns/growable';
import { tailMedians } from '../../base/columns/median';
import type { AckGap } from '../../sender/transport/ack-gaps';
import type { TransportState } from '../../sender/transport/transport';
import { type Interval, lengthOf } from '../measures/intervals';
import { ackRowsOf } from './usual-acks';

export interface Quiet extends Interval {
  /** ACKs of new data that were read at once, before the next packet was sent, and what one of them acknowledges, median. */
  readonly acks: number;
  readonly ackBytes: number;
  /** When the PTO was due, and how long it ran until then, with its back-off; NaN if none was running. */
  readonly ptoDueUs: number;
  readonly ptoUs: number;
}

/** The longest interval without a packet in [fromUs, untilUs]: a busy host may log what else it does. */
function longestQuiet({ events }: TransportState, fromUs: number, untilUs: number): Interval {
  const times = events.timeUs.reader();
  const kinds = events.kind.reader();
  const last = upperBound(times, untilUs);
  let quiet = { startUs: fromUs, endUs: fromUs };
  let startUs = fromUs;
  for (let row = upperBound(times, fromUs); row < last; row++) {
    if (kinds.at(row) !== EventKind.packetSent && kinds.at(row) !== EventKind.packetReceived) continue;
    const endUs = times.at(row);
    if (endUs - startUs > lengthOf(quiet)) quiet = { startUs, endUs };
    startUs = endUs;
  }
  return quiet;
}

/** ACKs that are read at once are no further apart, µs: they wait in the socket. */
const AT_ONCE_US = 1000;

/** ACKs of new data that are read at once from a time on, until a packet is sent after one of them. */
export class AcksTogether {
  readonly #events: TransportState['events'];
  readonly #ackRows: Uint32Array;
  readonly #isSent: (row: number) => boolean;
  /** The ones that were looked at last, as places in the list of rows, and the median of each with those after it, bytes. */
  #first = 0;
  #end = 0;
  #medians: Float64Array = new Float64Array(0);

  /** @param ackRows of all ACKs of new data: there may be none for long. */
  constructor({ events }: TransportState, ackRows: Uint32Array) {
    const inFlight = events.classes((kind, _, flags) =>
      kind === EventKind.packetSent && (flags & PacketFlag.inFlight) !== 0 ? 1 : 0,
    );
    this.#events = events;
    this.#ackRows = ackRows;
    this.#isSent = (row) => inFlight.at(row) === 1;
  }

  /** How many they are, and the bytes that one of them acknowledges, median. */
  from(timeUs: number): Pick<Quiet, 'acks' | 'ackBytes'> {
    const place = lowerBound(this.#ackRows, this.#events.timeUs.lowerBound(timeUs));
    if (place === this.#ackRows.length) return { acks: 0, ackBytes: Number.NaN };
    // Gaps come in order of time: many may end within the same ACKs.
    if (place < this.#first || place >= this.#end) this.#readFrom(place);
    return { acks: this.#end - place, ackBytes: this.#medians[place - this.#first] };
  }

  #readFrom(place: number): void {
    this.#first = place;
    this.#end = place + 1;
    while (this.#end < this.#ackRows.length && this.#goesOnTo(this.#end)) this.#end++;
    const rows = this.#ackRows.subarray(place, this.#end);
    this.#medians = tailMedians(Float64Array.from(rows, (row) => this.#events.ackedBytes.at(row)));
  }

  /** An ACK is read with the one before it. */
  #goesOnTo(place: number): boolean {
    const [before, row] = this.#ackRows.subarray(place - 1, place + 1) as unknown as [number, number];
    const { timeUs } = this.#events;
    if (timeUs.at(row) - timeUs.at(before) > AT_ONCE_US) return false;
    for (let between = before + 1; between < row; between++) if (this.#isSent(between)) return false;
    return true;
  }
}

/** Time of the last packet in flight that was sent up to a time, µs; NaN for none. */
function lastSentUs({ ledger }: TransportState, untilUs: number): number {
  const { sentTimesUs } = ledger.application;
  return sentTimesUs.at(upperBound(sentTimesUs, untilUs) - 1);
}

/** RFC 9002 §6.2.1: each PTO without an ACK between them doubles the next one. */
function backedOffUs(
  { ptos: { timesUs } }: TransportState,
  { startUs, ptoUs }: AckGap,
  atUs: number,
): number {
  return ptoUs * 2 ** (upperBound(timesUs, atUs) - upperBound(timesUs, startUs));
}

/** @param endUs the ACK that ends the gap, or the trace's end. */
export function quietIn(
  state: TransportState,
  gap: AckGap,
  endUs: number,
  together = new AcksTogether(state, ackRowsOf(state)),
): Quiet {
  const quiet = longestQuiet(state, gap.startUs, endUs);
  const ptoUs = backedOffUs(state, gap, quiet.startUs);
  return {
    ...quiet,
    ...together.from(quiet.endUs),
    ptoDueUs: lastSentUs(state, quiet.startUs) + ptoUs,
    ptoUs,
  };
}

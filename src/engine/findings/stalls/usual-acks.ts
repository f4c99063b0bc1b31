/**
 * How the ACKs of a trace usually come, as medians: what a stall is held against. The time from an ACK of new data to the
 * next packet is the reaction of the sender's host.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { float64Column } from '../../base/columns/growable';
import { medianOf, rankOf } from '../../base/columns/median';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from '../measures/intervals';

/** So many values give a median that is exact enough. */
const MAX_SAMPLES = 8192;
/** Nearly all ACKs are answered within this share's figure. */
const NEARLY_ALL = 0.95;

export interface UsualAcks {
  /** Bytes that one ACK newly acknowledges, median. */
  readonly bytes: number;
  /** Time between two ACKs of new data, median, µs. */
  readonly gapUs: number;
}

/** Rows of the ACKs of new data, ascending. */
export function ackRowsOf({ events }: TransportState): Uint32Array {
  return events.ackedBytes.storedRows();
}

/** @param rows of the ACKs of new data, ascending. */
function medianAt(rows: Uint32Array, valueAt: (place: number) => number): number {
  const stride = Math.max(1, Math.ceil(rows.length / MAX_SAMPLES));
  const values: number[] = [];
  for (let place = 0; place < rows.length; place += stride) values.push(valueAt(place));
  return medianOf(Float64Array.from(values).filter((value) => !Number.isNaN(value)));
}

/** NaN twice where no new data is acknowledged. */
export function usualAcks(state: TransportState): UsualAcks {
  const rows = ackRowsOf(state);
  const { events } = state;
  const acked = events.ackedBytes.reader();
  const times = events.timeUs.reader();
  const timeAt = (place: number): number => times.at(rows[place]);
  return {
    bytes: medianAt(rows, (place) => acked.at(rows[place])),
    gapUs: medianAt(rows, (place) => (place === 0 ? Number.NaN : timeAt(place) - timeAt(place - 1))),
  };
}

export interface Reaction {
  readonly medianUs: number;
  /** Ninety-five of a hundred are at most this, by nearest rank. */
  readonly nearlyAllUs: number;
}

/** ACK → next packet in flight, outside of the intervals, which ascend; µs, NaN for none. */
export function reactionOf(state: TransportState, without: readonly Interval[]): Reaction {
  const { events } = state;
  const acks = ackRowsOf(state);
  const times = events.timeUs.reader();
  const sends = events.classes((kind, _, flags) =>
    kind === EventKind.packetSent && (flags & PacketFlag.inFlight) !== 0 ? 1 : 0,
  );
  const waits = float64Column();
  let ackUs = Number.NaN;
  let next = 0;
  let ack = 0;
  for (let row = acks[0]; row < sends.length; row++) {
    const isAck = row === acks[ack];
    const isSend = sends.at(row) === 1;
    if (!isSend && !isAck) continue;
    if (isAck) ack++;
    const timeUs = times.at(row);
    // A stall between the ACK and the packet ends the wait too.
    for (; next < without.length && without[next].endUs < timeUs; next++) ackUs = Number.NaN;
    const stalled = next < without.length && timeUs >= without[next].startUs;
    if (stalled) ackUs = Number.NaN;
    else if (isAck && Number.isNaN(ackUs)) ackUs = timeUs;
    else if (isSend) {
      if (!Number.isNaN(ackUs)) waits.push(timeUs - ackUs);
      ackUs = Number.NaN;
    }
    // No packet before the next ACK answers one.
    if (Number.isNaN(ackUs)) row = (acks[ack] ?? sends.length) - 1;
  }
  return { medianUs: medianOf(waits.view()), nearlyAllUs: rankOf(waits.view(), NEARLY_ALL) };
}

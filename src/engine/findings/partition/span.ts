/** The span of an account, docs/account.md: from the first packet to the last delivery. */
import { EventKind } from '../../../qlog-schema';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import { FATE_MASK, PacketFate } from '../../sender/transport/packet-fate';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from '../measures/intervals';

export interface Span extends Interval {
  /** The last packet with data that was sent in it, µs; NaN for none. */
  readonly lastDataUs: number;
}

/** Null for a trace without packets. */
export function spanOf(state: TransportState): Span | null {
  const startUs = firstPacketUs(state);
  if (Number.isNaN(startUs)) return null;
  const lastDataUs = lastSentDataUs(state);
  const deliveredUs = state.rebuilt.goodputTotal.timesUs.last();
  const isDelivered =
    deliveredUs >= startUs && !isDataOpen(state, lastDataUs) && !isBlocked(state) && !isUsedUp(state);
  return {
    startUs,
    endUs: isDelivered ? Math.min(deliveredUs, state.lastUs) : untilUs(state, startUs),
    lastDataUs,
  };
}

/** The end of the connection, or of its log, µs. */
export function untilUs({ termination, lastUs }: TransportState, startUs: number): number {
  return Math.max(startUs, Math.min(termination?.timeUs ?? lastUs, lastUs));
}

/** NaN for none. */
export function firstPacketUs({ events }: TransportState): number {
  const kinds = events.kind.reader();
  for (let row = 0; row < kinds.length; row++)
    if (kinds.at(row) === EventKind.packetSent || kinds.at(row) === EventKind.packetReceived)
      return events.timeUs.at(row);
  return Number.NaN;
}

function lastSentDataUs({ ledger: { application } }: TransportState): number {
  const data = application.dataSizesBytes.reader();
  for (let row = data.length - 1; row >= 0; row--) if (data.at(row) > 0) return application.sentUsAt(row);
  return Number.NaN;
}

/** Data waits for credit as the log ends: DATA_BLOCKED or STREAM_DATA_BLOCKED says so (RFC 9000 §4.1), and no credit came since. */
function isBlocked({ streams: { notes } }: TransportState): boolean {
  for (let i = notes.length - 1; i >= 0; i--) {
    const { kind, by } = notes.at(i);
    if (kind === 'connection-credit' || kind === 'stream-credit') {
      if (by === 'remote') return false;
    } else if ((kind === 'connection-blocked' || kind === 'stream-blocked') && by === 'local') return true;
  }
  return false;
}

/** The same without such a frame: all credit of the connection, or of the stream sent last, is used up, and data has not ended. */
function isUsedUp(state: TransportState): boolean {
  const { connectionCredit, streamCredit } = state.series;
  if (connectionCredit.last !== 0 && streamCredit.last !== 0) return false;
  const { sentCredit, aborts } = streamRowsOf(state).table;
  return sentCredit.neverRenewed.some(({ stream }) => !aborts.has(stream));
}

/** Data is under way as the log ends, or was lost and not sent again. */
function isDataOpen({ ledger: { application } }: TransportState, lastDataUs: number): boolean {
  const { fates } = application.fateColumns;
  const data = application.dataSizesBytes.reader();
  for (let row = fates.length - 1; row >= 0; row--) {
    const fate = fates[row] & FATE_MASK;
    if (fate !== PacketFate.outstanding && fate !== PacketFate.lost) continue;
    if (!(data.at(row) > 0)) continue;
    if (fate === PacketFate.outstanding || application.settledUsAt(row) > lastDataUs) return true;
  }
  return false;
}

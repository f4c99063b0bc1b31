/** The rows of the event list that are about one sent packet: found by time, kind, space and number, without its records. */
import { EventKind } from '../../../../qlog-schema';
import type { PacketPlace } from '../../../sender/transport/packet-search';
import type { SpaceLedger } from '../../../sender/transport/space-ledger';
import type { TransportState } from '../../../sender/transport/transport';

export interface PacketRows {
  /** Row of the record that logs it as sent; -1 for none. */
  readonly sent: number;
  /** Rows that may have acknowledged it, in their order. */
  readonly acks: readonly number[];
  /** Row of the record that declares it lost; -1 for none. */
  readonly lost: number;
}

export function packetRows(
  state: TransportState,
  place: PacketPlace,
  { ackedUs, lostUs }: { readonly ackedUs: number; readonly lostUs: number },
): PacketRows {
  const books = state.ledger.space(place.space) as SpaceLedger;
  const packetNumber = books.packetNumbers.at(place.index);
  const sentUs = books.sentUsAt(place.index);
  const rows = (timeUs: number, isOne: (row: number) => boolean): readonly number[] =>
    rowsAt(state, timeUs, (row) => state.events.space.at(row) === place.space && isOne(row));
  const { kind, packetNumber: numbers } = state.events;
  const isNamed = (row: number): boolean => numbers.at(row) === packetNumber;
  const [sent = -1] = rows(sentUs, (row) => kind.at(row) === EventKind.packetSent && isNamed(row));
  const losses = rows(lostUs, (row) => kind.at(row) === EventKind.packetLost);
  return {
    sent,
    acks: rows(ackedUs, (row) => {
      const is = kind.at(row);
      return is === EventKind.packetReceived || is === EventKind.packetsAcked;
    }),
    // A loss of several packets at once (mvfst) names none of them.
    lost: losses.find(isNamed) ?? losses.find((row) => Number.isNaN(numbers.at(row))) ?? -1,
  };
}

function rowsAt(
  { events }: TransportState,
  timeUs: number,
  isOne: (row: number) => boolean,
): readonly number[] {
  const rows: number[] = [];
  if (Number.isNaN(timeUs)) return rows;
  const { timeUs: times } = events;
  for (let row = times.lowerBound(timeUs); row < events.length && times.at(row) === timeUs; row++)
    if (isOne(row)) rows.push(row);
  return rows;
}

/** When the log first says that a packet was lost between two times, µs; NaN where it does not. */
export function loggedLossUs(
  { events }: TransportState,
  space: number,
  packetNumber: number,
  fromUs: number,
  toUs: number,
): number {
  const [kinds, spaces] = [events.kind.reader(), events.space.reader()];
  const end = events.timeUs.upperBound(toUs);
  for (let row = events.timeUs.lowerBound(fromUs); row < end; row++)
    if (
      kinds.at(row) === EventKind.packetLost &&
      spaces.at(row) === space &&
      events.packetNumber.at(row) === packetNumber
    )
      return events.timeUs.at(row);
  return Number.NaN;
}

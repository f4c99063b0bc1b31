/** Answers `packetColumns`: what a connection sent and received, by packet number. Costs O(events), once per comparison. */
import { EventKind, PacketSpace } from '../../../qlog-schema';
import { upperBound } from '../../base/columns/growable';
import type { SparseColumn } from '../../base/columns/sparse-column';
import {
  type DirectionColumns,
  LossMark,
  MAX_PACKETS,
  type PacketColumns,
  type SentRows,
} from '../../reading/contract/packet-columns';
import { FATE_MASK, PacketFate, PacketMark } from '../../sender/transport/packet-fate';
import type { TransportState } from '../../sender/transport/transport';
import { type Handler, type Transferring, transferring } from './handler';

export const handler: Handler<'packetColumns'> = (file, { connection }) =>
  packetColumnsOf(file.connection(connection).connection.state);

/** @param most packets of each direction. */
export function packetColumnsOf(state: TransportState, most = MAX_PACKETS): Transferring<PacketColumns> {
  const received = receivedIn(state, most);
  const sentToUs = endOfSent(state, most);
  const toUs = Math.min(state.lastUs, sentToUs, received.toUs);
  const sent = sentRows(state, most, toUs, received.initialsUs);
  const { firstUs: fromUs, pathCount: paths, losses } = state;
  const { rows } = received;
  const { duplicates, packetsDropped } = state.counts;
  const value = {
    sent,
    received: rows,
    fromUs,
    toUs,
    paths,
    lossMethod: losses.method,
    duplicates,
    unread: packetsDropped - duplicates,
  };
  return transferring(value, [...buffersOf(sent), sent.lossMarks.buffer, ...buffersOf(rows)]);
}

function buffersOf({ spaces, numbers, timesUs, sizesBytes }: DirectionColumns): readonly ArrayBuffer[] {
  return [spaces.buffer, numbers.buffer, timesUs.buffer, sizesBytes.buffer];
}

function emptyRows(length: number): DirectionColumns {
  return {
    spaces: new Uint8Array(length),
    numbers: new Float64Array(length),
    timesUs: new Float64Array(length),
    sizesBytes: new Uint16Array(length),
  };
}

/** When the packet was sent with which there are too many, µs; infinity where there are not. */
function endOfSent({ ledger }: TransportState, most: number): number {
  const { sentTimesUs } = ledger.application;
  const others = ledger.initial.sentPackets + ledger.handshake.sentPackets;
  const first = Math.max(0, most - others);
  return first < sentTimesUs.length ? sentTimesUs.at(first) : Number.POSITIVE_INFINITY;
}

function sentRows(
  state: TransportState,
  most: number,
  toUs: number,
  initialsUs: ReadonlyMap<number, number>,
): SentRows {
  const { ledger } = state;
  const counts = ledger.spaces.map(({ sentTimesUs }) => Math.min(most, upperBound(sentTimesUs, toUs)));
  const total = Math.min(
    most,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const rows = { ...emptyRows(total), lossMarks: new Uint8Array(total) };
  let at = 0;
  for (const [space, packets] of ledger.spaces.entries()) {
    const { packetNumbers, sentTimesUs, sizesBytes } = packets;
    const { fates } = packets.fateColumns;
    const count = Math.min(counts[space], total - at);
    rows.spaces.fill(space, at, at + count);
    rows.numbers.set(packetNumbers.slice(0, count), at);
    rows.timesUs.set(sentTimesUs.slice(0, count), at);
    rows.sizesBytes.set(sizesBytes.slice(0, count), at);
    for (let i = 0; i < count; i++) rows.lossMarks[at + i] = lossMarkOf(fates[i]);
    at += count;
  }
  const initials = counts[PacketSpace.initial];
  for (let i = 0; i < Math.min(initials, total); i++)
    rows.timesUs[i] = initialsUs.get(rows.numbers[i]) ?? rows.timesUs[i];
  return rows;
}

/** @param state fate and marks. */
function lossMarkOf(state: number): number {
  const fate = state & FATE_MASK;
  if (fate === PacketFate.lost || fate === PacketFate.spurious) return LossMark.declared;
  return (state & PacketMark.ackEliciting) === 0 ? LossMark.ackAlone : LossMark.none;
}

interface Received {
  readonly rows: DirectionColumns;
  /**
   * When each Initial packet was sent last: after a Version Negotiation packet a client may begin anew with number 0 (RFC 9000
   * §6.2), which the ledger, and the peer, know once.
   */
  readonly initialsUs: ReadonlyMap<number, number>;
  /** Time of the first packet that is too many; infinity where none is. */
  readonly toUs: number;
}

function receivedIn({ events }: TransportState, most: number): Received {
  const [kinds, spaces] = [events.kind.reader(), events.space.reader()];
  const numbers = events.packetNumber.reader();
  const timesUs = events.timeUs.reader();
  const sizes = events.sizeBytes.reader();
  const bySpace: readonly NumberOrder[] = [0, 1, 2].map(() => new NumberOrder(events.packetNumber));
  const initialsUs = new Map<number, number>();
  let left = most;
  let toUs = Number.POSITIVE_INFINITY;
  for (let row = 0; row < kinds.length; row++) {
    if (kinds.at(row) === EventKind.packetSent && spaces.at(row) === PacketSpace.initial)
      initialsUs.set(numbers.at(row), timesUs.at(row));
    if (kinds.at(row) !== EventKind.packetReceived || Number.isNaN(numbers.at(row))) continue;
    const space = spaces.at(row);
    if (space > PacketSpace.application) continue;
    if (left-- === 0) {
      toUs = timesUs.at(row);
      break;
    }
    bySpace[space]?.add(row);
  }
  const ordered = bySpace.map((order) => order.sorted());
  const rows = emptyRows(ordered.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const [space, list] of ordered.entries())
    for (const row of list) {
      rows.spaces[at] = space;
      rows.numbers[at] = numbers.at(row);
      rows.timesUs[at] = timesUs.at(row);
      rows.sizesBytes[at] = Math.min(sizes.at(row), 0xffff);
      at++;
    }
  return { rows, initialsUs, toUs };
}

/** Rows by ascending number, each number once: nearly all arrive in order, and only the late ones are sorted. */
class NumberOrder {
  readonly #numbers: SparseColumn;
  readonly #ascending: number[] = [];
  readonly #late: number[] = [];
  #largest = -1;

  constructor(numbers: SparseColumn) {
    this.#numbers = numbers;
  }

  add(row: number): void {
    const number = this.#numbers.at(row);
    if (number > this.#largest) {
      this.#largest = number;
      this.#ascending.push(row);
    } else this.#late.push(row);
  }

  sorted(): readonly number[] {
    const numberOf = (row: number): number => this.#numbers.at(row);
    const late = this.#late.sort((a, b) => numberOf(a) - numberOf(b) || a - b);
    if (late.length === 0) return this.#ascending;
    const rows: number[] = [];
    let next = 0;
    const add = (row: number): void => {
      const last = rows.at(-1);
      if (last === undefined || numberOf(last) !== numberOf(row)) rows.push(row);
    };
    for (const row of this.#ascending) {
      // Of equal numbers the one in order came first.
      while (next < late.length && numberOf(late[next]) < numberOf(row)) add(late[next++]);
      add(row);
    }
    for (; next < late.length; next++) add(late[next]);
    return rows;
  }
}

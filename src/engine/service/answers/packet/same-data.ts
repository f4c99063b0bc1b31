/**
 * Which other packets carry data of a packet again: by the STREAM frames of the connection, and in Initial and Handshake
 * packets by the CRYPTO frames of their records. Data is sent again in new packets (RFC 9000 §13.3).
 */
import type { LoggedFrame } from '../../../input/formats/records';
import { MAX_SAME_DATA } from '../../../reading/contract/packet-facts';
import { PacketMark } from '../../../sender/transport/packet-fate';
import type { PacketPlace } from '../../../sender/transport/packet-search';
import type { SpaceLedger } from '../../../sender/transport/space-ledger';
import type { TransportState } from '../../../sender/transport/transport';

/** Packets with the same data: those named, and how many there are. */
export interface SameData {
  readonly later: readonly number[];
  readonly laterCount: number;
  readonly earlier: readonly number[];
  readonly earlierCount: number;
}

interface Part {
  readonly stream: number;
  readonly from: number;
  readonly to: number;
}

/** Of a packet of the 1-RTT space; null where the log shows no STREAM frames. */
export function sameStreamData({ streams, ledger }: TransportState, { index }: PacketPlace): SameData | null {
  const { sent } = streams;
  if (sent.length === 0) return null;
  const books = ledger.application;
  const first = sent.holder.lowerBound(index);
  const end = sent.holder.upperBound(index);
  const parts: Part[] = [];
  for (let i = first; i < end; i++) {
    const from = sent.offset.at(i);
    const to = from + sent.bytes.at(i);
    if (to > from) parts.push({ stream: sent.stream.at(i), from, to });
  }
  const [later, earlier] = [new Named(books), new Named(books)];
  if (parts.length === 0) return resultOf(later, earlier);
  const [holders, ids] = [sent.holder.reader(), sent.stream.reader()];
  const [offsets, sizes] = [sent.offset.reader(), sent.bytes.reader()];
  const repeats = books.isMarked(index, PacketMark.resent);
  for (let i = repeats ? 0 : end; i < sent.length; i++) {
    if (i === first) i = end;
    if (i >= sent.length) break;
    const stream = ids.at(i);
    const from = offsets.at(i);
    const to = from + sizes.at(i);
    if (!parts.some((part) => part.stream === stream && from < part.to && to > part.from)) continue;
    const holder = holders.at(i);
    if (holder < index) earlier.add(holder);
    else if (books.isMarked(holder, PacketMark.resent)) later.add(holder);
  }
  return resultOf(later, earlier);
}

/** Rows of packets, each once. */
class Named {
  readonly numbers: number[] = [];
  count = 0;
  #last = -1;
  readonly #books: SpaceLedger;

  constructor(books: SpaceLedger) {
    this.#books = books;
  }

  add(row: number): void {
    if (row === this.#last) return;
    this.#last = row;
    this.count++;
    this.numbers.push(this.#books.packetNumbers.at(row));
  }
}

function resultOf(later: Named, earlier: Named): SameData {
  return {
    later: later.numbers.slice(0, MAX_SAME_DATA),
    laterCount: later.count,
    earlier: earlier.numbers.slice(-MAX_SAME_DATA),
    earlierCount: earlier.count,
  };
}

/** Packets of a handshake that are compared. */
const MAX_COMPARED = 64;

/** Rows of the packets of an Initial or Handshake space that may carry the CRYPTO data of one of them again. */
export function handshakeRows(books: SpaceLedger, index: number): readonly number[] {
  const rows: number[] = [];
  const repeats = books.isMarked(index, PacketMark.resent);
  for (let row = repeats ? 0 : index + 1; row < books.sentPackets && rows.length < MAX_COMPARED; row++)
    if (row < index || (row > index && books.isMarked(row, PacketMark.resent))) rows.push(row);
  return rows;
}

/** @param framesOf of a packet, by its row; null where they are not known. */
export function sameCryptoData(
  books: SpaceLedger,
  index: number,
  rows: readonly number[],
  framesOf: (row: number) => readonly LoggedFrame[] | null,
): SameData {
  const own = cryptoParts(framesOf(index));
  const [later, earlier] = [new Named(books), new Named(books)];
  for (const row of rows) {
    const parts = cryptoParts(framesOf(row));
    const isSame = own.some((part) => parts.some(({ from, to }) => from < part.to && to > part.from));
    if (isSame) (row < index ? earlier : later).add(row);
  }
  return resultOf(later, earlier);
}

function cryptoParts(frames: readonly LoggedFrame[] | null): readonly Omit<Part, 'stream'>[] {
  return (frames ?? [])
    .filter(({ type, lengthBytes, offset }) => type === 'crypto' && lengthBytes > 0 && offset >= 0)
    .map(({ offset, lengthBytes }) => ({ from: offset, to: offset + lengthBytes }));
}

/**
 * Summaries of consecutive packets of one number space, so that a query need not read each packet: the time of the last
 * final fate, which packets were acknowledged and when, the number per fate, and whether they are plain. Two to three
 * bytes per packet; as the trace grows, only blocks with changed packets are rebuilt.
 */
import { withRoom } from '../../base/columns/room';
import { FATE_MASK, PacketFate, PacketMark } from './packet-fate';
import type { SpaceLedger } from './space-ledger';

/** Small enough that the packets of a block are mostly acknowledged within one pixel column of a long trace. */
export const SEQUENCE_BLOCK_PACKETS = 32;
/** Number of values of a byte with fate and marks. */
const STATES = 256;
/** Counters per block: one per fate, then one for packets with retransmitted data. */
const FATES = FATE_MASK + 1;
const RESENT = FATES;
const COUNTS = FATES + 1;

/** By fate and marks: 1 for a plain packet, that is sent, perhaps acknowledged, and nothing else. */
const PLAIN = Uint8Array.from({ length: STATES }, (_, state) => {
  const fate = state & FATE_MASK;
  const usual = fate === PacketFate.outstanding || fate === PacketFate.acked;
  return usual && (state & PacketMark.resent) === 0 ? 1 : 0;
});

/** One row per block of packets. Times are µs. */
export class SequenceBlocks {
  /** Latest time of a packet's final fate; −∞ for none. */
  settledUs = new Float64Array(0);
  /** First and last acknowledgement; ∞ and −∞ for none. */
  firstAckUs = new Float64Array(0);
  lastAckUs = new Float64Array(0);
  /** Packets acknowledged, and their lowest and highest number. */
  acked = new Uint8Array(0);
  lowestAcked = new Float64Array(0);
  highestAcked = new Float64Array(0);
  /** 1 where every packet is plain: sent, perhaps acknowledged, and nothing else. */
  plain = new Uint8Array(0);
  #counts = new Uint8Array(0);
  /** Of all blocks, by what is counted. */
  readonly #sums = new Uint32Array(COUNTS);
  #packets = 0;
  /** No packet before this one has changed since `takeChanged`. */
  #changedFrom = 0;

  /** Rebuilds the blocks whose packets have changed. */
  follow(books: SpaceLedger): void {
    const changedFrom = books.takeChanged();
    this.#packets = books.sentPackets;
    this.#changedFrom = Math.min(this.#changedFrom, changedFrom);
    if (changedFrom >= this.#packets) return;
    const blocks = Math.ceil(this.#packets / SEQUENCE_BLOCK_PACKETS);
    this.#makeRoom(blocks);
    const columns = columnsOf(books);
    for (let block = Math.floor(changedFrom / SEQUENCE_BLOCK_PACKETS); block < blocks; block++)
      this.#make(block, columns);
  }

  /** @returns the first packet that was changed or added since the last call; their number for none. */
  takeChanged(): number {
    const row = this.#changedFrom;
    this.#changedFrom = this.#packets;
    return row;
  }

  /** Packets of the space by fate, and the number with retransmitted data. */
  totals(): { readonly byFate: Uint32Array; readonly resent: number } {
    return { byFate: this.#sums.slice(0, FATES), resent: this.#sums[RESENT] };
  }

  #make(block: number, { fates, settledAfterUs, sentUs, numbers }: PacketView): void {
    const sums = this.#sums;
    const counts = this.#counts.subarray(block * COUNTS, (block + 1) * COUNTS);
    for (let what = 0; what < COUNTS; what++) sums[what] = sums[what] - counts[what];
    counts.fill(0);
    const count = (what: number): void => {
      counts[what] = counts[what] + 1;
      sums[what] = sums[what] + 1;
    };
    let settledUs = Number.NEGATIVE_INFINITY;
    let firstAckUs = Number.POSITIVE_INFINITY;
    let lastAckUs = Number.NEGATIVE_INFINITY;
    let [acked, lowest, highest, plain] = [0, Number.NaN, Number.NaN, 1];
    const end = Math.min(fates.length, (block + 1) * SEQUENCE_BLOCK_PACKETS);
    for (let i = block * SEQUENCE_BLOCK_PACKETS; i < end; i++) {
      const state = fates[i];
      const fate = state & FATE_MASK;
      count(fate);
      if (state & PacketMark.resent) count(RESENT);
      if (PLAIN[state] === 0) plain = 0;
      if (fate === PacketFate.outstanding || fate === PacketFate.notInFlight) continue;
      const atUs = sentUs.at(i) + settledAfterUs[i];
      if (atUs > settledUs) settledUs = atUs;
      if (fate !== PacketFate.acked && fate !== PacketFate.spurious) continue;
      if (atUs < firstAckUs) firstAckUs = atUs;
      if (atUs > lastAckUs) lastAckUs = atUs;
      // Numbers ascend with the row.
      highest = numbers.at(i);
      if (acked++ === 0) lowest = highest;
    }
    this.settledUs[block] = settledUs;
    this.firstAckUs[block] = firstAckUs;
    this.lastAckUs[block] = lastAckUs;
    this.acked[block] = acked;
    this.lowestAcked[block] = lowest;
    this.highestAcked[block] = highest;
    this.plain[block] = plain;
  }

  #makeRoom(blocks: number): void {
    this.settledUs = withRoom(this.settledUs, Float64Array, blocks);
    this.firstAckUs = withRoom(this.firstAckUs, Float64Array, blocks);
    this.lastAckUs = withRoom(this.lastAckUs, Float64Array, blocks);
    this.acked = withRoom(this.acked, Uint8Array, blocks);
    this.lowestAcked = withRoom(this.lowestAcked, Float64Array, blocks);
    this.highestAcked = withRoom(this.highestAcked, Float64Array, blocks);
    this.plain = withRoom(this.plain, Uint8Array, blocks);
    this.#counts = withRoom(this.#counts, Uint8Array, blocks * COUNTS);
  }
}

type PacketView = ReturnType<typeof columnsOf>;

function columnsOf(books: SpaceLedger) {
  return { ...books.fateColumns, sentUs: books.sentTimesUs.reader(), numbers: books.packetNumbers.reader() };
}

const bySpace = new WeakMap<SpaceLedger, SequenceBlocks>();

/** The blocks of a space in its current state; valid until it changes. */
export function blocksOf(books: SpaceLedger): SequenceBlocks {
  const blocks = bySpace.get(books) ?? new SequenceBlocks();
  bySpace.set(books, blocks);
  blocks.follow(books);
  return blocks;
}

/**
 * What neighbouring packets of one number space have in common, so that a query need not look at each: when the last
 * of them was settled, which were acknowledged and when, and whether there is anything about them but that. Made in one
 * pass when the trace has grown, about one byte per packet; sequence-columns.ts asks.
 */
import { FATE_MASK, PacketFate, PacketMark } from './packet-fate';
import type { SpaceLedger } from './space-ledger';

/** Few enough that the packets of a block are mostly acknowledged within one pixel column of a long trace. */
export const SEQUENCE_BLOCK_PACKETS = 32;
/** Values of a byte that holds a fate and marks. */
const STATES = 256;

/** Per block of packets. Times are µs. */
export interface SequenceBlocks {
  /** Latest time at which a packet was settled; −∞ for none. */
  readonly settledUs: Float64Array;
  /** First and last acknowledgement; ∞ and −∞ for none. */
  readonly firstAckUs: Float64Array;
  readonly lastAckUs: Float64Array;
  /** Packets acknowledged, and the lowest and highest number among them. */
  readonly acked: Uint8Array;
  readonly lowestAcked: Float64Array;
  readonly highestAcked: Float64Array;
  /** 1 where every packet is sent, perhaps acknowledged, and nothing else. */
  readonly plain: Uint8Array;
}

/** By fate and marks: 1 for a packet that is sent, perhaps acknowledged, and nothing else. */
const PLAIN = Uint8Array.from({ length: STATES }, (_, state) => {
  const fate = state & FATE_MASK;
  const usual = fate === PacketFate.outstanding || fate === PacketFate.acked;
  return usual && (state & PacketMark.resent) === 0 ? 1 : 0;
});

const known = new WeakMap<SpaceLedger, { readonly version: number; readonly blocks: SequenceBlocks }>();

/** @param version grows with the trace: blocks of the same version are used again. */
export function blocksOf(books: SpaceLedger, version: number): SequenceBlocks {
  const before = known.get(books);
  if (before?.version === version) return before.blocks;
  const blocks = makeBlocks(books);
  known.set(books, { version, blocks });
  return blocks;
}

function makeBlocks(books: SpaceLedger): SequenceBlocks {
  const sentUs = books.sentTimesUs;
  const numbers = books.packetNumbers;
  const { fates, settledAfterUs } = books.fateColumns;
  const count = Math.ceil(fates.length / SEQUENCE_BLOCK_PACKETS);
  const blocks = {
    settledUs: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    firstAckUs: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    lastAckUs: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    acked: new Uint8Array(count),
    lowestAcked: new Float64Array(count).fill(Number.NaN),
    highestAcked: new Float64Array(count).fill(Number.NaN),
    plain: new Uint8Array(count).fill(1),
  };
  for (let i = 0; i < fates.length; i++) {
    const block = Math.floor(i / SEQUENCE_BLOCK_PACKETS);
    const state = fates[i] as number;
    if (PLAIN[state] === 0) blocks.plain[block] = 0;
    const fate = state & FATE_MASK;
    if (fate === PacketFate.outstanding || fate === PacketFate.notInFlight) continue;
    const atUs = (sentUs[i] as number) + (settledAfterUs[i] as number);
    if (atUs > (blocks.settledUs[block] as number)) blocks.settledUs[block] = atUs;
    if (fate !== PacketFate.acked && fate !== PacketFate.spurious) continue;
    if (atUs < (blocks.firstAckUs[block] as number)) blocks.firstAckUs[block] = atUs;
    if (atUs > (blocks.lastAckUs[block] as number)) blocks.lastAckUs[block] = atUs;
    // Numbers ascend with the row.
    if (blocks.acked[block] === 0) blocks.lowestAcked[block] = numbers[i] as number;
    blocks.highestAcked[block] = numbers[i] as number;
    blocks.acked[block] = (blocks.acked[block] as number) + 1;
  }
  return blocks;
}

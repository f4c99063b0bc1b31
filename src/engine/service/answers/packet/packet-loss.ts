/** Why a packet was declared lost by what was acknowledged by then (RFC 9002 §6.1), and what dropped it. */
import { lowerBound } from '../../../base/columns/growable';
import type { LossReason } from '../../../reading/contract/packet-facts';
import {
  LOSS_KINDS,
  type LossKind,
  type LossKinds,
  lossKinds,
} from '../../../sender/transport/loss-kinds/loss-kinds';
import { PacketFate, PacketMark } from '../../../sender/transport/packet-fate';
import type { PacketPlace } from '../../../sender/transport/packet-search';
import type { SpaceLedger } from '../../../sender/transport/space-ledger';
import type { TransportState } from '../../../sender/transport/transport';

/** kPacketThreshold of RFC 9002 §6.1.1. */
const PACKET_THRESHOLD = 3;

/**
 * The packet threshold where enough later packets were sent before the largest one that was acknowledged by then, the time
 * threshold where any was; null where none was: neither threshold declares it lost then.
 */
export function inferredReason(
  state: TransportState,
  { space, index }: PacketPlace,
  lostUs: number,
): LossReason | null {
  const books = state.ledger.space(space) as SpaceLedger;
  const numbers = books.packetNumbers;
  let ackedAbove = 0;
  let largest = -1;
  const end = books.sentTimesUs.upperBound(lostUs);
  for (let i = index + 1; i < end; i++) {
    const fate = books.fateAt(i);
    const isAcked = fate === PacketFate.acked || fate === PacketFate.spurious;
    if (!isAcked || books.settledUsAt(i) > lostUs) continue;
    ackedAbove++;
    largest = numbers.at(i);
  }
  if (ackedAbove === 0) return null;
  const raised = state.packetThreshold.valueAt(lostUs);
  const threshold = raised > 0 ? raised : PACKET_THRESHOLD;
  const isPast = largest - numbers.at(index) >= threshold;
  return { trigger: isPast ? 'packet threshold' : 'time threshold', isLogged: false, ackedAbove };
}

/** Kinds of all losses of a connection, until the trace has grown. */
export class LossKindMemo {
  #of: {
    readonly state: TransportState;
    readonly revision: number;
    readonly kinds: LossKinds | null;
  } | null = null;

  kindOf(state: TransportState, revision: number, place: PacketPlace): LossKind | null {
    const books = state.ledger.space(place.space) as SpaceLedger;
    if (books.fateAt(place.index) !== PacketFate.lost || books.isMarked(place.index, PacketMark.mtuProbe))
      return null;
    if (this.#of?.state !== state || this.#of.revision !== revision)
      this.#of = { state, revision, kinds: lossKinds(state) };
    const { kinds } = this.#of;
    if (kinds === null) return null;
    const sentUs = books.sentUsAt(place.index);
    const at = lowerBound(kinds.sentUs, sentUs) + lostBefore(state, place, sentUs);
    return kinds.sentUs[at] === sentUs ? (LOSS_KINDS[kinds.kinds[at]] ?? null) : null;
  }
}

/** Losses of packets that were sent at the same time, and stand before this one (`loss-kinds/flight-rows.ts`). */
function lostBefore({ ledger }: TransportState, { space, index }: PacketPlace, sentUs: number): number {
  let before = 0;
  for (const [other, books] of ledger.spaces.entries()) {
    if (other > space) break;
    const end = other === space ? index : books.sentPackets;
    for (let i = books.sentTimesUs.lowerBound(sentUs); i < end && books.sentUsAt(i) === sentUs; i++)
      if (books.fateAt(i) === PacketFate.lost && !books.isMarked(i, PacketMark.mtuProbe)) before++;
  }
  return before;
}

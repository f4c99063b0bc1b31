/**
 * Whether packet numbers are used again and again: each is used once in its space (RFC 9000 §12.3), so that such a log holds several
 * connections, or paths with numbers of their own, that no id tells apart.
 */
import type { TransportState } from './transport';

/** A few may be out of order where a log is written by several threads. */
const LEAST_PACKETS = 20;
const LEAST_SHARE = 0.1;

/** As part of a sentence: why nothing is said of windows and RTTs; null where numbers are used once. */
export function whyMixed({ ledger }: TransportState): string | null {
  const { outOfOrder, sentPackets } = ledger;
  const isMixed = outOfOrder >= LEAST_PACKETS && outOfOrder > LEAST_SHARE * (sentPackets + outOfOrder);
  return isMixed ? 'its packet numbers repeat: several connections stand in one log, without ids' : null;
}

/** Sent packets whose number is repeated or below an earlier one, left out; none of several paths, each of which has numbers of its own. */
export function sentOutOfOrder({ ledger, pathCount }: TransportState): number {
  return pathCount > 1 ? 0 : ledger.outOfOrder;
}

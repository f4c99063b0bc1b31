/** The account of a receiver in one sentence: what came, how long that took, what came in each round trip, and what kept the rest. */

import { CAUSE_NAMES, type Holder } from '../../base/text/account-names';
import { amount, duration, percent, plural } from '../../base/text/figures';
import type { AccountPart } from './parts';
import { inAll } from './sentence';

/** The same from the peer in each round trip, in packets and bytes; for how long, µs. */
export interface PeerPattern {
  readonly packets: number;
  readonly bytes: number;
  readonly lengthUs: number;
}

/** Times are µs. */
export interface ReceivedFacts {
  readonly spanUs: number;
  /** All packets received, bytes. */
  readonly bytes: number;
  readonly parts: readonly AccountPart[];
  readonly main: AccountPart;
  readonly pattern: PeerPattern | null;
  /** The handshake did not complete. */
  readonly isFailed: boolean;
}

const T = {
  /** A second part is named from this share of the span on. */
  second: 0.2,
  /** Packets in a round trip that are counted; of more their bytes are said. */
  packets: 10,
} as const;

/** `3.1 MB received in 8.20 s: data kept arriving 92.0 % of the time.`, in at most 30 words. */
export function receivedSentence(facts: ReceivedFacts): string {
  const { spanUs, bytes, parts, main, pattern, isFailed } = facts;
  const what = bytes > 0 ? `${amount(bytes)} received in` : 'Nothing received in';
  const begin = `${what} ${duration(spanUs)}`;
  if (isFailed) return `${begin}: the handshake did not complete.`;
  const second = [...heldByHolder(parts)]
    .filter(([holder]) => holder !== main.holder && holder !== 'notKnown')
    .sort(([, a], [, b]) => b - a)[0];
  const isNamed = second !== undefined && second[1] > T.second * spanUs;
  const clauses = [
    pattern === null ? '' : patternWords(pattern),
    mainWords(main, facts),
    isNamed ? `besides, ${NAMES[second[0]]} ${percent(second[1] / spanUs)}` : '',
  ];
  return `${begin}: ${clauses.filter((words) => words !== '').join('; ')}.`;
}

/** µs by holder, whatever the cause. */
function heldByHolder(parts: readonly AccountPart[]): ReadonlyMap<Holder, number> {
  const heldUs = new Map<Holder, number>();
  for (const part of parts) heldUs.set(part.holder, (heldUs.get(part.holder) ?? 0) + part.heldUs);
  return heldUs;
}

/** `2 packets per round trip for 7.94 s` */
function patternWords({ packets, bytes, lengthUs }: PeerPattern): string {
  const what = packets <= T.packets ? plural(packets, 'packet') : amount(bytes);
  return `${what} per round trip for ${duration(lengthUs)}`;
}

function mainWords(
  { holder, cause, heldUs, longestUs }: AccountPart,
  { spanUs, parts }: ReceivedFacts,
): string {
  const share = percent((heldByHolder(parts).get(holder) ?? 0) / spanUs);
  const waitUs = parts.find((part) => part.cause === 'outOfOrder')?.heldUs ?? 0;
  switch (holder) {
    case 'arriving': {
      const waits = `for ${percent(waitUs / spanUs)} it waited for missing data`;
      return `data kept arriving ${share} of the time${waitUs > T.second * spanUs ? `; ${waits}` : ''}`;
    }
    case 'dataMissing':
      return `nothing came while data was missing for ${inAll(heldUs, longestUs)}`;
    case 'ownCredit':
      return `credit of this end was used up ${share} of the time: ${CAUSE_NAMES[cause ?? 'windowTooSmall']}`;
    case 'firstByte':
      return `it waited for the first byte of a response ${share} of the time`;
    case 'nextRequest':
      return `nobody asked for anything ${share} of the time`;
    case 'nothingCame':
      return `nothing came for ${inAll(heldUs, longestUs)}; why does not show`;
    case 'hostStopped':
      return `this host stopped for ${inAll(heldUs, longestUs)}`;
    case 'handshake':
      return `the handshake took ${duration(heldUs)}`;
    default:
      return `for ${share} of the time the clock of the log jumps`;
  }
}

const NAMES: { readonly [holder in Holder]?: string } = {
  arriving: 'data kept arriving',
  dataMissing: 'nothing came while data was missing',
  ownCredit: 'its own credit was used up',
  firstByte: 'it waited for a first byte',
  nextRequest: 'nobody asked',
  nothingCame: 'nothing came',
  hostStopped: 'this host stopped',
  handshake: 'the handshake',
};

/** The account of a receiver, docs/account.md, *Receivers*: what came and when, and what this end shows of why no more did. */

import type { Holder } from '../../base/text/account-names';
import { type Burst, burstRuns, spacingRtts } from '../measures/arrival-bursts';
import { smallestLoggedRtt } from '../measures/round-trips';
import type { ReceivedPartition } from '../partition/received';
import type { DetectInput } from '../rule/rule-input';
import { hasFailed } from './facts';
import { type AccountPart, type Charged, partsInOrder, partsOf } from './parts';
import { type PeerPattern, receivedSentence } from './received-sentence';

const T = {
  /** Bursts alike, one after the other: of a window that grows, or an application's end, fewer are. */
  bursts: 10,
  /** … for this share of the span. */
  ofSpan: 0.2,
  /** Bytes of two bursts that are alike, and bursts of a run that are. */
  bytes: 0.05,
  alike: 0.9,
  /** From one to the next, in smallest RTTs: up to one, with the ACK that is delayed. */
  spacingRtts: [0.8, 2],
} as const;

/** What a part of an account is made of: of a receiver nothing is charged to the path. */
export function chargedOf({ cells, span }: ReceivedPartition): Charged {
  const none = new Float64Array(cells.length);
  return {
    cells,
    causes: ['unknown'],
    holds: new Uint8Array(1),
    idle: { idleUs: none, provedUs: none, busyUs: 0 },
    endUs: span.endUs,
  };
}

/** @returns an `Account`, and what it is made of. */
export function accountOfReceiver(input: DetectInput, received: ReceivedPartition) {
  const { state } = input;
  const { startUs, endUs } = received.span;
  const charged = chargedOf(received);
  const summed = partsOf(charged, { endsUs: 0, startUpUs: 0 });
  const main = mainOf(summed.parts);
  const parts = partsInOrder(summed.parts, main, ({ heldUs }) => heldUs);
  const account = {
    startUs,
    endUs,
    main,
    parts,
    neededUs: null,
    carriedTwiceUs: null,
    afterTransferUs: Math.max(0, state.lastUs - endUs),
    provedShare: 0,
    // Whether more could have come does not show.
    healthy: false,
    sentence: receivedSentence({
      spanUs: endUs - startUs,
      bytes: state.receivedBytes,
      parts,
      main,
      pattern: peerPattern(input, received),
      isFailed: hasFailed(state) && !state.streams.mayReceivePayload,
    }),
  };
  return { account, charged, summed };
}

/** The largest part of what is longest in all. */
function mainOf(parts: readonly AccountPart[]): AccountPart {
  const allUs = new Map<Holder, number>();
  for (const { holder, heldUs } of parts) allUs.set(holder, (allUs.get(holder) ?? 0) + heldUs);
  const rank = ({ holder }: AccountPart): number => allUs.get(holder) ?? 0;
  return parts.reduce((a, b) => ((rank(b) - rank(a) || b.heldUs - a.heldUs) > 0 ? b : a));
}

/** The longest; null for none. */
export function peerPattern(
  input: DetectInput,
  { span: { startUs, endUs } }: ReceivedPartition,
): PeerPattern | null {
  const rttUs = smallestLoggedRtt(input.state);
  if (!(rttUs > 0)) return null;
  const patterns = burstRuns(input.arrivalBursts, rttUs, T.bursts, isAlike).flatMap(
    (run): readonly PeerPattern[] => {
      const [first] = run;
      const alike = run.filter((burst) => isAlike(burst, first)).length;
      const lengthUs = (run.at(-1) ?? first).startUs - first.startUs;
      const rtts = spacingRtts(run, rttUs);
      const isEven = rtts >= T.spacingRtts[0] && rtts <= T.spacingRtts[1];
      if (alike < T.alike * run.length || !isEven || lengthUs < T.ofSpan * (endUs - startUs)) return [];
      return [{ packets: first.packets, bytes: first.bytes, lengthUs }];
    },
  );
  return patterns.reduce<PeerPattern | null>(
    (best, one) => (best === null || one.lengthUs > best.lengthUs ? one : best),
    null,
  );
}

const isAlike = (burst: Burst, first: Burst): boolean =>
  Math.abs(burst.bytes - first.bytes) <= T.bytes * first.bytes;

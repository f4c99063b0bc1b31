/**
 * Which time of one trace is laid over which time of another. The offset is added to the times of the second; the first
 * has its own. How an alignment is written in a call and in a link is in alignment-text.ts.
 */
import { PacketSpace } from '../../../qlog-schema/packet-spaces';
import { lowerBound } from '../../base/columns/growable';
import { count } from '../../base/text/figures';
import type { Landmarks } from '../../reading/contract/outline';
import type { DirectionColumns } from '../../reading/contract/packet-columns';
import type { ComparedTrace } from './compared-trace';
import { isMatched, type MatchedPackets, type NoMatch } from './packet-match';
import type { Relation } from './relation';
import { isReceiver } from './roles';

/** Alignments without a value. `wall-clock` is the least trustworthy: it trusts the clocks of two hosts. */
export const LANDMARKS = [
  'start',
  'handshake',
  'first-data',
  'first-loss',
  'last-loss',
  'finding',
  'packets',
  'wall-clock',
] as const;
export type Landmark = (typeof LANDMARKS)[number];

/** Those that the outline of any trace tells: runs of a group are aligned by one of these. */
export const OUTLINE_LANDMARKS = ['start', 'handshake', 'first-data', 'first-loss', 'last-loss'] as const;
export type OutlineLandmark = (typeof OUTLINE_LANDMARKS)[number];

/**
 * `finding`: the start of the worst one; with an id the first of that rule. `packets`: the clocks of both ends of a connection,
 * by the packets that both logs hold. `packet`: the packet of application data with this number, of whoever sends the data:
 * its first send, in the trace of a receiver its arrival.
 */
export type Alignment =
  | { readonly at: Landmark }
  | { readonly at: 'finding'; readonly id: string }
  | { readonly at: 'packet'; readonly number: number };

const WORDS: { readonly [landmark in Landmark]: string } = {
  start: 'the first event',
  handshake: 'the completed handshake',
  'first-data': 'the first payload that arrived',
  'first-loss': 'the first loss',
  'last-loss': 'the last loss',
  finding: 'the start of the worst finding',
  packets: 'the packets that both logs hold',
  'wall-clock': 'the time of day',
};

export function alignmentWords(alignment: Alignment): string {
  if (alignment.at === 'packet') return `packet ${count(alignment.number)} of the sender`;
  return 'id' in alignment ? `the start of the finding ${alignment.id}` : WORDS[alignment.at];
}

/** Whether it is determined by packets, which are asked for only then (`asksForPackets`). */
export function needsPackets({ at }: Alignment): boolean {
  return at === 'packet' || at === 'packets';
}

/** Time that is laid over that of another trace, µs of the trace; NaN where it does not show it. */
export function landmarkUs(trace: ComparedTrace, alignment: Alignment): number {
  const { outline, findings, originMs } = trace;
  switch (alignment.at) {
    case 'finding': {
      const { id } = { id: null, ...alignment };
      const finding = findings.find((one) => (id === null ? one.severity !== 'info' : one.id === id));
      return finding?.startUs ?? Number.NaN;
    }
    case 'packet':
      return packetUs(trace, alignment.number);
    case 'packets':
      return Number.NaN;
    case 'wall-clock':
      return originMs === null ? Number.NaN : -originMs * 1000;
    default:
      return outlineLandmarkUs(outline.landmarks, alignment.at);
  }
}

/** µs of the trace; NaN where it does not show it. */
export function outlineLandmarkUs(
  { startUs, handshakeUs, firstDataUs, firstLossUs, lastLossUs }: Landmarks,
  at: OutlineLandmark,
): number {
  switch (at) {
    case 'start':
      return startUs;
    case 'handshake':
      return handshakeUs;
    case 'first-data':
      return firstDataUs;
    case 'first-loss':
      return firstLossUs;
    case 'last-loss':
      return lastLossUs;
  }
}

function packetUs({ summary, packets }: ComparedTrace, number: number): number {
  if (packets === null) return Number.NaN;
  const rows: DirectionColumns = summary.side === 'receiver' ? packets.received : packets.sent;
  const first = lowerBound(rows.spaces, PacketSpace.application);
  const row = lowerBound(rows.numbers, number, first);
  return rows.numbers[row] === number ? rows.timesUs[row] : Number.NaN;
}

type Match = MatchedPackets | NoMatch | null;

/**
 * What is added to the times of `b`, whole µs; NaN where one of the two does not show the landmark.
 * @param match of their packets (`relatedBy`).
 */
export function offsetUs(
  a: ComparedTrace,
  b: ComparedTrace,
  alignment: Alignment,
  match: Match = null,
): number {
  if (alignment.at === 'packets') return isMatched(match) ? match.offsetUs : Number.NaN;
  return Math.round(landmarkUs(a, alignment) - landmarkUs(b, alignment));
}

/** The last losses of two traces are no further apart than this share of the shorter log, or they are of other events. */
const SAME_LOSS_SHARE = 0.5;

/** Whether two senders lost their last packet about as long after the start, or after the handshake. */
function areLastLossesAlike(a: ComparedTrace, b: ComparedTrace): boolean {
  if ([a, b].some(isReceiver)) return false;
  const movedUs = offsetUs(a, b, { at: 'last-loss' });
  const shorterUs = Math.min(a.summary.durationUs, b.summary.durationUs);
  return (['start', 'handshake'] as const).some(
    (at) => Math.abs(movedUs - offsetUs(a, b, { at })) <= SAME_LOSS_SHARE * shorterUs,
  );
}

/**
 * Of the two ends of one connection their packets, and the time of day where none match; of any other two, both of senders, the
 * last loss where both have one at a like time, else the handshake, else the start.
 */
export function proposedAlignment(
  a: ComparedTrace,
  b: ComparedTrace,
  relation: Relation,
  match: Match = null,
): Alignment {
  const ofEnds: readonly Landmark[] = relation === 'both-ends' ? ['packets', 'wall-clock'] : [];
  const ofLosses: readonly Landmark[] = areLastLossesAlike(a, b) ? ['last-loss'] : [];
  const proposals: readonly Landmark[] = [...ofEnds, ...ofLosses, 'handshake'];
  const at = proposals.find((one) => !Number.isNaN(offsetUs(a, b, { at: one }, match))) ?? 'start';
  return { at };
}

/**
 * The two ends of one connection, client and server: what their packets show of the path between them, and why they cannot
 * be matched where they cannot.
 */
import { medianOf } from '../../base/columns/median';
import { count, fixed, plural } from '../../base/text/figures';
import { LossMark } from '../../reading/contract/packet-columns';
import type { ComparedTrace } from './compared-trace';
import {
  areOfOneSender,
  type Direction,
  isMatched,
  type MatchedPackets,
  matchPackets,
  type NoMatch,
} from './packet-match';
import { haveBothRoles, type Relation, relationOf } from './relation';

export interface Related {
  readonly relation: Relation;
  /** Of both ends their packets, matched, or why they cannot be; null for any other two, and where they were not asked for. */
  readonly match: MatchedPackets | NoMatch | null;
  /** They name one connection, and their packets contradict that. */
  readonly isContradicted: boolean;
}

/**
 * What two traces are of one another: by their ids, and by their packets where these were asked for. Of two without ids the
 * packets alone decide.
 */
export function relatedBy(a: ComparedTrace, b: ComparedTrace): Related {
  const relation = relationOf(a, b);
  const plain = { relation, match: null, isContradicted: false };
  if (relation === 'unknown' && haveBothRoles(a, b) && a.packets !== null && b.packets !== null) {
    const match = matchPackets(a.packets, b.packets);
    return isMatched(match) && isProbable(match) ? { ...plain, relation: 'both-ends', match } : plain;
  }
  if (relation !== 'both-ends' && relation !== 'same-end') return plain;
  if (a.packets === null || b.packets === null)
    return relation === 'same-end' ? { ...plain, relation: 'unknown' } : plain;
  if (relation === 'same-end')
    return areOfOneSender(a.packets, b.packets) ? plain : { ...plain, relation: 'other' };
  const match = matchPackets(a.packets, b.packets);
  return match === 'backwards'
    ? { relation: 'other', match: null, isContradicted: true }
    : { ...plain, match };
}

/** So many packets of each direction with the same size in both logs, and hardly any with another, are no chance. */
const LEAST_SIZED = 20;
const SAME_SIZE = 0.95;

function isProbable({ fromA, fromB }: MatchedPackets): boolean {
  return [fromA, fromB].every(({ sized, sameSize }) => sized >= LEAST_SIZED && sameSize >= SAME_SIZE * sized);
}

/** One-way delays of a direction, µs. */
export function delayFigures({ delaysUs }: Direction) {
  return {
    leastUs: delaysUs.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY),
    medianUs: medianOf(Float64Array.from(delaysUs)),
    mostUs: delaysUs.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY),
  };
}

/** How many of the lost ones have this mark. */
export function lostAs({ lostMarks }: Direction, mark: (typeof LossMark)[keyof typeof LossMark]): number {
  return lostMarks.reduce((sum, one) => sum + Number(one === mark), 0);
}

/** One sentence, without its full stop. */
export function noMatchWords(reason: NoMatch): string {
  switch (reason) {
    case 'several-paths':
      return 'its packets went over several paths, which number them each for itself: they cannot be matched';
    case 'few':
      return 'too few packets stand in both logs to match them: their clocks cannot be compared';
    case 'backwards':
      return 'packets would arrive before they were sent, whatever the clocks';
  }
}

/** What was lost between the two, each direction with the names of sender and receiver. One sentence, without its full stop. */
export function lostBetweenWords({ fromA, fromB }: MatchedPackets, nameA: string, nameB: string): string {
  const words = (direction: Direction, to: string): string => {
    const lost = direction.lostUs.length;
    const [declared, ackAlone] = [lostAs(direction, LossMark.declared), lostAs(direction, LossMark.ackAlone)];
    const parts = [
      ...(lost === 0 ? [] : [`declared lost by the sender: ${count(declared)}`]),
      ...(ackAlone === 0 ? [] : [`ACKs alone: ${count(ackAlone)}`]),
      ...(direction.beyondEnds === 0
        ? []
        : [`beyond the ends of its log, not compared: ${count(direction.beyondEnds)}`]),
    ];
    const number = lost === 0 ? 'no packet' : plural(lost, 'packet');
    const details = parts.length === 0 ? '' : ` (${parts.join('; ')})`;
    return `${number} ${lost > 1 ? 'were' : 'was'} lost on the way to ${to}${details}`;
  };
  return `${words(fromA, nameB)}, ${words(fromB, nameA)}`;
}

/** How clocks and delays are determined, and what cannot be seen. Sentences. */
export function clockWords(
  { clocks, fromA, fromB }: MatchedPackets,
  nameA: string,
  nameB: string,
): readonly string[] {
  const { driftPpm } = clocks;
  const faster = driftPpm > 0 ? 'faster' : 'slower';
  const { sized, sameSize } = { sized: fromA.sized + fromB.sized, sameSize: fromA.sameSize + fromB.sameSize };
  return [
    'The clocks are laid over one another so that the smallest delays of both directions are equal: a path that is slower in one direction cannot be seen.',
    ...(driftPpm === 0
      ? []
      : [
          `The clock of ${nameB} goes ${faster} by ${fixed(Math.abs(driftPpm), 0)} µs per second; the delays are without that.`,
        ]),
    ...unknownWords(fromA, nameA, nameB),
    ...unknownWords(fromB, nameB, nameA),
    ...(sized > 0 && sameSize < sized
      ? [`${count(sized - sameSize)} of ${plural(sized, 'packet')} have another size in the two logs.`]
      : []),
  ];
}

/** Packets of a direction that are not counted as lost, or may be so wrongly. Sentences. */
function unknownWords(
  { unread, duplicates, beyondEnds, lostUs }: Direction,
  sender: string,
  receiver: string,
): readonly string[] {
  const was = (packets: number): string => (packets === 1 ? 'was' : 'were');
  return [
    ...(beyondEnds === 0
      ? []
      : [
          `${plural(beyondEnds, 'packet')} from ${sender} ${was(beyondEnds)} sent before the log of ${receiver} began, or too late to arrive before it ended: whether they were lost is not known.`,
        ]),
    ...(duplicates === 0
      ? []
      : [
          `${plural(duplicates, 'packet')} arrived at ${receiver} a second time, and ${was(duplicates)} dropped for that.`,
        ]),
    ...(unread === 0 || lostUs.length === 0
      ? []
      : [
          `${receiver} logs ${plural(unread, 'packet')} that arrived and ${was(unread)} dropped unread: some of those that were lost on the way to it may be these.`,
        ]),
  ];
}

/** The alignments of a trace to the lead: how far each would move it, which one is proposed, and why one cannot be. */
import {
  type Alignment,
  alignmentWords,
  LANDMARKS,
  landmarkUs,
  offsetUs,
  proposedAlignment,
} from '../../../engine/service/compare/align';
import { alignmentText } from '../../../engine/service/compare/alignment-text';
import type { ComparedTrace } from '../../../engine/service/compare/compared-trace';
import { noMatchWords, type Related, relatedBy } from '../../../engine/service/compare/ends';
import { isMatched } from '../../../engine/service/compare/packet-match';

export interface AlignmentChoice {
  /** As `compare --align` takes it. */
  readonly id: string;
  readonly words: string;
  /** Added to the times of the trace, whole µs; NaN where `lacking` says why not. */
  readonly offsetUs: number;
  /** Who does not show it; null where both do. */
  readonly lacking: string | null;
  /** What speaks against it; empty for nothing. */
  readonly caution: string;
  readonly isProposed: boolean;
}

/** Offsets closer than this are the same: a link and a change of the lead round. */
const SAME_US = 1;

const CAUTIONS: { readonly [at in Alignment['at']]?: string } = {
  'wall-clock': 'least trustworthy: it trusts the clocks of two hosts',
};

/**
 * @param letter of the trace, whose lead is A.
 * @param related what the two are of one another, where that is known.
 * @param packetNumbers packets of the sender that were asked for.
 */
export function alignmentChoices(
  a: ComparedTrace,
  b: ComparedTrace,
  letter: string,
  related: Related = relatedBy(a, b),
  packetNumbers: readonly number[] = [],
): readonly AlignmentChoice[] {
  const proposed = alignmentText(proposedAlignment(a, b, related.relation, related.match));
  return alignmentsOf(a, b, packetNumbers).map((alignment) => {
    const offset = offsetUs(a, b, alignment, related.match);
    const id = alignmentText(alignment);
    return {
      id,
      words: alignmentWords(alignment),
      offsetUs: offset,
      isProposed: id === proposed,
      lacking: Number.isNaN(offset) ? lackingWords(a, b, alignment, related, letter) : null,
      caution: CAUTIONS[alignment.at] ?? '',
    };
  });
}

/** Those without a value, each finding that both have, and the packets that were asked for. */
function alignmentsOf(
  a: ComparedTrace,
  b: ComparedTrace,
  packetNumbers: readonly number[],
): readonly Alignment[] {
  const common = new Set(
    a.findings.map(({ id }) => id).filter((id) => b.findings.some((one) => one.id === id)),
  );
  return [
    ...LANDMARKS.map((at): Alignment => ({ at })),
    ...[...common].map((id): Alignment => ({ at: 'finding', id })),
    ...packetNumbers.map((number): Alignment => ({ at: 'packet', number })),
  ];
}

function lackingWords(
  a: ComparedTrace,
  b: ComparedTrace,
  alignment: Alignment,
  { relation, match }: Related,
  letter: string,
): string {
  if (alignment.at === 'packets') {
    if (relation !== 'both-ends') return 'they are not known as the two ends of one connection';
    return match === null || isMatched(match) ? 'their packets were not compared' : noMatchWords(match);
  }
  const isPacket = alignment.at === 'packet';
  const unread = [a, b].findIndex(({ packets }) => packets === null);
  if (isPacket && unread >= 0) return `the packets of ${unread === 0 ? 'A' : letter} cannot be read`;
  const [lacksA, lacksB] = [a, b].map((trace) => Number.isNaN(landmarkUs(trace, alignment)));
  if (lacksA === lacksB) return `neither A nor ${letter} ${isPacket ? 'logs it' : 'shows it'}`;
  return `${lacksA ? 'A' : letter} ${isPacket ? 'has no such packet' : 'does not show it'}`;
}

/**
 * The alignment that an offset is of, the proposed one before others; null for an offset by hand.
 * @param preferred id of the one that was chosen last; null for none.
 */
export function choiceAt(
  choices: readonly AlignmentChoice[],
  shownUs: number,
  preferred: string | null,
): AlignmentChoice | null {
  const fits = choices.filter((choice) => Math.abs(choice.offsetUs - shownUs) <= SAME_US);
  return (
    fits.find(({ id }) => id === preferred) ?? fits.find(({ isProposed }) => isProposed) ?? fits[0] ?? null
  );
}

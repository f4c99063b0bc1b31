/** The alignments of a trace to the lead: how far each would move it, which one is proposed, and why one cannot be. */
import {
  ALIGNMENTS,
  type Alignment,
  alignmentWords,
  landmarkUs,
  offsetUs,
  proposedAlignment,
} from '../../../engine/compare/align';
import type { ComparedTrace } from '../../../engine/compare/compared-trace';

export interface AlignmentChoice {
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

const CAUTIONS: { readonly [alignment in Alignment]?: string } = {
  'wall-clock': 'least trustworthy: it trusts the clocks of two hosts',
};

/** @param letter of the trace, whose lead is A. */
export function alignmentChoices(
  a: ComparedTrace,
  b: ComparedTrace,
  letter: string,
): readonly AlignmentChoice[] {
  const proposed = proposedAlignment(a, b);
  return ALIGNMENTS.map((alignment) => {
    const offset = offsetUs(a, b, alignment);
    return {
      ...{ id: alignment, words: alignmentWords(alignment), offsetUs: offset },
      lacking: Number.isNaN(offset) ? lackingWords(a, b, alignment, letter) : null,
      caution: CAUTIONS[alignment] ?? '',
      isProposed: alignment === proposed,
    };
  });
}

function lackingWords(a: ComparedTrace, b: ComparedTrace, alignment: Alignment, letter: string): string {
  const [lacksA, lacksB] = [a, b].map((trace) => Number.isNaN(landmarkUs(trace, alignment)));
  if (lacksA === lacksB) return `neither A nor ${letter} shows it`;
  return `${lacksA ? 'A' : letter} does not show it`;
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

/** The alignments of a trace to the lead: how far each would move it, and why one cannot. */
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
  readonly alignment: Alignment;
  readonly words: string;
  /** Added to the times of the trace, whole µs; NaN where `lacking` says why not. */
  readonly offsetUs: number;
  /** Who does not show it; null where both do. */
  readonly lacking: string | null;
  /** What speaks against it; empty for nothing. */
  readonly caution: string;
}

/** Offsets closer than this are the same: a link and a change of the lead round. */
const SAME_US = 1;

const CAUTIONS: { readonly [alignment in Alignment]?: string } = {
  'wall-clock': 'least trustworthy: it trusts the clocks of two hosts',
};

/** @param letters of both. */
export function alignmentChoices(
  a: ComparedTrace,
  b: ComparedTrace,
  letters: readonly [string, string],
): readonly AlignmentChoice[] {
  return ALIGNMENTS.map((alignment) => {
    const offset = offsetUs(a, b, alignment);
    return {
      ...{ alignment, words: alignmentWords(alignment), offsetUs: offset },
      lacking: Number.isNaN(offset) ? lackingWords(a, b, alignment, letters) : null,
      caution: CAUTIONS[alignment] ?? '',
    };
  });
}

function lackingWords(
  a: ComparedTrace,
  b: ComparedTrace,
  alignment: Alignment,
  [letterA, letterB]: readonly [string, string],
): string {
  const [lacksA, lacksB] = [a, b].map((trace) => Number.isNaN(landmarkUs(trace, alignment)));
  if (lacksA === lacksB) return `neither ${letterA} nor ${letterB} shows it`;
  return `${lacksA ? letterA : letterB} does not show it`;
}

/**
 * The alignment that an offset is of, the proposed one before others; null for an offset by hand.
 * @param preferred the one that was chosen last; null for none.
 */
export function alignmentAt(
  a: ComparedTrace,
  b: ComparedTrace,
  shownUs: number,
  preferred: Alignment | null,
): Alignment | null {
  const candidates = [...(preferred === null ? [] : [preferred]), proposedAlignment(a, b), ...ALIGNMENTS];
  return candidates.find((alignment) => Math.abs(offsetUs(a, b, alignment) - shownUs) <= SAME_US) ?? null;
}

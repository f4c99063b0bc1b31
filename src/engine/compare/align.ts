/**
 * Which time of one trace is laid over which time of another. The offset is added to the times of the second; the first
 * keeps its own.
 */
import type { ComparedTrace } from './compared-trace';

/** `wall-clock` is the least trustworthy: it trusts the clocks of two hosts. */
export const ALIGNMENTS = [
  'start',
  'handshake',
  'first-data',
  'first-loss',
  'last-loss',
  'finding',
  'wall-clock',
] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

const WORDS: { readonly [alignment in Alignment]: string } = {
  start: 'the first event',
  handshake: 'the completed handshake',
  'first-data': 'the first payload that arrived',
  'first-loss': 'the first loss',
  'last-loss': 'the last loss',
  finding: 'the start of the worst finding',
  'wall-clock': 'the time of day',
};

export function alignmentWords(alignment: Alignment): string {
  return WORDS[alignment];
}

/** Time that is laid over that of another trace, µs of the trace; NaN where it does not show it. */
export function landmarkUs({ outline, findings, originMs }: ComparedTrace, alignment: Alignment): number {
  const { startUs, handshakeUs, firstDataUs, firstLossUs, lastLossUs } = outline.landmarks;
  switch (alignment) {
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
    case 'finding':
      return findings.find(({ severity }) => severity !== 'info')?.startUs ?? Number.NaN;
    case 'wall-clock':
      return originMs === null ? Number.NaN : -originMs * 1000;
  }
}

/** What is added to the times of `b`, whole µs; NaN where one of the two does not show the landmark. */
export function offsetUs(a: ComparedTrace, b: ComparedTrace, alignment: Alignment): number {
  return Math.round(landmarkUs(a, alignment) - landmarkUs(b, alignment));
}

/** The last loss where both have one, else the handshake, else the start. */
export function proposedAlignment(a: ComparedTrace, b: ComparedTrace): Alignment {
  const proposals: readonly Alignment[] = ['last-loss', 'handshake'];
  return proposals.find((alignment) => !Number.isNaN(offsetUs(a, b, alignment))) ?? 'start';
}

/**
 * Holds an opened trace against what a link waits for, and says what is another one. Opening and checking are
 * `follow-link.ts`, how it is asked `request-words.ts`.
 */
import { compareFingerprints, likenessWords, safeName } from '../../../sharing/link/fingerprint';
import type { TraceRef } from '../../../sharing/link/state';
import type { KeptRequest, LinkRequest } from '../../state/pending-traces';
import { sameRef } from './trace-origins';

/** Which of the pending traces an opened one is. @param ref what a link would call it. */
export function wantedAs({ pending }: LinkRequest, ref: TraceRef | null): TraceRef | null {
  return (ref && pending.find((wanted) => sameRef(wanted.ref, ref))?.ref) ?? null;
}

/** Why a trace is none of the pending ones, held against the file that the link shows. */
export function otherWords({ link, pending, kept }: LinkRequest, name: string, ref: TraceRef | null): string {
  const missing = pending.map((wanted) => wanted.ref);
  const shown = missing.find((wanted) => wanted === link.traces[link.shown]) ?? missing[0];
  if (shown?.kind !== 'file' || ref?.kind !== 'file')
    return `Whether ${safeName(name)} is what the link is about cannot be checked.`;
  return kept?.otherWords(ref.fingerprint) ?? likenessWords(shown.fingerprint, ref.fingerprint);
}

/** What to say of a file that is the right one under another name; null for one under its own. */
export function renamedWords(wanted: TraceRef, ref: TraceRef | null, kept?: KeptRequest): string | null {
  if (wanted.kind !== 'file' || ref?.kind !== 'file') return null;
  const renamed = compareFingerprints(wanted.fingerprint, ref.fingerprint) === 'renamed';
  if (!renamed) return null;
  return kept?.renamedWords(ref.fingerprint) ?? likenessWords(wanted.fingerprint, ref.fingerprint);
}

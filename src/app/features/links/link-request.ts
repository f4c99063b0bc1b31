/**
 * Compares an opened trace with those that a link waits for, and words the difference. Opening and checking are in
 * `follow-link.ts`, the texts of the request in `request-words.ts`.
 */
import { compareFingerprints, likenessWords, safeName } from '../../../sharing/link/fingerprint';
import type { TraceRef } from '../../../sharing/link/state';
import type { KeptRequest, LinkRequest } from '../../state/pending-traces';
import { sameRef } from './trace-origins';

/** The pending trace that an opened one is; null for none. @param ref how a link would name it. */
export function wantedAs({ pending }: LinkRequest, ref: TraceRef | null): TraceRef | null {
  return (ref && pending.find((wanted) => sameRef(wanted.ref, ref))?.ref) ?? null;
}

/** Why a trace is none of the pending ones, compared with the file that the link shows. */
export function otherWords({ link, pending, kept }: LinkRequest, name: string, ref: TraceRef | null): string {
  const missing = pending.map((wanted) => wanted.ref);
  const shown = missing.find((wanted) => wanted === link.traces[link.shown]) ?? missing[0];
  if (shown?.kind !== 'file' || ref?.kind !== 'file')
    return `Whether ${safeName(name)} is what the link is about cannot be checked.`;
  return kept?.otherWords(ref.fingerprint) ?? likenessWords(shown.fingerprint, ref.fingerprint);
}

/** Message about the right file under another name; null for the same name. */
export function renamedWords(wanted: TraceRef, ref: TraceRef | null, kept?: KeptRequest): string | null {
  if (wanted.kind !== 'file' || ref?.kind !== 'file') return null;
  const renamed = compareFingerprints(wanted.fingerprint, ref.fingerprint) === 'renamed';
  if (!renamed) return null;
  return kept?.renamedWords(ref.fingerprint) ?? likenessWords(wanted.fingerprint, ref.fingerprint);
}

/**
 * What a link waits for: files that only the user can open, hosts that were not agreed to yet, and a file
 * that was opened instead. Opening and checking are `follow-link.ts`, how it is asked `request-words.ts`.
 */
import {
  compareFingerprints,
  type Fingerprint,
  likenessWords,
  safeName,
} from '../../../sharing/link/fingerprint';
import type { LinkState, TraceRef } from '../../../sharing/link/state';
import type { OpenTrace } from '../../state/open-trace';
import { createStore } from '../../state/store';
import { sameRef } from './trace-origins';

export interface LinkRequest {
  readonly link: LinkState;
  /** What the link is about and is not open. */
  readonly missing: readonly TraceRef[];
  /** Those of the missing that were asked for at their host, which did not give them. */
  readonly failed: readonly TraceRef[];
  /** The newest trace that was opened since and is none of them, and why. */
  readonly other: { readonly trace: OpenTrace; readonly words: string } | null;
  /** Set where no link asks, but a trace that is kept on this device is to be opened again. */
  readonly kept?: KeptRequest;
}

/** Words and deeds of such a request (`reopen.ts`). */
export interface KeptRequest {
  /** Which file is asked for, and why. */
  readonly asked: string;
  /** What to say of another file. */
  otherWords(is: Fingerprint): string;
  /** What to say of the right one under another name. */
  renamedWords(is: Fingerprint): string;
  /** Brings the notes into a file that is not the same any more, when the user wants it so. */
  takeNotes(trace: OpenTrace): void;
}

export const linkRequest = createStore<LinkRequest | null>(null);

/** Which of the missing a trace is. @param ref what a link would call it. */
export function wantedAs({ missing }: LinkRequest, ref: TraceRef | null): TraceRef | null {
  return (ref && missing.find((wanted) => sameRef(wanted, ref))) ?? null;
}

/** Why a trace is none of the missing, held against the file that the link shows. */
export function otherWords({ link, missing, kept }: LinkRequest, name: string, ref: TraceRef | null): string {
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

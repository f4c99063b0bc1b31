/**
 * Traces that a link, or the list of recent traces, names and that are not open: one entry with a state each.
 * Opening and comparing is in `navigation/follow-link.ts`, the texts in `navigation/request-words.ts`.
 */
import type { Fingerprint } from '../../../sharing/link/fingerprint';
import type { LinkState, TraceRef } from '../../../sharing/link/state';
import type { OpenFile } from './open-file';
import type { TraceState } from './trace-state';

export interface PendingTrace {
  readonly ref: TraceRef;
  readonly state: Extract<TraceState, 'asked' | 'looking-for-copy' | 'waiting-for-file' | 'failed'>;
  /** A listing names it: it is a row of the table. */
  readonly isListed?: true;
}

export function pendingTrace(ref: TraceRef): PendingTrace {
  return { ref, state: ref.kind === 'src' ? 'asked' : 'waiting-for-file' };
}

/** Where copies of files are kept: files are asked for only after a copy was looked for. */
export function pendingWithCopy(ref: TraceRef): PendingTrace {
  return ref.kind === 'file' ? { ref, state: 'looking-for-copy' } : pendingTrace(ref);
}

/** The user is asked for files of which there is no copy. @param isAbsent all where left out. */
export function askFor(request: LinkRequest, isAbsent = (_: PendingTrace): boolean => true): LinkRequest {
  const pending = request.pending.map(
    (one): PendingTrace =>
      one.state === 'looking-for-copy' && isAbsent(one) ? { ...one, state: 'waiting-for-file' } : one,
  );
  return { ...request, pending };
}

/** The traces that a link waits for, and a file that was opened instead. */
export interface LinkRequest {
  readonly link: LinkState;
  /** Traces of the link that are not open. */
  readonly pending: readonly PendingTrace[];
  /** The newest file opened since that is none of them, and why. */
  readonly other: { readonly file: OpenFile; readonly words: string } | null;
  /** Set where the request is for a recent trace, not for a link. */
  readonly recent?: RecentRequest;
}

/** Texts and actions of a request for a recent trace. */
export interface RecentRequest {
  /** Which file is requested, and why. */
  readonly asked: string;
  /** The trace as a clause, such as `that was open here`. */
  readonly what: string;
  /** Message about a different file in place of one of the trace. */
  otherWords(was: Fingerprint, is: Fingerprint): string;
  /** Message about the right file under another name. */
  renamedWords(is: Fingerprint): string;
  /** Adds the kept notes to a changed file, on the user's request. */
  takeNotes(file: OpenFile): void;
}

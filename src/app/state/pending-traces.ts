/**
 * Traces that a link, or the list of recent traces, names and that are not open: each is an entry with one state.
 * Opening and comparing is `follow-link.ts`, how the user is asked `request-words.ts`, both of the links.
 */
import type { Fingerprint } from '../../sharing/link/fingerprint';
import type { LinkState, TraceRef } from '../../sharing/link/state';
import type { OpenTrace } from './open-trace';

/** The one state of a trace of the page. */
export type TraceState =
  /** On a host that the user has not agreed to yet. */
  | 'asked'
  /** A file that only the user can open. */
  | 'waiting-for-file'
  | 'loading'
  | 'ready'
  /** Open: it could not be read, or its worker is gone. Pending: its host did not give it, a copy will do. */
  | 'failed';

export interface PendingTrace {
  readonly ref: TraceRef;
  readonly state: Extract<TraceState, 'asked' | 'waiting-for-file' | 'failed'>;
}

export function pendingTrace(ref: TraceRef): PendingTrace {
  return { ref, state: ref.kind === 'src' ? 'asked' : 'waiting-for-file' };
}

/** What a link waits for, and a file that was opened instead. */
export interface LinkRequest {
  readonly link: LinkState;
  /** What the link is about and is not open. */
  readonly pending: readonly PendingTrace[];
  /** The newest trace that was opened since and is none of them, and why. */
  readonly other: { readonly trace: OpenTrace; readonly words: string } | null;
  /** Set where no link asks, but a trace that is kept on this device is to be opened again. */
  readonly kept?: KeptRequest;
}

/** Words and deeds of such a request. */
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

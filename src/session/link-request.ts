/**
 * What a link waits for: files that only the user can open, and a file that was opened instead. Values and words;
 * opening and checking are `follow-link.ts`, the line on the page is the app's.
 */
import { compareFingerprints, fileWords, likenessWords, safeName } from '../link/fingerprint';
import type { LinkState, TraceRef } from '../link/state';
import { createStore } from '../view/store';
import type { OpenTrace } from './open-trace';
import { sameRef } from './trace-origins';

export interface LinkRequest {
  readonly link: LinkState;
  /** What the link is about and is not open. */
  readonly missing: readonly TraceRef[];
  /** The newest trace that was opened since and is none of them, and why. */
  readonly other: { readonly trace: OpenTrace; readonly words: string } | null;
}

export const linkRequest = createStore<LinkRequest | null>(null);

/** One sentence: which files are asked for. */
export function requestWords({ missing }: LinkRequest): string {
  const files = missing.flatMap((ref) => (ref.kind === 'file' ? [fileWords(ref.fingerprint)] : []));
  const urls = missing.flatMap((ref) => (ref.kind === 'src' ? [safeName(ref.url)] : []));
  const asked = files.length === 1 ? 'open that file' : 'open those files';
  const sentences = [
    ...(files.length > 0 ? [`This link is about ${files.join(' and ')}: ${asked}.`] : []),
    ...(urls.length > 0
      ? [
          `This link is about ${urls.join(' and ')}, and nothing is fetched from there: save it and open the file.`,
        ]
      : []),
  ];
  return sentences.join(' ');
}

/** Which of the missing a trace is. @param ref what a link would call it. */
export function wantedAs({ missing }: LinkRequest, ref: TraceRef | null): TraceRef | null {
  return (ref && missing.find((wanted) => sameRef(wanted, ref))) ?? null;
}

/** Why a trace is none of the missing, held against the file that the link shows. */
export function otherWords({ link, missing }: LinkRequest, name: string, ref: TraceRef | null): string {
  const shown = missing.find((wanted) => wanted === link.traces[link.shown]) ?? missing[0];
  if (shown?.kind !== 'file' || ref?.kind !== 'file')
    return `Whether ${safeName(name)} is what the link is about cannot be checked.`;
  return likenessWords(shown.fingerprint, ref.fingerprint);
}

/** What to say of a file that is the right one under another name; null for one under its own. */
export function renamedWords(wanted: TraceRef, ref: TraceRef | null): string | null {
  if (wanted.kind !== 'file' || ref?.kind !== 'file') return null;
  const renamed = compareFingerprints(wanted.fingerprint, ref.fingerprint) === 'renamed';
  return renamed ? likenessWords(wanted.fingerprint, ref.fingerprint) : null;
}

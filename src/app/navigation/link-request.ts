/**
 * Compares an opened trace with those that a link waits for, and words the difference. Opening and checking are in
 * `follow-link.ts`, the texts of the request in `request-words.ts`.
 */
import { count, plural } from '../../engine/base/text/figures';
import type { Message } from '../../engine/reading/contract/snapshot';
import { compareFingerprints, type Fingerprint, likenessWords } from '../../sharing/link/fingerprint';
import { type FileRef, fingerprintsOf, type TraceRef } from '../../sharing/link/state';
import type { LinkRequest, RecentRequest } from '../state/traces/pending-traces';
import { answers, furtherFiles, sameRef } from './trace-origins';

/** The pending trace that an opened one is; null for none. @param ref how a link would name it. */
export function wantedAs({ pending, link }: LinkRequest, ref: TraceRef | null): TraceRef | null {
  if (ref === null) return null;
  const exact = pending.find((wanted) => sameRef(wanted.ref, ref));
  return (exact ?? pending.find((wanted) => answers(ref, wanted.ref, link.traces)))?.ref ?? null;
}

/** Why a trace is none of the pending ones, compared with the file that the link shows. */
export function otherWords(
  { link, pending, recent }: LinkRequest,
  name: string,
  ref: TraceRef | null,
): string {
  const missing = pending.map((wanted) => wanted.ref);
  const shown = missing.find((wanted) => wanted === link.traces[link.shown]) ?? missing[0];
  if (shown?.kind !== 'file' || ref?.kind !== 'file')
    return `Whether ${name} is what the link is about cannot be checked.`;
  const files = fingerprintsOf(shown);
  const was = files.find((one) => one.name === ref.fingerprint.name) ?? files[0];
  const isOne = ref.segments === undefined && (files.length === 1 || was?.name === ref.fingerprint.name);
  if (was === undefined || !isOne) return noneWords(shown, ref, recent?.what);
  return recent?.otherWords(was, ref.fingerprint) ?? likenessWords(was, ref.fingerprint);
}

/** One sentence: traces of several files that have none in common. @param what describes those asked for, as a clause. */
export function noneWords(asked: FileRef, given: FileRef, what = 'that the link is about'): string {
  const [wanted, opened] = [fingerprintsOf(asked), fingerprintsOf(given)];
  const first = given.fingerprint.name;
  const who = opened.length === 1 ? first : `None of the ${count(opened.length)} files from ${first} on`;
  const whom = wanted.length === 1 ? 'the file' : `one of the ${count(wanted.length)} files`;
  return `${who} is ${opened.length === 1 ? 'not ' : ''}${whom} ${what}.`;
}

/** Message about the right files, renamed or with more after them; null for the same names and no more. */
export function renamedWords(wanted: TraceRef, ref: TraceRef | null, recent?: RecentRequest): string | null {
  if (wanted.kind !== 'file' || ref?.kind !== 'file') return null;
  const files = fingerprintsOf(ref);
  const pairs = fingerprintsOf(wanted).map((was, i) => [was, files[i] as Fingerprint] as const);
  const renamed = pairs.filter(([was, is]) => compareFingerprints(was, is) === 'renamed');
  const grown = grownWords(furtherFiles(wanted, ref) ?? 0, recent?.what);
  const [first] = renamed;
  if (first === undefined) return grown;
  const [was, is] = first;
  const words =
    pairs.length === 1
      ? (recent?.renamedWords(is) ?? likenessWords(was, is))
      : `${plural(renamed.length, 'file')} of the trace ${renamed.length === 1 ? 'is' : 'are'} renamed: the name of ${is.name} was ${was.name}.`;
  return grown === null ? words : `${words} ${grown}`;
}

/** One sentence: the log has more files now; null for none. @param what describes the trace, as a clause. */
export function grownWords(further: number, what = 'that the link is about'): string | null {
  if (further === 0) return null;
  return `The trace has ${plural(further, 'file')} more than the one ${what}.`;
}

export function grownMessage(further: number): Message {
  return { kind: 'link', level: 'note', text: grownWords(further) ?? '', places: [] };
}

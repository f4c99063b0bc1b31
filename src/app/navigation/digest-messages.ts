/** Messages about digests: one that cannot be read, and a file opened in place of a digest. */
import type { Message } from '../../engine/reading/contract/snapshot';
import { compareFingerprints, likenessWords } from '../../sharing/link/fingerprint';
import type { TraceRef } from '../../sharing/link/state';
import { noneWords } from './link-request';
import { sharesFile } from './trace-origins';

export function unreadableDigest(name: string, reason: string): Message {
  const text = `${name} is a digest made by qlogscope, and cannot be shown: ${reason}. Nothing of it was kept. Ask the sender for it again, or for the trace itself.`;
  return { kind: 'digest-unreadable', level: 'error', text, places: [] };
}

/** Why the digest of a link is not shown, with advice where the link may have been cut. */
export function lostWords(reason: string): string {
  const isDamaged = reason.startsWith('it is damaged');
  return isDamaged
    ? `${reason}. Some chat programs cut long links: ask for the .qlogscope file instead`
    : reason;
}

/** The trace of a digest could not be fetched from its host. */
export function unreadWords(name: string): Message {
  const text = `${name} could not be read; its digest stays open.`;
  return { kind: 'link', level: 'warning', text, places: [] };
}

/**
 * @param asked what the digest was made from.
 * @param given what was opened.
 * @param asksElse a link asks for a file too, and reports itself that this is another one.
 * @returns null for no message.
 */
export function upgradeWords(asked: TraceRef, given: TraceRef, asksElse: boolean): Message | null {
  if (asked.kind !== 'file' || given.kind !== 'file') return null;
  const isOne = asked.segments === undefined && given.segments === undefined;
  // A file of the trace, or the trace with more files.
  if (!isOne && sharesFile(asked, given)) return null;
  if (!isOne && asksElse) return null;
  if (!isOne)
    return {
      kind: 'link',
      level: 'warning',
      text: `${noneWords(asked, given)} The digest stays open.`,
      places: [],
    };
  const likeness = compareFingerprints(asked.fingerprint, given.fingerprint);
  if (likeness === 'same' || (likeness === 'different' && asksElse)) return null;
  const words = likenessWords(asked.fingerprint, given.fingerprint);
  const text = likeness === 'different' ? `${words} The digest stays open.` : words;
  return { kind: 'link', level: likeness === 'different' ? 'warning' : 'note', text, places: [] };
}

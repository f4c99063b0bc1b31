/**
 * Opens a trace again that is kept on this device: at once where it is open, an example or a URL; by the browser's
 * handle of the file, for which the browser may ask the user; else the file is asked for and checked, as a link does
 * it. View and notes come back in each case; a file that has changed since is said to have.
 */

import { bytes } from '../../../engine/text/figures';
import {
  type Fingerprint,
  fileWords,
  fingerprintOf,
  likenessWords,
  safeName,
} from '../../../sharing/link/fingerprint';
import { parseLink } from '../../../sharing/link/parse';
import type { AppState } from '../../state/app-state';
import type { FileHandle, KeptTrace } from '../../state/keep/kept-trace';
import type { KeptRequest } from '../../state/pending-traces';
import type { LinkFollower } from '../links/follow-link';
import { giveNotes } from '../links/replace-digest';
import { sameRef, type TraceOrigins } from '../links/trace-origins';

type Found = { readonly file: File } | { readonly why: string };

/** What to do when the file cannot be read any more: `getFile` fails with `NotFoundError` where it is gone. */
async function fileOf(handle: FileHandle, name: string): Promise<Found> {
  const mode = { mode: 'read' } as const;
  try {
    const asked = (await handle.queryPermission?.(mode)) ?? 'granted';
    const state = asked === 'prompt' ? await handle.requestPermission?.(mode) : asked;
    if (state !== 'granted') return { why: `The browser was not allowed to read ${safeName(name)}.` };
    return { file: await handle.getFile() };
  } catch (error) {
    const gone = error instanceof DOMException && error.name === 'NotFoundError';
    return {
      why: gone
        ? `${safeName(name)} is no longer where it was.`
        : `The browser could not read ${safeName(name)}.`,
    };
  }
}

/**
 * Call it in the click itself: the browser asks for leave to read a file only then.
 * @param origins what a link calls the open traces.
 */
export async function reopen(
  app: AppState,
  kept: KeptTrace,
  origins: TraceOrigins,
  follower: LinkFollower,
): Promise<void> {
  const { ref, handle, name } = kept;
  const parsed = parseLink(kept.link);
  const isOpen = app.traces.traces.some((trace) => {
    const own = origins.known(trace);
    return own != null && sameRef(own, ref);
  });
  if (ref.kind !== 'file' || isOpen) {
    follower.follow(parsed, false);
    return;
  }
  const found = handle === null ? null : await fileOf(handle, name);
  const why = found !== null && 'why' in found ? found.why : null;
  const file = found !== null && 'file' in found ? found.file : null;
  if (file !== null && handle !== null) app.fileHandles.set(file, Promise.resolve(handle));
  const given = file && (await fingerprintOf(file));
  if (file !== null && given !== null && sameRef(ref, { kind: 'file', fingerprint: given })) {
    await origins.find(app.traces.open({ kind: 'file', file }));
    follower.follow(parsed, false);
    return;
  }
  follower.follow(parsed, false, keptRequest(kept, ref.fingerprint, why));
  // It has changed: the comparison that the request makes of every opened file will say so.
  if (file !== null) app.traces.open({ kind: 'file', file });
}

/** Opens the file behind a kept trace for a link that asks for it; the link's own comparison does the rest. */
export async function openFor(app: AppState, kept: KeptTrace): Promise<string | null> {
  const found = kept.handle === null ? null : await fileOf(kept.handle, kept.name);
  if (found === null || kept.handle === null) return null;
  if ('why' in found) return found.why;
  app.fileHandles.set(found.file, Promise.resolve(kept.handle));
  app.traces.open({ kind: 'file', file: found.file });
  return null;
}

/**
 * What is said and done while a kept file is asked for.
 * @param why the file is not open already, as a sentence; null where the browser has no way to it.
 */
export function keptRequest(kept: KeptTrace, was: Fingerprint, why: string | null): KeptRequest {
  return {
    asked: `${why === null ? '' : `${why} `}qlogscope keeps no copy of ${fileWords(was)}: choose that file again.`,
    otherWords: (is) =>
      is.name === was.name ? changedWords(was, is) : likenessWords(was, is, 'that was open here'),
    renamedWords: (is) => likenessWords(was, is, 'that was open here'),
    takeNotes: (trace) => giveNotes(trace, kept.notes),
  };
}

function changedWords(was: Fingerprint, { name, sizeBytes }: Fingerprint): string {
  const how =
    was.sizeBytes === sizeBytes
      ? 'it is as long as it was, with other content'
      : `it had ${bytes(was.sizeBytes)}, it has ${bytes(sizeBytes)}`;
  return `${safeName(name)} has changed since it was open here last: ${how}. Its notes and its last view belong to what it was.`;
}

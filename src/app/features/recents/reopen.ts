/**
 * Opens a recent trace again: at once where it is open, an example, a URL or a run of the lab, or where there is a copy of its file; by the
 * browser's handle of the file, for which the browser may ask the user; else the user is asked for the file, and it is
 * checked, as for a link. View and notes are restored in each case; a changed file is reported.
 */
import { bytes } from '../../../engine/base/text/figures';
import {
  type Fingerprint,
  filesWords,
  fingerprintOf,
  likenessWords,
} from '../../../sharing/link/fingerprint';
import { parseLink } from '../../../sharing/link/parse';
import { type FileRef, fingerprintsOf } from '../../../sharing/link/state';
import type { LinkFollower } from '../../navigation/follow-link';
import { giveNotes } from '../../navigation/replace-digest';
import { answers, sameRef, type TraceOrigins } from '../../navigation/trace-origins';
import type { AppState } from '../../state/app-state';
import { loadCopies } from '../../state/device/load-copies';
import type { FileHandle, RecentTrace } from '../../state/device/recent-trace';
import type { RecentRequest } from '../../state/traces/pending-traces';

const WHAT = 'that was open here';

type Found = { readonly file: File } | { readonly why: string };

/** The file of a handle, or why it cannot be read: `getFile` fails with `NotFoundError` where it was deleted or moved. */
async function fileOf(handle: FileHandle, name: string): Promise<Found> {
  const mode = { mode: 'read' } as const;
  try {
    const asked = (await handle.queryPermission?.(mode)) ?? 'granted';
    const state = asked === 'prompt' ? await handle.requestPermission?.(mode) : asked;
    if (state !== 'granted') return { why: `The browser was not allowed to read ${name}.` };
    return { file: await handle.getFile() };
  } catch (error) {
    const gone = error instanceof DOMException && error.name === 'NotFoundError';
    return { why: gone ? `${name} is no longer where it was.` : `The browser could not read ${name}.` };
  }
}

/**
 * Call it in the click handler itself: the browser asks for permission to read a file only then.
 * @param origins how a link names the open traces.
 */
export async function reopen(
  app: AppState,
  recent: RecentTrace,
  origins: TraceOrigins,
  follower: LinkFollower,
): Promise<void> {
  const { ref, handle, name } = recent;
  const parsed = parseLink(recent.link);
  const isOpen = app.files.files.some((file) => {
    const own = origins.refOf(file);
    return own != null && answers(own, ref, [ref]);
  });
  if (ref.kind !== 'file' || isOpen) {
    follower.follow({ link: parsed, withLayout: false });
    return;
  }
  if (app.choices.get().keepCopies && (await hasCopies(app, ref))) {
    follower.follow({ link: parsed, withLayout: false });
    return;
  }
  const opened = handle === null ? null : await fileOf(handle, name);
  const why = opened !== null && 'why' in opened ? opened.why : null;
  const file = opened !== null && 'file' in opened ? opened.file : null;
  if (file !== null && handle !== null) app.fileHandles.set(file, Promise.resolve(handle));
  const given = file && (await fingerprintOf(file));
  if (file !== null && given !== null && sameRef(ref, { kind: 'file', fingerprint: given })) {
    await origins.find(app.files.open({ kind: 'file', file }));
    follower.follow({ link: parsed, withLayout: false });
    return;
  }
  follower.follow({ link: parsed, withLayout: false, recent: recentRequest(recent, ref, why) });
  // It has changed: the request compares every opened file and reports it.
  if (file !== null) app.files.open({ kind: 'file', file });
}

/** There is a copy of each file of the trace; following its link opens them. */
async function hasCopies(app: AppState, ref: FileRef): Promise<boolean> {
  const local = await loadCopies(app).catch(() => null);
  const copies = (await local?.takeAll(fingerprintsOf(ref))) ?? null;
  for (const { release } of copies ?? []) release();
  return copies !== null;
}

/** Opens the file of a recent trace for a link that asks for it; the link's request compares it. */
export async function openFor(app: AppState, recent: RecentTrace): Promise<string | null> {
  const opened = recent.handle === null ? null : await fileOf(recent.handle, recent.name);
  if (opened === null || recent.handle === null) return null;
  if ('why' in opened) return opened.why;
  app.fileHandles.set(opened.file, Promise.resolve(recent.handle));
  app.files.open({ kind: 'file', file: opened.file });
  return null;
}

/**
 * Texts and actions while the user is asked for a recent file.
 * @param why the file could not be opened, as a sentence; null where the browser has no handle.
 */
export function recentRequest(recent: RecentTrace, ref: FileRef, why: string | null): RecentRequest {
  const { fingerprint: was, segments = [] } = ref;
  const choose = segments.length === 0 ? 'choose that file again' : 'choose those files again';
  return {
    asked: `${why === null ? '' : `${why} `}qlogscope keeps no copy of ${filesWords(fingerprintsOf(ref))}: ${choose}.`,
    what: WHAT,
    otherWords: (one, is) => (is.name === one.name ? changedWords(one, is) : likenessWords(one, is, WHAT)),
    renamedWords: (is) => likenessWords(was, is, WHAT),
    takeNotes: (file) => giveNotes(file, recent.notes),
  };
}

function changedWords(was: Fingerprint, { name, sizeBytes }: Fingerprint): string {
  const how =
    was.sizeBytes === sizeBytes
      ? 'same size, different content'
      : `its size was ${bytes(was.sizeBytes)} and is now ${bytes(sizeBytes)}`;
  return `${name} has changed since it was last open here: ${how}. Its notes and its last view belong to the earlier content.`;
}

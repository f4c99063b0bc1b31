/**
 * A trace takes the place of its digest, with its view and its notes; in the sets that the digest is in offsets, range, and
 * the traces beside it stay. Loaded with the first such trace; what is one is found by `opened-traces.ts`.
 */
import { viewPart } from '../../sharing/link/link-of';
import { EMPTY_LINK, type LinkState } from '../../sharing/link/state';
import type { AppState } from '../state/app-state';
import { fileNotes } from '../state/notes/file-notes';
import type { OpenFile } from '../state/traces/open-file';
import { readToEnd } from '../state/traces/read-to-end';
import { unreadWords } from './digest-messages';
import { movedView, placesOf, putIn, showMarks, viewOf } from './moved-view';
import { bringNotes } from './replace-digest';

/** @param show shows a file with the view of a link. */
export async function replaceByTrace(
  app: AppState,
  digest: OpenFile,
  file: OpenFile,
  show: (file: OpenFile, link: LinkState) => void,
): Promise<void> {
  const { files } = app;
  const { current } = digest;
  const { connection = 0, connectionCount = 1 } = current.snapshot.get() ?? {};
  // The first of several is not always the one that a file opens with.
  const own = connectionCount > 1 ? connection : null;
  const isInSet = files.files.some(
    ({ set }) => set.members.length > 1 && set.members.some(({ trace }) => trace.file === digest),
  );
  if (isInSet && !(await readToEnd(app, file))) {
    files.notify(unreadWords(file.name));
    return;
  }
  bringNotes(file, digest.feature(fileNotes).all.get());
  if (isInSet) {
    await replaceInSets(app, digest, file, own);
    return;
  }
  const view = viewPart(current.view.get(), own);
  files.replaceDigest(digest, file);
  show(file, { ...EMPTY_LINK, view });
}

/** @param file that is read. @param connection shown in the digest; null where the file holds only one. */
async function replaceInSets(
  app: AppState,
  digest: OpenFile,
  file: OpenFile,
  connection: number | null,
): Promise<void> {
  const { files } = app;
  if (connection !== null) await files.choose(file, connection, false);
  if (!files.files.includes(digest) || !files.files.includes(file)) return;
  const before = files.files.find(({ set }) => set === files.list.get().shown) ?? null;
  const { view, others, marks } = viewOf(digest, [digest]);
  const places = placesOf(app, digest, [digest]);
  const { current } = file;
  const keys = others.map(({ key }) => key);
  file.set.restore(movedView(view, current.key, keys, 0), others);
  showMarks(file, marks, 0);
  for (const place of places) putIn(place, current, 0);
  files.replaceDigest(digest, file);
  const outer = places.find(({ set }) => set === before?.set);
  if (before !== null && outer !== undefined) files.show(before);
}

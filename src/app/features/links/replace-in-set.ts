/**
 * A trace takes the place of its digest in the sets that this is in: offsets, range, and the traces beside it stay. Loaded
 * with the first such trace; a digest alone is replaced by `opened-traces.ts`.
 */
import type { AppState } from '../../state/app-state';
import type { OpenFile } from '../../state/open-file';
import { movedView, placesOf, putIn, showMarks, viewOf } from '../segments/carry-view';

/** @param file that is read. @param connection shown in the digest; null where the file holds only one. */
export async function replaceInSet(
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
  file.set.restore(
    movedView(
      view,
      current.key,
      others.map(({ key }) => key),
      0,
    ),
    others,
  );
  showMarks(file, marks, 0);
  for (const place of places) putIn(place, current, 0);
  files.replaceDigest(digest, file);
  const outer = places.find(({ set }) => set === before?.set);
  if (before !== null && outer !== undefined) files.show(before);
}

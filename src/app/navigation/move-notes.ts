/** Notes of files that are joined, or separated, go over to the traces that hold the events that they are about. */
import { withRemarks } from '../../engine/base/text/remarks';
import { localFiles } from '../../engine/input/bytes/source';
import { type Anchor, type Note, placeOf } from '../../sharing/notes/note';
import type { AppState } from '../state/app-state';
import { fileNotes } from '../state/notes/file-notes';
import type { OpenFile } from '../state/traces/open-file';
import { readToEnd } from '../state/traces/read-to-end';
import { partAt, shiftBetween } from './part-times';
import { giveNotes } from './replace-digest';

/** A note, the connection that it is about, and the file of the log in which its time lies. */
interface PlacedNote {
  readonly note: Note;
  readonly connection: number;
  readonly part: File;
}

/**
 * Adds the notes of a closed file to those that are opened; at once where times stay, else when these are read.
 * @returns how many could not be moved to the time of their events, and stay at theirs.
 */
export async function moveNotes(
  app: AppState,
  closed: OpenFile,
  opened: readonly OpenFile[],
): Promise<number> {
  const placed = placedNotes(closed);
  const counts = opened.map(async (file) => {
    const own = placed.filter(({ part }) => localFiles(file.source).includes(part));
    const now = own.filter(({ part }) => shiftBetween(closed, file, part) !== null);
    give(closed, file, now);
    const later = own.filter((one) => !now.includes(one));
    if (later.length === 0) return 0;
    await readToEnd(app, file);
    give(closed, file, later);
    return later.filter(({ part }) => shiftBetween(closed, file, part) === null).length;
  });
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

function placedNotes(closed: OpenFile): readonly PlacedNote[] {
  const snapshot = closed.current.snapshot.get();
  const findings = snapshot === null ? [] : withRemarks(snapshot);
  return [...closed.feature(fileNotes).all.get()].flatMap(([connection, notes]) =>
    notes.flatMap((note) => {
      const part = partAt(closed, placeOf(note, findings)?.fromUs ?? 0);
      return part === undefined ? [] : [{ note, connection, part }];
    }),
  );
}

function give(closed: OpenFile, file: OpenFile, placed: readonly PlacedNote[]): void {
  const byConnection = new Map<number, readonly Note[]>();
  for (const { note, connection, part } of placed) {
    const anchor = shiftedAnchor(note.anchor, shiftBetween(closed, file, part) ?? 0);
    byConnection.set(connection, [...(byConnection.get(connection) ?? []), { ...note, anchor }]);
  }
  giveNotes(file, byConnection);
}

export function shiftedAnchor(anchor: Anchor, byUs: number): Anchor {
  switch (anchor.kind) {
    case 'time':
      return { ...anchor, timeUs: anchor.timeUs + byUs };
    case 'range':
      return { ...anchor, fromUs: anchor.fromUs + byUs, toUs: anchor.toUs + byUs };
    case 'finding':
      return anchor;
  }
}

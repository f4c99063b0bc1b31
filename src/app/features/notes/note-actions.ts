/** User actions on notes: choose the anchor of a new one, go to a note's place, open the editor. */

import { subjectOf } from '../../../drawing/view/chosen';
import { withMargin } from '../../../drawing/view/view';
import { instant } from '../../../engine/base/text/figures';
import { withRemarks } from '../../../engine/base/text/remarks';
import type { Anchor, Note } from '../../../sharing/notes/note';
import type { AppState } from '../../state/app-state';
import { showSide } from '../../state/drawer';
import { traceNotes } from '../../state/notes/file-notes';
import type { OpenTrace } from '../../state/traces/open-trace';

/** The selection, the pinned time or the selected finding, in this order; null for none. */
export function chosenAnchor(trace: OpenTrace): Anchor | null {
  const { selection, pinnedUs, chosen } = trace.view.get();
  if (selection !== null) return rangeAnchor(selection.fromUs, selection.toUs);
  if (pinnedUs !== null) return { kind: 'time', timeUs: Math.round(pinnedUs) };
  return chosen === null || subjectOf(chosen).kind !== 'finding' ? null : { kind: 'finding', key: chosen };
}

function rangeAnchor(fromUs: number, toUs: number): Anchor {
  return { kind: 'range', fromUs: Math.round(fromUs), toUs: Math.round(toUs) };
}

/**
 * Anchor of a new note: the selection or the pinned time, else the time under the pointer, else the
 * selected finding, else the visible range.
 */
export function anchorHere(trace: OpenTrace): Anchor {
  const chosen = chosenAnchor(trace);
  const { cursorUs } = trace;
  if (cursorUs !== null && (chosen === null || chosen.kind === 'finding'))
    return { kind: 'time', timeUs: Math.round(cursorUs) };
  const { fromUs, toUs } = trace.viewport;
  return chosen ?? rangeAnchor(fromUs, toUs);
}

/** `2.044 s`, `2.044 s to 3.1 s`, `Death spiral` */
export function anchorWords(anchor: Anchor, trace: OpenTrace): string {
  switch (anchor.kind) {
    case 'time':
      return instant(anchor.timeUs);
    case 'range': {
      const length = anchor.toUs - anchor.fromUs;
      return `${instant(anchor.fromUs, length)} to ${instant(anchor.toUs, length)}`;
    }
    case 'finding': {
      const snapshot = trace.snapshot.get();
      const finding = snapshot && withRemarks(snapshot).find(({ key }) => key === anchor.key);
      return finding?.title ?? 'a finding that this trace does not have';
    }
  }
}

/** Opens the editor for a new note here, or for an existing note, and focuses it. */
export function writeNote(trace: OpenTrace, note: Note | null = null): void {
  const snapshot = trace.snapshot.get();
  if (snapshot === null || snapshot.progress.events === 0) return;
  trace.feature(traceNotes).begin(note?.anchor ?? anchorHere(trace), note);
  // The editor is in the document after the next rendering.
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('[data-testid=note-editor] textarea')?.focus({ preventScroll: true });
  });
}

/** A new note here, in the drawer where notes stand there. */
export function beginNote(app: AppState, trace: OpenTrace): void {
  showSide(app);
  writeNote(trace);
}

export function goToNote(trace: OpenTrace, { anchor }: Note): void {
  switch (anchor.kind) {
    case 'time':
      trace.showTime(anchor.timeUs);
      return;
    case 'range': {
      const { fromUs, toUs } = anchor;
      trace.showRange(withMargin({ fromUs, toUs }, trace.extent));
      trace.select({ fromUs, toUs });
      return;
    }
    case 'finding':
      trace.choose(anchor.key);
  }
}

export function undoNote(trace: OpenTrace): void {
  trace.feature(traceNotes).undo();
}

/** Does again what was undone last. */
export function redoNote(trace: OpenTrace): void {
  trace.feature(traceNotes).redo();
}

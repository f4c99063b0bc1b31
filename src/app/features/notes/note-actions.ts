/** What a hand does with notes: where a new one is pinned, where an old one leads, which field is written in. */

import { withMargin } from '../../../drawing/view/view';
import { instant } from '../../../engine/text/figures';
import type { Anchor, Note } from '../../../sharing/notes/note';
import type { OpenTrace } from '../../state/open-trace';
import { traceNotes } from './trace-notes';

/** What the user has marked, pinned or chosen, in this order; null for none of them. */
export function chosenAnchor(trace: OpenTrace): Anchor | null {
  const { selection, pinnedUs, finding } = trace.view.get();
  if (selection !== null) return rangeAnchor(selection.fromUs, selection.toUs);
  if (pinnedUs !== null) return { kind: 'time', timeUs: Math.round(pinnedUs) };
  return finding === null ? null : { kind: 'finding', key: finding };
}

function rangeAnchor(fromUs: number, toUs: number): Anchor {
  return { kind: 'range', fromUs: Math.round(fromUs), toUs: Math.round(toUs) };
}

/**
 * Where a new note is pinned: at the marked range or the pinned time, else at the time under the pointer, else at the
 * chosen finding, else at the range that is shown.
 */
export function anchorHere(trace: OpenTrace): Anchor {
  const chosen = chosenAnchor(trace);
  const cursorUs = trace.cursorUs.get();
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
      const finding = trace.snapshot.get()?.findings.find(({ key }) => key === anchor.key);
      return finding?.title ?? 'a finding that this trace does not have';
    }
  }
}

/** Opens the field to write a new note here, or a note anew, and gives it the keyboard. */
export function writeNote(trace: OpenTrace, note: Note | null = null): void {
  const snapshot = trace.snapshot.get();
  if (snapshot === null || snapshot.progress.events === 0) return;
  trace.feature(traceNotes).begin(note?.anchor ?? anchorHere(trace), note);
  // The field is there after the next rendering.
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('[data-testid=note-editor] textarea')?.focus({ preventScroll: true });
  });
}

/** Shows the place of a note. */
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
      trace.showFinding(anchor.key);
  }
}

/** A note in the list: its place, its text, folded where it is long, and what can be done with it. */
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { count } from '../../../engine/base/text/figures';
import { beginningOf } from '../../../engine/base/text/plain';
import { parseNote } from '../../../sharing/notes/markdown';
import { type PlacedNote, sameAnchor } from '../../../sharing/notes/note';
import { notePlaceWords } from '../../../sharing/report/sections/sections-trace';
import { Button } from '../../controls/button';
import { type ListSight, useHeightOutOfSight } from '../../controls/list-sight';
import { useStore } from '../../controls/use-store';
import { traceNotes } from '../../state/notes/file-notes';
import type { OpenTrace } from '../../state/traces/open-trace';
import { anchorWords, chosenAnchor, goToNote, writeNote } from './note-actions';
import { NoteText } from './note-text';

/** Of a card that was not in sight yet, CSS pixels: what is around its text, and a line of it. */
const AROUND_PX = 70;
const LINE_PX = 20;
const LINE_CHARACTERS = 40;
/** A longer text is folded, characters: about twelve lines of the list. */
const MAX_UNFOLDED = 600;
/** What is shown of a folded text, at most. */
const FOLDED = 500;

interface NoteProps {
  readonly trace: OpenTrace;
  readonly placed: PlacedNote;
}

/** @param isOneOfMany a card out of sight has no content: few cards have theirs always, for those who search the page. */
export function NoteCard({
  trace,
  placed,
  sight,
  isOneOfMany,
}: NoteProps & { readonly sight: ListSight; readonly isOneOfMany: boolean }): ReactNode {
  const card = useRef<HTMLLIElement | null>(null);
  const { note, place } = placed;
  const lines = Math.ceil(Math.min(note.text.length, FOLDED) / LINE_CHARACTERS);
  const outOfSightPx = useHeightOutOfSight(sight, card, AROUND_PX + lines * LINE_PX);
  const heightPx = isOneOfMany ? outOfSightPx : null;
  return (
    <li
      ref={card}
      className="note"
      style={heightPx === null ? undefined : { height: heightPx }}
      data-testid="note"
      data-id={note.id}
      data-start-ms={place === null ? '' : place.fromUs / 1000}
      data-end-ms={place === null ? '' : place.toUs / 1000}
    >
      <Button
        className="note-place link"
        disabled={place === null}
        title="Show this place"
        onClick={() => goToNote(trace, note)}
      >
        <span aria-hidden="true">⚑ </span>
        {notePlaceWords(placed)}
      </Button>
      {heightPx === null && (
        <>
          <FoldedText text={note.text} sight={sight} />
          <Actions trace={trace} placed={placed} />
        </>
      )}
    </li>
  );
}

function FoldedText({ text, sight }: { readonly text: string; readonly sight: ListSight }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isPrinted = useStore(sight.isPrinted);
  const isLong = text.length > MAX_UNFOLDED;
  const isFolded = isLong && !isOpen && !isPrinted;
  return (
    <>
      <NoteText blocks={parseNote(isFolded ? `${beginning(text)} …` : text)} />
      {isLong && (
        <Button
          className="link"
          aria-expanded={!isFolded}
          data-testid="fold-note"
          onClick={() => setOpen(!isOpen)}
        >
          {isFolded ? `Show all ${count(text.length)} characters` : 'Show less'}
        </Button>
      )}
    </>
  );
}

const beginning = (text: string): string => beginningOf(text, FOLDED).replace(/\s+\S{0,100}$/, '');

function Actions({ trace, placed }: NoteProps): ReactNode {
  const { note } = placed;
  return (
    <p className="finding-links">
      <Button className="link" onClick={() => writeNote(trace, note)}>
        Edit
      </Button>
      <MoveButton trace={trace} placed={placed} />
      <Button
        className="link"
        onClick={(event) => {
          // Move the focus to the trace: the card is removed with its button.
          event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
          trace.feature(traceNotes).remove(note.id);
        }}
      >
        Delete
      </Button>
    </p>
  );
}

/** Pins the note to the selection, the pinned time or the selected finding; hidden where it is pinned there already. */
function MoveButton({ trace, placed: { note } }: NoteProps): ReactNode {
  // Re-renders only when the chosen anchor changes: a pan changes the view with every frame.
  useSyncExternalStore(trace.view.subscribe, () => JSON.stringify(chosenAnchor(trace)));
  const here = chosenAnchor(trace);
  if (here === null || sameAnchor(here, note.anchor)) return null;
  return (
    <Button
      className="link"
      title={`Pin it to ${anchorWords(here, trace)}`}
      onClick={() => trace.feature(traceNotes).move(note.id, here)}
    >
      Move here
    </Button>
  );
}

/**
 * Notes as small flags above the overview and on the time axis, never over data. A note on a
 * range or a finding has a line from its start to its end. The texts are in the list; flags are decoration.
 */

import { type ReactNode, useCallback, useRef } from 'react';
import { timeToX, type Viewport } from '../../../drawing/surface/viewport';
import { withRemarks } from '../../../engine/base/text/remarks';
import { type PlacedNote, placedNotes } from '../../../sharing/notes/note';
import { useStore } from '../../controls/use-store';
import { traceNotes } from '../../state/notes/file-notes';
import { usePainter } from '../../workbench/paint/use-painter';
import type { AxisLayerProps } from '../../workbench/slots';

const FLAG_PX = 7;
export const FLAGS_HEIGHT = 9;

/** SVG path of all flags in a viewport: a pole with a pennant each, and a line over its range. */
export function flagsPath(placed: readonly PlacedNote[], viewport: Viewport): string {
  return placed
    .flatMap(({ place }) => {
      if (place === null || place.toUs < viewport.fromUs || place.fromUs > viewport.toUs) return [];
      const begin = timeToX(viewport, place.fromUs);
      const x = Math.round(Math.max(0, begin)) + 0.5;
      const end = Math.round(Math.min(viewport.width, timeToX(viewport, place.toUs)));
      const pole = begin < 0 ? '' : `M${x} 0V${FLAGS_HEIGHT}M${x} 0l${FLAG_PX} 2.5l${-FLAG_PX} 2.5z`;
      return end > x ? `${pole}M${x} ${FLAGS_HEIGHT - 0.5}H${end}` : pole;
    })
    .join('');
}

export function NoteFlags({ trace, viewportOf }: AxisLayerProps): ReactNode {
  const path = useRef<SVGPathElement | null>(null);
  const { book } = useStore(trace.feature(traceNotes).current);
  const paint = useCallback(() => {
    const snapshot = trace.snapshot.get();
    const findings = snapshot === null ? [] : withRemarks(snapshot);
    const viewport = viewportOf(trace);
    const drawn =
      viewport.toUs > viewport.fromUs ? flagsPath(placedNotes(book.notes, findings), viewport) : '';
    path.current?.setAttribute('d', drawn);
  }, [trace, book, viewportOf]);
  usePainter(trace.set, paint);
  return (
    <svg className="note-flags" height={FLAGS_HEIGHT} aria-hidden="true" data-testid="note-flags">
      <path ref={path} />
    </svg>
  );
}

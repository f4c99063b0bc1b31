/**
 * What one drag over a plot does, from its first pixel to its last: Shift moves the visible range, a layer whose key is
 * held has it, neither marks. What a drag does is settled when it begins: a key that is let go on the way changes
 * nothing. Which events make a drag is left to gestures.ts.
 */

import { type Viewport, xToTime } from '../../drawing/surface/viewport';
import type { TimeRange } from '../../drawing/view/view';

/** A drag shorter than this is a click. */
const CLICK_PX = 3;

export interface DragTarget {
  readonly viewport: () => Viewport;
  /** A new visible range, not yet cut to the trace's extent. */
  readonly onRange: (range: TimeRange) => void;
  /** A hand takes the range, and lets it go: what comes between is one gesture, however long. */
  readonly onHold: () => void;
  readonly onRelease: () => void;
  /** The range being marked. */
  readonly onSelect: (range: TimeRange) => void;
  /** Takes the drag of a layer whose key is held; null where none is. */
  readonly layerDrag: () => LayerDrag | null;
  readonly onClick: (timeUs: number) => void;
}

/** The range that is drawn. @param held false when the hand has let go: this one stays. */
export type LayerDrag = (range: TimeRange, held: boolean) => void;

/** The rest of a drag that has begun. Positions are CSS pixels from the plot's left edge. */
export interface Drag {
  readonly move: (x: number) => void;
  readonly end: (x: number) => void;
}

export function beginDrag(target: DragTarget, startX: number, shift: boolean): Drag {
  const layerDrag = target.layerDrag();
  if (layerDrag !== null) return drawing(target, layerDrag, startX);
  return shift ? panning(target, startX) : marking(target, startX);
}

function rangeBetween(viewport: Viewport, a: number, b: number): TimeRange {
  return { fromUs: xToTime(viewport, Math.min(a, b)), toUs: xToTime(viewport, Math.max(a, b)) };
}

function isClick(startX: number, x: number): boolean {
  return Math.abs(x - startX) < CLICK_PX;
}

function panning(target: DragTarget, startX: number): Drag {
  const start = target.viewport();
  target.onHold();
  return {
    move(x) {
      const shift = xToTime(start, startX) - xToTime(start, x);
      target.onRange({ fromUs: start.fromUs + shift, toUs: start.toUs + shift });
    },
    end: () => target.onRelease(),
  };
}

function marking(target: DragTarget, startX: number): Drag {
  const start = target.viewport();
  return {
    move(x) {
      if (!isClick(startX, x)) target.onSelect(rangeBetween(start, startX, x));
    },
    end(x) {
      if (isClick(startX, x)) target.onClick(xToTime(target.viewport(), x));
    },
  };
}

/** Once a span is drawn the hand may come back to where it began; a click alone draws nothing. */
function drawing(target: DragTarget, onDrag: LayerDrag, startX: number): Drag {
  const start = target.viewport();
  let last: TimeRange | null = null;
  return {
    move(x) {
      if (isClick(startX, x)) return;
      last = rangeBetween(start, startX, x);
      onDrag(last, true);
    },
    end() {
      if (last !== null) onDrag(last, false);
    },
  };
}

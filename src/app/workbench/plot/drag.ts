/**
 * One drag over a plot: Shift pans the visible range, a layer whose key is
 * held handles it, otherwise it selects a range. This is decided when the drag begins: releasing a key later changes
 * nothing. Events are handled in gestures.ts.
 */
import { type Viewport, xToTime } from '../../../drawing/surface/viewport';
import type { TimeRange } from '../../../drawing/view/view';

/** A drag shorter than this is a click. */
const CLICK_PX = 3;

export interface DragTarget {
  readonly viewport: () => Viewport;
  /** A new visible range, not yet clamped to the trace's extent. */
  readonly onRange: (range: TimeRange) => void;
  /** Start and end of a gesture: all changes between are one history step. */
  readonly onHold: () => void;
  readonly onRelease: () => void;
  /** The range being selected. */
  readonly onSelect: (range: TimeRange) => void;
  /** The drag handler of a layer whose key is held; null for none. */
  readonly layerDrag: () => LayerDrag | null;
  readonly onClick: (timeUs: number, at: MouseEvent) => void;
}

/**
 * @param range the dragged range. @param held false when the drag has ended.
 * @param movedUs from its start to the pointer, negative to the left.
 */
export type LayerDrag = (range: TimeRange, held: boolean, movedUs: number) => void;

/** The rest of a drag that has begun. Positions are CSS pixels from the plot's left edge. */
export interface Drag {
  readonly move: (x: number) => void;
  /** @param at the event that ends it. */
  readonly end: (x: number, at: MouseEvent) => void;
}

export function beginDrag(target: DragTarget, startX: number, shift: boolean): Drag {
  const layerDrag = target.layerDrag();
  if (layerDrag !== null) return drawing(target, layerDrag, startX);
  return shift ? panning(target, startX) : selecting(target, startX);
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

function selecting(target: DragTarget, startX: number): Drag {
  const start = target.viewport();
  return {
    move(x) {
      if (!isClick(startX, x)) target.onSelect(rangeBetween(start, startX, x));
    },
    end(x, at) {
      if (isClick(startX, x)) target.onClick(xToTime(target.viewport(), x), at);
    },
  };
}

/** A drag back to its start leaves the last range; a click alone does nothing. */
function drawing(target: DragTarget, onDrag: LayerDrag, startX: number): Drag {
  const start = target.viewport();
  let last: number | null = null;
  const report = (x: number, held: boolean): void =>
    onDrag(rangeBetween(start, startX, x), held, xToTime(start, x) - xToTime(start, startX));
  return {
    move(x) {
      if (isClick(startX, x)) return;
      last = x;
      report(x, true);
    },
    end() {
      if (last !== null) report(last, false);
    },
  };
}

/**
 * Gestures on a plot area, as an adapter from D3's behaviours to time ranges.
 *
 *   wheel           scrolls the page (nothing here); Shift + wheel and a sideways wheel pan (wheel-pan.ts)
 *   Ctrl + wheel    zooms at the pointer; a pinch on a touchpad arrives as the same event
 *   two fingers     zoom and pan on a touch screen
 *   drag            selects a range; Shift + drag pans; with the key of a layer held the layer handles it (drag.ts)
 *   double click    zooms into the selection, or by a factor of two without one
 *   click           outside the selection clears it; without one pins the cursor
 */
import { drag } from 'd3-drag';
import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom, zoomIdentity } from 'd3-zoom';
import { xToTime } from '../../../drawing/surface/viewport';
import { scaleRange } from '../../../drawing/view/view';
import { beginDrag, type Drag, type DragTarget } from './drag';
import { pannedByWheel } from './wheel-pan';

export interface GestureTarget extends DragTarget {
  readonly onDoubleClick: (timeUs: number) => void;
  /** Where the pointer is, in µs, or null when it leaves. @param at null where the pointer has not moved. */
  readonly onHover: (timeUs: number | null, at: PointerEvent | null) => void;
}

interface DragEvent {
  readonly x: number;
  readonly sourceEvent: MouseEvent;
}

/** Attaches the gestures. @returns a function that detaches them. */
export function attachGestures(element: HTMLElement, target: GestureTarget): () => void {
  const selection = select(element);
  attachZoom(element, target);
  attachDrag(element, target);
  const timeAt = (event: MouseEvent): number =>
    xToTime(target.viewport(), event.clientX - element.getBoundingClientRect().left);
  selection.on('dblclick.qlogscope', (event: MouseEvent) => target.onDoubleClick(timeAt(event)));
  selection.on('pointermove.qlogscope', (event: PointerEvent) => target.onHover(timeAt(event), event));
  selection.on('pointerleave.qlogscope', () => target.onHover(null, null));
  const pan = (event: WheelEvent): void => {
    const range = pannedByWheel(target.viewport(), event);
    if (range === null) return;
    event.preventDefault();
    target.onRange(range);
    // The time under the pointer has changed, although the pointer did not move.
    target.onHover(timeAt(event), null);
  };
  element.addEventListener('wheel', pan, { passive: false });
  return () => {
    selection.on('.zoom', null).on('.drag', null).on('.qlogscope', null);
    element.removeEventListener('wheel', pan);
  };
}

/**
 * D3's zoom keeps its transform on the element. Only the change between two events is used, so that the
 * view is the only state, and a range set elsewhere needs no synchronisation.
 */
function attachZoom(element: HTMLElement, target: GestureTarget): void {
  let last = zoomIdentity;
  const behaviour = zoom<HTMLElement, unknown>()
    .filter((event: Event) => (event instanceof WheelEvent ? event.ctrlKey : event.type.startsWith('touch')))
    .wheelDelta(wheelSteps)
    .on('start', ({ sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
      last = zoomIdentity;
      // Wheel notches are grouped by time: D3 ends each burst of them after 150 ms.
      if (!(sourceEvent instanceof WheelEvent)) target.onHold();
    })
    .on('end', () => {
      target.onRelease();
      // D3 takes its transform from here when the next gesture begins.
      Object.assign(element, { __zoom: zoomIdentity });
    })
    .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      const { transform } = event;
      const viewport = target.viewport();
      const factor = last.k / transform.k;
      // The fixed point of both transforms is the anchor of the zoom.
      const fixedX =
        factor === 1 ? 0 : (transform.x * last.k - last.x * transform.k) / (last.k - transform.k);
      const scaled = factor === 1 ? viewport : scaleRange(viewport, xToTime(viewport, fixedX), factor);
      const shiftUs = factor === 1 ? xToTime(viewport, 0) - xToTime(viewport, transform.x - last.x) : 0;
      last = transform;
      target.onRange({ fromUs: scaled.fromUs + shiftUs, toUs: scaled.toUs + shiftUs });
      // The time under the pointer may have changed, although the pointer did not move.
      const { sourceEvent } = event;
      if (sourceEvent instanceof MouseEvent) {
        target.onHover(
          xToTime(target.viewport(), sourceEvent.clientX - element.getBoundingClientRect().left),
          null,
        );
      }
    });
  select(element).call(behaviour).on('dblclick.zoom', null);
}

/** Deltas below this come from a touchpad, whose pinch sends many small ones. */
const NOTCH = 40;

/**
 * Zoom steps of a wheel event, as powers of two. D3's own rule multiplies by ten whenever Ctrl is held, to
 * support pinches: a notch of a mouse wheel would zoom by five. Here it zooms by one and a half.
 */
function wheelSteps({ deltaY, deltaMode }: WheelEvent): number {
  const perUnit = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 0.005 : 0.15;
  const pinch = deltaMode === WheelEvent.DOM_DELTA_PIXEL && Math.abs(deltaY) < NOTCH;
  return -deltaY * perUnit * (pinch ? 4 : 1);
}

function attachDrag(element: HTMLElement, target: GestureTarget): void {
  let current: Drag | null = null;
  const behaviour = drag<HTMLElement, unknown>()
    // D3 measures from the parent otherwise.
    .container(() => element)
    .filter((event: MouseEvent) => event.type === 'mousedown' && event.button === 0 && !event.ctrlKey)
    .on('start', (event: DragEvent) => {
      current = beginDrag(target, event.x, event.sourceEvent.shiftKey);
    })
    .on('drag', (event: DragEvent) => current?.move(event.x))
    .on('end', (event: DragEvent) => current?.end(event.x, event.sourceEvent));
  select(element).call(behaviour);
}

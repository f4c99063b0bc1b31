/** A wheel that pans: with Shift held, or sideways, as touchpads and tilting wheels send it. */
import type { Viewport } from '../../../drawing/surface/viewport';
import type { TimeRange } from '../../../drawing/view/view';

/** CSS pixels of a line and a page, the other units of wheel events. */
const LINE_PX = 16;
const PAGE_PX = 400;

type Wheel = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey' | 'ctrlKey'>;

/** 0: pixels, 1: lines, 2: pages (UI Events, DeltaModeCode). */
function pixelsOf(delta: number, mode: number): number {
  return delta * (mode === 1 ? LINE_PX : mode === 2 ? PAGE_PX : 1);
}

/** @returns the range that the wheel moves to, as many pixels as the page would scroll; null where it does not pan. */
export function pannedByWheel({ fromUs, toUs, width }: Viewport, wheel: Wheel): TimeRange | null {
  const { deltaX, deltaY, deltaMode, shiftKey, ctrlKey } = wheel;
  const isSideways = Math.abs(deltaX) > Math.abs(deltaY);
  if (ctrlKey || width <= 0 || !(shiftKey || isSideways)) return null;
  // With Shift some browsers send the wheel's way as sideways, others as it is.
  const px = pixelsOf(isSideways ? deltaX : deltaY, deltaMode);
  const byUs = (px * (toUs - fromUs)) / width;
  return { fromUs: fromUs + byUs, toUs: toUs + byUs };
}

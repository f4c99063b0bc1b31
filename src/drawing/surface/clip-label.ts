/**
 * Where the value of something clipped stands: beside its arrow at the upper edge of the plot, below losses and CE marks. A
 * surface has no text, so the frame and the picture that leaves the page write it (arrows: painters/clip-marks.ts).
 *
 *   ▲ 206 kB
 */
import { estimatedWidth } from './sheet';

export interface Clip {
  /** CSS pixels from the left edge of the plot. */
  readonly x: number;
  /** The value there. */
  readonly text: string;
  /** Of the arrow. */
  readonly color: string;
}

/** The arrow, CSS pixels. */
export const CLIP_ARROW = { top: 13, height: 7, halfWidth: 3.5 } as const;
/** Baseline of the value, from the top of the plot. */
export const CLIP_BASELINE_PX = CLIP_ARROW.top + CLIP_ARROW.height + 1;
/** Size of the value, and how much wider than estimated a font may be. */
const SIZE_PX = 11;
const WIDEST = 1.15;
/** Room for a value beside its arrow. */
const LABEL_PX = 96;

/** The edge of the value that is next to the arrow, and whether it stands to its left. */
export function clipLabelPlace(x: number, width: number): { readonly x: number; readonly isLeft: boolean } {
  const isLeft = x > width - LABEL_PX;
  return { x: x + (isLeft ? -1 : 1) * (CLIP_ARROW.halfWidth + 3), isLeft };
}

/** Arrow and value from the left to the right, CSS pixels of the plot. */
export function clipExtent({ x, text }: Clip, width: number): { readonly from: number; readonly to: number } {
  const place = clipLabelPlace(x, width);
  const long = estimatedWidth(text, SIZE_PX) * WIDEST;
  const { halfWidth } = CLIP_ARROW;
  return place.isLeft
    ? { from: place.x - long, to: x + halfWidth }
    : { from: x - halfWidth, to: place.x + long };
}

/** True where the value has room beside those of others. */
export function isClear({ x }: Clip, others: readonly Clip[]): boolean {
  return others.every((other) => Math.abs(other.x - x) >= LABEL_PX);
}

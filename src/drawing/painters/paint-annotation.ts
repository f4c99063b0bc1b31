/**
 * Names a finding on the picture, at its place: a label in the free strip along the upper edge, and the last loss before
 * it as a line with its time. A label is moved, shortened or left out before it covers data or another label.
 */
import { estimatedWidth } from '../surface/sheet';
import type { Surface } from '../surface/surface';

/** Below the marks of losses, above the highest value that the axis is fitted to. */
const BASELINE_PX = 22;
/** Height of the strip from the upper edge. */
export const LABEL_STRIP_PX = 27;
/** A lower plot has no room for labels. */
const LEAST_HEIGHT_PX = 4 * LABEL_STRIP_PX;
const SIZE = 12;
const GAP_PX = 5;
/** Fonts may be wider than estimated. */
const SAFETY = 1.08;
/** Labels are tried at places this far apart. */
const STEP_PX = 8;

export function hasLabels(heightPx: number): boolean {
  return heightPx >= LEAST_HEIGHT_PX;
}

/** Where a label may be written: true from one pixel to another, the first included. */
export type IsFree = (fromPx: number, toPx: number) => boolean;

export interface Annotation {
  /** Parts of the label, separated by commas; the last ones are left out where there is no room. */
  readonly words: readonly string[];
  readonly color: string;
  /** Of the finding's visible part. */
  readonly fromPx: number;
  readonly toPx: number;
  /** How much lower the label stands, below rows of marks that are higher than usual; CSS pixels. */
  readonly loweredPx?: number;
  /** The last loss before it, if it is in view. */
  readonly loss: { readonly x: number; readonly words: string; readonly color: string } | null;
}

const widthOf = (words: string): number => estimatedWidth(words, SIZE) * SAFETY;

/** Where the loss is named: left of it, or between it and the finding; null where there is no room. */
function lossPlace(
  { x, words }: NonNullable<Annotation['loss']>,
  findingPx: number,
  surfacePx: number,
  isFree: IsFree,
): number | null {
  const width = widthOf(words);
  const left = x - width - GAP_PX;
  const right = x + GAP_PX;
  const isOpen = (from: number): boolean =>
    from >= 0 && from + width <= surfacePx && isFree(from, from + width);
  if (isOpen(left)) return left;
  return right + width + GAP_PX <= findingPx && isOpen(right) ? right : null;
}

/** The first free place for a text of a width between two positions; null for none. */
function placeFor(width: number, fromPx: number, toPx: number, isFree: IsFree): number | null {
  for (let x = fromPx; x + width <= toPx; x += STEP_PX) if (isFree(x, x + width)) return x;
  return null;
}

export function paintAnnotation(
  surface: Surface,
  { words, color, fromPx, toPx, loss, loweredPx = 0 }: Annotation,
  isFree: IsFree,
): void {
  if (!hasLabels(surface.height)) return;
  const taken: (readonly [number, number])[] = [];
  const isOpen: IsFree = (from, to) =>
    isFree(from, to) && taken.every(([left, right]) => to < left || from > right);
  const write = (x: number, text: string, ink: string): void => {
    surface.text(x, BASELINE_PX + loweredPx, text, { color: ink, size: SIZE, bold: true });
    taken.push([x - GAP_PX, x + widthOf(text) + GAP_PX]);
  };
  const lossX = loss === null ? null : lossPlace(loss, fromPx, surface.width, isFree);
  const all = loss === null || lossX !== null ? words : [...words, loss.words];
  for (let parts = all.length; parts > 0; parts--) {
    const text = all.slice(0, parts).join(', ');
    const width = widthOf(text);
    // To the right of the finding's end, too: a short finding is narrower than its label.
    const x =
      placeFor(width, fromPx + GAP_PX, toPx, isOpen) ??
      placeFor(width, fromPx + GAP_PX, Math.min(surface.width, toPx + width + GAP_PX), isOpen) ??
      placeFor(width, Math.max(0, toPx - GAP_PX - width), Math.min(surface.width, toPx), isOpen);
    if (x === null) continue;
    write(x, text, color);
    break;
  }
  if (loss === null) return;
  const stroke = { color: loss.color, width: 1, dash: [2, 3] };
  surface.polyline([loss.x, LABEL_STRIP_PX + loweredPx, loss.x, surface.height], stroke);
  if (lossX !== null && isOpen(lossX, lossX + widthOf(loss.words))) write(lossX, loss.words, loss.color);
}

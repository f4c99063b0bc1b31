/**
 * The surface interface of painters, so that the same painter can draw on a canvas or write SVG text for a report. It
 * is the part of CanvasRenderingContext2D that an SVG back end can implement.
 */
import type { Pattern } from './patterns';

export interface Fill {
  readonly color: string;
  readonly pattern: Pattern;
}

export type LineMark = 'tick' | 'circle' | 'triangle' | 'square' | 'cross';

export interface Stroke {
  readonly color: string;
  readonly width: number;
  /** Lengths of dashes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
  /** Painters of series repeat it along the line; none by default. `Surface.polyline` does not draw it. */
  readonly mark?: LineMark;
}

export interface TextStyle {
  readonly color: string;
  /** CSS pixels. */
  readonly size: number;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** Numbers per box in `Surface.boxes`. */
export const BOX_STRIDE = 5;
/** Numbers per box in `Surface.bars`. */
export const BAR_STRIDE = 4;
export const OVERLAP_PX = 0.5;

export interface Surface {
  readonly width: number;
  readonly height: number;
  clear(): void;
  rect(x: number, y: number, width: number, height: number, fill: Fill, opacity?: number): void;
  /**
   * Many adjacent boxes, each as x, y, width, height and the index of its fill: cheaper than one by one. Each extends
   * `OVERLAP_PX` under the box to its right, which is painted after it: otherwise rounding leaves hairlines.
   */
  boxes(boxes: readonly number[], fills: readonly Fill[]): void;
  /** Many boxes of one fill that do not overlap, each as x, y, width and height: as one area, without seams between them. */
  bars(bars: readonly number[], fill: Fill, opacity?: number): void;
  /** Connects points; NaN in x starts a new line. Coordinates alternate x, y. */
  polyline(points: readonly number[], stroke: Stroke): void;
  /** Writes one line, with its baseline at y. */
  text(x: number, y: number, words: string, style: TextStyle): void;
}

/** A surface whose output is discarded, to get what a panel returns from painting. */
export function blankSurface(width: number, height: number): Surface {
  const nothing = (): void => undefined;
  return {
    width,
    height,
    clear: nothing,
    rect: nothing,
    boxes: nothing,
    bars: nothing,
    polyline: nothing,
    text: nothing,
  };
}

/** A part of a surface as a surface of its own: `height` pixels from `top` on. What is drawn beyond it is not clipped. */
export function stripOf(surface: Surface, top: number, height: number): Surface {
  if (top === 0 && height === surface.height) return surface;
  return {
    width: surface.width,
    height,
    clear: () => surface.clear(),
    rect: (x, y, width, boxHeight, fill, opacity) =>
      surface.rect(x, y + top, width, boxHeight, fill, opacity),
    boxes: (boxes, fills) =>
      surface.boxes(
        boxes.map((value, i) => (i % BOX_STRIDE === 1 ? value + top : value)),
        fills,
      ),
    bars: (bars, fill, opacity) =>
      surface.bars(
        bars.map((value, i) => (i % BAR_STRIDE === 1 ? value + top : value)),
        fill,
        opacity,
      ),
    polyline: (points, stroke) =>
      surface.polyline(
        points.map((value, i) => (i % 2 === 1 ? value + top : value)),
        stroke,
      ),
    text: (x, y, words, style) => surface.text(x, y + top, words, style),
  };
}

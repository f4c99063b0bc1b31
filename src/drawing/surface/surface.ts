/**
 * The surface interface of painters, so that the same painter can draw on a canvas or write SVG text for a report. It
 * is the part of CanvasRenderingContext2D that an SVG back end can implement.
 */

/** Fill: a colour, or a colour with a pattern. */
export interface Fill {
  readonly color: string;
  readonly pattern: 'solid' | 'diagonal' | 'dots' | 'horizontal' | 'cross';
}

export interface Stroke {
  readonly color: string;
  readonly width: number;
  /** Lengths of dashes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

/** Numbers per box in `Surface.boxes`. */
export const BOX_STRIDE = 5;
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
  /** Connects points; NaN in x starts a new line. Coordinates alternate x, y. */
  polyline(points: readonly number[], stroke: Stroke): void;
}

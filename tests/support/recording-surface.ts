/** A surface that writes down what is painted on it. */
import type { Fill, Stroke, Surface } from '../../src/chart/surface.ts';

export interface PaintedRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Fill;
  readonly opacity: number;
}

export class RecordingSurface implements Surface {
  readonly rects: PaintedRect[] = [];
  readonly lines: { readonly points: readonly number[]; readonly stroke: Stroke }[] = [];
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  clear(): void {
    this.rects.length = 0;
    this.lines.length = 0;
  }

  rect(x: number, y: number, width: number, height: number, fill: Fill, opacity = 1): void {
    this.rects.push({ x, y, width, height, fill, opacity });
  }

  polyline(points: readonly number[], stroke: Stroke): void {
    this.lines.push({ points: [...points], stroke });
  }
}

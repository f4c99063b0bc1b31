/** A surface that writes down what is painted on it: by kind, and all calls in their order. */
import {
  BAR_STRIDE,
  BOX_STRIDE,
  type Fill,
  type Stroke,
  type Surface,
  type TextStyle,
} from '../../src/drawing/surface/surface.ts';

export interface PaintedRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Fill;
  readonly opacity: number;
}

export interface PaintedLine {
  readonly points: readonly number[];
  readonly stroke: Stroke;
}

export interface PaintedText {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly words: string;
  readonly style: TextStyle;
}

export class RecordingSurface implements Surface {
  readonly rects: PaintedRect[] = [];
  readonly lines: PaintedLine[] = [];
  readonly texts: PaintedText[] = [];
  readonly calls: (PaintedRect | PaintedLine)[] = [];
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  clear(): void {
    this.rects.length = 0;
    this.lines.length = 0;
    this.texts.length = 0;
    this.calls.length = 0;
  }

  text(x: number, y: number, words: string, style: TextStyle): void {
    this.texts.push({ x, y, words, style });
  }

  rect(x: number, y: number, width: number, height: number, fill: Fill, opacity = 1): void {
    const painted = { x, y, width, height, fill, opacity };
    this.rects.push(painted);
    this.calls.push(painted);
  }

  boxes(boxes: readonly number[], fills: readonly Fill[]): void {
    for (let i = 0; i < boxes.length; i += BOX_STRIDE) {
      const [x, y, width, height, index] = boxes.slice(i, i + BOX_STRIDE) as [
        number,
        number,
        number,
        number,
        number,
      ];
      this.rect(x, y, width, height, fills[index] as Fill);
    }
  }

  bars(bars: readonly number[], fill: Fill, opacity = 1): void {
    for (let i = 0; i < bars.length; i += BAR_STRIDE) {
      const [x, y, width, height] = bars.slice(i, i + BAR_STRIDE) as [number, number, number, number];
      this.rect(x, y, width, height, fill, opacity);
    }
  }

  polyline(points: readonly number[], stroke: Stroke): void {
    const painted = { points: [...points], stroke };
    this.lines.push(painted);
    this.calls.push(painted);
  }
}

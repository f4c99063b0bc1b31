/**
 * The canvas back end of a sheet, for pictures as PNG. Each part is painted on its own canvas, which clips it,
 * and then drawn on the sheet. Text is drawn by the canvas itself: an SVG in an image element would
 * need a content security policy that allows `data:` or `blob:` images.
 */
import { drawPicture, type PictureSpec, pictureSize } from '../../../drawing/surface/picture';
import type { Sheet } from '../../../drawing/surface/sheet';
import type { Surface } from '../../../drawing/surface/surface';
import { canvasSurface } from './canvas-surface';

export interface CanvasSheet extends Sheet {
  readonly canvas: HTMLCanvasElement;
}

/**
 * @param pixelRatio device pixels per CSS pixel of the picture: 1 or 2.
 * @throws RangeError where the browser gives no canvas of this size.
 */
export function canvasSheet(width: number, height: number, pixelRatio: number): CanvasSheet {
  const canvas = document.createElement('canvas');
  const surface = canvasSurface(canvas, width, height, pixelRatio);
  const context = canvas.getContext('2d');
  if (surface === null || context === null) throw new RangeError('no canvas of this size');
  return {
    ...surface,
    canvas,
    part(
      x: number,
      y: number,
      partWidth: number,
      partHeight: number,
      paint: (surface: Surface) => void,
    ): void {
      const own = document.createElement('canvas');
      const part = canvasSurface(own, partWidth, partHeight, pixelRatio);
      if (part === null) return;
      paint(part);
      context.drawImage(own, x, y, partWidth, partHeight);
    },
  };
}

/** The picture on a canvas. @throws RangeError where the browser gives no canvas of this size. */
export function canvasOf(spec: PictureSpec, pixelRatio: number): HTMLCanvasElement {
  const { width, height } = pictureSize(spec);
  const sheet = canvasSheet(width, height, pixelRatio);
  drawPicture(sheet, spec);
  return sheet.canvas;
}

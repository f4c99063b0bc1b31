/** The canvas back end of a surface: sharp at any pixel ratio, patterns drawn once per colour. */
import type { Fill, Stroke, Surface } from './surface';

const TILE = 8;
/** Colour of a pattern's marks on its fill. */
const MARK = 'rgb(255 255 255 / 45%)';
const tiles = new Map<string, CanvasPattern>();

function tileOf(fill: Fill): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = TILE;
  tile.height = TILE;
  const context = tile.getContext('2d') as CanvasRenderingContext2D;
  // Opaque, so that overlapping rectangles do not show.
  context.fillStyle = fill.color;
  context.fillRect(0, 0, TILE, TILE);
  context.strokeStyle = MARK;
  context.lineWidth = 1.2;
  context.beginPath();
  if (fill.pattern === 'diagonal' || fill.pattern === 'cross') {
    for (const shift of [-TILE, 0, TILE]) {
      context.moveTo(shift, TILE);
      context.lineTo(shift + TILE, 0);
    }
  }
  if (fill.pattern === 'cross') {
    for (const shift of [-TILE, 0, TILE]) {
      context.moveTo(shift, 0);
      context.lineTo(shift + TILE, TILE);
    }
  }
  if (fill.pattern === 'horizontal') {
    context.moveTo(0, TILE / 2);
    context.lineTo(TILE, TILE / 2);
  }
  context.stroke();
  if (fill.pattern === 'dots') {
    context.fillStyle = MARK;
    context.fillRect(1, 1, 2, 2);
    context.fillRect(5, 5, 2, 2);
  }
  return tile;
}

function styleOf(context: CanvasRenderingContext2D, fill: Fill): string | CanvasPattern {
  if (fill.pattern === 'solid') return fill.color;
  const key = `${fill.pattern} ${fill.color}`;
  const known = tiles.get(key);
  if (known !== undefined) return known;
  const pattern = context.createPattern(tileOf(fill), 'repeat') ?? fill.color;
  if (typeof pattern !== 'string') tiles.set(key, pattern);
  return pattern;
}

/**
 * Sizes the canvas for the pixel ratio and returns a surface in CSS pixels.
 * @returns null while the canvas has no size (a hidden panel).
 */
export function canvasSurface(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  pixelRatio: number,
): Surface | null {
  const context = canvas.getContext('2d');
  if (context === null || width <= 0 || height <= 0) return null;
  const deviceWidth = Math.round(width * pixelRatio);
  const deviceHeight = Math.round(height * pixelRatio);
  if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
    canvas.width = deviceWidth;
    canvas.height = deviceHeight;
  }
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  return {
    width,
    height,
    clear: () => context.clearRect(0, 0, width, height),
    rect(x, y, rectWidth, rectHeight, fill, opacity = 1) {
      context.globalAlpha = opacity;
      context.fillStyle = styleOf(context, fill);
      context.fillRect(x, y, rectWidth, rectHeight);
      context.globalAlpha = 1;
    },
    polyline(points, stroke) {
      drawPolyline(context, points, stroke);
    },
  };
}

function drawPolyline(context: CanvasRenderingContext2D, points: readonly number[], stroke: Stroke): void {
  context.strokeStyle = stroke.color;
  context.lineWidth = stroke.width;
  context.lineJoin = 'round';
  context.setLineDash([...stroke.dash]);
  context.beginPath();
  let penDown = false;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    if (Number.isNaN(x)) penDown = false;
    else if (penDown) context.lineTo(x, y);
    else {
      context.moveTo(x, y);
      penDown = true;
    }
  }
  context.stroke();
  context.setLineDash([]);
}

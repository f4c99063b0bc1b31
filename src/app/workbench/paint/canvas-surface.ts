/**
 * The canvas back end of a surface: sharp at any pixel ratio, patterns drawn once per colour.
 *
 * Long paths are drawn in pieces. Without GPU acceleration a path costs more per point the longer it is: a window of
 * 3,200 corners took 18 ms as one path and 3 ms in pieces of 32, 1,900 boxes of a pattern 4 ms one by one and 1 ms so.
 */
import { MARK_OPACITY, MARK_WIDTH, markColor, marksOf, TILE } from '../../../drawing/surface/patterns';
import { FONT } from '../../../drawing/surface/sheet';
import {
  BAR_STRIDE,
  BOX_STRIDE,
  type Fill,
  OVERLAP_PX,
  type Stroke,
  type Surface,
} from '../../../drawing/surface/surface';

/** Maximum points or boxes in one path. */
const PIECE = 32;
const tiles = new Map<string, CanvasPattern>();

/** Of a pattern's marks on a fill. */
const markOf = (color: string): string =>
  `rgb(${markColor(color) === '#000000' ? '0 0 0' : '255 255 255'} / ${100 * MARK_OPACITY}%)`;

/** A tile of a pattern: opaque, so that overlapping rectangles do not show, or its marks alone. */
function tileOf(fill: Fill, base: 'opaque' | 'marks'): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = TILE;
  tile.height = TILE;
  const context = tile.getContext('2d') as CanvasRenderingContext2D;
  if (base === 'opaque') {
    context.fillStyle = fill.color;
    context.fillRect(0, 0, TILE, TILE);
  }
  const { lines = [], squares = [] } = marksOf(fill.pattern);
  context.strokeStyle = markOf(fill.color);
  context.lineWidth = MARK_WIDTH;
  context.beginPath();
  for (const corners of lines) {
    for (const [at, [x, y]] of corners.entries())
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
  }
  context.stroke();
  context.fillStyle = markOf(fill.color);
  for (const [x, y, side] of squares) context.fillRect(x, y, side, side);
  return tile;
}

function styleOf(
  context: CanvasRenderingContext2D,
  fill: Fill,
  base: 'opaque' | 'marks' = 'opaque',
): string | CanvasPattern {
  if (fill.pattern === 'solid') return fill.color;
  const key = `${fill.pattern} ${base === 'marks' ? markColor(fill.color) : fill.color}`;
  const tile = tiles.get(key);
  if (tile !== undefined) return tile;
  const pattern = context.createPattern(tileOf(fill, base), 'repeat') ?? fill.color;
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
    boxes(boxes, fills) {
      fillBoxes(context, boxes, fills);
    },
    bars(bars, fill, opacity = 1) {
      context.globalAlpha = opacity;
      context.fillStyle = styleOf(context, fill);
      fillBars(context, bars, pixelRatio);
      context.globalAlpha = 1;
    },
    polyline(points, stroke) {
      drawPolyline(context, points, stroke, pixelRatio);
    },
    text(x, y, words, { color, size, bold, anchor }) {
      context.font = `${bold === true ? '600 ' : ''}${size}px ${FONT}`;
      context.textAlign = anchor === 'middle' ? 'center' : (anchor ?? 'start');
      context.fillStyle = color;
      context.fillText(words, x, y);
    },
  };
}

/** Fills the boxes in their order, then draws the marks of each pattern over its boxes, many per path. */
function fillBoxes(
  context: CanvasRenderingContext2D,
  boxes: readonly number[],
  fills: readonly Fill[],
): void {
  for (let i = 0; i < boxes.length; i += BOX_STRIDE) {
    const color = fills[boxes[i + 4] as number]?.color;
    // Setting the same colour again has a cost.
    if (i === 0 || boxes[i + 4] !== boxes[i - 1]) context.fillStyle = color ?? 'transparent';
    const [x, y, width, height] = [boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]];
    context.fillRect(x as number, y as number, width as number, height as number);
  }
  fills.forEach((fill, index) => {
    if (fill.pattern !== 'solid') fillMarks(context, boxes, index, styleOf(context, fill, 'marks'));
  });
}

function fillMarks(
  context: CanvasRenderingContext2D,
  boxes: readonly number[],
  index: number,
  marks: string | CanvasPattern,
): void {
  let inPath = 0;
  context.fillStyle = marks;
  context.beginPath();
  for (let i = 0; i < boxes.length; i += BOX_STRIDE) {
    if (boxes[i + 4] !== index) continue;
    const width = (boxes[i + 2] as number) - OVERLAP_PX;
    context.rect(boxes[i] as number, boxes[i + 1] as number, width, boxes[i + 3] as number);
    if (++inPath < PIECE) continue;
    context.fill();
    context.beginPath();
    inPath = 0;
  }
  context.fill();
}

/** Boxes of one fill; many per path where a path is needed. */
function fillBars(context: CanvasRenderingContext2D, bars: readonly number[], pixelRatio: number): void {
  // Edges on whole device pixels leave no seams, and rectangles are cheaper than a path.
  if (Number.isInteger(pixelRatio)) {
    for (let i = 0; i < bars.length; i += BAR_STRIDE) {
      context.fillRect(
        bars[i] as number,
        bars[i + 1] as number,
        bars[i + 2] as number,
        bars[i + 3] as number,
      );
    }
    return;
  }
  let inPath = 0;
  context.beginPath();
  for (let i = 0; i < bars.length; i += BAR_STRIDE) {
    context.rect(bars[i] as number, bars[i + 1] as number, bars[i + 2] as number, bars[i + 3] as number);
    if (++inPath < PIECE) continue;
    context.fill();
    context.beginPath();
    inPath = 0;
  }
  context.fill();
}

/** A connected stretch of points [from, to). */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretches of a polyline, as indices into `points`. */
function stretchesOf(points: readonly number[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (let i = 0; i <= points.length; i += 2) {
    if (i + 1 < points.length && !Number.isNaN(points[i] as number)) continue;
    if (i > from) stretches.push({ from, to: i });
    from = i + 2;
  }
  return stretches;
}

function drawPolyline(
  context: CanvasRenderingContext2D,
  points: readonly number[],
  stroke: Stroke,
  pixelRatio: number,
): void {
  context.strokeStyle = stroke.color;
  context.lineWidth = stroke.width;
  context.lineJoin = 'round';
  context.setLineDash([...stroke.dash]);
  // Browsers draw lines of one pixel fast at any length.
  const piece = stroke.width * pixelRatio <= 1 ? Number.POSITIVE_INFINITY : 2 * PIECE;
  let inPath = 0;
  context.beginPath();
  const end = (): void => {
    context.stroke();
    context.beginPath();
    inPath = 0;
  };
  for (const { from, to } of stretchesOf(points)) {
    if (stroke.dash.length === 0 && to - from > piece && isStepped(points, { from, to })) {
      drawSteps(context, points, { from, to }, stroke);
      continue;
    }
    if (to - from > piece) {
      end();
      drawInPieces(context, points, { from, to }, piece);
      continue;
    }
    context.moveTo(points[from] as number, points[from + 1] as number);
    for (let i = from + 2; i < to; i += 2) context.lineTo(points[i] as number, points[i + 1] as number);
    inPath += to - from;
    if (inPath > piece) end();
  }
  context.stroke();
  context.setLineDash([]);
}

/** True where every line of a stretch is horizontal or vertical. */
function isStepped(points: readonly number[], { from, to }: Stretch): boolean {
  for (let i = from + 2; i < to; i += 2) {
    if (points[i] !== points[i - 2] && points[i + 1] !== points[i - 1]) return false;
  }
  return true;
}

/**
 * Solid steps as boxes, one per straight run: half the cost of an equivalent path. A round joint covers
 * π/4 of the outer quarter of its corner, and a round turn half a disc: a vertical run that is π/8 of the line's width
 * longer at its ends covers as much of both.
 */
function drawSteps(
  context: CanvasRenderingContext2D,
  points: readonly number[],
  { from, to }: Stretch,
  { color, width }: Stroke,
): void {
  context.fillStyle = color;
  const half = width / 2;
  const reach = (Math.PI / 8) * width;
  let inPath = 0;
  context.beginPath();
  let i = from + 2;
  while (i < to) {
    const x = points[i - 2] as number;
    const y = points[i - 1] as number;
    const isDown = points[i] === x;
    let low = isDown ? y : x;
    let high = low;
    // A run may turn back on itself: it covers from its lowest to its highest point.
    for (; i < to && points[isDown ? i : i + 1] === (isDown ? x : y); i += 2) {
      const at = points[isDown ? i + 1 : i] as number;
      if (at < low) low = at;
      else if (at > high) high = at;
    }
    if (isDown) context.rect(x - half, low - reach, width, high - low + 2 * reach);
    else context.rect(low, y - half, high - low, width);
    if (++inPath < PIECE) continue;
    context.fill();
    context.beginPath();
    inPath = 0;
  }
  context.fill();
  context.beginPath();
}

/** Pieces overlap by one line, so that the corner between them is drawn; dashes continue across pieces. */
function drawInPieces(
  context: CanvasRenderingContext2D,
  points: readonly number[],
  { from, to }: Stretch,
  piece: number,
): void {
  const lengthPx = (i: number): number =>
    Math.hypot(
      (points[i] as number) - (points[i - 2] as number),
      (points[i + 1] as number) - (points[i - 1] as number),
    );
  let offsetPx = 0;
  for (let start = from; start + 2 < to; start += piece - 2) {
    const end = Math.min(to, start + piece + 2);
    context.lineDashOffset = offsetPx;
    context.beginPath();
    context.moveTo(points[start] as number, points[start + 1] as number);
    for (let i = start + 2; i < end; i += 2) {
      context.lineTo(points[i] as number, points[i + 1] as number);
      if (i <= start + piece - 2) offsetPx += lengthPx(i);
    }
    context.stroke();
    if (end === to) break;
  }
  context.lineDashOffset = 0;
  context.beginPath();
}

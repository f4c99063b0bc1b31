/**
 * The SVG back end of a surface: writes the painting as text of SVG elements, without a DOM. For separate files:
 * colours as #rrggbb with an opacity, coordinates with two decimals, patterns and clips with ids that begin with the
 * picture's id. Neighbouring rectangles of one fill become one path.
 */
import { escapeAttribute, escapeXml } from '../../engine/base/text/xml';
import { MARK_OPACITY, MARK_WIDTH, markColor, marksOf, type Pattern, patternPath, TILE } from './patterns';
import { FONT, type Sheet } from './sheet';
import { BAR_STRIDE, BOX_STRIDE, type Fill, type Stroke, type Surface, type TextStyle } from './surface';

/** Two decimals, without trailing zeros; a non-finite number becomes 0, so that the file stays valid. */
export function svgNumber(value: number): string {
  if (!Number.isFinite(value)) return '0';
  const text = value.toFixed(2).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

const n = svgNumber;

interface Paint {
  readonly color: string;
  readonly opacity: number;
}

/** `rgb(11 92 173 / 18%)` and `rgb(11, 92, 173)` as a hex colour and an opacity; other colours unchanged. */
export function svgPaint(color: string): Paint {
  const match = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:\s*[/,]\s*([\d.]+)(%?))?\s*\)$/.exec(color);
  if (match === null) return { color, opacity: 1 };
  const [, red, green, blue, alpha, percent] = match;
  const hex = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('');
  const opacity = alpha === undefined ? 1 : Number(alpha) / (percent === '%' ? 100 : 1);
  return { color: `#${hex}`, opacity };
}

/** Shared by all parts of one picture: definitions, and the running number of their ids. */
interface Definitions {
  readonly id: string;
  readonly patterns: Map<string, string>;
  readonly clips: string[];
}

function patternId(definitions: Definitions, { pattern, color }: Fill): string {
  const key = `${pattern} ${color}`;
  const definition = definitions.patterns.get(key);
  if (definition !== undefined) return definition;
  const id = `${definitions.id}-p${definitions.patterns.size + 1}`;
  definitions.patterns.set(key, id);
  return id;
}

function fillAttributes(definitions: Definitions, fill: Fill, opacity: number): string {
  const { color, opacity: own } = svgPaint(fill.color);
  const all = own * opacity;
  const paint = fill.pattern === 'solid' ? color : `url(#${patternId(definitions, fill)})`;
  return `fill="${escapeAttribute(paint)}"${all === 1 ? '' : ` fill-opacity="${n(all)}"`}`;
}

function strokeAttributes({ color, width, dash }: Stroke): string {
  const paint = svgPaint(color);
  const opacity = paint.opacity === 1 ? '' : ` stroke-opacity="${n(paint.opacity)}"`;
  const dashes = dash.length === 0 ? '' : ` stroke-dasharray="${dash.map(n).join(' ')}"`;
  return `fill="none" stroke="${escapeAttribute(paint.color)}"${opacity} stroke-width="${n(width)}" stroke-linejoin="round"${dashes}`;
}

/** The path through points, NaN in x starting a new line; empty if nothing would be visible. */
export function pathOf(points: readonly number[]): string {
  let path = '';
  let penDown = false;
  let last = '';
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i];
    const y = points[i + 1];
    if (Number.isNaN(x)) penDown = false;
    // As a canvas does: a non-finite point is skipped.
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    const place = `${n(x)} ${n(y)}`;
    if (penDown && place === last) continue;
    path += `${penDown ? 'L' : 'M'}${place}`;
    penDown = true;
    last = place;
  }
  return path;
}

/** The elements of one surface, in the order of painting. */
class Elements implements Surface {
  readonly width: number;
  readonly height: number;
  protected readonly definitions: Definitions;
  #written: string[] = [];
  /** Consecutive rectangles of one fill: their attributes and their path so far. */
  #fill = '';
  #path = '';

  constructor(width: number, height: number, definitions: Definitions) {
    this.width = width;
    this.height = height;
    this.definitions = definitions;
  }

  clear(): void {
    this.#written = [];
    this.#path = '';
  }

  rect(x: number, y: number, width: number, height: number, fill: Fill, opacity = 1): void {
    if (![x, y, width, height].every(Number.isFinite) || width === 0 || height === 0) return;
    const attributes = fillAttributes(this.definitions, fill, opacity);
    if (attributes !== this.#fill) this.#flush();
    this.#fill = attributes;
    // All in the same direction: overlapping ones in opposite directions would leave a hole.
    const left = Math.min(x, x + width);
    const top = Math.min(y, y + height);
    const across = Math.abs(width);
    this.#path += `M${n(left)} ${n(top)}h${n(across)}v${n(Math.abs(height))}h${n(-across)}z`;
  }

  boxes(boxes: readonly number[], fills: readonly Fill[]): void {
    // Fill by fill: neighbours of one fill become one path.
    fills.forEach((fill, index) => {
      for (let i = 0; i < boxes.length; i += BOX_STRIDE) {
        if (boxes[i + 4] !== index) continue;
        const [x, y, width, height] = boxes.slice(i, i + 4) as [number, number, number, number];
        this.rect(x, y, width, height, fill);
      }
    });
  }

  bars(bars: readonly number[], fill: Fill, opacity = 1): void {
    for (let i = 0; i < bars.length; i += BAR_STRIDE) {
      const [x, y, width, height] = bars.slice(i, i + BAR_STRIDE) as [number, number, number, number];
      this.rect(x, y, width, height, fill, opacity);
    }
  }

  polyline(points: readonly number[], stroke: Stroke): void {
    const path = pathOf(points);
    if (path !== '') this.write(`<path d="${path}" ${strokeAttributes(stroke)}/>`);
  }

  text(x: number, y: number, words: string, { color, size, bold, anchor }: TextStyle): void {
    const weight = bold === true ? ' font-weight="600"' : '';
    const side = anchor === undefined || anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
    const place = `x="${n(x)}" y="${n(y)}" font-size="${n(size)}"`;
    const fill = escapeAttribute(svgPaint(color).color);
    this.write(`<text ${place}${weight}${side} fill="${fill}">${escapeXml(words)}</text>`);
  }

  protected write(element: string): void {
    this.#flush();
    this.#written.push(element);
  }

  #flush(): void {
    if (this.#path !== '') this.#written.push(`<path d="${this.#path}" ${this.#fill}/>`);
    this.#path = '';
  }

  get markup(): string {
    this.#flush();
    return this.#written.join('\n');
  }
}

export class SvgSheet extends Elements implements Sheet {
  /** @param id prefix of the ids of patterns and clips: unique among the pictures of one document. */
  constructor(width: number, height: number, id: string) {
    super(width, height, { id, patterns: new Map(), clips: [] });
  }

  part(x: number, y: number, width: number, height: number, paint: (surface: Surface) => void): void {
    const surface = new Elements(width, height, this.definitions);
    paint(surface);
    const { id, clips } = this.definitions;
    const clip = `${id}-c${clips.length + 1}`;
    clips.push(`<clipPath id="${clip}"><path d="M0 0h${n(width)}v${n(height)}h${n(-width)}z"/></clipPath>`);
    this.write(
      `<g transform="translate(${n(x)} ${n(y)})"><g clip-path="url(#${clip})">\n${surface.markup}\n</g></g>`,
    );
  }

  /**
   * The whole picture as one element, for a file after an XML declaration or within HTML.
   * @param title name of the picture. @param description what it shows, in a sentence.
   */
  svg(title: string, description: string): string {
    const { id, patterns, clips } = this.definitions;
    // Computed first: painting defines the patterns.
    const body = this.markup;
    const tiles = [...patterns].map(([key, pattern]) => tileOf(key, pattern));
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${n(this.width)}" height="${n(this.height)}" viewBox="0 0 ${n(this.width)} ${n(this.height)}" role="img" aria-labelledby="${id}-t ${id}-d" font-family="${escapeAttribute(FONT)}">`,
      `<title id="${id}-t">${escapeXml(title)}</title>`,
      `<desc id="${id}-d">${escapeXml(description)}</desc>`,
      ...(tiles.length + clips.length === 0 ? [] : [`<defs>${[...tiles, ...clips].join('')}</defs>`]),
      body,
      '</svg>',
    ].join('\n');
  }
}

function tileOf(key: string, id: string): string {
  const space = key.indexOf(' ');
  const pattern = key.slice(0, space) as Pattern;
  const { color } = svgPaint(key.slice(space + 1));
  const size = `width="${TILE}" height="${TILE}"`;
  return `<pattern id="${id}" ${size} patternUnits="userSpaceOnUse"><path d="M0 0h8v8h-8z" fill="${escapeAttribute(color)}"/>${tileMarks(pattern, color)}</pattern>`;
}

function tileMarks(pattern: Pattern, color: string): string {
  const mark = markColor(color);
  const look =
    marksOf(pattern).squares === undefined
      ? `stroke="${mark}" stroke-opacity="${MARK_OPACITY}" stroke-width="${MARK_WIDTH}" fill="none"`
      : `fill="${mark}" fill-opacity="${MARK_OPACITY}"`;
  return `<path d="${patternPath(pattern)}" ${look}/>`;
}

/**
 * What was painted, as text that a diff can be read of: one line for all neighbouring calls of one look, with how many
 * there are, where they lie and a checksum of every coordinate, so that nothing may vanish, move or change its look.
 * Coordinates are hundredths of a pixel: less than that nobody sees.
 */
import type { Fill, Stroke } from '../../src/drawing/surface/surface.ts';
import type { PaintedLine, PaintedRect, RecordingSurface } from './recording-surface.ts';

/** Calls of one look that are written out in full. */
const FEW_CALLS = 3;
/** Changes of look in a picture that are each written out. */
const MOST_GROUPS = 30;
/** Numbers of a line that are written out in full: three points. */
const FEW_NUMBERS = 6;

function place(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'up' : String(value);
  const text = value.toFixed(2).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/** FNV-1a of a text, 32 bits. */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

const fillWords = ({ color, pattern }: Fill, opacity: number): string =>
  [color, pattern === 'solid' ? '' : pattern, opacity === 1 ? '' : `at ${opacity}`].filter(Boolean).join(' ');

const strokeWords = ({ color, width, dash }: Stroke): string =>
  `${color} ${place(width)} px${dash.length === 0 ? '' : ` dashed ${dash.join(' ')}`}`;

const rectText = ({ x, y, width, height }: PaintedRect): string =>
  `${place(x)},${place(y)} ${place(width)}×${place(height)}`;

/** Points as they stand: `0,1 5,1 up 7,2`. */
function pointsText(points: readonly number[]): string {
  const words: string[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const x = place(points[i] as number);
    words.push(x === 'up' ? x : `${x},${place(points[i + 1] as number)}`);
  }
  return words.join(' ');
}

/** How far values reach, `12…800`; those that are none are left out. */
function reach(values: readonly number[]): string {
  const finite = values.filter(Number.isFinite);
  const low = finite.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
  const high = finite.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
  return `${place(low)}…${place(high)}`;
}

function linesText(lines: readonly PaintedLine[]): string {
  const texts = lines.map(({ points }) => pointsText(points));
  const points = lines.flatMap((line) => line.points);
  if (points.length <= FEW_NUMBERS * lines.length && lines.length <= FEW_CALLS) return texts.join(' | ');
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1 && !Number.isNaN(points[i - 1] as number));
  const lifted = xs.filter(Number.isNaN).length;
  const count = `${xs.length - lifted} points${lifted === 0 ? '' : `, ${lifted} × lifted`}`;
  return `${count}, x ${reach(xs)}, y ${reach(ys)}, #${checksum(texts.join('|'))}`;
}

function rectsText(rects: readonly PaintedRect[]): string {
  const texts = rects.map(rectText);
  if (rects.length <= FEW_CALLS) return texts.join(' | ');
  const xs = rects.flatMap(({ x, width }) => [x, x + width]);
  const ys = rects.flatMap(({ y, height }) => [y, y + height]);
  const area = rects.reduce((sum, { width, height }) => sum + width * height, 0);
  return `x ${reach(xs)}, y ${reach(ys)}, area ${Math.round(area)}, #${checksum(texts.join('|'))}`;
}

type Call = PaintedRect | PaintedLine;

const isLine = (call: Call): call is PaintedLine => 'stroke' in call;
const lookOf = (call: Call): string =>
  isLine(call) ? `line ${strokeWords(call.stroke)}` : `rect ${fillWords(call.fill, call.opacity)}`;

interface Group {
  readonly look: string;
  readonly calls: Call[];
}

/** Neighbouring calls of one look. */
function neighbours(calls: readonly Call[]): readonly Group[] {
  const groups: Group[] = [];
  for (const call of calls) {
    const look = lookOf(call);
    const last = groups.at(-1);
    if (last?.look === look) last.calls.push(call);
    else groups.push({ look, calls: [call] });
  }
  return groups;
}

/** Groups of one look as one, where the first of them stands. */
function byLook(groups: readonly Group[]): readonly Group[] {
  const joined = new Map<string, Group>();
  for (const { look, calls } of groups) {
    const known = joined.get(look);
    if (known === undefined) joined.set(look, { look, calls: [...calls] });
    else known.calls.push(...calls);
  }
  return [...joined.values()];
}

/** One line per look, in the order of painting; where looks change often, that order is a checksum. */
export function pictureLines({ calls }: RecordingSurface): readonly string[] {
  const groups = neighbours(calls);
  const isRestless = groups.length > MOST_GROUPS;
  const lines = (isRestless ? byLook(groups) : groups).map((group) => {
    const rects = group.calls.filter((call): call is PaintedRect => !isLine(call));
    const times = group.calls.length === 1 ? '' : ` × ${group.calls.length}`;
    const what = rects.length > 0 ? rectsText(rects) : linesText(group.calls.filter(isLine));
    return `${group.look}${times}: ${what}`;
  });
  const order = groups.map(({ look, calls: { length } }) => `${look} ${length}`).join('|');
  return isRestless ? [...lines, `in turn × ${groups.length}: #${checksum(order)}`] : lines;
}

/** All calls as one short text, for pictures that differ little from one that is written out. */
export function pictureSum(surface: RecordingSurface): string {
  const texts = surface.calls.map(
    (call) => `${lookOf(call)} ${isLine(call) ? pointsText(call.points) : rectText(call)}`,
  );
  return `${surface.calls.length} calls #${checksum(texts.join('\n'))}`;
}

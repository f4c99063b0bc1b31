/**
 * The legend of an exported picture: a swatch and a text per entry, in as many lines as needed. Swatches look like
 * those next to the panels' titles, drawn with lines and rectangles only.
 */
import { markOutline } from './mark-shapes';
import type { Pattern } from './patterns';
import { estimatedWidth, type Sheet, wrapped } from './sheet';
import type { Stroke } from './surface';

export interface LegendMark {
  readonly label: string;
  /** Swatch names of the panels: `line`, `dash`, `area` …; `none` for none; an unknown one is a line. */
  readonly swatch: string;
  /** Custom property of its colour. */
  readonly color: string;
  readonly pattern?: Pattern;
  /** The line itself as it is drawn, in place of swatch and colour. */
  readonly stroke?: Stroke;
}

const SWATCH_PX = 20;
const GAP_PX = 5;
const BETWEEN_PX = 16;

const DASHES: { readonly [swatch: string]: readonly number[] } = {
  line: [],
  dash: [5, 3],
  dot: [2, 2],
  'dash-dot': [7, 2, 2, 2],
  'dash-dot-dot': [6, 2, 2, 2, 2, 2],
};

function entryWidth({ label }: LegendMark, size: number): number {
  return SWATCH_PX + GAP_PX + estimatedWidth(label, size) + BETWEEN_PX;
}

const BEHIND_COMMA = /(?<=,) /;

/** A text that is longer than a line goes on below itself, without a swatch: after a comma where it has one. */
function parts(mark: LegendMark, size: number, width: number): readonly LegendMark[] {
  if (entryWidth(mark, size) <= width) return [mark];
  const [first = '', ...others] = wrapped(
    mark.label,
    size,
    width - SWATCH_PX - GAP_PX - BETWEEN_PX,
    mark.label.includes(', ') ? BEHIND_COMMA : ' ',
  );
  const rest = others.map((label): LegendMark => ({ label, swatch: 'none', color: mark.color }));
  return [{ ...mark, label: first }, ...rest];
}

/** Entries divided into lines of at most `width` pixels. */
export function legendLines(
  marks: readonly LegendMark[],
  size: number,
  width: number,
): readonly (readonly LegendMark[])[] {
  const lines: LegendMark[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const mark of marks.flatMap((one) => parts(one, size, width))) {
    const needed = entryWidth(mark, size);
    if (used + needed > width) {
      lines.push([]);
      used = 0;
    }
    lines[lines.length - 1].push(mark);
    used += needed;
  }
  return lines;
}

interface LegendPlace {
  readonly x: number;
  readonly y: number;
  readonly lineHeight: number;
  readonly size: number;
  readonly ink: string;
}

export function paintLegend(
  sheet: Sheet,
  lines: readonly (readonly LegendMark[])[],
  { x, y, lineHeight, size, ink }: LegendPlace,
  color: (property: string) => string,
): void {
  lines.forEach((marks, line) => {
    let left = x;
    const middle = y + (line + 0.5) * lineHeight;
    for (const mark of marks) {
      paintSwatch(sheet, left, middle, mark, color(mark.color));
      sheet.text(left + SWATCH_PX + GAP_PX, middle + size / 3, mark.label, { color: ink, size });
      left += entryWidth(mark, size);
    }
  });
}

/** @param y middle of the line. */
function paintSwatch(sheet: Sheet, x: number, y: number, mark: LegendMark, color: string): void {
  const stroke = { color, width: 1.5, dash: [] };
  if (mark.stroke !== undefined) {
    const { mark: shape, color: ink } = mark.stroke;
    sheet.polyline([x, y, x + SWATCH_PX, y], mark.stroke);
    if (shape !== undefined)
      sheet.polyline(markOutline(shape, x + SWATCH_PX / 2, y), { color: ink, width: 1.4, dash: [] });
    return;
  }
  const solid = { color, pattern: 'solid' } as const;
  const middle = x + SWATCH_PX / 2;
  const around = (reach: number, shape: readonly (readonly [number, number])[]): void =>
    sheet.polyline(
      shape.flatMap(([dx, dy]) => [middle + dx * reach, y + dy * reach]),
      stroke,
    );
  switch (mark.swatch) {
    case 'none':
      return;
    case 'mark':
      sheet.rect(middle - 1, y - 5, 2, 10, solid);
      return;
    case 'area':
      sheet.rect(middle - 6, y - 6, 12, 12, { color, pattern: mark.pattern ?? 'solid' });
      return;
    case 'square':
      sheet.rect(middle - 3, y - 3, 6, 6, solid);
      return;
    case 'hollow':
      around(5, SQUARE);
      return;
    case 'diamond':
      around(4.5, DIAMOND);
      return;
    case 'ring':
      around(4.5, OCTAGON);
      return;
    case 'triangle':
      around(4.5, TRIANGLE);
      return;
    case 'cross':
      around(4.5, [
        [-1, -1],
        [1, 1],
      ]);
      around(4.5, [
        [-1, 1],
        [1, -1],
      ]);
      return;
    case 'stub':
      sheet.polyline([middle - 4, y, middle + 4, y], { ...stroke, width: 2 });
      return;
    default:
      sheet.polyline([x, y, x + SWATCH_PX, y], { color, width: 2.4, dash: DASHES[mark.swatch] ?? [] });
  }
}

type Shape = readonly (readonly [number, number])[];
const SQUARE: Shape = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
];
const DIAMOND: Shape = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const TRIANGLE: Shape = [
  [0, -1],
  [1, 0.9],
  [-1, 0.9],
  [0, -1],
];
const OCTAGON: Shape = Array.from({ length: 9 }, (_, i): readonly [number, number] => [
  Math.cos((i * Math.PI) / 4),
  Math.sin((i * Math.PI) / 4),
]);

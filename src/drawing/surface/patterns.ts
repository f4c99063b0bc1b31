/**
 * The marks of each pattern on a tile of eight pixels, for every back end: lines from corner to corner, and squares. They are light on a
 * dark fill and dark on a light one, or nobody would see them.
 */

/** Side of a tile, pixels. */
export const TILE = 8;
export const MARK_WIDTH = 1.2;
export const MARK_OPACITY = 0.45;

type Point = readonly [x: number, y: number];

interface Marks {
  /** The corners of each. */
  readonly lines?: readonly (readonly Point[])[];
  /** Left, top and side. */
  readonly squares?: readonly (readonly [number, number, number])[];
}

const line = (...corners: readonly Point[]): readonly Point[] => corners;
const SHIFTS = [-TILE, 0, TILE];
const RISING = SHIFTS.map((shift) => line([shift, TILE], [shift + TILE, 0]));
const FALLING = SHIFTS.map((shift) => line([shift, 0], [shift + TILE, TILE]));
const LEVEL = line([0, 4], [8, 4]);
const UPRIGHT = line([4, 0], [4, 8]);
const STUBS = [line([2, 0], [2, 4]), line([6, 4], [6, 8])];

const MARKS = {
  solid: {},
  diagonal: { lines: RISING },
  falling: { lines: FALLING },
  cross: { lines: [...RISING, ...FALLING] },
  horizontal: { lines: [LEVEL] },
  vertical: { lines: [UPRIGHT] },
  grid: { lines: [LEVEL, UPRIGHT] },
  dashes: { lines: [line([0, 2], [4, 2]), line([4, 6], [8, 6])] },
  stubs: { lines: STUBS },
  bricks: { lines: [line([0, 0], [8, 0]), LEVEL, ...STUBS] },
  zigzag: { lines: [line([0, 6], [4, 2], [8, 6])] },
  plus: { lines: [line([4, 1.5], [4, 6.5]), line([1.5, 4], [6.5, 4])] },
  frames: { lines: [line([2, 2], [6, 2], [6, 6], [2, 6], [2, 2])] },
  dots: {
    squares: [
      [1, 1, 2],
      [5, 5, 2],
    ],
  },
  checks: {
    squares: [
      [0, 0, 4],
      [4, 4, 4],
    ],
  },
} as const satisfies { readonly [pattern: string]: Marks };

export type Pattern = keyof typeof MARKS;
export const PATTERNS = Object.keys(MARKS) as readonly Pattern[];

export const marksOf = (pattern: Pattern): Marks => MARKS[pattern];

/** As the data of an SVG path: of lines to stroke, or of squares to fill; empty for none. */
export function patternPath(pattern: Pattern): string {
  const { lines = [], squares = [] } = marksOf(pattern);
  const strokes = lines.flatMap((corners) => corners.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`));
  return [...strokes, ...squares.map(([x, y, side]) => `M${x} ${y}h${side}v${side}h-${side}z`)].join('');
}

/** Relative luminance (WCAG 2.2) above which marks are dark. */
const LIGHT = 0.3;

/** @param color as `#rrggbb`, or as `rgb(1, 2, 3)`; on any other the marks are white. */
export function markColor(color: string): '#ffffff' | '#000000' {
  const hex = /^#(..)(..)(..)$/
    .exec(color)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16));
  const rgb = /^rgba?\((\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(color)?.slice(1).map(Number);
  const [red = 0, green = 0, blue = 0] = (hex ?? rgb ?? []).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > LIGHT ? '#000000' : '#ffffff';
}

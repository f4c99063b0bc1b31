/** How series and phases of a plot are distinguished: by colour, and by dash or shape as well. */
import { CWND } from '../panels/congestion/congestion-lines';
import type { Palette } from '../surface/palette';
import type { LineMark, Stroke } from '../surface/surface';

export interface SeriesStyle {
  readonly stroke: Stroke;
  /** At its points, and along its line beside others. */
  readonly shape: LineMark;
}

const LINE_PX = 2;

/** No two of eight series have both the same dash and the same shape, and neighbours differ in both. */
const STYLES: readonly { readonly dash: readonly number[]; readonly shape: LineMark }[] = [
  { dash: [], shape: 'circle' },
  { dash: [9, 4], shape: 'triangle' },
  { dash: [], shape: 'square' },
  { dash: [8, 3, 2, 3], shape: 'cross' },
  { dash: [], shape: 'tick' },
  { dash: [2, 2.5], shape: 'circle' },
  { dash: [9, 4], shape: 'square' },
  { dash: [8, 3, 2, 3], shape: 'triangle' },
];

/** @param at its place among the series of the plot. */
export function seriesStyle(at: number, { slots }: Palette): SeriesStyle {
  // A ninth has the colour of the first, and neither its dash nor its shape.
  const round = Math.floor(at / slots.length);
  const { dash, shape } = STYLES[(at + round) % STYLES.length];
  const color = slots[at % slots.length];
  return { stroke: { color, width: LINE_PX, dash }, shape };
}

/** Slow start is green, Reno's avoidance red, CUBIC's blue, as in the figures that have phases; others by their place. */
const PHASES: readonly {
  readonly named: RegExp | null;
  readonly color: (palette: Palette) => string;
  readonly dash: readonly number[];
}[] = [
  { named: /slow start/i, color: ({ slots }) => slots[2], dash: [2, 2.5] },
  { named: /reno/i, color: ({ loss }) => loss, dash: [8, 3] },
  { named: /cubic/i, color: (palette) => palette.strokeOf(CWND)?.color ?? palette.ink, dash: [] },
  { named: null, color: ({ slots }) => slots[3], dash: [8, 3, 2, 3] },
  { named: null, color: ({ slots }) => slots[4], dash: [4, 2] },
  { named: null, color: ({ ink }) => ink, dash: [1.5, 4] },
];

/** One for each, in their order. */
export function phaseStrokes(phases: readonly string[], palette: Palette): readonly Stroke[] {
  const named = phases.map((title) => PHASES.findIndex((phase) => phase.named?.test(title) === true));
  // A style that a name has taken, or another phase of that name before, is not given out again.
  const taken = new Set<number>();
  const first = named.map((at) => (at >= 0 && !taken.has(at) && taken.add(at) ? at : -1));
  return first.map((at) => {
    const own = at >= 0 ? at : PHASES.findIndex((_, i) => !taken.has(i));
    taken.add(own);
    const { color, dash } = PHASES[Math.max(0, own)];
    return { color: color(palette), width: LINE_PX, dash };
  });
}

/** The lanes of a handshake: a row for its steps, and for each number space the two ends with its name between them. */
import type { LifePhase } from '../../../engine/sender/transport/connectivity/connectivity';
import type { RowPlace } from '../../painters/paint-spans';
import type { Viewport } from '../../surface/viewport';
import { type LegendEntry, legendEntry, type PaintTools } from '../panel';
import { type Arrow, FATE_ENTRIES, type Fate, type LaneLines, paintArrows } from './exchange-arrows';

type Phase = LifePhase['phase'];

export interface Lane {
  readonly phase: Phase;
  readonly name: string;
  /** From 1. */
  readonly slot: number;
}

const LANES: readonly Lane[] = [
  { phase: 'initial', name: 'Initial', slot: 1 },
  { phase: 'handshake', name: 'Handshake', slot: 3 },
  { phase: 'zero-rtt', name: '0-RTT', slot: 5 },
  { phase: 'one-rtt', name: '1-RTT', slot: 4 },
];
/** Of a lane, from above: one end, its name, the other end. */
const ROWS = 3;
/** A lower row has no label of its own. */
const LABEL_PX = 11;
/** Of a panel that nobody has resized, CSS pixels: four lanes have room for their lines and names. */
export const LADDER_PX = 168;

/** Few connections have 0-RTT packets. */
export function lanesWith(phases: ReadonlySet<Phase>): readonly Lane[] {
  return LANES.filter(({ phase }) => phase !== 'zero-rtt' || phases.has(phase));
}

/** What is drawn. */
export function ladderLegend(phases: ReadonlySet<Phase>, fates: ReadonlySet<Fate>): readonly LegendEntry[] {
  return [
    ...LANES.filter(({ phase }) => phases.has(phase)).map(({ phase, name, slot }) =>
      legendEntry(phase, `${name} packets`, 'area', `--slot-${slot}`),
    ),
    ...FATE_ENTRIES.filter(({ id }) => fates.has(id)),
  ];
}

export interface Ladder {
  readonly max: number;
  readonly steps: RowPlace;
  linesOf(lane: number): LaneLines;
  /** Between the lines of a lane, and beside the lower one. */
  middleOf(lane: number): RowPlace;
  belowOf(lane: number): RowPlace;
}

/** Draws the axis and the lines. @param ends null where no packets are drawn. */
export function paintLadder(
  { surface, palette, axis }: PaintTools,
  lanes: readonly Lane[],
  ends: readonly [above: string, below: string] | null,
  stepsName: string,
): Ladder {
  const max = 1 + ROWS * lanes.length;
  const height = surface.height / max;
  const labels = [stepsName, ...lanes.flatMap(({ name }) => [ends?.[0] ?? '', name, ends?.[1] ?? ''])];
  // In low plots, as of one of several traces, the lanes alone are named.
  const isNamed = (row: number): boolean => height >= LABEL_PX || row % ROWS === 2;
  axis(max, (value) => (isNamed(Math.floor(value)) ? (labels[Math.floor(value)] ?? '') : ''), 0, 'rows');
  const topOf = (lane: number): number => (1 + ROWS * lane) * height;
  const line = (y: number, color: string): void =>
    surface.polyline([0, y, surface.width, y], { color, width: 1, dash: [] });
  const linesOf = (lane: number): LaneLines => {
    const y = (row: number): number => Math.round(topOf(lane) + (row + 0.5) * height);
    return { aboveY: y(0), belowY: y(ROWS - 1) };
  };
  lanes.forEach((_, lane) => {
    const { aboveY, belowY } = linesOf(lane);
    for (const y of ends === null ? [topOf(lane)] : [aboveY, belowY]) line(Math.round(y) + 0.5, palette.grid);
  });
  return {
    max,
    steps: { top: 0, height },
    linesOf,
    middleOf: (lane) => ({ top: topOf(lane) + height, height }),
    belowOf: (lane) => ({ top: topOf(lane) + (ROWS - 1) * height, height }),
  };
}

/** @param isShown by ids of the legend. */
export function paintExchange(
  { surface, palette }: PaintTools,
  viewport: Viewport,
  lanes: readonly Lane[],
  { linesOf }: Pick<Ladder, 'linesOf'>,
  arrows: readonly Arrow[],
  isShown: (id: Phase | Fate) => boolean,
): void {
  const { loss, ink } = palette;
  lanes.forEach(({ phase, slot }, lane) => {
    const own = arrows.filter((one) => one.phase === phase && isShown(phase) && isShown(one.fate));
    const inView = own.filter(
      ({ sentUs, arrivedUs }) => arrivedUs >= viewport.fromUs && sentUs <= viewport.toUs,
    );
    const color = palette.slots[slot - 1] ?? ink;
    paintArrows(surface, viewport, inView, linesOf(lane), { color, loss, ink });
  });
}

/**
 * The difference of two traces in a quantity that a panel draws as a line, B − A at each time of the set's axis: an area
 * from zero, above it where B has more. Where one of the two has no value there is none; where one is a digest with columns wider
 * than pixels, it is known from the least to the most that the extremes of both leave open.
 */
import { approximate } from '../../../engine/base/text/approximate';
import { laneLetter } from '../../surface/lane-styles';
import type { AxisFormat } from '../../surface/ticks';
import {
  isHidden,
  type LegendEntry,
  type LineColumns,
  type Painted,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
} from '../panel';
import { lanesLegend, type PanelLane } from './panel-lanes';

/** Height of the plot over that of the differences. */
const HEADROOM = 1.15;
const AREA_OPACITY = 0.35;

/** A quantity of two traces: B − A per pixel column, at least and at most; NaN where one of the two has no value. */
interface Compared {
  readonly entry: LegendEntry;
  readonly least: Float64Array;
  /** Another value than the least where one of the two is a digest of which only the extremes are known. */
  readonly most: Float64Array;
}

/** Of the first line in the legend that is shown, and that both traces have; null where the panel has none. */
export function comparedLine(definition: PanelDefinition, lanes: readonly PanelLane[]): Compared | null {
  const { amounts, id } = definition;
  const [a, b] = lanes;
  if (amounts?.line === undefined || a === undefined || b === undefined) return null;
  if (leftOut(definition, lanes) !== null) return null;
  for (const entry of lanesLegend(definition, lanes)) {
    if (isHidden(a.context, id, entry.id)) continue;
    const lineA = amounts.line.of(a.context, entry.id);
    const lineB = amounts.line.of(b.context, entry.id);
    if (!hasValue(lineA) || !hasValue(lineB)) continue;
    return { entry, least: minus(lineB.low, lineA.high), most: minus(lineB.high, lineA.low) };
  }
  return null;
}

function hasValue(line: LineColumns | null): line is LineColumns {
  return line?.low.some((value) => !Number.isNaN(value)) === true;
}

function minus(from: Float64Array, subtracted: Float64Array): Float64Array {
  return from.map((value, pixel) => value - subtracted[pixel]);
}

/** The first of the two that is a receiver, where nothing of one is compared; else null. */
function leftOut({ amounts }: PanelDefinition, lanes: readonly PanelLane[]): PanelLane | null {
  return amounts?.receiver === undefined ? null : receiverOf(lanes);
}

function receiverOf(lanes: readonly PanelLane[]): PanelLane | null {
  return lanes.slice(0, 2).find(({ context }) => context.snapshot.summary.side === 'receiver') ?? null;
}

/** A value of a panel at a time of one trace. */
export interface ComparedAmount {
  /** NaN for none. */
  readonly value: number;
  /** How far the trace's own may be from it. */
  readonly within: number;
}

export const NO_AMOUNT: ComparedAmount = { value: Number.NaN, within: 0 };

export function comparedAmount(
  { amounts }: PanelDefinition,
  context: PanelContext,
  entry: string,
  timeUs: number,
): ComparedAmount {
  if (amounts === undefined) return NO_AMOUNT;
  return { value: amounts.of(context, entry, timeUs), within: amounts.within?.(context, entry, timeUs) ?? 0 };
}

/** `+43,200 B`, `−1.2 ms`, `0 B`, `≈ +400 B ± 600 B`: what B has more than A; empty where one of the two has no value. */
export function deltaText({ amounts }: PanelDefinition, b: ComparedAmount, a: ComparedAmount): string {
  const delta = b.value - a.value;
  if (amounts === undefined || Number.isNaN(delta)) return '';
  return approximate(delta, a.within + b.within, (value) => signed(value, amounts.text(Math.abs(value))));
}

function signed(value: number, text: string): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${text}`;
}

/** Smallest and largest, zero among them. */
function extremesWithZero({ least, most }: Compared): readonly [number, number] {
  let [lowest, highest] = [0, 0];
  for (const value of least) if (value < lowest) lowest = value;
  for (const value of most) if (value > highest) highest = value;
  return [lowest, highest];
}

/** True where only the extremes of a column are known. */
function isBetween({ least, most }: Compared): boolean {
  return least.some((value, pixel) => value < most[pixel]);
}

/** `B − A: window (cwnd); above 0, B has more`; why there is none where there is none. */
export function differenceWords(definition: PanelDefinition, lanes: readonly PanelLane[]): string {
  const [a, b] = lanes;
  const { amounts } = definition;
  const compared = comparedLine(definition, lanes);
  if (a === undefined || b === undefined || compared === null) {
    const receiver = receiverOf(lanes);
    if (receiver === null) return 'No line that both traces show here.';
    const who = `${laneLetter(receiver.place)} is the trace of a receiver`;
    return amounts?.receiver === undefined
      ? `No line that both traces show here. ${who}.`
      : `No difference: ${who}, ${amounts.receiver}.`;
  }
  const [letterA, letterB] = [laneLetter(a.place), laneLetter(b.place)];
  const range = isBetween(compared) ? ' (hatched: from least to most, as a digest tells it)' : '';
  return `${letterB} − ${letterA}: ${compared.entry.label}${range}; above 0, ${letterB} has more`;
}

/**
 * Solid from zero to what the difference is at least; hatched from there to what it is at most, where a digest tells no more.
 * @param lanes of the set, in their order: the difference is that of the first two.
 */
export function paintDifference(
  definition: PanelDefinition,
  lanes: readonly PanelLane[],
  { surface, palette, axis }: PaintTools,
): Painted {
  const compared = comparedLine(definition, lanes);
  if (compared === null) return { max: 1 };
  const [lowest, highest] = extremesWithZero(compared);
  const room = ((highest - lowest || 1) * (HEADROOM - 1)) / 2;
  const min = lowest < 0 ? lowest - room : lowest;
  const max = highest > 0 || lowest === 0 ? highest + room : highest;
  const format: AxisFormat = (value, step) =>
    signed(value, definition.amounts?.line?.axisFormat(Math.abs(value), step) ?? '');
  axis(max, format, min);
  const y = (value: number): number => ((max - value) / (max - min)) * surface.height;
  const zero = y(0);
  const [certain, between, line]: [number[], number[], number[]] = [[], [], []];
  compared.least.forEach((least, pixel) => {
    const most = compared.most[pixel];
    const isKnown = least === most;
    if (!isKnown && line.length > 0 && !Number.isNaN(line[line.length - 2])) line.push(Number.NaN, 0);
    if (Number.isNaN(least)) return;
    if (isKnown) line.push(pixel, y(least), pixel + 1, y(least));
    else between.push(pixel, y(most), 1, y(least) - y(most));
    const nearest = y(Math.max(least, Math.min(0, most)));
    certain.push(pixel, Math.min(zero, nearest), 1, Math.abs(nearest - zero));
  });
  surface.bars(certain, { color: palette.ink, pattern: 'solid' }, AREA_OPACITY);
  surface.bars(between, { color: palette.ink, pattern: 'diagonal' }, AREA_OPACITY);
  surface.polyline([0, zero, surface.width, zero], { color: palette.ink, width: 1, dash: [] });
  surface.polyline(line, { color: palette.ink, width: 1.2, dash: [] });
  return { max };
}

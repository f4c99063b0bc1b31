/**
 * The difference of two traces in a quantity that a panel draws as a line, B − A at each time of the set's axis: an area
 * from zero, above it where B has more. Where one of the two has no value there is none.
 */
import { laneLetter } from '../surface/lane-styles';
import type { AxisFormat } from '../surface/ticks';
import { isHidden, type LegendEntry, type Painted, type PaintTools, type PanelDefinition } from './panel';
import { lanesLegend, type PanelLane } from './panel-lanes';

/** Height of the plot over that of the differences. */
const HEADROOM = 1.15;
const AREA_OPACITY = 0.35;

/** A quantity of two traces: B − A per pixel column, NaN where one of the two has no value. */
interface Compared {
  readonly entry: LegendEntry;
  readonly values: Float64Array;
}

/** Of the first line in the legend that is shown, and that both traces have; null where the panel has none. */
export function comparedLine(definition: PanelDefinition, lanes: readonly PanelLane[]): Compared | null {
  const { amounts, id } = definition;
  const [a, b] = lanes;
  if (amounts?.line === undefined || a === undefined || b === undefined) return null;
  for (const entry of lanesLegend(definition, lanes)) {
    if (isHidden(a.context, id, entry.id)) continue;
    const [lineA, lineB] = [a, b].map(({ context }) => amounts.line?.of(context, entry.id)) as Float64Array[];
    if (!hasValue(lineA) || !hasValue(lineB)) continue;
    return { entry, values: Float64Array.from(lineB, (value, pixel) => value - (lineA[pixel] as number)) };
  }
  return null;
}

function hasValue(line: Float64Array | undefined): line is Float64Array {
  return line?.some((value) => !Number.isNaN(value)) === true;
}

/** `+43,200 B`, `−1.2 ms`, `0 B`; empty where one of the two has no value. @param delta what B has more than A. */
export function deltaText({ amounts }: PanelDefinition, delta: number): string {
  if (amounts === undefined || Number.isNaN(delta)) return '';
  return signed(delta, amounts.text(Math.abs(delta)));
}

function signed(value: number, text: string): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${text}`;
}

/** Smallest and largest, zero among them. */
function extremesWithZero(values: Float64Array): readonly [number, number] {
  let [least, most] = [0, 0];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

/** `B − A: window (cwnd); above 0, B has more`; why there is none where there is none. */
export function differenceWords(definition: PanelDefinition, lanes: readonly PanelLane[]): string {
  const [a, b] = lanes;
  const compared = comparedLine(definition, lanes);
  if (a === undefined || b === undefined || compared === null) {
    const receiver = [a, b].find((lane) => lane?.context.snapshot.summary.side === 'receiver');
    const why = receiver === undefined ? '' : ` ${laneLetter(receiver.place)} is the trace of a receiver.`;
    return `No line that both traces show here.${why}`;
  }
  const [letterA, letterB] = [laneLetter(a.place), laneLetter(b.place)];
  return `${letterB} − ${letterA}: ${compared.entry.label}; above 0, ${letterB} has more`;
}

/** @param lanes of the set, in their order: the difference is that of the first two. */
export function paintDifference(
  definition: PanelDefinition,
  lanes: readonly PanelLane[],
  { surface, palette, axis }: PaintTools,
): Painted {
  const compared = comparedLine(definition, lanes);
  if (compared === null) return { max: 1 };
  const { values } = compared;
  const [least, most] = extremesWithZero(values);
  const room = ((most - least || 1) * (HEADROOM - 1)) / 2;
  const [min, max] = [least < 0 ? least - room : least, most > 0 || least === 0 ? most + room : most];
  const format: AxisFormat = (value, step) =>
    signed(value, definition.amounts?.line?.axisFormat(Math.abs(value), step) ?? '');
  axis(max, format, min);
  const y = (value: number): number => ((max - value) / (max - min)) * surface.height;
  const zero = y(0);
  const boxes: number[] = [];
  const line: number[] = [];
  values.forEach((value, pixel) => {
    if (Number.isNaN(value)) {
      if (line.length > 0 && !Number.isNaN(line[line.length - 2] as number)) line.push(Number.NaN, 0);
      return;
    }
    boxes.push(pixel, Math.min(zero, y(value)), 1, Math.abs(y(value) - zero));
    line.push(pixel, y(value), pixel + 1, y(value));
  });
  surface.bars(boxes, { color: palette.ink, pattern: 'solid' }, AREA_OPACITY);
  surface.polyline([0, zero, surface.width, zero], { color: palette.ink, width: 1, dash: [] });
  surface.polyline(line, { color: palette.ink, width: 1.2, dash: [] });
  return { max };
}

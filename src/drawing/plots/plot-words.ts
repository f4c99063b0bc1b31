/** Figures and sentences of a plot as text. */
import { count } from '../../engine/base/text/figures';
import type { Plot, PlotAxis, PlotMark, PlotSeries } from '../../engine/simulator/lab/plot';

/** Digits that are written of a value between whole numbers. */
const DIGITS = 4;
/** Beyond these a value is written with a power of ten. */
const [LEAST, MOST] = [1e-4, 1e9];
const ROUNDED = new Intl.NumberFormat('en-US', { maximumSignificantDigits: DIGITS });

/** `94.12`, `1,200`, `1.20e-6`; a dash for none. */
export function plotNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size < LEAST || size >= MOST)) return value.toExponential(2).replace('-', '−');
  return (size >= 10 ** (DIGITS - 1) ? count(value) : ROUNDED.format(value)).replace('-', '−');
}

/** `Window, packets` */
export function axisTitle({ title, unit }: PlotAxis): string {
  return unit === '' ? title : `${title}, ${unit}`;
}

const withUnit = (value: number, { unit }: PlotAxis): string =>
  unit === '' ? plotNumber(value) : `${plotNumber(value)} ${unit}`;

/** A mark with its values: `fair share within 200 s: 200 s`. */
function markWords({ title, x, y }: PlotMark, plot: Plot): string {
  const values = [...(x === null ? [] : [withUnit(x, plot.x)]), ...(y === null ? [] : [withUnit(y, plot.y)])];
  return `${title}: ${values.join(', ')}`;
}

function seriesWords({ title, x, y }: PlotSeries, plot: Plot): string {
  const at = y.flatMap((value, i) => (Number.isFinite(value) ? [i] : []));
  const [first, last] = [at[0], at.at(-1)];
  if (first === undefined || last === undefined) return `${title}: no value.`;
  const [from, to] = [withUnit(y[first], plot.y), withUnit(y[last], plot.y)];
  const [fromX, toX] = [withUnit(x[first], plot.x), withUnit(x[last], plot.x)];
  return first === last
    ? `${title}: ${from} at ${fromX}.`
    : `${title}: ${from} at ${fromX}, ${to} at ${toX}.`;
}

/** What the picture shows, for who cannot see it. */
export function plotSentence(plot: Plot): string {
  const marked = plot.marks.map((mark) => markWords(mark, plot)).join('; ');
  return [
    `${axisTitle(plot.y)} over ${axisTitle(plot.x)}.`,
    ...plot.series.map((series) => seriesWords(series, plot)),
    ...(marked === '' ? [] : [`Marked: ${marked}.`]),
  ].join(' ');
}

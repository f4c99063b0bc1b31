/** The samples of a connection that was read to its end (contract/samples.ts). */
import { type ColumnWindow, type Series, SLICE_STRIDE } from '../../base/columns/series';
import { rateGrid, rateWidthUs, slidingRates } from '../../base/columns/sliding-rate';
import { smoothedRtt } from '../../findings/measures/round-trips';
import type { TransportState } from '../../sender/transport/transport';
import type { SampledQuantity, Samples } from '../contract/samples';
import { arrivalsOf } from '../stages/arrivals';

/** A plot is hardly wider. */
const MAX_STEPS = 512;

export function samplesOf(state: TransportState): Samples {
  const { firstUs, lastUs } = state;
  if (!(lastUs > firstUs)) return { fromUs: firstUs, stepUs: 1, series: [] };
  const stepUs = Math.max(1, Math.ceil((lastUs - firstUs) / MAX_STEPS));
  const window = { fromUs: firstUs, columnUs: stepUs, columns: Math.floor((lastUs - firstUs) / stepUs) + 1 };
  const all: readonly (readonly [SampledQuantity, Float64Array<ArrayBuffer> | null])[] = [
    ['cwnd', heldOf(state.series.congestionWindow, window)],
    ['in-flight', mostOf(flightOf(state), window)],
    ['smoothed-rtt', heldOf(smoothedRtt(state), window)],
    ['goodput', goodputOf(state, window)],
  ];
  return {
    fromUs: firstUs,
    stepUs,
    series: all.flatMap(([quantity, values]) => (values === null ? [] : { quantity, values })),
  };
}

function flightOf({ series }: TransportState): Series {
  return series.bytesInFlight.length > 0 ? series.bytesInFlight : series.bytesInFlightRebuilt;
}

/** The value at the end of each column; null for a series without points. */
function heldOf(series: Series, window: ColumnWindow): Float64Array<ArrayBuffer> | null {
  return perColumn(series, window, (_, __, last) => last);
}

/** The largest value of each column, the one held when it begins included. */
function mostOf(series: Series, window: ColumnWindow): Float64Array<ArrayBuffer> | null {
  return perColumn(series, window, (held, max) => (held > max ? held : max));
}

function perColumn(
  series: Series,
  window: ColumnWindow,
  pick: (held: number, max: number, last: number) => number,
): Float64Array<ArrayBuffer> | null {
  if (series.length === 0) return null;
  const { values, entry } = series.query(window);
  let held = entry;
  return Float64Array.from({ length: window.columns }, (_, column) => {
    const max = values[column * SLICE_STRIDE + 2];
    const last = values[column * SLICE_STRIDE + 3];
    const value = Number.isNaN(last) ? held : pick(held, max, last);
    if (!Number.isNaN(last)) held = last;
    return value;
  });
}

/** Bytes per second that arrived, by the sliding means of the panels; null where nothing is known to have. */
function goodputOf(state: TransportState, window: ColumnWindow): Float64Array<ArrayBuffer> | null {
  const { timesUs, values } = arrivalsOf(state).series;
  if (timesUs.length === 0) return null;
  const extent = { fromUs: state.firstUs, toUs: state.lastUs };
  const rttUs = smoothedRtt(state).medianInTime(extent.fromUs, extent.toUs);
  const grid = rateGrid(window, extent, rateWidthUs(window, rttUs));
  const after = (events: number): number => (events === 0 ? 0 : values.at(events - 1));
  const rates = slidingRates({ timesUs, after }, grid);
  return Float64Array.from({ length: window.columns }, (_, column) => {
    const at = (window.fromUs + column * window.columnUs - grid.fromUs) / grid.stepUs;
    return rates[Math.min(rates.length - 1, Math.max(0, Math.round(at)))];
  });
}

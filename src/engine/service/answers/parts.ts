/** Who computes the parts of an answer that their entries (`reading/contract/answer-parts.ts`) do not make: code that the page must not load. */
import { flagShares } from '../../base/columns/flag-shares';
import { lowerBound } from '../../base/columns/growable';
import { isRunningTotal } from '../../base/columns/running-total';
import type { ColumnWindow } from '../../base/columns/series';
import { rateGrid, rateWidthUs, slidingRates } from '../../base/columns/sliding-rate';
import type { StateSlice } from '../../base/columns/state-timeline';
import type { HeldTime } from '../../findings/partition/partition';
import type { AnswerParts, ComputedPart, PartSource } from '../../reading/contract/answer-parts';
import type { PtoSlice, RatesSlice } from '../../reading/contract/parts';
import { trafficOf } from '../../reading/facts/traffic';
import { windowSums } from '../../sender/streams/rows-of-state';
import { sharesOf } from '../../sender/streams/stream-shares';
import { connectivityWithExchange } from '../../sender/transport/connectivity/exchange';
import { sequenceOf } from '../../sender/transport/sequence';
import type { TransportState } from '../../sender/transport/transport';
import { httpOf } from './http';
import { medianRttUs } from './median-rtt';
import { streamLanes } from './streams';

/** Maximum spans of persistent congestion in one answer. */
const MAX_SPANS = 500;
/** States of a rebuilt recovery slice. */
const RECOVERY_NAMES = ['recovery', 'outside recovery'] as const;

const hasStreams = ({ streams }: TransportState): boolean => streams.ids.length > 0;

/** What computes the parts that are not made by their entries. */
export const PART_OWNERS: { readonly [K in ComputedPart]: (source: PartSource) => AnswerParts[K] } = {
  sequence: ({ state, window, visible }) => sequenceOf(state.ledger, { window, visible }),
  account: ({ causedTime, window }) => sharesIn(causedTime(), window),
  appLimited: ({ state, window }) => appLimitedOf(state, window),
  ptos: ({ state, window }) => ptosOf(state, window),
  recovery: ({ state, window }) => (state.states.length === 0 ? recoveryOf(state, window) : null),
  rates: ratesOf,
  streamLanes: ({ state, window, streamRows, heldTime }) =>
    hasStreams(state) ? streamLanes(state, window, streamRows, heldTime) : null,
  streamShares: ({ state, window }) =>
    hasStreams(state) ? sharesOf(state, window, windowSums(state)) : null,
  http: ({ state, httpRows, heldTime, window }) => httpOf(state, httpRows, heldTime, window),
  connectivity: ({ state }) => connectivityWithExchange(state),
  carried: ({ state }) => trafficOf(state),
};

const sharesIn = (time: HeldTime | null, window: ColumnWindow): StateSlice | null =>
  time?.timeline.query(window, time.endUs) ?? null;

/** What the stack says of its application: who sends BLOCKED frames (RFC 9000 §4.1) has data, whatever its flag says. */
function appLimitedOf({ series, streams, lastUs }: TransportState, window: ColumnWindow): StateSlice | null {
  if (series.appLimited.length === 0) return null;
  const blockedUs: number[] = [];
  for (const { kind, by, timeUs } of streams.notes)
    if (by === 'local' && (kind === 'stream-blocked' || kind === 'connection-blocked'))
      blockedUs.push(timeUs);
  return flagShares(series.appLimited, window, lastUs, blockedUs);
}

function ptosOf({ ptos, persistentCongestion }: TransportState, window: ColumnWindow): PtoSlice {
  const counts = new Uint32Array(window.columns);
  const spurious = new Uint32Array(window.columns);
  const consecutive = new Uint32Array(window.columns);
  const { timesUs } = ptos;
  for (let i = lowerBound(timesUs, window.fromUs); i < timesUs.length; i++) {
    const column = Math.floor((timesUs[i] - window.fromUs) / window.columnUs);
    if (column >= window.columns) break;
    counts[column] = counts[column] + 1;
    spurious[column] = spurious[column] + ptos.spurious[i];
    consecutive[column] = Math.max(consecutive[column], ptos.consecutive[i]);
  }
  const toUs = window.fromUs + window.columns * window.columnUs;
  const spans = persistentCongestion.spans.within(window.fromUs, toUs, MAX_SPANS);
  return {
    method: ptos.method,
    counts,
    spurious,
    consecutive,
    persistentCongestion: spans.map(({ startUs, endUs }) => ({ startUs, endUs })),
  };
}

/** Shares of the trace's own time in each column: time before or after the trace is neither. */
function recoveryOf({ recovery, firstUs, lastUs }: TransportState, window: ColumnWindow): StateSlice {
  const shares = new Float64Array(window.columns * RECOVERY_NAMES.length);
  const changes = new Float64Array(window.columns);
  const endUs = window.fromUs + window.columns * window.columnUs;
  const columnOf = (timeUs: number): number => Math.floor((timeUs - window.fromUs) / window.columnUs);
  const add = (name: number, startUs: number, stopUs: number): void => {
    const fromUs = Math.max(startUs, window.fromUs);
    const toUs = Math.min(stopUs, endUs);
    for (let i = columnOf(fromUs); i < window.columns && fromUs < toUs; i++) {
      const columnUs = window.fromUs + i * window.columnUs;
      if (columnUs >= toUs) break;
      const at = i * RECOVERY_NAMES.length + name;
      const us = Math.min(toUs, columnUs + window.columnUs) - Math.max(fromUs, columnUs);
      shares[at] = shares[at] + us / window.columnUs;
    }
  };
  const change = (timeUs: number): void => {
    const column = columnOf(timeUs);
    if (column >= 0 && column < window.columns) changes[column] = changes[column] + 1;
  };
  let outsideUs = firstUs;
  for (const span of recovery.spans.within(window.fromUs, endUs)) {
    const open = Number.isNaN(span.endUs);
    const stopUs = open ? lastUs : span.endUs;
    add(1, outsideUs, span.startUs);
    add(0, span.startUs, stopUs);
    change(span.startUs);
    if (!open) change(stopUs);
    outsideUs = stopUs;
  }
  add(1, outsideUs, lastUs);
  return { names: RECOVERY_NAMES, shares, changes };
}

/** Where no RTT is logged the rebuilt one is taken. */
function ratesOf({ state, series, window, visible, rttUs: loggedUs }: PartSource): RatesSlice {
  const rttUs = loggedUs > 0 ? loggedUs : medianRttUs(state.rebuilt.smoothedRtt, visible);
  const extent = { fromUs: state.firstUs || 0, toUs: state.lastUs || 0 };
  const grid = rateGrid(window, extent, rateWidthUs(window, rttUs));
  const { fromUs, stepUs, widthUs } = grid;
  const totals = series
    .filter(({ info }) => isRunningTotal(info.id))
    .map(({ info, timesUs, values }) => {
      const inOrder = values.reader();
      const after = (events: number): number => (events === 0 ? 0 : inOrder.at(events - 1));
      return { id: info.id, values: slidingRates({ timesUs, after }, grid) };
    });
  // The first state is no transition.
  const after = (changes: number): number => Math.max(0, changes - 1);
  const transitions = slidingRates({ timesUs: state.states.timesUs, after }, grid);
  return { fromUs, stepUs, widthUs, totals, transitions };
}

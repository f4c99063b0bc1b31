/** The parts of an answer that only some panels request: packets, limits, the logged flag of the application, probe timeouts, rebuilt recovery. */

import { flagShares } from '../../base/columns/flag-shares';
import { lowerBound } from '../../base/columns/growable';
import type { ColumnWindow } from '../../base/columns/series';
import type { StateSlice } from '../../base/columns/state-timeline';
import { FIRST_REQUESTS } from '../../reading/contract/http';
import type { AnswerParts, PtoSlice } from '../../reading/contract/parts';
import type { WindowRequest } from '../../reading/contract/snapshot';
import { FIRST_STREAMS } from '../../reading/contract/streams';
import { carriedOf } from '../../reading/facts/carried';
import { windowSums } from '../../sender/streams/kept-rows';
import { sharesOf } from '../../sender/streams/stream-shares';
import { connectivityOf } from '../../sender/transport/connectivity/connectivity-of';
import { sequenceOf } from '../../sender/transport/sequence';
import type { TransportState } from '../../sender/transport/transport';
import { httpOf } from './http';
import { streamLanes } from './streams';

/** Maximum spans of persistent congestion in one answer. */
const MAX_SPANS = 500;
/** States of a rebuilt recovery slice. */
const RECOVERY_NAMES = ['recovery', 'outside recovery'] as const;

/** @returns the requested parts, except rates and the model's. */
export function partsOf(
  state: TransportState,
  { parts, window, visible, streamRows, httpRows }: WindowRequest,
): Omit<AnswerParts, 'rates' | 'model'> {
  const hasStreams = state.streams.ids.length > 0;
  return {
    sequence: parts.includes('sequence') ? sequenceOf(state.ledger, { window, visible }) : null,
    limits: parts.includes('limits') ? state.limits.query(window, state.lastUs) : null,
    appLimited:
      parts.includes('appLimited') && state.series.appLimited.length > 0
        ? flagShares(state.series.appLimited, window, state.lastUs)
        : null,
    ptos: parts.includes('ptos') ? ptosOf(state, window) : null,
    recovery: parts.includes('recovery') && state.states.length === 0 ? recoveryOf(state, window) : null,
    // Lanes before shares, which are summed from what was made for them.
    streamLanes:
      hasStreams && parts.includes('streamLanes')
        ? streamLanes(state, window, streamRows ?? FIRST_STREAMS)
        : null,
    streamShares:
      hasStreams && parts.includes('streamShares') ? sharesOf(state, window, windowSums(state)) : null,
    http: parts.includes('http') ? httpOf(state, httpRows ?? FIRST_REQUESTS) : null,
    connectivity: parts.includes('connectivity') ? connectivityOf(state) : null,
    carried: parts.includes('carried') ? carriedOf(state) : null,
  };
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

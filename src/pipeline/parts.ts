/** The parts of an answer that only some panels ask for: packets, limits, probe timeouts. */
import type { Query } from '../protocol';
import type { AnswerParts, PtoSlice } from '../protocol-parts';
import { sequenceOf } from '../replay/sequence';
import type { TransportState } from '../replay/transport';
import { lowerBound } from '../series/growable';
import type { ColumnWindow } from '../series/series';

/** Told one by one below this: three pixels apart on three widths of a wide screen. */
const SINGLE_PACKETS = 3000;
/** Spans of persistent congestion in one answer. */
const MAX_SPANS = 500;

/** @returns the parts that the query names; the model's is another's. */
export function partsOf(state: TransportState, { parts, window }: Query): Omit<AnswerParts, 'model'> {
  return {
    sequence: parts.includes('sequence') ? sequenceOf(state.ledger, window, SINGLE_PACKETS) : null,
    limits: parts.includes('limits') ? state.limits.query(window, state.lastUs) : null,
    ptos: parts.includes('ptos') ? ptosOf(state, window) : null,
  };
}

function ptosOf({ ptos, persistentCongestion }: TransportState, window: ColumnWindow): PtoSlice {
  const counts = new Uint32Array(window.columns);
  const spurious = new Uint32Array(window.columns);
  const consecutive = new Uint32Array(window.columns);
  const { timesUs } = ptos;
  for (let i = lowerBound(timesUs, window.fromUs); i < timesUs.length; i++) {
    const column = Math.floor(((timesUs[i] as number) - window.fromUs) / window.columnUs);
    if (column >= window.columns) break;
    counts[column] = (counts[column] as number) + 1;
    spurious[column] = (spurious[column] as number) + (ptos.spurious[i] as number);
    consecutive[column] = Math.max(consecutive[column] as number, ptos.consecutive[i] as number);
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

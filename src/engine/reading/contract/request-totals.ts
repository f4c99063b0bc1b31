/** All requests of a connection in a few figures: for the panel, records, comparisons and digests. */
import { medianOf } from '../../base/columns/median';
import type { HttpOutcome, HttpRow } from '../../sender/http/http-row';
import type { RequestTotals } from './traffic';

/** With what only the rows show. */
export interface ListedTotals extends RequestTotals {
  /** Those of `done` that a server sent whole: whether they arrived does not show. */
  readonly sent: number;
  /** The one of `longestStream`; null for none. */
  readonly slowest: HttpRow | null;
}

/** It ended without its whole response. */
export function isFailed({ outcome }: HttpRow): boolean {
  return outcome !== 'open' && !isWhole(outcome);
}

const isWhole = (outcome: HttpOutcome): boolean => outcome === 'done' || outcome === 'sent';

const sizeOf = (rows: readonly HttpRow[], of: 'requestBytes' | 'responseBytes'): number =>
  rows.reduce((total, row) => total + (row[of] || 0), 0);

const numberOf = (rows: readonly HttpRow[], outcome: HttpOutcome): number =>
  rows.filter((row) => row.outcome === outcome).length;

/** @returns null for no requests. */
export function requestTotals(rows: readonly HttpRow[]): RequestTotals | null {
  if (rows.length === 0) return null;
  const timed = rows.filter((row) => isWhole(row.outcome) && row.endUs >= row.startUs);
  const durations = Float64Array.from(timed, ({ startUs, endUs }) => endUs - startUs);
  const slowest = durations.reduce((most, us, i) => (us > (durations[most] ?? -1) ? i : most), -1);
  const waits = rows.map(({ startUs, firstByteUs }) => firstByteUs - startUs).filter((us) => us >= 0);
  return {
    count: rows.length,
    done: rows.filter(({ outcome }) => isWhole(outcome)).length,
    cancelled: numberOf(rows, 'cancelled'),
    reset: numberOf(rows, 'reset'),
    refused: numberOf(rows, 'refused'),
    requestBytes: sizeOf(rows, 'requestBytes'),
    responseBytes: sizeOf(rows, 'responseBytes'),
    medianUs: medianOf(durations.slice()),
    longestUs: durations[slowest] ?? Number.NaN,
    longestStream: timed[slowest]?.streamId ?? Number.NaN,
    medianFirstByteUs: medianOf(Float64Array.from(waits)),
    longestFirstByteUs: waits.length === 0 ? Number.NaN : waits.reduce((a, b) => Math.max(a, b)),
  };
}

/** @returns null for no requests. */
export function listedTotals(rows: readonly HttpRow[]): ListedTotals | null {
  const totals = requestTotals(rows);
  return (
    totals && {
      ...totals,
      sent: numberOf(rows, 'sent'),
      slowest: rows.find(({ streamId }) => streamId === totals.longestStream) ?? null,
    }
  );
}

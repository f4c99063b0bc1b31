/** All requests of a connection in a few figures. */
import { medianOf } from '../../base/columns/median';
import type { HttpRow } from '../../sender/http/http-row';

export interface RequestTotals {
  /** How they ended; together all of them. */
  readonly complete: number;
  readonly sent: number;
  readonly failed: number;
  readonly open: number;
  /** Of requests and responses, as far as they are known. */
  readonly bytes: number;
  /** Of those that began and ended in the log, µs; NaN for none. */
  readonly medianUs: number;
  /** Of the same; null for none. */
  readonly slowest: HttpRow | null;
}

/** It ended without its whole response. */
export function isFailed({ outcome }: HttpRow): boolean {
  return outcome !== 'done' && outcome !== 'sent' && outcome !== 'open';
}

const tookUs = ({ startUs, endUs }: HttpRow): number => endUs - startUs;

export function requestTotals(rows: readonly HttpRow[]): RequestTotals {
  const ended = rows.filter((row) => tookUs(row) >= 0);
  const of = (outcome: HttpRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  return {
    complete: of('done'),
    sent: of('sent'),
    failed: rows.filter(isFailed).length,
    open: of('open'),
    bytes: rows.reduce((sum, row) => sum + (row.requestBytes || 0) + (row.responseBytes || 0), 0),
    medianUs: medianOf(Float64Array.from(ended, tookUs)),
    slowest: ended.reduce<HttpRow | null>((a, b) => (a === null || tookUs(b) > tookUs(a) ? b : a), null),
  };
}

/** A row of a table of traces, made by hand. */

import type { RowFinding } from '../../src/sharing/figures/row.ts';
import { failedRow, type TraceRow } from '../../src/sharing/figures/rows.ts';

/** Of a trace that was read: nothing is known but what is given. */
export function madeRow(name: string, known: Partial<TraceRow> = {}): TraceRow {
  const read = { failure: null, connection: 0, connections: 1, durationUs: 10e6, startUs: 0, illShare: 0 };
  return { ...failedRow(name, { kind: '', text: '' }), ...read, ...known };
}

export function madeFinding(
  id: string,
  severity: RowFinding['severity'],
  startUs: number,
  endUs: number,
): RowFinding {
  return { id, title: id, severity, startUs, endUs };
}

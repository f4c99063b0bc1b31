/**
 * A table of traces as TSV and CSV. A cell that a spreadsheet would take for a formula is written so that it runs
 * nothing: it begins with an apostrophe (OWASP, CSV injection).
 */

import { csvCell } from '../../engine/base/text/csv';
import { markWords } from '../../engine/base/text/origin-marks';
import type { TraceRow } from '../figures/figures';
import { lossShareOf } from '../figures/row';
import {
  controllerCell,
  defectWords,
  roleWords,
  rowMarks,
  severityOf,
  UNKNOWN,
  verdictWords,
  worstOf,
} from './row-words';
import type { SharedRow } from './share-rows';

type Cell = string | number | null;

const seconds = (us: number | null | undefined): number | null => (us == null ? null : us / 1e6);
const millis = (us: number | null): number | null => (us === null ? null : us / 1e3);
const named = (text: string): string | null => (text === UNKNOWN || text === '' ? null : text);

/** Headings with their units, and the cells below; an empty cell is not known. */
const COLUMNS: readonly (readonly [heading: string, cell: (row: TraceRow) => Cell])[] = [
  ['name', ({ name }) => name],
  ['connection', ({ connection }) => (connection === null ? null : connection + 1)],
  ['verdict', verdictWords],
  ['severity', severityOf],
  ['finding', (row) => worstOf(row)?.id ?? null],
  ['since_s', (row) => seconds(worstOf(row)?.startUs)],
  ['until_s', (row) => seconds(worstOf(row)?.endUs)],
  ['ill_share', ({ illShare }) => illShare],
  ['goodput_bytes_per_s', ({ goodput }) => goodput],
  ['sent_bytes', ({ sentBytes }) => sentBytes],
  ['duration_s', ({ durationUs }) => seconds(durationUs)],
  ['packets_sent', ({ packetsSent }) => packetsSent],
  ['packets_lost', ({ packetsLost }) => packetsLost],
  ['loss_share', lossShareOf],
  ['min_rtt_ms', ({ minRttUs }) => millis(minRttUs)],
  ['smoothed_rtt_ms', ({ smoothedRttUs }) => millis(smoothedRttUs)],
  ['controller', (row) => named(controllerCell(row))],
  ['idle_rule', ({ idleRule }) => idleRule?.rules.join(' or ') ?? null],
  ['idle_rule_fit', ({ idleRule }) => idleRule?.fit ?? null],
  ['known_defect', (row) => named(defectWords(row))],
  ['implementation', ({ implementation }) => implementation],
  ['version', ({ version }) => version],
  ['role', (row) => named(roleWords(row))],
  ['recorded', ({ recordedMs }) => (recordedMs === null ? null : isoOf(recordedMs))],
  ['origin', (row) => named(markWords(rowMarks(row)))],
  ['all_findings', ({ findings }) => findings.map(({ id }) => id).join(' ') || null],
  ['failure', ({ failure, ended }) => failure?.text ?? ended?.text ?? null],
];

/** Beyond it `Date` has no time (ECMA-262 §21.4.1.1). */
const LAST_MS = 8.64e15;

function isoOf(ms: number): string | null {
  return Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString() : null;
}

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export function harmless(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

function linesOf(rows: readonly SharedRow[], separator: string, write: (text: string) => string): string {
  const head = COLUMNS.map(([heading]) => heading);
  const body = rows.map((row) => COLUMNS.map(([, cell]) => write(harmless(cell(row)))));
  return [head, ...body].map((cells) => `${cells.join(separator)}\n`).join('');
}

/** A tab or a new line in a cell is a space. */
export function tableAsTsv(rows: readonly SharedRow[]): string {
  return linesOf(rows, '\t', (text) => text.replace(/[\t\r\n]+/g, ' '));
}

/** RFC 4180, but for line ends. */
export function tableAsCsv(rows: readonly SharedRow[]): string {
  return linesOf(rows, ',', csvCell);
}

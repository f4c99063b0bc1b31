/**
 * The rows of a fleet: one per trace and one per finding, as columns of two Parquet tables. An external format with its own
 * version: the tables are kept for years, appended to by later versions, and read by the page and by other engines
 * (docs/fleet.md). A column that is added is null in older rows; a changed meaning or a removed column raises the version.
 *
 * Times are ms on the trace's own clock, dates ms since 1970 in UTC, shares 0 to 1. What is not known is null.
 */

export const FLEET_VERSION = 1;

/** `TIMESTAMP` is ms since 1970, UTC. */
export type FleetType = 'STRING' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'BYTE_ARRAY';

export interface FleetColumn {
  readonly name: string;
  readonly type: FleetType;
  /** For the table of docs/fleet.md. */
  readonly about: string;
}

/** What both tables say of the trace that a row is about. */
const OF_TRACE = [
  { name: 'schema', type: 'INT32', about: 'version of the row: 1' },
  {
    name: 'file',
    type: 'STRING',
    about: 'path of the file below the folder that was given; an entry of a zip as `path.zip!/entry`',
  },
  { name: 'host', type: 'STRING', about: 'first folder of `file`; null where it lies in none' },
  { name: 'hash', type: 'STRING', about: 'SHA-256 of the bytes of the file as they are stored, 64 digits' },
  { name: 'connection', type: 'INT32', about: 'number of the connection in its file, from 0' },
  {
    name: 'copy_of',
    type: 'STRING',
    about:
      '`file` of another row with the same bytes, which counts in place of this one; null for a row that counts',
  },
  { name: 'day', type: 'STRING', about: 'day of `recorded`, as 2026-03-31; `unknown` without one' },
  { name: 'recorded', type: 'TIMESTAMP', about: 'when the first event was, or the file was written' },
  { name: 'implementation', type: 'STRING', about: 'what logged the trace' },
  { name: 'version', type: 'STRING', about: 'its version' },
] as const satisfies readonly FleetColumn[];

export const TRACE_COLUMNS = [
  ...OF_TRACE,
  { name: 'folder', type: 'STRING', about: 'folder of `file`; null where it lies in none' },
  { name: 'file_bytes', type: 'INT64', about: 'size of the file as it is stored' },
  { name: 'file_written', type: 'TIMESTAMP', about: 'when the file was last written' },
  { name: 'recorded_from', type: 'STRING', about: '`log`, or `file` where the log tells no time of day' },
  {
    name: 'marks',
    type: 'STRING',
    about:
      'how the trace came about: `simulated`, `what-if`, `range` (exported), with a space between; null for a plain recording, and in rows of older versions',
  },
  { name: 'connections', type: 'INT32', about: 'how many the file holds' },
  { name: 'dialect', type: 'STRING', about: 'container and version of qlog, or the other format' },
  { name: 'role', type: 'STRING', about: '`client`, `server`, `network`, `unknown`' },
  { name: 'side', type: 'STRING', about: '`sender`, `receiver`, `unknown`: by who sent more' },
  { name: 'duration_ms', type: 'DOUBLE', about: 'first to last event' },
  { name: 'events', type: 'INT32', about: 'events read' },
  { name: 'sent_bytes', type: 'INT64', about: 'bytes sent' },
  {
    name: 'goodput',
    type: 'DOUBLE',
    about:
      'bytes per second: payload that arrived for the first time, or what a receiver received; null where nothing of the application did (no STREAM or DATAGRAM frame), and where that is not known',
  },
  { name: 'packets_sent', type: 'INT32', about: 'packets sent' },
  { name: 'packets_lost', type: 'INT32', about: 'packets lost; null where the log does not tell' },
  { name: 'loss_share', type: 'DOUBLE', about: 'of the packets sent, those that were lost' },
  { name: 'lost_queue_full', type: 'INT32', about: 'dropped by a full queue' },
  { name: 'lost_policed', type: 'INT32', about: 'dropped by a policer' },
  { name: 'lost_burst', type: 'INT32', about: 'lost in bursts' },
  { name: 'lost_random', type: 'INT32', about: 'lost at random' },
  { name: 'min_rtt_ms', type: 'DOUBLE', about: 'smallest RTT' },
  { name: 'smoothed_rtt_ms', type: 'DOUBLE', about: 'median smoothed RTT' },
  { name: 'cwnd_min', type: 'INT64', about: 'smallest congestion window, bytes' },
  { name: 'cwnd_max', type: 'INT64', about: 'largest congestion window, bytes' },
  {
    name: 'controller',
    type: 'STRING',
    about:
      'ids of the models that the window follows, with a vertical bar between those that the trace does not tell apart',
  },
  { name: 'controller_words', type: 'STRING', about: 'the same in words, or why none is named' },
  { name: 'controller_fit', type: 'DOUBLE', about: 'how well the nearest model follows the window' },
  {
    name: 'idle_rule',
    type: 'STRING',
    about: 'how the sender counts idle time: id of the rule, `not-told-apart`, or `not-from-last-send`',
  },
  { name: 'idle_rule_fit', type: 'DOUBLE', about: 'how well the model with this rule follows the window' },
  { name: 'idle_rule_proven', type: 'BOOLEAN', about: 'a finding proves the rule, beside the model' },
  {
    name: 'defect',
    type: 'STRING',
    about: 'known defect that a finding shows, as `quiche pull request 2370`',
  },
  { name: 'defect_standing', type: 'STRING', about: '`affected`, `fixed` (yet shown), `not-known`' },
  {
    name: 'quality',
    type: 'STRING',
    about: 'kinds of the warnings about the log, as `broken-record missing-records`; `good` without one',
  },
  { name: 'skipped_records', type: 'INT32', about: 'records that could not be read' },
  {
    name: 'ended',
    type: 'STRING',
    about: 'why the file was read in part only; null where it was read to its end',
  },
  {
    name: 'severity',
    type: 'STRING',
    about: 'of the worst alarm: `critical`, `warning`; else `none`, `unjudged` or `failed`',
  },
  { name: 'verdict', type: 'STRING', about: 'the worst alarm in words, or that there is none' },
  { name: 'findings', type: 'STRING', about: 'ids of all findings, the worst first, with a space between' },
  { name: 'alarms', type: 'STRING', about: 'those of them that are critical or a warning, likewise' },
  {
    name: 'not_judged',
    type: 'STRING',
    about: 'ids of the rules that the log holds too little for, likewise',
  },
  { name: 'worst', type: 'STRING', about: 'id of the worst alarm' },
  { name: 'worst_start_ms', type: 'DOUBLE', about: 'when it begins' },
  { name: 'worst_end_ms', type: 'DOUBLE', about: 'when it ends' },
  { name: 'cost_ms', type: 'DOUBLE', about: 'what the worst alarm cost, in time' },
  { name: 'cost_bytes', type: 'INT64', about: 'what it cost, in bytes that could have been sent' },
  { name: 'ill_ms', type: 'DOUBLE', about: 'time that critical findings and warnings cover' },
  { name: 'ill_share', type: 'DOUBLE', about: 'of the duration; null where the trace could not be judged' },
  {
    name: 'failure_kind',
    type: 'STRING',
    about: 'null for a trace that was read; `time`, `memory`, `ended` …',
  },
  { name: 'failure', type: 'STRING', about: 'why nothing of the file could be read, in words' },
  { name: 'judged_by', type: 'STRING', about: 'version of qlogscope' },
  {
    name: 'digest',
    type: 'BYTE_ARRAY',
    about:
      'file of a digest (.qlogscope) of the worst alarm, redacted but for the name; null without an alarm, and in copies',
  },
] as const satisfies readonly FleetColumn[];

export const FINDING_COLUMNS = [
  ...OF_TRACE,
  { name: 'number', type: 'INT32', about: 'place among the findings of the trace, from 0, the worst first' },
  { name: 'id', type: 'STRING', about: 'the rule' },
  { name: 'severity', type: 'STRING', about: '`critical`, `warning`, `info`' },
  { name: 'confidence', type: 'DOUBLE', about: 'how sure the rule is, 0 to 1' },
  { name: 'start_ms', type: 'DOUBLE', about: 'when it begins' },
  { name: 'end_ms', type: 'DOUBLE', about: 'when it ends' },
  { name: 'variant', type: 'STRING', about: 'variant of the defect' },
  { name: 'exit', type: 'STRING', about: 'how it ended' },
  { name: 'cause', type: 'STRING', about: 'idle rule that causes it, where that is proven' },
  { name: 'explained_by', type: 'STRING', about: 'id of the rule whose finding brings it about' },
  { name: 'cost_ms', type: 'DOUBLE', about: 'what it cost, in time' },
  { name: 'cost_bytes', type: 'INT64', about: 'what it cost, in bytes' },
  { name: 'verdict', type: 'STRING', about: 'one sentence with figures' },
  {
    name: 'figures',
    type: 'STRING',
    about: 'evidence by id as JSON, as `{"length":363}`; times in µs',
  },
] as const satisfies readonly FleetColumn[];

interface Values {
  readonly STRING: string;
  readonly INT32: number;
  readonly INT64: number;
  readonly DOUBLE: number;
  readonly BOOLEAN: boolean;
  readonly TIMESTAMP: number;
  readonly BYTE_ARRAY: Uint8Array<ArrayBuffer>;
}

type RowOf<Columns extends readonly FleetColumn[]> = {
  readonly [Column in Columns[number] as Column['name']]: Values[Column['type']] | null;
};

/** A row of the table of traces. INT64 stays below 2⁵³. */
export type FleetTrace = RowOf<typeof TRACE_COLUMNS>;
/** A row of the table of findings. */
export type FleetFinding = RowOf<typeof FINDING_COLUMNS>;

/** What one file gives. */
export interface FileRows {
  readonly traces: readonly FleetTrace[];
  readonly findings: readonly FleetFinding[];
}

/** Names of the two tables, in file names and in the metadata of a file. */
export const TABLES = { traces: TRACE_COLUMNS, findings: FINDING_COLUMNS } as const;
export type TableName = keyof typeof TABLES;

/** Keys of the metadata of a Parquet file of a fleet: which table it is, and the newest version of its rows. */
export const TABLE_KEY = 'qlogscope.table';
export const VERSION_KEY = 'qlogscope.fleet';

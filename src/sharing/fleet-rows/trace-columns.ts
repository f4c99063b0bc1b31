/**
 * The columns of the table of traces of a fleet, one entry each: its name and type in Parquet, its value of a trace that was read, and the fields
 * of the filter that are made from it. What is not of a trace that was read (`rows.ts`) has no value here. New ones go to the end.
 */
import { controllerWords, nearestFit } from '../../engine/base/text/controller-words';
import { lossShareOf } from '../figures/row';
import { ruleIdOf } from '../table/row-words';
import type { TraceColumn } from './column';
import { bytes, coded, count, date, ids, rate, share, text, time } from './field-kinds';
import { idsOf, ms, orNull, qualityOf, whole } from './trace-values';

/** What both tables say of the trace that a row is about. */
export const OF_TRACE = [
  { name: 'schema', type: 'INT32', about: 'version of the row: 1' },
  {
    name: 'file',
    type: 'STRING',
    about: 'path of the file below the folder that was given; an entry of a zip as `path.zip!/entry`',
    filter: { name: text },
  },
  {
    name: 'host',
    type: 'STRING',
    about: 'first folder of `file`; null where it lies in none',
    filter: { host: coded },
  },
  {
    name: 'hash',
    type: 'STRING',
    about: 'SHA-256 of the bytes of the file as they are stored, 64 digits',
    filter: { hash: text },
  },
  {
    name: 'connection',
    type: 'INT32',
    about: 'number of the connection in its file, from 0',
    of: ({ row }) => row.connection,
  },
  {
    name: 'copy_of',
    type: 'STRING',
    about:
      '`file` of another row with the same bytes, which counts in place of this one; null for a row that counts',
    filter: { copy: text },
  },
  {
    name: 'day',
    type: 'STRING',
    about: 'day of `recorded`, as 2026-03-31; `unknown` without one',
    filter: { day: coded },
  },
  {
    name: 'recorded',
    type: 'TIMESTAMP',
    about: 'when the first event was, or the file was written',
    filter: { recorded: date },
  },
  {
    name: 'implementation',
    type: 'STRING',
    about: 'what logged the trace',
    of: ({ row }) => row.implementation,
  },
  {
    name: 'version',
    type: 'STRING',
    about: 'its version',
    of: ({ row }) => row.version,
    filter: { version: coded },
  },
] as const satisfies readonly TraceColumn[];

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
    of: ({ row }) => row.marks.join(' ') || null,
    filter: { origin: (column) => coded(column, ids) },
  },
  { name: 'connections', type: 'INT32', about: 'how many the file holds' },
  {
    name: 'dialect',
    type: 'STRING',
    about: 'container and version of qlog, or the other format',
    of: ({ survey: { summary } }) => `${summary.container ?? 'unknown'} ${summary.qlogVersion}`,
  },
  {
    name: 'role',
    type: 'STRING',
    about: '`client`, `server`, `network`, `unknown`',
    of: ({ row }) => row.role,
    filter: { role: coded },
  },
  {
    name: 'side',
    type: 'STRING',
    about: '`sender`, `receiver`, `unknown`: by who sent more',
    of: ({ row }) => row.side,
    filter: { side: coded },
  },
  {
    name: 'duration_ms',
    type: 'DOUBLE',
    about: 'first to last event',
    of: ({ row, survey: { summary } }) => (summary.events === 0 ? null : ms(row.durationUs)),
    filter: { duration: time },
  },
  { name: 'events', type: 'INT32', about: 'events read', of: ({ survey: { summary } }) => summary.events },
  {
    name: 'sent_bytes',
    type: 'INT64',
    about: 'bytes sent',
    of: ({ row }) => row.sentBytes,
    filter: { bytes: bytes },
  },
  {
    name: 'goodput',
    type: 'DOUBLE',
    about:
      'bytes per second: payload that arrived for the first time, or what a receiver received; null where nothing of the application did (no STREAM or DATAGRAM frame), and where that is not known',
    of: ({ row }) => orNull(row.goodput),
    filter: { goodput: rate },
  },
  { name: 'packets_sent', type: 'INT32', about: 'packets sent', of: ({ row }) => row.packetsSent },
  {
    name: 'packets_lost',
    type: 'INT32',
    about: 'packets lost; null where the log does not tell',
    of: ({ row }) => row.packetsLost,
    filter: { lost: count },
  },
  {
    name: 'loss_share',
    type: 'DOUBLE',
    about: 'of the packets sent, those that were lost',
    of: ({ row }) => lossShareOf(row),
    filter: { loss: share },
  },
  {
    name: 'lost_queue_full',
    type: 'INT32',
    about: 'dropped by a full queue',
    of: ({ survey: { summary } }) => summary.lossKinds?.counts['queue-full'] ?? null,
  },
  {
    name: 'lost_policed',
    type: 'INT32',
    about: 'dropped by a policer',
    of: ({ survey: { summary } }) => summary.lossKinds?.counts.policed ?? null,
  },
  {
    name: 'lost_burst',
    type: 'INT32',
    about: 'lost in bursts',
    of: ({ survey: { summary } }) => summary.lossKinds?.counts.burst ?? null,
  },
  {
    name: 'lost_random',
    type: 'INT32',
    about: 'lost at random',
    of: ({ survey: { summary } }) => summary.lossKinds?.counts.random ?? null,
  },
  {
    name: 'min_rtt_ms',
    type: 'DOUBLE',
    about: 'smallest RTT',
    of: ({ row }) => ms(row.minRttUs),
    filter: { minrtt: time },
  },
  {
    name: 'smoothed_rtt_ms',
    type: 'DOUBLE',
    about: 'median smoothed RTT',
    of: ({ row }) => ms(row.smoothedRttUs),
    filter: { rtt: time },
  },
  {
    name: 'cwnd_min',
    type: 'INT64',
    about: 'smallest congestion window, bytes',
    of: ({ survey: { summary } }) => whole(summary.cwndMinBytes),
  },
  {
    name: 'cwnd_max',
    type: 'INT64',
    about: 'largest congestion window, bytes',
    of: ({ survey: { summary } }) => whole(summary.cwndMaxBytes),
  },
  {
    name: 'controller',
    type: 'STRING',
    about:
      'ids of the models that the window follows, with a vertical bar between those that the trace does not tell apart',
    of: ({ survey: { models } }) => (models?.fits === true ? models.best.join('|') : null),
    filter: { controller: (column) => coded(column, (value) => [value, ...value.split('|')]) },
  },
  {
    name: 'controller_words',
    type: 'STRING',
    about: 'the same in words, or why none is named',
    of: ({ survey: { models } }) => (models === null ? null : controllerWords(models)),
  },
  {
    name: 'controller_fit',
    type: 'DOUBLE',
    about: 'how well the nearest model follows the window',
    of: ({ survey: { models } }) => (models === null ? null : orNull(nearestFit(models))),
  },
  {
    name: 'idle_rule',
    type: 'STRING',
    about: 'how the sender counts idle time: id of the rule, `not-told-apart`, or `not-from-last-send`',
    of: ({ row }) => ruleIdOf(row),
    filter: { rule: coded },
  },
  {
    name: 'idle_rule_fit',
    type: 'DOUBLE',
    about: 'how well the model with this rule follows the window',
    of: ({ row }) => orNull(row.idleRule?.fit),
    filter: { fit: share },
  },
  {
    name: 'idle_rule_proven',
    type: 'BOOLEAN',
    about: 'a finding proves the rule, beside the model',
    of: ({ row }) => row.idleRule?.proven ?? null,
  },
  {
    name: 'defect',
    type: 'STRING',
    about: 'known defect that a finding shows, as `quiche pull request 2370`',
    of: ({ row }) => (row.defect === null ? null : `${row.defect.implementation} ${row.defect.reference}`),
  },
  {
    name: 'defect_standing',
    type: 'STRING',
    about: '`affected`, `fixed` (yet shown), `not-known`',
    of: ({ row }) => row.defect?.standing ?? null,
    filter: { defect: coded },
  },
  {
    name: 'quality',
    type: 'STRING',
    about: 'kinds of the warnings about the log, as `broken-record missing-records`; `good` without one',
    of: ({ quality, survey: { of } }) => qualityOf(quality, of.entry),
    filter: { quality: (column) => coded(column, ids) },
  },
  {
    name: 'skipped_records',
    type: 'INT32',
    about: 'records that could not be read',
    of: ({ survey: { summary } }) => summary.skippedRecords,
  },
  {
    name: 'ended',
    type: 'STRING',
    about: 'why the file was read in part only; null where it was read to its end',
    of: ({ row }) => row.ended?.text ?? null,
  },
  {
    name: 'severity',
    type: 'STRING',
    about: 'of the worst alarm: `critical`, `warning`; else `none`, `unjudged` or `failed`',
    filter: { severity: coded },
  },
  { name: 'verdict', type: 'STRING', about: 'the worst alarm in words, or that there is none' },
  {
    name: 'findings',
    type: 'STRING',
    about: 'ids of all findings, the worst first, with a space between',
    of: ({ survey: { findings } }) => idsOf(findings),
    filter: { finding: (column) => coded(column, ids) },
  },
  {
    name: 'alarms',
    type: 'STRING',
    about: 'those of them that are critical or a warning, likewise',
    of: ({ survey: { findings } }) => idsOf(findings.filter(({ severity }) => severity !== 'info')),
    filter: { alarm: (column) => coded(column, ids) },
  },
  {
    name: 'not_judged',
    type: 'STRING',
    about: 'ids of the rules that the log holds too little for, likewise',
    of: ({ survey: { notJudged } }) => idsOf(notJudged),
  },
  {
    name: 'worst',
    type: 'STRING',
    about: 'id of the worst alarm',
    of: ({ worst }) => worst?.id ?? null,
    filter: { worst: coded },
  },
  {
    name: 'worst_start_ms',
    type: 'DOUBLE',
    about: 'when it begins',
    of: ({ worst }) => ms(worst?.startUs ?? null),
    filter: { since: time },
  },
  {
    name: 'worst_end_ms',
    type: 'DOUBLE',
    about: 'when it ends',
    of: ({ worst }) => ms(worst?.endUs ?? null),
  },
  {
    name: 'cost_ms',
    type: 'DOUBLE',
    about: 'what the worst alarm cost, in time',
    of: ({ worstFinding }) => ms(worstFinding?.cost?.us ?? null),
    filter: { cost: time },
  },
  {
    name: 'cost_bytes',
    type: 'INT64',
    about: 'what it cost, in bytes that could have been sent',
    of: ({ worstFinding }) => whole(worstFinding?.cost?.bytes),
  },
  {
    name: 'ill_ms',
    type: 'DOUBLE',
    about: 'time that critical findings and warnings cover',
    of: ({ row }) =>
      row.illShare === null || row.durationUs === null ? null : ms(row.illShare * row.durationUs),
  },
  {
    name: 'ill_share',
    type: 'DOUBLE',
    about: 'of the duration; null where the trace could not be judged',
    of: ({ row }) => row.illShare,
    filter: { ill: share },
  },
  {
    name: 'failure_kind',
    type: 'STRING',
    about: 'null for a trace that was read; `time`, `memory`, `ended` …',
  },
  {
    name: 'failure',
    type: 'STRING',
    about: 'why nothing of the file could be read, in words',
    filter: { failure: text },
  },
  { name: 'judged_by', type: 'STRING', about: 'version of qlogscope' },
  {
    name: 'digest',
    type: 'BYTE_ARRAY',
    about:
      'file of a digest (.qlogscope) of the worst alarm, redacted but for the name; null without an alarm, and in copies',
    of: ({ digest }) => digest,
  },
] as const satisfies readonly TraceColumn[];

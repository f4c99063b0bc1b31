/**
 * The columns of the table of traces of a fleet, one entry each: its name and type in Parquet, its value of a trace that was read, the fields
 * of the filter that are made from it, and the column of the page that shows it (`shown`). What is not of a trace that was read (`rows.ts`) has no value here. New ones go to the end.
 */
import { CAUSE_NAMES, type Cause, HOLDER_NAMES, type Holder } from '../../engine/base/text/account-names';
import { bitRate } from '../../engine/base/text/bit-rate';
import { controllerWords, modelNames, nearestFit } from '../../engine/base/text/controller-words';
import { confidencePercent, percent, rtt } from '../../engine/base/text/figures';
import { idleRuleTitle } from '../../engine/base/text/idle-words';
import { markedName } from '../../engine/base/text/origin-marks';
import { utcInstant } from '../../engine/base/text/utc';
import { asHeld } from '../figures/held';
import { lossShareOf } from '../figures/row';
import { UNKNOWN } from '../figures/words';
import { ruleIdOf } from '../table/row-words';
import { column } from './column';
import { bytes, coded, count, date, ids, rate, share, text, time } from './field-kinds';
import { idsOf, ms, orNull, qualityOf, whole } from './trace-values';
import { figure, heldCell, lostCell, timeWords } from './words';

/** What both tables say of the trace that a row is about. */
export const OF_TRACE = [
  column('schema', 'INT32', 'version of the row: 3'),
  column(
    'file',
    'STRING',
    'path of the file below the folder that was given; an entry of a zip as `path.zip!/entry`',
    { filter: { name: text } },
  ),
  column('host', 'STRING', 'first folder of `file`; null where it lies in none', { filter: { host: coded } }),
  column('hash', 'STRING', 'SHA-256 of the bytes of the file as they are stored, 64 digits', {
    filter: { hash: text },
  }),
  column('connection', 'INT32', 'number of the connection in its file, from 0', {
    of: ({ row }) => row.connection,
  }),
  column(
    'copy_of',
    'STRING',
    '`file` of another row with the same bytes, which counts in place of this one; null for a row that counts',
    { filter: { copy: text } },
  ),
  column('day', 'STRING', 'day of `recorded`, as 2026-03-31; `unknown` without one', {
    filter: { day: coded },
  }),
  column('recorded', 'TIMESTAMP', 'when the first event was, or the file was written', {
    filter: { recorded: date },
    shown: {
      id: 'recorded',
      title: 'Recorded',
      about: 'First event, or when the file was written; UTC',
      others: ['recorded_from'],
      text: (recorded, of) =>
        typeof recorded !== 'number'
          ? UNKNOWN
          : markedName(
              utcInstant(recorded, 0).replace(/\.\d+ UTC$/, ''),
              of('recorded_from') === 'file' ? ['file-time'] : [],
            ),
    },
  }),
  column('implementation', 'STRING', 'what logged the trace', { of: ({ row }) => row.implementation }),
  column('version', 'STRING', 'its version', {
    of: ({ row }) => row.version,
    filter: { version: coded },
    shown: {
      id: 'version',
      title: 'Version',
      about: 'Implementation and version, as the log names them',
      others: ['implementation'],
      text: (version, of) => `${of('implementation') ?? UNKNOWN} ${version ?? ''}`.trim(),
    },
  }),
] as const;

export const TRACE_COLUMNS = [
  ...OF_TRACE,
  column('folder', 'STRING', 'folder of `file`; null where it lies in none'),
  column('file_bytes', 'INT64', 'size of the file as it is stored'),
  column('file_written', 'TIMESTAMP', 'when the file was last written'),
  column('recorded_from', 'STRING', '`log`, or `file` where the log tells no time of day', {
    filter: { dated: coded },
  }),
  column(
    'marks',
    'STRING',
    'how the trace came about: `simulated`, `what-if`, `range` (exported), with a space between; null for a plain recording, and in rows of older versions',
    { of: ({ row }) => row.marks.join(' ') || null, filter: { origin: (column) => coded(column, ids) } },
  ),
  column('connections', 'INT32', 'how many the file holds'),
  column('dialect', 'STRING', 'container and version of qlog, or the other format', {
    of: ({ survey: { summary } }) => `${summary.container ?? 'unknown'} ${summary.qlogVersion}`,
  }),
  column('role', 'STRING', '`client`, `server`, `network`, `unknown`', {
    of: ({ row }) => row.role,
    filter: { role: coded },
  }),
  column('side', 'STRING', '`sender`, `receiver`, `unknown`: by who sent more', {
    of: ({ row }) => row.side,
    filter: { side: coded },
  }),
  column('duration_ms', 'DOUBLE', 'first to last event', {
    of: ({ row, survey: { summary } }) => (summary.events === 0 ? null : ms(row.durationUs)),
    filter: { duration: time },
    shown: {
      id: 'duration',
      title: 'Duration',
      about: 'Length of the log',
      isNumber: true,
      isDescending: true,
      text: timeWords,
    },
  }),
  column('events', 'INT32', 'events read', { of: ({ survey: { summary } }) => summary.events }),
  column('sent_bytes', 'INT64', 'bytes sent', { of: ({ row }) => row.sentBytes, filter: { bytes } }),
  column(
    'goodput',
    'DOUBLE',
    'bytes per second: payload that arrived for the first time, or what a receiver received; null where nothing of the application did (no STREAM or DATAGRAM frame), and where that is not known',
    {
      of: ({ row }) => orNull(row.goodput),
      filter: { goodput: rate },
      shown: {
        id: 'goodput',
        title: 'Goodput',
        about: 'Payload that arrived for the first time, over the whole log',
        isNumber: true,
        text: figure(bitRate),
      },
    },
  ),
  column('packets_sent', 'INT32', 'packets sent', { of: ({ row }) => row.packetsSent }),
  column('packets_lost', 'INT32', 'packets lost; null where the log does not tell', {
    of: ({ row }) => row.packetsLost,
    filter: { lost: count },
  }),
  column('loss_share', 'DOUBLE', 'of the packets sent, those that were lost', {
    of: ({ row }) => lossShareOf(row),
    filter: { loss: share },
    shown: {
      id: 'loss',
      title: 'Lost',
      about: 'Share of the packets sent that were lost',
      isNumber: true,
      isDescending: true,
      text: figure(percent),
    },
  }),
  column('lost_queue_full', 'INT32', 'dropped by a full queue', {
    of: ({ survey: { summary } }) => summary.lossKinds?.counts['queue-full'] ?? null,
  }),
  column('lost_policed', 'INT32', 'dropped by a policer', {
    of: ({ survey: { summary } }) => summary.lossKinds?.counts.policed ?? null,
  }),
  column('lost_burst', 'INT32', 'lost in bursts', {
    of: ({ survey: { summary } }) => summary.lossKinds?.counts.burst ?? null,
  }),
  column('lost_random', 'INT32', 'lost at random', {
    of: ({ survey: { summary } }) => summary.lossKinds?.counts.random ?? null,
  }),
  column('min_rtt_ms', 'DOUBLE', 'smallest RTT', {
    of: ({ row }) => ms(row.minRttUs),
    filter: { minrtt: time },
  }),
  column('smoothed_rtt_ms', 'DOUBLE', 'median smoothed RTT', {
    of: ({ row }) => ms(row.smoothedRttUs),
    filter: { rtt: time },
    shown: {
      id: 'rtt',
      title: 'RTT min / srtt',
      about: 'The smallest RTT, and the median smoothed one',
      isNumber: true,
      isDescending: true,
      others: ['min_rtt_ms'],
      text: (smoothed, of) =>
        [of('min_rtt_ms'), smoothed]
          .flatMap((ms) => (typeof ms === 'number' ? [rtt(ms * 1000)] : []))
          .join(' / ') || UNKNOWN,
    },
  }),
  column('cwnd_min', 'INT64', 'smallest congestion window, bytes', {
    of: ({ survey: { summary } }) => whole(summary.cwndMinBytes),
  }),
  column('cwnd_max', 'INT64', 'largest congestion window, bytes', {
    of: ({ survey: { summary } }) => whole(summary.cwndMaxBytes),
  }),
  column(
    'controller',
    'STRING',
    'ids of the models that the window follows, with a vertical bar between those that the trace does not tell apart',
    {
      of: ({ survey: { models } }) => (models?.fits === true ? models.best.join('|') : null),
      filter: { controller: (column) => coded(column, (value) => [value, ...value.split('|')]) },
      shown: {
        id: 'controller',
        title: 'Controller',
        about: 'The models that the window follows',
        text: (ids) => (typeof ids === 'string' ? modelNames(ids.split('|')) : UNKNOWN),
      },
    },
  ),
  column('controller_words', 'STRING', 'the same in words, or why none is named', {
    of: ({ survey: { models } }) => (models === null ? null : controllerWords(models)),
  }),
  column('controller_fit', 'DOUBLE', 'how well the nearest model follows the window', {
    of: ({ survey: { models } }) => (models === null ? null : orNull(nearestFit(models))),
  }),
  column(
    'idle_rule',
    'STRING',
    'how the sender counts idle time: id of the rule, `not-told-apart`, or `not-from-last-send`',
    {
      of: ({ row }) => ruleIdOf(row),
      filter: { rule: coded },
      shown: {
        id: 'rule',
        title: 'Idle rule',
        about: 'How idle time is counted, and how well a model with this rule fits',
        others: ['idle_rule_fit'],
        text(rule, of) {
          if (typeof rule !== 'string') return UNKNOWN;
          const fit = of('idle_rule_fit');
          return typeof fit === 'number'
            ? `${idleRuleTitle(rule)}, ${confidencePercent(fit)}`
            : idleRuleTitle(rule);
        },
      },
    },
  ),
  column('idle_rule_fit', 'DOUBLE', 'how well the model with this rule follows the window', {
    of: ({ row }) => orNull(row.idleRule?.fit),
    filter: { fit: share },
  }),
  column('idle_rule_proven', 'BOOLEAN', 'a finding proves the rule, beside the model', {
    of: ({ row }) => row.idleRule?.proven ?? null,
  }),
  column('defect', 'STRING', 'known defect that a finding shows, as `quiche pull request 2370`', {
    of: ({ row }) => (row.defect === null ? null : `${row.defect.implementation} ${row.defect.reference}`),
  }),
  column('defect_standing', 'STRING', '`affected`, `fixed` (yet shown), `not-known`', {
    of: ({ row }) => row.defect?.standing ?? null,
    filter: { defect: coded },
  }),
  column(
    'quality',
    'STRING',
    'kinds of the warnings about the log, as `broken-record missing-records`; `good` without one',
    {
      of: ({ quality, survey: { of } }) => qualityOf(quality, of.entry),
      filter: { quality: (column) => coded(column, ids) },
    },
  ),
  column('skipped_records', 'INT32', 'records that could not be read', {
    of: ({ survey: { summary } }) => summary.skippedRecords,
  }),
  column('ended', 'STRING', 'why the file was read in part only; null where it was read to its end', {
    of: ({ row }) => row.ended?.text ?? null,
  }),
  column(
    'severity',
    'STRING',
    'of the most severe alarm: `critical`, `warning`; else `none`, `unjudged` or `failed`',
    { filter: { severity: coded } },
  ),
  column('verdict', 'STRING', 'the alarm that cost most in words, or that there is none'),
  column('findings', 'STRING', 'ids of all findings, what cost most first, with a space between', {
    of: ({ survey: { findings } }) => idsOf(findings),
  }),
  column('alarms', 'STRING', 'those of them that are critical or a warning, likewise', {
    of: ({ survey: { findings } }) => idsOf(findings.filter(({ severity }) => severity !== 'info')),
    filter: { alarm: (column) => coded(column, ids) },
  }),
  column('not_judged', 'STRING', 'ids of the rules that the log holds too little for, likewise', {
    of: ({ survey: { notJudged } }) => idsOf(notJudged),
    filter: { notjudged: (column) => coded(column, ids) },
  }),
  column('worst', 'STRING', 'id of the alarm that cost most', {
    of: ({ worst }) => worst?.id ?? null,
    filter: { worst: coded },
  }),
  column('worst_start_ms', 'DOUBLE', 'when it begins', {
    of: ({ worst }) => ms(worst?.startUs ?? null),
    filter: { since: time },
    shown: {
      id: 'since',
      title: 'Since',
      about: 'When the worst alarm begins, on the clock of the trace',
      isNumber: true,
      text: timeWords,
    },
  }),
  column('worst_end_ms', 'DOUBLE', 'when it ends', { of: ({ worst }) => ms(worst?.endUs ?? null) }),
  column(
    'cost_ms',
    'DOUBLE',
    'time lost by the worst alarm, by the account of time; null where the rate of the path is not known; of version 1 the time that a death spiral was estimated to cost',
    {
      of: ({ worstFinding }) => ms(worstFinding?.cost?.lostUs ?? null),
      filter: { cost: time },
      shown: {
        id: 'cost',
        title: 'Cost',
        about: 'Time lost by the worst alarm',
        isNumber: true,
        isDescending: true,
        text: timeWords,
      },
    },
  ),
  column('cost_bytes', 'INT64', 'null; of version 1 the bytes that a death spiral was estimated to cost'),
  column('ill_ms', 'DOUBLE', 'time that critical findings and warnings cover', {
    of: ({ row }) =>
      row.illShare === null || row.durationUs === null ? null : ms(row.illShare * row.durationUs),
  }),
  column('ill_share', 'DOUBLE', 'of the duration; null where the trace could not be judged', {
    of: ({ row }) => row.illShare,
    filter: { ill: share },
    shown: {
      id: 'ill',
      title: 'Ill',
      about: 'Share of the time that critical findings and warnings cover',
      isNumber: true,
      isDescending: true,
      text: figure(percent),
    },
  }),
  column('failure_kind', 'STRING', 'null for a trace that was read; `time`, `memory`, `ended` …'),
  column('failure', 'STRING', 'why nothing of the file could be read, in words', {
    filter: { failure: text },
  }),
  column('judged_by', 'STRING', 'version of qlogscope'),
  column(
    'digest',
    'BYTE_ARRAY',
    'file of a digest (.qlogscope) of the worst alarm, redacted but for the name; null without an alarm, and in copies',
    { of: ({ digest }) => digest },
  ),
  column('remarks', 'STRING', 'ids of the rules whose remarks are no findings, with a space between', {
    of: ({ survey: { remarks } }) => idsOf(remarks),
    filter: { remark: (column) => coded(column, ids) },
  }),
  column(
    'held_by',
    'STRING',
    'what held the sender by the account of time, the holder of its main answer, as `window`; null where the log does not show it, and before version 3, which brings this and what follows',
    {
      of: ({ row }) => asHeld(row.held)?.holder ?? null,
      filter: { held: (column) => coded(column, (holder) => [holder, HOLDER_NAMES[holder as Holder] ?? '']) },
      shown: {
        id: 'held',
        title: 'Held by',
        about: 'What held the sender, why, and for which share of the transfer',
        others: ['held_cause', 'held_share', 'schema'],
        text: (holder, of) => heldCell(holder, of('held_cause'), of('held_share'), of('schema')),
      },
    },
  ),
  column('held_cause', 'STRING', 'why, as `cutRandom`; null where the holder has one cause only', {
    of: ({ row }) => asHeld(row.held)?.cause ?? null,
    filter: { heldcause: (column) => coded(column, (cause) => [cause, CAUSE_NAMES[cause as Cause] ?? '']) },
  }),
  column('held_share', 'DOUBLE', 'for which share of the span of the transfer', {
    of: ({ row }) => asHeld(row.held)?.share ?? null,
    filter: { heldshare: share },
  }),
  column(
    'time_lost_ms',
    'DOUBLE',
    'time in which the path stood idle for all that held the sender, beyond what any sender needs; null where the rate of the path is not known',
    {
      of: ({ row }) => ms(asHeld(row.held)?.lostUs ?? null),
      filter: { timelost: time },
      shown: {
        id: 'timelost',
        title: 'Time lost',
        about:
          'Time in which the path stood idle, beyond what any sender needs, and its share of the transfer',
        isNumber: true,
        isDescending: true,
        others: ['time_lost_share', 'time_lost_at_least'],
        text: (lost, of) => lostCell(lost, of('time_lost_share'), of('time_lost_at_least')),
      },
    },
  ),
  column('time_lost_share', 'DOUBLE', 'of the span of the transfer', {
    of: ({ row }) => orNull(asHeld(row.held)?.lostShare),
    filter: { lostshare: share },
  }),
  column('time_lost_at_least', 'BOOLEAN', 'more may be lost: the rate of the path is not proved throughout', {
    of: ({ row }) => asHeld(row.held)?.lostIsAtLeast ?? null,
  }),
] as const;

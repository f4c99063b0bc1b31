/**
 * The figures of a trace: what a row of a table of traces holds, one entry each. An entry names where its value comes from, in a trace that
 * was read here and in a record of `check --json`, and its kind, which is its form in links, in saved tables and as it leaves the page
 * (`kinds.ts`). What is shown of several together is in `table/views.ts`; rows are made of them in `rows.ts`.
 *
 * Times are µs on the trace's own clock.
 */
import * as v from 'valibot';
import { bitRate } from '../../engine/base/text/bit-rate';
import { controllerWords, idleRulesOf, nearestFit } from '../../engine/base/text/controller-words';
import { amount, duration, NO_FIGURE, percent } from '../../engine/base/text/figures';
import { marksOf, originMarks } from '../../engine/base/text/origin-marks';
import { remarksAmong, withRemarks } from '../../engine/base/text/remarks';
import type { TraceSurvey } from '../../engine/reading/contract/survey';
import { dottedVersion, redactOriginMs } from '../../engine/service/redaction/redact';
import { finite, inArchive, isoOf, of, ofRecord, same, us } from './figure';
import { ACCOUNT_OF_RECORD, heldOfAccount, heldOfRecord, lostParts, lostPartsOfRecord } from './held';
import * as kinds from './kinds';
import { HASH_DIGITS } from './kinds';
import {
  CONTROLLER_OF_RECORD,
  FINDINGS_OF_RECORD,
  IMPLEMENTATION_OF_RECORD,
  LENGTH_OF_RECORD,
  NOT_JUDGED_OF_RECORD,
  REMARKS_OF_RECORD,
  recordFindings,
  SIDE_OF_RECORD,
} from './record-parts';
import {
  defectOf,
  findingsOfRow,
  goodputOf,
  idleRuleOf,
  illShareOf,
  isJudged,
  type RowFinding,
  type RowProblem,
} from './row';
import { count, id, listOf, text } from './row-parts';
import { bytesField, countField, dateField, rateField, shareField, texts, timeField } from './view';
import { controllerCell, defectWords, millis, named, orUnknown, recordedWords, seconds } from './words';

function findingsOf({ findings }: TraceSurvey): readonly RowFinding[] {
  return findingsOfRow(findings).map(({ id: rule, title, severity, startUs, endUs }) => ({
    id: rule,
    title,
    severity,
    startUs: finite(startUs),
    endUs: finite(endUs),
  }));
}

export const FIGURES = {
  /** Path of the file; an entry of an archive as `path.zip!/entry`. */
  name: of(kinds.FILE_NAME, (trace, { name }) => inArchive(name, trace.of.entry)),
  /** Number of the connection in its file, from 0; null where the file holds none. */
  connection: of(kinds.AMOUNT, ({ connection }) => connection),
  connections: of(kinds.NUMBER_OF, (_, { connections }) => connections),
  /** Null for a trace that was read. Everything below is unknown otherwise. */
  failure: of<RowProblem | null>(kinds.PROBLEM, () => null),
  /** Why the file was read in part only. */
  ended: of(kinds.PROBLEM, ({ ended }) => ended && { kind: ended.kind, text: ended.text }),
  role: of(
    kinds.oneWordOf(['client', 'server', 'network']),
    (trace) => trace.of.role,
    ofRecord(
      { role: v.fallback(v.picklist(['client', 'server', 'unknown']), 'unknown') },
      ({ role }) => role,
    ),
  ),
  side: of(
    kinds.oneWordOf(['sender', 'receiver']),
    (trace) => trace.of.side,
    ofRecord(SIDE_OF_RECORD, ({ side }) => side),
  ),
  implementation: of(
    kinds.TEXT,
    ({ summary }) => summary.implementation,
    ofRecord(IMPLEMENTATION_OF_RECORD, ({ implementation }) => implementation?.split(' ')[0] ?? null),
  ),
  version: of(
    kinds.TEXT,
    ({ summary }) => summary.implementationVersion,
    ofRecord(
      IMPLEMENTATION_OF_RECORD,
      ({ implementation }) => implementation?.split(' ').slice(1).join(' ') || null,
    ),
    {
      share: (version, { reasonPhrases }) =>
        version === null || reasonPhrases ? version : dottedVersion(version),
      view: { csv: { version: same }, filter: { version: texts((version) => [version]) } },
    },
  ),
  /** The first event as ms since 1970. */
  recordedMs: of(
    kinds.INSTANT,
    ({ originMs, extent }) => (originMs === null ? null : originMs + extent.fromUs / 1000),
    undefined,
    {
      share: redactOriginMs,
      view: {
        csv: { recorded: (ms) => (ms === null ? null : isoOf(ms)) },
        filter: { recorded: dateField(same) },
        help: [{ example: 'recorded > 2026-03-31', meaning: 'when the log begins, UTC' }],
        order: { key: 'recorded', isAscending: true, number: same },
        column: { title: 'Recorded', about: 'The first event, UTC', text: recordedWords },
      },
    },
  ),
  startUs: of(
    kinds.INSTANT,
    ({ extent }) => extent.fromUs,
    ofRecord({}, () => 0),
  ),
  durationUs: of(
    kinds.AMOUNT,
    ({ summary }) => summary.durationUs,
    ofRecord(LENGTH_OF_RECORD, ({ durationMs }) => us(durationMs)),
    {
      view: {
        csv: { duration_s: seconds },
        filter: { duration: timeField(same) },
        order: { key: 'duration', number: same },
        column: { title: 'Duration', about: 'Length of the log', text: orUnknown(duration), isNumber: true },
      },
    },
  ),
  sentBytes: of(
    kinds.AMOUNT,
    ({ summary }) => (summary.packetsSent > 0 ? summary.sentBytes : null),
    undefined,
    {
      view: {
        csv: { sent_bytes: same },
        filter: { bytes: bytesField(same) },
        help: [{ example: 'bytes > 1MB duration > 5s', meaning: 'bytes sent; length of the log' }],
        order: { key: 'bytes', number: same },
        column: {
          title: 'Sent',
          about: 'Bytes of all packets sent',
          text: orUnknown(amount),
          isNumber: true,
        },
      },
    },
  ),
  /** Payload that arrived for the first time, or what a receiver received, over the whole log; bytes per second. */
  goodput: of(kinds.AMOUNT, goodputOf, undefined, {
    view: {
      csv: { goodput_bytes_per_s: same },
      filter: { goodput: rateField(same) },
      help: [{ example: 'goodput < 1.5Mbit/s', meaning: 'bit/s, kbit/s, Mbit/s, or B/s, kB/s, MB/s' }],
      order: { key: 'goodput', isAscending: true, number: same },
      column: {
        title: 'Goodput',
        about: 'Payload that arrived for the first time, over the whole log',
        text: orUnknown(bitRate),
        isNumber: true,
      },
    },
  }),
  packetsSent: of(
    kinds.AMOUNT,
    ({ summary }) => (summary.packetsSent > 0 ? summary.packetsSent : null),
    ofRecord({ packetsSent: count }, ({ packetsSent }) => (packetsSent === 0 ? null : packetsSent)),
    { view: { csv: { packets_sent: same } } },
  ),
  packetsLost: of(
    kinds.AMOUNT,
    ({ summary }) => (summary.lossesKnown ? summary.packetsLost : null),
    ofRecord({ packetsLost: count }, ({ packetsLost }) => packetsLost),
    { view: { csv: { packets_lost: same }, filter: { lost: countField(same) } } },
  ),
  minRttUs: of(
    kinds.AMOUNT,
    ({ summary }) => finite(summary.minRttUs),
    ofRecord({ rttMinMs: count }, ({ rttMinMs }) => us(rttMinMs)),
    { view: { csv: { min_rtt_ms: millis }, filter: { minrtt: timeField(same) } } },
  ),
  smoothedRttUs: of(kinds.AMOUNT, ({ summary }) => finite(summary.smoothedRttUs), undefined, {
    view: {
      csv: { smoothed_rtt_ms: millis },
      filter: { rtt: timeField(same) },
      help: [{ example: 'rtt > 50ms', meaning: 'median smoothed RTT; minrtt: the smallest' }],
    },
  }),
  /** Which controller the window follows, in words; empty where that is not known. */
  controller: of(
    kinds.WORDING,
    ({ models }) => (models === null || models.notJudged !== null ? '' : controllerWords(models)),
    ofRecord(CONTROLLER_OF_RECORD, ({ controller }) => controller?.words ?? ''),
    {
      view: {
        csv: { controller: (words) => named(controllerCell(words)) },
        filter: { controller: texts((words) => [words]) },
        help: [{ example: 'controller ~ newreno', meaning: 'which controller the window behaves like' }],
        order: { key: 'controller', isAscending: true, text: controllerCell },
        column: {
          title: 'Behaves like',
          about: 'The controller whose model follows the window',
          text: controllerCell,
        },
      },
    },
  ),
  idleRule: of(
    kinds.IDLE_RULE,
    ({ findings, models }) =>
      idleRuleOf(
        findings,
        idleRulesOf(models?.fits === true ? models.best : []),
        models && finite(nearestFit(models)),
      ),
    ofRecord({ ...FINDINGS_OF_RECORD, ...CONTROLLER_OF_RECORD }, ({ findings, controller }) =>
      idleRuleOf(
        findings,
        controller?.fits === true ? idleRulesOf(controller.best) : [],
        controller?.fit ?? null,
      ),
    ),
  ),
  defect: of(
    kinds.DEFECT,
    ({ findings }) => defectOf(findings),
    ofRecord(FINDINGS_OF_RECORD, ({ findings }) => defectOf(findings)),
    {
      view: {
        csv: { known_defect: (defect) => named(defectWords(defect)) },
        filter: {
          defect: texts((defect) =>
            defect === null ? [] : [defect.standing, `${defect.implementation} ${defect.reference}`],
          ),
        },
        help: [
          { example: 'has defect', meaning: 'a known defect is shown; defect = affected|fixed|not-known' },
        ],
        order: { key: 'defect', text: defectWords },
        column: {
          title: 'Known defect',
          about: 'A defect that is known, and shown by a finding',
          text: defectWords,
        },
      },
    },
  ),
  /** In their order. */
  findings: of(
    kinds.FINDINGS,
    findingsOf,
    ofRecord(FINDINGS_OF_RECORD, ({ findings }) => recordFindings(findings)),
  ),
  /** Share of the time that critical findings and warnings cover, 0 to 1; null where the trace could not be judged. */
  illShare: of(
    kinds.SHARE,
    (trace) =>
      isJudged(trace.of.side, trace.notJudged)
        ? illShareOf(findingsOf(trace), trace.extent.fromUs, trace.extent.toUs)
        : null,
    ofRecord(
      { ...LENGTH_OF_RECORD, ...SIDE_OF_RECORD, ...FINDINGS_OF_RECORD, ...NOT_JUDGED_OF_RECORD },
      ({ durationMs, side, findings, notJudged }) => {
        const durationUs = us(durationMs);
        return durationUs === null || !isJudged(side, notJudged ?? [])
          ? null
          : illShareOf(recordFindings(findings), 0, durationUs);
      },
    ),
    {
      view: {
        csv: { ill_share: same },
        filter: { ill: shareField(same) },
        help: [
          { example: 'ill > 20%', meaning: 'share of the time that critical findings and warnings cover' },
        ],
        order: { key: 'ill', number: same },
        column: {
          title: 'Ill',
          about: 'Share of the time that critical findings and warnings cover',
          text: orUnknown(percent),
          isNumber: true,
        },
      },
    },
  ),
  window: of(
    kinds.WINDOW,
    ({ window }) => window && { ...window, low: window.low.map(finite), high: window.high.map(finite) },
  ),
  /** How the trace came about, where it is no plain recording. */
  marks: of(
    kinds.ORIGIN,
    ({ summary }) => marksOf({ summary }),
    ofRecord({ marks: listOf(id) }, ({ marks }) => originMarks(marks)),
    { since: 2 },
  ),
  /** Rules of the remarks that are said of it. */
  remarks: of(
    kinds.REMARKED,
    ({ remarks }) => remarksAmong(remarks.map((remark) => remark.id)),
    ofRecord(REMARKS_OF_RECORD, (record) => remarksAmong(withRemarks(record).map((remark) => remark.id))),
    { since: 3, view: { csv: { remarks: (remarks) => remarks.join(' ') || null } } },
  ),
  /** What held its sender, in one sentence; null where it is not judged. */
  answer: of(
    kinds.TEXT,
    ({ summary }) => summary.account?.sentence ?? null,
    ofRecord(ACCOUNT_OF_RECORD, ({ account }) => account?.sentence ?? null),
    {
      since: 3,
      view: {
        csv: { answer: same },
        filter: { answer: texts((answer) => [answer]) },
        help: [{ example: 'answer ~ "flow control"', meaning: 'what held it, as its sentence says' }],
        column: {
          title: 'What held it',
          about: 'The account of its time, in one sentence',
          text: (answer) => answer ?? NO_FIGURE,
        },
      },
    },
  ),
  /** Who held it for the main answer, and all that was lost. */
  held: of(
    kinds.HELD,
    ({ summary }) => heldOfAccount(summary.account),
    ofRecord(ACCOUNT_OF_RECORD, ({ account }) => heldOfRecord(account)),
    { since: 4 },
  ),
  /** The beginning of the SHA-256 of its file; null where that is not known. As it leaves the page only rows have it that are like another. */
  hash: of(
    kinds.HASH,
    (_, { hash }) => hash?.slice(0, HASH_DIGITS) ?? null,
    ofRecord({ hash: text }, ({ hash }) => hash?.slice(0, HASH_DIGITS) ?? null),
    { since: 5 },
  ),
  /** Rules that its log holds too little for; null where it was made before rows said so. */
  notJudged: of(
    kinds.IDS,
    ({ notJudged }) => notJudged.map((rule) => rule.id),
    ofRecord(NOT_JUDGED_OF_RECORD, ({ notJudged }) => notJudged?.map((rule) => rule.id) ?? null),
    {
      since: 5,
      view: {
        csv: { not_judged: (ids) => ids?.join(' ') || null },
        filter: { notjudged: texts((ids) => ids ?? []) },
        help: [{ example: 'notjudged = death-spiral', meaning: 'its log cannot tell: it counts nowhere' }],
      },
    },
  ),
  /** What was lost, by holder and cause; null where that is not known. */
  lostParts: of(
    kinds.LOST,
    ({ summary }) => lostParts(summary.account),
    ofRecord(ACCOUNT_OF_RECORD, ({ account }) => lostPartsOfRecord(account)),
    { since: 6 },
  ),
} as const;

/** The answer of `qlogscope doctor` of one trace: text for people, and a line of JSON with its own schema. */
import { printable, printableJson } from '../../../../engine/base/text/printable';
import type { TraceReport } from '../../../../sharing/report/records/trace-record';
import type { Diagnosis } from '../../../../sharing/report/words/diagnosis';
import { INDENT, traceLines } from '../../trace-lines';

/** Raised by a removed key or a changed meaning; docs/recording.md describes every key. */
const SCHEMA = 1;

const STATE_WORDS = { missing: '', rebuilt: 'rebuilt ', inferred: '' } as const;

function fieldLines({ fields, recording }: Diagnosis): readonly string[] {
  return fields.flatMap(({ field, event, state, hides, remedy }) => [
    `lacks ${field} (${event}): ${STATE_WORDS[state]}${hides}`,
    ...(remedy === null ? [] : [`${INDENT}${recording?.name ?? ''}: ${remedy.words}`]),
  ]);
}

function recordingLines({ recording, fields }: Diagnosis, side: string): readonly string[] {
  const where =
    side === 'receiver'
      ? ['This is the log of the receiver: record at the sender, which knows its window.']
      : [];
  if (recording === null && fields.length > 0)
    return [...where, 'The log names no stack that is known: docs/recording.md says how each one records.'];
  if (recording === null || !recording.helps) return where;
  const { name, recorders, level, note } = recording;
  return [
    ...where,
    `to record with ${name}:`,
    ...recorders.map((one) => `${INDENT}${one.where}: ${one.code}`),
    ...(level === null ? [] : [`${INDENT}level: ${level}`]),
    ...(note === null ? [] : [`${INDENT}${note}`]),
  ];
}

function diagnosisLines(diagnosis: Diagnosis, side: string): readonly string[] {
  const { fields, panels, notJudged, faults } = diagnosis;
  return [
    ...fieldLines(diagnosis),
    // A panel is also empty where nothing happened.
    ...panels
      .filter(({ lacks }) => lacks.length > 0)
      .map(({ title, reason }) => `panel ${title} not drawn: ${reason}`),
    ...notJudged.map(({ reason, rules }) => `rules not judged, ${reason}: ${rules.join(', ')}`),
    ...(faults === null ? [] : [faults]),
    ...recordingLines(diagnosis, side),
    ...(fields.length === 0 ? ['lacks no field'] : []),
  ];
}

/** @param diagnosis null where no trace could be read. */
export function doctorText(report: TraceReport, diagnosis: Diagnosis | null): string {
  const { record } = report;
  const lines = [...traceLines(report)];
  if (diagnosis !== null) lines.push(...diagnosisLines(diagnosis, record.side).map((line) => INDENT + line));
  return `${lines.map(printable).join('\n')}\n`;
}

/** One object per trace and line. Every key is always there. */
export function doctorLine({ record }: TraceReport, diagnosis: Diagnosis | null): string {
  const { file, trace, role, side, dialect, implementation, errors } = record;
  const facts = { schema: SCHEMA, file, trace, role, side, dialect, implementation };
  const diagnosed = diagnosis ?? { fields: [], panels: [], notJudged: [], faults: null, recording: null };
  return `${printableJson(JSON.stringify({ ...facts, ...diagnosed, errors }))}\n`;
}

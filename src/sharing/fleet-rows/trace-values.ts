/** What the values of a trace's columns are made of. */
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import type { TraceSurvey } from '../../engine/reading/contract/survey';
import type { RowFinding } from '../figures/row';
import type { TraceRow } from '../figures/rows';
import { worstOf } from '../table/row-words';

/** A trace of the file as the survey has it, and what only rows of a fleet hold. */
export interface FleetSurvey {
  readonly survey: TraceSurvey;
  readonly quality: Pick<Snapshot, 'messages'>;
  /** Of the worst alarm. */
  readonly digest: Uint8Array<ArrayBuffer> | null;
}

export interface ReadTrace extends Omit<FleetSurvey, 'survey'> {
  readonly row: TraceRow;
  readonly survey: TraceSurvey;
  /** The worst alarm, as the row and as the survey has it; null for none. */
  readonly worst: RowFinding | null;
  readonly worstFinding: TraceSurvey['findings'][number] | undefined;
}

export function readTrace(row: TraceRow, fleet: FleetSurvey): ReadTrace {
  const worstFinding = fleet.survey.findings.find(({ severity }) => severity !== 'info');
  return { ...fleet, row, worst: worstOf(row), worstFinding };
}

export const orNull = (value: number | null | undefined): number | null =>
  value === undefined || value === null || !Number.isFinite(value) ? null : value;
export const whole = (value: number | null | undefined): number | null => {
  const number = orNull(value);
  return number === null ? null : Math.round(number);
};
export const ms = (us: number | null): number | null => (us === null ? null : orNull(us / 1000));

/** Each id once. */
export function idsOf(findings: readonly { readonly id: string }[]): string {
  return [...new Set(findings.map(({ id }) => id))].join(' ');
}

export function qualityOf({ messages }: FleetSurvey['quality'], entry: string | null): string {
  const own = messages.filter((message) => message.entry === undefined || message.entry === entry);
  const kinds = new Set(own.filter(({ level }) => level !== 'note').map(({ kind }) => kind));
  return kinds.size === 0 ? 'good' : [...kinds].join(' ');
}

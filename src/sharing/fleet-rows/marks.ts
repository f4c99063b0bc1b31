/** Of each row of a fleet what is asked: whether it counts as having a finding, what that cost, and when it was recorded. */
import { anyAlarmState, isInfoOnly, stateOf } from '../../engine/service/compare/counting';
import type { CodedColumn, NumberColumn } from './columns';
import type { ColumnsByName } from './fields';

export interface Marks {
  /** A `RunState` each. */
  readonly states: Uint8Array<ArrayBuffer>;
  /** What the finding cost, ms; NaN where it is not the worst alarm of the row, or not known. */
  readonly costOf: (row: number) => number;
  /** When it was recorded, ms since 1970; NaN where its log does not tell. */
  readonly times: Float64Array<ArrayBuffer>;
}

/** @param columnOf columns that counting needs, which are read. @param finding null for any alarm. */
export function marksOf(
  columnOf: ColumnsByName,
  rows: number,
  times: Marks['times'],
  finding: string | null,
): Marks {
  const coded = (name: string): CodedColumn => columnOf(name) as CodedColumn;
  const [severity, notJudged, worst] = [coded('severity'), coded('not_judged'), coded('worst')];
  const [findings, alarms] = [coded('findings'), coded('alarms')];
  const cost = columnOf('cost_ms') as NumberColumn;
  const has = (column: CodedColumn, test: (value: string) => boolean): Uint8Array =>
    Uint8Array.from(column.values, (value) => (test(value) ? 1 : 0));
  const anyAlarm = Uint8Array.from(severity.values, anyAlarmState);
  const isFailed = has(severity, (value) => value === 'failed');
  const names = (value: string): boolean => value.split(' ').includes(finding ?? '');
  const [isFound, isAlarm, isLacking] = [has(findings, names), has(alarms, names), has(notJudged, names)];
  const isInfo = isInfoOnly(finding ?? '');
  const isWorst = has(worst, (value) => finding === null || value === finding);
  const states = new Uint8Array(rows);
  for (let row = 0; row < states.length; row++) {
    const code = severity.codes[row];
    if (finding === null) states[row] = anyAlarm[code];
    else if (isFailed[code] !== 1)
      states[row] = stateOf(
        isInfo,
        isAlarm[alarms.codes[row]] === 1,
        isFound[findings.codes[row]] === 1,
        isLacking[notJudged.codes[row]] === 1,
      );
  }
  const costOf = (row: number): number => (isWorst[worst.codes[row]] === 1 ? cost.values[row] : Number.NaN);
  return { states, costOf, times };
}

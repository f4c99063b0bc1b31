/** Groups of rows as `engine/service/compare/groups.ts` counts them, and figures of each group with their range. */
import { middleOf } from '../../engine/base/columns/median';
import { heldByWords } from '../../engine/base/text/account-names';
import { count } from '../../engine/base/text/figures';
import type { RunSamples } from '../../engine/reading/contract/samples';
import { isInfoOnly } from '../../engine/service/compare/counting';
import { findingShares, type RunGroup, runGroup, runMarkWords } from '../../engine/service/compare/groups';
import type { ComparedLog } from '../../engine/service/compare/unlike-lengths';
import { OLDER, type RowFinding } from '../figures/row';
import type { TraceRow } from '../figures/rows';
import { controllerCell, UNKNOWN } from '../figures/words';
import type { NameOrigin } from './row-groups';
import { countedRow, idleRuleName, implementationCell, rowMarks, runIdOf } from './row-words';

export interface GroupOfRows {
  readonly name: string;
  readonly nameFrom: NameOrigin;
  /** Identical runs once. */
  readonly rows: readonly TraceRow[];
  /** Runs that are identical with one of these. */
  readonly copies: number;
  /** What its files gave when they were read again; fewer than rows until all are read, or where files are not here. */
  readonly runs: readonly RunSamples[];
}

export function runGroups(groups: readonly GroupOfRows[]): readonly RunGroup[] {
  return groups.map(({ name, rows, copies }) => {
    const runs = rows.map((row) => ({
      name: row.name,
      id: runIdOf(row),
      ...countedRow(row),
      marks: rowMarks(row),
    }));
    return { ...runGroup(name, runs), copies };
  });
}

/** How the runs of a group came about, where they are no plain recordings: `simulated`. */
export const originOf = (group: GroupOfRows): string => runMarkWords(runGroups([group])[0]?.runs ?? []);

export const sharesOf = (groups: readonly GroupOfRows[]) => findingShares(runGroups(groups));

/** The first finding of a rule that counts, of each row that has one. */
export function foundIn({ rows }: GroupOfRows, id: string): readonly RowFinding[] {
  const counts = ({ severity }: RowFinding): boolean => severity !== 'info' || isInfoOnly(id);
  return rows.flatMap(
    ({ findings }) => findings.find((finding) => finding.id === id && counts(finding)) ?? [],
  );
}

export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Runs that have a value. */
  readonly count: number;
}

/** Null where no value is known. */
export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const numbers = Float64Array.from(
    values.filter((value) => value !== null && !Number.isNaN(value)) as number[],
  );
  if (numbers.length === 0) return null;
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return { low, high, count: numbers.length, median: middleOf(numbers.sort()) };
}

/** `2.03 s (1.98 to 2.07 s)`: the median, from the least to the most. */
export function spreadWords({ median, low, high }: Spread, words: (value: number) => string): string {
  const unit = / \S+$/.exec(words(low))?.[0] ?? '';
  const isOneUnit = unit !== '' && words(high).endsWith(unit);
  const from = isOneUnit ? words(low).slice(0, -unit.length) : words(low);
  return `${words(median)} (${from} to ${words(high)})`;
}

export interface GroupFigure {
  readonly id: string;
  readonly title: string;
  /** In the order of the groups. */
  readonly cells: readonly string[];
  /** Of two groups, the first minus the second; empty where there is none. */
  readonly difference: string;
  /** The same as data. */
  readonly data: {
    readonly unit: string | null;
    readonly values: object | null;
    readonly differences: object | null;
  };
}

/** Of words alone. */
export const NO_DATA: GroupFigure['data'] = { unit: null, values: null, differences: null };

type Common = readonly [id: string, title: string, of: (row: TraceRow) => string];

/** No setting, and yet most runs of a group may have it in common. */
const HELD_BY: Common = [
  'held',
  'Held by',
  ({ held }) => (held === null || held === OLDER ? UNKNOWN : heldByWords(held)),
];

const SETTINGS: readonly Common[] = [
  ['rule', 'Idle rule', idleRuleName],
  // Without the fit.
  ['controller', 'Behaves like', ({ controller }) => controllerCell(controller).replace(/, \d+ %$/, '')],
  ['impl', 'Implementation', implementationCell],
];

/** What most runs of each group have in common. */
export function groupSettings(groups: readonly GroupOfRows[]): readonly GroupFigure[] {
  return [HELD_BY, ...SETTINGS].map(([id, title, of]) => ({
    id,
    title,
    cells: groups.map(({ rows }) => mostWords(rows.map(of))),
    difference: '',
    data: NO_DATA,
  }));
}

/** The median length of the logs of each group that has any. */
export function logsOf(groups: readonly GroupOfRows[]): readonly ComparedLog[] {
  return groups.flatMap(({ name, rows }) => {
    const length = spreadOf(rows.map(({ durationUs }) => durationUs));
    return length === null ? [] : [{ name, lengthUs: length.median }];
  });
}

function mostOf(texts: readonly string[]): readonly [text: string, number: number] {
  const numbers = new Map<string, number>();
  for (const text of texts) numbers.set(text, (numbers.get(text) ?? 0) + 1);
  return [...numbers].sort(([, a], [, b]) => b - a)[0] ?? [UNKNOWN, 0];
}

function mostWords(texts: readonly string[]): string {
  const [text, number] = mostOf(texts);
  if (text === UNKNOWN) return UNKNOWN;
  return number === texts.length ? text : `${text} (${count(number)} of ${count(texts.length)})`;
}

/** A setting that most runs of one group have otherwise than those of another. */
export interface DifferingSetting {
  readonly id: string;
  readonly title: string;
  /** What most have, and how many of them; empty where most do not show it. In the order of the groups. */
  readonly most: readonly { readonly text: string; readonly number: number }[];
}

export function settingsThatDiffer(groups: readonly GroupOfRows[]): readonly DifferingSetting[] {
  return SETTINGS.flatMap(([id, title, of]) => {
    const most = groups.map(({ rows }) => {
      const [text, number] = mostOf(rows.map(of));
      return { text: text === UNKNOWN ? '' : text, number };
    });
    const texts = most.flatMap(({ text }) => (text === '' ? [] : text));
    return new Set(texts).size < 2 ? [] : [{ id, title, most }];
  });
}

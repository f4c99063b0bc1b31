/** A comparison as it is shown: names, verdicts, rows of figures and settings. Pure; `state/compare/set-comparison.ts` holds what it is made of. */
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { type Comparison, compare } from '../../../engine/service/compare/compare';
import type { ComparedTrace } from '../../../engine/service/compare/compared-trace';
import { type FigureRow, figuresOf } from '../../../engine/service/compare/differences';
import type { Related } from '../../../engine/service/compare/ends';

export interface ComparedMember {
  readonly key: string;
  /** `A (reno)`. */
  readonly name: string;
  /** Null where it is not read. */
  readonly compared: ComparedTrace | null;
  /** What it and the lead are of one another, where that is known. */
  readonly related?: Related;
  /** Why it is not compared; empty where it is. */
  readonly lacking: string;
}

/** The lead against one of the others. */
export interface ComparedPair {
  readonly key: string;
  readonly letter: string;
  readonly name: string;
  /** Null where `lacking` says why not. */
  readonly comparison: Comparison | null;
  readonly lacking: string;
}

export interface ComparedColumn {
  readonly key: string;
  readonly letter: string;
  readonly name: string;
}

/** A setting that is not the same in all, as text. */
export interface SettingRow {
  readonly id: string;
  readonly name: string;
  /** In the order of the columns. */
  readonly values: readonly string[];
}

export interface ComparisonModel {
  /** One per trace besides the lead. */
  readonly pairs: readonly ComparedPair[];
  /** The traces that are read: columns of the table. */
  readonly columns: readonly ComparedColumn[];
  readonly figures: readonly FigureRow[];
  readonly settings: readonly SettingRow[];
}

/** @param members in the order of the set, the lead first. */
export function comparisonModel(members: readonly ComparedMember[]): ComparisonModel {
  const [lead, ...others] = members;
  const pairs = others.map(({ key, name, compared, related, lacking }, i): ComparedPair => {
    const pair = { key, letter: laneLetter(i + 1), name };
    if (lead === undefined || lead.compared === null || compared === null)
      return { ...pair, comparison: null, lacking: lacking === '' ? (lead?.lacking ?? '') : lacking };
    return { ...pair, comparison: compare(lead.compared, compared, null, related), lacking: '' };
  });
  const read = members.flatMap(({ key, name, compared }, i) =>
    compared === null ? [] : { key, name, letter: laneLetter(i), compared },
  );
  const isTable = lead !== undefined && lead.compared !== null && read.length > 1;
  const traces = read.map(({ compared }) => compared);
  return {
    pairs,
    columns: read.map(({ key, letter, name }) => ({ key, letter, name })),
    figures: isTable ? figuresOf(traces) : [],
    settings: settingsOf(pairs),
  };
}

/** Of more pairs only the chosen one has its verdict above the folded table: the panels need the room. */
export const MOST_VERDICTS = 2;

/** The pairs whose verdicts are shown. @param chosen undefined for none. @param isOpen the table is unfolded. */
export function shownPairs(
  { pairs }: ComparisonModel,
  chosen: ComparedPair | undefined,
  isOpen: boolean,
): readonly ComparedPair[] {
  return isOpen || chosen === undefined || pairs.length <= MOST_VERDICTS ? pairs : [chosen];
}

/** The rows of all pairs: in a pair without the row both are as the lead. */
function settingsOf(pairs: readonly ComparedPair[]): readonly SettingRow[] {
  const rows = pairs.flatMap(({ comparison }) => (comparison === null ? [] : [comparison.configuration]));
  const first = new Map(rows.flat().map(({ id, name, a }) => [id, { name, a }]));
  return [...first].map(([id, { name, a }]) => {
    const others = rows.map((row) => row.find((setting) => setting.id === id)?.b ?? a);
    return { id, name, values: [a, ...others] };
  });
}

/** The same transfer is delivered in all of most comparisons: that tells something only where it differs. */
const AMOUNT = 'arrived';

/** Figures that tell most of a transfer, the most telling first. */
const TELLING = [
  'completion',
  'goodput',
  'cwnd-median',
  'lost',
  AMOUNT,
  'rtt-median',
  'time-to-1000000',
  'ptos',
  'rtt-min',
  'duration',
];
const MOST_TELLING = 4;
/** Values closer than this share of the larger are no difference. */
const SAME = 0.02;

function differs({ values }: FigureRow): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return Number.isNaN(least) || most - least > SAME * Math.abs(most);
}

/** Each trace has a value, or it is said why not. */
function hasValue({ values, lacking }: FigureRow): boolean {
  return values.every((value, i) => !Number.isNaN(value) || lacking[i] !== null);
}

/** The rows that stand above the folded table, of what all traces show: those that differ before those that do not. */
export function tellingFigures(figures: readonly FigureRow[]): readonly FigureRow[] {
  const rows = TELLING.flatMap((id) => figures.find((row) => row.id === id && hasValue(row)) ?? []);
  const same = rows.filter((row) => !differs(row) && row.id !== AMOUNT);
  return [...rows.filter(differs), ...same].slice(0, MOST_TELLING);
}

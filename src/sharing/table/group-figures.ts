/**
 * Figures of groups of runs with what proves a difference: of each group the median with its interval, of two groups how far they lie apart,
 * and by which factor (`engine/service/compare/shift.ts`).
 */
import { type Cause, type Holder, heldByWords } from '../../engine/base/text/account-names';
import { bitRate } from '../../engine/base/text/bit-rate';
import { count, duration, instant, percent } from '../../engine/base/text/figures';
import { LEAST_RUNS, placesWithSameRun } from '../../engine/service/compare/groups';
import {
  type Bounded,
  medianInterval,
  type RankInterval,
  ratioInterval,
  shiftInterval,
} from '../../engine/service/compare/shift';
import { asHeld } from '../figures/held';
import { lossShareOf } from '../figures/row';
import type { TraceRow } from '../figures/rows';
import { UNKNOWN } from '../figures/words';
import { worstOf } from './row-words';
import {
  type GroupFigure,
  type GroupOfRows,
  groupSettings,
  NO_DATA,
  runGroups,
  spreadOf,
} from './run-groups';

/** Parts of the time lost that are compared, the largest. */
const MOST_PARTS = 8;

interface Figure {
  readonly id: string;
  readonly title: string;
  /** Of the record, and what a value is multiplied by for it. */
  readonly unit: readonly [name: string, factor: number];
  readonly words: (value: number) => string;
}

export interface FigureDifference {
  /** Places of the groups: the first minus the second. */
  readonly places: readonly [number, number];
  readonly shift: RankInterval;
  /** Null where a value is not above 0. */
  readonly ratio: RankInterval | null;
}

export interface ComparedFigure extends Figure {
  /** In the order of the groups. */
  readonly groups: readonly {
    /** Of the runs of which it is known. */
    readonly values: readonly Bounded[];
    readonly runs: number;
    /** Null for fewer than six. */
    readonly median: RankInterval | null;
  }[];
  /** Of each two groups that have enough runs, and none in common. */
  readonly differences: readonly FigureDifference[];
}

const MS: Figure['unit'] = ['ms', 1e-3];
const SHARE: Figure['unit'] = ['share', 1];

const OF_ROWS: readonly (Figure & { readonly of: (row: TraceRow) => number | null })[] = [
  { id: 'goodput', title: 'Goodput', unit: ['bytes/s', 1], words: bitRate, of: ({ goodput }) => goodput },
  {
    id: 'duration',
    title: 'Length of the log',
    unit: MS,
    words: duration,
    of: ({ durationUs }) => durationUs,
  },
  { id: 'loss', title: 'Packets lost', unit: SHARE, words: percent, of: lossShareOf },
  {
    id: 'since',
    title: 'Worst alarm begins',
    unit: MS,
    words: instant,
    of: (row) => worstOf(row)?.startUs ?? null,
  },
  {
    id: 'timelost',
    title: 'Time lost',
    unit: MS,
    words: duration,
    of: ({ held }) => asHeld(held)?.lostUs ?? null,
  },
  { id: 'ill', title: 'Time ill', unit: SHARE, words: percent, of: ({ illShare }) => illShare },
];

/** How long a run took; of one that did not complete the least that it may have. Null where its log does not show it. */
export function completionOf({
  outcome,
  completedUs,
  endUs,
  landmarks: { startUs },
}: GroupOfRows['runs'][number]): Bounded | null {
  switch (outcome) {
    case 'finished':
      return { low: completedUs - startUs, high: completedUs - startUs };
    case 'open':
      return { low: endUs - startUs, high: Number.POSITIVE_INFINITY };
    // It never will.
    case 'failed':
      return { low: Number.POSITIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    case 'unknown':
      return null;
  }
}

type Values = readonly (Bounded | null)[];

const bounded = (value: number | null): Bounded | null =>
  value === null || Number.isNaN(value) ? null : { low: value, high: value };

/** What was lost for whom and why, as far as rows say it: the largest in all first. */
function lostParts(
  groups: readonly GroupOfRows[],
): readonly (readonly [Figure, (row: TraceRow) => number | null])[] {
  const sums = new Map<string, { readonly holder: Holder; readonly cause: Cause | null; us: number }>();
  for (const { lostParts: parts } of groups.flatMap(({ rows }) => rows))
    for (const { holder, cause, lostUs } of parts ?? []) {
      const key = `${holder} ${cause}`;
      const sum = sums.get(key) ?? { holder, cause, us: 0 };
      sums.set(key, { ...sum, us: sum.us + (lostUs ?? 0) });
    }
  const largest = [...sums.values()].filter(({ us }) => us > 0).sort((a, b) => b.us - a.us);
  return largest.slice(0, MOST_PARTS).map(({ holder, cause }) => [
    {
      id: ['lost', holder, cause ?? []].flat().join('.'),
      title: `Lost to ${heldByWords({ holder, cause })}`,
      unit: MS,
      words: duration,
    },
    // A judged run without such a part lost nothing to it; of one that is not judged that is not known.
    ({ lostParts: parts }) => {
      if (parts === null) return null;
      const own = parts.find((part) => part.holder === holder && part.cause === cause);
      return own === undefined ? 0 : own.lostUs;
    },
  ]);
}

export function comparedFigures(groups: readonly GroupOfRows[]): readonly ComparedFigure[] {
  const mixed = placesWithSameRun(runGroups(groups));
  const compared = (figure: Figure, valuesOf: (group: GroupOfRows) => Values): ComparedFigure => {
    const all = groups.map((group) => {
      const values = valuesOf(group).filter((value) => value !== null);
      return { values, runs: group.rows.length, median: medianInterval(values) };
    });
    const differences = all.flatMap((second, b) =>
      all.slice(0, b).flatMap((first, a): readonly FigureDifference[] => {
        if (mixed.some(([x, y]) => x === a && y === b)) return [];
        if (Math.min(first.values.length, second.values.length) < LEAST_RUNS) return [];
        const shift = shiftInterval(first.values, second.values);
        if (shift === null) return [];
        return [{ places: [a, b], shift, ratio: ratioInterval(first.values, second.values) }];
      }),
    );
    const { id, title, unit, words } = figure;
    return { id, title, unit, words, groups: all, differences };
  };
  const isRead = groups.every(({ rows, runs }) => runs.length === rows.length);
  const completion: Figure = { id: 'completion', title: 'Completed in', unit: MS, words: duration };
  return [
    ...(isRead ? [compared(completion, ({ runs }) => runs.map(completionOf))] : []),
    ...OF_ROWS.map((figure) => compared(figure, ({ rows }) => rows.map((row) => bounded(figure.of(row))))),
    ...lostParts(groups).map(([figure, of]) =>
      compared(figure, ({ rows }) => rows.map((row) => bounded(of(row)))),
    ),
  ].filter(({ groups: all }) => all.some(({ values }) => values.length > 0));
}

/** `1.98 to 2.07 s`; an end without a bound is said. */
export function rangeWords(
  { low, high }: Pick<RankInterval, 'low' | 'high'>,
  words: (value: number) => string,
): string {
  if (!Number.isFinite(low) && !Number.isFinite(high)) return 'not known';
  if (!Number.isFinite(high)) return `at least ${words(low)}`;
  if (!Number.isFinite(low)) return `at most ${words(high)}`;
  const unit = / \S+$/.exec(words(low))?.[0] ?? '';
  const isOneUnit = unit !== '' && words(high).endsWith(unit);
  return `${isOneUnit ? words(low).slice(0, -unit.length) : words(low)} to ${words(high)}`;
}

const signed =
  (words: (value: number) => string) =>
  (value: number): string =>
    value < 0 ? `−${words(-value)}` : words(value);

const times = (ratio: number): string =>
  ratio
    .toPrecision(3)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** `2.07 s (1.20 to 4.01 s), × 1.55 (1.30 to 2.10)`: the first minus the second, and divided by it; empty without an interval. */
export function differenceWords({ differences, words }: ComparedFigure): string {
  const [only] = differences;
  if (only === undefined) return '';
  const { shift, ratio } = only;
  const plain = Number.isFinite(shift.estimate)
    ? `${signed(words)(shift.estimate)} (${rangeWords(shift, signed(words))})`
    : rangeWords(shift, signed(words));
  return ratio === null || !Number.isFinite(ratio.estimate)
    ? plain
    : `${plain}, × ${times(ratio.estimate)} (${rangeWords(ratio, times)})`;
}

/** The figures in words, then what most runs of each group have in common. */
export function groupFigures(
  groups: readonly GroupOfRows[],
  figures: readonly ComparedFigure[] = comparedFigures(groups),
): readonly GroupFigure[] {
  const completed: GroupFigure = {
    id: 'completed',
    title: 'Completed',
    difference: '',
    data: NO_DATA,
    cells: groups.map(({ runs }) =>
      runs.length === 0 ? UNKNOWN : `${count(finishedOf(runs))} of ${count(runs.length)}`,
    ),
  };
  const rows = figures.map((figure): GroupFigure => {
    const { id, title } = figure;
    const difference = groups.length === 2 ? differenceWords(figure) : '';
    const cells = figure.groups.map((group) => cellOf(figure, group));
    return { id, title, difference, cells, data: dataOf(figure) };
  });
  return [completed, ...rows, ...groupSettings(groups)];
}

export const finishedOf = (runs: GroupOfRows['runs']): number =>
  runs.filter(({ outcome }) => outcome === 'finished').length;

/** `2.03 s, 95 % interval 2.00 to 2.05 s (1.98 to 2.07 s), 28 of 30`: the median, its interval, from the least to the most. */
function cellOf({ words }: Figure, { values, runs, median }: ComparedFigure['groups'][number]): string {
  const ends = values.filter(({ high }) => Number.isFinite(high)).map(({ high }) => high);
  const spread = spreadOf(ends);
  if (values.length === 0) return UNKNOWN;
  const of = values.length < runs ? `, ${count(values.length)} of ${count(runs)}` : '';
  if (spread === null) return `none${of}`;
  const range = rangeWords(spread, words);
  if (median === null && ends.length === values.length) return `${words(spread.median)} (${range})${of}`;
  if (median === null) return `${range}, of those that have it${of}`;
  const middle = Number.isFinite(median.estimate) ? `${words(median.estimate)}, ` : '';
  return `${middle}95 % interval ${rangeWords(median, words)} (${range})${of}`;
}

/** How a difference is said: of less, and of more. */
const VERBS: { readonly [id: string]: readonly [less: string, more: string, isFactorSaid: boolean] } = {
  completion: ['completes sooner than', 'completes later than', true],
  goodput: ['has less goodput than', 'has more goodput than', true],
  timelost: ['loses less time than', 'loses more time than', false],
};
/** The others stand in the table: of many figures one in twenty looks as if it differed. */
const MOST_SENTENCES = 3;

/** Of completion, goodput and time lost, what differs by an interval without 0: `fixed completes 35 % sooner …`. */
export function figureSentences(
  groups: readonly GroupOfRows[],
  figures: readonly ComparedFigure[],
): readonly string[] {
  return figures
    .flatMap((figure) => {
      const verbs = VERBS[figure.id];
      if (verbs === undefined) return [];
      return figure.differences.flatMap(({ places: [a, b], shift, ratio }) => {
        if (shift.low <= 0 && shift.high >= 0) return [];
        const isLess = shift.high < 0;
        const [first, second] = [groups[a]?.name, groups[b]?.name];
        const size = isLess ? { estimate: -shift.estimate, low: -shift.high, high: -shift.low } : shift;
        const middle = Number.isFinite(size.estimate) ? `${figure.words(size.estimate)}, ` : '';
        const factor = ratio === null || !verbs[2] ? '' : `; ${changeWords(ratio)}`;
        return [
          `${first} ${verbs[isLess ? 0 : 1]} ${second}: ${middle}95 % interval ${rangeWords(size, figure.words)}${factor}.`,
        ];
      });
    })
    .slice(0, MOST_SENTENCES);
}

/** `12 % less (8 to 17 %)`, `55 % more (30 to 110 %)` */
function changeWords(ratio: RankInterval): string {
  const isLess = ratio.high < 1;
  const change = (of: number): number => (isLess ? 1 - of : of - 1);
  const ends = isLess
    ? { low: change(ratio.high), high: change(ratio.low) }
    : { low: change(ratio.low), high: change(ratio.high) };
  const whole = (share: number): string => `${count(Math.round(share * 100))} %`;
  const range = rangeWords(ends, whole);
  const middle = change(ratio.estimate);
  const kind = isLess ? 'less' : 'more';
  return Number.isFinite(middle) ? `${whole(middle)} ${kind} (${range})` : `${kind} by ${range}`;
}

const finite = (value: number, factor: number): number | null =>
  Number.isFinite(value) ? value * factor : null;

/** A bound that there is not is null. */
function dataOf({ unit: [unit, factor], groups, differences }: ComparedFigure): GroupFigure['data'] {
  const ends = (interval: RankInterval | null, by: number): object | null =>
    interval && {
      estimate: finite(interval.estimate, by),
      low: finite(interval.low, by),
      high: finite(interval.high, by),
    };
  return {
    unit,
    values: groups.map(({ values, runs, median }) => ({
      runs,
      count: values.length,
      withoutEnd: values.filter(({ high }) => !Number.isFinite(high)).length,
      median: ends(median, factor),
    })),
    differences: differences.map(({ places, shift, ratio }) => ({
      places,
      shift: ends(shift, factor),
      ratio: ends(ratio, 1),
    })),
  };
}

/** Figures of a comparison as text: the cells of its tables. */
import { heldByWords } from '../../../engine/base/text/account-names';
import { bitRate } from '../../../engine/base/text/bit-rate';
import {
  bytes,
  count,
  duration,
  fixed,
  leastDuration,
  percent,
  signedDuration,
} from '../../../engine/base/text/figures';
import { LossMark } from '../../../engine/reading/contract/packet-columns';
import type { AccountDifference, Both, PartDifference } from '../../../engine/service/compare/accounts';
import { alignmentWords } from '../../../engine/service/compare/align';
import type { Comparison } from '../../../engine/service/compare/compare';
import type { Difference, DifferenceUnit, FigureRow } from '../../../engine/service/compare/differences';
import { delayFigures, lostAs, noMatchWords } from '../../../engine/service/compare/ends';
import {
  besideWords,
  type FindingShares,
  type GroupShare,
  severitiesWords,
  shareDifference,
} from '../../../engine/service/compare/groups';
import type { ShareInterval } from '../../../engine/service/compare/intervals';
import type { Direction } from '../../../engine/service/compare/packet-match';

const NONE = '–';

/** A value of a row; a dash where the trace does not show it. */
export function differenceValue(value: number, unit: DifferenceUnit): string {
  if (Number.isNaN(value)) return NONE;
  switch (unit) {
    case 'us':
      return duration(value);
    case 'bytes':
      return bytes(value);
    case 'bytes/s':
      return bitRate(value);
    case 'byte-seconds':
      return `${fixed(value / 1e6, 1)} MB·s`;
    case 'packets':
    case 'count':
      return count(value);
  }
}

/** The value of a trace in a row, or why it has none. */
export function figureValue({ unit, values, lacking }: FigureRow, at: number): string {
  return lacking[at] ?? differenceValue(values[at] ?? Number.NaN, unit);
}

/** `A, B, B − A, B ÷ A` of a row. Where a log is cut, figures of its whole length are not held against one another. */
export function differenceCells({
  unit,
  a,
  b,
  delta,
  ratio,
  lacking,
  unlike,
}: Difference): readonly string[] {
  const size = differenceValue(Math.abs(delta), unit);
  const sign = delta > 0 ? '+' : delta < 0 ? '−' : '';
  return [
    lacking[0] ?? differenceValue(a, unit),
    lacking[1] ?? differenceValue(b, unit),
    unlike ? 'unlike spans' : Number.isNaN(delta) ? NONE : `${sign}${size}`,
    ratioWords(ratio),
  ];
}

/**
 * `held by, held in A, in B, B − A, lost in A, in B, B − A`: a row per part, and their sums, which are the spans.
 * @returns cells of times lost only where a rate of a path is known.
 */
export function accountDifferenceRows({ spanUs, parts }: AccountDifference): readonly (readonly string[])[] {
  const hasLost = parts.some(({ lostUs }) => !lostUs.every(Number.isNaN));
  const rows = parts.map((part) => [
    heldByWords(part),
    ...part.heldUs.map(duration),
    deltaCell(part.heldUs),
    ...(hasLost ? lostCells(part) : []),
  ]);
  const sums = [...spanUs.map(duration), deltaCell(spanUs), ...(hasLost ? ['', '', ''] : [])];
  return [...rows, ['in all', ...sums]];
}

function lostCells({ lostUs, lostIsAtLeast: [leastA, leastB] }: PartDifference): readonly string[] {
  const bound = leastA === leastB ? '' : leastB ? '≥ ' : '≤ ';
  return [
    lostCell(lostUs[0], leastA),
    lostCell(lostUs[1], leastB),
    // Of two that are "at least" the difference has no bound.
    leastA && leastB ? NONE : bound + deltaCell(lostUs),
  ];
}

const deltaCell = ([a, b]: Both): string => signedDuration(b - a);
const lostCell = (us: number, isAtLeast: boolean): string =>
  Number.isNaN(us) ? NONE : leastDuration(us, isAtLeast);

/** `× 0.38`, `× 1,240`; a dash where A is 0. */
function ratioWords(ratio: number): string {
  if (!Number.isFinite(ratio)) return NONE;
  if (ratio > 0 && ratio < 0.01) return '× < 0.01';
  return `× ${ratio < 100 ? fixed(ratio, 2) : count(ratio)}`;
}

/** `aligned at the last loss: B is moved by +33.1 ms`. */
export function alignedWords({ alignment, offsetUs, match }: Comparison, nameB: string): string {
  const at = `Aligned at ${alignmentWords(alignment)}`;
  if (Number.isNaN(offsetUs) && alignment.at === 'packets')
    return `Not aligned by packets: ${typeof match === 'string' ? noMatchWords(match) : 'the two are not the ends of one connection'}.`;
  if (Number.isNaN(offsetUs)) return `${at}, which one of the two does not show: times are not compared.`;
  return `${at}: the times of ${nameB} are moved by ${signedDuration(offsetUs)}.`;
}

/** Of a table of the two directions between the ends of a connection. */
export const DIRECTION_HEAD: readonly string[] = [
  'Packets from … to',
  'In both logs',
  'Fastest',
  'Median',
  'Slowest',
  'Lost on the way',
  'Declared lost of these',
  'ACKs alone of these',
  'Declared lost but arrived',
];

/** A row of it: counts, and one-way delays. */
export function directionCells(direction: Direction, name: string): readonly string[] {
  const { leastUs, medianUs, mostUs } = delayFigures(direction);
  return [
    name,
    count(direction.delaysUs.length),
    ...[leastUs, medianUs, mostUs].map(duration),
    count(direction.lostUs.length),
    count(lostAs(direction, LossMark.declared)),
    count(lostAs(direction, LossMark.ackAlone)),
    count(direction.falselyDeclared),
  ];
}

/** `24 of 29 (21 critical, 3 warnings), 82.8 % (65.5 to 92.4 %); 1 not judged`; without a share where there are too few runs. */
export function shareWords(row: FindingShares, share: GroupShare): string {
  const { hits, judged, interval } = share;
  const severities = severitiesWords(row, share);
  const plain = `${count(hits)} of ${count(judged)}${severities === '' ? '' : ` (${severities})`}`;
  const beside = besideWords(share);
  const words =
    interval === null
      ? `${plain}: too few`
      : `${plain}, ${percent(interval.share)} (${intervalWords(interval)})`;
  return beside === '' ? words : `${words}; ${beside}`;
}

const SHARES_DIFFERENCE_HEAD = 'Difference (first − second)';

/** Every two groups, as places, the first one smaller: of each the difference of their shares is reported. */
export function pairsOf(groups: number): readonly (readonly [number, number])[] {
  return Array.from({ length: groups }, (_, b) =>
    Array.from({ length: b }, (__, a): readonly [number, number] => [a, b]),
  )
    .flat()
    .sort(([a, b], [c, d]) => a - c || b - d);
}

/** Of two groups their difference is one column; of more each pair has one, `buggy − reno`. */
export function differenceHeads(names: readonly string[]): readonly string[] {
  if (names.length === 2) return [SHARES_DIFFERENCE_HEAD];
  return pairsOf(names.length).map(([a, b]) => `${names[a]} − ${names[b]}`);
}

export function differenceWords({ shares }: FindingShares): readonly string[] {
  return pairsOf(shares.length).map(([a, b]) => sharesDifference(shareDifference(shares[a], shares[b])));
}

/** Of a table of figures of groups. */
export const FIGURES_HEAD = 'Median (range)';
/** What the intervals are. */
export const FIGURES_METHOD =
  'Intervals are of 95 %, by ranks: of a median by order statistics, of a difference and a factor those of the Hodges–Lehmann shift by the test of ' +
  'Mann and Whitney. A run that did not complete counts as longer than its log, time lost as far as it is proved. Of twenty figures that do not differ, one looks as if it did.';
export const DIFFERENCES_TITLE = 'Differences of the shares, of each two groups';
export const SHARES_NOTE =
  'Shares are of the judged runs, alarms only, with 95 % intervals (Wilson; of a difference Newcombe). ' +
  'Of twenty findings that do not differ, one looks as if it did.';

/** `80.0 points (62.7 to 90.5)`: what the first group has more than the second. */
function sharesDifference(difference: ShareInterval | null): string {
  if (difference === null) return NONE;
  const points = (share: number): string => `${fixed(share * 100, 1).replace('-', '−')}`;
  return `${points(difference.share)} points (${points(difference.low)} to ${points(difference.high)})`;
}

function intervalWords({ low, high }: ShareInterval): string {
  return `${percent(low).replace(' %', '')} to ${percent(high)}`;
}

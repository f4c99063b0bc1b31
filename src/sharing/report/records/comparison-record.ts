/**
 * A comparison as JSON, with its own versioned schema: the output of `compare --json`. A key is never left out: what is not
 * known is null. Times are ms, sizes bytes, rates bytes per second, shares 0 to 1. `docs/compare.md` describes every key.
 */
import type { Finding } from '../../../engine/findings/finding/finding';
import { LossMark } from '../../../engine/reading/contract/packet-columns';
import type { AccountDifference, Both } from '../../../engine/service/compare/accounts';
import { alignmentText } from '../../../engine/service/compare/alignment-text';
import type { Comparison } from '../../../engine/service/compare/compare';
import type { ComparedTrace } from '../../../engine/service/compare/compared-trace';
import type { DifferenceUnit } from '../../../engine/service/compare/differences';
import { delayFigures, lostAs } from '../../../engine/service/compare/ends';
import { type FindingShares, type RunGroup, shareDifference } from '../../../engine/service/compare/groups';
import type { ShareInterval } from '../../../engine/service/compare/intervals';
import {
  type Direction,
  isMatched,
  type MatchedPackets,
  type NoMatch,
} from '../../../engine/service/compare/packet-match';
import { type GroupsWords, headlineTrace, type PairNames } from '../comparison-document';
import { setHeadline } from '../set-headline';
import { pairsOf } from '../words/comparison-words';
import { ms } from './numbers';

export const COMPARISON_SCHEMA = 2;

/** Units of the record, by those of a row. */
const UNITS: { readonly [unit in DifferenceUnit]: readonly [name: string, factor: number] } = {
  us: ['ms', 1e-3],
  bytes: ['bytes', 1],
  'bytes/s': ['bytes/s', 1],
  'byte-seconds': ['byte-seconds', 1],
  packets: ['packets', 1],
  count: ['count', 1],
};

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** @param traces that were compared, in their order. */
export function pairRecord(
  comparison: Comparison,
  names: PairNames,
  traces: readonly [ComparedTrace, ComparedTrace],
): object {
  const { alignment, offsetUs, relation, match, verdict, accounts } = comparison;
  const { differences, configuration, findings } = comparison;
  const brief = ({ id, severity, verdict: words }: Finding): object => ({ id, severity, verdict: words });
  return {
    schema: COMPARISON_SCHEMA,
    kind: 'pair',
    ...names,
    marks: { a: traces[0].summary.marks ?? [], b: traces[1].summary.marks ?? [] },
    worst: worstRecord(traces),
    alignment: { at: alignmentText(alignment), offsetMs: orNull(offsetUs / 1000) },
    relation,
    between: betweenRecord(match),
    verdict: { faster: verdict.faster, sentences: verdict.sentences, incomparable: verdict.incomparable },
    account: accounts && accountsRecord(accounts),
    differences: differences.map(({ id, name, unit, a, b, delta, ratio }) => {
      const [shown, factor] = UNITS[unit];
      const scaled = (value: number): number | null => orNull(value * factor);
      return {
        id,
        name,
        unit: shown,
        a: scaled(a),
        b: scaled(b),
        delta: scaled(delta),
        ratio: orNull(ratio),
      };
    }),
    configuration: configuration.map(({ id, name, a, b }) => ({ id, name, a, b })),
    findings: {
      onlyA: findings.onlyA.map(brief),
      both: findings.both.map(({ a, b }) => ({ id: a.id, a: brief(a), b: brief(b) })),
      onlyB: findings.onlyB.map(brief),
      caution: findings.caution === '' ? null : findings.caution,
    },
  };
}

function accountsRecord({ spanUs, parts, sentence }: AccountDifference): object {
  const both = ([a, b]: Both): object => ({ a: ms(a), b: ms(b), delta: ms(b - a) });
  return {
    sentence,
    spanMs: both(spanUs),
    parts: parts.map(({ holder, cause, heldUs, lostUs, lostIsAtLeast: [a, b] }) => ({
      holder,
      cause,
      heldMs: both(heldUs),
      lostMs: both(lostUs),
      lostIsAtLeast: { a, b },
    })),
  };
}

/** The worst alarm of both traces; null where neither has one. */
function worstRecord(traces: readonly [ComparedTrace, ComparedTrace]): object | null {
  const worst = setHeadline(traces.map(headlineTrace));
  if (worst === null) return null;
  const { id, severity, verdict } = worst.finding;
  return { trace: worst.place === 0 ? 'a' : 'b', id, severity, verdict };
}

/** Null unless the two are the ends of one connection. */
function betweenRecord(match: MatchedPackets | NoMatch | null): object | null {
  if (match === null) return null;
  const matched = isMatched(match) ? match : null;
  return {
    notMatched: isMatched(match) ? null : match,
    driftPpm: matched === null ? null : matched.clocks.driftPpm,
    fromA: matched === null ? null : directionRecord(matched.fromA),
    fromB: matched === null ? null : directionRecord(matched.fromB),
  };
}

function directionRecord(direction: Direction): object {
  const { leastUs, medianUs, mostUs } = delayFigures(direction);
  return {
    packets: direction.delaysUs.length,
    delayMs: { least: leastUs / 1000, median: medianUs / 1000, most: mostUs / 1000 },
    lost: direction.lostUs.length,
    lostDeclared: lostAs(direction, LossMark.declared),
    lostAckAlone: lostAs(direction, LossMark.ackAlone),
    falselyDeclared: direction.falselyDeclared,
    unlogged: direction.unlogged,
    unread: direction.unread,
    duplicates: direction.duplicates,
    unjudged: direction.beyondEnds,
  };
}

/** How many runs of a group came about otherwise than as plain recordings, by mark: `{ simulated: 30 }`. */
function marksRecord(runs: RunGroup['runs']): { readonly [mark: string]: number } {
  const counts: { [mark: string]: number } = {};
  for (const mark of runs.flatMap(({ marks }) => marks)) counts[mark] = (counts[mark] ?? 0) + 1;
  return counts;
}

/** How many runs would tell (`sharing/table/shares-power.ts`). */
interface PowerFigures {
  readonly id: string | null;
  readonly shares: readonly { readonly group: string }[];
  readonly isShown: boolean;
  readonly runsPerGroup: number | null;
  readonly leastPoints: number | null;
}

/** What is said of groups beside their shares. */
export interface GroupsAnswer extends GroupsWords {
  readonly power: PowerFigures | null;
}

export function groupsRecord(
  groups: readonly RunGroup[],
  rows: readonly FindingShares[],
  { verdict, figures, power }: GroupsAnswer = { verdict: [], figures: [], caution: '', power: null },
): object {
  const bounds = (interval: ShareInterval | null): object | null =>
    interval && { share: interval.share, low: interval.low, high: interval.high };
  return {
    schema: COMPARISON_SCHEMA,
    kind: 'groups',
    groups: groups.map(({ name, runs, copies, failures }) => ({
      name,
      runs: runs.map((run) => run.name),
      copies,
      failures,
      marks: marksRecord(runs),
    })),
    verdict,
    power: power && {
      finding: power.id,
      groups: power.shares.map(({ group }) => group),
      shown: power.isShown,
      runsPerGroup: power.runsPerGroup,
      leastDifference: power.leastPoints === null ? null : power.leastPoints / 100,
    },
    findings: rows.map(({ id, severity, shares, difference }) => ({
      id,
      severity,
      shares: shares.map(({ group, hits, severities, infos, judged, runs, interval }) => ({
        group,
        hits,
        severities,
        infos,
        judged,
        runs,
        interval: bounds(interval),
      })),
      difference: bounds(difference),
      differences: pairsOf(groups.length).map(([a, b]) => ({
        groups: [groups[a].name, groups[b].name],
        interval: bounds(shareDifference(shares[a], shares[b])),
      })),
    })),
    figures: figures.map(({ id, title, cells, data }) => ({ id, name: title, groups: cells, ...data })),
  };
}

/**
 * How many runs would tell: of the finding that a verdict over groups begins with, else of the one that differs most, the runs per group
 * that show such a difference, and the smallest one that the runs which are there show.
 */
import { count, plural } from '../../engine/base/text/figures';
import { shortTitle, titleOfRule } from '../../engine/base/text/rule-titles';
import {
  type FindingShares,
  type GroupShare,
  LEAST_RUNS,
  shareDifference,
} from '../../engine/service/compare/groups';
import { leastPointsShown, MOST_RUNS, POWER, runsToShow } from '../../engine/service/compare/power';

type JudgedShare = Pick<GroupShare, 'group' | 'hits' | 'judged'>;

export interface SharesPower {
  /** Of the rule; null where no run has a finding. */
  readonly id: string | null;
  /** That of the larger share first. */
  readonly shares: readonly [JudgedShare, JudgedShare];
  readonly isShown: boolean;
  /** Null for shares that are the same, and for more than `MOST_RUNS`. */
  readonly runsPerGroup: number | null;
  /** From the smaller share on, points; null where no difference is shown. */
  readonly leastPoints: number | null;
}

const shareOf = ({ hits, judged }: JudgedShare): number => hits / judged;

export function sharesPower(
  id: string | null,
  shares: readonly [JudgedShare, JudgedShare],
  isShown: boolean,
): SharesPower {
  const [more, less] = shares.toSorted((a, b) => shareOf(b) - shareOf(a)) as [JudgedShare, JudgedShare];
  return {
    id,
    shares: [more, less],
    isShown,
    runsPerGroup: runsToShow(shareOf(more), shareOf(less)),
    leastPoints: leastPointsShown(shareOf(less), less.judged, more.judged),
  };
}

/**
 * Of shares of which no difference is shown: of the most severe finding that is not as frequent in all groups, those that are furthest
 * apart; else the first ones. Null where no two groups are compared.
 */
export function unshownPower(
  shares: readonly FindingShares[],
  groups: readonly JudgedShare[],
): SharesPower | null {
  const pairs = shares.flatMap(({ id, shares: all }) =>
    all
      .flatMap((a, i) =>
        all.slice(i + 1).flatMap((b) => {
          const difference = shareDifference(a, b);
          return difference === null
            ? []
            : [{ id, pair: [a, b] as const, apart: Math.abs(difference.share) }];
        }),
      )
      .sort((a, b) => b.apart - a.apart)
      .slice(0, 1),
  );
  const chosen = pairs.find(({ apart }) => apart > 0) ?? pairs[0];
  if (chosen !== undefined) return sharesPower(chosen.id, chosen.pair, false);
  const [a, b] = groups.filter(({ judged }) => judged >= LEAST_RUNS);
  return shares.length > 0 || a === undefined || b === undefined ? null : sharesPower(null, [a, b], false);
}

const wholePercent = (share: number): string => `${Math.round(share * 100)} %`;
const AT = `with a power of ${wholePercent(POWER)} (95 % intervals, two-sided α of 5 %)`;

/** One sentence; without what the runs that are there show where they show the difference. */
export function powerSentence({ id, shares, isShown, runsPerGroup, leastPoints }: SharesPower): string {
  const [more, less] = shares;
  const needed = runsPerGroup === null ? `more than ${count(MOST_RUNS)} runs` : plural(runsPerGroup, 'run');
  const of = (share: JudgedShare): string =>
    `${count(share.hits)} of ${count(share.judged)} of ${share.group}`;
  const base = wholePercent(shareOf(less));
  const runs = `${count(more.judged)} and ${plural(less.judged, 'run')}`;
  const shown =
    leastPoints === null
      ? `${runs} show no difference from ${base}`
      : `${runs} show a difference from ${base} where it is ${plural(leastPoints, 'point')} or more`;
  const title = shortTitle(titleOfRule(id ?? ''));
  return shareOf(more) === shareOf(less)
    ? `How many runs would tell: ${shown}, ${AT}.`
    : `How many runs would tell: ${title}, ${of(more)} and ${of(less)}: were the true shares these, ${needed} per group would show the difference ${AT}${isShown ? '' : `; ${shown}`}.`;
}

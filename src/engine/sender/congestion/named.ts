/**
 * Which candidates are named as the controller of a trace: those of the family that follows the window best, and of each family
 * that the trace does not distinguish from it. A wrong name misleads more than two that stand side by side.
 *
 * Two families are distinguished where one follows the window better by ten points, and either their reductions differ, or the growth
 * between them shows which it is. A window that stays where its epoch began shows no growth: an application or a cap of the
 * stack holds it, and NewReno's line is near it by nature where CUBIC's curve rises. So NewReno with β 0.7, whose reductions are
 * CUBIC's, stands alone only where the window rose along that line.
 *
 * Not here: the scores (scorer.ts), where two candidates differ (candidate-pairs.ts).
 */
import type { CandidatePairs } from './candidate-pairs';
import { type CandidateId, type Family, findCandidate } from './candidates';
import type { CandidateFit } from './model-report';

/** Scores this close to the best are equal: which packets an ACK acknowledges is known only approximately … */
const TIE = 0.01;
/** … and so are those apart by at most this many times what the best itself leaves unexplained, or half its score. */
const TIED_BY_LACK = 3;
/** Number of times that the log may grow where a candidate cannot: an ACK's packets are known only approximately. */
const REFUTED_BY_CHANCE = 2;
/**
 * A family whose best score lies less than this below the best of all is not distinguished from it: quic-go's Reno follows a CUBIC
 * that counts idle time better by 0.009, and a CUBIC whose window was held for some round trips NewReno's line by 0.06 (noq).
 */
const LEAD = 0.1;

const isLinear = (family: Family): boolean => family.startsWith('newreno');

/**
 * @param candidates best score first, one at least.
 * @returns the named, best score first; null where no reduction was compared and the candidates do not fit alike: growth alone names
 * none.
 */
export function namedAmong(
  candidates: readonly CandidateFit[],
  apart: CandidatePairs,
): readonly CandidateId[] | null {
  const [top] = candidates;
  const named = new Set<CandidateId>();
  for (const members of familiesOf(candidates)) {
    if (top.reductions === 0 && !isNear(top, members[0])) return null;
    const possible = members.filter((one) => !isDistinguished(top, one, apart));
    for (const id of bestOf(possible, apart)) named.add(id);
  }
  return candidates.flatMap(({ id }) => (named.has(id) ? [id] : []));
}

/** The candidates by family, in the order that they have. */
function familiesOf(candidates: readonly CandidateFit[]): readonly (readonly CandidateFit[])[] {
  const families = new Map<Family, CandidateFit[]>();
  for (const candidate of candidates) {
    const { family } = findCandidate(candidate.id);
    const members = families.get(family);
    if (members === undefined) families.set(family, [candidate]);
    else members.push(candidate);
  }
  return [...families.values()];
}

const isNear = (top: CandidateFit, other: CandidateFit): boolean => other.fit > top.fit - LEAD;

/** Whether the trace shows that it follows `top`, and not a candidate of another family. */
function isDistinguished(top: CandidateFit, other: CandidateFit, apart: CandidatePairs): boolean {
  const { family } = findCandidate(top.id);
  if (findCandidate(other.id).family === family || isNear(top, other)) return false;
  if (other.reductionScore <= top.reductionScore - LEAD) return true;
  return apart.rulesOut(top.id, other.id) && (!isLinear(family) || apart.growsAs(top.id, other.id));
}

/**
 * Of one family: members that score about as well as the best, except those that are refuted more often than the least refuted, and
 * those that another of the rest rules out where the two differ.
 */
function bestOf(members: readonly CandidateFit[], apart: CandidatePairs): readonly CandidateId[] {
  const top = members[0]?.fit ?? Number.NaN;
  const leastTied = top - Math.max(TIE, Math.min(TIED_BY_LACK * (1 - top), top / 2));
  const tied = members.filter(({ fit }) => fit >= leastTied);
  const least = Math.min(...tied.map(({ refuted }) => refuted));
  const possible = tied.filter(({ refuted }) => refuted <= least + REFUTED_BY_CHANCE);
  return possible
    .filter(({ id }) => !possible.some((other) => apart.rulesOut(other.id, id)))
    .map(({ id }) => id);
}

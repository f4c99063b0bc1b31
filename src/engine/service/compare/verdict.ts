/**
 * The verdict of a comparison: which of two traces delivered faster, what the window of each did after the last loss, and
 * whether both saw the same loss. By rule, with the figures; where the two cannot be compared it says so instead.
 */
import { amount, bytes, count, duration, instant, plural } from '../../base/text/figures';
import { isFailedConnection } from '../../base/text/severities';
import type { AfterLoss } from '../../reading/contract/outline';
import type { TraceSummary } from '../../reading/contract/snapshot';
import { areOtherTransfers, transferred, whyIncomparable } from './comparable';
import type { ComparedTrace } from './compared-trace';
import { isCut } from './damage';
import { lostBetweenWords, noMatchWords, type Related, relatedBy } from './ends';
import { isMatched, type MatchedPackets, type NoMatch } from './packet-match';
import { relationWords } from './relation';
import { isReceiver } from './roles';
import { idleRuleOf, idleRuleWords } from './settings';

/**
 * `same`: both finished, within 1 % of the longer. `neither`: neither did. `unknown`: what one did is not known, or the one that
 * finished first delivered less.
 */
export type Faster = 'a' | 'b' | 'same' | 'neither' | 'unknown';

export interface ComparisonVerdict {
  readonly faster: Faster;
  /** One or two sentences, before them one on connections that failed. */
  readonly sentences: readonly string[];
  /** Why the two, or some figures of them, cannot be compared; empty where they can. */
  readonly incomparable: readonly string[];
}

/** Completion times closer than this share of the longer are the same. */
const SAME_COMPLETION = 0.01;
/** Growth of the window is reported where one took so many times the round trips of the other. */
const SLOWER_GROWTH = 3;
/** Fewer round trips until the window doubled are no slow growth: congestion avoidance may take as many. */
const SLOW_GROWTH = 10;
/** A window that never exceeds this multiple of its smallest value is flat. */
const FLAT = 1.05;
/** Numbers of lost packets that are as close as this are the same loss. */
const SAME_LOSS = 1.1;

/** @param related what the two are of one another. */
export function verdictOf(
  a: ComparedTrace,
  b: ComparedTrace,
  { relation, match, isContradicted }: Related = relatedBy(a, b),
): ComparisonVerdict {
  const incomparable = [
    ...(isContradicted
      ? [
          `${a.name} and ${b.name} name one connection, but ${noMatchWords('backwards')}: they are compared as two.`,
        ]
      : []),
    ...whyIncomparable(a, b),
  ];
  const faster = fasterOf(a, b);
  const related = relationWords(a, b, relation);
  if (related !== null) {
    const between = match === null ? null : betweenWords(a, b, match);
    return {
      faster,
      sentences: [related, ...(between === null ? [] : [between])].map(sentenceOf),
      incomparable,
    };
  }
  const areSenders = ![a, b].some(isReceiver);
  const growth = areSenders ? growthWords(a, b) : null;
  const first = [growth, fasterWords(a, b, faster)].filter((words) => words !== null).join('; ');
  const second = (areSenders ? [lossWords(a, b), idleWords(a, b)] : [])
    .filter((words) => words !== null)
    .join('; ');
  const failed = [a, b].map(failedWords).filter((words) => words !== null);
  const sentences = [failed.join('; '), first, second].filter((words) => words !== '').map(sentenceOf);
  return { faster, sentences, incomparable };
}

/** `A failed: The peer is gone, nothing received any more`: a critical end is what comes first of a trace. */
function failedWords({ name, findings: [worst] }: ComparedTrace): string | null {
  if (worst === undefined || !isFailedConnection(worst)) return null;
  return `${name} failed: ${[worst.title, worst.label].filter((words) => words !== undefined).join(', ')}`;
}

function betweenWords(a: ComparedTrace, b: ComparedTrace, match: MatchedPackets | NoMatch): string {
  return isMatched(match) ? lostBetweenWords(match, a.name, b.name) : noMatchWords(match);
}

/** A name stays in its case, other words begin a sentence. */
function sentenceOf(words: string): string {
  const isWord = /^(after|both|neither|no|its|too|packets) /.test(words);
  return `${isWord ? words.charAt(0).toUpperCase() + words.slice(1) : words}.`;
}

function completionUs({ outline: { completedUs, landmarks } }: ComparedTrace): number {
  return completedUs - landmarks.startUs;
}

function fasterOf(a: ComparedTrace, b: ComparedTrace): Faster {
  const [atA, atB] = [completionUs(a), completionUs(b)];
  const doneA = a.outline.outcome === 'finished';
  const doneB = b.outline.outcome === 'finished';
  if (doneA && doneB) {
    if (areOtherTransfers(a, b) && transferred(a) < transferred(b) === atA < atB) return 'unknown';
    if (Math.abs(atA - atB) <= SAME_COMPLETION * Math.max(atA, atB)) return 'same';
    return atA < atB ? 'a' : 'b';
  }
  if (a.outline.outcome === 'unknown' || b.outline.outcome === 'unknown') return 'unknown';
  if (!doneA && !doneB) return [a, b].some(isCutOff) ? 'unknown' : 'neither';
  const [done, other] = doneA ? [a, b] : [b, a];
  if (endsBefore(other, done)) return 'unknown';
  return doneA ? 'a' : 'b';
}

/** Its log is cut before its connection ended: what came after that is not known. */
function isCutOff({ outline, damages }: ComparedTrace): boolean {
  return outline.outcome === 'open' && isCut({ damages });
}

/** A log that ends before the other trace had finished does not tell which would have been first. */
function endsBefore({ outline, summary }: ComparedTrace, done: ComparedTrace): boolean {
  return outline.outcome === 'open' && summary.durationUs < completionUs(done);
}

function fasterWords(a: ComparedTrace, b: ComparedTrace, faster: Faster): string | null {
  const [atA, atB] = [completionUs(a), completionUs(b)];
  if (areOtherTransfers(a, b)) {
    const [first, second] = atA <= atB ? [a, b] : [b, a];
    return `${first.name} finished its ${amount(transferred(first))} after ${duration(completionUs(first))}, ${second.name} its ${amount(transferred(second))} after ${duration(completionUs(second))}`;
  }
  switch (faster) {
    case 'unknown':
      return unknownWords(a, b);
    case 'neither':
      return `neither finished (${a.name} in ${duration(a.summary.durationUs)}, ${b.name} in ${duration(b.summary.durationUs)})`;
    case 'same':
      return `both finished within 1 % of one another, after ${duration(atA)} and ${duration(atB)}`;
    default: {
      const [first, second] = faster === 'a' ? [a, b] : [b, a];
      const at = duration(completionUs(first));
      const lasted = duration(second.summary.durationUs);
      if (second.outline.outcome === 'failed' && second.summary.durationUs < completionUs(first))
        return `${first.name} finished after ${at}, ${second.name} ended without that after ${lasted}`;
      if (second.outline.outcome !== 'finished')
        return `${first.name} finished after ${at}, ${second.name} not in ${lasted}${isCutOff(second) ? ', where its log is cut' : ''}`;
      return `${first.name} finished after ${at}, ${second.name} after ${duration(completionUs(second))}`;
    }
  }
}

/** Why it is not known which was faster, where one of the two finished. */
function unknownWords(a: ComparedTrace, b: ComparedTrace): string | null {
  const done = [a, b].find(({ outline }) => outline.outcome === 'finished');
  const other = done === a ? b : a;
  if (done === undefined || !endsBefore(other, done)) return null;
  const ends = isCutOff(other) ? 'is cut' : 'ends';
  return `${done.name} finished after ${duration(completionUs(done))}, the log of ${other.name} ${ends} before that, after ${duration(other.summary.durationUs)}: which is faster is not known`;
}

/**
 * What the window of each did after the last loss, where one was much slower to grow: one need not grow whose window is
 * as large as its initial one, as that which the other has doubled, and as half of what the other has for half of the time.
 */
function growthWords(a: ComparedTrace, b: ComparedTrace): string | null {
  const [afterA, afterB] = [a.outline.afterLastLoss, b.outline.afterLastLoss];
  if (afterA === null || afterB === null) return null;
  const [slow, fast, slowAfter, fastAfter] =
    afterA.roundTrips >= afterB.roundTrips ? [a, b, afterA, afterB] : [b, a, afterB, afterA];
  const hasGrown = !Number.isNaN(fastAfter.doubledUs);
  const slowTrips = slowAfter.roundTrips;
  if (!hasGrown || slowTrips < SLOW_GROWTH || slowTrips < SLOWER_GROWTH * fastAfter.roundTrips) return null;
  const enough = [2 * fastAfter.cwndBytes, slow.outline.initialCwndBytes, fast.outline.medianCwndBytes / 2];
  if (slowAfter.cwndBytes >= Math.max(...enough.map((size) => size || 0))) return null;
  const at = `at ${instant(afterA.lastLossUs)} and ${instant(afterB.lastLossUs)}`;
  return `after the last loss (${at}) ${fast.name} doubles its window within ${plural(fastAfter.roundTrips, 'round trip')}; ${slow.name} ${slowWords(slowAfter)}`;
}

function slowWords({ cwndBytes, highestCwndBytes, roundTrips, doubledUs }: AfterLoss): string {
  const isOpen = Number.isNaN(doubledUs);
  if (highestCwndBytes <= FLAT * cwndBytes)
    return `stays at ${bytes(cwndBytes)} for ${count(roundTrips)}${isOpen ? ', to the end of its log' : ''}`;
  return isOpen
    ? `has not doubled its ${bytes(cwndBytes)} after ${count(roundTrips)}, at the end of its log`
    : `needs ${count(roundTrips)} to double its ${bytes(cwndBytes)}`;
}

function lossWords(a: ComparedTrace, b: ComparedTrace): string | null {
  const [one, other] = [a.summary, b.summary];
  if (!one.lossesKnown || !other.lossesKnown) return null;
  const [lostA, lostB] = [one.packetsLost, other.packetsLost];
  if (lostA === 0 && lostB === 0) return 'neither shows a lost packet';
  const [inferredA, inferredB] = [one, other].map(inferredWords) as [string, string];
  if (Math.max(lostA, lostB) > SAME_LOSS * Math.min(lostA, lostB))
    return `${a.name} declared ${plural(lostA, 'packet')} lost${inferredA}, ${b.name} ${count(lostB)}${inferredB}`;
  return isSameLoss(a, b)
    ? `both saw the same loss (${count(lostA)} and ${plural(lostB, 'packet')})`
    : `both declared about as many packets lost (${count(lostA)}${inferredA} and ${count(lostB)}${inferredB})`;
}

function inferredWords({ lossMethod, packetsLost }: TraceSummary): string {
  return packetsLost === 0 || lossMethod === 'logged' || lossMethod === 'counted' ? '' : ' (inferred)';
}

/** Dropped by the same for the most part, and from the same time to the same time, within a round trip of the longer path. */
function isSameLoss(a: ComparedTrace, b: ComparedTrace): boolean {
  const kind = mainKind(a.summary);
  if (kind === null || kind !== mainKind(b.summary)) return false;
  const [one, other] = [a.outline, b.outline];
  const withinUs = Math.max(one.medianRttUs, other.medianRttUs);
  return (['firstLossUs', 'lastLossUs'] as const).every((at) => {
    const [atA, atB] = [one, other].map(({ landmarks }) => landmarks[at] - landmarks.startUs) as [
      number,
      number,
    ];
    return Math.abs(atA - atB) <= withinUs;
  });
}

/** What dropped most of the lost packets; null where that is not known, or they may not have been lost. */
function mainKind({ lossKinds, packetsLost }: TraceSummary): string | null {
  const kinds = Object.entries(lossKinds?.counts ?? {}).filter(([kind]) => kind !== 'unknown');
  const [kind, lost] = kinds.reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0]);
  return lost > packetsLost / 2 ? kind : null;
}

/** The rule for idle time of two CUBIC senders, where it differs. */
function idleWords(a: ComparedTrace, b: ComparedTrace): string | null {
  const [ruleA, ruleB] = [idleRuleOf(a), idleRuleOf(b)];
  if (ruleA === null || ruleB === null || ruleA === ruleB) return null;
  return `${a.name}: ${idleRuleWords(ruleA)}, ${b.name}: ${idleRuleWords(ruleB)}`;
}

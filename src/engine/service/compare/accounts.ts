/**
 * Two accounts of time against one another: what held each sender for how long, and what that cost (docs/account.md). Held parts add up
 * to the span of a transfer, so that their differences add up to that of the spans.
 */
import { CAUSE_NAMES, HOLDER_NAMES } from '../../base/text/account-names';
import { amount, duration, percent } from '../../base/text/figures';
import type { Account } from '../../findings/account/account';
import type { AccountPart } from '../../findings/account/parts';
import { longestFlat } from '../../findings/finding/does-not-grow';
import type { TraceSummary } from '../../reading/contract/snapshot';
import { heldKey } from '../../reading/contract/stretches';
import { areOtherAmounts, arrivedBytes } from './comparable';
import type { ComparedTrace } from './compared-trace';
import { isCut } from './damage';
import type { Relation } from './relation';
import { isReceiver } from './roles';

/** A value of each trace, µs. */
export type Both = readonly [a: number, b: number];

/** A part that one of the two has at least. */
export interface PartDifference extends Pick<AccountPart, 'holder' | 'cause'> {
  /** 0 where it did not hold. */
  readonly heldUs: Both;
  /** NaN where the rate of the path is not known. */
  readonly lostUs: Both;
  readonly lostIsAtLeast: readonly [a: boolean, b: boolean];
}

export interface AccountDifference {
  /** Of both. */
  readonly side: TraceSummary['side'];
  /** Spans of the transfers, sums of the held parts. */
  readonly spanUs: Both;
  /** The largest difference of the time held first. */
  readonly parts: readonly PartDifference[];
  readonly sentence: string;
}

/** Spans closer than this share of the longer are the same, as completion times are. */
const SAME = 0.01;
/** A part is named whose difference is this share of that of the spans; of spans that are the same, of a span. */
const NAMED = 0.2;
const NAMED_OF_SPAN = 0.05;
/** So many of a direction. */
const MOST_NAMED = 2;

/** @returns null of logs of one connection, of a sender and a receiver, and where one has no account. */
export function accountDifference(
  a: ComparedTrace,
  b: ComparedTrace,
  relation: Relation,
): AccountDifference | null {
  const [one, other] = [a.summary.account, b.summary.account];
  if (one === undefined || other === undefined || one.main === null || other.main === null) return null;
  if (relation === 'same-trace' || relation === 'both-ends' || relation === 'same-end') return null;
  if (isReceiver(a) !== isReceiver(b)) return null;
  const spanUs: Both = [one.endUs - one.startUs, other.endUs - other.startUs];
  const parts = differencesOf(one, other);
  const difference = { side: a.summary.side, spanUs, parts };
  const areAlike = !areOtherAmounts(a, b, arrivedBytes) && !isCut(a) && !isCut(b);
  const words = areAlike ? timesWords(a, b, difference) : sharesWords(a, b, difference);
  return { ...difference, sentence: `${words}.` };
}

const deltaOf = ([a, b]: Both): number => b - a;

function differencesOf(a: Account, b: Account): readonly PartDifference[] {
  const keys = new Map([...a.parts, ...b.parts].map((part) => [heldKey(part), part]));
  return [...keys]
    .map(([key, { holder, cause }]): PartDifference => {
      const [one, other] = [a, b].map((account) => {
        const part = account.parts.find((each) => heldKey(each) === key);
        const lostUs = account.neededUs === null ? Number.NaN : (part?.lostUs ?? 0);
        return { heldUs: part?.heldUs ?? 0, lostUs, isAtLeast: part?.lostIsAtLeast ?? false };
      });
      return {
        holder,
        cause,
        heldUs: [one.heldUs, other.heldUs],
        lostUs: [one.lostUs, other.lostUs],
        lostIsAtLeast: [one.isAtLeast, other.isAtLeast],
      };
    })
    .sort((x, y) => Math.abs(deltaOf(y.heldUs)) - Math.abs(deltaOf(x.heldUs)));
}

/** `congestion window (it does not grow: death spiral)` */
function partWords({ holder, cause, heldUs }: PartDifference, a: ComparedTrace, b: ComparedTrace): string {
  const why = cause === null ? '' : CAUSE_NAMES[cause];
  if (why === '') return HOLDER_NAMES[holder];
  const longer = heldUs[0] > heldUs[1] ? a : b;
  const flat = cause === 'doesNotGrow' ? longestFlat(longer.findings) : null;
  return `${HOLDER_NAMES[holder]} (${why}${flat === null ? '' : `: ${flat.toLowerCase()}`})`;
}

type Difference = Omit<AccountDifference, 'sentence'>;

/** Both moved as much: `b is 5.10 s faster: 4.90 s less in congestion window (it does not grow: death spiral)`. */
function timesWords(a: ComparedTrace, b: ComparedTrace, { spanUs, parts }: Difference): string {
  const delta = deltaOf(spanUs);
  const longestUs = Math.max(...spanUs);
  const isSame = Math.abs(delta) <= SAME * longestUs;
  const leastUs = isSame ? NAMED_OF_SPAN * longestUs : NAMED * Math.abs(delta);
  const named = (sign: number, word: string): readonly string[] =>
    parts
      .filter(({ heldUs }) => sign * deltaOf(heldUs) >= leastUs)
      .slice(0, MOST_NAMED)
      .map((part) => `${duration(Math.abs(deltaOf(part.heldUs)))} ${word} in ${partWords(part, a, b)}`);
  const [less, more] = [named(-1, 'less'), named(1, 'more')];
  const why = (delta > 0 ? [...more, ...less] : [...less, ...more]).join(', ');
  if (!isSame)
    return `${b.name} is ${duration(Math.abs(delta))} ${delta < 0 ? 'faster' : 'slower'}: ${why === '' ? 'of no part of its time much' : why}`;
  return `Both took as long, ${duration(spanUs[0])} and ${duration(spanUs[1])}${why === '' ? '' : `: ${b.name} ${why}`}`;
}

/** Other amounts need other times: shares of each time are compared. */
function sharesWords(a: ComparedTrace, b: ComparedTrace, { spanUs, parts }: Difference): string {
  const [movedA, movedB] = [a, b].map((trace, i) => {
    const bytes = arrivedBytes(trace);
    return `${trace.name} took ${duration(spanUs[i])}${bytes > 0 ? ` for ${amount(bytes)}` : ''}`;
  });
  const shares = ({ heldUs }: PartDifference): Both => [heldUs[0] / spanUs[0], heldUs[1] / spanUs[1]];
  const apart = (part: PartDifference): number => Math.abs(deltaOf(shares(part)));
  const named = [...parts]
    .sort((x, y) => apart(y) - apart(x))
    .filter((part) => apart(part) >= NAMED_OF_SPAN)
    .slice(0, MOST_NAMED)
    .map((part) => {
      const [shareA, shareB] = shares(part);
      return `${partWords(part, a, b)} ${percent(shareA)} and ${percent(shareB)} of these`;
    });
  return `${movedA}, ${movedB}: ${named.length === 0 ? 'the same held both, in like shares' : named.join(', ')}`;
}

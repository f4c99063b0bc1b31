/** The account of time as rows: each part of it with the words and figures that a list of them shows. */
import { heldByWords } from '../../../engine/base/text/account-names';
import { duration, leastDuration, percent } from '../../../engine/base/text/figures';
import type { Account } from '../../../engine/findings/account/account';
import type { AccountPart } from '../../../engine/findings/account/parts';
import type { Snapshot, TraceSummary } from '../../../engine/reading/contract/snapshot';

export interface AccountRow {
  readonly part: AccountPart;
  /** Holder and cause. */
  readonly heldBy: string;
  /** Of the span of the transfer, `95.2 %`. */
  readonly share: string;
  /** `≥ 1.09 s`; empty where the rate of the path is not known, and where nothing is lost. */
  readonly lost: string;
  /** The longest time without a break. */
  readonly longest: string;
  /** It held, or lost, so much that it is named at a glance. */
  readonly isLarge: boolean;
}

/** Smaller shares of the span are named on demand. */
const LARGE = 0.01;
/** What is less would be written as 0.0 %. */
const LEAST_WRITTEN = 0.0005;
/** Shorter times lost are what sums of floating-point numbers leave. */
const LEAST_US = 1;

/** `congestion window (random loss)`, within a sentence that has a colon of its own. */
export const heldInBrackets = (part: Pick<AccountPart, 'holder' | 'cause'>): string =>
  heldByWords(part).replace(/: (.*)$/, ' ($1)');

/** What held it, in a sentence; why a digest does not say it; empty where nothing is known. */
export function accountSentence({ summary, digest }: Pick<Snapshot, 'summary' | 'digest'>): string {
  return summary.account?.sentence ?? (digest?.holdsAccount === false ? NO_ACCOUNT : '');
}

/** Of a digest, or a row of a fleet, that was made before there were accounts. */
export const NO_ACCOUNT = 'made by an older version: no account';

/** What stands before its parts, within a sentence and at its beginning: they held a sender; a receiver saw them. */
export const partsHeading = (side: TraceSummary['side']) => HEADINGS[side === 'receiver' ? side : 'sender'];
const HEADINGS = {
  sender: { within: 'held by', first: 'Held by' },
  receiver: { within: 'receiver saw', first: 'Receiver saw' },
} as const;

/** Its parts, in their order: what lost most, then what held longest. */
export function accountRows({
  parts,
  startUs,
  endUs,
}: Pick<Account, 'parts' | 'startUs' | 'endUs'>): readonly AccountRow[] {
  return parts.map((part) => rowOf(part, endUs - startUs));
}

function rowOf(part: AccountPart, spanUs: number): AccountRow {
  const { heldUs, lostIsAtLeast, longestUs } = part;
  const lostUs = part.lostUs ?? 0;
  const share = heldUs / spanUs;
  return {
    part,
    heldBy: heldByWords(part),
    share: share < LEAST_WRITTEN ? '< 0.1 %' : percent(share),
    lost: lostUs < LEAST_US ? '' : leastDuration(lostUs, lostIsAtLeast),
    longest: duration(longestUs),
    isLarge: Math.max(heldUs, lostUs) >= LARGE * spanUs,
  };
}

/**
 * The account in one sentence: what it was, how much, how long, what held it, why, and what that cost. One holder with one cause; a
 * second one only where it stands for more than a fifth.
 */

import { ASKS_NOTHING, CAUSE_NAMES, type Cause } from '../../base/text/account-names';
import { bitRate } from '../../base/text/bit-rate';
import { amount, duration, percent, plural } from '../../base/text/figures';
import type { Responses } from '../partition/stream-ends';
import { type AccountPart, familyOf } from './parts';

/** Times are µs. */
export interface SentenceFacts {
  readonly spanUs: number;
  /** Payload acknowledged for the first time, bytes. */
  readonly goodputBytes: number;
  readonly parts: readonly AccountPart[];
  readonly main: AccountPart;
  /** Median window while the main part held, bytes; NaN where none is logged. */
  readonly windowBytes: number;
  /** Share of the packets lost that are of the main cause's kind, 0 to 1; NaN where none is. */
  readonly lossShare: number;
  /** Streams that the client opened and this side ended; how long the slowest took since its first frame, µs; 0 for none. */
  readonly responses: Responses;
  /** The finding that proves that the window does not grow; null for none. */
  readonly flat: string | null;
  /** What the path carries, bytes per µs; NaN where nothing is known of it. */
  readonly rate: number;
  readonly isRateProved: boolean;
  /** The lowest and the highest rate at which it was full for long, bytes per µs. */
  readonly fullRates: readonly [least: number, most: number];
  readonly healthy: boolean;
  readonly isClockJumping: boolean;
  /** The handshake did not complete. */
  readonly isFailed: boolean;
}

const T = {
  /** A second part is named from this share of the span on. */
  second: 0.2,
  /** A loss of time below this share of the span is not worth its words. */
  lost: 0.05,
  /** What the path carries is named from this multiple of what was delivered on. */
  more: 1.5,
  /** Of all time that a holder held, more than this share of the span has another cause: both shares are said. */
  otherCause: 0.02,
  /** Rates further apart are two. */
  rates: 1.1,
  /** A figure with its unit is one. */
  words: 30,
} as const;

/** What a sentence is made of; empty where it says nothing of that. */
interface Clauses {
  readonly what: string;
  slowest: string;
  readonly held: string;
  pathRate: string;
  readonly lost: string;
  second: string;
}
/** What is left out, in this order, while a sentence has too many words. */
const OPTIONAL = ['pathRate', 'slowest', 'second'] as const;

/** `10.0 MB in 8.70 s: the window held the sender 94.0 % of the time; random loss …`, in at most 30 words. */
export function sentenceOf(facts: SentenceFacts): string {
  const { isFailed, healthy, main, spanUs } = facts;
  const what = transferWords(facts);
  if (isFailed) return `${what}: the handshake did not complete.`;
  const slowest = slowestWords(facts);
  if (healthy)
    return shortened({ what, slowest, held: healthyWords(facts), pathRate: '', lost: '', second: '' });
  const second = secondOf(facts);
  return shortened({
    what,
    slowest,
    held: heldWords(main, facts),
    pathRate: second === null ? pathRateWords(facts) : '',
    lost: lostWords(main, facts),
    second: second === null ? '' : `besides, ${secondWords(second, spanUs)}`,
  });
}

function shortened(clauses: Clauses): string {
  const made = { ...clauses };
  for (const name of OPTIONAL) if (wordCount(textOf(made)) > T.words) made[name] = '';
  return textOf(made);
}

const textOf = ({ what, slowest, held, pathRate, lost, second }: Clauses): string =>
  `${what}${slowest}: ${[held, pathRate, lost, second].filter((words) => words !== '').join('; ')}.`;

/** Words of a sentence, a figure with its unit being one. */
export const wordCount = (text: string): number =>
  text.replaceAll(/(\d) (%|[kMG]?B|[mµ]?s|[kMG]?bit\/s)(?=\W|$)/g, '$1').split(' ').length;

/** `100 responses, 3.1 MB in 15.4 s` */
function transferWords({ goodputBytes, spanUs, responses: { count } }: SentenceFacts): string {
  if (!(goodputBytes > 0)) return `Nothing in ${duration(spanUs)}`;
  return `${count > 1 ? `${plural(count, 'response')}, ` : ''}${amount(goodputBytes)} in ${duration(spanUs)}`;
}

const slowestWords = ({ responses: { count, slowestUs } }: SentenceFacts): string =>
  count > 1 && slowestUs > 0 ? `, the slowest ${duration(slowestUs)}` : '';

const shareOf = ({ heldUs }: AccountPart, spanUs: number): string => percent(heldUs / spanUs);

/** `the window held the sender 95.2 % of the time; for 57.9 % its estimate …`: with the share of its cause where that is less. */
function causedWords(who: string, main: AccountPart, { parts, spanUs }: SentenceFacts, why: string): string {
  const all = parts.filter(({ holder }) => holder === main.holder);
  const heldUs = all.reduce((sum, part) => sum + part.heldUs, 0);
  const ofCause = heldUs - main.heldUs > T.otherCause * spanUs ? `for ${shareOf(main, spanUs)} ` : '';
  return `${who} held the sender ${percent(heldUs / spanUs)} of the time; ${ofCause}${why}`;
}

/** `the path is full at 5.0 to 20.0 Mbit/s` */
function fullWords({ rate, fullRates: [least, most] }: SentenceFacts): string {
  if (!(most > T.rates * least)) return `the path is full at ${bitRate(rate * 1e6)}`;
  const [lowest, highest] = [bitRate(least * 1e6), bitRate(most * 1e6)];
  const [, unit = ''] = highest.split(' ');
  return `the path is full at ${lowest.replace(` ${unit}`, '')} to ${highest}`;
}

function heldWords(main: AccountPart, facts: SentenceFacts): string {
  const { holder, cause, heldUs, longestUs } = main;
  const share = shareOf(main, facts.spanUs);
  if (cause === 'fullPath') return `${fullWords(facts)} ${share} of the time`;
  switch (holder) {
    case 'window':
      return causedWords('the window', main, facts, windowWords(cause, facts));
    case 'pacing':
      return causedWords('the pacing rate', main, facts, windowWords(cause, facts));
    case 'credit':
      return causedWords('flow control', main, facts, CAUSE_NAMES[cause ?? 'windowTooSmall']);
    case 'application':
      return `the application ${cause === 'certain' ? 'had' : 'seems to have had'} nothing to send ${share} of the time`;
    case 'nextRequest':
      return `the sender waited for the next request ${share} of the time`;
    case 'handshake':
      return `the handshake and the wait for a request took ${duration(heldUs)}`;
    case 'lossDetection': {
      const stalledUs = facts.parts.find((part) => part.holder === 'pathStalled')?.heldUs ?? 0;
      if (stalledUs > T.second * heldUs)
        return `nothing came through for ${duration(stalledUs)}, and probes that back off (loss detection) took ${duration(heldUs)} more`;
      return `overdue ACKs (loss detection) took ${inAll(heldUs, longestUs)}`;
    }
    case 'pathStalled':
      return `nothing came through for ${duration(heldUs)}, by path or receiver`;
    case 'hostStopped':
      return `this host stopped for ${inAll(heldUs, longestUs)}`;
    case 'inTransit':
      return `what was sent last was in transit ${share} of the time`;
    case 'sender':
      return `the sender held it ${share} of the time (window not logged)`;
    default:
      return `what held it for ${share} of the time the log does not show${facts.isClockJumping ? ': its clock jumps' : ''}`;
  }
}

/** `1.20 s, at most 400 ms at a time` */
export function inAll(heldUs: number, longestUs: number): string {
  return longestUs < heldUs
    ? `${duration(heldUs)}, at most ${duration(longestUs)} at a time`
    : duration(heldUs);
}

function windowWords(cause: Cause | null, { windowBytes, lossShare, flat }: SentenceFacts): string {
  const near = windowBytes > 0 ? ` holds it near ${amount(windowBytes)}` : ' holds it small';
  const rate = lossShare > 0 ? ` of ${percent(lossShare)}` : '';
  const words: { readonly [cause in Cause]?: string } = {
    startUp: 'nothing has reduced it yet',
    cutQueue: `${CAUSE_NAMES.cutQueue}${rate}${near}`,
    cutPoliced: `${CAUSE_NAMES.cutPoliced}${rate}${near}`,
    cutBurst: `${CAUSE_NAMES.cutBurst}${rate}${near}`,
    cutRandom: `${CAUSE_NAMES.cutRandom}${rate}${near}`,
    cutTooLarge: `${CAUSE_NAMES.cutTooLarge}${rate}${near}`,
    cutMarks: `${CAUSE_NAMES.cutMarks}${near.replace(' holds', ' hold')}`,
    cutSpurious: `${CAUSE_NAMES.cutSpurious}${near.replace(' holds', ' hold')}`,
    cutUnknown: `${CAUSE_NAMES.cutUnknown}${near}`,
    doesNotGrow: `${CAUSE_NAMES.doesNotGrow} beyond ${amount(windowBytes)}${flat === null ? '' : ` (${flat.toLowerCase()})`}`,
    estimateBelow: CAUSE_NAMES.estimateBelow,
    configured: `it is never above ${amount(windowBytes)}, as configured`,
  };
  return words[cause ?? 'unknown'] ?? CAUSE_NAMES.unknown;
}

/** `the path carried at least 31.0 Mbit/s` */
function pathRateWords({ rate, isRateProved, main, goodputBytes, spanUs }: SentenceFacts): string {
  // A path that carries little more than was delivered explains nothing.
  if (!(rate * spanUs > T.more * goodputBytes)) return '';
  const isControl = ['window', 'pacing', 'credit'].includes(main.holder);
  if (!(rate > 0) || !isControl) return '';
  return `the path carries ${isRateProved ? '' : 'at least '}${bitRate(rate * 1e6)}`;
}

function lostWords({ lostUs, lostIsAtLeast }: AccountPart, { spanUs }: SentenceFacts): string {
  if (lostUs === null || lostUs < T.lost * spanUs) return '';
  return `${lostIsAtLeast ? 'at least ' : ''}${duration(lostUs)} lost`;
}

/** The part next to the main one, where it stands for a fifth of the span. */
function secondOf({ parts, main, spanUs }: SentenceFacts): AccountPart | null {
  const isOther = ({ holder, cause }: AccountPart): boolean =>
    familyOf({ holder, cause }) !== familyOf(main) &&
    holder !== main.holder &&
    cause !== 'fullPath' &&
    !['inTransit', 'notKnown'].includes(holder);
  const others = parts.filter(isOther).sort((a, b) => b.heldUs - a.heldUs);
  const [second] = others;
  return second !== undefined && second.heldUs > T.second * spanUs ? second : null;
}

function secondWords({ holder, heldUs }: AccountPart, spanUs: number): string {
  const names: { readonly [holder in AccountPart['holder']]?: string } = {
    window: 'the window',
    pacing: 'the pacing rate',
    credit: 'flow control',
    application: 'the application',
    nextRequest: 'the wait for the next request',
    handshake: 'the handshake',
    lossDetection: 'loss detection',
    hostStopped: 'stops of this host',
    pathStalled: 'a path or receiver that let nothing through',
    inTransit: 'transit',
    sender: 'the sender',
    notKnown: 'what is not known',
  };
  return `${names[holder]} ${percent(heldUs / spanUs)}`;
}

function healthyWords(facts: SentenceFacts): string {
  const { main, isRateProved } = facts;
  if (ASKS_NOTHING.includes(main.holder)) return `${heldWords(main, facts)}; nobody asked for more`;
  if (!isRateProved) return 'nothing held it; how much the path carries does not show';
  return `${main.cause === 'fullPath' ? fullWords(facts) : heldWords(main, facts)}, nothing to gain`;
}

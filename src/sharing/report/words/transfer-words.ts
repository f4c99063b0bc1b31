/**
 * The transfer in words of who waited for it, by the account of time (docs/account.md): what came in how long, what the path would have
 * needed, what that cost in seconds and bytes, and how sure it is. The path would have carried it in the span without the time that is
 * lost to the main answer, or less where more is lost; time in which nobody asked for more is named apart.
 */
import { ASKS_NOTHING } from '../../../engine/base/text/account-names';
import { bitRate } from '../../../engine/base/text/bit-rate';
import { amount, duration, percent, plural } from '../../../engine/base/text/figures';
import { hasFailedHandshake } from '../../../engine/base/text/handshake-words';
import { timeLost } from '../../../engine/base/text/time-lost';
import type { Account } from '../../../engine/findings/account/account';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot, TraceSummary } from '../../../engine/reading/contract/snapshot';
import { accountSentence, heldInBrackets, partsHeading } from './account-words';

type Reported = Pick<Snapshot, 'summary' | 'findings' | 'connections' | 'connection'>;

export type Direction = 'download' | 'upload' | 'transfer';

/** Shares of the span that are worth their words. */
const T = { lost: 0.05, nothingToSend: 0.05, same: 0.02, notKnown: 0.02, proved: 0.5 } as const;
/** A smaller share would be written as 0.0 %. */
const LEAST_WRITTEN = 0.0005;

export function directionOf({ vantagePoint, side }: Pick<TraceSummary, 'vantagePoint' | 'side'>): Direction {
  if (side === 'unknown' || (vantagePoint !== 'client' && vantagePoint !== 'server')) return 'transfer';
  return (vantagePoint === 'server') === (side === 'sender') ? 'download' : 'upload';
}

/** Length of the transfer, µs; of a trace without an account that of the log. */
export const spanOf = ({ account, durationUs }: TraceSummary): number =>
  account === undefined ? durationUs : account.endUs - account.startUs;

/** Of a sender the payload that arrived, of a receiver all that it received, bytes; 0 where that is not known. */
export function payloadBytes({
  summary,
  connections,
  connection,
}: Pick<Snapshot, 'summary' | 'connections' | 'connection'>): number {
  if (summary.side !== 'receiver') return summary.goodputBytes ?? 0;
  return connections.find(({ index }) => index === connection)?.receivedBytes ?? 0;
}

/** What an incident cost: time lost, µs. */
interface Price {
  readonly us: number;
  readonly isAtLeast: boolean;
  /** Title of the finding whose cost it is; null of the transfer. */
  readonly of: string | null;
}

/**
 * The one price of a report: of what it is about the cost of the finding, of the whole transfer what is lost to the main answer, or to all where
 * that lost nothing. Null where it is not known. @param lead what the report is about; null for the whole transfer.
 */
function priceOf({ account }: TraceSummary, lead: Finding | null): Price | null {
  const lost = account === undefined ? null : timeLost(account.parts);
  if (account === undefined || account.main === null || lost === null) return null;
  const { lostUs = null, provedShare = 1 } = lead?.cost ?? {};
  if (lead !== null && lostUs !== null) return { us: lostUs, isAtLeast: provedShare < 1, of: lead.title };
  const { main, healthy } = account;
  const ofMain = { us: main.lostUs ?? 0, isAtLeast: main.lostIsAtLeast };
  return { ...(healthy || ofMain.us < 1 ? lost : ofMain), of: null };
}

/** What held it: the sentence of its account, without one where the price in that is another one than the report's. @param lead as in `priceOf`. */
export function heldOfReport(snapshot: Pick<Snapshot, 'summary' | 'digest'>, lead: Finding | null): string {
  const { account, side } = snapshot.summary;
  const main = account?.main ?? null;
  const lostUs = lead?.cost?.lostUs ?? null;
  if (account === undefined || main === null || lostUs === null) return accountSentence(snapshot);
  if (duration(lostUs) === duration(main.lostUs ?? 0)) return accountSentence(snapshot);
  const share = percent(main.heldUs / (account.endUs - account.startUs));
  return `${partsHeading(side).first} ${heldInBrackets(main)} for ${share} of the time.`;
}

/** Time in which nobody asked for more, µs. */
const nothingToSend = ({ parts }: Account): number =>
  parts.filter(({ holder }) => ASKS_NOTHING.includes(holder)).reduce((sum, { heldUs }) => sum + heldUs, 0);

/** `A download of 1.7 MB took 9.99 s, where the path would have carried it in at most 2.82 s.` */
export function happenedWords(snapshot: Reported, lead: Finding | null = null): string {
  const { summary, findings } = snapshot;
  const { account } = summary;
  const spanUs = spanOf(summary);
  const took = duration(spanUs);
  if (hasFailedHandshake(findings)) return `No connection came about in ${took}.`;
  const bytes = payloadBytes(snapshot);
  const direction = directionOf(summary);
  const article = direction === 'upload' ? 'An' : 'A';
  const { requests = 0 } = summary;
  const count = requests > 1 ? `, ${plural(requests, 'request')},` : '';
  const what =
    bytes > 0
      ? `${article} ${direction} of ${amount(bytes)}${count} took ${took}`
      : `The log covers ${took} of a connection; it does not show what arrived`;
  return account === undefined || !(bytes > 0)
    ? `${what}.`
    : `${what}${neededWords(account, spanUs, summary, lead)}.`;
}

/** What the path would have needed, or that it needed no less; empty where that does not show. */
function neededWords(account: Account, spanUs: number, summary: TraceSummary, lead: Finding | null): string {
  const lost = timeLost(account.parts);
  const nothingToSendUs = nothingToSend(account);
  if (account.main === null || summary.side === 'receiver') return '';
  const priceUs = lead?.cost?.lostUs ?? account.main.lostUs ?? 0;
  const isPaused = nothingToSendUs >= T.nothingToSend * spanUs;
  const paused = isPaused ? `; in ${duration(nothingToSendUs)} of that there was nothing to send` : '';
  if (lost === null || priceUs < T.lost * spanUs)
    return isPaused || !account.healthy ? paused : healthyWords(account);
  const isBound = lost.isAtLeast || lost.us - priceUs > T.same * spanUs;
  const within = `${isBound ? 'at most' : 'about'} ${duration(spanUs - priceUs - (isPaused ? nothingToSendUs : 0))}`;
  return isPaused
    ? `${paused}, and the path would have carried it in ${within} besides`
    : `, where the path would have carried it in ${within}`;
}

function healthyWords({ provedShare, main }: Account): string {
  if (provedShare < T.proved) return '; nothing held it, as far as the log shows';
  return main?.cause === 'fullPath' ? ', and the path was full' : '; the path needed no less for it';
}

/** Seconds and bytes, a sentence each. @param resentBytes data that was sent again; 0 for none. @param lead as in `priceOf`. */
export function lostSentences(
  snapshot: Reported,
  resentBytes: number,
  lead: Finding | null = null,
): readonly string[] {
  const { summary, findings } = snapshot;
  const { account, side, path = [] } = summary;
  const spanUs = spanOf(summary);
  if (hasFailedHandshake(findings))
    return [`The connection: whoever waited had nothing after ${duration(spanUs)}.`];
  const again = resentBytes > 0 ? [`${amount(resentBytes)} of data were sent again.`] : [];
  if (side === 'receiver')
    return ['How much of that time is lost, only the log of the sender shows.', ...again];
  if (account === undefined || account.main === null)
    return ['Not known: the log does not show what held the transfer.', ...again];
  const price = priceOf(summary, lead);
  if (price === null)
    return ['How much of that time is lost is not known: what the path carries does not show.', ...again];
  const { us, isAtLeast, of } = price;
  const least = isAtLeast ? 'at least ' : '';
  const rates = path.map(({ rate }) => rate).filter((rate) => rate > 0);
  const rate = rates.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const isSame = rates.every((one) => one === rate) && path.every(({ proof }) => proof === 'proved');
  const more =
    us >= T.lost * spanUs && Number.isFinite(rate)
      ? ` In that time it could have carried ${isSame && !isAtLeast ? 'about' : 'at least'} ${amount(us * rate)}, at ${bitRate(rate * 1e6)}.`
      : '';
  const none = of === null ? 'None of the' : `To “${of}” none of the`;
  const to = of === null ? '' : ` to “${of}”`;
  const idle =
    us < 1
      ? `${none} ${duration(spanUs)}: the path was never idle${to === '' ? '' : ' for it'} for longer than any sender needs.`
      : `Of ${duration(spanUs)} ${least}${duration(us)} are lost${to}: so long the path stood idle while data waited.`;
  return [`${idle}${more}`, ...again];
}

/** How much of the account is proved; empty where there is none. */
export function accountSureWords({ summary, findings }: Pick<Snapshot, 'summary' | 'findings'>): string {
  const { account, side } = summary;
  if (account === undefined || account.main === null || hasFailedHandshake(findings)) return '';
  if (side === 'receiver')
    return 'It is the log of the receiver: it shows what came, not what held the sender.';
  const lost = timeLost(account.parts);
  const spanUs = account.endUs - account.startUs;
  const openUs = account.parts.find(({ holder }) => holder === 'notKnown')?.heldUs ?? 0;
  const notKnown =
    openUs > T.notKnown * spanUs
      ? ` For ${percent(openUs / spanUs)} of the time what held it is not known.`
      : '';
  if (lost === null)
    return `What the path carries does not show: of the time, shares alone are known.${notKnown}`;
  const isNowhere = account.provedShare < LEAST_WRITTEN;
  const where = isNowhere ? '' : 'elsewhere ';
  const atLeast = lost.isAtLeast ? `: ${where}it may carry more, and more may be lost (“at least”)` : '';
  const share = isNowhere ? 'at no time' : `for ${percent(account.provedShare)} of the time`;
  return `What the path carries is proved ${share}${atLeast}.${notKnown}`;
}

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
import type { Snapshot, TraceSummary } from '../../../engine/reading/contract/snapshot';

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

/** Time in which nobody asked for more, µs. */
const nothingToSend = ({ parts }: Account): number =>
  parts.filter(({ holder }) => ASKS_NOTHING.includes(holder)).reduce((sum, { heldUs }) => sum + heldUs, 0);

/** `A download of 1.7 MB took 9.99 s, where the path would have carried it in at most 2.82 s.` */
export function happenedWords(snapshot: Reported): string {
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
    : `${what}${neededWords(account, spanUs, summary.side)}.`;
}

/** What the path would have needed, or that it needed no less; empty where that does not show. */
function neededWords(account: Account, spanUs: number, side: TraceSummary['side']): string {
  const lost = timeLost(account.parts);
  const nothingToSendUs = nothingToSend(account);
  if (account.main === null || side === 'receiver') return '';
  const mainUs = account.main.lostUs ?? 0;
  const isPaused = nothingToSendUs >= T.nothingToSend * spanUs;
  const paused = isPaused ? `; in ${duration(nothingToSendUs)} of that there was nothing to send` : '';
  if (lost === null || mainUs < T.lost * spanUs)
    return isPaused || !account.healthy ? paused : healthyWords(account);
  const isBound = lost.isAtLeast || lost.us - mainUs > T.same * spanUs;
  const within = `${isBound ? 'at most' : 'about'} ${duration(spanUs - mainUs - (isPaused ? nothingToSendUs : 0))}`;
  return isPaused
    ? `${paused}, and the path would have carried it in ${within} besides`
    : `, where the path would have carried it in ${within}`;
}

function healthyWords({ provedShare, main }: Account): string {
  if (provedShare < T.proved) return '; nothing held it, as far as the log shows';
  return main?.cause === 'fullPath' ? ', and the path was full' : '; the path needed no less for it';
}

/** Seconds and bytes, a sentence each. @param resentBytes data that was sent again; 0 for none. */
export function lostSentences(snapshot: Reported, resentBytes: number): readonly string[] {
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
  const lost = timeLost(account.parts);
  if (lost === null)
    return ['How much of that time is lost is not known: what the path carries does not show.', ...again];
  const { us, isAtLeast } = lost;
  const least = isAtLeast ? 'at least ' : '';
  const rates = path.map(({ rate }) => rate).filter((rate) => rate > 0);
  const rate = rates.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const isSame = rates.every((one) => one === rate) && path.every(({ proof }) => proof === 'proved');
  const more =
    us >= T.lost * spanUs && Number.isFinite(rate)
      ? ` In that time it could have carried ${isSame && !isAtLeast ? 'about' : 'at least'} ${amount(us * rate)}, at ${bitRate(rate * 1e6)}.`
      : '';
  const mainUs = account.main.lostUs ?? 0;
  const all = `${least}${duration(us)}`;
  const idle =
    us < 1
      ? `None of the ${duration(spanUs)}: the path was never idle for longer than any sender needs.`
      : mainUs < 1 || account.healthy || us - mainUs <= T.same * spanUs
        ? `Of ${duration(spanUs)} ${all} are lost: so long the path stood idle while data waited.`
        : `Of ${duration(spanUs)} ${account.main.lostIsAtLeast ? 'at least ' : ''}${duration(mainUs)} are lost to the cause below, ${all} in all: so long the path stood idle while data waited.`;
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

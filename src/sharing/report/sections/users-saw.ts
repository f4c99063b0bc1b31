/**
 * What users saw of a finding, in sentences with figures: how fast data arrived while it held, against before it and
 * against the fastest round trip, how long nothing arrived, and how the connection ended. What
 * is an estimate says so, and so does a figure of another time than the finding's, and what only acknowledgements tell: a sender sees
 * them come late, or not at all, whether the data was lost or they were. Packets are not counted here: which of them a rule counts, its
 * own sentence says, and the trace as a whole its summary.
 */
import { bitRate } from '../../../engine/base/text/bit-rate';
import { count, duration } from '../../../engine/base/text/figures';
import { hasFailedHandshake } from '../../../engine/base/text/handshake-words';
import type { Course, Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot, TraceSummary } from '../../../engine/reading/contract/snapshot';
import { endingFigure, lossFigure } from '../words/summary-words';
import { directionOf, payloadBytes, spanOf } from '../words/transfer-words';

/** Rates that differ by less count as the same. */
const FASTER = 1.25;
/** The fastest round trip is derived from this multiple on: ACKs that come together are no faster path. */
const MUCH_FASTER = 2;
/** A comparison with less time than this before it says nothing, µs. */
const MIN_BEFORE_US = 100_000;
/** Nothing arrived for so long that users notice, µs. */
const NOTICED_US = 500_000;
/** A transfer of which this share of the time is one wait stands still. */
const STANDS_STILL = 0.8;

/** Who noticed, and what: `Whoever waited at the client saw the download from the server`. */
function noticedWords(summary: TraceSummary): string {
  const direction = directionOf(summary);
  if (direction === 'transfer') return 'Whoever waited for the data saw the transfer';
  return direction === 'download'
    ? 'Whoever waited at the client saw the download from the server'
    : 'Whoever waited at the client saw its upload to the server';
}

const rateOf = (bytes: number, us: number): number => (us > 0 ? (bytes / us) * 1e6 : Number.NaN);

/** `, against 4.2 Mbit/s in the 2.04 s before`: only where it was faster. */
function beforeWords({ beforeBytes, beforeUs }: Course, rate: number): string {
  const before = rateOf(beforeBytes, beforeUs);
  if (beforeUs < MIN_BEFORE_US || !(before >= FASTER * rate)) return '';
  return `, against ${bitRate(before)} in the ${duration(beforeUs)} before`;
}

/** Where packets are lost, the path may allow less than it carried once. */
function fastestWords({ highestRate, lostPackets }: Course, rate: number): readonly string[] {
  if (!(rate > 0 && highestRate >= MUCH_FASTER * rate) || lostPackets > 0) return [];
  return [
    `At its fastest, for one round trip at another time, the same connection carried ${bitRate(highestRate)}, ${count(Math.round(highestRate / rate))} times as much.`,
  ];
}

/** Where packets were lost meanwhile: how many in the whole trace, as its summary has it. */
function lostWords({ lostPackets }: Course, summary: TraceSummary): readonly string[] {
  return lostPackets > 0 && summary.lossesKnown ? [`Over the whole trace: ${lossFigure(summary)}.`] : [];
}

/** What is said of times in which nothing arrived: the log of a sender shows what was acknowledged. */
const asFarAs = ({ side }: TraceSummary): string =>
  side === 'sender' ? ', as far as acknowledgements show' : '';

function waitWords({ longestWaitUs }: Course, summary: TraceSummary, lengthUs: number): readonly string[] {
  if (Number.isNaN(longestWaitUs) || lengthUs < NOTICED_US) return [];
  const wait = duration(longestWaitUs);
  if (longestWaitUs >= NOTICED_US)
    return [`For up to ${wait} at a time nothing arrived at all${asFarAs(summary)}.`];
  return [`It was slow, not broken off: the longest wait for data was ${wait}.`];
}

const untilWords = (open: boolean): string => (open ? ', until the log ends' : '');

/** How the transfer ran while the finding held. @param open to the end of the log. */
function ranWords(course: Course, summary: TraceSummary, lengthUs: number, open: boolean): readonly string[] {
  const until = untilWords(open);
  const noticed = noticedWords(summary);
  const { longestWaitUs } = course;
  if (!(lengthUs > 0)) return [`${noticed} disturbed at one moment.`];
  if (longestWaitUs === 0 && course.arrivedBytes === 0)
    return [
      `Nobody waited, as far as the log shows: in these ${duration(lengthUs)} no data was without an answer or credit.`,
    ];
  const held = duration(lengthUs);
  if (longestWaitUs >= STANDS_STILL * lengthUs) {
    const wait = duration(longestWaitUs);
    const still = wait === held ? held : `${wait} of ${held}`;
    const extent = asFarAs(summary);
    const flight = extent !== '' && open ? ': what was in flight then may have arrived' : '';
    return [`${noticed} stand still for ${still}${until}${extent}${flight}.`, ...lostWords(course, summary)];
  }
  const rate = rateOf(course.arrivedBytes, lengthUs);
  return [
    `${noticed} run at ${bitRate(rate)} for ${held}${until}${beforeWords(course, rate)}.`,
    ...lostWords(course, summary),
    ...fastestWords(course, rate),
    ...waitWords(course, summary, lengthUs),
  ];
}

function endWords(summary: TraceSummary): readonly string[] {
  const { ending } = summary;
  if (ending === undefined) return [];
  if (ending.how === 'open') return ['No error is logged: the connection is open when the log ends.'];
  return [`The connection was ${endingFigure(summary)}.`];
}

/**
 * Data may go before the handshake is complete (0-RTT, RFC 9001 §4.6; a server's 1-RTT), and then streams are in the log. Where its
 * packets are those of a handshake alone there was none; of a log without them nothing is said.
 */
function noConnectionWords({ streams = 0, requests = 0, handshake }: TraceSummary): string {
  if (streams + requests > 0)
    return 'Whoever waited got no connection, though data was sent before the handshake was complete.';
  return `Whoever waited got no connection${handshake === undefined ? '' : ': nothing of theirs was sent'}.`;
}

/** Sentences, the most telling first. @param open the finding lasts to the end of the log. */
export function usersSaw(
  finding: Finding,
  { summary, findings }: Pick<Snapshot, 'summary' | 'findings'>,
  open: boolean,
): readonly string[] {
  if (hasFailedHandshake(findings)) return [noConnectionWords(summary), ...endWords(summary)];
  const { course, startUs, endUs } = finding;
  const lengthUs = endUs - startUs;
  const unknown = `${noticedWords(summary)} disturbed for ${duration(lengthUs)}${untilWords(open)}; the trace does not show how much arrived.`;
  const ran =
    course === undefined || Number.isNaN(course.arrivedBytes)
      ? [unknown]
      : ranWords(course, summary, lengthUs, open);
  return [...ran, ...endWords(summary)];
}

/** The same of the whole transfer. */
export function usersSawAll(
  snapshot: Pick<Snapshot, 'summary' | 'connections' | 'connection'>,
): readonly string[] {
  const { summary } = snapshot;
  const rate = transferRate(snapshot);
  const ran =
    rate > 0
      ? [`${noticedWords(summary)} run at ${bitRate(rate)}, over all of ${duration(spanOf(summary))}.`]
      : [];
  return [...ran, ...endWords(summary)];
}

/** Bytes per second of what arrived, over the transfer; NaN where that does not show. */
function transferRate(snapshot: Pick<Snapshot, 'summary' | 'connections' | 'connection'>): number {
  return rateOf(payloadBytes(snapshot), spanOf(snapshot.summary));
}

/**
 * What the application waited for, as the end of a sentence of a rule: which streams had no credit, and which had data that
 * waited for a lost packet (RFC 9000 §2.2, §4.1). Of a sender, from its frames and ACKs: empty where those do not show it.
 */
import { count, duration, plural } from '../../base/text/figures';
import { UNFILLED } from '../../sender/streams/coverage';
import { lostBefore } from '../../sender/streams/lost-packet';
import type { StreamTable } from '../../sender/streams/stream-table';
import { type Interval, lengthOf } from '../measures/intervals';
import type { DetectInput } from '../rule/rule-input';
import { unlessTooMuch } from '../rule/step-limit';

const T = {
  /** Of the time that a rule speaks of: what is shorter does not explain it. */
  share: 0.5,
  /** Of the time in which credit held the sender. */
  creditShare: 0.1,
} as const;

/** Streams are distinguished, and belong to one path and one sender. */
function showsStreams({ state, beginsMidway }: DetectInput): boolean {
  const { streams, pathCount, captured, side } = state;
  return side === 'sender' && !captured && pathCount === 1 && !beginsMidway && streams.sent.length > 0;
}

interface Longest {
  readonly stream: number;
  readonly us: number;
  /** Streams that waited at all. */
  readonly number: number;
}

function longestOf(waitedUs: Float64Array): Longest {
  let [stream, us, number] = [-1, 0, 0];
  for (let i = 0; i < waitedUs.length; i++) {
    const waited = waitedUs[i];
    if (waited > 0) number++;
    if (waited > us) [stream, us] = [i, waited];
  }
  return { stream, us, number };
}

/**
 * `; stream 8 waited 1.20 s for its credit, the longest of 3 streams`.
 * @param heldUs time in which flow control held the sender.
 */
export function creditWords(input: DetectInput, heldUs: number): string {
  if (!showsStreams(input)) return '';
  const { sentCredit, state } = input.streams;
  const { ids } = state.streams;
  const clauses: string[] = [];
  const own = longestOf(sentCredit.byStreamUs);
  if (own.us > T.creditShare * heldUs) {
    const among = own.number > 1 ? `, the longest of ${plural(own.number, 'stream')}` : '';
    clauses.push(`stream ${ids[own.stream]} waited ${duration(own.us)} for its credit${among}`);
  }
  const shared = longestOf(sentCredit.byConnectionUs);
  if (shared.us > T.creditShare * heldUs) {
    const credit = `${duration(shared.us)} for the credit of the connection`;
    clauses.push(
      shared.number === 1
        ? `stream ${ids[shared.stream]} waited ${credit}`
        : `${plural(shared.number, 'stream')} waited for the credit of the connection, up to ${duration(shared.us)}`,
    );
  }
  return clauses.length === 0 ? '' : `; ${clauses.join(', and ')}`;
}

/** A stream whose data waited for what a lost packet had carried. */
interface LossWait {
  readonly stream: number;
  readonly us: number;
  readonly packet: number;
}

/**
 * `; 3 of the 30 streams waited behind packet 412, up to 1.20 s`: those that did for most of an interval. Data that arrived beyond
 * a gap waits, and so does a stream of which all has arrived but its last lost data.
 */
export function lossWords(input: DetectInput, interval: Interval): string {
  // Each wait is looked for among the frames before it: of too many nothing is said.
  return showsStreams(input)
    ? (unlessTooMuch(input.state, () => waitedWords(input.streams, interval)) ?? '')
    : '';
}

function waitedWords(table: StreamTable, interval: Interval): string {
  const { ids } = table.state.streams;
  const byStream = new Map<number, LossWait>();
  for (const wait of [...gapsIn(table, interval), ...endsIn(table, interval)]) {
    const longer = byStream.get(wait.stream);
    if (longer === undefined || wait.us > longer.us) byStream.set(wait.stream, wait);
  }
  const [longest] = [...byStream.values()].sort((a, b) => b.us - a.us || a.stream - b.stream);
  if (longest === undefined) return '';
  const { us, packet, stream } = longest;
  if (byStream.size === 1)
    return `; stream ${ids[stream]} waited ${duration(us)} behind packet ${count(packet)}`;
  const of = table.sent.bytes.reduce((number, bytes) => number + (bytes > 0 ? 1 : 0), 0);
  const some = `${count(byStream.size)} of the ${plural(of, 'stream')} waited behind`;
  return [...byStream.values()].every((one) => one.packet === packet)
    ? `; ${some} packet ${count(packet)}, up to ${duration(us)}`
    : `; ${some} lost packets, the longest, stream ${ids[stream]}, ${duration(us)} behind packet ${count(packet)}`;
}

function fills(fromUs: number, toUs: number, interval: Interval): boolean {
  const common = Math.min(toUs, interval.endUs) - Math.max(fromUs, interval.startUs);
  return common > T.share * lengthOf(interval);
}

function gapsIn(table: StreamTable, interval: Interval): readonly LossWait[] {
  const { waits } = table.acked;
  const gaps: LossWait[] = [];
  for (let i = 0; i < waits.length; i++) {
    const [fromUs, toUs] = [waits.fromUs.at(i), waits.toUs.at(i)];
    if (!fills(fromUs, toUs, interval)) continue;
    const filling = waits.filling.at(i);
    const packet = filling === UNFILLED ? Number.NaN : lostBefore(table, filling);
    if (!Number.isNaN(packet)) gaps.push({ stream: waits.stream.at(i), us: toUs - fromUs, packet });
  }
  return gaps;
}

function endsIn(table: StreamTable, interval: Interval): readonly LossWait[] {
  const { acked, finalSent, length } = table;
  const ends: LossWait[] = [];
  for (let stream = 0; stream < length; stream++) {
    const [fromUs, toUs] = [acked.beforeUs[stream], acked.newestUs[stream]];
    if (!fills(fromUs, toUs, interval)) continue;
    const isWhole = acked.deliverable(stream) >= finalSent[stream];
    const packet = isWhole ? lostBefore(table, acked.newestFrame[stream]) : Number.NaN;
    if (!Number.isNaN(packet)) ends.push({ stream, us: toUs - fromUs, packet });
  }
  return ends;
}

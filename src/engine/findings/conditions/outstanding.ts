/**
 * What was under way when a connection, or its log, ended: streams that neither side had finished, and waits of this side that
 * never ended: for credit (RFC 9000 §4.1), for a stream that may be opened (§4.6), for a response (RFC 9114 §4.1).
 */
import { bytes, count, duration, plural } from '../../base/text/figures';
import { httpTable } from '../../sender/http/http-table';
import type { StreamTable } from '../../sender/streams/stream-table';
import { threePtosUs } from '../../sender/transport/silence';
import type { TransportState } from '../../sender/transport/transport';
import type { DetectInput } from '../rule/rule-input';
import { whyTraceLacking } from './lacking-records';

/** Ids of streams of one direction (RFC 9000 §2.1): control streams stay open as long as the connection (RFC 9114 §6.2.1). */
const isBidirectional = (id: number): boolean => id % 4 < 2;

/** A wait that had not ended by then. */
export interface Wait {
  readonly what: 'connection-credit' | 'stream-credit' | 'streams' | 'response';
  readonly fromUs: number;
  /** As part of a sentence: `the credit of the connection (786,432 B)`. */
  readonly words: string;
  /** How many waited likewise. */
  readonly number: number;
}

/**
 * A stream is done where both directions have ended: with FIN, reset, or a STOP_SENDING, which asks for one. A direction of which the
 * log shows no frame is that of a packet which is not in it, where it is the one that opened the stream.
 */
export function isOpen(table: StreamTable, stream: number): boolean {
  const { state, sent, received, finSentUs, finReceivedUs } = table;
  const aborts = table.aborts.get(stream) ?? [];
  const has = (by: 'local' | 'remote'): boolean =>
    aborts.some(
      (one) => (one.what === 'reset' && one.by === by) || (one.what === 'stop-sending' && one.by !== by),
    );
  const isOurs = (state.role === 'server') === (state.streams.ids[stream] % 2 === 1);
  const isUnseen = (firstUs: number | undefined): boolean => firstUs === undefined || Number.isNaN(firstUs);
  const sentDone =
    !Number.isNaN(finSentUs[stream]) || has('local') || (isOurs && isUnseen(sent.firstUs[stream]));
  const receivedDone =
    !Number.isNaN(finReceivedUs[stream]) || has('remote') || (!isOurs && isUnseen(received.firstUs[stream]));
  return !(sentDone && receivedDone);
}

/**
 * Bidirectional streams that were open at the end; NaN where it is not known: of several paths, where the log does not tell the
 * client from the server, and where it shows no end of any stream.
 */
export function openStreams({ state, streams: table }: DetectInput): number {
  const { ids } = state.streams;
  if (ids.length === 0 || state.pathCount > 1 || state.role === 'unknown') return Number.NaN;
  let [open, ended] = [0, 0];
  for (let stream = 0; stream < table.length; stream++) {
    const isSaid =
      !Number.isNaN(table.finSentUs[stream]) ||
      !Number.isNaN(table.finReceivedUs[stream]) ||
      table.aborts.has(stream);
    if (isSaid) ended++;
    if (isBidirectional(ids[stream]) && isOpen(table, stream)) open++;
  }
  return ended === 0 ? Number.NaN : open;
}

/** The last wait for the connection's credit, where it goes on to the end. */
function connectionWait({ sentCredit }: StreamTable, { series }: TransportState, endUs: number): Wait | null {
  const last = sentCredit.connection.at(-1);
  if (last !== undefined && last.toUs >= endUs)
    return {
      what: 'connection-credit',
      fromUs: last.fromUs,
      words: 'the credit of the connection',
      number: 1,
    };
  const { connectionCredit } = series;
  const isSaid = connectionCredit.length > 0 && connectionCredit.last <= 0;
  return isSaid
    ? {
        what: 'connection-credit',
        number: 1,
        fromUs: connectionCredit.timesUs.at(connectionCredit.length - 1),
        words: 'the credit of the connection',
      }
    : null;
}

/** Streams that wait for their own credit to the end: since the first of them began to. */
function streamWait({ sentCredit, state: { streams } }: StreamTable, endUs: number): Wait | null {
  let [number, fromUs, of] = [0, Number.POSITIVE_INFINITY, -1];
  for (let i = 0; i < sentCredit.stream.length; i++) {
    if (sentCredit.toUs.at(i) < endUs) continue;
    number++;
    if (sentCredit.fromUs.at(i) < fromUs) [fromUs, of] = [sentCredit.fromUs.at(i), sentCredit.stream.at(i)];
  }
  if (number === 0) return null;
  const words = number === 1 ? `the credit of stream ${streams.ids[of]}` : `the credit of ${number} streams`;
  return { what: 'stream-credit', fromUs, words, number };
}

/** STREAMS_BLOCKED that no MAX_STREAMS answered. */
function openingWait({ streams }: TransportState): Wait | null {
  const limits = {
    'streams-blocked': 'streams-credit',
    'uni-streams-blocked': 'uni-streams-credit',
  } as const;
  for (const [blocked, credit] of Object.entries(limits)) {
    let [limit, granted, fromUs] = [-1, -1, Number.NaN];
    for (const { kind, by, value, timeUs } of streams.notes) {
      if (kind === credit && by === 'remote') granted = Math.max(granted, value || 0);
      if (kind === blocked && by === 'local' && value > limit) [limit, fromUs] = [value, timeUs];
    }
    if (limit < 0 || granted > limit) continue;
    const words = `leave to open more than ${plural(limit, 'stream')} (STREAMS_BLOCKED)`;
    return { what: 'streams', fromUs, words, number: 1 };
  }
  return null;
}

/** Requests of a client of which not a byte of the response came, and that neither side gave up. */
function responseWait(state: TransportState): Wait | null {
  if (state.role !== 'client' || state.side === 'sender') return null;
  const waiting = httpTable(state, 'start').rows.filter(
    ({ outcome, firstByteUs, startUs }) =>
      outcome === 'open' && Number.isNaN(firstByteUs) && !Number.isNaN(startUs),
  );
  const [first] = waiting;
  if (first === undefined) return null;
  const words =
    waiting.length === 1
      ? `a response on stream ${first.streamId}`
      : `responses on ${count(waiting.length)} streams`;
  return { what: 'response', fromUs: first.startUs, words, number: waiting.length };
}

/** When the last data of a stream was received, µs; NaN for none. */
function lastDataUs({ streams: { received }, events }: TransportState): number {
  return received.length === 0 ? Number.NaN : events.timeUs.at(received.holder.at(received.length - 1));
}

/**
 * Waits of this side that go on to the end, and had lasted for three PTOs by then (RFC 9000 §10.1); the longest first. None where the
 * log lacks packets: what would have ended them may be among those. Where the log ends and the connection does not, a response is
 * still under way as long as others arrive.
 * @param endUs of the connection, or of its log.
 */
export function unendedWaits(input: DetectInput, endUs: number, logEnds = false): readonly Wait[] {
  const { state } = input;
  if (state.streams.ids.length === 0 || state.captured || state.pathCount > 1 || input.beginsMidway)
    return [];
  if (state.receivedPackets === 0 || whyTraceLacking(input) !== null) return [];
  const table = input.streams;
  const leastUs = Math.max(threePtosUs(state).most, 1);
  const isServed = logEnds && endUs - lastDataUs(state) < leastUs;
  const untilUs = Math.min(endUs, table.endUs);
  return [
    connectionWait(table, state, untilUs),
    streamWait(table, untilUs),
    openingWait(state),
    isServed ? null : responseWait(state),
  ]
    .filter((wait): wait is Wait => wait !== null && endUs - wait.fromUs >= leastUs)
    .sort((a, b) => a.fromUs - b.fromUs);
}

/** `; this side had waited 30.1 s for the credit of the connection`; empty for none. */
export function waitWords(waits: readonly Wait[], endUs: number): string {
  const [first] = waits;
  return first === undefined
    ? ''
    : `this side had waited ${duration(endUs - first.fromUs)} for ${first.words}`;
}

/** `3 packets with data (3,600 B) were never acknowledged and 2 streams were open`; empty where nothing was outstanding. */
export function outstandingWords(waiting: number, flightBytes: number, open: number): string {
  const size = flightBytes > 0 ? `, ${bytes(flightBytes)} in flight` : '';
  const packets =
    waiting === 0
      ? ''
      : `${plural(waiting, 'packet')} with data ${waiting === 1 ? 'was' : 'were'} never acknowledged${size}`;
  const streams = open > 0 ? `${plural(open, 'stream')} ${open === 1 ? 'was' : 'were'} open` : '';
  return [packets, streams].filter((words) => words !== '').join(', and ');
}

/**
 * The records of a trace without end, made out of small real ones. The 1-RTT part of a trace is repeated as if one
 * connection went on:
 *
 *   intro │ body │ seam │ body' │ seam │ body'' …      times, packet numbers, offsets and counters go on,
 *                                                       each body asks on streams of its own
 *
 * The intro (header, handshake) is written once and as it stands. A seam acknowledges what the body left in
 * flight and sets the window and state that the next body begins with, as a stack does after a path change
 * (RFC 9000 §9.4); so the sender's state makes sense everywhere.
 */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import {
  addMs,
  direction,
  ECN_COUNTS,
  happensOnce,
  isDataMoved,
  isMetrics,
  isRequest,
  movedWay,
  shiftEvent,
  streamKey,
} from './shift-event.mjs';

/** Begins every record of JSON-SEQ (RFC 7464). */
const RECORD_SEPARATOR = '\x1e';
/** Milliseconds between a seam and the body after it; the seam stands at least as far after the body before it. */
const PAUSE_MS = 10;
/** What the next body begins with. */
const STARTING = [
  'congestion_window',
  'ssthresh',
  'smoothed_rtt',
  'min_rtt',
  'rtt_variance',
  'pto_count',
  'packets_in_flight',
];

const CLOSING = /:(connection_closed|connection_close)$/;
const LAST_STATES = new Set(['closing', 'draining', 'closed']);

/**
 * @typedef {{time: number, name: string, data: any}} Event
 *
 * @typedef {object} Source
 * @property {string} file
 * @property {string[]} intro raw records before the body
 * @property {{text: string, event: Event}[]} body
 * @property {any} start metrics and congestion state as the body begins
 * @property {any} end the same as it ends
 * @property {Event[]} carried packets of the intro that are in flight as the body begins
 * @property {number[]} outstanding numbers of the packets still in flight at the end of the body
 * @property {NumberSpan} sent
 * @property {NumberSpan} received
 * @property {Map<string, number>} streamEnds bytes per stream and direction
 * @property {number} requests numbers of request streams that it takes, 0 to the highest that it names
 *
 * @typedef {{first: number, last: number}} NumberSpan
 */

const isHandshake = ({ data }) => ['initial', 'handshake', 'retry'].includes(data?.header?.packet_type);

function isClosing({ name, data }) {
  const isLastState = name.endsWith(':connection_state_updated') && LAST_STATES.has(data.new);
  const closes = (frame) => frame.frame_type === 'connection_close';
  return isLastState || CLOSING.test(name) || data?.frames?.some(closes);
}

/** Carries the delta-encoded metrics, the congestion state and the ECN counts of both directions forward. */
function follow(state, event) {
  const own = direction(event);
  for (const frame of (own !== null && event.data.frames) || [])
    for (const count of ECN_COUNTS) {
      if (frame[count] !== undefined) state.ecn = { ...state.ecn, [`${own} ${count}`]: frame[count] };
    }
  if (isMetrics(event)) Object.assign(state, event.data);
  if (event.name.endsWith(':congestion_state_updated')) state.congestionState = event.data.new;
}

/** @returns {NumberSpan} lowest and highest packet number of a direction */
function spanOf(events, wanted) {
  const span = { first: Number.POSITIVE_INFINITY, last: -1 };
  for (const event of events) {
    if (direction(event) !== wanted) continue;
    span.first = Math.min(span.first, event.data.header.packet_number);
    span.last = Math.max(span.last, event.data.header.packet_number);
  }
  return span;
}

/** Frames that a packet may have without being counted in flight (RFC 9002 §2; padding counts, an ACK has it for nothing). */
const UNCOUNTED_FRAMES = new Set(['ack', 'connection_close']);
const isCounted = ({ frames = [] }) =>
  frames.length === 0 || frames.some((frame) => !UNCOUNTED_FRAMES.has(frame.frame_type));

/** The newest packets that no ACK or loss names, as many as the last logged bytes in flight hold. */
function outstandingOf(events, bytesInFlight) {
  const settled = new Set();
  for (const { name, data } of events) {
    if (name.endsWith(':packet_lost')) settled.add(data.header.packet_number);
    if (!name.endsWith(':packet_received')) continue;
    for (const [from, to = from] of data.frames.flatMap((frame) => frame.acked_ranges ?? [])) {
      for (let number = from; number <= to; number++) settled.add(number);
    }
  }
  const outstanding = [];
  let left = bytesInFlight;
  for (const event of events.toReversed()) {
    const { header, raw } = event.data;
    if (direction(event) !== 'sent' || settled.has(header.packet_number) || !isCounted(event.data)) continue;
    left -= raw.length;
    if (left < 0) break;
    outstanding.unshift(header.packet_number);
  }
  return outstanding;
}

/** Those that the metrics at the end of the intro count: each repetition of the body begins with them. */
function carriedOf(intro, bytesInFlight) {
  const own = intro.filter(({ data }) => data.header?.packet_type === '1RTT');
  const numbers = new Set(outstandingOf(own, bytesInFlight));
  return own.filter((event) => direction(event) === 'sent' && numbers.has(event.data.header.packet_number));
}

function streamEndsOf(events) {
  const ends = new Map();
  const note = (key, end) => ends.set(key, Math.max(ends.get(key) ?? 0, end));
  for (const event of events) {
    const { data } = event;
    if (isDataMoved(event) && data.offset !== undefined) {
      note(streamKey(movedWay(data), data.stream_id), data.offset + (data.raw?.length ?? data.length ?? 0));
    }
    for (const frame of data.frames ?? []) {
      if (frame.frame_type !== 'stream') continue;
      const end = frame.offset + (frame.raw?.payload_length ?? frame.length ?? 0);
      note(streamKey(direction(event), frame.stream_id), end);
    }
  }
  return ends;
}

/** @param {Map<string, number>} streamEnds */
function requestsOf(streamEnds) {
  const ids = [...streamEnds.keys()].map((key) => Number(key.split(' ')[1]));
  return Math.max(-1, ...ids.filter(isRequest).map((id) => id / 4)) + 1;
}

/** Takes JSON-SEQ, plain or gzip, of quiche, quic-go or ngtcp2. @returns {Promise<Source>} */
export async function readSource(file) {
  const bytes = await readFile(file);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  const [header, ...records] = text
    .split('\n')
    .map((line) => line.replace(RECORD_SEPARATOR, ''))
    .filter((record) => record !== '')
    .map((record) => ({ text: record, event: JSON.parse(record) }));
  const format = header.event.trace?.common_fields?.time_format;
  if (header.event.trace === undefined || (format !== undefined && format !== 'relative')) {
    throw new Error(`${file} is no JSON-SEQ trace with relative times`);
  }
  const kept = records.filter(({ event }) => !isClosing(event));
  // The metrics after the last handshake packet belong to it: they show the discarded keys.
  let bodyAt = kept.findLastIndex(({ event }) => isHandshake(event)) + 1;
  while (bodyAt < kept.length && isMetrics(kept[bodyAt].event)) bodyAt++;
  const start = {};
  for (const { event } of kept.slice(0, bodyAt)) follow(start, event);
  const body = kept.slice(bodyAt);
  const events = body.map(({ event }) => event);
  const end = { ...start };
  for (const event of events) follow(end, event);
  const sent = spanOf(events, 'sent');
  const received = spanOf(events, 'received');
  if (sent.last < 0 || received.last < 0) throw new Error(`${file} holds no 1-RTT packets to repeat`);
  const streamEnds = streamEndsOf(events);
  const before = kept.slice(0, bodyAt).map(({ event }) => event);
  const carried = carriedOf(before, start.bytes_in_flight ?? 0);
  if (carried.length > 0) sent.first = carried[0].data.header.packet_number;
  return {
    file,
    intro: [header.text, ...kept.slice(0, bodyAt).map((record) => record.text)],
    body,
    start,
    end,
    carried,
    outstanding: outstandingOf(events, end.bytes_in_flight ?? 0),
    sent,
    received,
    streamEnds,
    requests: requestsOf(streamEnds),
  };
}

/** When the peer acknowledges what a body left in flight: one round trip after it. */
const seamMs = ({ body, end }) => (body.at(-1)?.event.time ?? 0) + Math.max(PAUSE_MS, end.smoothed_rtt ?? 0);

/** The events between two bodies. `shift` is the one of the body that ends. */
function seam(source, shift, next) {
  const time = addMs(seamMs(source), shift.timeMs);
  const named = (pattern) => source.body.find(({ event }) => pattern.test(event.name))?.event.name;
  const events = [];
  if (source.outstanding.length > 0) {
    const ack = { frame_type: 'ack', ack_delay: 0.01 };
    ack.acked_ranges = source.outstanding.map((number) => [number + shift.sent]);
    for (const count of ECN_COUNTS) {
      const key = `received ${count}`;
      const counted = source.end.ecn?.[key];
      if (counted !== undefined) ack[count] = counted + (shift.ecn.get(key) ?? 0);
    }
    events.push({
      time,
      name: named(/:packet_received$/),
      data: {
        header: { packet_type: '1RTT', packet_number: source.received.last + 1 + shift.received },
        raw: { length: 45, payload_length: 28 },
        frames: [ack],
      },
    });
  }
  const metrics = { bytes_in_flight: 0 };
  for (const key of STARTING) if (next.start[key] !== undefined) metrics[key] = next.start[key];
  const metricsName = named(/:(recovery_)?metrics_updated$/);
  if (metricsName !== undefined) events.push({ time, name: metricsName, data: metrics });
  const stateName = named(/:congestion_state_updated$/);
  if (stateName !== undefined && source.end.congestionState !== next.start.congestionState) {
    events.push({ time, name: stateName, data: { new: next.start.congestionState } });
  }
  return events;
}

/** The packets that a body begins with, sent as it begins, and the bytes in flight after them. */
function* carriedInto(source, shift) {
  const { carried, body, start } = source;
  const time = body[0].event.time;
  for (const event of carried) yield shiftEvent({ ...event, time }, source, shift);
  const metrics = body.find(({ event }) => isMetrics(event))?.event;
  if (carried.length === 0 || metrics === undefined) return;
  yield {
    time: addMs(time, shift.timeMs),
    name: metrics.name,
    data: { bytes_in_flight: start.bytes_in_flight },
  };
}

/** The shift of `next` after `source` was written with `shift`. @returns {import('./shift-event.mjs').Shift} */
function shiftAfter(source, shift, next) {
  const endMs = seamMs(source) + shift.timeMs;
  const total = (state, key) => state[key]?.total ?? 0;
  const streams = new Map(shift.streams);
  const bytes = { ...shift.bytes };
  for (const [key, end] of source.streamEnds) {
    streams.set(key, (streams.get(key) ?? 0) + end);
    bytes[key.split(' ')[0]] += end;
  }
  const ecn = new Map(shift.ecn);
  for (const [key, count] of Object.entries(source.end.ecn ?? {}))
    ecn.set(key, (ecn.get(key) ?? 0) + count - (next.start.ecn?.[key] ?? 0));
  return {
    timeMs: Math.ceil(endMs + PAUSE_MS - (next.body[0]?.event.time ?? 0)),
    sent: source.sent.last + shift.sent + 1 - next.sent.first,
    // One number is the seam's.
    received: source.received.last + shift.received + 2 - next.received.first,
    lostPackets:
      total(source.end, 'cf_lost_packets') + shift.lostPackets - total(next.start, 'cf_lost_packets'),
    lostBytes: total(source.end, 'cf_lost_bytes') + shift.lostBytes - total(next.start, 'cf_lost_bytes'),
    requests: shift.requests + source.requests,
    streams,
    bytes,
    ecn,
  };
}

const NO_SHIFT = {
  ...{ timeMs: 0, sent: 0, received: 0, lostPackets: 0, lostBytes: 0, requests: 0 },
  ...{ streams: new Map(), bytes: { sent: 0, received: 0 }, ecn: new Map() },
};

/** Records without end, the header first: whoever writes them stops. Several sources take turns. */
export function* records(sources) {
  let [source] = sources;
  yield* source.intro;
  for (const { text } of source.body) yield text;
  let shift = NO_SHIFT;
  for (let round = 1; ; round++) {
    const next = sources[round % sources.length];
    for (const event of seam(source, shift, next)) yield JSON.stringify(event);
    shift = shiftAfter(source, shift, next);
    source = next;
    for (const event of carriedInto(source, shift)) yield JSON.stringify(event);
    for (const { event } of source.body) {
      if (!happensOnce(event)) yield JSON.stringify(shiftEvent(event, source, shift));
    }
  }
}

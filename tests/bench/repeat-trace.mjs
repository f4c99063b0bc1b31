/**
 * The records of a trace without end, made out of small real ones. The 1-RTT part of a trace is repeated as if one
 * connection went on:
 *
 *   intro │ body │ seam │ body' │ seam │ body'' …      times, packet numbers, offsets and counters go on
 *
 * The intro (header, handshake) is written once and as it stands. A seam acknowledges what the body left in
 * flight and sets the window and state that the next body begins with, as a stack does after a path change
 * (RFC 9000 §9.4); so the sender's state makes sense everywhere.
 */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** Begins every record of JSON-SEQ (RFC 7464). */
const RECORD_SEPARATOR = '\x1e';
/** Milliseconds between the end of a body and the beginning of the next, the seam in their middle. */
const PAUSE_MS = 20;

/** Events and frames that happen once in a connection: only the first body has them. */
const ONCE = /:(parameters_set|stream_type_set|key_\w+|connection_started)$/;
const ONCE_FRAMES = new Set(['handshake_done', 'crypto']);
const DATA_MOVED = /:(stream_)?data_moved$/;
const CLOSING = /:(connection_closed|connection_close)$/;

/**
 * @typedef {{time: number, name: string, data: any}} Event
 *
 * @typedef {object} Source
 * @property {string} file
 * @property {string[]} intro raw records before the body
 * @property {{text: string, event: Event}[]} body
 * @property {any} start metrics and congestion state as the body begins
 * @property {any} end the same as it ends
 * @property {number[]} outstanding numbers of the packets still in flight at the end of the body
 * @property {NumberSpan} sent
 * @property {NumberSpan} received
 * @property {Map<string, number>} streamEnds bytes per stream and direction
 *
 * @typedef {{first: number, last: number}} NumberSpan
 *
 * What is added to a body: `sent` and `received` to packet numbers, `lost` to loss counters.
 * @typedef {object} Shift
 * @property {number} timeMs
 * @property {number} sent
 * @property {number} received
 * @property {number} lostPackets
 * @property {number} lostBytes
 * @property {Map<string, number>} streams
 */

/** @returns {'sent' | 'received' | null} */
function direction({ name }) {
  if (name.endsWith(':packet_sent')) return 'sent';
  return name.endsWith(':packet_received') ? 'received' : null;
}

const isHandshake = ({ data }) => ['initial', 'handshake', 'retry'].includes(data?.header?.packet_type);
const isMetrics = ({ name }) => /:(recovery_)?metrics_updated$/.test(name);

function isClosing({ name, data }) {
  return CLOSING.test(name) || data?.frames?.some((frame) => frame.frame_type === 'connection_close');
}

/** Carries the delta-encoded metrics and the congestion state forward. */
function follow(state, event) {
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

/** The newest packets that no ACK names, as many as the last logged bytes in flight hold. */
function outstandingOf(events, bytesInFlight) {
  const acked = new Set();
  for (const event of events) {
    if (direction(event) !== 'received') continue;
    for (const [from, to = from] of event.data.frames.flatMap((frame) => frame.acked_ranges ?? [])) {
      for (let number = from; number <= to; number++) acked.add(number);
    }
  }
  const outstanding = [];
  let left = bytesInFlight;
  for (const event of events.toReversed()) {
    const { header, raw } = event.data;
    if (direction(event) !== 'sent' || acked.has(header.packet_number)) continue;
    left -= raw.length;
    if (left < 0) break;
    outstanding.unshift(header.packet_number);
  }
  return outstanding;
}

/** Both directions of a stream count their bytes on their own. */
const streamKey = (way, id) => `${way} ${id}`;
const movedWay = ({ to }) => (to === 'application' ? 'received' : 'sent');

function streamEndsOf(events) {
  const ends = new Map();
  const note = (key, end) => ends.set(key, Math.max(ends.get(key) ?? 0, end));
  for (const event of events) {
    const { name, data } = event;
    if (DATA_MOVED.test(name)) {
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

/** Takes JSON-SEQ, plain or gzip, in quiche's dialects. @returns {Promise<Source>} */
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
  return {
    file,
    intro: [header.text, ...kept.slice(0, bodyAt).map((record) => record.text)],
    body,
    start,
    end,
    outstanding: outstandingOf(events, end.bytes_in_flight ?? 0),
    sent,
    received,
    streamEnds: streamEndsOf(events),
  };
}

/** Six decimals are what quiche writes; a sum of doubles has more. */
const addMs = (timeMs, shiftMs) => Number((timeMs + shiftMs).toFixed(6));

/** Ranges that name packets of the body, shifted; what an ACK says about earlier packets was said before. */
function shiftRanges(ranges, first, shift) {
  return ranges
    .filter(([from, to = from]) => to >= first)
    .map((range) => range.map((number) => Math.max(number, first) + shift));
}

function shiftFrame(frame, own, source, shift) {
  if (frame.acked_ranges !== undefined) {
    const acked = own === 'sent' ? 'received' : 'sent';
    return { ...frame, acked_ranges: shiftRanges(frame.acked_ranges, source[acked].first, shift[acked]) };
  }
  if (frame.frame_type !== 'stream') return frame;
  // A stream that goes on in the next repetition does not end in this one.
  const { fin, ...open } = frame;
  return { ...open, offset: frame.offset + (shift.streams.get(streamKey(own, frame.stream_id)) ?? 0) };
}

function shiftPacket(data, own, source, shift) {
  const header = { ...data.header, packet_number: data.header.packet_number + shift[own] };
  const frames = data.frames
    .filter((frame) => !ONCE_FRAMES.has(frame.frame_type))
    .map((frame) => shiftFrame(frame, own, source, shift))
    .filter((frame) => frame.acked_ranges?.length !== 0);
  if (data.send_at_time === undefined) return { ...data, header, frames };
  return { ...data, header, send_at_time: addMs(data.send_at_time, shift.timeMs), frames };
}

function shiftMetrics(data, shift) {
  const moved = { ...data };
  const add = (key, amount) => {
    if (data[key] !== undefined) moved[key] = { ...data[key], total: data[key].total + amount };
  };
  add('cf_lost_packets', shift.lostPackets);
  add('cf_lost_bytes', shift.lostBytes);
  return moved;
}

/** @returns {Event} the event as it happens in a later repetition */
function shiftEvent(event, source, shift) {
  const { data } = event;
  const own = direction(event);
  let moved = data;
  if (own !== null) moved = shiftPacket(data, own, source, shift);
  else if (isMetrics(event)) moved = shiftMetrics(data, shift);
  else if (DATA_MOVED.test(event.name)) {
    const { additional_info, ...open } = data;
    const key = streamKey(movedWay(data), data.stream_id);
    moved = { ...open, offset: data.offset + (shift.streams.get(key) ?? 0) };
  }
  return { ...event, time: addMs(event.time, shift.timeMs), data: moved };
}

/** The events between two bodies. `shift` is the one of the body that ends. */
function seam(source, shift, next) {
  const time = addMs((source.body.at(-1)?.event.time ?? 0) + PAUSE_MS / 2, shift.timeMs);
  const named = (pattern) => source.body.find(({ event }) => pattern.test(event.name))?.event.name;
  const events = [];
  if (source.outstanding.length > 0) {
    const acked_ranges = source.outstanding.map((number) => [number + shift.sent]);
    events.push({
      time,
      name: named(/:packet_received$/),
      data: {
        header: { packet_type: '1RTT', packet_number: source.received.last + 1 + shift.received },
        raw: { length: 45, payload_length: 28 },
        frames: [{ frame_type: 'ack', ack_delay: 0.01, acked_ranges }],
      },
    });
  }
  const metrics = { bytes_in_flight: next.start.bytes_in_flight ?? 0 };
  for (const key of [
    'congestion_window',
    'ssthresh',
    'smoothed_rtt',
    'min_rtt',
    'rtt_variance',
    'pto_count',
  ]) {
    if (next.start[key] !== undefined) metrics[key] = next.start[key];
  }
  const metricsName = named(/:(recovery_)?metrics_updated$/);
  if (metricsName !== undefined) events.push({ time, name: metricsName, data: metrics });
  const stateName = named(/:congestion_state_updated$/);
  if (stateName !== undefined && source.end.congestionState !== next.start.congestionState) {
    events.push({ time, name: stateName, data: { new: next.start.congestionState } });
  }
  return events;
}

/** The shift of `next` after `source` was written with `shift`. @returns {Shift} */
function shiftAfter(source, shift, next) {
  const endMs = (source.body.at(-1)?.event.time ?? 0) + shift.timeMs;
  const total = (state, key) => state[key]?.total ?? 0;
  const streams = new Map(shift.streams);
  for (const [id, end] of source.streamEnds) streams.set(id, (streams.get(id) ?? 0) + end);
  return {
    timeMs: Math.ceil(endMs + PAUSE_MS - (next.body[0]?.event.time ?? 0)),
    sent: source.sent.last + shift.sent + 1 - next.sent.first,
    // One number is the seam's.
    received: source.received.last + shift.received + 2 - next.received.first,
    lostPackets:
      total(source.end, 'cf_lost_packets') + shift.lostPackets - total(next.start, 'cf_lost_packets'),
    lostBytes: total(source.end, 'cf_lost_bytes') + shift.lostBytes - total(next.start, 'cf_lost_bytes'),
    streams,
  };
}

/** Records without end, the header first: whoever writes them stops. Several sources take turns. */
export function* records(sources) {
  let [source] = sources;
  yield* source.intro;
  for (const { text } of source.body) yield text;
  let shift = { timeMs: 0, sent: 0, received: 0, lostPackets: 0, lostBytes: 0, streams: new Map() };
  for (let round = 1; ; round++) {
    const next = sources[round % sources.length];
    for (const event of seam(source, shift, next)) yield JSON.stringify(event);
    shift = shiftAfter(source, shift, next);
    source = next;
    for (const { event } of source.body) {
      if (!ONCE.test(event.name)) yield JSON.stringify(shiftEvent(event, source, shift));
    }
  }
}

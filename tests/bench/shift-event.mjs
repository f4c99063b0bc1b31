/**
 * An event of a small trace as it happens in a later repetition: times, packet numbers, offsets, stream ids, limits and
 * counters go on where the repetition before ended. Knows what JSON-SEQ of quiche, quic-go and ngtcp2 logs.
 */

/**
 * What is added to an event of a body.
 * @typedef {object} Shift
 * @property {number} timeMs
 * @property {number} sent to packet numbers
 * @property {number} received
 * @property {number} lostPackets to quiche's loss counters
 * @property {number} lostBytes
 * @property {number} requests to the numbers of request streams: each repetition opens streams of its own
 * @property {Map<string, number>} streams bytes of earlier repetitions, by `streamKey`: of streams that stay open
 * @property {{sent: number, received: number}} bytes of earlier repetitions on all streams
 * @property {Map<string, number>} ecn ECN counts of earlier repetitions, by direction and counter
 */

/** Events and frames that happen once in a connection: only the first body has them. */
const ONCE =
  /:(parameters_set|recovery_parameters_set|stream_type_set|key_\w+|connection_started|connection_state_updated|alpn_information|version_information|ecn_state_updated)$/;
const ONCE_FRAMES = new Set([
  'handshake_done',
  'crypto',
  'new_connection_id',
  'retire_connection_id',
  'new_token',
]);
const DATA_MOVED = /:(stream_)?data_moved$/;
export const ECN_COUNTS = ['ect0', 'ect1', 'ce'];

/** @returns {'sent' | 'received' | null} */
export function direction({ name }) {
  if (name.endsWith(':packet_sent')) return 'sent';
  return name.endsWith(':packet_received') ? 'received' : null;
}

export const otherWay = (way) => (way === 'sent' ? 'received' : 'sent');
export const isMetrics = ({ name }) => /:(recovery_)?metrics_updated$/.test(name);
export const isDataMoved = ({ name }) => DATA_MOVED.test(name);

/** Both directions of a stream count their bytes on their own. */
export const streamKey = (way, id) => `${way} ${id}`;
export const movedWay = ({ to }) => (to === 'application' ? 'received' : 'sent');
/** A stream of a request and its response: bidirectional, opened by the client (RFC 9000 §2.1). */
export const isRequest = (id) => id % 4 === 0;

/** Whether a later repetition leaves the event out. */
export function happensOnce({ name, data }) {
  // What a control stream of HTTP/3 begins with.
  return ONCE.test(name) || (name.startsWith('http3:') && !isRequest(data.stream_id ?? 0));
}

/** Six decimals are what quiche writes; a sum of doubles has more. */
export const addMs = (timeMs, shiftMs) => Number((timeMs + shiftMs).toFixed(6));

const streamId = (id, shift) => (isRequest(id) ? id + 4 * shift.requests : id);
const bytesBefore = (way, id, shift) => (isRequest(id) ? 0 : (shift.streams.get(streamKey(way, id)) ?? 0));

/** Ranges that name packets of the body, shifted; what an ACK says about earlier packets was said before. */
function shiftRanges(ranges, first, shift) {
  return ranges
    .filter(([from, to = from]) => to >= first)
    .map((range) => range.map((number) => Math.max(number, first) + shift));
}

function shiftAck(frame, own, source, shift) {
  const acked = otherWay(own);
  const moved = {
    ...frame,
    acked_ranges: shiftRanges(frame.acked_ranges, source[acked].first, shift[acked]),
  };
  for (const count of ECN_COUNTS)
    if (frame[count] !== undefined) moved[count] = frame[count] + (shift.ecn.get(`${own} ${count}`) ?? 0);
  return moved;
}

function shiftFrame(frame, own, source, shift) {
  const { frame_type: type, stream_id: id } = frame;
  if (frame.acked_ranges !== undefined) return shiftAck(frame, own, source, shift);
  // A limit is one of what the other side sends, being blocked of what this side does.
  const limited = type.endsWith('blocked') ? own : otherWay(own);
  const limit = frame.maximum === undefined ? 'limit' : 'maximum';
  switch (type) {
    case 'stream': {
      const stream = { ...frame, stream_id: streamId(id, shift) };
      stream.offset += bytesBefore(own, id, shift);
      // A stream that goes on in the next repetition does not end in this one.
      if (!isRequest(id)) delete stream.fin;
      return stream;
    }
    case 'max_stream_data':
    case 'stream_data_blocked':
      return {
        ...frame,
        stream_id: streamId(id, shift),
        [limit]: frame[limit] + bytesBefore(limited, id, shift),
      };
    case 'max_data':
    case 'data_blocked':
      return { ...frame, [limit]: frame[limit] + shift.bytes[limited] };
    case 'max_streams':
      return { ...frame, maximum: frame.maximum + shift.requests };
    default:
      return id === undefined ? frame : { ...frame, stream_id: streamId(id, shift) };
  }
}

function shiftPacket(data, own, source, shift) {
  const header = { ...data.header, packet_number: data.header.packet_number + shift[own] };
  const moved = { ...data, header };
  if (data.frames !== undefined)
    moved.frames = data.frames
      .filter((frame) => !ONCE_FRAMES.has(frame.frame_type))
      .map((frame) => shiftFrame(frame, own, source, shift))
      .filter((frame) => frame.acked_ranges?.length !== 0);
  if (data.send_at_time !== undefined) moved.send_at_time = addMs(data.send_at_time, shift.timeMs);
  return moved;
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

function shiftMoved(data, shift) {
  const { additional_info, ...open } = data;
  const id = data.stream_id;
  const moved = { ...(isRequest(id) ? data : open), stream_id: streamId(id, shift) };
  if (data.offset !== undefined) moved.offset += bytesBefore(movedWay(data), id, shift);
  return moved;
}

/** A loss, or another event that names a packet which was sent, or a stream. */
function shiftNamed(data, shift) {
  const moved = { ...data };
  if (data.header?.packet_number !== undefined)
    moved.header = { ...data.header, packet_number: data.header.packet_number + shift.sent };
  if (data.packet_number !== undefined) moved.packet_number += shift.sent;
  if (data.stream_id !== undefined) moved.stream_id = streamId(data.stream_id, shift);
  return moved;
}

/** @returns the event as it happens in a later repetition of `source` */
export function shiftEvent(event, source, shift) {
  const { data } = event;
  const own = direction(event);
  let moved;
  if (own !== null) moved = shiftPacket(data, own, source, shift);
  else if (isMetrics(event)) moved = shiftMetrics(data, shift);
  else if (isDataMoved(event)) moved = shiftMoved(data, shift);
  else moved = shiftNamed(data, shift);
  return { ...event, time: addMs(event.time, shift.timeMs), data: moved };
}

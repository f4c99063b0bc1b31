/** Replays a list of events, written as in a JSON-SEQ file with relative times in ms. */
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { contain } from './containers.ts';
import { loadBytes } from './load.ts';
import { utf8 } from './split-all.ts';

export type TimedEvent = readonly [timeMs: number, name: string, data: object];

/** @param vantage of the header. */
export function replayEvents(events: readonly TimedEvent[], vantage = 'unknown'): TransportState {
  const texts = events.map(([time, name, data]) => JSON.stringify({ time, name, data }));
  const trace = { vantage_point: { type: vantage }, common_fields: { time_format: 'relative' } };
  const header = { qlog_version: '0.3', qlog_format: 'JSON-SEQ', trace };
  const { pipeline, problems } = loadBytes(utf8(contain('JSON-SEQ', texts, header)));
  if (problems.length > 0) throw new Error(`problems: ${JSON.stringify(problems)}`);
  return pipeline.state;
}

export const metrics = (timeMs: number, data: object): TimedEvent => [
  timeMs,
  'quic:recovery_metrics_updated',
  data,
];

/** A packet with one PING frame, or the frames given. */
export const send = (
  timeMs: number,
  packet_number: number,
  options: { readonly type?: string; readonly bytes?: number; readonly frames?: readonly object[] } = {},
): TimedEvent => [
  timeMs,
  'quic:packet_sent',
  {
    header: { packet_type: options.type ?? '1RTT', packet_number },
    raw: { length: options.bytes ?? 1000 },
    frames: options.frames ?? [{ frame_type: 'ping' }],
  },
];

/** A received packet that acknowledges the ranges. */
export const acknowledge = (
  timeMs: number,
  acked_ranges: readonly (readonly number[])[],
  options: { readonly type?: string; readonly ce?: number } = {},
): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: options.type ?? '1RTT', packet_number: timeMs },
    raw: { length: 60 },
    frames: [{ frame_type: 'ack', acked_ranges, ...(options.ce === undefined ? {} : { ce: options.ce }) }],
  },
];

/** A received 1-RTT packet with stream data: the handshake is complete, and a server has something to send. */
export const request = (timeMs: number): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: '1RTT', packet_number: timeMs },
    raw: { length: 60 },
    frames: [{ frame_type: 'stream', stream_id: 0, offset: 0, length: 20 }],
  },
];

export const lost = (timeMs: number, packet_number: number, extra: object = {}): TimedEvent => [
  timeMs,
  'recovery:packet_lost',
  { header: { packet_type: '1RTT', packet_number }, ...extra },
];

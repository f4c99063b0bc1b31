/**
 * What the lines of a record say, as the data of a qlog event: for exports, for the filter, and for the frames of a packet. Only numbers
 * and words that the tables of exports list leave.
 */
import { EventKind } from '../../../../../qlog-schema';
import type { ExportedRow } from '../../exporting';
import { FRAME_TYPE, Frame } from '../lines/frame-kinds';
import { FrameLine } from '../lines/frame-line';
import { LineText } from '../lines/line-text';
import { PARAMETERS } from '../lines/parameter-words';
import type { RecordLine } from './record-lines';

type Data = { [key: string]: unknown };

const ENCODER = new TextEncoder();
const frame = new FrameLine();

/** The value after a word and a colon, of any of the lines; undefined for none. */
export function numberAt(lines: readonly RecordLine[], word: string): number | undefined {
  const pattern = new RegExp(`(?:^|[ ,])${word}:(0x[0-9a-f]+|-?\\d+)(?![0-9a-z/])`);
  for (const { text } of lines) {
    const value = pattern.exec(text)?.[1];
    if (value !== undefined) return Number(value);
  }
  return undefined;
}

/** @returns undefined for a line without a frame. */
export function frameOf({ text }: RecordLine): Data | undefined {
  const logged = /^quic frame (?:rx|tx) (.*)/.exec(text)?.[1];
  if (logged === undefined) return undefined;
  const line = new LineText();
  line.bytes = ENCODER.encode(logged);
  line.end = line.bytes.length;
  frame.read(line);
  return dataOfFrame(line.rest(256));
}

const given = (data: { readonly [key: string]: unknown }): Data =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined && !Number.isNaN(value)));

/** @param rest what follows its numbers. */
function dataOfFrame(rest: string): Data {
  const { stream, value, length, isFin, isUni } = frame;
  if (frame.frame === 0) return { frame_type: 'unknown' };
  const type = { frame_type: FRAME_TYPE[frame.frame] };
  const streamType = isUni ? 'unidirectional' : 'bidirectional';
  switch (frame.frame) {
    case Frame.stream:
      return given({ ...type, stream_id: stream, offset: value, length, fin: isFin });
    case Frame.crypto:
      return given({ ...type, offset: value, length });
    case Frame.ack: {
      const acked = Array.from({ length: frame.rangeCount }, (_, i) => [
        frame.ranges[2 * i],
        frame.ranges[2 * i + 1],
      ]);
      return given({
        ...type,
        ack_delay: frame.ackDelay,
        acked_ranges: acked,
        ect0: frame.ect0,
        ect1: frame.ect1,
        ce: frame.ce,
      });
    }
    case Frame.maxData:
      return given({ ...type, maximum: value });
    case Frame.maxStreamData:
      return given({ ...type, stream_id: stream, maximum: value });
    case Frame.maxStreams:
      return given({ ...type, stream_type: streamType, maximum: value });
    case Frame.dataBlocked:
      return given({ ...type, limit: value });
    case Frame.streamDataBlocked:
      return given({ ...type, stream_id: stream, limit: value });
    case Frame.streamsBlocked:
      return given({ ...type, stream_type: streamType, limit: value });
    case Frame.reset:
      return given({ ...type, stream_id: stream, error_code: value, final_size: length });
    case Frame.stopSending:
      return given({ ...type, stream_id: stream, error_code: value });
    case Frame.newConnectionId:
    case Frame.retireConnectionId:
      return given({ ...type, sequence_number: value });
    case Frame.close:
    case Frame.applicationClose: {
      const reason = rest.replace(/ ft:\d+$/, '').trim();
      const space = frame.frame === Frame.close ? 'transport' : 'application';
      return given({
        ...type,
        error_space: space,
        error_code: value,
        reason: reason === '' ? undefined : reason,
      });
    }
    default:
      return type;
  }
}

/** By `PacketSpace`. */
const PACKET_TYPES = ['initial', 'handshake', '1RTT', 'unknown'];
const K = EventKind;

/** The row that an event is made for; of it those facts that its lines do not have. */
export type DataRow = Pick<ExportedRow, 'kind' | 'space' | 'packetNumber' | 'sizeBytes'>;

/** @param part number of the row among those of the record. */
export function dataOf(lines: readonly RecordLine[], row: DataRow, part: number): Data {
  const first = lines[0]?.text ?? '';
  const number = (word: string): number | undefined => numberAt(lines, word);
  const header = given({ packet_type: PACKET_TYPES[row.space], packet_number: row.packetNumber });
  switch (row.kind) {
    case K.packetSent:
      if (first.startsWith('sendmsg'))
        return { header: { packet_type: 'retry' }, raw: { length: row.sizeBytes } };
      return { header, raw: { length: row.sizeBytes }, ...sentAs(lines), frames: framesIn(lines) };
    case K.packetReceived:
      return { header, raw: { length: row.sizeBytes }, frames: framesIn(lines) };
    case K.packetDropped:
      return { header };
    case K.packetLost: {
      const trigger = (number('wait') ?? 1) <= 0 ? 'time_threshold' : 'reordering_threshold';
      return { header, trigger };
    }
    case K.udpDatagramsSent:
      return { count: 1, raw: [{ length: row.sizeBytes }] };
    case K.metricsUpdated:
      return metricsOf(first, number);
    case K.congestionStateUpdated:
      return { new: 'recovery', trigger: 'persistent_congestion' };
    case K.timerUpdated:
      return { timer_type: 'pto', event_type: 'expired' };
    case K.streamDataBlockedUpdated:
      return blockedOf(number);
    case K.parametersSet:
      return parametersOf(lines);
    case K.migrationStateUpdated:
      return { new: MIGRATION.find(([text]) => first.includes(text))?.[1] };
    case K.keyUpdated:
      return keysOf(first, number('level'));
    case K.connectionStateUpdated:
      return { new: 'handshake_complete' };
    case K.connectionClosed:
      return { owner: 'local', trigger: 'idle_timeout' };
    case K.httpFrameParsed:
      return { stream_id: number('id'), frame: { frame_type: 'headers', headers: requestFields(lines) } };
    case K.httpFrameCreated:
      return answerOf(lines, part);
    default:
      return {};
  }
}

const framesIn = (lines: readonly RecordLine[]): readonly Data[] =>
  lines.map(frameOf).filter((data) => data !== undefined);

/** A PING by itself is sent by a timer: with a least size it probes the path's MTU. */
export function sentAs(lines: readonly RecordLine[]): Data {
  const isByTimer = lines[0]?.text.startsWith('quic sendto ') === true;
  if (!isByTimer || !lines.some(({ text }) => text.endsWith(' PING'))) return {};
  return (numberAt(lines, 'min') ?? 0) > 0 ? { is_mtu_probe_packet: true } : { trigger: 'pto_probe' };
}

type NumberOf = (word: string) => number | undefined;

/** Branches of congestion control by the words of their lines. */
const STATES: readonly (readonly [words: RegExp, state: string])[] = [
  [/congestion (?:ack ss|slow start) /, 'slow_start'],
  [/congestion (?:ack (?:cubic|reno|skip)|avoidance) /, 'congestion_avoidance'],
  [/congestion (?:ack rec(?:overy)?|lost) (?!ignore)/, 'recovery'],
  [/congestion ack idle /, 'application_limited'],
];

function metricsOf(text: string, number: NumberOf): Data {
  const threshold = number('ss');
  const idle = number('idle');
  return given({
    congestion_window: number('win'),
    bytes_in_flight: number('if'),
    ssthresh: threshold !== undefined && threshold > 0 ? threshold : undefined,
    latest_rtt: number('latest'),
    min_rtt: number('min'),
    smoothed_rtt: number('avg'),
    rtt_variance: number('var'),
    app_limited: idle === undefined ? undefined : idle === 1,
    state: STATES.find(([words]) => words.test(text))?.[1],
  });
}

function blockedOf(number: NumberOf): Data {
  const isBlocked = number('limit') === 0;
  const reason = isBlocked ? { reason: 'stream_flow_control' } : {};
  return given({ stream_id: number('id'), ...reason, new: isBlocked ? 'blocked' : 'unblocked' });
}

function parametersOf(lines: readonly RecordLine[]): Data {
  const logged = lines.flatMap(({ text }) => {
    const [, name, value] = /^quic tp (\w+):(\d+)$/.exec(text) ?? [];
    return name === undefined ? [] : [[PARAMETERS[name] ?? name, Number(value)] as const];
  });
  return { owner: 'remote', ...Object.fromEntries(logged) };
}

const MIGRATION: readonly (readonly [text: string, state: string])[] = [
  ['initiated validation', 'probing_started'],
  ['successfully validated', 'probing_successful'],
  ['validation failed', 'probing_abandoned'],
  ['migrated to path', 'migration_complete'],
];

const LEVELS = ['initial', '0rtt', 'handshake', '1rtt'];

function keysOf(text: string, level: number | undefined): Data {
  if (text.startsWith('quic key update')) return { key_type: 'client_1rtt_secret', trigger: 'remote_update' };
  const side = text.includes('set_read_secret') ? 'client' : 'server';
  return { key_type: `${side}_${LEVELS[level ?? 3] ?? '1rtt'}_secret`, trigger: 'tls' };
}

type Header = readonly [name: string, value: string];

/** Fields of a request: each has a line of its own. */
export function requestFields(lines: readonly RecordLine[]): readonly Header[] {
  return lines.flatMap(({ text }): readonly Header[] => {
    const [, name, value] = /^http3 (method|path|authority) "(.*)"(?: \d+)?$/.exec(text) ?? [];
    if (name !== undefined) return [[`:${name}`, value ?? '']];
    const header = /^http3 header: "([^:]+): (.*)"$/.exec(text);
    return header === null ? [] : [[header[1]?.toLowerCase() ?? '', header[2] ?? '']];
  });
}

function answerOf(lines: readonly RecordLine[], part: number): Data {
  const headers = lines.flatMap(({ text }): readonly Header[] => {
    const header = /^http3 output header: "(:?[^:]+): (.*)"$/.exec(text);
    return header === null ? [] : [[header[1]?.toLowerCase() ?? '', header[2] ?? '']];
  });
  const stream = { stream_id: numberAt(lines.slice(-1), 'id') };
  if (part === 0) return { ...stream, frame: { frame_type: 'headers', headers } };
  const length = headers.find(([name]) => name === 'content-length')?.[1];
  return { ...stream, frame: { frame_type: 'data', length: Number(length) } };
}

/** The frames of a packet as lines: types as RFC 9000 §19 writes them, and what they say, in our own words and numbers. */
import { bytes, count, plural } from '../../../base/text/figures';
import type { LoggedFrame } from '../../../input/formats/records';
import type { FrameLine } from '../../../reading/contract/packet-facts';

/** ACK ranges that are named. */
const MAX_RANGES = 4;

/** Equal neighbours are one line: stacks log a PADDING frame per byte. */
export function frameLines(frames: readonly LoggedFrame[]): readonly FrameLine[] {
  const lines: (FrameLine & { times: number })[] = [];
  for (const frame of frames) {
    const line = { type: frame.type.toUpperCase(), text: wordsOf(frame) };
    const last = lines.at(-1);
    if (last?.type === line.type && last.text === line.text) last.times++;
    else lines.push({ ...line, times: 1 });
  }
  return lines.map(({ type, text, times }) => ({
    type: type === 'UNKNOWN' ? 'unknown frame' : type,
    text: [text, times > 1 ? `${plural(times, 'time')}` : ''].filter((part) => part !== '').join(', '),
  }));
}

function wordsOf(frame: LoggedFrame): string {
  const { type, streamId, ranges, value } = frame;
  const stream = Number.isNaN(streamId) ? '' : `stream ${streamId}`;
  const parts = [stream, dataWords(frame), rangeWords(ranges), valueWords(type, value)];
  return parts.filter((part) => part !== '').join(', ');
}

/** `1,200 bytes from 24,000, FIN` */
function dataWords({ offset, lengthBytes, isFin }: LoggedFrame): string {
  const length = Number.isNaN(lengthBytes) ? '' : bytes(lengthBytes);
  const from = Number.isNaN(offset) ? '' : `from ${count(offset)}`;
  const data = [length, from].filter((part) => part !== '').join(' ');
  return [data, isFin ? 'FIN' : ''].filter((part) => part !== '').join(', ');
}

/** `packets 0 to 41, 43 and 5 more ranges` */
function rangeWords(ranges: LoggedFrame['ranges']): string {
  if (ranges.length === 0) return '';
  const named = ranges
    .slice(0, MAX_RANGES)
    .map(([from, to]) => (from === to ? count(from) : `${count(from)} to ${count(to)}`));
  const more = ranges.length - named.length;
  const isOne = ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1];
  return `${isOne ? 'packet' : 'packets'} ${named.join(', ')}${more > 0 ? ` and ${plural(more, 'more range')}` : ''}`;
}

function valueWords(type: string, value: number): string {
  if (Number.isNaN(value)) return '';
  switch (type) {
    case 'max_data':
    case 'max_stream_data':
      return `up to ${count(value)} B`;
    case 'max_streams':
      return `up to ${plural(value, 'stream')}`;
    case 'data_blocked':
    case 'stream_data_blocked':
      return `at ${count(value)} B`;
    case 'streams_blocked':
      return `at ${plural(value, 'stream')}`;
    case 'new_connection_id':
    case 'retire_connection_id':
      return `sequence number ${count(value)}`;
    case 'reset_stream':
    case 'reset_stream_at':
    case 'stop_sending':
    case 'connection_close':
    case 'application_close':
      return `error code ${value}`;
    default:
      return '';
  }
}

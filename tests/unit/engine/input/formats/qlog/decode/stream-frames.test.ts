/** What frames say of streams, in the spellings of stacks and where an id, an offset or a length is none. */
import { describe, expect, it, test } from 'vitest';
import { EventBatch } from '../../../../../../../src/engine/base/columns/event-batch.ts';
import { StreamFrame } from '../../../../../../../src/engine/base/columns/frame-list.ts';
import {
  decodeReceived,
  decodeSent,
} from '../../../../../../../src/engine/input/formats/qlog/decode/decode-packet.ts';
import { Tally } from '../../../../../../../src/engine/input/formats/quality.ts';
import { StreamProgress } from '../../../../../../../src/engine/input/formats/stream-progress.ts';
import { EventKind, readHeader } from '../../../../../../../src/qlog-schema/index.ts';

const { data, lastData } = StreamFrame;
const NONE = Number.NaN;

type Frame = readonly [kind: StreamFrame, stream: number, value: number, length: number];

/** The frames of one packet, which are the same where it is sent and where it is received. */
function framesOf(...frames: readonly unknown[]): readonly Frame[] {
  const [sent, received] = [decodeSent, decodeReceived].map((decode) => {
    const batch = new EventBatch(1);
    const row = batch.begin(EventKind.packetSent, 0, 0);
    const record = { header: { packet_type: '1RTT', packet_number: 1 }, frames };
    const facts = { effects: {}, header: readHeader({}) };
    decode(batch, row, record, facts, new Tally(), new StreamProgress());
    return Array.from({ length: batch.frames.length }, (_, i): Frame => {
      expect(batch.frames.rowAt(i)).toBe(row);
      return [
        batch.frames.kindAt(i),
        batch.frames.streamAt(i),
        batch.frames.valueAt(i),
        batch.frames.lengthAt(i),
      ];
    });
  });
  expect(received).toEqual(sent);
  return sent!;
}

const stream = (fields: object): object => ({ frame_type: 'stream', ...fields });

describe('a STREAM frame', () => {
  it.each<readonly [string, object, Frame]>([
    ['as the drafts have it', { stream_id: 4, offset: 10, length: 5 }, [data, 4, 10, 5]],
    ['with FIN', { stream_id: 4, offset: 10, length: 0, fin: true }, [lastData, 4, 10, 0]],
    ['with a FIN of 1', { stream_id: 4, offset: 10, length: 0, fin: 1 }, [lastData, 4, 10, 0]],
    ['of picoquic', { id: 3, offset: 0, length: 40, fin: false }, [data, 3, 0, 40]],
    ['of quic-go before 0.20', { stream_id: '8', offset: '120', length: 7 }, [data, 8, 120, 7]],
    ['of quiche', { stream_id: 2, offset: 0, raw: { payload_length: 24 } }, [data, 2, 0, 24]],
    ['of later drafts', { stream_id: 2, offset: 0, raw: { length: 24 } }, [data, 2, 0, 24]],
    ['without an offset', { stream_id: 2, length: 24 }, [data, 2, NONE, 24]],
    ['without a length', { stream_id: 2, offset: 9 }, [data, 2, 9, 0]],
    ['without an id', { offset: 9, length: 1 }, [data, NONE, 9, 1]],
    ['with an id that is none', { stream_id: 'abc', offset: 9, length: 1 }, [data, NONE, 9, 1]],
    ['with a negative id', { stream_id: -4, offset: 9, length: 1 }, [data, NONE, 9, 1]],
    ['with an object as id', { stream_id: {}, offset: [], length: null }, [data, NONE, NONE, 0]],
    ['with a huge id', { stream_id: 2 ** 60, offset: 2 ** 61, length: 1 }, [data, 2 ** 60, 2 ** 61, 1]],
  ])('%s', (_, fields, expected) => {
    expect(framesOf(stream(fields))).toEqual([expected]);
  });
});

test.each<readonly [string, object, Frame]>([
  ['reset_stream', { stream_id: 8, error_code: 268, final_size: 20 }, [StreamFrame.reset, 8, 268, 20]],
  ['reset_stream_at', { stream_id: 8, error_code: 1, final_size: 9 }, [StreamFrame.reset, 8, 1, 9]],
  ['stop_sending', { stream_id: 8, error_code: 256 }, [StreamFrame.stopSending, 8, 256, NONE]],
  ['max_stream_data', { id: '3', maximum: '16405' }, [StreamFrame.streamCredit, 3, 16405, NONE]],
  ['stream_data_blocked', { stream_id: 0, limit: 7 }, [StreamFrame.streamBlocked, 0, 7, NONE]],
  ['max_data', { maximum: 983217 }, [StreamFrame.connectionCredit, NONE, 983217, NONE]],
  ['data_blocked', { limit: 30000 }, [StreamFrame.connectionBlocked, NONE, 30000, NONE]],
  [
    'max_streams',
    { stream_type: 'bidirectional', maximum: 101 },
    [StreamFrame.streamsCredit, NONE, 101, NONE],
  ],
  [
    'max_streams',
    { stream_type: 'unidirectional', maximum: 7 },
    [StreamFrame.uniStreamsCredit, NONE, 7, NONE],
  ],
  [
    'streams_blocked',
    { stream_type: 'unidirectional', limit: 3 },
    [StreamFrame.uniStreamsBlocked, NONE, 3, NONE],
  ],
  ['STREAMS_BLOCKED', { limit: 4 }, [StreamFrame.streamsBlocked, NONE, 4, NONE]],
  ['datagram', { stream_id: 4, offset: 9, length: 100 }, [StreamFrame.datagram, NONE, NONE, 100]],
  ['datagram', { raw: { payload_length: 7 } }, [StreamFrame.datagram, NONE, NONE, 7]],
])('%s', (frame_type, fields, expected) => {
  expect(framesOf({ frame_type, ...fields })).toEqual([expected]);
});

it('stands in the order of the packet; other frames, unknown ones and what is no frame say nothing', () => {
  const one = stream({ stream_id: 0, offset: 0, length: 1 });
  const two = stream({ stream_id: 4, offset: 0, length: 2 });
  const others = ['crypto', 'ping', 'unknown', '0x1f'].map((frame_type) => ({
    frame_type,
    offset: 0,
    length: 3,
  }));
  expect(framesOf(one, ...others, null, 7, 'stream', {}, two)).toEqual([
    [data, 0, 0, 1],
    [data, 4, 0, 2],
  ]);
});

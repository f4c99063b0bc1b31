/** The answer `packets` against the records of real traces, read with nothing but JSON.parse, and its limits. */
import { describe, expect, test } from 'vitest';
import {
  type DirectionColumns,
  LossMark,
  type PacketColumns,
} from '../../../../../src/engine/reading/contract/packet-columns.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { packetColumnsOf } from '../../../../../src/engine/service/answers/packet-columns.ts';
import { contain } from '../../../../support/containers.ts';
import { loadBytes, loadTrace } from '../../../../support/load.ts';
import { corpusPath, type RawRecord, rawRecords } from '../../../../support/raw-trace.ts';
import type { TimedEvent } from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

const SPACES: { readonly [type: string]: number } = { initial: 0, handshake: 1, '0RTT': 2, '1RTT': 2 };

interface Line {
  readonly space: number;
  readonly number: number;
  readonly us: number;
  readonly size: number;
}

const linesOf = ({ spaces, numbers, timesUs, sizesBytes }: DirectionColumns): readonly Line[] =>
  [...numbers].map((number, i) => ({
    ...{ space: spaces[i] as number, number },
    ...{ us: timesUs[i] as number, size: sizesBytes[i] as number },
  }));

/** Each packet of a kind at its first time, by space and number. */
function rawLines(records: readonly RawRecord[], name: string): readonly Line[] {
  const first = new Map<string, Line>();
  for (const { time, name: logged, data } of records) {
    if (logged !== name) continue;
    const { packet_type, packet_number: number } = data.header as {
      packet_type: string;
      packet_number?: number;
    };
    const space = SPACES[packet_type];
    if (space === undefined || number === undefined) continue;
    const { length: size } = data.raw as { length: number };
    const key = `${space} ${number}`;
    if (!first.has(key)) first.set(key, { space, number, us: Math.round(time * 1000), size });
  }
  return [...first.values()].sort((a, b) => a.space - b.space || a.number - b.number);
}

describe.each(['rate-cubic-buggy-s03.client.sqlog.gz', 'rate-cubic-buggy-s12.server.sqlog.gz'])(
  '%s',
  (file) => {
    const records = rawRecords(corpusPath(file));
    const { value } = packetColumnsOf(loadTrace(corpusPath(file)).pipeline.state);

    test('has every packet that was sent and received, by space and number', () => {
      expect(linesOf(value.sent)).toEqual(rawLines(records, 'quic:packet_sent'));
      expect(linesOf(value.received)).toEqual(rawLines(records, 'quic:packet_received'));
    });

    test('has the span of the log', () => {
      expect(value.fromUs).toBe(Math.round((records[0]?.time ?? 0) * 1000));
      expect(value.toUs).toBe(Math.round((records.at(-1)?.time ?? 0) * 1000));
      expect([value.paths, value.unread, value.duplicates]).toEqual([1, 0, 0]);
    });
  },
);

function stateOf(...events: readonly TimedEvent[]): TransportState {
  const records = events.map(([time, name, data]) => JSON.stringify({ time, name, data }));
  return loadBytes(utf8(contain('JSON-SEQ', records))).pipeline.state;
}

const made = (state: TransportState, most?: number): PacketColumns => packetColumnsOf(state, most).value;
const packet = (
  time: number,
  way: 'sent' | 'received' | 'lost',
  number: number,
  frames: object[] = [],
): TimedEvent => [
  time,
  `quic:packet_${way}`,
  { header: { packet_type: '1RTT', packet_number: number }, raw: { length: 100 }, frames },
];
const ACK = [{ frame_type: 'ack', acked_ranges: [[0, 0]] }];
const DATA = [{ frame_type: 'stream', stream_id: 0, offset: 0, length: 50 }];

test('a packet that arrives again, or late, stands once and in its place, at its first time', () => {
  const { received } = made(
    stateOf(...[2, 0, 5, 1, 0, 5, 2].map((number, i) => packet(i, 'received', number, DATA))),
  );
  expect([...received.numbers]).toEqual([0, 1, 2, 5]);
  expect([...received.timesUs]).toEqual([1000, 3000, 0, 2000]);
});

test('what the sender says of a loss: declared, nothing, or nothing because nobody waits for it', () => {
  const { sent, lossMethod } = made(
    stateOf(
      packet(0, 'sent', 0, DATA),
      packet(1, 'sent', 1, DATA),
      packet(2, 'sent', 2, ACK),
      packet(3, 'lost', 0),
    ),
  );
  expect([...sent.lossMarks]).toEqual([LossMark.declared, LossMark.none, LossMark.ackAlone]);
  expect(lossMethod).toBe('logged');
});

test('a packet that looked lost, and was acknowledged, was not declared lost', () => {
  const ack = (...ranges: readonly (readonly [number, number])[]) => [
    { frame_type: 'ack', acked_ranges: ranges },
  ];
  const sent = [0, 1, 2, 3, 4, 5, 6].map((number) => packet(number, 'sent', number, DATA));
  const acks = [
    packet(40, 'received', 0, ack([4, 4])),
    packet(41, 'received', 1, ack([0, 0], [4, 4])),
  ] as const;
  const rest = [
    packet(50, 'lost', 2),
    packet(51, 'lost', 3),
    packet(60, 'received', 2, ack([0, 0], [3, 4])),
  ] as const;
  const { none, declared } = LossMark;
  const reported = made(stateOf(...sent, ...acks, ...rest));
  expect([...reported.sent.lossMarks]).toEqual([none, none, declared, declared, none, none, none]);
  // A log that reports none: those are inferred, and 0 was none.
  const inferred = made(stateOf(...sent, ...acks));
  expect([...inferred.sent.lossMarks]).toEqual([none, declared, none, none, none, none, none]);
});

test('packets without a number are left out, and those that were dropped are counted, duplicates apart', () => {
  const { received, unread, duplicates } = made(
    stateOf(
      [0, 'quic:packet_received', { header: { packet_type: 'retry' } }],
      packet(1, 'received', 0, DATA),
      [2, 'quic:packet_dropped', { trigger: 'key_unavailable' }],
      [3, 'quic:packet_dropped', {}],
      [4, 'quic:packet_dropped', { header: { packet_type: '1RTT', packet_number: 0 }, trigger: 'duplicate' }],
    ),
  );
  expect([...received.numbers]).toEqual([0]);
  expect([unread, duplicates]).toEqual([2, 1]);
});

test('of too many packets the first ones are there, and the span ends with them', () => {
  const events = Array.from({ length: 20 }, (_, i) => [
    packet(2 * i, 'sent', i, DATA),
    packet(2 * i + 1, 'received', i, ACK),
  ]).flat();
  const { sent, received, toUs } = made(stateOf(...events), 8);
  expect([...received.numbers]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(sent.numbers.length).toBeLessThanOrEqual(8);
  expect(toUs).toBe(16_000);
  const whole = made(stateOf(...events), 20);
  expect([whole.sent.numbers.length, whole.toUs]).toEqual([20, 39_000]);
});

test('an Initial packet whose number is used anew was sent when it was sent last', () => {
  const initial = (time: number, number: number): TimedEvent => [
    time,
    'quic:packet_sent',
    { header: { packet_type: 'initial', packet_number: number }, raw: { length: 1200 }, frames: DATA },
  ];
  const { sent } = made(stateOf(initial(0, 0), initial(5, 1), initial(40, 0), initial(60, 2)));
  expect([...sent.numbers]).toEqual([0, 1, 2]);
  expect([...sent.timesUs]).toEqual([40_000, 5000, 60_000]);
});

/** Flights that end at the same size in each round trip; windows, credit and pacers that end them look alike. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { flightConstant } from '../../../../../src/engine/findings/rules/flight-constant.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { loadBytes } from '../../../../support/load.ts';

const RTT = 40;
const DATAGRAM = 1250;

interface Held {
  /** Packets that the buffer holds, in each round trip. */
  readonly packets?: number | ((trip: number) => number);
  readonly trips?: number;
  readonly bytes?: number;
  readonly windowBytes?: number;
  /** From an ACK to the packets that it releases, ms. */
  readonly afterMs?: number;
  /** What the peer grants at first, bytes. */
  readonly creditBytes?: number | null;
}

/** All packets of a round trip within 10 ms, each released by the ACK of one of the round trip before. */
function held({
  packets = 52,
  trips = 30,
  bytes = DATAGRAM,
  windowBytes = 200_000,
  afterMs = 0.05,
  creditBytes = 1e9,
}: Held = {}): DetectInput {
  const events: { readonly time: number; readonly name: string; readonly data: object }[] = [];
  const add = (time: number, name: string, data: object): number => events.push({ time, name, data });
  const header = (packet_number: number): object => ({ packet_type: '1RTT', packet_number });
  if (creditBytes !== null)
    add(1, 'transport:parameters_set', {
      owner: 'remote',
      initial_max_data: creditBytes,
      initial_max_stream_data_bidi_local: creditBytes,
      initial_max_stream_data_bidi_remote: creditBytes,
    });
  const rtts = { smoothed_rtt: RTT, latest_rtt: RTT, min_rtt: RTT };
  add(2, 'recovery:metrics_updated', { ...rtts, congestion_window: windowBytes });
  add(3, 'transport:packet_received', {
    header: header(99_999),
    raw: { length: 80 },
    frames: [{ frame_type: 'stream', stream_id: 0, offset: 0, length: 40, fin: true }],
  });
  for (let [trip, packet] = [0, 0]; trip < trips; trip++) {
    const number = typeof packets === 'number' ? packets : packets(trip);
    for (let i = 0; i < number; i++, packet++) {
      const time = 10 + trip * (RTT + afterMs) + (10 * i) / number;
      const frame = { frame_type: 'stream', stream_id: 0, offset: packet * (bytes - 30), length: bytes - 30 };
      add(time, 'transport:packet_sent', { header: header(packet), raw: { length: bytes }, frames: [frame] });
      const frames = [{ frame_type: 'ack', acked_ranges: [[0, packet]] }];
      add(time + RTT, 'transport:packet_received', { header: header(packet), raw: { length: 40 }, frames });
    }
  }
  const records = [
    { qlog_version: '0.3', qlog_format: 'JSON-SEQ', trace: { vantage_point: { type: 'server' } } },
    ...events.sort((a, b) => a.time - b.time),
  ];
  const text = records.map((one) => `\x1e${JSON.stringify(one)}\n`).join('');
  return new DetectInput(loadBytes(new TextEncoder().encode(text)).pipeline.state);
}

const judge = (made: Held = {}) => runDetectors(held(made), [flightConstant]);
const find = (made: Held = {}) => judge(made).findings;

describe('a flight that ends at the same size in each round trip', () => {
  test('is said with the size, and the power of two that it is near', () => {
    const [finding, ...more] = find();
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'info', variant: 'power-of-two', confidence: 0.85 });
    expect(finding?.verdict).toMatch(
      /^Bytes in flight end at the same size in each of \d\d round trips from /,
    );
    expect(finding?.verdict).toContain(
      ': 63,750 B to 65,000 B, 32.5 % of the window (cwnd, 200,000 B or more), which is never full',
    );
    expect(finding?.verdict).toContain('a buffer of the sender of about 64 KiB, or writes of that size');
  });

  test('is near a power of two within 5 %', () => {
    const named = (packets: number) => find({ packets })[0]?.variant;
    expect([named(49), named(50), named(55), named(56)]).toEqual([
      null,
      'power-of-two',
      'power-of-two',
      null,
    ]);
  });

  test('lasts for ten round trips', () => {
    const lasts = (trips: number) => find({ trips }).length;
    expect([lasts(9), lasts(12)]).toEqual([0, 1]);
  });

  test('differs by a tenth at most', () => {
    const differs = (most: number) => find({ packets: (trip) => (trip < 15 ? most : most - 1) }).length;
    expect([differs(9), differs(11)]).toEqual([0, 1]);
  });

  test('is of three datagrams at least', () => {
    expect([find({ packets: 2 }).length, find({ packets: 3 }).length]).toEqual([0, 1]);
  });

  test('leaves two datagrams of room in the window', () => {
    const room = (datagrams: number) => find({ windowBytes: (52 + datagrams) * DATAGRAM }).length;
    expect([room(1), room(3)]).toEqual([0, 1]);
  });

  test('is none where ACKs release nothing: a timer of the sender does, or of its application', () => {
    expect([find({ packets: 8, afterMs: 1.2 }).length, find({ packets: 8, afterMs: 0.9 }).length]).toEqual([
      0, 1,
    ]);
  });

  test('is none where it grows', () => {
    expect(find({ packets: (trip) => 20 + 2 * trip })).toEqual([]);
  });
});

test('is not judged where credit that is not logged may end the flight', () => {
  expect(judge({ creditBytes: null }).notJudged[0]?.reason).toBe(
    'the log does not show the credit that the receiver gives, which may end the flight',
  );
});

/** What held streams and requests, docs/account.md, as made traces. Times in ms. */
import { describe, expect, test } from 'vitest';
import { stepsSoFar, withLimit } from '../../../../../src/engine/base/columns/work.ts';
import { heldStreams } from '../../../../../src/engine/findings/partition/held-streams.ts';
import { httpTable } from '../../../../../src/engine/sender/http/http-table.ts';
import type { StreamHeld } from '../../../../../src/engine/sender/streams/stream-row.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { heldTimeOf } from '../../../../support/held-time.ts';
import {
  acknowledge,
  lost,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const RTT_MS = 20;
const BYTES = 900;

const stream = (stream_id: number, offset: number, length = BYTES, fin = false): object => ({
  frame_type: 'stream',
  stream_id,
  offset,
  length,
  ...(fin ? { fin } : {}),
});

const receive = (timeMs: number, packet_number: number, ...frames: readonly object[]): TimedEvent => [
  timeMs,
  'quic:packet_received',
  { header: { packet_type: '1RTT', packet_number }, raw: { length: 1200 }, frames },
];

/** Control streams of HTTP/3 and requests, whole. */
const asks = (timeMs: number, ...streams: readonly number[]): TimedEvent =>
  receive(timeMs, timeMs * 1000, stream(2, 0, 3), ...streams.map((id) => stream(id, 0, 20, true)));

/** What a sender sends, one packet for each stream of a round, a round per RTT under a window of as many packets. */
class Sender {
  readonly events: TimedEvent[] = [];
  atMs: number;
  readonly #offsets = new Map<number, number>();
  #number = 0;

  constructor(atMs: number) {
    this.atMs = atMs;
  }

  /** @param fins streams of which it is the last one. */
  round(streams: readonly number[], ...fins: readonly number[]): this {
    const first = this.#number;
    for (const [i, id] of streams.entries()) {
      const offset = this.#offsets.get(id) ?? 0;
      const isLast = fins.includes(id) && streams.lastIndexOf(id) === i;
      this.#offsets.set(id, offset + BYTES);
      this.events.push(
        send(this.atMs, this.#number++, { frames: [stream(id, offset, BYTES, isLast)], bytes: 1000 }),
      );
    }
    this.#metrics(this.atMs, streams.length, streams.length);
    this.atMs += RTT_MS;
    this.events.push(acknowledge(this.atMs, [[first, this.#number - 1]]));
    this.#metrics(this.atMs, streams.length, 0);
    return this;
  }

  rounds(count: number, streams: readonly number[]): this {
    for (let i = 0; i < count; i++) this.round(streams);
    return this;
  }

  /** A packet of its own, without a full window. */
  packet(frame: object): number {
    this.events.push(send(this.atMs, this.#number, { frames: [frame], bytes: 1000 }));
    return this.#number++;
  }

  #metrics(timeMs: number, packets: number, inFlight: number): void {
    this.events.push(
      metrics(timeMs, {
        congestion_window: packets * 1000,
        bytes_in_flight: inFlight * 1000,
        smoothed_rtt: RTT_MS,
        min_rtt: RTT_MS,
        latest_rtt: RTT_MS + timeMs / 1e6,
      }),
    );
  }
}

function stateOf(events: readonly TimedEvent[], role = 'server'): TransportState {
  return replayEvents(
    [...events].sort(([a], [b]) => a - b),
    role,
  );
}

function heldOf(state: TransportState, id: number): StreamHeld {
  const held = heldStreams(state, heldTimeOf(state)).of(state.streams.find(id));
  if (held === null) throw new Error('nothing is known of it');
  const row = httpTable(state, 'start').rows.find(({ streamId }) => streamId === id);
  const sumUs = held.parts.reduce((sum, { us }) => sum + us, 0);
  if (row !== undefined && row.endUs > 0) expect(sumUs).toBe(row.endUs - row.startUs);
  for (const { us } of held.parts) expect(us).toBeGreaterThan(0);
  return held;
}

const ms = ({ parts }: StreamHeld, holder: string): number =>
  (parts.find((part) => part.holder === holder)?.us ?? 0) / 1000;
const behindMs = ({ others }: StreamHeld): readonly (readonly [number, number])[] =>
  others.map(({ id, us }) => [id, us / 1000]);

describe('requests of a server', () => {
  test('that are sent in turns wait for one another half of the time, and half of it for the window', () => {
    const made = new Sender(1).rounds(19, [0, 4, 4, 0]).round([0, 4, 4, 0], 0, 4);
    const state = stateOf([asks(0, 0, 4), ...made.events]);
    for (const [own, other] of [
      [0, 4],
      [4, 0],
    ] as const) {
      const held = heldOf(state, own);
      expect(ms(held, 'behindStreams')).toBeCloseTo(ms(held, 'window'), -1);
      expect(behindMs(held)).toEqual([[other, ms(held, 'behindStreams')]]);
      expect(ms(held, 'inTransit')).toBe(RTT_MS);
    }
  });

  test('that are sent one after another wait behind all before them, the largest named first', () => {
    const made = new Sender(1)
      .rounds(9, [0, 0, 0, 0])
      .round([0, 0, 0, 0], 0)
      .rounds(4, [4, 4, 4, 4])
      .round([4, 4, 4, 4], 4)
      .rounds(4, [8, 8, 8, 8])
      .round([8, 8, 8, 8], 8);
    const state = stateOf([asks(0, 0, 4, 8), ...made.events]);
    expect(ms(heldOf(state, 0), 'behindStreams')).toBe(0);
    const held = heldOf(state, 8);
    expect(ms(held, 'behindStreams')).toBeGreaterThan(0.85 * 15 * RTT_MS);
    expect(held.others.map(({ id }) => id)).toEqual([0, 4]);
    expect(held.others[0]!.us).toBeCloseTo(2 * held.others[1]!.us, -4);
  });

  test('that go first in each round, and all at once, wait for the window alone', () => {
    const made = new Sender(1).rounds(10, [0, 0, 0, 0]).round([4, 0, 0, 0], 4).round([0, 0, 0, 0], 0);
    const state = stateOf([asks(0, 0), asks(185, 4), ...made.events]);
    const held = heldOf(state, 4);
    expect(ms(held, 'behindStreams')).toBe(0);
    expect(ms(held, 'window')).toBe(16);
  });

  test('whose stream has no credit wait for that, while others are sent', () => {
    const limit = (value: number): object => ({ initial_max_stream_data_bidi_local: value, owner: 'remote' });
    const parameters = { ...limit(2 * BYTES), initial_max_data: 1e9 };
    const grant = { frame_type: 'max_stream_data', maximum: 1e9 };
    const made = new Sender(1).round([0, 0, 4, 4]).rounds(10, [0, 0, 0, 0]).round([4, 4, 0, 0], 0, 4);
    const state = stateOf([
      [0, 'transport:parameters_set', parameters],
      asks(0.5, 0, 4),
      receive(1.5, 7, { ...grant, stream_id: 0 }),
      ...made.events,
      receive(215, 8, { ...grant, stream_id: 4 }),
    ]);
    const held = heldOf(state, 4);
    expect(ms(held, 'credit')).toBe(214);
    expect(ms(held, 'behindStreams')).toBeLessThan(RTT_MS);
  });

  test('whose data comes in two bursts wait for the application where nothing is sent between them, and behind what is', () => {
    const alone = new Sender(1).round([0, 0, 0, 0]);
    alone.atMs += 300;
    alone.round([0, 0, 0, 0], 0);
    const paused = heldOf(stateOf([asks(0, 0), ...alone.events]), 0);
    expect(ms(paused, 'application')).toBeGreaterThan(295);
    const shared = new Sender(1).round([0, 0, 0, 0]).rounds(15, [4, 4, 4, 4]).round([0, 0, 0, 0], 0, 4);
    const waited = heldOf(stateOf([asks(0, 0, 4), ...shared.events]), 0);
    expect(ms(waited, 'application')).toBe(1);
    expect(ms(waited, 'behindStreams')).toBeGreaterThan(270);
  });

  test('whose end is said late wait for the application until then', () => {
    const made = new Sender(1).rounds(2, [0, 0, 0, 0]);
    made.atMs += 200;
    const last = made.packet(stream(0, 8 * BYTES, 0, true));
    const held = heldOf(stateOf([asks(0, 0), ...made.events, acknowledge(261, [[0, last]])]), 0);
    expect(ms(held, 'application')).toBe(201);
    expect(ms(held, 'inTransit')).toBe(RTT_MS);
  });

  test('whose last packet is lost wait for loss detection until it is sent again, then it is in transit', () => {
    const made = new Sender(1).rounds(2, [0, 0, 4, 4]);
    const dropped = made.packet(stream(0, 4 * BYTES, BYTES, true));
    made.rounds(3, [4, 4, 4, 4]);
    const again = made.packet(stream(0, 4 * BYTES, BYTES, true));
    made.rounds(3, [4, 4, 4, 4]);
    const events = [...made.events, lost(100, dropped), acknowledge(126, [[again, again]])];
    const held = heldOf(stateOf([asks(0, 0, 4), ...events]), 0);
    expect([ms(held, 'lossDetection'), ms(held, 'inTransit')]).toEqual([60, 25]);
  });

  test('are arriving until all that was asked is there', () => {
    const made = new Sender(101).round([0, 0, 0, 0], 0);
    const events = [
      receive(0, 1, stream(2, 0, 3), stream(0, 0, 100)),
      receive(40, 2, stream(0, 200, 100, true)),
      receive(70, 3, stream(0, 100, 100)),
      ...made.events,
    ];
    const held = heldOf(stateOf(events), 0);
    expect([ms(held, 'arriving'), ms(held, 'dataMissing'), ms(held, 'application')]).toEqual([40, 30, 31]);
  });

  test('whose answer begins with the log, at time 0, are sent from there on', () => {
    const made = new Sender(0).rounds(5, [0, 0, 0, 0]);
    const held = heldOf(stateOf(made.events), 0);
    expect(ms(held, 'arriving')).toBe(0);
    expect(ms(held, 'window')).toBeGreaterThan(4 * RTT_MS - 1);
  });

  test('without an answer are not said to wait for what was sent meanwhile', () => {
    const made = new Sender(1).rounds(10, [0, 0, 0, 0]);
    const held = heldOf(stateOf([asks(0, 0, 4), ...made.events]), 4);
    expect(held.parts.map(({ holder }) => holder)).toEqual(['notKnown']);
  });
});

describe('requests of a client', () => {
  const answer = (timeMs: number, number: number, offset: number, fin = false): TimedEvent =>
    receive(timeMs, number, stream(0, offset, 1100, fin));

  test('wait for the first byte, then data arrives, or waits for what is missing', () => {
    const state = stateOf(
      [
        send(0, 0, { frames: [stream(2, 0, 3), stream(0, 0, 20, true)], bytes: 60 }),
        acknowledge(20, [[0, 0]]),
        answer(50, 1, 0),
        answer(60, 3, 2200),
        answer(85, 4, 1100),
        answer(90, 5, 3300, true),
      ],
      'client',
    );
    expect(state.side).toBe('receiver');
    const held = heldOf(state, 0);
    expect([ms(held, 'firstByte'), ms(held, 'arriving'), ms(held, 'dataMissing')]).toEqual([50, 15, 25]);
  });

  test('that send much are held as a sender is, and wait for the answer after that', () => {
    const made = new Sender(1).rounds(9, [0, 0, 0, 0]).round([0, 0, 0, 0], 0);
    const events = [receive(0.5, 0, stream(3, 0, 3)), ...made.events, answer(300, 1, 0, true)];
    const held = heldOf(stateOf(events, 'client'), 0);
    expect(ms(held, 'window')).toBe(9 * RTT_MS);
    expect(ms(held, 'firstByte')).toBe(300 - 1 - 9 * RTT_MS);
  });
});

test('a stream that is no request is held from its first frame to the ACK of its last', () => {
  const made = new Sender(1).rounds(4, [3, 7, 3, 7]).round([3, 7, 3, 7], 3, 7);
  const held = heldOf(stateOf([asks(0, 0), ...made.events]), 3);
  expect(held.parts.reduce((sum, { us }) => sum + us, 0)).toBe(5 * RTT_MS * 1000);
  expect(behindMs(held).map(([id]) => id)).toEqual([7]);
});

test('nothing is said of an endpoint that is not known, nor of a sender whose log does not show what held it', () => {
  const made = new Sender(1).rounds(4, [0, 0, 4, 4]);
  const unknown = stateOf([asks(0, 0, 4), ...made.events], 'unknown');
  expect(heldStreams(unknown, heldTimeOf(unknown)).of(0)).toBeNull();
  const server = stateOf([asks(0, 0, 4), ...made.events]);
  expect(heldStreams(server, null).of(0)).toBeNull();
});

test('the columns of a window say what held for longest in each', () => {
  const made = new Sender(1)
    .rounds(9, [0, 0, 0, 0])
    .round([0, 0, 0, 0], 0)
    .rounds(4, [4, 4, 4, 4])
    .round([4, 4, 4, 4], 4);
  const state = stateOf([asks(0, 0, 4), ...made.events]);
  const streams = heldStreams(state, heldTimeOf(state));
  const window = { fromUs: -10_000, columnUs: 10_000, columns: 40 };
  const spans = streams.spansOf(state.streams.find(4), window, streams.slice(window));
  expect(spans.map(({ holder }) => holder)).toEqual(['behindStreams', 'window', 'inTransit']);
  expect([spans[0]!.fromUs, spans[2]!.toUs]).toEqual([0, made.atMs * 1000]);
  expect(spans[1]!.fromUs).toBe(spans[0]!.toUs);
});

test('many streams at once cost steps as the trace grows: beyond a limit others are not named', () => {
  const stepsOf = (streams: number): number => {
    const ids = Array.from({ length: streams }, (_, i) => 4 * i);
    const made = new Sender(1).rounds(10, ids).round(ids, ...ids);
    const state = stateOf([asks(0, ...ids), ...made.events]);
    const held = heldTimeOf(state);
    return withLimit(Number.POSITIVE_INFINITY, () => {
      const all = heldStreams(state, held);
      for (let i = 0; i < streams; i++) all.of(i);
      return stepsSoFar();
    });
  };
  expect(stepsOf(2000)).toBeLessThan(2.5 * stepsOf(1000));
});

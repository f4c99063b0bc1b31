/** The account of a receiver: docs/account.md, *Receivers*, as made traces. Times in ms. */
import { describe, expect, test } from 'vitest';
import { type Account, accountOf } from '../../../../../src/engine/findings/account/account.ts';
import { wordCount } from '../../../../../src/engine/findings/account/sentence.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { acknowledge, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const RTT_MS = 20;
/** RTT + 4 · RTT/2 + max_ack_delay: the variation of the first sample is half of it. */
const PTO_MS = RTT_MS + 2 * RTT_MS + 25;

interface Data {
  readonly stream?: number;
  readonly offset?: number;
  readonly length?: number;
  readonly fin?: boolean;
  readonly bytes?: number;
}

let number = 1000;
/** A received packet with STREAM data. */
const data = (
  timeMs: number,
  { stream = 0, offset = 0, length = 1000, fin = false, bytes = 1040 }: Data = {},
): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: '1RTT', packet_number: number++ },
    raw: { length: bytes },
    frames: [{ frame_type: 'stream', stream_id: stream, offset, length, fin }],
  },
];

let sent = 0;
const says = (timeMs: number, ...frames: readonly object[]): TimedEvent =>
  send(timeMs, sent++, { bytes: 60, frames });
const ask = (timeMs: number, stream = 0): TimedEvent =>
  says(timeMs, { frame_type: 'stream', stream_id: stream, offset: 0, length: 20, fin: true });
const ack = (timeMs: number): TimedEvent =>
  says(timeMs, { frame_type: 'ack', acked_ranges: [[number - 1, number - 1]] });

/** A request at 0 whose packet is acknowledged after a round trip. */
const asked = (): readonly TimedEvent[] => {
  sent = 0;
  return [ask(0), acknowledge(RTT_MS, [[0, 0]])];
};

/** Packets of a stream at times, one after the other. @param fin the last one ends it. */
const arrivals = (timesMs: readonly number[], fin = true): readonly TimedEvent[] =>
  timesMs.map((timeMs, i) => data(timeMs, { offset: 1000 * i, fin: fin && i === timesMs.length - 1 }));

const every = (stepMs: number, fromMs: number, toMs: number): readonly number[] =>
  Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, i) => fromMs + stepMs * i);

function account(events: readonly TimedEvent[], vantage = 'client'): Account {
  const input = new DetectInput(
    replayEvents(
      [...events].sort((a, b) => a[0] - b[0]),
      vantage,
    ),
  );
  const { account: made } = accountOf(input, []);
  if (made === null) throw new Error('no account');
  const heldUs = made.parts.reduce((sum, part) => sum + part.heldUs, 0);
  expect(heldUs).toBe(made.endUs - made.startUs);
  expect(wordCount(made.sentence)).toBeLessThanOrEqual(30);
  return made;
}

const heldMs = ({ parts }: Account, holder: string, cause?: string): number =>
  parts
    .filter((part) => part.holder === holder && (cause === undefined || part.cause === cause))
    .reduce((sum, { heldUs }) => sum + heldUs / 1000, 0);

describe('the span', () => {
  test('ends with the last data: what follows is after the transfer', () => {
    const made = account([...asked(), ...arrivals(every(10, 40, 240)), ack(5000)]);
    expect(made.endUs - made.startUs).toBe(240_000);
    expect(made.afterTransferUs).toBe(4_760_000);
  });

  test('goes on to the end of the log where a response is not whole', () => {
    const made = account([
      ...asked(),
      ...arrivals(every(10, 40, 240), false),
      data(250, { stream: 4, fin: true }),
      ack(5000),
    ]);
    expect(made.endUs - made.startUs).toBe(5_000_000);
    expect(heldMs(made, 'nothingCame')).toBe(4750);
  });

  test('ends with the last data where the log shows no end of any stream', () => {
    const made = account([...asked(), ...arrivals(every(10, 40, 240), false), ack(5000)]);
    expect(made.endUs - made.startUs).toBe(240_000);
  });
});

describe('a client', () => {
  test('waits for the first byte, gets data, and asks for nothing until it asks again', () => {
    const made = account([
      ...asked(),
      ...arrivals(every(10, 50, 250)),
      ask(400, 4),
      data(450, { stream: 4, fin: true }),
    ]);
    expect(heldMs(made, 'firstByte')).toBe(50 + 50);
    expect(heldMs(made, 'arriving')).toBe(200);
    expect(heldMs(made, 'nextRequest')).toBe(150);
  });

  test('waits for no first byte while another response brings data', () => {
    const made = account([
      ...asked(),
      ...arrivals(every(10, 50, 250)),
      ask(60, 4),
      data(200, { stream: 4, fin: true }),
    ]);
    expect(heldMs(made, 'firstByte')).toBe(50);
  });

  test('gives up a response that it asks to stop', () => {
    const stop = says(200, { frame_type: 'stop_sending', stream_id: 0, error_code: 0 });
    const made = account([
      ...asked(),
      ...arrivals(every(10, 50, 150), false),
      stop,
      ask(500, 4),
      data(550, { stream: 4, fin: true }),
    ]);
    expect(heldMs(made, 'nextRequest')).toBe(300);
  });

  test('whose handshake fails has that alone', () => {
    const made = account([
      send(0, 0, { type: 'initial', bytes: 100 }),
      [
        500,
        'quic:packet_received',
        {
          header: { packet_type: 'initial', packet_number: 0 },
          raw: { length: 1200 },
          frames: [{ frame_type: 'ping' }],
        },
      ],
    ]);
    expect(made.main?.holder).toBe('handshake');
    expect(made.sentence).toBe('1.2 kB received in 500 ms: the handshake did not complete.');
  });
});

test('a server to which a client sends is asked for nothing between two streams', () => {
  const made = account(
    [
      ...arrivals(every(10, 0, 200)),
      data(500, { stream: 4 }),
      data(510, { stream: 4, offset: 1000, fin: true }),
    ],
    'server',
  );
  expect(heldMs(made, 'nextRequest')).toBe(300);
  expect(heldMs(made, 'arriving')).toBe(210);
});

describe('a pause', () => {
  const paused = (ms: number): Account =>
    account([...asked(), ...arrivals([...every(10, 50, 100), ...every(10, 100 + ms, 200 + ms)])]);

  test('of a PTO is one of data that arrives', () => {
    expect(heldMs(paused(PTO_MS), 'nothingCame')).toBe(0);
  });

  test('longer than a PTO is time in which nothing came, from its beginning', () => {
    const made = paused(PTO_MS + 1);
    expect(heldMs(made, 'nothingCame')).toBe(PTO_MS + 1);
    expect(made.sentence).toContain('nothing came');
  });
});

describe('missing data', () => {
  /** The packet at one place comes late. */
  const lossy = (lateMs: number, timesMs: readonly number[]): readonly TimedEvent[] => {
    const [, second] = timesMs;
    return arrivals(timesMs).map((event) =>
      event[0] === second ? ([lateMs, event[1], event[2]] as const) : event,
    );
  };

  test('holds back what came after it, while more arrives', () => {
    const made = account([...asked(), ...lossy(175, every(10, 50, 250))]);
    expect(heldMs(made, 'arriving', 'outOfOrder')).toBe(175 - 70);
    expect(heldMs(made, 'arriving')).toBe(200);
    expect(heldMs(made, 'dataMissing')).toBe(0);
    expect(made.sentence).toContain('for 42.0 % it waited for missing data');
  });

  test('is what a longer pause waits for', () => {
    const made = account([...asked(), ...lossy(500, every(10, 50, 250))]);
    expect(heldMs(made, 'dataMissing')).toBe(250);
    expect(made.sentence).toContain('nothing came while data was missing for 250 ms');
  });

  test('of one stream holds nothing back where another brings data', () => {
    const other = every(10, 45, 255).map((timeMs, i) =>
      data(timeMs, { stream: 4, offset: 1000 * i, fin: timeMs === 255 }),
    );
    const made = account([...asked(), ask(1, 4), ...lossy(175, every(10, 50, 250)), ...other]);
    expect(heldMs(made, 'arriving', 'outOfOrder')).toBe(0);
  });
});

describe('own credit', () => {
  const maxData = (timeMs: number, maximum: number): TimedEvent =>
    says(timeMs, { frame_type: 'max_data', maximum });
  /** Ten packets at 50 … 95 ms use up the credit but for what is left; ten more come at some time. */
  const limited = (goesOnMs: number, grants: readonly TimedEvent[], left = 0): Account =>
    account([
      ...asked(),
      maxData(1, 10_000 + left),
      ...arrivals(every(5, 50, 95), false),
      ...grants,
      ...every(5, goesOnMs, goesOnMs + 45).map((timeMs, i) =>
        data(timeMs, { offset: 10_000 + 1000 * i, fin: timeMs === goesOnMs + 45 }),
      ),
    ]);

  test('is used up until a round trip after more of it was sent', () => {
    const made = limited(150, [maxData(100, 30_000)]);
    expect(heldMs(made, 'ownCredit', 'windowTooSmall')).toBe(100 + RTT_MS - 95);
    expect(made.sentence).not.toContain('credit');
  });

  test('was sent in time where data beyond it comes before that', () => {
    expect(heldMs(limited(100, [maxData(75, 30_000)]), 'ownCredit')).toBe(0);
  });

  test('is sent late by a reader that is slow: later than max_ack_delay after the data', () => {
    expect(heldMs(limited(150, [maxData(95 + 25, 30_000)]), 'ownCredit', 'windowTooSmall')).toBe(25 + RTT_MS);
    const slow = limited(400, [maxData(300, 30_000)]);
    expect(heldMs(slow, 'ownCredit', 'readerSlow')).toBe(300 + RTT_MS - 95);
    expect(slow.sentence).toContain('credit of this end was used up');
    expect(slow.sentence).toContain('the receiver reads slowly');
  });

  test('is used up where less than the payload of a datagram is left', () => {
    const payload = 1040 - 60;
    expect(heldMs(limited(150, [maxData(100, 30_000)], payload), 'ownCredit')).toBe(0);
    expect(heldMs(limited(150, [maxData(100, 30_000)], payload - 1), 'ownCredit')).toBe(25);
  });

  test('that is never renewed holds to the end', () => {
    const made = account([
      ...asked(),
      maxData(1, 10_000),
      ...arrivals(every(5, 50, 95), false),
      ask(60, 4),
      data(61, { stream: 4, length: 0, fin: true }),
      ack(3000),
    ]);
    expect(heldMs(made, 'ownCredit', 'neverRenewed')).toBe(3000 - 95);
  });

  test('of a stream holds where each stream with data has used up its own', () => {
    const credit = (timeMs: number, stream: number, maximum: number): TimedEvent =>
      says(timeMs, { frame_type: 'max_stream_data', stream_id: stream, maximum });
    const one = (...others: readonly TimedEvent[]): Account =>
      account([
        ...asked(),
        credit(1, 0, 10_000),
        ...arrivals(every(5, 50, 95), false),
        credit(100, 0, 30_000),
        data(150, { offset: 10_000, fin: true }),
        ...others,
      ]);
    expect(heldMs(one(), 'ownCredit')).toBe(25);
    const other = every(5, 55, 140).map((timeMs, i) =>
      data(timeMs, { stream: 4, offset: 1000 * i, fin: timeMs === 140 }),
    );
    expect(heldMs(one(ask(2, 4), ...other), 'ownCredit')).toBe(0);
  });
});

describe('this host', () => {
  /** Packets up to 100 ms; after a silence, so many are read at once. */
  const stopped = (silenceMs: number, packets: number, isAcked = false): Account => {
    const times = [
      ...every(10, 50, 100),
      ...every(0.5, 100 + silenceMs, 100 + silenceMs + (packets - 1) * 0.5),
    ];
    const [last = 0] = times.slice(-1);
    return account([
      ...asked(),
      ...(isAcked ? [ack(100.001)] : []),
      ...arrivals([...times, ...every(10, last + 10, last + 100)]),
    ]);
  };

  test('stopped where it owed an ACK for longer than four max_ack_delays, and read at once what had come', () => {
    expect(heldMs(stopped(101, 3), 'hostStopped')).toBe(101);
    expect(stopped(800, 3).sentence).toContain('this host stopped for 800 ms');
  });

  test.each([
    ['for a shorter time', 100, 3, false],
    ['where little comes at once', 101, 2, false],
    ['where it owes nothing', 101.1, 3, true],
  ] as const)('is not known to have stopped %s', (_, silenceMs, packets, isAcked) => {
    const made = stopped(silenceMs, packets, isAcked);
    expect(heldMs(made, 'hostStopped')).toBe(0);
    expect(heldMs(made, 'nothingCame')).toBeGreaterThan(PTO_MS);
  });
});

describe('what the peer sends per round trip', () => {
  interface Peer {
    readonly trips: number;
    readonly packets?: (trip: number) => number;
    readonly bytes?: (trip: number) => number;
    readonly stepMs?: number;
    readonly after?: readonly TimedEvent[];
    readonly asks?: boolean;
  }
  const pattern = ({
    trips,
    packets = () => 2,
    bytes = () => 1040,
    stepMs = RTT_MS,
    after = [],
    asks = false,
  }: Peer): string => {
    let offset = 0;
    const bursts = Array.from({ length: trips }, (_, trip) => [
      ...(asks ? [ask(45 + trip * stepMs, 4 * (trip + 1))] : []),
      ...Array.from({ length: packets(trip) }, (__, i) => {
        offset += 1000;
        return data(50 + trip * stepMs + i / 100, { offset: offset - 1000, bytes: bytes(trip) });
      }),
    ]).flat();
    return account([...asked(), ...bursts, ...after]).sentence;
  };

  test('is said from ten round trips on', () => {
    expect(pattern({ trips: 10 })).toContain('2 packets per round trip for 180 ms');
    expect(pattern({ trips: 9 })).not.toContain('per round trip');
  });

  test('is said in bytes where it is more than ten packets', () => {
    expect(pattern({ trips: 20, packets: () => 10 })).toContain('10 packets per round trip');
    expect(pattern({ trips: 20, packets: () => 11 })).toContain('11.4 kB per round trip');
  });

  test('is the same within 5 % of its bytes', () => {
    const last = (percent: number) => (trip: number) => (trip % 3 === 0 ? 1000 : 1000 + 10 * percent);
    expect(pattern({ trips: 30, bytes: (trip) => (trip === 0 ? 1000 : 1050) })).toContain(
      '2 packets per round trip for 580',
    );
    expect(pattern({ trips: 30, bytes: last(6) })).not.toContain('per round trip');
  });

  test('is one of round trips: neither closer together nor further apart', () => {
    expect(pattern({ trips: 30, stepMs: 0.8 * RTT_MS })).toContain('per round trip');
    expect(pattern({ trips: 30, stepMs: 0.79 * RTT_MS })).not.toContain('per round trip');
    expect(pattern({ trips: 30, stepMs: 2 * RTT_MS })).toContain('per round trip');
    expect(pattern({ trips: 30, stepMs: 2.01 * RTT_MS })).not.toContain('per round trip');
  });

  test.each([
    ['grows', () => pattern({ trips: 30, packets: (trip) => 2 + Math.floor(trip / 3) })],
    ['is asked for each time', () => pattern({ trips: 30, asks: true })],
    ['has no pauses', () => account([...asked(), ...arrivals(every(5, 50, 650))]).sentence],
  ] as const)('is not said where it %s', (_, said) => {
    expect(said()).not.toContain('per round trip');
  });

  test('is not said where it is less than a fifth of the span', () => {
    const after = every(5, 300, 1200).map((timeMs, i) => data(timeMs, { offset: 40_000 + 1000 * i }));
    expect(pattern({ trips: 10, after })).not.toContain('per round trip');
  });
});

test('nothing is charged to the path, and no log of a receiver is called healthy', () => {
  const made = account([...asked(), ...arrivals(every(10, 50, 2050))]);
  expect(made).toMatchObject({ neededUs: null, carriedTwiceUs: null, provedShare: 0, healthy: false });
  expect(made.parts.every(({ lostUs }) => lostUs === null)).toBe(true);
  expect(made.sentence).toBe('209.1 kB received in 2.05 s: data kept arriving 97.6 % of the time.');
});

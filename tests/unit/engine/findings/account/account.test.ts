/** The examples of docs/account.md, as made traces. Times in ms. */
import { describe, expect, test } from 'vitest';
import { type Account, accountOf } from '../../../../../src/engine/findings/account/account.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding.ts';
import { DetectInput, type LogFacts } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { spiral } from '../../../../support/cli-report.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  request,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const RTT_MS = 20;
const BYTES = 1000;

const data = (timeMs: number, number: number, fin = false): TimedEvent =>
  send(timeMs, number, {
    bytes: BYTES,
    frames: [
      { frame_type: 'stream', stream_id: 0, offset: number * 900, length: 900, ...(fin ? { fin } : {}) },
    ],
  });

const window = (timeMs: number, packets: number, inFlight: number): TimedEvent =>
  metrics(timeMs, {
    congestion_window: packets * BYTES,
    bytes_in_flight: inFlight * BYTES,
    smoothed_rtt: RTT_MS,
    min_rtt: RTT_MS,
    // No two samples are the same.
    latest_rtt: RTT_MS + timeMs / 1e6,
  });

/** Bursts of `packets`, each after the ACK of the one before, under a window of as many. */
function bursts(fromMs: number, count: number, packets: number, firstNumber: number): TimedEvent[] {
  return Array.from({ length: count }, (_, burst): TimedEvent[] => {
    const atMs = fromMs + burst * RTT_MS;
    const first = firstNumber + burst * packets;
    const sends = Array.from({ length: packets }, (_, i) => data(atMs, first + i));
    return [
      ...sends,
      window(atMs, packets, packets),
      acknowledge(atMs + RTT_MS, [[0, first + packets - 1]]),
      window(atMs + RTT_MS, packets, 0),
    ];
  }).flat();
}

const ask = (timeMs: number, stream: number): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: '1RTT', packet_number: timeMs },
    raw: { length: 60 },
    frames: [{ frame_type: 'stream', stream_id: stream, offset: 0, length: 20, fin: true }],
  },
];

const respond = (timeMs: number, number: number, stream: number): TimedEvent =>
  send(timeMs, number, {
    bytes: BYTES,
    frames: [{ frame_type: 'stream', stream_id: stream, offset: 0, length: 900, fin: true }],
  });

function account(events: readonly TimedEvent[], clockStepUs = 0): Account {
  const input = new DetectInput(replayEvents(events), { clockStepUs } as LogFacts);
  const { account: made } = accountOf(input, []);
  if (made === null) throw new Error('no account');
  return made;
}

const heldMs = ({ parts }: Account, holder: string): number =>
  parts.filter((part) => part.holder === holder).reduce((sum, { heldUs }) => sum + heldUs / 1000, 0);

describe('the span', () => {
  test('ends with the last delivery: what follows is after the transfer', () => {
    const made = account([
      request(0),
      ...bursts(1, 10, 4, 0),
      metrics(5000, { congestion_window: 9 * BYTES }),
    ]);
    expect(made.endUs - made.startUs).toBe(201_000);
    expect(made.afterTransferUs).toBe(4_799_000);
  });

  test('goes on where data is not delivered', () => {
    const made = account([
      request(0),
      ...bursts(1, 10, 4, 0),
      data(202, 40),
      metrics(5000, { congestion_window: 9 * BYTES }),
    ]);
    expect(made.endUs).toBe(5_000_000);
    expect(made.afterTransferUs).toBe(0);
  });

  test('is held to the µs, whatever holds it', () => {
    const made = account([request(0), ...bursts(1, 30, 4, 0)]);
    expect(made.parts.reduce((sum, { heldUs }) => sum + heldUs, 0)).toBeCloseTo(made.endUs - made.startUs, 3);
  });
});

describe('the window', () => {
  test('holds a sender that fills it in every round trip, gaps included', () => {
    const made = account([request(0), ...bursts(1, 30, 4, 0)]);
    expect(made.main?.holder).toBe('window');
    expect(heldMs(made, 'window')).toBeGreaterThan(0.9 * 600);
  });

  test('holds one whose flight is logged before the packets of the same time', () => {
    const trips = Array.from({ length: 30 }, (_, i): TimedEvent[] => [
      window(1 + i * RTT_MS, 4, 0),
      ...Array.from({ length: 4 }, (_, j) => data(1 + i * RTT_MS, 4 * i + j)),
      acknowledge(1 + (i + 1) * RTT_MS, [[0, 4 * i + 3]]),
    ]).flat();
    expect(heldMs(account([request(0), ...trips]), 'window')).toBeGreaterThan(0.9 * 600);
  });

  test('does not hold one whose flight stays far below it', () => {
    const events = Array.from({ length: 30 }, (_, i): TimedEvent[] => [
      data(1 + i * RTT_MS, i),
      window(1 + i * RTT_MS, 40, 1),
      acknowledge(1 + (i + 1) * RTT_MS, [[0, i]]),
    ]).flat();
    expect(heldMs(account([request(0), ...events]), 'window')).toBe(0);
    expect(account([request(0), ...events]).main?.holder).toBe('application');
  });
});

describe('bytes in flight that are logged after the ACK that lowers them', () => {
  test('stand before the packets of the same time, which fill the window', () => {
    const events = Array.from({ length: 30 }, (_, i): TimedEvent[] => [
      acknowledge(1 + i * RTT_MS, [[0, 4 * i - 1]]),
      window(1 + i * RTT_MS, 4, 0),
      ...[0, 1, 2, 3].map((k) => data(1 + i * RTT_MS, 4 * i + k)),
    ]).flat();
    const made = account([request(0), ...events.slice(1), acknowledge(601, [[0, 119]])]);
    expect(heldMs(made, 'window')).toBeGreaterThan(0.9 * 600);
  });
});

test('bytes in flight that are logged while packets of the same time go on being sent count none of them twice', () => {
  const events = Array.from({ length: 30 }, (_, i): TimedEvent[] => {
    const atMs = 1 + i * RTT_MS;
    const sends = Array.from({ length: 12 }, (_, k) => data(atMs, 12 * i + k));
    return [
      ...sends.slice(0, 8),
      window(atMs, 15, 8),
      ...sends.slice(8),
      window(atMs, 15, 12),
      acknowledge(atMs + RTT_MS, [[0, 12 * i + 11]]),
      window(atMs + RTT_MS, 15, 0),
    ];
  }).flat();
  expect(heldMs(account([request(0), ...events]), 'window')).toBe(0);
});

describe('a server', () => {
  const ofServer = send(0, 0, { frames: [{ frame_type: 'handshake_done' }] });
  const exchange = (timeMs: number, number: number, stream: number): readonly TimedEvent[] => [
    ask(timeMs, stream),
    respond(timeMs + 30, number, stream),
    acknowledge(timeMs + 50, [[0, number]]),
  ];

  test('is in the handshake until the first request, be the control streams there before', () => {
    const made = account([ofServer, ask(10, 2), ...exchange(300, 1, 0)]);
    expect(heldMs(made, 'handshake')).toBe(300);
  });

  test('waits for the next request, and its application from that to the response', () => {
    const made = account([ofServer, ...exchange(10, 1, 0), ...exchange(200, 2, 4)]);
    expect(heldMs(made, 'nextRequest')).toBe(160);
    expect(made.parts.find(({ cause }) => cause === 'certain')?.heldUs).toBe(60_000);
  });
});

describe('flow control', () => {
  /** One frame of this side, or of the peer. */
  const frame = (timeMs: number, number: number, what: object, name = 'quic:packet_sent'): TimedEvent => [
    timeMs,
    name,
    { header: { packet_type: '1RTT', packet_number: number }, raw: { length: 60 }, frames: [what] },
  ];

  test('holds a client that may open no more streams until the server allows it', () => {
    const made = account([
      frame(0, 0, { frame_type: 'handshake_done' }, 'quic:packet_received'),
      respond(1, 0, 0),
      frame(2, 1, { frame_type: 'streams_blocked', stream_type: 'bidirectional', limit: 1 }),
      window(2, 40, 0),
      acknowledge(21, [[0, 1]]),
      frame(
        500,
        1000,
        { frame_type: 'max_streams', stream_type: 'bidirectional', maximum: 2 },
        'quic:packet_received',
      ),
      respond(501, 2, 4),
      acknowledge(521, [[0, 2]]),
    ]);
    expect(heldMs(made, 'credit')).toBeCloseTo(498, 0);
    expect(made.main?.holder).toBe('credit');
  });
});

describe('a clock of whole milliseconds', () => {
  const log = [
    request(0),
    data(1, 0),
    window(1, 40, 1),
    acknowledge(21, [[0, 0]]),
    window(21, 40, 0),
    ...Array.from({ length: 30 }, (_, i) => data(300 + i, 1 + i)),
    acknowledge(350, [[0, 30]]),
  ];

  test('lets waits of less than 2 ms go on as the wait before them', () => {
    const [fineMs, coarseMs] = [0, 1000].map((stepUs) => heldMs(account(log, stepUs), 'application'));
    expect(fineMs).toBeCloseTo(300, 0);
    expect(coarseMs).toBeCloseTo(300 + 29, 0);
  });
});

// The last burst before the silence is lost, and probes have no answer for so many ms.
const silent = (probes: readonly number[], answeredMs: number): readonly TimedEvent[] => [
  request(0),
  ...bursts(1, 50, 4, 0),
  ...[0, 1, 2, 3].map((i) => data(1001, 200 + i)),
  window(1001, 4, 4),
  ...probes.map((atMs, i) => data(atMs, 204 + i)),
  acknowledge(answeredMs, [
    [0, 199],
    [204 + probes.length - 1, 204 + probes.length - 1],
  ]),
  window(answeredMs, 4, 3),
  ...bursts(answeredMs + 1, 20, 4, 210),
];

describe('loss detection', () => {
  test('is the wait for an ACK that is overdue, from one smoothed RTT after its packet was sent', () => {
    const made = account(silent([1100], 1120));
    expect(heldMs(made, 'lossDetection')).toBeCloseTo(99, 0);
    expect(heldMs(made, 'pathStalled')).toBe(0);
  });

  test('nothing comes through up to the last probe without an answer, where chance excludes that all were lost', () => {
    const made = account(silent([1100, 1250, 1550, 2150, 3350], 3370));
    expect(heldMs(made, 'pathStalled')).toBeCloseTo(2150 - 1021, 0);
    expect(heldMs(made, 'lossDetection')).toBeCloseTo(3370 - 2150, 0);
    expect(made.sentence).toContain('nothing came through for 1.13 s');
  });
});

test('of a peer that answers no more nothing comes through: what follows says nothing of losses', () => {
  const probes = [1100, 1250, 1550, 2150, 3350].map((atMs, i) => data(atMs, 204 + i));
  const burst = [0, 1, 2, 3].map((i) => data(1001, 200 + i));
  const made = account([
    request(0),
    ...bursts(1, 50, 4, 0),
    ...burst,
    window(1001, 4, 4),
    ...probes,
    metrics(9000, { congestion_window: 9 * BYTES }),
  ]);
  expect(heldMs(made, 'pathStalled')).toBeCloseTo(3350 - 1021, 0);
});

describe('sentences', () => {
  test('begin with how much and how long, and name one holder', () => {
    expect(account([request(0), ...bursts(1, 30, 4, 0)]).sentence).toMatch(
      /^108\.0 kB in 601 ms: the window held the sender \d+\.\d % of the time; /,
    );
  });

  test('count the responses, and name the slowest', () => {
    const responses = Array.from({ length: 3 }, (_, i): TimedEvent[] => [
      ask(1 + i * 50, 4 * i),
      respond(2 + i * 50, i + 1, 4 * i),
      acknowledge(22 + i * 50, [[0, i + 1]]),
    ]).flat();
    const late = [ask(151, 12), respond(201, 4, 12), acknowledge(221, [[0, 4]])];
    const ofServer = send(0, 0, { frames: [{ frame_type: 'handshake_done' }] });
    expect(account([ofServer, ...responses, ...late]).sentence).toMatch(
      /^4 responses, 3\.6 kB in 221 ms, the slowest 50\.0 ms: /,
    );
  });

  test('say why a log with half of its packets, or with a clock that goes back, shows nothing', () => {
    const all = [request(0), ...bursts(1, 30, 4, 0)];
    const half = all.filter(([, name], i) => !name.endsWith('packet_sent') || i % 2 === 0);
    expect(account(half).sentence).toContain('of the packets sent are not in the log');
    const back = all.map(([timeMs, ...rest], i): TimedEvent => [timeMs - (i > 100 ? 200 : 0), ...rest]);
    expect(account(back).sentence).toMatch(/: the clock of the log goes back by 2\d\d ms, and what held/);
    expect(account(back).main).toBeNull();
  });

  test('say that a clock jumps, where the logged RTT does not hold the silence', () => {
    const made = account(
      [request(0), ...bursts(1, 40, 4, 0)].map(
        ([timeMs, ...rest]): TimedEvent => [timeMs + (timeMs > 410 ? 10_000 : 0), ...rest],
      ),
    );
    expect(made.sentence).toContain('the log does not show: its clock jumps');
    expect(heldMs(made, 'notKnown')).toBeGreaterThan(9900);
    expect(made.parts.find(({ holder }) => holder === 'notKnown')?.lostUs ?? 0).toBe(0);
  });

  test('say that a handshake did not complete', () => {
    const made = account([
      send(0, 0, {
        type: 'initial',
        bytes: 1200,
        frames: [{ frame_type: 'crypto', offset: 0, length: 300 }],
      }),
      send(1000, 1, {
        type: 'initial',
        bytes: 1200,
        frames: [{ frame_type: 'crypto', offset: 0, length: 300 }],
      }),
    ]);
    expect(made.sentence).toBe('Nothing in 1.00 s: the handshake did not complete.');
    expect(made.healthy).toBe(false);
  });
});

describe('what a finding cost', () => {
  const events = silent([1100, 1250, 1550, 2150, 3350], 3370);
  const of = (id: string, fromMs: number, toMs: number): Finding['cost'] => {
    const finding = { ...spiral(), id, startUs: fromMs * 1000, endUs: toMs * 1000 };
    return accountOf(new DetectInput(replayEvents(events)), [finding]).findings[0]?.cost ?? null;
  };
  const costMs = (id: string, fromMs: number, toMs: number): number =>
    (of(id, fromMs, toMs)?.heldUs ?? Number.NaN) / 1000;

  test('is the time of the holders that its rule stands for, those that rank as one together', () => {
    const made = account(events);
    const waitMs = heldMs(made, 'lossDetection') + heldMs(made, 'pathStalled');
    for (const id of ['delivery-stall', 'pto-storm']) expect(costMs(id, 0, 9000)).toBeCloseTo(waitMs, 3);
    expect(costMs('flow-control-limited', 0, 9000)).toBe(0);
  });

  test('is counted within the finding alone', () => {
    expect(costMs('delivery-stall', 0, 1000)).toBe(0);
    expect(costMs('delivery-stall', 1500, 1650)).toBeCloseTo(150, 3);
    const halves = costMs('delivery-stall', 0, 2500) + costMs('delivery-stall', 2500, 9000);
    expect(halves).toBeCloseTo(costMs('delivery-stall', 0, 9000), 3);
  });

  test('is nothing where the rule stands for no holder', () => {
    expect(of('path-level', 0, 9000)).toBeNull();
  });

  test('is lost as far as the parts are: less what any sender needs, and unknown without a rate', () => {
    const sums = (holders: readonly string[]): number | null =>
      account(events)
        .parts.filter(({ holder }) => holders.includes(holder))
        .reduce<number | null>(
          (sum, { lostUs }) => (lostUs === null || sum === null ? null : sum + lostUs),
          0,
        );
    for (const [id, ...holders] of [
      ['pto-storm', 'lossDetection', 'pathStalled'],
      ['handshake-slow', 'handshake'],
    ] as const) {
      const lostUs = of(id, 0, 9000)?.lostUs ?? null;
      if (lostUs === null) expect(sums(holders)).toBeNull();
      else expect(lostUs).toBe(Math.round(sums(holders) ?? Number.NaN));
    }
  });
});

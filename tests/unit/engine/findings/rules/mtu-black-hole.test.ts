/**
 * Paths that drop packets above a size. All of these are made; the one recorded path that does is in tests/shared. Each limit with a pair one step
 * apart, and what looks alike: lost probes of the MTU, a tail of large packets, losses of all sizes.
 */
import { describe, expect, test } from 'vitest';
import { chanceOf, mtuBlackHole } from '../../../../../src/engine/findings/rules/mtu-black-hole.ts';
import { peerGone } from '../../../../../src/engine/findings/rules/peer-gone.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { MadeConnection, stream } from '../../../../support/made-connection.ts';

const RTT = 30;
const [LARGE, SMALL] = [1400, 1200];
const judge = (made: MadeConnection) => runDetectors(made.input(), [mtuBlackHole]);
const find = (made: MadeConnection) => judge(made).findings;

interface Round {
  /** Packets of these sizes that are lost, and that arrive, in this order. */
  readonly lost?: readonly number[];
  readonly arrived?: readonly number[];
  /** Of lost ones: probes of the MTU, without data. */
  readonly probes?: readonly number[];
  readonly rttMs?: number;
}

/** A server that sends, and gets the ACK of what arrived a round trip later. */
class Path {
  readonly #made = new MadeConnection('server').serverHandshake(RTT);
  #number = 1;
  #offset = 0;

  #send(bytes: number, frames?: readonly object[]): number {
    this.#made.sent('1RTT', { bytes, frames: frames ?? [stream(this.#offset, bytes - 40)] });
    this.#offset += bytes;
    return this.#number++;
  }

  round({ lost = [], arrived = [], probes = [], rttMs = RTT }: Round): this {
    const gone = lost.map((bytes) => this.#send(bytes));
    const probed = probes.map((bytes) =>
      this.#send(bytes, [{ frame_type: 'ping' }, { frame_type: 'padding' }]),
    );
    const there = arrived.map((bytes) => this.#send(bytes));
    this.#made.wait(rttMs);
    if (there.length > 0) {
      const frames = [{ frame_type: 'ack', acked_ranges: there.map((n) => [n, n]) }];
      this.#made.received('1RTT', { bytes: 40, frames });
    }
    const packet = (n: number, more = {}) => ({ header: { packet_type: '1RTT', packet_number: n }, ...more });
    for (const n of gone) this.#made.event('recovery:packet_lost', packet(n));
    for (const n of probed)
      this.#made.event('recovery:packet_lost', packet(n, { is_mtu_probe_packet: true }));
    return this;
  }

  times(count: number, round: Round): this {
    for (let i = 0; i < count; i++) this.round(round);
    return this;
  }

  get made(): MadeConnection {
    return this.#made;
  }
}

const works = () => new Path().times(5, { arrived: [LARGE, LARGE, LARGE] });
/** Two large packets lost and three small ones arrived, four times. */
const hole = (rounds = 4, round: Round = {}) =>
  works().times(rounds, { lost: [LARGE, LARGE], arrived: [SMALL, SMALL, SMALL], ...round });

describe('a path that drops packets above a size', () => {
  test('is told with the sizes, what was lost and what arrived', () => {
    const [finding, ...more] = find(hole(5).made);
    expect(more).toEqual([]);
    // Five rounds of 30 ms after the handshake, as long as all arrives.
    expect(finding).toMatchObject({
      severity: 'warning',
      startUs: 180_000,
      endUs: 300_000,
      variant: 'since-a-time',
    });
    expect(finding?.verdict).toBe(
      'All 10 packets with data above 1,200 B that were sent from 0.180 s on for 120 ms were lost, the smallest of 1,400 B, ' +
        'while 12 of 12 smaller packets arrived; packets as large had arrived before: the path drops packets above a size, ' +
        'which is inferred (RFC 8899 §4.3).',
    );
    expect(finding?.closeUp?.steps.map(({ kind }) => kind)).toContain('send');
  });

  test('from the start says that none as large arrived before', () => {
    const [finding] = find(
      new Path().times(6, { lost: [LARGE, LARGE], arrived: [SMALL, SMALL, SMALL] }).made,
    );
    expect(finding?.variant).toBe('throughout');
    expect(finding?.verdict).toContain('; none as large had arrived before: the path');
  });

  test('ends with the first packet as large that arrives', () => {
    const [finding] = find(hole(5).times(3, { arrived: [LARGE, LARGE] }).made);
    expect(finding?.endUs).toBe(300_000);
  });

  test('counts lost probes above the size beside it', () => {
    // The fifth is sent after the last lost packet.
    const [finding] = find(hole(5, { probes: [1350] }).made);
    expect(finding?.verdict).toContain('; 4 probes of the MTU above it lost as well: the path');
    expect(finding?.evidence.find(({ id }) => id === 'probes')).toMatchObject({ value: 4, holds: true });
  });
});

describe('each limit has a pair', () => {
  test('8 lost packets, not 7', () => {
    const many = { arrived: [SMALL, SMALL, SMALL, SMALL, SMALL, SMALL] };
    expect(find(works().times(8, { lost: [LARGE], ...many }).made)).toHaveLength(1);
    expect(find(works().times(7, { lost: [LARGE], ...many }).made)).toEqual([]);
  });

  test('5 smaller ones between them, not 4', () => {
    // Small ones after the last lost packet do not stand between.
    const few = (rounds: number) =>
      works()
        .times(rounds, { lost: Array(10).fill(LARGE), arrived: [SMALL] })
        .round({ lost: [LARGE], arrived: [SMALL] }).made;
    expect(find(few(5))).toHaveLength(1);
    expect(find(few(4))).toEqual([]);
  });

  test('round trips with a small one: 3, not 2', () => {
    const trips = (rounds: number) =>
      works()
        .times(rounds, { lost: Array(8).fill(LARGE), arrived: Array(8).fill(SMALL) })
        .round({ lost: [LARGE], arrived: [SMALL] }).made;
    expect(find(trips(3))).toHaveLength(1);
    expect(find(trips(2))).toEqual([]);
  });

  test('a chance below 1 in 100,000: 12 that arrive beside 8 lost ones, not 11', () => {
    const beside = (counts: readonly number[]) => {
      const path = works();
      for (const count of counts) path.round({ lost: [LARGE], arrived: Array(count).fill(SMALL) });
      return path.round({ lost: [LARGE], arrived: [SMALL] }).made;
    };
    expect(find(beside([2, 2, 2, 2, 2, 1, 1]))).toHaveLength(1);
    expect(find(beside([2, 2, 2, 2, 1, 1, 1]))).toEqual([]);
    // One of 20 over 8, and of 19 over 8.
    expect(1 / chanceOf({ lost: 8, arrived: 12, lostBelow: 0 })).toBeCloseTo(125_970, 6);
    expect(1 / chanceOf({ lost: 8, arrived: 11, lostBelow: 0 })).toBeCloseTo(75_582, 6);
  });
});

/** A path that carries so many large packets per round trip, and then drops them while small ones arrive for 20 ms, as one ACK says. */
function suddenHole({ perTrip = 40, smallBytes = 1000 } = {}): MadeConnection {
  const made = new MadeConnection('server')
    .parameters('local', { max_idle_timeout: 1500 })
    .serverHandshake(RTT);
  let [number, offset] = [1, 0];
  const send = (bytes: number): number => {
    made.sent('1RTT', { bytes, frames: [stream(offset, bytes - 40)] });
    offset += bytes;
    return number++;
  };
  const acked = (numbers: readonly number[]) =>
    made.wait(RTT).received('1RTT', {
      bytes: 40,
      frames: [{ frame_type: 'ack', acked_ranges: numbers.map((n) => [n, n]) }],
    });
  for (let trip = 0; trip < 3; trip++) acked(Array.from({ length: perTrip }, () => send(LARGE)));
  const small: number[] = [];
  const gone: number[] = [];
  for (let step = 0; step < 6; step++) {
    if (step > 0) made.wait(4);
    for (let i = 0; i < 6; i++) gone.push(send(LARGE));
    small.push(send(smallBytes));
  }
  gone.push(send(LARGE));
  acked(small);
  for (const packet_number of gone)
    made.event('recovery:packet_lost', { header: { packet_type: '1RTT', packet_number } });
  for (let i = 0; i < 12; i++) send(LARGE);
  return made;
}
const goesOn = (made: MadeConnection) =>
  made.event('recovery:metrics_updated', { congestion_window: 12_000 });
const timedOut = (made: MadeConnection) =>
  made.event('transport:connection_closed', { owner: 'local', trigger: 'idle_timeout' });

describe('within one round trip', () => {
  test('is told where the path had room for larger ones meanwhile', () => {
    const [finding, ...more] = find(goesOn(suddenHole().wait(1)));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', variant: 'since-a-time' });
    const rows = new Map(finding?.evidence.map(({ id, value, holds }) => [id, [value, holds]]));
    expect(rows.get('trips')).toEqual([1, true]);
    expect(rows.get('arrived')).toEqual([6, true]);
  });

  test.each([
    [37, 1],
    [36, 0],
  ])('room for 20, not 19: with %i per round trip before, %i', (perTrip, count) => {
    expect(find(goesOn(suddenHole({ perTrip }).wait(1)))).toHaveLength(count);
  });

  test.each([
    [467, 1],
    [466, 0],
  ])('more than a full queue may hold: six of %i B, %i', (smallBytes, count) => {
    expect(find(goesOn(suddenHole({ perTrip: 60, smallBytes }).wait(1)))).toHaveLength(count);
  });
});

describe('to the end of the connection', () => {
  test('is what it failed by: critical, and explains the peer that seems gone', () => {
    const found = runDetectors(timedOut(suddenHole().wait(1500)).input(), [mtuBlackHole, peerGone]).findings;
    expect(found.map(({ id, severity, explainedBy }) => [id, severity, explainedBy?.key])).toEqual([
      ['mtu-black-hole', 'critical', undefined],
      ['peer-gone', 'critical', 'mtu-black-hole.1'],
    ]);
    expect(found[0]?.verdict).toContain('All 49 packets with data above 1,000 B');
    expect(found[0]?.verdict).toContain('were lost or never acknowledged');
  });

  test('takes no packets for lost that may still be acknowledged', () => {
    const [finding] = find(goesOn(suddenHole().wait(1)));
    expect(finding?.verdict).toContain('All 37 packets with data above 1,000 B');
    expect(finding?.verdict).toContain('were lost, the smallest');
  });

  test('is none where the peer is gone after losses of all sizes', () => {
    const all = works().times(9, { lost: [LARGE, SMALL, SMALL], arrived: [SMALL] }).made;
    expect(find(timedOut(all.sent('1RTT').sent('1RTT').wait(30_000)))).toEqual([]);
  });
});

describe('what looks alike and is none', () => {
  test.each<[string, MadeConnection]>([
    [
      'probes of the MTU that are lost',
      works().times(9, { probes: [LARGE + 50], arrived: [SMALL, LARGE] }).made,
    ],
    [
      'padded probes that the log does not mark',
      works().times(9, { arrived: [SMALL, SMALL, SMALL], probes: [LARGE + 50] }).made,
    ],
    [
      'large packets that arrive in between',
      works().times(9, { lost: [LARGE], arrived: [SMALL, LARGE] }).made,
    ],
    [
      'a flight of large packets that overflows a queue',
      works().round({ lost: Array(20).fill(LARGE), arrived: [SMALL] }).made,
    ],
    [
      'an outage: small ones are lost too',
      works()
        .times(5, { lost: [LARGE, SMALL, SMALL] })
        .round({ arrived: [SMALL] }).made,
    ],
    ['losses of all sizes', works().times(9, { lost: [LARGE, SMALL, SMALL, SMALL], arrived: [SMALL] }).made],
  ])('%s', (_, made) => {
    expect(judge(made)).toEqual({ findings: [], remarks: [], notJudged: [], notFound: [] });
  });

  test('a receiver cannot tell', () => {
    const receiver = new MadeConnection('client').clientHandshake(RTT);
    for (let i = 0; i < 5; i++) receiver.received('1RTT', { frames: [stream(i * 1000, 1000)] });
    expect(judge(receiver).notJudged).toMatchObject([
      { reason: 'a receiver cannot see which packets of its peer were lost' },
    ]);
  });
});

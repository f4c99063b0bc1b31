/** Sent packets with their fates, one by one and per pixel column. */
import { describe, expect, it } from 'vitest';
import type { ColumnWindow } from '../../../../../src/engine/base/columns/series.ts';
import { InFlightLedger } from '../../../../../src/engine/sender/transport/ledger.ts';
import { emptyOutcome, FATE_NAMES } from '../../../../../src/engine/sender/transport/packet-fate.ts';
import {
  type NumberRanges,
  packetsIn,
  type SequenceAnswer,
  type SpaceSequence,
  sequenceOf,
} from '../../../../../src/engine/sender/transport/sequence.ts';
import { acknowledge, lost, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const stream = (timeMs: number, n: number, offset: number): TimedEvent =>
  send(timeMs, n, { frames: [{ frame_type: 'stream', stream_id: 0, offset, length: 900 }] });

const { ledger } = replayEvents([
  send(0, 0, { type: 'initial' }),
  stream(1, 0, 0),
  stream(2, 1, 900),
  stream(3, 2, 1800),
  stream(4, 3, 2700),
  send(5, 4, { frames: [{ frame_type: 'ack' }] }),
  [6, 'security:key_discarded', { key_type: 'server_initial_secret' }],
  acknowledge(20, [[2]]),
  lost(21, 0),
  lost(22, 1),
  stream(23, 5, 0),
  acknowledge(40, [[1]]),
]);

const ask = (window: ColumnWindow, of = ledger): SequenceAnswer =>
  sequenceOf(of, { window, visible: { fromUs: window.fromUs, toUs: endOf(window) } });
const endOf = ({ fromUs, columnUs, columns }: ColumnWindow): number => fromUs + columns * columnUs;
const space = (answer: SequenceAnswer, name: string): SpaceSequence => {
  const found = answer.spaces.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};
/** Rows as [column, low, high, count]. */
const rows = ({ columns, lows, highs, counts }: NumberRanges): readonly (readonly number[])[] =>
  Array.from(columns, (column, i) => [column, lows[i], highs[i], counts[i]] as number[]);

describe('packets of a range', () => {
  it('have fate, time of the fate and whether they were sent again', () => {
    const { packets, total } = packetsIn(ledger, 0, 1e9, 100);
    expect(total).toBe(7);
    expect(
      packets.map(({ packetNumber, fate, settledUs }) => [packetNumber, FATE_NAMES[fate], settledUs]),
    ).toEqual([
      [0, 'discarded', 6000],
      [0, 'lost', 21_000],
      [1, 'lost and acknowledged', 40_000],
      [2, 'acknowledged', 20_000],
      [3, 'outstanding', Number.NaN],
      [4, 'not in flight', Number.NaN],
      [5, 'outstanding', Number.NaN],
    ]);
    expect(packets.map(({ resent }) => resent)).toEqual([false, false, false, false, false, false, true]);
    expect(packets[1]).toMatchObject({ sentUs: 1000, sizeBytes: 1000, space: 2 });
  });

  it('end at the limit, with the total number', () => {
    const { packets, total } = packetsIn(ledger, 1000, 4000, 2);
    expect([packets.length, total]).toEqual([2, 4]);
    expect(packetsIn(ledger, 30_000, 90_000, 5)).toEqual({ packets: [], total: 0 });
  });
});

describe('columns', () => {
  const whole = { fromUs: 0, columnUs: 2000, columns: 25 };

  it('hold sent packets at the send time and acknowledged ones at their ACK', () => {
    const { columns } = space(ask(whole), '1-RTT');
    expect(rows(columns.sent)).toEqual([
      [0, 0, 0, 1],
      [1, 1, 2, 2],
      [2, 3, 4, 2],
      [11, 5, 5, 1],
    ]);
    expect(rows(columns.acked)).toEqual([
      [10, 2, 2, 1],
      [20, 1, 1, 1],
    ]);
    expect(rows(columns.lost)).toEqual([[0, 0, 0, 1]]);
    expect(rows(columns.spurious)).toEqual([[1, 1, 1, 1]]);
    expect(rows(columns.resent)).toEqual([[11, 5, 5, 1]]);
    expect(rows(columns.aside)).toEqual([[2, 4, 4, 1]]);
  });

  it('are separate for each number space, with totals of the whole trace', () => {
    const answer = ask({ fromUs: 30_000, columnUs: 1000, columns: 5 });
    expect(answer.spaces.map(({ name }) => name)).toEqual(['Initial', '1-RTT']);
    expect(space(answer, 'Initial').totals).toMatchObject({ sent: 1, discarded: 1, acked: 0 });
    expect(space(answer, '1-RTT').totals).toEqual({
      sent: 6,
      acked: 2,
      lost: 1,
      spurious: 1,
      resent: 1,
      discarded: 0,
      aside: 1,
    });
    expect(rows(space(answer, '1-RTT').columns.sent)).toEqual([]);
  });

  it('have the highest numbers before the window', () => {
    const highest = (fromUs: number) => space(ask({ fromUs, columnUs: 1000, columns: 2 }), '1-RTT').before;
    expect(highest(500)).toEqual({ sent: Number.NaN, acked: Number.NaN });
    expect(highest(20_000)).toEqual({ sent: 4, acked: Number.NaN });
    expect(highest(20_001)).toEqual({ sent: 4, acked: 2 });
    expect(highest(90_000)).toEqual({ sent: 5, acked: 2 });
  });

  it('hold the ACKs of packets that were sent before the window', () => {
    const late = space(ask({ fromUs: 39_000, columnUs: 500, columns: 4 }), '1-RTT');
    expect(rows(late.columns.acked)).toEqual([[2, 1, 1, 1]]);
    expect(late.packets?.map(({ packetNumber }) => packetNumber)).toEqual([1]);
  });

  it('are counted again when the trace has grown', () => {
    const growing = new InFlightLedger();
    growing.application.send(0, 1000, 0, true);
    const window = { fromUs: 5, columnUs: 1, columns: 100 };
    expect(rows(space(ask(window, growing), '1-RTT').columns.acked)).toEqual([]);
    growing.context.nowUs = 50;
    growing.application.ackRange(0, 0, emptyOutcome());
    const grown = space(ask(window, growing), '1-RTT');
    expect(rows(grown.columns.acked)).toEqual([[45, 0, 0, 1]]);
    expect(grown.totals.acked).toBe(1);
  });
});

describe('many packets', () => {
  const many = new InFlightLedger();
  const COUNT = 20_000;
  for (let i = 0; i < COUNT; i++) {
    many.context.nowUs = i * 10;
    many.application.send(i, 1200, i * 10, true);
    if (i === 900) many.application.lose(777);
    // Every other packet is acknowledged 300 packets later, each alone.
    if (i % 2 === 0 && i >= 300) many.application.ackRange(i - 300, i - 300, emptyOutcome());
  }

  it('are returned as ranges, and singly if there are three columns for each', () => {
    const singly = (fromUs: number, columnUs: number) =>
      space(ask({ fromUs, columnUs, columns: 1000 }, many), '1-RTT').packets;
    expect(singly(0, 200)).toBeNull();
    expect(singly(100_000, 5)).toBeNull();
    // 300 of them in 3 ms, and 301 numbers before the window of which the even ones are acknowledged in it.
    expect(singly(100_000, 3)).toHaveLength(300 + 150);
  });

  it.each([
    [0, 200],
    [100_003, 16],
    [6001, 1],
  ])('from %i µs in columns of %i µs are those of a count one by one', (fromUs, columnUs) => {
    const window = { fromUs, columnUs, columns: 1000 };
    const { columns } = space(ask(window, many), '1-RTT');
    const { packets } = packetsIn(many, 0, 1e9, COUNT);
    const tally = (times: readonly (readonly [number, number])[]) => {
      const found = new Map<number, [number, number, number]>();
      for (const [timeUs, n] of times) {
        const column = Math.floor((timeUs - fromUs) / columnUs);
        if (timeUs < fromUs || column >= window.columns) continue;
        const [low, high, count] = found.get(column) ?? [n, n, 0];
        found.set(column, [Math.min(low, n), Math.max(high, n), count + 1]);
      }
      return [...found].sort(([a], [b]) => a - b).map(([column, row]) => [column, ...row]);
    };
    expect(rows(columns.sent)).toEqual(tally(packets.map((p) => [p.sentUs, p.packetNumber])));
    const acked = packets.filter(({ fate }) => FATE_NAMES[fate].endsWith('acknowledged'));
    expect(rows(columns.acked)).toEqual(tally(acked.map((p) => [p.settledUs, p.packetNumber])));
    const lostOnes = packets.filter(({ fate }) => FATE_NAMES[fate] === 'lost');
    expect(lostOnes.map((p) => p.packetNumber)).toEqual([777]);
    expect(rows(columns.lost)).toEqual(tally(lostOnes.map((p) => [p.sentUs, p.packetNumber])));
  });
});

/** The sequence of small and of block-wise acknowledged spaces, held against a count of each packet, at every border. */
import { describe, expect, it } from 'vitest';
import { InFlightLedger } from '../../../../../src/engine/sender/transport/ledger.ts';
import type { NumberRanges } from '../../../../../src/engine/sender/transport/number-ranges.ts';
import {
  emptyOutcome,
  PacketFate,
  PacketMark,
} from '../../../../../src/engine/sender/transport/packet-fate.ts';
import {
  packetsIn,
  type SequencePacket,
  type SpaceSequence,
  sequenceOf,
} from '../../../../../src/engine/sender/transport/sequence.ts';

const RESENT = { marks: PacketMark.ackEliciting | PacketMark.resent, dataBytes: 10, resentBytes: 10 };

/** A packet every 10 µs; what is acknowledged comes in runs, out of order, at few instants or each at its own. */
function ledgerOf(packets: number): InFlightLedger {
  const ledger = new InFlightLedger();
  const { application, context } = ledger;
  for (let i = 0; i < packets; i++) {
    context.nowUs = i * 10;
    if (i % 37 === 5) application.send(i, 100, i * 10, true, RESENT);
    else application.send(i, 100, i * 10, i % 41 !== 7);
  }
  const end = packets * 10;
  const ackAt = (timeUs: number, from: number, to: number): void => {
    context.nowUs = timeUs;
    application.ackRange(from, to, emptyOutcome());
  };
  // Three whole blocks in one instant, one block at its very end first, one packet by packet backwards.
  ackAt(end, 32, 127);
  ackAt(end + 10, 159, 159);
  ackAt(end + 20, 128, 158);
  for (let i = 191; i >= 160; i--) ackAt(end + 30 + (191 - i) * 7, i, i);
  for (const number of [3, 4, 200, 201]) {
    context.nowUs = end + 300;
    application.lose(number);
  }
  ackAt(end + 400, 4, 4);
  ackAt(end + 410, 201, 203);
  // While it is sent: two that come at once, and one late.
  ackAt(1500, 10, 11);
  ackAt(2999, 12, 12);
  return ledger;
}

const rows = ({ columns, lows, highs, counts }: NumberRanges): readonly (readonly number[])[] =>
  Array.from(columns, (column, i) => [column, lows[i], highs[i], counts[i]] as number[]);

const isAcked = ({ fate }: SequencePacket): boolean =>
  fate === PacketFate.acked || fate === PacketFate.spurious;

function answerOf(ledger: InFlightLedger, fromUs: number, columnUs: number, columns: number): SpaceSequence {
  const window = { fromUs, columnUs, columns };
  const visible = { fromUs, toUs: fromUs + columns * columnUs };
  const [found] = sequenceOf(ledger, { window, visible }).spaces;
  if (found === undefined) throw new Error('no space holds any');
  return found;
}

describe('against a count of each packet', () => {
  const ledger = ledgerOf(300);
  const { packets: all } = packetsIn(ledger, 0, 1e9, 1e6);

  it.each([
    [0, 10, 400],
    [0, 1000, 4],
    [0, 500, 6],
    [1, 10, 300],
    [10, 320, 11],
    [320, 320, 9],
    [330, 320, 9],
    [1495, 5, 2],
    [1500, 1, 1],
    [2990, 1, 60],
    [3000, 10, 45],
    [3000, 1, 1],
    [3001, 3, 170],
    [3025, 7, 40],
    [3030, 100, 5],
    [3400, 10, 2],
    [3411, 10, 2],
    [2500, 500, 2],
    [2500, 510, 1],
    [2500, 250, 2],
    [-100, 50, 20],
  ])('from %i µs on, columns of %i µs, %i of them', (fromUs, columnUs, columns) => {
    const found = answerOf(ledger, fromUs, columnUs, columns);
    const endUs = fromUs + columns * columnUs;
    const tally = (of: readonly SequencePacket[], timeOf: (packet: SequencePacket) => number) => {
      const held = new Map<number, [number, number, number]>();
      for (const packet of of) {
        const timeUs = timeOf(packet);
        if (!(timeUs >= fromUs && timeUs < endUs)) continue;
        const column = Math.floor((timeUs - fromUs) / columnUs);
        const { packetNumber: n } = packet;
        const [low, high, count] = held.get(column) ?? [n, n, 0];
        held.set(column, [Math.min(low, n), Math.max(high, n), count + 1]);
      }
      return [...held].sort(([a], [b]) => a - b).map(([column, row]) => [column, ...row]);
    };
    const bySending = ({ sentUs }: SequencePacket): number => sentUs;
    const withFate = (fate: number) => all.filter((packet) => packet.fate === fate);
    expect(rows(found.columns.sent)).toEqual(tally(all, bySending));
    expect(rows(found.columns.acked)).toEqual(tally(all.filter(isAcked), ({ settledUs }) => settledUs));
    expect(rows(found.columns.lost)).toEqual(tally(withFate(PacketFate.lost), bySending));
    expect(rows(found.columns.spurious)).toEqual(tally(withFate(PacketFate.spurious), bySending));
    expect(rows(found.columns.aside)).toEqual(tally(withFate(PacketFate.notInFlight), bySending));
    expect(rows(found.columns.resent)).toEqual(
      tally(
        all.filter(({ resent }) => resent),
        bySending,
      ),
    );
    const sentBefore = all.filter(({ sentUs }) => sentUs < fromUs).map(({ packetNumber }) => packetNumber);
    // Of what was acknowledged before the window the highest number.
    const ackedBefore = all
      .filter((packet) => isAcked(packet) && packet.settledUs < fromUs && packet.sentUs < fromUs)
      .map(({ packetNumber }) => packetNumber);
    expect(found.before).toEqual({
      sent: sentBefore.at(-1) ?? Number.NaN,
      acked: ackedBefore.at(-1) ?? Number.NaN,
    });
    if (found.packets === null) return;
    const due = all.filter(
      ({ sentUs, settledUs }) =>
        (sentUs >= fromUs && sentUs < endUs) || (sentUs < fromUs && settledUs >= fromUs && settledUs < endUs),
    );
    expect(found.packets).toEqual(due);
  });

  it('the totals are of all packets', () => {
    const count = (fits: (packet: SequencePacket) => boolean): number => all.filter(fits).length;
    expect(answerOf(ledger, 0, 10, 10).totals).toEqual({
      sent: 300,
      acked: count(isAcked),
      lost: count(({ fate }) => fate === PacketFate.lost),
      spurious: 2,
      resent: count(({ resent }) => resent),
      discarded: 0,
      aside: count(({ fate }) => fate === PacketFate.notInFlight),
    });
  });

  it('discarded packets are at their send time', () => {
    const gone = ledgerOf(300);
    gone.context.nowUs = 9000;
    gone.application.discard();
    const found = answerOf(gone, 0, 1000, 3);
    const sum = rows(found.columns.discarded).reduce((total, row) => total + (row[3] as number), 0);
    expect(sum).toBe(found.totals.discarded);
    expect(sum).toBeGreaterThan(50);
  });
});

describe('single packets', () => {
  /** Packets at 0, 10, 20 … µs; columns of 1 µs. */
  const ledger = new InFlightLedger();
  for (let i = 0; i < 10; i++) ledger.application.send(i, 100, i * 10, true);
  const told = (visibleTo: number, columns: number): boolean => {
    const window = { fromUs: 0, columnUs: 1, columns };
    const visible = { fromUs: 0, toUs: visibleTo };
    return sequenceOf(ledger, { window, visible }).spaces[0]?.packets !== null;
  };

  it('are returned with three columns for each in view, not with fewer', () => {
    // Up to 20 µs, its end included: three packets.
    expect([told(20, 100), told(9, 100), told(3, 100), told(2, 100)]).toEqual([true, true, true, false]);
    expect([told(29, 100), told(30, 100)]).toEqual([true, true]);
  });

  it('are returned with one column for each in the window, not with fewer', () => {
    const dense = new InFlightLedger();
    for (let i = 0; i < 10; i++) dense.application.send(i, 100, 50 + i, true);
    const of = (columns: number): boolean => {
      const window = { fromUs: 50 - columns + 10, columnUs: 1, columns };
      const visible = { fromUs: 0, toUs: 40 };
      return sequenceOf(dense, { window, visible }).spaces[0]?.packets !== null;
    };
    expect([of(10), of(11)]).toEqual([true, true]);
    const twice = new InFlightLedger();
    for (let i = 0; i < 12; i++) twice.application.send(i, 100, 50 + Math.floor(i / 2), true);
    const window = { fromUs: 50, columnUs: 1, columns: 11 };
    const visible = { fromUs: 0, toUs: 40 };
    expect(sequenceOf(twice, { window, visible }).spaces[0]?.packets).toBeNull();
    const wide = { ...window, columns: 12 };
    expect(sequenceOf(twice, { window: wide, visible }).spaces[0]?.packets).toHaveLength(12);
  });

  it.each([
    [10, 30, 9, [1, 2, 3], 3],
    [11, 29, 9, [2], 1],
    [10, 30, 2, [1, 2], 3],
    [10, 30, 3, [1, 2, 3], 3],
    [91, 99, 9, [], 0],
  ])('sent from %i to %i µs, at most %i', (fromUs, toUs, limit, numbers, total) => {
    const page = packetsIn(ledger, fromUs, toUs, limit);
    expect(page.packets.map(({ packetNumber }) => packetNumber)).toEqual(numbers);
    expect(page.total).toBe(total);
  });
});

it('blocks are rebuilt from the first packet that changed, and no further back', () => {
  const ledger = new InFlightLedger();
  const { application, context } = ledger;
  for (let i = 0; i < 64; i++) application.send(i, 100, i, true);
  const acked = () => answerOf(ledger, 0, 1000, 1).totals.acked;
  expect(acked()).toBe(0);
  for (const [number, total] of [
    [63, 1],
    [32, 2],
    [31, 3],
    [0, 4],
  ] as const) {
    context.nowUs = 100 + total;
    application.ackRange(number, number, emptyOutcome());
    expect(acked()).toBe(total);
    expect(acked()).toBe(total);
  }
  application.send(64, 100, 500, true);
  expect(answerOf(ledger, 0, 1000, 1).totals).toMatchObject({ sent: 65, acked: 4 });
  expect(rows(answerOf(ledger, 0, 1000, 1).columns.acked)).toEqual([[0, 0, 63, 4]]);
});

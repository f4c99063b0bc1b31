/** What became of the packets of any spans, of which others lie within them or overlap them: the same as a walk over each. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BlockColumn } from '../../src/engine/base/columns/block-column.ts';
import {
  hasArrived,
  isProbe,
  type RowSpan,
  type SentWithin,
  sentWithin,
} from '../../src/engine/findings/measures/sent-within.ts';
import { FATE_MASK, PacketFate, PacketMark } from '../../src/engine/sender/transport/packet-fate.ts';
import { draws } from '../support/tier.ts';

const STATES = [
  PacketFate.acked,
  PacketFate.spurious,
  PacketFate.lost,
  PacketFate.outstanding,
  PacketFate.outstanding | PacketMark.overdue,
  PacketFate.lost | PacketMark.mtuProbe,
];
const PACKET = fc.record({
  state: fc.constantFrom(...STATES),
  bytes: fc.integer({ min: 0, max: 6 }),
  dataBytes: fc.integer({ min: 0, max: 1 }),
  afterUs: fc.integer({ min: 0, max: 3 }),
});

interface Packet {
  readonly state: number;
  readonly bytes: number;
  readonly dataBytes: number;
  readonly timeUs: number;
}

/** No two times have the same one. */
const rttUs = (timeUs: number): number => (timeUs * 7) % 11;

function column(values: readonly number[]): BlockColumn {
  const made = new BlockColumn();
  for (const value of values) made.push(value);
  return made;
}

const isFate = (state: number, fate: number): boolean => (state & FATE_MASK) === fate;

function walked(packets: readonly Packet[], { first, last }: RowSpan, dueUs: number): SentWithin {
  const inside = packets.slice(first, last + 1);
  const arrived = inside.filter(({ state }) => hasArrived(state));
  const sizeBytes = Math.max(0, ...arrived.map(({ bytes }) => bytes));
  const lost = inside.filter(
    ({ state, timeUs }) =>
      isFate(state, PacketFate.lost) ||
      (isFate(state, PacketFate.outstanding) && ((state & PacketMark.overdue) !== 0 || timeUs <= dueUs)),
  );
  const larger = lost.filter(({ bytes }) => bytes > sizeBytes);
  const withData = larger.filter(({ state, dataBytes }) => !isProbe(state) && dataBytes > 0);
  const smallestLostBytes = Math.min(...withData.map(({ bytes }) => bytes));
  let [tripsArrived, tripEndUs] = [0, Number.NEGATIVE_INFINITY];
  for (const { timeUs } of arrived) {
    if (timeUs < tripEndUs) continue;
    tripsArrived++;
    tripEndUs = timeUs + rttUs(timeUs);
  }
  return {
    ...{ arrived: arrived.length, tripsArrived, sizeBytes, smallestLostBytes },
    arrivedBytes: arrived.reduce((sum, { bytes }) => sum + bytes, 0),
    firstArrivedUs: arrived[0]?.timeUs ?? Number.NaN,
    lastArrivedUs: arrived.at(-1)?.timeUs ?? Number.NaN,
    outstanding: withData.filter(({ state }) => isFate(state, PacketFate.outstanding)).length,
    arrivedUs: arrived.find(({ bytes }) => bytes === sizeBytes)?.timeUs ?? Number.NaN,
    lostBelow: lost.length - larger.length,
    probesLost: larger.filter(({ state }) => isProbe(state)).length,
    lost: withData.length,
    arrivedBefore: packets
      .slice(0, first)
      .some(({ state, bytes }) => hasArrived(state) && bytes >= smallestLostBytes),
  };
}

test('is what a walk over each span finds', () => {
  const spans = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(PACKET, { minLength: 1, maxLength: 60 }),
      spans,
      fc.nat(120),
      (drawn, ends, dueUs) => {
        let timeUs = 0;
        const packets = drawn.map(({ afterUs, ...packet }) => {
          timeUs += afterUs;
          return { ...packet, timeUs };
        });
        const asked = ends.map((pair) => {
          const [first, last] = pair.map((end) => end % packets.length).sort((a, b) => a - b);
          return { first, last } as RowSpan;
        });
        const space = {
          sizesBytes: column(packets.map(({ bytes }) => bytes)),
          dataSizesBytes: column(packets.map(({ dataBytes }) => dataBytes)),
          sentTimesUs: column(packets.map((packet) => packet.timeUs)),
          fateColumns: {
            fates: Uint8Array.from(packets, ({ state }) => state),
            settledAfterUs: new Uint32Array(packets.length),
          },
        };
        expect(sentWithin(space, asked, { rttUs, dueUs })).toEqual(
          asked.map((span) => walked(packets, span, dueUs)),
        );
      },
    ),
    { numRuns: draws(1000) },
  );
});

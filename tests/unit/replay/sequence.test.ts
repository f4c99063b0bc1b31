/** Sent packets with their fates, one by one and per pixel column. */
import { describe, expect, it } from 'vitest';
import { PacketSpace } from '../../../src/qlog-schema/index.ts';
import { FATE_NAMES, PacketFate } from '../../../src/replay/packet-fate.ts';
import { packetsIn, SEQUENCE_STRIDE, sequenceColumns } from '../../../src/replay/sequence.ts';
import { acknowledge, lost, replayEvents, send, type TimedEvent } from '../../support/replay-events.ts';

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
    expect(packets[1]).toMatchObject({ sentUs: 1000, sizeBytes: 1000, space: PacketSpace.application });
  });

  it('end at the limit, and say how many there are', () => {
    const { packets, total } = packetsIn(ledger, 1000, 4000, 2);
    expect([packets.length, total]).toEqual([2, 4]);
    expect(packetsIn(ledger, 30_000, 90_000, 5)).toEqual({ packets: [], total: 0 });
  });
});

describe('columns', () => {
  it('hold the smallest and largest number per fate', () => {
    const window = { fromUs: 1000, columnUs: 2000, columns: 2 };
    const { ranges, counts } = sequenceColumns(ledger, PacketSpace.application, window);
    expect([...counts]).toEqual([2, 2]);
    const range = (column: number, fate: PacketFate): readonly number[] => {
      const at = (column * FATE_NAMES.length + fate) * SEQUENCE_STRIDE;
      return [...ranges.subarray(at, at + SEQUENCE_STRIDE)];
    };
    expect(range(0, PacketFate.lost)).toEqual([0, 0]);
    expect(range(0, PacketFate.spurious)).toEqual([1, 1]);
    expect(range(0, PacketFate.acked)).toEqual([Number.NaN, Number.NaN]);
    expect(range(1, PacketFate.acked)).toEqual([2, 2]);
    expect(range(1, PacketFate.outstanding)).toEqual([3, 3]);
  });

  it('are empty for packets without a space', () => {
    const window = { fromUs: 0, columnUs: 1000, columns: 3 };
    expect([...sequenceColumns(ledger, PacketSpace.none, window).counts]).toEqual([0, 0, 0]);
  });
});

/**
 * What an event and a packet cost in memory: the figures that docs/decisions/base.md states. A column that grows wider, or a
 * series with a point per event more, shows here before it shows as a page that dies.
 */
import { expect, it } from 'vitest';
import { EventBatch } from '../../../../../src/engine/base/columns/event-batch.ts';
import { StreamFrame } from '../../../../../src/engine/base/columns/frame-list.ts';
import { PacketColumns } from '../../../../../src/engine/sender/transport/packet-columns.ts';
import { PacketFate } from '../../../../../src/engine/sender/transport/packet-fate.ts';
import { Replay } from '../../../../../src/engine/sender/transport/replay.ts';
import { EventKind, MetricField, PacketFlag, PacketSpace } from '../../../../../src/qlog-schema/index.ts';

/** Two each for time and offset, one for what kind of event it is; a third has a packet number, a size and a flight. */
const EVENT_BYTES = 7.2;
/** Four each for when it was settled and for the next unacknowledged one, one for its fate; number and send time. */
const PACKET_BYTES = 12.9;
/** One sent packet in three events, one ACK per 32 of them, the flight logged after each: as quiche logs. */
const STATE_BYTES_PER_EVENT = 23.2;
/** Per STREAM frame: four for its offset, one for the packet that holds it, one or two for its length. */
const FRAME_BYTES = 7.2;
/** Large columns hold up to a sixteenth more than they need (room.ts). */
const ROOM = 1.063;
/** Small ones up to twice what they need: this much more at most. */
const LEAST_ROOM_BYTES = 128 * 1024;

const PACKETS = 200_000;

/** A bulk transfer as quiche logs it: a packet, the metrics after it, the data handed over. */
function transfer(): Replay {
  const replay = new Replay();
  const batch = new EventBatch(2048);
  let offset = 0;
  const begin = (kind: number, timeUs: number): number => {
    if (batch.full) {
      replay.consume(batch);
      batch.clear();
    }
    offset += 174;
    return batch.begin(kind, timeUs, offset, 3);
  };
  let inFlight = 0;
  for (let number = 0; number < PACKETS; number++) {
    const timeUs = number * 100;
    const sent = begin(EventKind.packetSent, timeUs);
    batch.space[sent] = PacketSpace.application;
    batch.flags[sent] = PacketFlag.inFlight | PacketFlag.ackEliciting;
    batch.packetNumber[sent] = number;
    batch.sizeBytes[sent] = 1350;
    batch.dataBytes[sent] = 1300;
    batch.frames.add(sent, StreamFrame.data, 0, number * 1300, number % 50 === 0 ? 1297 : 1300);
    inFlight += 1350;
    const metrics = begin(EventKind.metricsUpdated, timeUs);
    batch.addPair(metrics, MetricField.bytesInFlight, inFlight);
    begin(EventKind.other, timeUs);
    if (number % 32 !== 31) continue;
    const ack = begin(EventKind.packetReceived, timeUs + 50);
    batch.space[ack] = PacketSpace.application;
    batch.packetNumber[ack] = number;
    batch.sizeBytes[ack] = 40;
    batch.addPair(ack, 0, number);
    inFlight = 0;
  }
  replay.consume(batch);
  replay.end();
  return replay;
}

it('an event takes 7 bytes of columns, and its state in all no more than 23', () => {
  const { state } = transfer();
  const { events } = state;
  expect(events.length).toBe(PACKETS * 3 + PACKETS / 32);
  expect(state.ledger.sentPackets).toBe(PACKETS);
  expect(state.ackedBytes).toBe(PACKETS * 1350);
  const used = events.length * EVENT_BYTES;
  expect(events.byteLength).toBeGreaterThanOrEqual(used);
  expect(events.byteLength).toBeLessThan(used * ROOM + 10 * LEAST_ROOM_BYTES);
  expect(state.byteLength / events.length).toBeLessThan(STATE_BYTES_PER_EVENT * ROOM);
  expect(state.streams.sent.length).toBe(PACKETS);
  expect(state.streams.byteLength).toBeLessThan(PACKETS * FRAME_BYTES * ROOM + 4 * LEAST_ROOM_BYTES);
});

it('a sent packet takes 13 bytes', () => {
  const packets = new PacketColumns();
  for (let i = 0; i < 1_000_000; i++) packets.add(i, i * 100, 1350, 1300, 0, PacketFate.outstanding);
  expect(packets.length).toBe(1_000_000);
  expect(packets.number.at(999_999)).toBe(999_999);
  expect(packets.byteLength).toBeGreaterThanOrEqual(1_000_000 * PACKET_BYTES);
  expect(packets.byteLength).toBeLessThan(1_000_000 * PACKET_BYTES * ROOM + 8 * LEAST_ROOM_BYTES);
});

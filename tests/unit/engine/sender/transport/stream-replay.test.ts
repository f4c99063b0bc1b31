/** Frames of streams stand in the log of streams with the packet that holds them, and with none where that is not certain. */
import { expect, it } from 'vitest';
import { EventBatch } from '../../../../../src/engine/base/columns/event-batch.ts';
import { StreamFrame } from '../../../../../src/engine/base/columns/frame-list.ts';
import { Replay } from '../../../../../src/engine/sender/transport/replay.ts';
import type { StreamFrames, StreamLog } from '../../../../../src/engine/sender/transport/stream-log.ts';
import { EventKind, PacketFlag, PacketSpace } from '../../../../../src/qlog-schema/index.ts';

type Frame = readonly [kind: StreamFrame, stream: number, value: number, length: number];

class Trace {
  readonly replay = new Replay();
  #batch = new EventBatch(64);

  get log(): StreamLog {
    return this.replay.state.streams;
  }

  packet(
    kind: number,
    timeUs: number,
    number: number,
    frames: readonly Frame[],
    space: number = PacketSpace.application,
  ): this {
    const row = this.#batch.begin(kind, timeUs, timeUs);
    this.#batch.space[row] = space;
    this.#batch.packetNumber[row] = number;
    this.#batch.sizeBytes[row] = 1200;
    this.#batch.flags[row] = PacketFlag.ackEliciting | PacketFlag.inFlight;
    for (const frame of frames) this.#batch.frames.add(row, ...frame);
    return this;
  }

  sent(timeUs: number, number: number, ...frames: readonly Frame[]): this {
    return this.packet(EventKind.packetSent, timeUs, number, frames);
  }

  received(timeUs: number, number: number, ...frames: readonly Frame[]): this {
    return this.packet(EventKind.packetReceived, timeUs, number, frames);
  }

  flush(): this {
    this.replay.consume(this.#batch);
    this.#batch.clear();
    return this;
  }

  end(): this {
    this.flush();
    this.replay.end();
    return this;
  }
}

const rowsOf = (
  { holder, stream, offset, bytes }: StreamFrames,
  { ids }: StreamLog,
): readonly (readonly number[])[] =>
  Array.from({ length: holder.length }, (_, i) => [
    holder.at(i),
    ids[stream.at(i)]!,
    offset.at(i),
    bytes.at(i),
  ]);

const { data, lastData } = StreamFrame;

it('a sent frame points to its packet in the ledger, a received one to its event', () => {
  const { log } = new Trace()
    .sent(0, 5, [data, 0, 0, 1000], [data, 4, 0, 100])
    .received(10, 0, [data, 3, 0, 40])
    .sent(20, 6)
    .sent(30, 8, [data, 0, 1000, 900])
    .flush()
    .received(40, 1, [lastData, 3, 40, 0])
    .end();
  expect(rowsOf(log.sent, log)).toEqual([
    [0, 0, 0, 1000],
    [0, 4, 0, 100],
    [2, 0, 1000, 900],
  ]);
  expect(rowsOf(log.received, log)).toEqual([
    [1, 3, 0, 40],
    [4, 3, 40, 0],
  ]);
});

it('a packet that the ledger does not take gives none of its frames to another one', () => {
  const { log } = new Trace()
    .sent(0, 5, [data, 0, 0, 10])
    .sent(1, 5, [data, 0, 0, 10])
    .sent(2, 4, [data, 0, 10, 10])
    .sent(3, Number.NaN, [data, 0, 20, 10])
    .packet(EventKind.packetSent, 4, 0, [[data, 0, 30, 10]], PacketSpace.initial)
    .sent(5, 6, [data, 0, 40, 10])
    .end();
  expect(rowsOf(log.sent, log)).toEqual([
    [0, 0, 0, 10],
    [1, 0, 40, 10],
  ]);
  expect(log.unattributed).toBe(4);
});

it('an event that is held because its time jumps has the row that it comes to', () => {
  const { log, replay } = new Trace()
    .received(0, 0, [data, 0, 0, 1])
    .received(10e9, 1, [data, 0, 1, 2])
    .flush()
    .received(10e9 + 5, 2, [data, 0, 3, 3])
    .end();
  expect(rowsOf(log.received, log)).toEqual([
    [0, 0, 0, 1],
    [1, 0, 1, 2],
    [2, 0, 3, 3],
  ]);
  expect(replay.state.events.length).toBe(3);
});

it('what a frame says besides data is a note, with who says it', () => {
  const { log } = new Trace()
    .sent(0, 0, [lastData, 0, 100, 20], [StreamFrame.connectionBlocked, Number.NaN, 500, Number.NaN])
    .received(
      10,
      7,
      [StreamFrame.streamCredit, 4, 900, Number.NaN],
      [StreamFrame.stopSending, 0, 268, Number.NaN],
    )
    .received(
      20,
      8,
      [StreamFrame.reset, 8, 256, 77],
      [StreamFrame.streamsCredit, Number.NaN, 101, Number.NaN],
    )
    .end();
  expect(log.ids).toEqual([0, 4, 8]);
  expect([...log.notes]).toEqual([
    { kind: 'fin', by: 'local', timeUs: 0, stream: 0, value: 120, packetNumber: 0 },
    { kind: 'connection-blocked', by: 'local', timeUs: 0, stream: -1, value: 500, packetNumber: 0 },
    { kind: 'stream-credit', by: 'remote', timeUs: 10, stream: 1, value: 900, packetNumber: 7 },
    { kind: 'stop-sending', by: 'remote', timeUs: 10, stream: 0, value: 268, packetNumber: 7 },
    { kind: 'reset', by: 'remote', timeUs: 20, stream: 2, value: 256, packetNumber: 8 },
    { kind: 'streams-credit', by: 'remote', timeUs: 20, stream: -1, value: 101, packetNumber: 8 },
  ]);
});

it('frames without a usable id are counted, and nothing else is said of them', () => {
  const { log } = new Trace()
    .sent(0, 0, [data, Number.NaN, 0, 10], [lastData, 2 ** 60, 0, 10], [StreamFrame.reset, Number.NaN, 1, 0])
    .received(5, 0, [data, Number.NaN, 0, 10])
    .end();
  expect([log.unusable, log.ids.length, log.sent.length, log.received.length, log.notes.length]).toEqual([
    4, 0, 0, 0, 0,
  ]);
});

/** Batches in one buffer are read as they were written: numbers, pairs and texts, and nothing of rows that are not there. */
import { expect, it } from 'vitest';
import { BATCH_COLUMNS, EventBatch } from '../../../../../src/engine/base/columns/event-batch.ts';
import { StreamFrame } from '../../../../../src/engine/base/columns/frame-list.ts';
import { BatchPacker, unpackedBatch } from '../../../../../src/engine/base/columns/packed-batches.ts';
import { EventKind, PacketFlag, PacketSpace } from '../../../../../src/qlog-schema/index.ts';
import { loggedHttp } from '../../../../support/logged-http.ts';

function filled(rows: number, withFacts: boolean): EventBatch {
  const batch = new EventBatch();
  for (let i = 0; i < rows; i++) {
    const row = batch.begin(EventKind.packetSent, 1000 * i + 1, 2 ** 40 + i, i % 7);
    if (!withFacts) continue;
    batch.space[row] = PacketSpace.application;
    batch.flags[row] = PacketFlag.inFlight;
    batch.packetNumber[row] = 2 ** 53 - 1 - i;
    batch.sizeBytes[row] = i;
    if (i % 3 === 0) batch.addPair(row, i, i + 1);
    if (i % 5 === 0) batch.frames.add(row, StreamFrame.lastData, 4 * i, Number.NaN, i);
    if (i === 1) {
      batch.ceCount[row] = 5;
      batch.names.set(row, 'recovery');
      batch.terminations.set(row, { how: 'close', by: 'local', space: 'unknown', code: 0 });
      batch.http.set(row, loggedHttp({ path: '/', status: 200 }));
    }
  }
  return batch;
}

function plain(batch: EventBatch) {
  const { length, names, oldNames, lossTriggers, terminations, http, pairs, frames } = batch;
  const columns = BATCH_COLUMNS.map(({ name }) => [name, [...batch[name].subarray(0, length)]]);
  return {
    length,
    columns,
    names,
    oldNames,
    lossTriggers,
    terminations,
    http,
    pairs: [...pairs.view()],
    frames: [...frames.numbers],
  };
}

it('gives every batch of a buffer as it was, whatever their lengths', () => {
  const batches = [filled(1, true), filled(0, false), filled(2048, true), filled(13, false)];
  // Less room than they need.
  const packer = new BatchPacker(new ArrayBuffer(64));
  const packed = batches.map((batch) => packer.add(batch));
  const buffer = structuredClone(packer.take(new ArrayBuffer(0)));
  expect(packed.map((one) => plain(unpackedBatch(buffer, one)))).toEqual(batches.map(plain));
  expect(packer.filledBytes).toBe(0);
});

it('leaves out columns in which no row holds anything', () => {
  const bytesOf = (batch: EventBatch): number => {
    const packer = new BatchPacker(new ArrayBuffer(1));
    packer.add(batch);
    return packer.filledBytes;
  };
  // Times, offsets, name ids, kinds and pairs stay: 8 + 8 + 2 + 1 + 8 bytes.
  expect(bytesOf(filled(2048, false))).toBe(27 * 2048);
  expect(bytesOf(filled(2048, true))).toBeLessThan(70 * 2048);
});

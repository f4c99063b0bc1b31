/** A batch is filled again and again: nothing of an earlier row may show in a later one. */
import { describe, expect, test } from 'vitest';
import { BATCH_ROWS, EventBatch } from '../../../../src/engine/columns/event-batch.ts';
import { PacketSpace } from '../../../../src/qlog-schema/index.ts';

/** Fills every column of a row, with pairs and names. */
function filled(batch: EventBatch, kind: number, pairs: readonly (readonly [number, number])[]): number {
  const row = batch.begin(kind, 10 + kind, 100 + kind, 7);
  batch.space[row] = 1;
  batch.flags[row] = 0x155;
  batch.packetNumber[row] = 42;
  batch.sizeBytes[row] = 1350;
  batch.ceCount[row] = 3;
  batch.ackDelayUs[row] = 25;
  batch.ackDelayWire[row] = 26;
  batch.dataBytes[row] = 1200;
  batch.resentBytes[row] = 600;
  batch.names.set(row, `state ${kind}`);
  batch.oldNames.set(row, `before ${kind}`);
  for (const [first, second] of pairs) batch.addPair(row, first, second);
  return row;
}

function rowOf(batch: EventBatch, row: number) {
  const { timeUs, kind, space, flags, packetNumber, sizeBytes, offset, nameId } = batch;
  const { ceCount, ackDelayUs, ackDelayWire, dataBytes, resentBytes, firstPair, pairCount } = batch;
  const columns = {
    timeUs,
    kind,
    space,
    flags,
    packetNumber,
    sizeBytes,
    offset,
    nameId,
    ceCount,
    ackDelayUs,
  };
  const more = { ackDelayWire, dataBytes, resentBytes };
  const values = Object.entries({ ...columns, ...more }).map(([name, column]) => [name, column[row]]);
  const pairs = Array.from({ length: pairCount[row] as number }, (_, i) => {
    const at = ((firstPair[row] as number) + i) * 2;
    return [batch.pairs.at(at), batch.pairs.at(at + 1)];
  });
  return {
    ...Object.fromEntries(values),
    pairs,
    name: batch.names.get(row),
    oldName: batch.oldNames.get(row),
  };
}

const NEUTRAL = {
  timeUs: 5,
  kind: 2,
  space: PacketSpace.none,
  flags: 0,
  packetNumber: Number.NaN,
  sizeBytes: 0,
  offset: 9,
  nameId: 0,
  ceCount: Number.NaN,
  ackDelayUs: Number.NaN,
  ackDelayWire: Number.NaN,
  dataBytes: 0,
  resentBytes: 0,
  pairs: [],
  name: undefined,
  oldName: undefined,
};

describe('a row', () => {
  test('has default values in a batch that was full before', () => {
    const batch = new EventBatch(2);
    filled(batch, 1, [[1, 2]]);
    filled(batch, 3, [[3, 4]]);
    expect(batch.full).toBe(true);
    batch.clear();
    expect([batch.length, batch.full, batch.pairs.length]).toEqual([0, false, 0]);
    expect(batch.begin(2, 5, 9)).toBe(0);
    expect(rowOf(batch, 0)).toEqual(NEUTRAL);
  });

  test.each([
    [[]],
    [[[1, 2]]],
    [
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ],
  ] as const)('is copied whole, with its pairs: %j', (pairs) => {
    const from = new EventBatch(4);
    filled(from, 1, [[90, 91]]);
    const row = filled(from, 4, pairs);
    filled(from, 5, [[80, 81]]);
    const into = new EventBatch(4);
    filled(into, 2, [[70, 71]]);
    into.copyRow(from, row);
    expect(rowOf(into, 1)).toEqual(rowOf(from, row));
    expect(rowOf(into, 1)).toMatchObject({ kind: 4, timeUs: 14, offset: 104, nameId: 7, pairs });
    expect(rowOf(into, 0).pairs).toEqual([[70, 71]]);
  });

  test('without names is copied without names', () => {
    const from = new EventBatch(1);
    from.begin(2, 5, 9);
    const into = new EventBatch(1);
    into.copyRow(from, 0);
    expect(rowOf(into, 0)).toEqual(NEUTRAL);
    expect([into.names.size, into.oldNames.size]).toEqual([0, 0]);
  });
});

test('a batch is full at its capacity, not before', () => {
  const batch = new EventBatch();
  for (let i = 0; i < BATCH_ROWS; i++) {
    expect(batch.full).toBe(false);
    batch.begin(0, i, i);
  }
  expect(batch.full).toBe(true);
});

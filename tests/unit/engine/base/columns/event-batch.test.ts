/** A batch is filled again and again: nothing of an earlier row may show in a later one. */
import { describe, expect, test } from 'vitest';
import { BATCH_ROWS, EventBatch } from '../../../../../src/engine/base/columns/event-batch.ts';
import { StreamFrame } from '../../../../../src/engine/base/columns/frame-list.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';
import { loggedHttp } from '../../../../support/logged-http.ts';

type ColumnName = Exclude<
  { [K in keyof EventBatch]: EventBatch[K] extends ArrayLike<number> ? K : never }[keyof EventBatch],
  never
>;

/** Every column, those that are added later too. */
const COLUMNS = Object.entries(new EventBatch(1))
  .filter(([, value]) => ArrayBuffer.isView(value))
  .map(([name]) => name as ColumnName);
/** What `begin` and `addPair` write; all others are facts. */
const BEGUN: readonly ColumnName[] = ['timeUs', 'kind', 'offset', 'nameId', 'firstPair', 'pairCount'];
const FACTS = COLUMNS.filter((name) => !BEGUN.includes(name));

/** Fills every column of a row, with pairs and names. */
function filled(batch: EventBatch, kind: number, pairs: readonly (readonly [number, number])[]): number {
  const row = batch.begin(kind, 10 + kind, 100 + kind, 7);
  for (const [i, name] of FACTS.entries()) batch[name][row] = i + 1;
  batch.names.set(row, `state ${kind}`);
  batch.oldNames.set(row, `before ${kind}`);
  batch.lossTriggers.set(row, kind === 4 ? 'PTO' : 'time threshold');
  batch.terminations.set(row, { how: 'close', by: 'remote', space: 'transport', code: kind });
  batch.http.set(row, loggedHttp({ contentLength: kind }));
  for (const [first, second] of pairs) {
    batch.addPair(row, first, second);
    batch.frames.add(row, StreamFrame.data, kind, first, second);
  }
  return row;
}

function framesOf({ frames }: EventBatch, row: number): readonly (readonly number[])[] {
  const found: (readonly number[])[] = [];
  for (let i = frames.firstOf(row); frames.rowAt(i) === row; i++)
    found.push([frames.kindAt(i), frames.streamAt(i), frames.valueAt(i), frames.lengthAt(i)]);
  return found;
}

function rowOf(batch: EventBatch, row: number) {
  const { firstPair, pairCount } = batch;
  const values = COLUMNS.filter((name) => name !== 'firstPair').map((name) => [name, batch[name][row]]);
  const pairs = Array.from({ length: pairCount[row] as number }, (_, i) => {
    const at = ((firstPair[row] as number) + i) * 2;
    return [batch.pairs.at(at), batch.pairs.at(at + 1)];
  });
  return {
    ...Object.fromEntries(values),
    pairs,
    frames: framesOf(batch, row),
    name: batch.names.get(row),
    oldName: batch.oldNames.get(row),
    lossTrigger: batch.lossTriggers.get(row),
    termination: batch.terminations.get(row),
    http: batch.http.get(row),
  };
}

const NEUTRAL = {
  ...Object.fromEntries(
    FACTS.map((name) => [name, new EventBatch(1)[name] instanceof Float64Array ? Number.NaN : 0]),
  ),
  space: PacketSpace.none,
  timeUs: 5,
  kind: 2,
  offset: 9,
  nameId: 0,
  pairCount: 0,
  pairs: [],
  frames: [],
  name: undefined,
  oldName: undefined,
  lossTrigger: undefined,
  termination: undefined,
  http: undefined,
};

describe('a row', () => {
  test('has a value of its own in every column', () => {
    expect(FACTS.length).toBeGreaterThan(10);
    const batch = new EventBatch(1);
    expect(new Set(FACTS.map((name) => batch[name])).size).toBe(FACTS.length);
  });

  // Long batches are cleared in another way than short ones.
  test.each([2, 2048])('has default values in a batch of %i rows that was full before', (rows) => {
    const batch = new EventBatch(rows);
    for (let row = 0; row < rows; row++) filled(batch, row % 40, [[1, 2]]);
    expect(batch.full).toBe(true);
    batch.clear();
    expect([batch.length, batch.full, batch.pairs.length]).toEqual([0, false, 0]);
    for (let row = 0; row < rows; row++) {
      expect(batch.begin(2, 5, 9)).toBe(row);
      expect(rowOf(batch, row)).toEqual(NEUTRAL);
    }
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
    const { names, oldNames, lossTriggers, terminations, http } = into;
    expect([names, oldNames, lossTriggers, terminations, http].map(({ size }) => size)).toEqual([
      0, 0, 0, 0, 0,
    ]);
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

/** A range of a large file: its events are kept as they were decoded, with the state that their first change tells. */
import { expect, test } from 'vitest';
import { EventBatch } from '../../../../../src/engine/base/columns/event-batch.ts';
import { StreamFrame } from '../../../../../src/engine/base/columns/frame-list.ts';
import { TracePipeline } from '../../../../../src/engine/reading/stages/pipeline.ts';
import { RangeLimit } from '../../../../../src/engine/reading/stages/time-range.ts';
import { contain } from '../../../../support/containers.ts';
import { metrics, send, type TimedEvent } from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

const change = (timeMs: number, old: string, next: string): TimedEvent => [
  timeMs,
  'quic:congestion_state_updated',
  { old, new: next },
];

test('a range begins in the state before its first change', () => {
  const events: readonly TimedEvent[] = [
    change(1, 'slow_start', 'congestion_avoidance'),
    ...[2, 3, 4].map((number) => send(number, number)),
    change(8, 'congestion_avoidance', 'recovery'),
    send(10, 10),
    metrics(11, { congestion_window: 1 }),
  ];
  const records = events.map(([time, name, data]) => JSON.stringify({ time, name, data }));
  const pipeline = new TracePipeline(() => undefined, { fromUs: 4000, toUs: 10_000 });
  pipeline.push(utf8(contain('JSON-SEQ', records)));
  pipeline.end();
  const { states } = pipeline.state;
  expect(pipeline.rangeLimit?.leftOut).toBe(4);
  expect(states.names).toEqual(['congestion_avoidance', 'recovery']);
  expect([...states.timesUs]).toEqual([4000, 8000]);
  expect(states.shareOf('congestion_avoidance', 4000, 8000)).toBe(1);
  expect(states.shareOf('recovery', 8000, 10_000)).toBe(1);
});

/** A batch of rows at 0, 10, 20 … µs in which every number of every row is another one. */
function filledBatch(rows: number): EventBatch {
  const batch = new EventBatch(rows);
  let number = 1;
  for (let row = 0; row < rows; row++) {
    batch.begin(1, row * 10, 0);
    for (const [name, column] of Object.entries(batch)) {
      const isKept = name === 'timeUs' || name === 'firstPair' || name === 'pairCount';
      if (ArrayBuffer.isView(column) && !isKept) (column as Uint8Array)[row] = number++ % 250;
    }
    batch.names.set(row, `new ${row}`);
    batch.oldNames.set(row, `old ${row}`);
    for (let pair = 0; pair <= row % 3; pair++) batch.addPair(row, number++, number++);
    for (let frame = 0; frame < row % 3; frame++)
      batch.frames.add(row, StreamFrame.lastData, number++, number++, number++);
  }
  return batch;
}

/** All that a row holds. */
function rowOf(batch: EventBatch, row: number): unknown {
  const columns = Object.entries(batch).flatMap(([name, column]) =>
    ArrayBuffer.isView(column) && name !== 'firstPair' ? [[name, (column as Uint8Array)[row]]] : [],
  );
  const first = (batch.firstPair[row] as number) * 2;
  const pairs = Array.from({ length: (batch.pairCount[row] as number) * 2 }, (_, i) =>
    batch.pairs.at(first + i),
  );
  const frames: (readonly number[])[] = [];
  for (let i = batch.frames.firstOf(row); batch.frames.rowAt(i) === row; i++)
    frames.push([batch.frames.streamAt(i), batch.frames.valueAt(i), batch.frames.lengthAt(i)]);
  return [columns, batch.names.get(row), batch.oldNames.get(row), pairs, frames];
}

test('rows of a range are kept, including its first and last time', () => {
  const batch = filledBatch(8);
  const limit = new RangeLimit({ fromUs: 20, toUs: 50 });
  for (let turn = 1; turn <= 2; turn++) {
    const kept = limit.take(batch);
    expect(kept.length).toBe(4);
    expect([0, 1, 2, 3].map((row) => rowOf(kept, row))).toEqual([2, 3, 4, 5].map((row) => rowOf(batch, row)));
    expect(limit.leftOut).toBe(4 * turn);
  }
});

test('a batch that lies in the range as a whole is not copied', () => {
  const batch = filledBatch(3);
  const limit = new RangeLimit({ fromUs: 0, toUs: 20 });
  expect(limit.take(batch)).toBe(batch);
  expect(limit.leftOut).toBe(0);
});

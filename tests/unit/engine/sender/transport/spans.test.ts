/** Spans of time in columns: which of them touch a range, with both borders in, and what an open one is. */
import { expect, test } from 'vitest';
import { Spans } from '../../../../../src/engine/sender/transport/spans.ts';

/** 10 to 20, 30 to 30, and one that is open from 40 on. */
function three(): Spans {
  const spans = new Spans();
  spans.begin(10, 0);
  spans.end(20);
  spans.begin(30, 1);
  spans.end(30);
  spans.begin(40, 2);
  return spans;
}

test.each<[fromUs: number, toUs: number, starts: readonly number[]]>([
  [0, 9, []],
  [0, 10, [10]],
  [15, 15, [10]],
  [20, 25, [10]],
  [21, 29, []],
  [20, 30, [10, 30]],
  [30, 30, [30]],
  [31, 39, []],
  [31, 40, [40]],
  [1000, 2000, [40]],
  [0, 1000, [10, 30, 40]],
])('from %i to %i the spans are those that begin at %j', (fromUs, toUs, starts) => {
  expect(
    three()
      .within(fromUs, toUs)
      .map(({ startUs }) => startUs),
  ).toEqual(starts);
});

test('no more are returned than requested, the first ones', () => {
  expect(
    three()
      .within(0, 1000, 2)
      .map(({ cause }) => cause),
  ).toEqual([0, 1]);
});

test('a new span ends the open one, and none begins before the last', () => {
  const spans = three();
  spans.begin(35, 3);
  expect(spans.at(2)).toMatchObject({ startUs: 40, endUs: 40 });
  expect(spans.last).toMatchObject({ startUs: 40, endUs: Number.NaN, cause: 3 });
  spans.end(50);
  spans.end(60);
  expect(spans.last?.endUs).toBe(50);
  spans.extend(60);
  spans.addTo();
  spans.addTo(3);
  expect(spans.last).toMatchObject({ endUs: 60, count: 4 });
  expect([spans.at(-1), spans.at(4)]).toEqual([null, null]);
});

test('a span may begin where the last one does, and ending without an open one does nothing', () => {
  const spans = new Spans();
  spans.end(5);
  expect([spans.length, spans.last, spans.within(0, 9)]).toEqual([0, null, []]);
  spans.begin(10, 0);
  spans.begin(10, 1);
  spans.begin(11, 2);
  expect([0, 1, 2].map((i) => spans.at(i)?.startUs)).toEqual([10, 10, 11]);
  expect([0, 1, 2].map((i) => spans.at(i)?.endUs)).toEqual([10, 11, Number.NaN]);
  expect(spans.within(10.5, 10.6).map(({ cause }) => cause)).toEqual([1]);
  expect(spans.within(10, 99, 0)).toEqual([]);
  expect(spans.at(Number.NaN)).toBeNull();
});

/** A set over bytes delivered, with files whose workers are the test: what is asked of them, and how the choice begins and ends. */
import { beforeEach, expect, test } from 'vitest';
import { ByteAxis } from '../../../../../src/app/features/compare/byte-axis.ts';
import { setComparison } from '../../../../../src/app/state/compare/set-comparison.ts';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { WindowAnswer, WindowRequest } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { timeWindowOf } from '../../../../../src/engine/service/compare/by-bytes.ts';
import { HandFile } from '../../../../support/hand-file.ts';

const arrived = (bytes: number, us: number) => ({
  quantity: 'goodput' as const,
  timesUs: Float64Array.of(0, us),
  bytes: Float64Array.of(0, bytes),
});

const answerOf = ({ window }: WindowRequest): WindowAnswer => ({
  ...{ revision: 1, window, series: [], spacing: null, rttUs: Number.NaN },
  losses: new Float64Array(window.columns),
  states: { names: [], shares: new Float64Array(), changes: new Float64Array(window.columns) },
  parts: NO_PARTS,
});

let a: HandFile;
let b: HandFile;
let over: ByteAxis;
const set = () => a.file.set;

beforeEach(async () => {
  [a, b] = [new HandFile(1), new HandFile(2)];
  set().lead.feature(setComparison).follow();
  over = new ByteAxis(set());
  over.follow();
  a.read();
  b.read();
  set().add(b.file.current);
  await a.answer(1e6, '', arrived(1e6, 8e6));
  await b.answer(1e6, '', arrived(4e6, 8e6));
});

test('both begin at 0 bytes on an axis as long as the larger; windows are asked in time and answered in bytes', async () => {
  expect([over.lacking(), set().byBytes.get()]).toEqual(['', null]);
  const { range } = set().view.get();
  set().axis.set('bytes');
  const bytes = set().byBytes.get()!;
  expect(set().shown).toBe(bytes);
  expect(bytes.extent).toEqual({ fromUs: 0, toUs: 4e6 });
  expect(bytes.members.map(({ trace, lane }) => [trace.key, lane.offsetUs])).toEqual([
    ['1.0', 0],
    ['2.0', 0],
  ]);
  bytes.setWidth(1000);
  bytes.showRange({ fromUs: 1e6, toUs: 2e6 });
  await a.answerWindows(answerOf);
  const { trace } = bytes.members[1]!;
  const asked = (await b.answerWindows(answerOf)).map((request) => request.window);
  const window = trace.answer.get()?.window;
  expect(window?.columnUs).toBe(512);
  const progress = { arrived: arrived(4e6, 8e6), startUs: 0 };
  expect(asked).toContainEqual(timeWindowOf(progress, window!));
  expect(trace.answer.get()?.series.map(({ id }) => id)).toEqual(['time-needed']);
  // The set in time stays where it was.
  expect(set().view.get().range).toBe(range);
  await expect(trace.request('outline', {})).rejects.toThrow('windows only');
});

test('what goes to a place in time, and the last other trace removed end it; one that is read again is waited for', async () => {
  set().axis.set('bytes');
  set().lead.showTime(1e6);
  expect([set().axis.get(), set().byBytes.get()]).toEqual(['time', null]);
  set().axis.set('bytes');
  b.file.readAgain();
  expect([set().byBytes.get(), over.lacking()]).toEqual([null, 'Not known of B: what had arrived when']);
  b.read();
  await b.answer(1e6, '', arrived(2e6, 8e6));
  expect(set().byBytes.get()?.extent.toUs).toBe(2e6);
  set().remove(b.file.current);
  expect([set().axis.get(), set().shown]).toEqual(['time', set()]);
});

test('arrangement and traces follow; what is over bytes keeps its range', () => {
  set().axis.set('bytes');
  const bytes = set().byBytes.get()!;
  bytes.showRange({ fromUs: 1e6, toUs: 2e6 });
  set().arrange('stacked');
  expect(set().byBytes.get()).toBe(bytes);
  expect(bytes.view.get()).toMatchObject({ arrangement: 'stacked', range: { fromUs: 1e6, toUs: 2e6 } });
});

test('a link that asks for it before the traces are read gets it, with its range, when they are', async () => {
  const range = { fromUs: 1e6, toUs: 1.5e6 };
  b.file.readAgain();
  set().chooseBytes(range);
  expect([set().axis.get(), set().byBytes.get(), set().rangeInBytes]).toEqual(['bytes', null, range]);
  b.read();
  await b.answer(1e6, '', arrived(2e6, 8e6));
  expect(set().byBytes.get()?.view.get().range).toEqual(range);
  set().chooseBytes({ fromUs: 1e6, toUs: 2e6 });
  expect(set().rangeInBytes).toEqual({ fromUs: 1e6, toUs: 2e6 });
  set().chooseBytes(null);
  expect(set().rangeInBytes).toBeNull();
  // A choice of the user begins with all.
  set().axis.set('time');
  set().axis.set('bytes');
  expect(set().rangeInBytes).toBeNull();
});

test('without anything that arrived the choice is not there', async () => {
  b.file.readAgain();
  b.read();
  await b.answer(1e6, '', { ...arrived(0, 0), timesUs: new Float64Array(), bytes: new Float64Array() });
  set().axis.set('bytes');
  expect([set().axis.get(), over.lacking()]).toEqual(['time', 'Not known of B: what had arrived when']);
});

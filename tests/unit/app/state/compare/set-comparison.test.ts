/** A set of files over backends by hand: outlines are asked for once both are read, and traces are put where they belong. */
import { beforeEach, expect, test } from 'vitest';
import { AlignDrag } from '../../../../../src/app/features/compare/align-drag.ts';
import { SetComparison } from '../../../../../src/app/state/compare/set-comparison.ts';
import type { OpenSet } from '../../../../../src/app/state/traces/open-trace.ts';
import { HandFile } from '../../../../support/hand-file.ts';

let a: HandFile;
let b: HandFile;
let set: OpenSet;
let comparison: SetComparison;

beforeEach(() => {
  [a, b] = [new HandFile(1), new HandFile(2)];
  set = a.file.set;
  set.setWidth(1000);
  comparison = new SetComparison(set);
});

const offsetUs = (): number => set.offsetOf(b.file.current);
const choiceOf = (id: string) =>
  comparison.choicesFor(b.file.current)?.find((choice) => choice.id === id) ?? expect.fail(id);
const currentId = (): string | undefined =>
  comparison.currentOf(b.file.current, comparison.choicesFor(b.file.current) ?? [])?.id;

/** Both are read, B is added and aligned at the last loss. */
async function compared(): Promise<void> {
  comparison.follow();
  a.read();
  b.read();
  set.add(b.file.current);
  await a.answer(2e6);
  await b.answer(2.5e6);
}

test('alone in its set a trace is asked for nothing', () => {
  comparison.follow();
  a.read();
  expect(a.outlines).toBe(0);
});

test('a trace that was added is put at the proposed alignment once both are read, as part of that step', async () => {
  comparison.follow();
  a.read();
  set.add(b.file.current);
  await a.answer(2e6);
  expect([offsetUs(), comparison.parts.get().get('2.0')?.state]).toEqual([0, 'reading']);
  b.read();
  expect(b.outlines).toBe(1);
  await b.answer(2.5e6);
  expect([offsetUs(), currentId()]).toEqual([-500_000, 'last-loss']);
  set.walk('back');
  expect(set.members).toHaveLength(1);
});

test('shifted before it is read, or restored from a link, it stays where it was put', async () => {
  comparison.follow();
  set.add(b.file.current);
  set.setOffset(b.file.current, 70);
  for (const { read } of [a, b].map((one) => ({ read: () => one.read() }))) read();
  await a.answer(2e6);
  await b.answer(2.5e6);
  expect([offsetUs(), currentId()]).toEqual([70, undefined]);
  const view = set.view.get();
  set.restore({ ...view, lanes: view.lanes.map((lane) => ({ ...lane, offsetUs: 0 })) }, [b.file.current]);
  expect(offsetUs()).toBe(0);
});

test('read again it moves with its alignment, unless it was shifted by hand', async () => {
  await compared();
  b.file.readAgain();
  expect(comparison.parts.get().get('2.0')?.state).toBe('reading');
  b.read();
  await b.answer(2.7e6);
  expect(offsetUs()).toBe(-700_000);
  set.setOffset(b.file.current, 5);
  b.file.readAgain();
  b.read();
  await b.answer(2.9e6);
  expect(offsetUs()).toBe(5);
});

test('a chosen alignment is a step of its own, and stays when a trace is read again', async () => {
  await compared();
  comparison.alignBy(b.file.current, choiceOf('start'));
  expect([offsetUs(), currentId()]).toEqual([0, 'start']);
  comparison.alignBy(b.file.current, choiceOf('finding'));
  expect(offsetUs()).toBe(0);
  b.file.readAgain();
  b.read();
  await b.answer(2.9e6);
  expect([offsetUs(), currentId()]).toEqual([0, 'start']);
  set.walk('back');
  expect([offsetUs(), set.members.length]).toEqual([-500_000, 2]);
});

test('a file that could not be read says why, and what was not asked for is no trouble', async () => {
  await compared();
  b.file.readAgain();
  b.read('failed');
  expect(comparison.parts.get().get('2.0')).toEqual({ state: 'unreadable', why: 'This is no log.' });
  expect(comparison.choicesFor(b.file.current)).toBeNull();
  expect(offsetUs()).toBe(-500_000);
});

test('the packets of both ends are asked for once; without them the two are aligned by what else they show', async () => {
  comparison.follow();
  a.read();
  b.read('ready', 'client');
  set.add(b.file.current);
  await a.answer(2e6, '0011223344556677');
  await b.answer(2.5e6, '0011223344556677');
  expect([a.packetRequests, b.packetRequests, offsetUs()]).toEqual([1, 1, 0]);
  expect(comparison.choicesFor(b.file.current)).toBeNull();
  await a.refuse();
  expect(comparison.choicesFor(b.file.current)).toBeNull();
  await b.refuse();
  expect([a.packetRequests, b.packetRequests]).toEqual([0, 0]);
  expect(choiceOf('packets').lacking).toBe('their packets were not compared');
  expect([offsetUs(), currentId()]).toEqual([-500_000, 'last-loss']);
});

test('a digest that holds no outline is compared and aligned by what it shows', async () => {
  b = new HandFile(2, true);
  comparison.follow();
  a.read();
  b.read();
  set.add(b.file.current);
  await a.answer(2e6);
  await b.refuse();
  expect(comparison.comparedOf(b.file.current)?.outline.milestones).toEqual([]);
  expect(choiceOf('last-loss').lacking).toBe('B does not show it');
  expect([offsetUs(), currentId()]).toEqual([0, 'start']);
});

test('a trace whose worker does not answer says so', async () => {
  comparison.follow();
  a.read();
  b.read();
  set.add(b.file.current);
  await b.refuse();
  expect(comparison.parts.get().get('2.0')).toMatchObject({ state: 'unreadable' });
});

test('what is no longer followed asks for nothing', () => {
  const stop = comparison.follow();
  a.read();
  set.add(b.file.current);
  stop();
  b.read();
  expect(b.outlines).toBe(0);
});

test('a drag moves the trace by what the pointer moved, the range stays meanwhile, and all of it is one step', async () => {
  await compared();
  const { fromUs, toUs } = set.viewport;
  const drag = new AlignDrag(a.file.current);
  const taken = set.stepsTaken;
  drag.drag(100_000, true);
  drag.drag(400_000, true);
  expect(set.viewport).toMatchObject({ fromUs, toUs });
  drag.drag(300_000, false);
  expect([offsetUs(), currentId()]).toEqual([-200_000, undefined]);
  // Nothing is there before any more.
  expect(set.viewport).toMatchObject({ fromUs: -200_000, toUs });
  expect(set.stepsTaken).toBe(taken + 1);
  drag.drag(50_000, false);
  expect([offsetUs(), set.stepsTaken]).toEqual([-150_000, taken + 2]);
  set.walk('back');
  set.walk('back');
  expect([offsetUs(), set.members.length]).toEqual([-500_000, 2]);
});

test('a step by key is a pixel of the plots', async () => {
  await compared();
  const drag = new AlignDrag(a.file.current);
  set.showRange({ fromUs: 0, toUs: 5e6 });
  drag.nudge(-10);
  expect(offsetUs()).toBe(-550_000);
});

test('at a packet: the packets are asked for then, the trace is shifted once both are read, and stays there', async () => {
  await compared();
  const { current } = b.file;
  const choices = comparison.choicesFor(current);
  expect([a.packetRequests, b.packetRequests]).toEqual([0, 0]);
  comparison.alignAtPacket(current, 5);
  expect([a.packetRequests, b.packetRequests]).toEqual([1, 1]);
  expect([comparison.choicesFor(current), comparison.packetChoice(current)]).toEqual([null, null]);
  expect(comparison.shownChoices(current)).toBe(choices);
  await a.answerPackets(900_000);
  expect(offsetUs()).toBe(-500_000);
  await b.answerPackets(100_000);
  expect([offsetUs(), currentId()]).toEqual([800_000, 'packet:5']);

  comparison.alignAtPacket(current, 6);
  expect(comparison.packetChoice(current)?.lacking).toBe('neither A nor B logs it');
  expect([offsetUs(), currentId()]).toEqual([800_000, 'packet:5']);
  set.walk('back');
  expect(offsetUs()).toBe(-500_000);
});

test('packets that cannot be read are said, and nothing is looked for any more', async () => {
  await compared();
  let changes = 0;
  comparison.packetNumbers.subscribe(() => changes++);
  comparison.alignAtPacket(b.file.current, 5);
  await a.refuse();
  await b.refuse();
  expect(comparison.packetChoice(b.file.current)?.lacking).toBe('the packets of A cannot be read');
  expect([offsetUs(), changes]).toEqual([-500_000, 2]);
});

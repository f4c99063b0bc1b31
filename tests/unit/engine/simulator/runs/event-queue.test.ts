/** What is called next: by time, then by the order in which the parts were added. */
import { beforeEach, describe, expect, test } from 'vitest';
import { EventQueue } from '../../../../../src/engine/simulator/runs/event-queue.ts';

let events: EventQueue;
let calls: [name: string, nowUs: number][];
const NEVER = Number.POSITIVE_INFINITY;

beforeEach(() => {
  events = new EventQueue();
  calls = [];
});

/** A part that notes its calls. */
function add(name: string, then: (nowUs: number) => void = () => {}): number {
  return events.add({
    fire(nowUs) {
      calls.push([name, nowUs]);
      then(nowUs);
    },
  });
}

describe('EventQueue', () => {
  test('calls by time, whatever the order in which times were set', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'].map((name) => add(name));
    for (const [i, dueUs] of [50, 10, 40, 20, 30].entries()) events.schedule(ids[i] as number, dueUs);
    events.run(100);
    expect(calls).toEqual([
      ['b', 10],
      ['d', 20],
      ['e', 30],
      ['c', 40],
      ['a', 50],
    ]);
    expect(events.events).toBe(5);
  });

  test('at the same time in the order of addition, and not of scheduling', () => {
    const ids = ['a', 'b', 'c', 'd'].map((name) => add(name));
    for (const id of [2, 0, 3, 1]) events.schedule(ids[id] as number, 7);
    events.run(7);
    expect(calls.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a part that schedules another for the same time has it called at that time', () => {
    const late = add('late');
    const early = add('early', (nowUs) => events.schedule(late, nowUs));
    events.schedule(early, 5);
    events.run(5);
    expect(calls).toEqual([
      ['early', 5],
      ['late', 5],
    ]);
  });

  test('a time set anew takes the place of the one before: earlier, later, never', () => {
    const [a, b, c] = [add('a'), add('b'), add('c')];
    events.schedule(a, 50);
    events.schedule(a, 10);
    events.schedule(b, 5);
    events.schedule(b, 60);
    events.schedule(c, 20);
    events.schedule(c, NEVER);
    events.run(1000);
    expect(calls).toEqual([
      ['a', 10],
      ['b', 60],
    ]);
  });

  test('a part is called once per time set, and again when it asks again', () => {
    const id = add('again', (nowUs) => {
      if (nowUs < 30) events.schedule(id, nowUs + 10);
    });
    events.schedule(id, 10);
    events.run(1000);
    expect(calls.map(([, nowUs]) => nowUs)).toEqual([10, 20, 30]);
  });

  test('run includes its end, and goes on from there', () => {
    const [a, b] = [add('a'), add('b')];
    events.schedule(a, 10);
    events.schedule(b, 10.5);
    events.run(10);
    expect(calls).toEqual([['a', 10]]);
    expect(events.nowUs).toBe(10);
    events.run(20);
    expect(calls.at(-1)).toEqual(['b', 10.5]);
    expect(events.nowUs).toBe(20);
  });

  test('end stops after the event that is being handled, and its time is now', () => {
    const [a, b] = [add('a', () => events.end()), add('b')];
    events.schedule(a, 10);
    events.schedule(b, 10);
    events.run(100);
    expect(calls).toEqual([['a', 10]]);
    expect(events.nowUs).toBe(10);
    events.run(100);
    expect(calls).toEqual([
      ['a', 10],
      ['b', 10],
    ]);
  });

  test('without parts, or with none that is due, the time goes on', () => {
    events.run(10);
    expect(events.nowUs).toBe(10);
    add('never');
    events.run(20);
    expect([events.nowUs, calls.length, events.events]).toEqual([20, 0, 0]);
  });
});

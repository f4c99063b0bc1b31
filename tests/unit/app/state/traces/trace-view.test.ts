/** The view of a trace beside another: every time goes in and out in its own time; marks are its own. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import type { OpenSet, OpenTrace } from '../../../../../src/app/state/traces/open-trace.ts';
import { TraceSet } from '../../../../../src/app/state/traces/trace-set.ts';
import { HandTrace } from '../../../../support/hand-trace.ts';

/** Added to times of the trace, they are those of its set. */
const OFFSET_US = 2e6;
const FINDINGS = [
  { key: 'stall', startUs: 4e6, endUs: 5e6 },
  { key: 'burst', startUs: 1e6, endUs: 1e6 },
] as never;

let set: OpenSet;
let trace: OpenTrace;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const app = new AppState();
  const other = new HandTrace(app, 'b');
  other.say({ findings: FINDINGS });
  const lead = new HandTrace(app, 'a');
  lead.say({ findings: FINDINGS });
  set = lead.trace.home;
  trace = other.trace;
  app.files.addToSet(trace);
  set.setOffset(trace, OFFSET_US);
  set.setWidth(1000);
});
afterEach(() => vi.unstubAllGlobals());

describe('a trace that is shifted in its set', () => {
  test('has range, selection and pin in its own time, and the set in that of its axis', () => {
    trace.showRange({ fromUs: 1e6, toUs: 3e6 });
    expect(set.view.get().range).toEqual({ fromUs: 3e6, toUs: 5e6 });
    expect(trace.view.get().range).toEqual({ fromUs: 1e6, toUs: 3e6 });
    expect(trace.viewport).toEqual({ fromUs: 1e6, toUs: 3e6, width: 1000 });
    trace.select({ fromUs: 0, toUs: 2e6 });
    expect([set.view.get().selection, trace.view.get().selection]).toEqual([
      { fromUs: 3e6, toUs: 4e6 },
      { fromUs: 1e6, toUs: 2e6 },
    ]);
    expect(trace.visiblePart({ fromUs: 2e6, toUs: 9e6 })).toEqual({ fromUs: 2e6, toUs: 3e6 });
    trace.showTime(2.5e6);
    expect([set.view.get().pinnedUs, trace.view.get().pinnedUs]).toEqual([4.5e6, 2.5e6]);
  });

  test('has the pointer, and the time that values are shown at, in its own time', () => {
    expect([trace.cursorUs, trace.readoutUs]).toEqual([null, null]);
    set.cursorUs.set(3e6);
    expect([trace.cursorUs, trace.readoutUs]).toEqual([1e6, 1e6]);
    trace.showTime(4e6);
    expect([trace.cursorUs, trace.readoutUs]).toEqual([1e6, 4e6]);
  });

  test('follows each shift, and has its own times again when it is taken out', () => {
    trace.showRange({ fromUs: 1e6, toUs: 3e6 });
    set.setOffset(trace, 1e6);
    expect(trace.view.get().range).toEqual({ fromUs: 2e6, toUs: 4e6 });
    set.remove(trace);
    expect([trace.offsetUs, trace.set, trace.view.get().range]).toEqual([0, trace.home, null]);
    const own = trace.view.get();
    set.pin(5e6);
    expect(trace.view.get()).toBe(own);
  });

  test('shows all again without a range and a selection', () => {
    trace.showRange({ fromUs: 1e6, toUs: 3e6 });
    trace.select({ fromUs: 1e6, toUs: 2e6 });
    trace.select(null);
    trace.showRange(null);
    expect(trace.view.get()).toMatchObject({ range: null, selection: null });
  });
});

describe('a finding that is shown', () => {
  test('is highlighted in its own trace only, with a margin around its interval, and takes the selection away', () => {
    trace.select({ fromUs: 1e6, toUs: 2e6 });
    trace.choose('stall');
    expect(trace.view.get()).toMatchObject({
      ...{ chosen: 'stall', range: { fromUs: 3.92e6, toUs: 5.08e6 }, selection: null },
    });
    expect(set.view.get().range).toEqual({ fromUs: 5.92e6, toUs: 7.08e6 });
    expect(set.lead.view.get().chosen).toBeNull();
  });

  test('is a step of its own: one step back is the range before it', () => {
    trace.showRange({ fromUs: 1e6, toUs: 3e6 });
    trace.choose('stall');
    set.walk('back');
    expect(trace.view.get()).toMatchObject({ range: { fromUs: 1e6, toUs: 3e6 }, chosen: null });
    set.walk('forward');
    expect(trace.view.get().chosen).toBe('stall');
  });

  test('is left step by step: the time of a record is one, with the range that it moves', () => {
    trace.choose('stall');
    const range = trace.view.get().range;
    const further = { fromUs: 8e6, toUs: 9.5e6 };
    trace.goToRecord('stall', 4.5e6, range);
    trace.goToRecord('stall', 9e6, further);
    expect(trace.view.get()).toMatchObject({ pinnedUs: 9e6, range: further });
    set.walk('back');
    expect(trace.view.get()).toMatchObject({ pinnedUs: 4.5e6, range, chosen: 'stall' });
    set.walk('back');
    expect(trace.view.get()).toMatchObject({ pinnedUs: null, range, chosen: 'stall' });
  });

  test('is one step with the record that it is chosen with', () => {
    trace.showRange({ fromUs: 1e6, toUs: 3e6 });
    const before = trace.view.get();
    trace.goToRecord('stall', 4.5e6, { fromUs: 4e6, toUs: 5e6 });
    expect(trace.view.get()).toMatchObject({ chosen: 'stall', pinnedUs: 4.5e6 });
    set.walk('back');
    expect(trace.view.get()).toEqual(before);
  });

  test('that the trace does not have changes nothing', () => {
    const before = trace.view.get();
    trace.choose('elsewhere');
    expect(trace.view.get()).toBe(before);
  });
});

test.each([
  ['a range', () => trace.showRange({ fromUs: 1e6, toUs: 2e6 })],
  ['a time', () => trace.showTime(1e6)],
  ['a time as a step', () => trace.goToRecord('stall', 1e6, null)],
  ['a finding', () => trace.choose('stall')],
])('%s that is shown is shown over time, where bytes were', (_, show) => {
  set.axis.set('bytes');
  show();
  expect(set.axis.get()).toBe('time');
});

describe('a finding that is dismissed', () => {
  test('is listed once, after earlier ones, and comes back', () => {
    for (const key of ['burst', 'stall', 'burst']) trace.dismiss(key, true);
    expect(trace.view.get().dismissed).toEqual(['stall', 'burst']);
    trace.dismiss('stall', false);
    expect(trace.view.get().dismissed).toEqual(['burst']);
  });

  test('is highlighted no more; another one stays highlighted, and so does one that is restored', () => {
    trace.choose('stall');
    trace.dismiss('burst', true);
    expect(trace.view.get().chosen).toBe('stall');
    trace.dismiss('stall', false);
    expect(trace.view.get().chosen).toBe('stall');
    trace.dismiss('stall', true);
    expect(trace.view.get().chosen).toBeNull();
  });
});

test('Esc clears selection, pin and highlight, one at a time', () => {
  trace.choose('stall');
  trace.showTime(4.5e6);
  trace.select({ fromUs: 4e6, toUs: 5e6 });
  const left = (): readonly boolean[] => {
    const { selection, pinnedUs, chosen } = trace.view.get();
    return [selection !== null, pinnedUs !== null, chosen !== null];
  };
  expect(left()).toEqual([true, true, true]);
  const steps = Array.from({ length: 3 }, () => {
    trace.clear();
    return left();
  });
  expect(steps).toEqual([
    [false, true, true],
    [false, false, true],
    [false, false, false],
  ]);
});

test('Esc over bytes clears what is selected there, and leaves time as it was', () => {
  const over = new TraceSet<OpenTrace>(set.lead);
  set.showByBytes(over);
  trace.select({ fromUs: 1e6, toUs: 2e6 });
  over.pin(1);
  trace.clear();
  expect([over.view.get().pinnedUs, trace.view.get().selection]).toEqual([null, { fromUs: 1e6, toUs: 2e6 }]);
});

test('a packet that is selected again is drawn no second time; the same number of another space is', () => {
  let drawn = 0;
  trace.view.subscribe(() => drawn++);
  const packet = { space: '1-RTT', packetNumber: 5 } as const;
  for (const one of [packet, { ...packet }]) trace.selectPacket(one);
  expect(drawn).toBe(1);
  trace.selectPacket({ ...packet, space: 'Handshake' });
  trace.selectPacket({ ...packet, space: 'Handshake', packetNumber: 6 });
  expect(drawn).toBe(3);
  for (const none of [null, null]) trace.selectPacket(none);
  expect([drawn, trace.view.get().packet]).toEqual([4, null]);
});

test('marks of a link take the place of all its own; range and pin stay', () => {
  trace.choose('stall');
  trace.showTime(4.5e6);
  trace.dismiss('burst', true);
  const { range, pinnedUs } = trace.view.get();
  const marks = {
    ...{ chosen: 'burst', dismissed: ['stall'] },
    ...{ model: { id: 'cubic', freeFromUs: null }, packet: null },
  };
  trace.restoreMarks(marks);
  expect(trace.marks).toEqual(marks);
  expect(trace.view.get()).toEqual({ ...marks, range, pinnedUs, selection: null });
  trace.showModel(null);
  expect(trace.view.get()).toMatchObject({ model: null, chosen: 'burst' });
});

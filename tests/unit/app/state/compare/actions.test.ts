/** How traces get into the set on the screen, change places there, and are shifted by pointer and keys; workers are stubs. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlignDrag, followArrows } from '../../../../../src/app/features/compare/align-drag.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import {
  compareAll,
  comparedWith,
  compareWith,
  MOST_COMPARED,
  swap,
  toggleDrag,
} from '../../../../../src/app/state/compare/actions.ts';
import { dragsToAlign } from '../../../../../src/app/state/compare/drag-mode.ts';
import { setComparison } from '../../../../../src/app/state/compare/set-comparison.ts';
import { HandTrace } from '../../../../support/hand-trace.ts';
import { draws, SEED } from '../../../../support/tier.ts';

let app: AppState;
let lead: HandTrace;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  app = new AppState();
  lead = new HandTrace(app, 'a.sqlog');
  lead.say();
});
afterEach(() => vi.unstubAllGlobals());

const turns = async (): Promise<void> => {
  for (let step = 0; step < 20; step++) await null;
};
const told = (): string => app.files.list.get().notice?.text ?? '';
const names = (): readonly string[] => lead.trace.home.members.map(({ trace }) => trace.name);
/** Opened in a tab of its own, the lead on the screen. */
function open(name: string): HandTrace {
  const other = new HandTrace(app, name);
  app.files.show(lead.file);
  return other;
}
async function joined(name: string): Promise<HandTrace> {
  const other = open(name);
  other.say();
  compareWith(app, other.file);
  await turns();
  return other;
}

describe('a trace that is compared', () => {
  test('joins once it is read, and is named while it is waited for', async () => {
    const other = open('b.sqlog');
    compareWith(app, other.file);
    await turns();
    expect([names(), lead.trace.feature(setComparison).waiting.get()]).toEqual([['a.sqlog'], ['b.sqlog']]);
    other.say();
    await turns();
    expect([names(), lead.trace.feature(setComparison).waiting.get()]).toEqual([['a.sqlog', 'b.sqlog'], []]);
    compareWith(app, other.file);
    await turns();
    expect(names()).toHaveLength(2);
  });

  test('does not join where it cannot be read, or is closed meanwhile, which is said', async () => {
    const other = open('b.sqlog');
    compareWith(app, other.file);
    other.say({ phase: 'failed' });
    await turns();
    expect([names(), told()]).toEqual([
      ['a.sqlog'],
      'b.sqlog is not compared: it could not be read to its end.',
    ]);
    const closed = open('c.sqlog');
    compareWith(app, closed.file);
    app.files.close(closed.file);
    await turns();
    expect([told(), lead.trace.feature(setComparison).waiting.get()]).toEqual([
      ...['c.sqlog is not compared: it could not be read to its end.', []],
    ]);
  });

  test('joins the set that it was meant for, also where another tab is shown by then', async () => {
    const other = open('b.sqlog');
    compareWith(app, other.file);
    const third = new HandTrace(app, 'c.sqlog');
    third.say();
    other.say();
    await turns();
    expect(names()).toEqual(['a.sqlog', 'b.sqlog']);
    expect(app.files.list.get().shown?.members.map(({ trace }) => trace.name)).toEqual(['c.sqlog']);
  });

  test('is put where it is asked to be, from the times of the lead', async () => {
    const other = open('b.sqlog');
    other.say();
    compareWith(app, other.file, null, 3e5);
    await turns();
    expect(lead.trace.home.offsetOf(other.trace) - lead.trace.home.offsetOf(lead.trace)).toBe(3e5);
  });

  test('is one of six at most', async () => {
    for (let i = 1; i < MOST_COMPARED; i++) await joined(`${i}.sqlog`);
    expect([names().length, told()]).toEqual([MOST_COMPARED, '']);
    await joined('more.sqlog');
    expect([names().length, told()]).toEqual([
      ...[MOST_COMPARED, 'more.sqlog is not compared: 6 traces at most. Remove one first.'],
    ]);
  });

  test('of all tabs is each of them, where there are several and not too many', async () => {
    compareAll(app);
    expect(told()).toBe('There is nothing to compare with: one trace is open. Open another one.');
    for (let i = 1; i < MOST_COMPARED; i++) open(`${i}.sqlog`).say();
    compareAll(app);
    await turns();
    expect(names()).toHaveLength(MOST_COMPARED);
    open('more.sqlog').say();
    app.files.notify(null);
    compareAll(app);
    expect(told()).toMatch(/^7 traces are open, and 6 can be compared at once\./);
  });
});

describe('the trace that the lead is compared with', () => {
  test('is the chosen one, else the first of the others', async () => {
    expect(comparedWith(lead.trace.home)).toBeNull();
    const [b, c] = [await joined('b.sqlog'), await joined('c.sqlog')];
    const { choice } = lead.trace.feature(setComparison);
    expect(comparedWith(lead.trace.home)).toBe(b.trace);
    choice.update((now) => ({ ...now, against: c.trace.key }));
    expect(comparedWith(lead.trace.home)).toBe(c.trace);
    choice.update((now) => ({ ...now, against: 'gone' }));
    expect(comparedWith(lead.trace.home)).toBe(b.trace);
  });

  test('becomes the lead, is compared with the one before, and a second swap is as before', async () => {
    const [b, c] = [await joined('b.sqlog'), await joined('c.sqlog')];
    lead.trace.home.setOffset(b.trace, 2e5);
    lead.trace.feature(setComparison).choice.set({ against: b.trace.key, isOpen: true });
    swap(app, lead.trace);
    const set = app.files.list.get().shown;
    expect(set?.members.map(({ trace }) => trace.name)).toEqual(['b.sqlog', 'a.sqlog', 'c.sqlog']);
    expect(set === null ? null : comparedWith(set)).toBe(lead.trace);
    expect(b.trace.feature(setComparison).choice.get().isOpen).toBe(true);
    expect(names()).toEqual(['a.sqlog']);
    const apart = (one: HandTrace): number =>
      (set?.offsetOf(one.trace) ?? Number.NaN) - (set?.offsetOf(b.trace) ?? 0);
    expect([apart(lead), apart(c) - apart(lead)]).toEqual([-2e5, 0]);
    swap(app, b.trace);
    expect(names()).toEqual(['a.sqlog', 'b.sqlog', 'c.sqlog']);
    expect(lead.trace.home.offsetOf(b.trace) - lead.trace.home.offsetOf(lead.trace)).toBe(2e5);
  });
});

describe('a shift', () => {
  test('by a drag is what the pointer moved since it began, whatever came between; each drag begins where the last ended', async () => {
    const b = await joined('b.sqlog');
    const { home } = lead.trace;
    home.setWidth(500);
    const drag = new AlignDrag(lead.trace);
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 5 }), {
          maxLength: 4,
        }),
        (gestures) => {
          const before = home.offsetOf(b.trace);
          for (const moves of gestures)
            for (const [i, moved] of moves.entries()) drag.drag(moved, i < moves.length - 1);
          const sum = gestures.reduce((all, moves) => all + (moves.at(-1) ?? 0), 0);
          expect(home.offsetOf(b.trace)).toBe(before + sum);
        },
      ),
      { seed: SEED, numRuns: draws(300) },
    );
  });

  test('by the arrow keys is a pixel, with Shift ten; other keys, and those of a dialog or a field, are left alone', async () => {
    const b = await joined('b.sqlog');
    const { home } = lead.trace;
    home.setWidth(500);
    const window = new EventTarget();
    vi.stubGlobal('window', window);
    vi.stubGlobal('Element', class {});
    vi.stubGlobal('HTMLElement', class {});
    const { fromUs, toUs, width } = home.viewport;
    const end = followArrows(app, lead.trace);
    const press = (key: string, known: object = {}): number => {
      const before = home.offsetOf(b.trace);
      const event = Object.assign(new Event('keydown', { cancelable: true }), {
        key,
        shiftKey: false,
        ctrlKey: false,
        metaKey: false,
        altKey: false,
        ...known,
      });
      window.dispatchEvent(event);
      const moved = home.offsetOf(b.trace) - before;
      expect(event.defaultPrevented).toBe(moved !== 0);
      return Math.round((moved * width) / (toUs - fromUs));
    };
    expect(press('ArrowRight')).toBe(1);
    expect(press('ArrowLeft')).toBe(-1);
    expect(press('ArrowRight', { shiftKey: true })).toBe(10);
    for (const known of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(press('ArrowRight', known)).toBe(0);
    expect(press('ArrowUp')).toBe(0);
    app.dialog.set('share');
    expect(press('ArrowRight')).toBe(0);
    app.dialog.set(null);
    end();
    expect(press('ArrowRight')).toBe(0);
  });

  test('by the pointer is a mode of sets over time', async () => {
    const mode = lead.trace.feature(dragsToAlign);
    toggleDrag(lead.trace);
    expect(mode.get()).toBe(false);
    await joined('b.sqlog');
    toggleDrag(lead.trace);
    expect(mode.get()).toBe(true);
    toggleDrag(lead.trace);
    expect(mode.get()).toBe(false);
    lead.trace.home.axis.set('bytes');
    toggleDrag(lead.trace);
    expect(mode.get()).toBe(false);
  });
});

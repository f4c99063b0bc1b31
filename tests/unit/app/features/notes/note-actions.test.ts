/** Where a new note is anchored, what its anchor is called, and what going to a note shows. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  anchorHere,
  anchorWords,
  chosenAnchor,
  goToNote,
  redoNote,
  undoNote,
  writeNote,
} from '../../../../../src/app/features/notes/note-actions.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import { traceNotes } from '../../../../../src/app/state/notes/file-notes.ts';
import type { OpenTrace } from '../../../../../src/app/state/traces/open-trace.ts';
import type { Anchor, Note } from '../../../../../src/sharing/notes/note.ts';
import { HandTrace, madeSnapshot } from '../../../../support/hand-trace.ts';

const FINDINGS = [{ key: 'stall', title: 'Stall', startUs: 4e6, endUs: 5e6 }] as never;
const { progress } = madeSnapshot();

let hand: HandTrace;
let trace: OpenTrace;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  hand = new HandTrace(new AppState());
  hand.say({ findings: FINDINGS, progress: { ...progress, events: 5 } });
  ({ trace } = hand);
  trace.set.setWidth(1000);
});
afterEach(() => vi.unstubAllGlobals());

const noteAt = (anchor: Anchor): Note => ({ id: 'n1', text: 'Look.', anchor });
const draft = () => trace.feature(traceNotes).current.get().draft;

describe('a new note is anchored', () => {
  const pointer = (): void => trace.set.cursorUs.set(2.4);
  const finding = (): void => trace.choose('stall');
  const pin = (): void => trace.set.pin(4.5e6 + 0.6);
  const selection = (): void => trace.select({ fromUs: 4.1e6 + 0.4, toUs: 4.2e6 + 0.6 });
  const isAt = { time: (timeUs: number) => ({ kind: 'time', timeUs }) };

  test.each([
    ['at what is shown, without anything else', [], { kind: 'range', fromUs: 0, toUs: 10e6 }, null],
    ['at the pointer', [pointer], isAt.time(2), null],
    ['at the finding that is shown', [finding], { kind: 'finding', key: 'stall' }, 'the same'],
    ['at the pointer before a finding', [finding, pointer], isAt.time(2), { kind: 'finding', key: 'stall' }],
    ['at the pin before the pointer', [finding, pointer, pin], isAt.time(4_500_001), 'the same'],
    [
      'at the selection before all',
      [finding, pointer, pin, selection],
      { kind: 'range', fromUs: 4_100_000, toUs: 4_200_001 },
      'the same',
    ],
  ])('%s, to whole microseconds', (_, acts, here, chosen) => {
    for (const act of acts) act();
    expect([anchorHere(trace), chosenAnchor(trace)]).toEqual([here, chosen === 'the same' ? here : chosen]);
  });
});

test.each<[Anchor, string]>([
  [{ kind: 'time', timeUs: 2.044e6 }, '2.044 s'],
  [{ kind: 'range', fromUs: 2e6, toUs: 3.1e6 }, '2.000 s to 3.100 s'],
  [{ kind: 'range', fromUs: 2e6, toUs: 2e6 + 50 }, '2.000000 s to 2.000050 s'],
  [{ kind: 'finding', key: 'stall' }, 'Stall'],
  [{ kind: 'finding', key: 'gone' }, 'a finding that this trace does not have'],
])('the anchor %j is called %s', (anchor, words) => {
  expect(anchorWords(anchor, trace)).toBe(words);
});

describe('going to a note', () => {
  test('of a time pins it', () => {
    goToNote(trace, noteAt({ kind: 'time', timeUs: 3e6 }));
    expect(trace.view.get()).toMatchObject({ pinnedUs: 3e6, range: null });
  });

  test('of a range selects it, with a margin around it', () => {
    goToNote(trace, noteAt({ kind: 'range', fromUs: 2e6, toUs: 4e6 }));
    expect(trace.view.get()).toMatchObject({
      range: { fromUs: 1.84e6, toUs: 4.16e6 },
      selection: { fromUs: 2e6, toUs: 4e6 },
    });
  });

  test('of a finding shows the finding', () => {
    goToNote(trace, noteAt({ kind: 'finding', key: 'stall' }));
    expect(trace.view.get().chosen).toBe('stall');
  });
});

describe('the editor', () => {
  test('opens for a new note here, and for a note that exists at its own place', () => {
    trace.set.pin(1e6);
    writeNote(trace);
    expect(draft()).toEqual({ id: null, anchor: { kind: 'time', timeUs: 1e6 }, text: '' });
    trace.feature(traceNotes).cancel();
    const note = noteAt({ kind: 'time', timeUs: 3e6 });
    trace.feature(traceNotes).load([note]);
    writeNote(trace, note);
    expect(draft()).toEqual(note);
  });

  test('stays closed for a trace without an event, and before anything of it is read', () => {
    hand.say({ progress: { ...progress, events: 0 } });
    writeNote(trace);
    const unread = new HandTrace(new AppState()).trace;
    writeNote(unread);
    expect([draft(), unread.feature(traceNotes).current.get().draft]).toEqual([null, null]);
  });
});

test('the last change of the notes is undone, and done again', () => {
  const texts = () =>
    trace
      .feature(traceNotes)
      .current.get()
      .book.notes.map(({ text }) => text);
  writeNote(trace);
  trace.feature(traceNotes).write('Look.');
  trace.feature(traceNotes).save();
  undoNote(trace);
  expect(texts()).toEqual([]);
  redoNote(trace);
  expect(texts()).toEqual(['Look.']);
});

/** Notes of somebody's digest in the notes of a real trace: beside the own ones, said, and sent away with one Undo. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TraceNotes } from '../../../../../src/app/features/notes/trace-notes.ts';
import type { OpenTrace } from '../../../../../src/app/state/open-trace.ts';
import { type Anchor, MAX_NOTES, type Note } from '../../../../../src/sharing/notes/note.ts';

let bringNotes: typeof import('../../../../../src/app/features/links/replace-digest.ts')['bringNotes'];
beforeAll(async () => {
  // The list of traces takes its frames from the browser.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  ({ bringNotes } = await import('../../../../../src/app/features/links/replace-digest.ts'));
});

const at = (timeUs: number): Anchor => ({ kind: 'time', timeUs });
const note = (id: string, text: string, timeUs = 1): Note => ({ id, text, anchor: at(timeUs) });

let held: TraceNotes;
beforeEach(() => {
  held = new TraceNotes();
  held.load(0, [note('n1', 'own')]);
});

const bring = (notes: readonly Note[], connection = 0): void =>
  bringNotes({ feature: () => held } as unknown as OpenTrace, new Map([[connection, notes]]));
const texts = (): readonly string[] => held.current.get().book.notes.map(({ text }) => text);

test('they are added to the own ones with new ids, and their number is reported', () => {
  bring([note('n1', 'planted'), note('n2', 'another')]);
  expect(held.current.get().book.notes.map(({ id, text }) => [id, text])).toEqual([
    ['n1', 'own'],
    ['n2', 'planted'],
    ['n3', 'another'],
  ]);
  expect(held.current.get().brought).toBe(2);
});

test('one Undo sends all of them away and nothing else', () => {
  bring([note('n1', 'planted'), note('n2', 'another')]);
  held.undo();
  expect(texts()).toEqual(['own']);
  expect(held.current.get().brought).toBe(0);
});

test('duplicates are not added and not reported', () => {
  bring([note('n7', 'own')]);
  expect(texts()).toEqual(['own']);
  expect(held.current.get().brought).toBe(0);
});

test('a change of one’s own ends the offer', () => {
  bring([note('n1', 'planted')]);
  held.remove('n1');
  expect(held.current.get().brought).toBe(0);
  expect(texts()).toEqual(['planted']);
});

test('those of another connection are reported when it is shown', () => {
  bring([note('n1', 'planted')], 3);
  expect(held.current.get().brought).toBe(0);
  held.turnTo(3);
  expect(held.current.get().brought).toBe(1);
  held.undo();
  expect(texts()).toEqual([]);
});

test('no more come than a notebook holds', () => {
  const many = Array.from({ length: MAX_NOTES + 5 }, (_, i) => note(`n${i + 1}`, `${i}`, i));
  bring(many);
  expect(texts()).toHaveLength(MAX_NOTES);
  expect(held.current.get().brought).toBe(MAX_NOTES - 1);
});

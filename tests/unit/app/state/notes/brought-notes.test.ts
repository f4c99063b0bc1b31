/** Notes of somebody's digest in the notes of a real trace: beside the own ones, said, and sent away with one Undo. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FileNotes } from '../../../../../src/app/state/notes/file-notes.ts';
import type { TraceNotes } from '../../../../../src/app/state/notes/trace-notes.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import { type Anchor, MAX_NOTES, type Note } from '../../../../../src/sharing/notes/note.ts';

let bringNotes: typeof import('../../../../../src/app/navigation/replace-digest.ts')['bringNotes'];
beforeAll(async () => {
  // The list of traces takes its frames from the browser.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  ({ bringNotes } = await import('../../../../../src/app/navigation/replace-digest.ts'));
});

const at = (timeUs: number): Anchor => ({ kind: 'time', timeUs });
const note = (id: string, text: string, timeUs = 1): Note => ({ id, text, anchor: at(timeUs) });

let all: FileNotes;
let held: TraceNotes;
beforeEach(() => {
  all = new FileNotes();
  held = all.of(0);
  held.load([note('n1', 'own')]);
});

const bring = (notes: readonly Note[], connection = 0): void =>
  bringNotes({ feature: () => all } as unknown as OpenFile, new Map([[connection, notes]]));
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

test('those of another connection are reported there', () => {
  bring([note('n1', 'planted')], 3);
  expect(held.current.get().brought).toBe(0);
  expect(all.of(3).current.get().brought).toBe(1);
  all.of(3).undo();
  expect(all.of(3).current.get().book.notes).toEqual([]);
  expect(texts()).toEqual(['own']);
});

test('no more come than a notebook holds', () => {
  const many = Array.from({ length: MAX_NOTES + 5 }, (_, i) => note(`n${i + 1}`, `${i}`, i));
  bring(many);
  expect(texts()).toHaveLength(MAX_NOTES);
  expect(held.current.get().brought).toBe(MAX_NOTES - 1);
});

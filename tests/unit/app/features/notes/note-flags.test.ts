/** Flags of notes: a pole where a note begins, a line as far as it lasts, nothing for what is out of view. */
import { expect, test, vi } from 'vitest';
import type { Anchor } from '../../../../../src/sharing/notes/note.ts';
import { placedNotes } from '../../../../../src/sharing/notes/note.ts';

vi.stubGlobal('requestAnimationFrame', () => 0);
const { flagsPath } = await import('../../../../../src/app/features/notes/note-flags.tsx');

const view = { fromUs: 100, toUs: 200, width: 100 };
const path = (...anchors: readonly Anchor[]): string =>
  flagsPath(
    placedNotes(
      anchors.map((anchor, i) => ({ id: `n${i + 1}`, text: 'a', anchor })),
      [],
    ),
    view,
  );

test('a time has a pole with a pennant at its place', () => {
  expect(path({ kind: 'time', timeUs: 150 })).toBe('M50.5 0V9M50.5 0l7 2.5l-7 2.5z');
});

test('a range has a line to its end, cut at the edges of the view', () => {
  expect(path({ kind: 'range', fromUs: 120, toUs: 180 })).toBe('M20.5 0V9M20.5 0l7 2.5l-7 2.5zM20.5 8.5H80');
  expect(path({ kind: 'range', fromUs: 0, toUs: 900 })).toBe('M0.5 8.5H100');
});

test('notes outside the view, or without a place, are not drawn', () => {
  expect(path({ kind: 'time', timeUs: 99 }, { kind: 'range', fromUs: 201, toUs: 300 })).toBe('');
  expect(path({ kind: 'finding', key: 'gone.1' })).toBe('');
});

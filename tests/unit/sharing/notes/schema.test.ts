/** Notes as JSON: what is stored comes back, and whatever else comes is refused with a word. */
import { describe, expect, test } from 'vitest';
import { MAX_NOTES, type Note } from '../../../../src/sharing/notes/note.ts';
import { readNotes, storeNotes } from '../../../../src/sharing/notes/schema.ts';

const notes: readonly Note[] = [
  { id: 'n1', text: 'a', anchor: { kind: 'time', timeUs: 2_044_000 } },
  { id: 'n3', text: 'b', anchor: { kind: 'range', fromUs: 1, toUs: 2 } },
  { id: 'n4', text: 'c', anchor: { kind: 'finding', key: 'death-spiral.1' } },
];

describe('stored notes', () => {
  test('come back as they were', () => {
    expect(readNotes(JSON.parse(JSON.stringify(storeNotes(notes))))).toEqual({ notes, dropped: null });
  });

  test('of version 1, as they were written first, are read for ever', () => {
    const frozen =
      '{"v":1,"notes":[{"id":"n1","text":"a","at":2044000},{"id":"n3","text":"b","from":1,"to":2},' +
      '{"id":"n4","text":"c","finding":"death-spiral.1"}]}';
    expect(readNotes(JSON.parse(frozen)).notes).toEqual(notes);
    expect(JSON.stringify(storeNotes(notes))).toBe(frozen);
  });

  test('keep their unknown keys out', () => {
    const read = readNotes({ v: 1, more: 1, notes: [{ id: 'n1', text: 'a', at: 5, color: 'red' }] });
    expect(read).toEqual({
      notes: [{ id: 'n1', text: 'a', anchor: { kind: 'time', timeUs: 5 } }],
      dropped: null,
    });
  });
});

describe('what does not fit', () => {
  test.each([
    ['no id', { text: 'a', at: 1 }],
    ['an id of another form', { id: '__proto__', text: 'a', at: 1 }],
    ['no text', { id: 'n1', at: 1 }],
    ['an empty text', { id: 'n1', text: ' ', at: 1 }],
    ['a text too long', { id: 'n1', text: 'x'.repeat(4001), at: 1 }],
    ['no place', { id: 'n1', text: 'a' }],
    ['a place that is no number', { id: 'n1', text: 'a', at: '1' }],
    ['a time beyond all', { id: 'n1', text: 'a', at: 1e300 }],
    ['a range backwards', { id: 'n1', text: 'a', from: 2, to: 1 }],
    ['a key too long', { id: 'n1', text: 'a', finding: 'x'.repeat(201) }],
    ['null', null],
    ['a list', []],
  ])('%s is left out and counted', (_, item) => {
    const good = { id: 'n7', text: 'good', at: 1 };
    const { notes: read, dropped } = readNotes({ v: 1, notes: [item, good] });
    expect(read.map(({ id }) => id)).toEqual(['n7']);
    expect(dropped).toBe('1 of 2 notes could not be read and was left out.');
  });

  test('an id that came before is left out', () => {
    const item = { id: 'n1', text: 'a', at: 1 };
    expect(readNotes({ v: 1, notes: [item, { ...item, text: 'b' }] }).notes.map(({ text }) => text)).toEqual([
      'a',
    ]);
  });

  test('more notes than there may be are left out', () => {
    const many = Array.from({ length: MAX_NOTES + 3 }, (_, i) => ({ id: `n${i + 1}`, text: 'a', at: i }));
    const read = readNotes({ v: 1, notes: many });
    expect(read.notes).toHaveLength(MAX_NOTES);
    expect(read.dropped).toContain('3 of 203 notes');
  });

  test.each([null, 1, [], { v: 2, notes: [] }, { v: 1 }, { v: 1, notes: {} }])(
    '%j gives no notes and a word',
    (stored) => {
      const read = readNotes(stored);
      expect(read.notes).toEqual([]);
      expect(read.dropped).toMatch(/^The notes /);
    },
  );
});

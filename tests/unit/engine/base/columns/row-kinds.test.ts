/** What kind of event each row is, by its combination. */
import { describe, expect, it } from 'vitest';
import { RowKinds } from '../../../../../src/engine/base/columns/row-kinds.ts';

/** As many combinations as asked for, each in several rows. */
function batchOf(combinations: number, rows: number) {
  const number = (row: number): number => (row * 7919) % combinations;
  return {
    kind: Uint8Array.from({ length: rows }, (_, row) => number(row) % 13),
    nameId: Uint16Array.from({ length: rows }, (_, row) => number(row)),
    space: Uint8Array.from({ length: rows }, (_, row) => (number(row) >>> 16) + 1),
    flags: Uint16Array.from({ length: rows }, (_, row) => (number(row) * 31) & 0xffff),
  };
}

describe.each([
  ['few combinations', 20, 1],
  ['more than a byte holds', 700, 2],
  ['more than two bytes hold', 70_000, 4],
])('rows of %s', (_, combinations, width) => {
  const rows = combinations * 2;
  const batch = batchOf(combinations, rows);
  const kinds = new RowKinds();
  kinds.append(batch, rows - 5);
  kinds.append(batch, 3);

  it('give back each of their four facts', () => {
    expect(kinds.length).toBe(rows - 2);
    for (const fact of ['kind', 'nameId', 'space', 'flags'] as const) {
      const reader = kinds[fact].reader();
      expect(reader.length).toBe(rows - 2);
      const due = (row: number): number => batch[fact][row < rows - 5 ? row : row - (rows - 5)] as number;
      const wrong = Array.from({ length: rows - 2 }, (_, row) => row).filter(
        (row) => kinds[fact].at(row) !== due(row) || reader.at(row) !== due(row),
      );
      expect(wrong).toEqual([]);
    }
  });

  it('are copied, any stretch of them', () => {
    for (const from of [0, 1, Math.min(8190, rows - 9), rows - 9]) {
      const into = new Uint16Array(Math.min(7, rows - 2 - from));
      expect([...kinds.nameId.copyTo(into, from)]).toEqual(
        Array.from(into, (_, i) => kinds.nameId.at(from + i)),
      );
    }
  });

  it('are NaN outside', () => {
    for (const row of [-1, rows - 2]) {
      expect(kinds.kind.at(row)).toBeNaN();
      expect(kinds.kind.reader().at(row)).toBeNaN();
    }
  });

  it(`take ${width} bytes each`, () => {
    expect(kinds.byteLength / kinds.length).toBeGreaterThanOrEqual(width);
    expect(kinds.codes[0]?.BYTES_PER_ELEMENT).toBe(width);
  });
});

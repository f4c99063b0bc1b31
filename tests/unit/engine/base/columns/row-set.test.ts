/** A set of rows that is searched while it changes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowSet } from '../../../../../src/engine/base/columns/row-set.ts';
import { draws } from '../../../../support/tier.ts';

/** Next to each other, and so far apart that there are several levels. */
const ROW = fc.oneof(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 70_000 }));

test('it finds what a search through all of its rows finds', () => {
  const changes = fc.array(fc.record({ row: ROW, isAdded: fc.boolean() }), { maxLength: 80 });
  fc.assert(
    fc.property(changes, fc.array(ROW, { maxLength: 20 }), (drawn, asked) => {
      const set = new RowSet();
      const rows = new Set<number>();
      for (const { row, isAdded } of drawn) {
        if (isAdded) set.add(row);
        else set.delete(row);
        if (isAdded) rows.add(row);
        else rows.delete(row);
        for (const from of [row, ...asked]) {
          expect(set.lastUpTo(from)).toBe(Math.max(-1, ...[...rows].filter((one) => one <= from)));
          const after = [...rows].filter((one) => one >= from);
          expect(set.firstFrom(from)).toBe(after.length === 0 ? -1 : Math.min(...after));
        }
      }
    }),
    { numRuns: draws(500) },
  );
});

test('one without a row holds no memory', () => {
  expect(new RowSet().byteLength).toBe(0);
  expect([new RowSet().lastUpTo(5), new RowSet().lastUpTo(-1), new RowSet().firstFrom(0)]).toEqual([
    -1, -1, -1,
  ]);
});

/** Groups of a fleet in their order, and the filter that is added for one of them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FIRST_ORDER,
  inOrder,
  isAscending,
  withFilter,
} from '../../../../../src/app/features/fleet/group-order.ts';
import {
  compileRowFilter,
  type FieldTable,
  isFilterError,
} from '../../../../../src/engine/service/filter/index.ts';
import { GROUPINGS } from '../../../../../src/sharing/fleet-rows/contract.ts';
import { fleetGroup } from '../../../../support/shown-fleet.ts';
import { draws, SEED } from '../../../../support/tier.ts';

const DAY = 864e5;
const GROUPS = [
  fleetGroup('quiche 0.9', {
    hits: 1,
    judged: 1,
    firstMs: 2 * DAY,
    firstHitMs: 9 * DAY,
    costMs: 10,
    traces: 1,
  }),
  fleetGroup('quiche 0.31', {
    hits: 40,
    judged: 100,
    firstMs: 3 * DAY,
    firstHitMs: 3 * DAY,
    costMs: 900,
    traces: 120,
  }),
  fleetGroup('quiche 0.10', { hits: 0, judged: 50, firstMs: 1 * DAY, costMs: 0, traces: 50 }),
  fleetGroup('', { hits: 0, judged: 0, costMs: 0, traces: 2 }),
];

test.each([
  // By number, not letter by letter.
  ['id', ['', 'quiche 0.9', 'quiche 0.10', 'quiche 0.31']],
  ['traces', ['quiche 0.31', 'quiche 0.10', '', 'quiche 0.9']],
  // One hit of one is not the worst.
  ['share', ['quiche 0.31', 'quiche 0.9', 'quiche 0.10', '']],
  // What has no date stands last.
  ['first', ['quiche 0.10', 'quiche 0.9', 'quiche 0.31', '']],
  ['firstHit', ['quiche 0.31', 'quiche 0.9', '', 'quiche 0.10']],
  ['cost', ['quiche 0.31', 'quiche 0.9', 'quiche 0.10', '']],
] as const)('groups by %s', (order, ids) => {
  expect(inOrder(GROUPS, order).map(({ id }) => id)).toEqual(ids);
  expect(GROUPS[0]?.id).toBe('quiche 0.9');
});

test('of the same share the one with more hits comes first, and of the same day the first by name', () => {
  const [few, many] = [fleetGroup('few', { hits: 0, judged: 3 }), fleetGroup('many', { hits: 0, judged: 3 })];
  expect(inOrder([few, { ...many, hits: 1 }], 'share').map(({ id }) => id)).toEqual(['many', 'few']);
  expect(inOrder([fleetGroup('b10'), fleetGroup('b9')], 'first').map(({ id }) => id)).toEqual(['b9', 'b10']);
});

test('every grouping begins with an order: times and days upwards, all others with the worst', () => {
  const upwards = GROUPINGS.filter((by) => isAscending(FIRST_ORDER[by]));
  expect(upwards).toEqual(['version', 'day']);
});

describe('the filter for one group', () => {
  interface Row {
    readonly host: string;
    readonly cost: number;
  }
  const FIELDS: FieldTable<Row> = {
    fields: {
      host: { texts: ({ host }) => [host] },
    },
    searched: ({ host }) => [host],
    exampleField: 'host',
    exampleNumber: '',
  };
  const ROWS: readonly Row[] = ['a', 'b', 'c'].flatMap((host) => [
    { host, cost: 1 },
    { host, cost: 2 },
  ]);
  const matched = (text: string): readonly Row[] => {
    const test = compileRowFilter(text, FIELDS);
    if (isFilterError(test)) throw new Error(`${text}: ${test.text}`);
    return ROWS.filter(test);
  };

  test('lets through what it and the filter before let through, however that was written', () => {
    const term = fc.constantFrom('host = a', 'host = b', 'not host = a', 'b', '(host = a or host = c)');
    const joined = fc.constantFrom(' or ', ' OR ', ' || ', ' and ', ' && ', ' ', ' Or ');
    const filter = fc
      .tuple(term, fc.array(fc.tuple(joined, term), { maxLength: 3 }))
      .map(([first, rest]) => first + rest.flat().join(''));
    fc.assert(
      fc.property(filter, fc.constantFrom('host = b', 'host = "c"', 'host = a'), (before, added) => {
        const both = matched(before).filter((row) => matched(added).includes(row));
        expect(matched(withFilter(before, added)), withFilter(before, added)).toEqual(both);
      }),
      { seed: SEED, numRuns: draws(1000) },
    );
  });

  test('is alone where there was none, or the same', () => {
    expect(['', '  ', ' host = a '].map((before) => withFilter(before, 'host = a'))).toEqual([
      ...['host = a', 'host = a', 'host = a'],
    ]);
  });
});

/** Rows in order: the worst first, and by each column. */
import { expect, test } from 'vitest';
import { byOrder, type Order, WORST_FIRST } from '../../../../src/sharing/table/row-order.ts';
import { madeFinding, madeRow } from '../../../support/table-rows.ts';

const ROWS = [
  madeRow('failed', { failure: { kind: 'x', text: 'y' } }),
  madeRow('well', { goodput: 9, durationUs: 5 }),
  madeRow('warned 10', { findings: [madeFinding('w', 'warning', 1, 2)], illShare: 0.9, goodput: 3 }),
  madeRow('warned 9', { findings: [madeFinding('w', 'warning', 1, 2)], illShare: 0.9 }),
  madeRow('spiral short', { findings: [madeFinding('s', 'critical', 5, 6)], illShare: 0.1, goodput: 1 }),
  madeRow('spiral long', { findings: [madeFinding('s', 'critical', 2, 9)], illShare: 0.5, goodput: 2 }),
  madeRow('told', { findings: [madeFinding('i', 'info', 0, 9)] }),
];

const inOrder = (order: Order): readonly string[] => ROWS.toSorted(byOrder(order)).map(({ name }) => name);

test('the worst first: by severity, then by the share of time; failures last; numbers in names count', () => {
  const due = ['spiral long', 'spiral short', 'warned 9', 'warned 10', 'told', 'well', 'failed'];
  expect(inOrder(WORST_FIRST)).toEqual(due);
  expect(inOrder({ key: 'verdict', reversed: true })[0]).toBe('failed');
});

test('a column either way round; what is not known comes last in both', () => {
  const known = ['spiral short', 'spiral long', 'warned 10', 'well'];
  expect(inOrder({ key: 'goodput', reversed: false }).slice(0, 4)).toEqual(known);
  expect(inOrder({ key: 'goodput', reversed: true }).slice(0, 4)).toEqual(known.toReversed());
  expect(inOrder({ key: 'ill', reversed: false }).slice(0, 4)).toEqual([
    ...['warned 9', 'warned 10', 'spiral long', 'spiral short'],
  ]);
  expect(inOrder({ key: 'name', reversed: true })[0]).toBe('well');
});

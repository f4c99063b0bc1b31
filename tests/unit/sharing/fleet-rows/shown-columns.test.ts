/** What the page shows of the rows of a fleet: every column, also where nothing is known. */
import { expect, test } from 'vitest';
import { idleRuleTitle } from '../../../../src/engine/base/text/idle-words.ts';
import { UNKNOWN } from '../../../../src/sharing/figures/words.ts';
import type { Value } from '../../../../src/sharing/fleet-rows/column.ts';
import { cellsOf, FLEET_ORDERS, SHOWN_COLUMNS } from '../../../../src/sharing/fleet-rows/shown-columns.ts';

type Row = { readonly [column: string]: Value };

const FULL: Row = {
  ...{ worst_start_ms: 2044.4, cost_ms: 5250, ill_share: 0.795, implementation: 'quiche', version: '0.30.0' },
  ...{ idle_rule: 'shift-from-last-send', idle_rule_fit: 0.987, controller: 'cubic|newreno' },
  ...{ recorded: Date.UTC(2026, 2, 8, 14, 5, 9, 250), recorded_from: 'file', marks: 'simulated' },
  ...{ goodput: 250_000, duration_ms: 9988.7, loss_share: 0.0123, smoothed_rtt_ms: 31.44, min_rtt_ms: 14.02 },
  ...{ schema: 3, held_by: 'window', held_cause: 'cutRandom', held_share: 0.583 },
  ...{ time_lost_ms: 7170, time_lost_share: 0.718, time_lost_at_least: 1 },
};

const cells = (row: Row): { readonly [id: string]: string } => cellsOf((column) => row[column] ?? null);

test('the columns are all orders of a fleet but the two that stand before them, each with its words', () => {
  expect(FLEET_ORDERS).toEqual(['worst', 'file', ...SHOWN_COLUMNS.map(({ id }) => id)]);
  expect(new Set(FLEET_ORDERS).size).toBe(FLEET_ORDERS.length);
  for (const { title, about } of SHOWN_COLUMNS) expect(about).not.toBe(title);
});

test('they say nothing of a row of which nothing is known, and no NaN', () => {
  for (const [id, text] of Object.entries(cells({}))) expect(text, id).toBe(UNKNOWN);
});

test.each([
  ['since', '2.04 s'],
  ['cost', '5.25 s'],
  ['ill', '79.5 %'],
  ['version', 'quiche 0.30.0'],
  ['rule', `${idleRuleTitle('shift-from-last-send')}, 98 %`],
  ['controller', 'cubic or NewReno'],
  // Of its marks the one that is about the date.
  ['recorded', '2026-03-08 14:05:09 (time of the file)'],
  ['goodput', '2.0 Mbit/s'],
  ['duration', '9.99 s'],
  ['loss', '1.2 %'],
  ['rtt', '14.0 ms / 31.4 ms'],
  ['held', 'congestion window: random loss 58.3 %'],
  ['timelost', '≥ 7.17 s (71.8 %)'],
])('%s is %s', (id, words) => {
  expect(cells(FULL)[id]).toBe(words);
});

test('what held the sender is not in rows of older versions, and words of newer ones are not known', () => {
  expect(cells({ schema: 2 }).held).toBe('made by an older version: no account');
  expect(cells({ schema: 3 }).held).toBe(UNKNOWN);
  expect(cells({ ...FULL, held_by: 'tides' }).held).toBe(UNKNOWN);
  expect(cells({ ...FULL, held_cause: 'moon' }).held).toBe('congestion window 58.3 %');
  expect(cells({ ...FULL, held_by: 'inTransit', held_cause: null, time_lost_at_least: 0 })).toMatchObject({
    ...{ held: 'in transit 58.3 %', timelost: '7.17 s (71.8 %)' },
  });
});

test('they have what is known of two figures', () => {
  expect(cells({ smoothed_rtt_ms: 31.44 }).rtt).toBe('31.4 ms');
  expect(cells({ min_rtt_ms: 14.02 }).rtt).toBe('14.0 ms');
  expect(cells({ idle_rule: 'made-up-rule' }).rule).toBe('made up rule');
  expect(cells({ version: '1.0' }).version).toBe(`${UNKNOWN} 1.0`);
  expect(cells({ implementation: 'mvfst' }).version).toBe('mvfst');
  expect(cells({ recorded: 0 }).recorded).toBe('1970-01-01 00:00:00');
  // A share of nothing is known to be nothing.
  expect(cells({ ill_share: 0 }).ill).toBe('0.0 %');
});

/** Reasons of congestion states, as the stack logs them, on the panel of the states. */
import { expect, test } from 'vitest';
import { states } from '../../../../../src/drawing/panels/states/states.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  paintOn,
  pointsOf,
} from '../../../../support/panel-context.ts';
import { send, type TimedEvent } from '../../../../support/replay-events.ts';

const enter = (column: number, name: string, trigger?: string): TimedEvent => [
  columnMs(column),
  'quic:congestion_state_updated',
  { new: name, trigger },
];
const told = await openEvents([
  send(0, 0),
  enter(0, 'congestion_avoidance'),
  enter(128, 'slow_start', 'persistent_congestion'),
  enter(384, 'congestion_avoidance'),
  END,
]);
const whole = told.context();
const ID = 'state-by-persistent-congestion';

test('a line along the top shows while the state is one that was entered for the reason', () => {
  const heights = pointsOf(paintOn(states, whole).surface, ID).map(([, y]) => y);
  expect([Math.min(...heights) < 0, Math.max(...heights)]).toEqual([true, 3]);
  const hidden = told.context({ hidden: [`states/${ID}`] });
  expect(pointsOf(paintOn(states, hidden).surface, ID)).toEqual([]);
});

test('legend, cursor and table say whether it is', () => {
  expect(states.legend(whole).at(-1)?.label).toBe('entered for persistent congestion, as logged');
  expect([100, 200, 400].map((column) => states.values(whole, column * COLUMN_US).get(ID))).toEqual([
    'no',
    'yes',
    'no',
  ]);
  expect(states.resting?.(whole).get(ID)).toBe('yes');
  expect(states.cells(whole, 0, 100 * COLUMN_US).at(-1)).toBe('no');
  expect(states.cells(whole, 0, 200 * COLUMN_US).at(-1)).toBe('yes');
});

test('a log that gives no such reason has no line of it', async () => {
  const silent = (await openEvents([send(0, 0), enter(0, 'recovery', 'cubic loss'), END])).context();
  expect(states.legend(silent).map(({ id }) => id)).toEqual(['recovery']);
  expect(states.legend(whole).some(({ id }) => id === 'state-by-ecn')).toBe(false);
});

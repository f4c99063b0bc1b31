/** What the event list says when a filter finds nothing, and that its buttons are filters. */
import { expect, test } from 'vitest';
import { nothingFound, QUICK } from '../../../../../src/app/features/events/event-filter.tsx';
import type { EventListState } from '../../../../../src/app/state/events/event-list.ts';
import { compileFilter, isFilterError } from '../../../../../src/engine/service/filter/index.ts';
import { fieldsOf } from '../../../../support/record-fields.ts';

const FINISHED: EventListState = {
  open: true,
  filter: 'cwdn < 3000',
  scope: 'all',
  matches: 0,
  looked: 100,
  total: 100,
  done: true,
  filterError: null,
  readError: null,
  current: null,
  reveal: null,
  record: null,
  revision: 1,
};

const LOGGED = { lossMethod: 'logged', packetsLost: 9 } as const;

test('a finished filter without a match says where names are listed and how to find a part of one', () => {
  const text = nothingFound(FINISHED, LOGGED) ?? '';
  expect(text).toContain('No event matches.');
  expect(text).toContain('with the same case');
  expect(text).toContain('Trace quality');
  expect(text).toContain('~');
});

test('it says so where only a range was searched', () => {
  expect(nothingFound({ ...FINISHED, scope: 'visible' }, LOGGED)).toContain('in the visible range');
  expect(nothingFound({ ...FINISHED, scope: 'marked' }, LOGGED)).toContain('in the selection');
});

test('a filter for lost packets says where losses are no events', () => {
  const lost = { ...FINISHED, filter: 'name = packet_lost' };
  expect(nothingFound(lost, { ...LOGGED, lossMethod: 'counted' })).toBe(
    'No event matches: the losses of this log are counted by the stack, not logged as events.',
  );
  expect(nothingFound(lost, LOGGED)).toContain('a name must be complete');
});

test.each<[string, Partial<EventListState>]>([
  ['something fits', { matches: 1 }],
  ['it goes on', { done: false }],
  ['there is no filter', { filter: '' }],
  ['there is no event at all', { total: 0 }],
  ['the filter is wrong', { filterError: { text: 'wrong', at: 0 } }],
  ['the records cannot be read', { readError: 'gone' }],
])('it says nothing where %s', (_words, change) => {
  expect(nothingFound({ ...FINISHED, ...change }, LOGGED)).toBeNull();
});

test.each(QUICK)('the button %s holds a filter: %s', (_label, filter) => {
  expect(isFilterError(compileFilter(filter))).toBe(false);
});

test('the button Lost finds losses by their own events and by the metrics that count them', () => {
  const lost = QUICK.find(([label]) => label === 'Lost')?.[1] ?? '';
  const filter = compileFilter(lost);
  if (isFilterError(filter)) throw new Error(filter.text);
  const matches = (name: string, data: unknown): boolean =>
    filter.full({ timeUs: 0, name, packetNumber: null, sizeBytes: 0, space: null }, fieldsOf({ name, data }));
  expect(matches('recovery:packet_lost', {})).toBe(true);
  expect(matches('recovery:packets_lost', {})).toBe(true);
  expect(matches('quic:recovery_metrics_updated', { cf_lost_packets: { total: 8, delta: 1 } })).toBe(true);
  expect(matches('quic:recovery_metrics_updated', { cf_lost_packets: { total: 8, delta: 0 } })).toBe(false);
  expect(matches('quic:packet_sent', {})).toBe(false);
});

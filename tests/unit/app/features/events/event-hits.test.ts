/** The ticks above the plots where the filter of the event list matches: asked for once the range rests, two pixels wide. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventHits } from '../../../../../src/app/features/events/event-hits.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import type { EventList } from '../../../../../src/app/state/events/event-list.ts';
import { eventList } from '../../../../../src/app/state/events/trace-events.ts';
import type { EventsAnswer, EventsRequest } from '../../../../../src/engine/reading/contract/events.ts';
import { HandTrace } from '../../../../support/hand-trace.ts';

const VIEWPORT = { fromUs: 0, toUs: 1000, width: 9 };
const NO_HITS = { timesUs: [], widthUs: 0 };

let hand: HandTrace;
let list: EventList;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', () => 0);
  hand = new HandTrace(new AppState());
  hand.say();
  list = hand.trace.feature(eventList);
  list.setOpen(true);
  await filter('name = packet_lost');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hits = () => hand.trace.feature(eventHits).hits.get();
const follow = (change: Partial<typeof VIEWPORT> = {}): void =>
  hand.trace.feature(eventHits).follow({ ...VIEWPORT, ...change });
const asked = (): readonly EventsRequest[] =>
  (hand.bodies('events') as readonly EventsRequest[]).filter(({ bins }) => bins !== undefined);
const answer = (known: Partial<EventsAnswer>): Promise<void> =>
  hand.answer('events', {
    ...{ filterError: null, matches: 3, looked: 10, total: 10, done: true, first: 0, rows: [] },
    ...{ anchor: null, readError: null, hits: null, ...known },
  } as EventsAnswer);

/** Types a filter, whose search is over. */
async function filter(text: string, known: Partial<EventsAnswer> = {}): Promise<void> {
  list.setFilter(text);
  await vi.advanceTimersByTimeAsync(1000);
  while (hand.bodies('events').length > 0) await answer(known);
}

test('are asked for once the range has rested, one bin per tick, and no rows', async () => {
  follow();
  await vi.advanceTimersByTimeAsync(119);
  follow({ toUs: 2000 });
  await vi.advanceTimersByTimeAsync(119);
  expect(asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toMatchObject([
    { filter: 'name = packet_lost', first: 0, count: 0, bins: { fromUs: 0, toUs: 2000, count: 4 } },
  ]);
});

test('stand at the times of bins that have a match', async () => {
  follow();
  await vi.advanceTimersByTimeAsync(120);
  await answer({ hits: new Uint8Array([0, 1, 0, 1]) });
  expect(hits()).toEqual({ timesUs: [250, 750], widthUs: 250 });
});

test('are not asked for again by the same range, and not drawn from an answer for another one', async () => {
  follow();
  await vi.advanceTimersByTimeAsync(120);
  follow();
  await vi.advanceTimersByTimeAsync(500);
  expect(asked()).toHaveLength(1);
  follow({ fromUs: 500 });
  await answer({ hits: new Uint8Array([1, 1, 1, 1]) });
  expect(hits()).toEqual(NO_HITS);
});

test.each([
  ['a filter', () => filter('')],
  ['a filter that can be read', () => filter('name = (', { filterError: { text: 'no', at: 0 } as never })],
  ['the list', async () => list.setOpen(false)],
])('are gone at once without %s', async (_, change) => {
  follow();
  await vi.advanceTimersByTimeAsync(120);
  await answer({ hits: new Uint8Array([1, 0, 0, 0]) });
  expect(hits().timesUs).toEqual([0]);
  await change();
  follow();
  expect(hits()).toEqual(NO_HITS);
});

/**
 * An event list on a worker made of plain functions: what was asked, and answers as a trace of a thousand events
 * would give them.
 */
import { beforeEach } from 'vitest';
import { EventList, type EventListSurroundings } from '../../../../../src/app/state/events/event-list.ts';
import type {
  EventRow,
  EventsAnswer,
  EventsRequest,
  RecordRequest,
} from '../../../../../src/engine/reading/contract/events.ts';
import { type StubbedRequest, stubRequest } from '../../../../support/request-stub.ts';

type EventsWanted = Omit<EventsRequest, 'connection'>;
type RecordWanted = Omit<RecordRequest, 'connection'>;

export const TOTAL = 1000;
/** The events of the fake trace: one each 10 µs. */
export const rowAt = (row: number): EventRow => ({
  row,
  timeUs: row * 10,
  name: 'quic:packet_sent',
  space: '1RTT',
  packetNumber: row,
  sizeBytes: 1200,
  detail: null,
});

/** Requests for events from here on, and all of them. */
export let asked: EventsWanted[];
export let requests: StubbedRequest<'events', EventsWanted>[];
export let records: StubbedRequest<'record', RecordWanted>[];
export let shownUs: number[];
let around: EventListSurroundings;
export let list: EventList;

export function follow(change: Partial<EventListSurroundings>): void {
  around = { ...around, ...change };
  list.follow(around);
}

/** A new list for each test of the file that calls this. */
export function renewList(): void {
  beforeEach(() => {
    asked = [];
    const events = stubRequest<'events', EventsWanted>();
    const record = stubRequest<'record', RecordWanted>();
    requests = events.asked;
    records = record.asked;
    shownUs = [];
    around = { visible: null, marked: null, pinnedUs: null };
    list = new EventList({
      events: (request, options) => {
        asked.push(request);
        return events.request(request, options);
      },
      record: record.request,
      showTime: (timeUs) => {
        shownUs.push(timeUs);
        follow({ pinnedUs: timeUs });
      },
      onActivity: () => undefined,
    });
  });
}

export const newest = (): EventsWanted => newestRequest().body;

export function newestRequest(): StubbedRequest<'events', EventsWanted> {
  const request = requests.at(-1);
  if (request === undefined) throw new Error('nothing was asked');
  return request;
}

/** What a worker answers that has `matches` matches: the rows asked for, as far as there are any. */
export function answer(request: EventsWanted, parts: Partial<EventsAnswer> = {}): EventsAnswer {
  const matches = parts.matches ?? TOTAL;
  const { first, count, anchorUs } = request;
  const length = Math.max(0, Math.min(count, matches - first));
  const anchor = anchorUs === null ? null : Math.ceil(anchorUs / 10);
  return {
    ...{ filterError: null, matches, looked: TOTAL, total: TOTAL, done: true, first, readError: null },
    rows: Array.from({ length }, (_, i) => rowAt(first + i)),
    anchor: anchor !== null && anchor < matches ? anchor : null,
    ...parts,
  };
}

/** Answers the newest request, for good or, where the filter is not done, so far. */
export async function reply(parts: Partial<EventsAnswer> = {}): Promise<void> {
  const request = newestRequest();
  const got = answer(request.body, parts);
  if (got.done) await request.answer(got);
  else request.options.onProgress?.(got);
}

/** An open list on a trace that is read, its first rows here. */
export async function opened(): Promise<void> {
  list.grow(1);
  list.setOpen(true);
  list.see({ first: 0, count: 20 });
  await reply();
  asked = [];
}

export const state = () => list.state.get();

/** What follows is counted from here. */
export function forgetAsked(): void {
  asked = [];
}

/**
 * An event list on a worker made of plain functions: what was asked, and answers as a trace of a thousand events
 * would give them.
 */
import { beforeEach } from 'vitest';
import { EventList, type EventListSurroundings } from '../../../../src/app/state/event-list.ts';
import type {
  EventRow,
  EventsAnswer,
  EventsRequest,
  RecordRequest,
} from '../../../../src/engine/contract/events.ts';

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

export let asked: EventsRequest[];
export let records: RecordRequest[];
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
    records = [];
    shownUs = [];
    around = { visible: null, marked: null, pinnedUs: null };
    list = new EventList({
      askEvents: (request) => asked.push(request),
      askRecord: (request) => records.push(request),
      showTime: (timeUs) => {
        shownUs.push(timeUs);
        follow({ pinnedUs: timeUs });
      },
      onActivity: () => undefined,
    });
  });
}

export const newest = (): EventsRequest => {
  const request = asked.at(-1);
  if (request === undefined) throw new Error('nothing was asked');
  return request;
};

/** What a worker answers that has `matches` matches: the rows asked for, as far as there are any. */
export function answer(request: EventsRequest, parts: Partial<EventsAnswer> = {}): EventsAnswer {
  const matches = parts.matches ?? TOTAL;
  const { seq, first, count, anchorUs } = request;
  const length = Math.max(0, Math.min(count, matches - first));
  const anchor = anchorUs === null ? null : Math.ceil(anchorUs / 10);
  return {
    ...{ seq, filterError: null, matches, looked: TOTAL, total: TOTAL, done: true, first, readError: null },
    rows: Array.from({ length }, (_, i) => rowAt(first + i)),
    anchor: anchor !== null && anchor < matches ? anchor : null,
    ...parts,
  };
}

export function reply(parts: Partial<EventsAnswer> = {}): void {
  list.takeEvents(answer(newest(), parts));
}

/** An open list on a trace that is read, its first rows here. */
export function opened(): void {
  list.grow(1);
  list.setOpen(true);
  list.see({ first: 0, count: 20 });
  reply();
  asked = [];
}

export const state = () => list.state.get();

/** What follows is counted from here. */
export function forgetAsked(): void {
  asked = [];
}

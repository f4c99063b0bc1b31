/**
 * One pass over the sends of a sender, its flight and its window: what holds it at each instant of the span, as cells, and what it did
 * in each round trip. Definitions: docs/account.md.
 */

import type { BlockReader } from '../../base/columns/block-reader';
import { PacketMark } from '../../sender/transport/packet-fate';
import { SHORT_SHARE } from '../../sender/transport/sender-pauses';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from '../measures/intervals';
import { burstBytes } from './burst';
import { Cells } from './cells';
import { FlightCursor, timeOf } from './flight-cursor';
import { EQUAL_US, HELD, type Held, type HeldInterval } from './holders';
import { RoundTrips } from './round-trips';
import type { StatedBlocks } from './stated-blocks';

const T = {
  /** A burst is at most this share of the window. */
  burstShare: 0.05,
  /** Steps of a clock that tells no short wait, µs. */
  coarseUs: 1000,
  /** A packet that is sent so soon after an ACK, in round trips and µs, is released by it: one of a pacer's timer comes so by chance. */
  clockedShare: 1 / 16,
  clockedUs: 1000,
} as const;

/** What does not depend on the sends; each in order of time, none of a list overlaps another. */
export interface Around {
  /** What holds whatever else binds: a, b, c and d. */
  readonly first: readonly HeldInterval[];
  readonly credit: readonly HeldInterval[];
  readonly noData: readonly HeldInterval[];
  readonly stated: StatedBlocks;
  /** The clock's step, µs; 0 if it is fine. */
  readonly clockStepUs: number;
}

/** The interval of a list that holds a time; times ascend from call to call. */
class Cursor {
  readonly #intervals: readonly HeldInterval[];
  #next = 0;

  constructor(intervals: readonly HeldInterval[]) {
    this.#intervals = intervals;
  }

  at(timeUs: number): HeldInterval | null {
    while (this.#intervals[this.#next]?.endUs <= timeUs) this.#next++;
    const interval = this.#intervals[this.#next];
    return interval !== undefined && interval.startUs <= timeUs ? interval : null;
  }

  /** The next time after one at which an interval begins or ends, µs. */
  changeAfter(timeUs: number): number {
    const interval = this.#intervals[this.#next];
    if (interval === undefined) return Number.POSITIVE_INFINITY;
    return interval.startUs > timeUs ? interval.startUs : interval.endUs;
  }
}

export interface Swept {
  readonly cells: Cells;
  readonly trips: RoundTrips;
}

/**
 * One loop that runs once for a trace, most of it before V8 has optimised it: what changes with each event stands in variables.
 * @param lastDataUs when data is sent last, µs: after it nothing that does not bind is a gap.
 */
export function sweep(
  state: TransportState,
  { startUs, endUs, lastDataUs }: Interval & { readonly lastDataUs: number },
  around: Around,
): Swept {
  const { datagramBytes, series } = state;
  const unbound = series.congestionWindow.length > 0 ? HELD.gap : HELD.sender;
  const usualBurst = burstBytes(state);
  const lists = [around.first, around.credit, around.noData, around.stated.blocks, around.stated.unless];
  const cursors = lists.map((list) => new Cursor(list));
  const [first, credit, noData, stated, unless] = cursors;
  const trips = new RoundTrips(state, startUs, endUs);
  const cells = new Cells(startUs, around.clockStepUs >= T.coarseUs);
  const sends = new Sends(state);
  const flight = new FlightCursor(state);
  const [windowTimes, windows] = [
    series.congestionWindow.timesUs.reader(),
    series.congestionWindow.values.reader(),
  ];
  let [window, windowBytes, flightBytes] = [0, Number.NaN, 0];
  let [sendUs, flightUs, windowUs] = [sends.next(), flight.timeUs, timeOf(windowTimes, window)];
  /** Less room than that holds the next packet back; of the last packet the bytes. */
  let [leastRoom, lastBytes] = [0, 0];
  let isBound = false;
  /** When the flight fell last, µs. */
  let ackedUs = Number.NEGATIVE_INFINITY;
  let atUs = startUs;
  /** What holds around a time, and until when that stays the same. */
  let [firstHeld, other, untilUs]: [Held | null, HeldInterval | null, number] = [null, null, atUs];
  /** What holds where nothing binds. */
  let goesOn: Held = unbound;
  /** A cell begins; since the last send, how long nothing binds, and whether that is so now. */
  let [isNew, gapUs, isGap] = [true, 0, false];
  let trip = trips.begin(false);

  for (;;) {
    let timeUs = sendUs < flightUs ? sendUs : flightUs;
    if (windowUs < timeUs) timeUs = windowUs;
    const toUs = timeUs <= endUs ? timeUs : endUs;
    while (atUs < toUs) {
      if (atUs >= untilUs) {
        if (trips.endUs <= atUs) trip = trips.begin(isBound);
        const saidHeld = stated.at(atUs)?.held;
        firstHeld = first.at(atUs)?.held ?? saidHeld ?? null;
        other = later(credit.at(atUs), noData.at(atUs));
        goesOn = unless.at(atUs)?.held ?? unbound;
        untilUs = lastDataUs > atUs && lastDataUs < trips.endUs ? lastDataUs : trips.endUs;
        for (const cursor of cursors) untilUs = Math.min(untilUs, cursor.changeAfter(atUs));
        isNew = true;
      }
      if (isNew) {
        const free = other?.held ?? (atUs >= lastDataUs ? HELD.inTransit : goesOn);
        const held = firstHeld ?? (isBound ? HELD.window : free);
        cells.add(atUs, held, trip, firstHeld === null && isBound ? other : null);
        isGap = held === HELD.gap;
        isNew = false;
      }
      const partEndUs = toUs < untilUs ? toUs : untilUs;
      if (isGap) gapUs += partEndUs - atUs;
      atUs = partEndUs;
    }
    if (!(timeUs <= endUs)) break;
    const { now } = trips;
    // Of one time ACKs stand before the packets that they release.
    if (sendUs === timeUs && !(flightUs === timeUs && flight.falls)) {
      const smoothedUs = trips.smoothedUs(atUs);
      if (cells.send(atUs, isBound, gapUs > 0 && gapUs > smoothedUs)) isNew = true;
      gapUs = 0;
      lastBytes = sends.bytes;
      now.sentBytes += lastBytes;
      now.packets++;
      if (atUs - ackedUs <= Math.min(T.clockedShare * smoothedUs, T.clockedUs)) now.clocked++;
      sendUs = sends.next();
    } else if (flightUs === timeUs) {
      flightUs = flight.next();
      if (flight.bytes < flightBytes) ackedUs = timeUs;
      flightBytes = flight.bytes;
    } else {
      windowBytes = windows.at(window++);
      windowUs = timeOf(windowTimes, window);
      leastRoom = Math.max(Math.min(usualBurst, T.burstShare * windowBytes), datagramBytes);
    }
    const room = windowBytes - flightBytes;
    // Where the last packet was short although there was room for more, nothing waits.
    const isFull =
      room < leastRoom && !(lastBytes < SHORT_SHARE * datagramBytes && room >= datagramBytes - lastBytes);
    if (isFull !== isBound) {
      if (isBound) cells.lift(atUs);
      isBound = isFull;
      isNew = true;
    }
    if (isBound) now.isFull = true;
    if (flightBytes < now.flightBytes) continue;
    now.flightBytes = flightBytes;
    now.windowBytes = windowBytes;
    now.topUs = atUs;
  }
  cells.lift(atUs);
  trips.end();
  return { cells, trips };
}

/** Ack-eliciting packets of the application space, in order; the handshake's stand in its own time. */
class Sends {
  bytes = 0;
  readonly #fates: Uint8Array;
  readonly #times: BlockReader;
  readonly #sizes: BlockReader;
  #row = -1;

  constructor({ ledger: { application } }: TransportState) {
    this.#fates = application.fateColumns.fates;
    this.#times = application.sentTimesUs.reader();
    this.#sizes = application.sizesBytes.reader();
  }

  /** Goes on. @returns the time of the next one, µs; infinity for none. */
  next(): number {
    const fates = this.#fates;
    let row = this.#row + 1;
    while (row < fates.length && (fates[row] & PacketMark.ackEliciting) === 0) row++;
    this.#row = row;
    this.bytes = this.#sizes.at(row);
    return row < fates.length ? this.#times.at(row) : Number.POSITIVE_INFINITY;
  }
}

/** Of two that bind the one that lifts last; of two that lift together the first. */
function later(first: HeldInterval | null, second: HeldInterval | null): HeldInterval | null {
  if (first === null || second === null) return first ?? second;
  return second.endUs > first.endUs + EQUAL_US ? second : first;
}

/**
 * One pass over the sends of a sender, its flight and its window: what holds it at each instant of the span, as cells, and what it did
 * in each round trip. Definitions: docs/account.md.
 */

import type { BlockReader } from '../../base/columns/block-reader';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import { PacketMark } from '../../sender/transport/packet-fate';
import { PACING_GAIN, SHORT_SHARE } from '../../sender/transport/sender-pauses';
import type { SpaceLedger } from '../../sender/transport/space-ledger';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from '../measures/intervals';
import { burstBytes } from './burst';
import { Cells } from './cells';
import { FlightCursor } from './flight-cursor';
import { HELD, type Held, type HeldInterval } from './holders';
import { RoundTrips } from './round-trips';

const T = {
  /** Of two constraints that lift so close together the first of their order holds, µs. */
  equalUs: 1000,
  /** A burst is at most this share of the window. */
  burstShare: 0.05,
  /** With a clock of such steps a wait shorter than this belongs to the one before, µs. */
  coarseUs: 1000,
  leastWaitUs: 2000,
  /** A packet that is sent so soon after an ACK, in round trips, is released by it. */
  clockedShare: 1 / 16,
} as const;

/** What does not depend on the sends; each in order of time, none of a list overlaps another. */
export interface Around {
  /** What holds whatever else binds: a, b, c and d. */
  readonly first: readonly HeldInterval[];
  readonly credit: readonly HeldInterval[];
  readonly noData: readonly HeldInterval[];
  /** The clock's step, µs; 0 if it is fine. */
  readonly clockStepUs: number;
}

/** A part of the wait between two sends. */
interface Part {
  readonly startUs: number;
  readonly trip: number;
  held: Held;
  /** What binds with the window, and when it lifts, µs; NaN for none. */
  readonly other: Held | null;
  readonly otherEndUs: number;
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

/** @param lastDataUs when data is sent last, µs: after it nothing that does not bind is a gap. */
export function sweep(
  state: TransportState,
  span: Interval & { readonly lastDataUs: number },
  around: Around,
): Swept {
  const pass = new Pass(state, span, around);
  pass.run();
  return pass;
}

class Pass implements Swept {
  readonly cells = new Cells();
  readonly trips: RoundTrips;
  readonly #state: TransportState;
  readonly #span: Interval & { readonly lastDataUs: number };
  readonly #around: Around;
  readonly #first: Cursor;
  readonly #credit: Cursor;
  readonly #noData: Cursor;
  readonly #burst: number;
  readonly #pacing: SeriesCursor;
  readonly #logsWindow: boolean;
  /** Parts since the send that the window last did not forbid. */
  readonly #parts: Part[] = [];
  /** The first of them since the last send, and the length of those in which nothing binds, µs. */
  #waitFrom = 0;
  #gapUs = 0;
  /** When that send was, and what held at the end of the last wait that counts for itself. */
  #waitUs: number;
  #heldBefore: Held | null = null;
  #atUs: number;
  /** What `#turn` says, and until when it holds, µs. */
  #untilUs = Number.NEGATIVE_INFINITY;
  #firstHeld: Held | null = null;
  #other: HeldInterval | null = null;
  #flight = 0;
  #window = Number.NaN;
  #lastBytes = 0;
  /** When the flight fell last, µs. */
  #ackedUs = Number.NEGATIVE_INFINITY;
  #isBound = false;

  constructor(state: TransportState, span: Interval & { readonly lastDataUs: number }, around: Around) {
    this.#state = state;
    this.#span = span;
    this.trips = new RoundTrips(state, span.startUs, span.endUs);
    this.#around = around;
    this.#first = new Cursor(around.first);
    this.#credit = new Cursor(around.credit);
    this.#noData = new Cursor(around.noData);
    this.#burst = burstBytes(state);
    this.#pacing = new SeriesCursor(state.series.pacingRate);
    this.#logsWindow = state.series.congestionWindow.length > 0;
    this.#atUs = span.startUs;
    this.#waitUs = span.startUs;
  }

  run(): void {
    const sends = new Sends(this.#state);
    const flight = new FlightCursor(this.#state);
    const { timesUs, values } = this.#state.series.congestionWindow;
    const [windowTimes, windows] = [timesUs.reader(), values.reader()];
    this.trips.begin(false);
    let window = 0;
    for (;;) {
      const windowUs = window < windowTimes.length ? windowTimes.at(window) : Number.POSITIVE_INFINITY;
      const timeUs = Math.min(sends.timeUs, flight.timeUs, windowUs);
      if (!(timeUs <= this.#span.endUs)) break;
      this.#advance(timeUs);
      // Of one time ACKs stand before the packets that they release.
      if (sends.timeUs === timeUs && !(flight.timeUs === timeUs && flight.falls)) {
        this.#sent(sends.bytes);
        sends.next();
      } else if (flight.timeUs === timeUs) {
        const before = flight.bytes;
        flight.next();
        if (flight.bytes < before) this.#ackedUs = timeUs;
      } else this.#window = windows.at(window++);
      this.#flight = flight.bytes;
      this.#settle();
    }
    this.#advance(this.#span.endUs);
    this.#lift();
    this.trips.end();
  }

  /** The parts between the last time and this one. */
  #advance(toUs: number): void {
    while (this.#atUs < toUs) {
      const fromUs = this.#atUs;
      if (fromUs >= this.#untilUs) this.#turn(fromUs);
      const endUs = Math.min(toUs, this.#untilUs);
      this.#part(fromUs, endUs);
      this.#atUs = endUs;
    }
  }

  /** What holds around a time, and until when that stays the same. */
  #turn(fromUs: number): void {
    while (this.trips.endUs <= fromUs) this.trips.begin(this.#isBound);
    this.#firstHeld = this.#first.at(fromUs)?.held ?? null;
    this.#other = later(this.#credit.at(fromUs), this.#noData.at(fromUs));
    const lastUs = this.#span.lastDataUs > fromUs ? this.#span.lastDataUs : Number.POSITIVE_INFINITY;
    this.#untilUs = Math.min(
      lastUs,
      this.trips.endUs,
      this.#first.changeAfter(fromUs),
      this.#credit.changeAfter(fromUs),
      this.#noData.changeAfter(fromUs),
    );
  }

  #part(startUs: number, endUs: number): void {
    const other = this.#other;
    if (this.#firstHeld !== null) this.#add(startUs, this.#firstHeld);
    else if (this.#isBound) this.#add(startUs, HELD.window, other?.held ?? null, other?.endUs);
    else {
      const held = other?.held ?? this.#unbound(startUs);
      if (held === HELD.gap) this.#gapUs += endUs - startUs;
      this.#add(startUs, held);
    }
  }

  /** A part that goes on is not begun again. */
  #add(startUs: number, held: Held, other: Held | null = null, otherEndUs = Number.NaN): void {
    const trip = this.trips.length - 1;
    const last = this.#parts.at(-1);
    if (
      this.#parts.length > this.#waitFrom &&
      last?.held === held &&
      last.trip === trip &&
      last.other === other
    )
      if (other === null || last.otherEndUs === otherEndUs) return;
    this.#parts.push({ startUs, trip, held, other, otherEndUs });
  }

  /** Nothing binds at a time. */
  #unbound(timeUs: number): Held {
    if (timeUs >= this.#span.lastDataUs) return HELD.inTransit;
    return this.#logsWindow ? HELD.gap : HELD.sender;
  }

  /** An ack-eliciting packet is sent: the wait before it ends. */
  #sent(bytes: number): void {
    if (this.#gapUs > 0 && this.#gapUs > this.trips.smoothedUs(this.#atUs)) {
      for (let i = this.#waitFrom; i < this.#parts.length; i++)
        if (this.#parts[i].held === HELD.gap) this.#parts[i].held = HELD.longGap;
    }
    if (this.#around.clockStepUs >= T.coarseUs) this.#joinShort();
    this.#gapUs = 0;
    this.#waitFrom = this.#parts.length;
    this.#lastBytes = bytes;
    const { now } = this.trips;
    now.sentBytes += bytes;
    now.packets++;
    if (this.#atUs - this.#ackedUs < T.clockedShare * this.trips.smoothedUs(this.#atUs)) now.clocked++;
    // A probe may be sent although the window is full, which goes on.
    if (!this.#isBound) this.#flush();
  }

  /** A wait that ends now, and is too short for the clock, goes on as the one before it. */
  #joinShort(): void {
    const isShort = this.#atUs - this.#waitUs < T.leastWaitUs;
    this.#waitUs = this.#atUs;
    if (!isShort) this.#heldBefore = this.#parts.at(-1)?.held ?? null;
    else if (this.#heldBefore !== null)
      for (let i = this.#waitFrom; i < this.#parts.length; i++) this.#parts[i].held = this.#heldBefore;
  }

  /** After an event: whether the window forbids the next packet. */
  #settle(): void {
    const isBound = this.#isFull();
    if (this.#isBound && !isBound) this.#lift();
    this.#isBound = isBound;
    const { now } = this.trips;
    if (isBound) now.isFull = true;
    if (this.#flight < now.flightBytes) return;
    now.flightBytes = this.#flight;
    now.windowBytes = this.#window;
    now.pacedBytes = this.#pacedBytes();
  }

  #isFull(): boolean {
    const { datagramBytes } = this.#state;
    const room = this.#window - this.#flight;
    const burst = Math.min(this.#burst, Math.max(datagramBytes, T.burstShare * this.#window));
    if (!(room < Math.max(burst, datagramBytes))) return false;
    // The last packet was short although there was room for more: nothing waits.
    return !(this.#lastBytes < SHORT_SHARE * datagramBytes && room >= datagramBytes - this.#lastBytes);
  }

  /** The pacer's share of a round trip, at the logged rate, else at that of RFC 9002 §7.7. */
  #pacedBytes(): number {
    const logged = (this.#pacing.at(this.#atUs) * this.trips.smoothedUs(this.#atUs)) / 1e6;
    return logged > 0 ? logged : PACING_GAIN * this.#window;
  }

  /** The window lifts: of what bound with it, what lifts later holds. */
  #lift(): void {
    for (const part of this.#parts) {
      if (part.other === null || part.held !== HELD.window) continue;
      const isCredit = part.other >= HELD.windowTooSmall && part.other <= HELD.neverRenewed;
      if (part.otherEndUs > this.#atUs + (isCredit ? -T.equalUs : T.equalUs)) part.held = part.other;
    }
    this.#flush();
  }

  #flush(): void {
    for (const { startUs, held, trip } of this.#parts) this.cells.add(startUs, held, trip);
    this.#parts.length = 0;
    this.#waitFrom = 0;
  }
}

/** Ack-eliciting packets of the application space, in order; the handshake's stand in its own time. */
class Sends {
  /** Of the next one; infinity for none. */
  timeUs = Number.POSITIVE_INFINITY;
  bytes = 0;
  readonly #space: SpaceLedger;
  readonly #times: BlockReader;
  readonly #sizes: BlockReader;
  #row = -1;

  constructor({ ledger: { application } }: TransportState) {
    this.#space = application;
    this.#times = application.sentTimesUs.reader();
    this.#sizes = application.sizesBytes.reader();
    this.next();
  }

  next(): void {
    const { length } = this.#times;
    do this.#row++;
    while (this.#row < length && !this.#space.isMarked(this.#row, PacketMark.ackEliciting));
    this.timeUs = this.#row < length ? this.#times.at(this.#row) : Number.POSITIVE_INFINITY;
    this.bytes = this.#row < length ? this.#sizes.at(this.#row) : 0;
  }
}

/** Of two that bind the one that lifts last; of two that lift together the first. */
function later(first: HeldInterval | null, second: HeldInterval | null): HeldInterval | null {
  if (first === null || second === null) return first ?? second;
  return second.endUs > first.endUs + T.equalUs ? second : first;
}

/**
 * Bytes in flight in order of time: as logged last, and what packets, ACKs and losses changed since; without a logged flight those
 * alone. What was logged last differs from the flight of the packets by the drift, which is compared in the order of the log: times may
 * be equal.
 */
import type { BlockReader } from '../../base/columns/block-reader';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import type { TransportState } from '../../sender/transport/transport';

/** The time of a row, µs; infinity after the last one. */
export const timeOf = (times: BlockReader, row: number): number =>
  row < times.length ? times.at(row) : Number.POSITIVE_INFINITY;

export class FlightCursor {
  bytes = 0;
  /** Of the next change; infinity for none. */
  timeUs = Number.POSITIVE_INFINITY;
  readonly #times: BlockReader;
  readonly #values: BlockReader;
  /** Null where the flight is the logged one. */
  readonly #drift: SeriesCursor | null;
  #next = 0;
  #value = 0;
  #nextValue = Number.NaN;

  constructor(state: TransportState) {
    const { flightFromPackets, series, ledger, rebuilt } = state;
    // A flight that is logged for every packet needs nothing beside it.
    const isWhole = series.bytesInFlight.length >= ledger.application.sentPackets;
    const flight = isWhole ? series.bytesInFlight : flightFromPackets;
    this.#times = flight.timesUs.reader();
    this.#values = flight.values.reader();
    this.#drift = isWhole ? null : new SeriesCursor(rebuilt.flightDrift);
    this.#look();
  }

  /** The next change lowers the flight. */
  get falls(): boolean {
    return this.#nextValue < this.#value;
  }

  /** Goes on. @returns the time of the change after it. */
  next(): number {
    const driftBytes = this.#drift?.at(this.timeUs) ?? 0;
    this.#value = this.#nextValue;
    this.bytes = Math.max(0, this.#value - (driftBytes || 0));
    this.#next++;
    return this.#look();
  }

  #look(): number {
    this.timeUs = timeOf(this.#times, this.#next);
    this.#nextValue = this.#values.at(this.#next);
    return this.timeUs;
  }
}

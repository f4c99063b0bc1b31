/**
 * Bytes in flight in order of time: as logged last, and what packets, ACKs and losses changed since; without a logged flight those
 * alone. A stack logs its flight now and then, and a value that repeats is no new point of the series.
 */
import type { BlockReader } from '../../base/columns/block-reader';
import type { TransportState } from '../../sender/transport/transport';

export class FlightCursor {
  bytes = 0;
  /** Of the next change; infinity for none. */
  timeUs = Number.POSITIVE_INFINITY;
  /** The logged flight, and that from packets as it was logged. */
  #loggedBytes = 0;
  #packetsThen = 0;
  #packetsBytes = 0;
  readonly #packetTimes: BlockReader;
  readonly #packets: BlockReader;
  readonly #loggedTimes: BlockReader | null;
  readonly #logged: BlockReader | null;
  #nextPacket = 0;
  #nextLogged = 0;

  constructor({ flightFromPackets, series: { bytesInFlight }, ledger: { application } }: TransportState) {
    // A flight that is logged for every packet needs nothing beside it.
    const isWhole = bytesInFlight.length >= application.sentPackets;
    const flight = isWhole ? bytesInFlight : flightFromPackets;
    this.#packetTimes = flight.timesUs.reader();
    this.#packets = flight.values.reader();
    const isLogged = !isWhole && bytesInFlight.length > 0;
    this.#loggedTimes = isLogged ? bytesInFlight.timesUs.reader() : null;
    this.#logged = isLogged ? bytesInFlight.values.reader() : null;
    this.#look();
  }

  /** The next change lowers the flight. */
  get falls(): boolean {
    return this.#isPacketNext && this.#packets.at(this.#nextPacket) < this.#packetsBytes;
  }

  next(): void {
    if (this.#isPacketNext) this.#packetsBytes = this.#packets.at(this.#nextPacket++);
    else {
      this.#loggedBytes = this.#logged?.at(this.#nextLogged++) ?? 0;
      this.#packetsThen = this.#packetsBytes;
    }
    this.bytes = Math.max(0, this.#loggedBytes + this.#packetsBytes - this.#packetsThen);
    this.#look();
  }

  /** Of one time packets stand before what is logged after them. */
  get #isPacketNext(): boolean {
    return (
      this.#nextPacket < this.#packets.length && this.#packetTimes.at(this.#nextPacket) <= this.#loggedUs
    );
  }

  get #loggedUs(): number {
    const times = this.#loggedTimes;
    return times !== null && this.#nextLogged < times.length
      ? times.at(this.#nextLogged)
      : Number.POSITIVE_INFINITY;
  }

  #look(): void {
    const packetUs =
      this.#nextPacket < this.#packets.length
        ? this.#packetTimes.at(this.#nextPacket)
        : Number.POSITIVE_INFINITY;
    this.timeUs = Math.min(packetUs, this.#loggedUs);
  }
}

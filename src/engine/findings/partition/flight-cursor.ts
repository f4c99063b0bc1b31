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
  /** A time, and what packets say at its end. */
  #lastOfUs = Number.NaN;
  #lastBytes = 0;
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

  /** Of one time what is logged stands where it is nearest to what packets say; of equal places at the end. */
  get #isPacketNext(): boolean {
    if (this.#nextPacket >= this.#packets.length) return false;
    const packetUs = this.#packetTimes.at(this.#nextPacket);
    if (packetUs !== this.#loggedUs) return packetUs < this.#loggedUs;
    const logged = this.#logged?.at(this.#nextLogged) ?? Number.NaN;
    const fromPackets = logged - this.#loggedBytes + this.#packetsThen;
    const apart = Math.abs(fromPackets - this.#packetsBytes);
    const isNear = apart < Math.abs(fromPackets - this.#packetsAfter(packetUs));
    return !(isNear && apart <= Math.abs(fromPackets - this.#packets.at(this.#nextPacket)));
  }

  /** What packets say after all of a time, bytes; looked for once per time. */
  #packetsAfter(timeUs: number): number {
    if (this.#lastOfUs !== timeUs) {
      let last = this.#nextPacket;
      while (last + 1 < this.#packets.length && this.#packetTimes.at(last + 1) === timeUs) last++;
      this.#lastOfUs = timeUs;
      this.#lastBytes = this.#packets.at(last);
    }
    return this.#lastBytes;
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

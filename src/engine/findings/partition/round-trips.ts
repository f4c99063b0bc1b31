/** The span cut into round trips of one smoothed RTT, and what the sender did in each: parallel columns. */

import { float64Column, uint8Column, uint32Column } from '../../base/columns/growable';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import type { TransportState } from '../../sender/transport/transport';

/** A trace has at most so many: those of a very short path are longer than one RTT. */
const MOST = 1 << 16;
/** Before the first sample, µs (RFC 9002 §6.2.2). */
const INITIAL_RTT_US = 333_000;

/** What the sender did in the round trip that lasts. */
class Lasting {
  isFull = false;
  flightBytes = 0;
  windowBytes = Number.NaN;
  sentBytes = 0;
  packets = 0;
  clocked = 0;
  topUs = Number.NaN;
}

export class RoundTrips {
  /** Written to the columns as the round trip ends. */
  now = new Lasting();
  readonly startUs = float64Column();
  /** The window was full once. */
  readonly isFull = uint8Column();
  /** Highest flight, and the window then, bytes; 0 and NaN for none. */
  readonly flightBytes = float64Column();
  readonly windowBytes = float64Column();
  readonly sentBytes = float64Column();
  /** Packets sent, and those of them right after an ACK. */
  readonly packets = uint32Column();
  readonly clocked = uint32Column();
  /** When the flight is highest last, µs; NaN for never. */
  readonly topUs = float64Column();
  readonly #leastUs: number;
  #endUs: number;

  /** See `smoothedRtts`. */
  readonly smoothedUs: (timeUs: number) => number;

  constructor(state: TransportState, startUs: number, endUs: number) {
    this.smoothedUs = smoothedRtts(state);
    this.#leastUs = (endUs - startUs) / MOST;
    this.#endUs = startUs;
  }

  get length(): number {
    return this.startUs.length;
  }

  /** End of the last one begun, µs. */
  get endUs(): number {
    return this.#endUs;
  }

  /** The one that lasts ends, if there is one, and the next begins. @param isFull the window is full as it does. @returns its index. */
  begin(isFull: boolean): number {
    if (this.length > 0) this.end();
    this.startUs.push(this.#endUs);
    this.#endUs += Math.max(this.smoothedUs(this.#endUs), this.#leastUs, 1);
    this.now = new Lasting();
    this.now.isFull = isFull;
    return this.length - 1;
  }

  /** The one that lasts ends; to be called for the last one. */
  end(): void {
    const { isFull, flightBytes, windowBytes, sentBytes, packets, clocked, topUs } = this.now;
    this.isFull.push(isFull ? 1 : 0);
    this.flightBytes.push(flightBytes);
    this.windowBytes.push(windowBytes);
    this.sentBytes.push(sentBytes);
    this.packets.push(packets);
    this.clocked.push(clocked);
    this.topUs.push(topUs);
  }
}

/** The smoothed RTT at a time not before that of the last call, µs. */
export function smoothedRtts({ rebuilt, series }: TransportState): (timeUs: number) => number {
  const rtt = rebuilt.smoothedRtt.length > 0 ? rebuilt.smoothedRtt : series.smoothedRtt;
  const rtts = new SeriesCursor(rtt);
  const firstUs = rtt.length > 0 ? rtt.values.at(0) : INITIAL_RTT_US;
  return (timeUs) => {
    const smoothedUs = rtts.at(timeUs);
    return smoothedUs > 0 ? smoothedUs : firstUs;
  };
}

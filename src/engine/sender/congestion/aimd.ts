/**
 * Additive increase, multiplicative decrease, by functions of the window: Standard TCP with SACK (RFC 5681; AIMD(1, 0.5) as in the paper of
 * 2008) and HighSpeed TCP (RFC 3649). A window is counted in acknowledged bytes, so that ACKs of two packets count as two (RFC 3465).
 */
import type { Region } from './controller';
import { LossWindow } from './loss-window';
import { HSTCP_LOW_WINDOW, hstcpDecrease, hstcpIncrease } from './response-functions';

/** Of a window in segments. */
interface Response {
  /** Growth per window of acknowledged data, segments. */
  readonly increase: (window: number) => number;
  /** What a reduction takes, 0 to 1. */
  readonly decrease: (window: number) => number;
  /** Above this window, in segments, it is more than Standard TCP. */
  readonly above: number;
  /** What is reduced: the flight (RFC 5681 §3.1, eq. 4), or the window. */
  readonly base: 'flight' | 'window';
}

const STANDARD_TCP: Response = {
  increase: () => 1,
  decrease: () => 0.5,
  above: Number.POSITIVE_INFINITY,
  base: 'flight',
};

/** Growth where the window counts ACKs, and each is of two packets (RFC 5681 §3.1 with delayed ACKs). */
const COUNTING_ACKS: Response = { ...STANDARD_TCP, increase: () => 0.5 };

const HSTCP: Response = {
  increase: hstcpIncrease,
  decrease: hstcpDecrease,
  above: HSTCP_LOW_WINDOW,
  base: 'window',
};

class Aimd extends LossWindow {
  readonly #response: Response;

  constructor(response: Response, segmentBytes: number, cwndBytes: number, minimumSegments?: number) {
    super(segmentBytes, cwndBytes, minimumSegments);
    this.#response = response;
  }

  protected get avoidanceRegion(): Region {
    return this.segments > this.#response.above ? 'convex' : 'linear';
  }

  protected avoid(_nowUs: number, sizeBytes: number): void {
    this.cwndBytes +=
      (this.#response.increase(this.segments) * this.segmentBytes * sizeBytes) / this.cwndBytes;
  }

  protected reducing(): void {
    // Nothing is kept of a reduction.
  }

  protected remaining(cwndBytes: number, inFlightBytes: number): number {
    const baseBytes = this.#response.base === 'flight' ? this.flight(cwndBytes, inFlightBytes) : cwndBytes;
    return baseBytes * (1 - this.#response.decrease(cwndBytes / this.segmentBytes));
  }
}

/** Standard TCP with SACK. Two segments stand for its loss window of one (RFC 5681 §3.1). */
export class StandardTcp extends Aimd {
  /** @param countsAcks in avoidance it grows by ACKs of two packets, and not by what they acknowledge. */
  constructor(segmentBytes: number, cwndBytes: number, minimumSegments?: number, countsAcks = false) {
    super(countsAcks ? COUNTING_ACKS : STANDARD_TCP, segmentBytes, cwndBytes, minimumSegments);
  }
}

/** HighSpeed TCP: Standard TCP up to 38 segments. */
export class HighSpeedTcp extends Aimd {
  constructor(segmentBytes: number, cwndBytes: number, minimumSegments?: number) {
    super(HSTCP, segmentBytes, cwndBytes, minimumSegments);
  }
}

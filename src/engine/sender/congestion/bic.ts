/**
 * BIC as Linux has it (`tcp_bic.c`): after a reduction the window searches the middle between itself and W_max, at most `maxIncrement` segments
 * per round trip; above W_max it probes away from it. Its paper of 2004 (L. Xu, K. Harfoush, I. Rhee: Binary Increase Congestion Control)
 * has S_max = 32 in place of 16.
 */
import type { Region } from './controller';
import { LossWindow } from './loss-window';

/** `beta` of tcp_bic.c: 819/1024 of the window remain. */
const REMAINING = 819 / 1024;
/** Up to so many segments it is Standard TCP. */
const BIC_LOW_WINDOW = 14;
/** `BICTCP_B`: the search goes a quarter of the distance per round trip. */
const SEARCH = 4;
/** Before a first loss in avoidance: 5 % per round trip. */
const UNSET_SHARE = 1 / 20;

export interface BicOptions {
  readonly minimumSegments?: number;
  /** Segments per round trip at most. */
  readonly maxIncrement?: number;
  /** `smooth_part`: the last segments to W_max are taken by four per so many round trips. */
  readonly smoothPart?: number;
}

const BIC_MAX_INCREMENT = 16;
const BIC_SMOOTH_PART = 20;

/** Growth per round trip at a window, segments: `bictcp_update`, whose other divisions are left out. @param wMax 0 for none. */
export function bicIncrease(
  window: number,
  wMax: number,
  { maxIncrement = BIC_MAX_INCREMENT, smoothPart = BIC_SMOOTH_PART }: BicOptions = {},
): number {
  if (window <= BIC_LOW_WINDOW) return 1;
  const smooth = SEARCH / smoothPart;
  let increase: number;
  if (window < wMax) {
    // Whole segments: the smoothed part begins 7 below W_max.
    const step = Math.floor((wMax - window) / SEARCH);
    increase = step > maxIncrement ? maxIncrement : step <= 1 ? smooth : step;
  } else if (window < wMax + SEARCH) increase = smooth;
  else if (window < wMax + maxIncrement * (SEARCH - 1)) increase = (window - wMax) / (SEARCH - 1);
  else increase = maxIncrement;
  return wMax === 0 ? Math.max(increase, window * UNSET_SHARE) : increase;
}

export class Bic extends LossWindow {
  readonly #options: BicOptions;

  constructor(segmentBytes: number, cwndBytes: number, options: BicOptions = {}) {
    super(segmentBytes, cwndBytes, options.minimumSegments);
    this.#options = options;
  }

  protected get avoidanceRegion(): Region {
    if (this.segments <= BIC_LOW_WINDOW) return 'Reno-friendly';
    return this.cwndBytes < this.wMaxBytes ? 'concave' : 'convex';
  }

  protected avoid(_nowUs: number, sizeBytes: number): void {
    const { segments, segmentBytes } = this;
    const wMax = Number.isNaN(this.wMaxBytes) ? 0 : this.wMaxBytes / segmentBytes;
    // `cnt` is at least 1: a segment per segment that is acknowledged.
    const increase = Math.min(bicIncrease(segments, wMax, this.#options), segments);
    this.cwndBytes += (increase * segmentBytes * sizeBytes) / this.cwndBytes;
  }

  protected reducing(isTimeout: boolean): void {
    const converges = this.cwndBytes < this.wMaxBytes;
    this.wMaxBytes = isTimeout ? Number.NaN : this.cwndBytes * (converges ? (1 + REMAINING) / 2 : 1);
  }

  protected remaining(cwndBytes: number): number {
    return cwndBytes * (cwndBytes <= BIC_LOW_WINDOW * this.segmentBytes ? 0.5 : REMAINING);
  }
}

/**
 * The truth about a simulated sender: over which times its recovery boundary let no ACK grow the window, without a loss
 * and with data waiting. The findings are held against it, so it looks at the controller's own state and at nothing that a trace shows.
 */

/** Times in µs. */
export interface Trap {
  readonly fromUs: number;
  readonly toUs: number;
  /** Round trips in it, by the smoothed RTT at its end. */
  readonly rtts: number;
  readonly cwndBytes: number;
}

/** Shorter ones are every recovery's. */
const LEAST_RTTS = 2;
/** What counts as trapped: for so long and so many round trips, or for a shorter time of more. */
const LONG_US = 500_000;
const LONG_RTTS = 10;
const SHORT_US = 100_000;
const SHORT_RTTS = 100;

/** True for an alarm: ≥ 0.5 s and ≥ 10 RTT, or ≥ 0.1 s and ≥ 100 RTT. */
export function isTrapped({ fromUs, toUs, rtts }: Trap): boolean {
  const lengthUs = toUs - fromUs;
  return (lengthUs >= LONG_US && rtts >= LONG_RTTS) || (lengthUs >= SHORT_US && rtts >= SHORT_RTTS);
}

export class TrapWatch {
  readonly traps: Trap[] = [];
  #fromUs = Number.NaN;
  #toUs = Number.NaN;

  /** An ACK of new data; `ignored` where the boundary let none of it grow the window. */
  acked(nowUs: number, ignored: boolean, cwndBytes: number, smoothedRttUs: number): void {
    if (!ignored) this.end(cwndBytes, smoothedRttUs);
    else {
      if (Number.isNaN(this.#fromUs)) this.#fromUs = nowUs;
      this.#toUs = nowUs;
    }
  }

  /** A loss, or a mark: what follows is a recovery of its own. Also called at the end of the run. */
  end(cwndBytes: number, smoothedRttUs: number): void {
    const [fromUs, toUs] = [this.#fromUs, this.#toUs];
    this.#fromUs = Number.NaN;
    const rtts = (toUs - fromUs) / smoothedRttUs;
    if (rtts >= LEAST_RTTS) this.traps.push({ fromUs, toUs, rtts, cwndBytes });
  }
}

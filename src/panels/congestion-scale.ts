/**
 * The value axis of the Congestion panel. It follows what is visible of the window; bytes in flight may
 * stretch it to twice the window and no further, because an overshoot (302 × cwnd was recorded) would
 * flatten everything else. What does not fit is clipped and said.
 */

import { visibleMax } from '../chart/paint-series';
import type { Viewport } from '../chart/viewport';
import type { Answer } from '../protocol';

const HEADROOM = 1.12;
const IN_FLIGHT_LIMIT = 2;
const SSTHRESH_LIMIT = 1.5;

export interface CongestionScale {
  readonly maxBytes: number;
  /** Largest visible bytes in flight where it is clipped, else null. */
  readonly clippedBytes: number | null;
  readonly cwndMaxBytes: number;
  /** Largest visible ssthresh where it lies above the axis, else null. */
  readonly ssthreshBytes: number | null;
}

export function congestionScale(answer: Answer, viewport: Viewport): CongestionScale {
  const maxOf = (id: string): number => {
    const slice = answer.series.find((candidate) => candidate.id === id);
    return slice === undefined ? Number.NaN : visibleMax(slice, answer.window, viewport);
  };
  const cwnd = maxOf('cwnd');
  const logged = maxOf('bytes-in-flight');
  const inFlight = Number.isNaN(logged) ? maxOf('bytes-in-flight-rebuilt') : logged;
  if (!(cwnd > 0)) {
    return {
      maxBytes: Math.max(inFlight || 1, 1) * HEADROOM,
      clippedBytes: null,
      cwndMaxBytes: cwnd,
      ssthreshBytes: null,
    };
  }
  const ssthresh = maxOf('ssthresh');
  const fitted = Math.max(
    cwnd,
    inFlight <= cwnd * IN_FLIGHT_LIMIT ? inFlight : cwnd,
    ssthresh <= cwnd * SSTHRESH_LIMIT ? ssthresh : cwnd,
  );
  const maxBytes = fitted * HEADROOM;
  return {
    maxBytes,
    clippedBytes: inFlight > maxBytes ? inFlight : null,
    cwndMaxBytes: cwnd,
    ssthreshBytes: ssthresh > maxBytes ? ssthresh : null,
  };
}

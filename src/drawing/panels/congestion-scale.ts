/**
 * The value axis of the Congestion panel. It follows the visible part of the window; bytes in flight may extend it to
 * at most twice the window, because an overshoot (302 × cwnd was recorded) would flatten everything else. A model's
 * window may extend it to four times the logged one, which leaves the log a quarter of the height. What does not fit is
 * clipped, with a note.
 */

import type { SeriesSlice } from '../../engine/columns/series';
import type { WindowAnswer } from '../../engine/contract/snapshot';
import { visibleMax } from '../painters/paint-series';
import type { Viewport } from '../surface/viewport';

const HEADROOM = 1.12;
const IN_FLIGHT_LIMIT = 2;
const SSTHRESH_LIMIT = 1.5;
const BDP_LIMIT = 2;
const MODEL_LIMIT = 4;

export interface CongestionScale {
  readonly maxBytes: number;
  /** Largest visible bytes in flight if clipped, else null. */
  readonly clippedBytes: number | null;
  readonly cwndMaxBytes: number;
  /** Largest visible ssthresh if above the axis, else null. */
  readonly ssthreshBytes: number | null;
  /** Largest visible BDP if above the axis, else null. */
  readonly bdpBytes: number | null;
  /** Largest visible window of the model if above the axis, else null. */
  readonly modelBytes: number | null;
}

/** @param model the window of the model that is drawn, null for none. */
export function congestionScale(
  answer: WindowAnswer,
  viewport: Viewport,
  model: SeriesSlice | null = null,
): CongestionScale {
  const maxOf = (id: string): number => {
    const slice = answer.series.find((candidate) => candidate.id === id);
    return slice === undefined ? Number.NaN : visibleMax(slice, answer.window, viewport);
  };
  const cwnd = maxOf('cwnd');
  const logged = maxOf('bytes-in-flight');
  const inFlight = Number.isNaN(logged) ? maxOf('bytes-in-flight-rebuilt') : logged;
  const shadow = (model === null ? 0 : visibleMax(model, answer.window, viewport)) || 0;
  if (!(cwnd > 0)) {
    return {
      maxBytes: Math.max(inFlight || 1, shadow, 1) * HEADROOM,
      clippedBytes: null,
      cwndMaxBytes: cwnd,
      ssthreshBytes: null,
      bdpBytes: null,
      modelBytes: null,
    };
  }
  const ssthresh = maxOf('ssthresh');
  const bdp = maxOf('bdp');
  const fitted = Math.max(
    cwnd,
    inFlight <= cwnd * IN_FLIGHT_LIMIT ? inFlight : cwnd,
    ssthresh <= cwnd * SSTHRESH_LIMIT ? ssthresh : cwnd,
    bdp <= cwnd * BDP_LIMIT ? bdp : cwnd,
    Math.min(shadow, cwnd * MODEL_LIMIT),
  );
  const maxBytes = fitted * HEADROOM;
  return {
    maxBytes,
    clippedBytes: inFlight > maxBytes ? inFlight : null,
    cwndMaxBytes: cwnd,
    ssthreshBytes: ssthresh > maxBytes ? ssthresh : null,
    bdpBytes: bdp > maxBytes ? bdp : null,
    modelBytes: shadow > maxBytes ? shadow : null,
  };
}

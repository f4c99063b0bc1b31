/**
 * The value axis of the Congestion panel. It follows the visible part of the window; bytes in flight may extend it to
 * at most twice the window, because an overshoot (302 × cwnd was recorded) would flatten everything else. A model's window
 * always fits: who asks for a model wants to see it, and its key in the legend gives the axis back to the log. Where the
 * window before or after the chosen finding would press the finding to the bottom, the axis is fitted to the finding; where
 * the finding is the overshoot itself, the axis holds it. What does not fit is clipped, with a note. On request the axis
 * follows all that is in view, or is logarithmic and holds everything.
 */
import type { SeriesSlice } from '../../../engine/base/columns/series';
import type { WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { hasLabels, LABEL_STRIP_PX } from '../../painters/paint-annotation';
import { visibleMax } from '../../painters/pixel-columns';
import type { AxisKind } from '../../surface/ticks';
import type { Viewport } from '../../surface/viewport';
import type { ValueScale } from '../../view/set-view';
import type { TimeRange } from '../../view/view';

/** In flight beyond so many windows is an overshoot, which does not set the axis. */
export const IN_FLIGHT_LIMIT = 2;
const SSTHRESH_LIMIT = 1.5;
const BDP_LIMIT = 2;
/** The axis is fitted to the finding where the largest value in view is this many times the largest in it. */
const FLATTENED = 4;
/** The largest value in the finding then lies at this share of the height. */
const FINDING_HEIGHT = 0.5;
/** Of a plot that is too low for labels. */
const HEADROOM = 1.12;

export interface CongestionScale {
  /** Bottom of the axis: 0, and a share of a packet where it is logarithmic. */
  readonly minBytes: number;
  readonly maxBytes: number;
  readonly kind: AxisKind;
  /** True where the axis is fitted to the finding, and larger values are clipped. */
  readonly isFitted: boolean;
  /** Largest visible bytes in flight if clipped, else null. */
  readonly clippedBytes: number | null;
  /** Largest visible window; NaN where none is logged. */
  readonly cwndMaxBytes: number;
  /** Largest visible ssthresh if above the axis, else null. */
  readonly ssthreshBytes: number | null;
  /** Largest visible BDP if above the axis, else null. */
  readonly bdpBytes: number | null;
  /** Largest visible window of the model, null without one: only a locked axis clips it. */
  readonly modelBytes: number | null;
}

export interface ScaleOptions {
  /** The window of the model that is drawn, null for none. */
  readonly model: SeriesSlice | null;
  /** Interval of the chosen finding, null for none. */
  readonly finding: TimeRange | null;
  /** True where the finding is about the bytes in flight: the axis then holds all of them within it. */
  readonly isOvershoot?: boolean;
  readonly scale: ValueScale;
  /** Height of the plot, CSS pixels. */
  readonly height: number;
  /** Size of a packet, bytes: half of it is the bottom of a logarithmic axis. */
  readonly packetBytes: number;
}

/** The largest values in a range, by series. */
type Largest = ReturnType<typeof largestIn>;

function largestIn(answer: WindowAnswer, viewport: Viewport, model: SeriesSlice | null) {
  const maxOf = (id: string): number => {
    const slice = answer.series.find((candidate) => candidate.id === id);
    return slice === undefined ? Number.NaN : visibleMax(slice, answer.window, viewport);
  };
  const logged = maxOf('bytes-in-flight');
  return {
    cwnd: maxOf('cwnd'),
    inFlight: Number.isNaN(logged) ? maxOf('bytes-in-flight-rebuilt') : logged,
    ssthresh: maxOf('ssthresh'),
    bdp: maxOf('bdp'),
    model: (model === null ? 0 : visibleMax(model, answer.window, viewport)) || 0,
  };
}

/** The value that the axis must reach. @param isWhole everything, not what is comparable to the window. */
function reachOf({ cwnd, inFlight, ssthresh, bdp, model }: Largest, isWhole: boolean): number {
  if (!(cwnd > 0)) return Math.max(inFlight || 1, model, 1);
  const within = (value: number, limit: number): number =>
    isWhole || value <= cwnd * limit ? value || 0 : 0;
  return Math.max(
    cwnd,
    within(inFlight, IN_FLIGHT_LIMIT),
    within(ssthresh, SSTHRESH_LIMIT),
    within(bdp, BDP_LIMIT),
    model,
  );
}

/** Parts of the view that an overshoot takes at least to set the axis: one that is a line in it would flatten all else. */
const LEAST_PARTS = 20;

function isWide(finding: TimeRange | null, { fromUs, toUs }: Viewport): boolean {
  return finding !== null && finding.toUs - finding.fromUs >= (toUs - fromUs) / LEAST_PARTS;
}

/** The largest values in the visible part of the finding; null where none is in view. */
function largestInFinding(
  answer: WindowAnswer,
  viewport: Viewport,
  finding: TimeRange | null,
): Largest | null {
  if (finding === null) return null;
  const fromUs = Math.max(finding.fromUs, viewport.fromUs);
  const toUs = Math.min(finding.toUs, viewport.toUs);
  if (toUs <= fromUs) return null;
  const { window, coarseUs = 0 } = answer;
  // Whole columns within the finding: those of its start and end also hold what was before and after it.
  if (coarseUs > 0) {
    const first = fromUs === viewport.fromUs ? fromUs : Math.ceil(fromUs / coarseUs) * coarseUs;
    const last = toUs === viewport.toUs ? toUs : Math.floor(toUs / coarseUs) * coarseUs;
    return first < last ? largestIn(answer, { ...viewport, fromUs: first, toUs: last }, null) : null;
  }
  const from = fromUs === viewport.fromUs ? fromUs : fromUs + window.columnUs;
  return largestIn(answer, { ...viewport, fromUs: Math.min(from, toUs), toUs }, null);
}

/** What the axis must reach for the finding; null where it needs no axis of its own. */
function findingReach(within: Largest | null, isOvershoot: boolean, reach: number): number | null {
  if (within === null || !(within.cwnd > 0)) return null;
  const own = Math.max(reachOf(within, false), (isOvershoot && within.inFlight) || 0);
  if (reach >= own * FLATTENED) return own / FINDING_HEIGHT;
  return isOvershoot && own > reach ? own : null;
}

export function congestionScale(
  answer: WindowAnswer,
  viewport: Viewport,
  { model, finding, isOvershoot = false, scale, height, packetBytes }: ScaleOptions,
): CongestionScale {
  const largest = largestIn(answer, viewport, model);
  const reach = reachOf(largest, scale === 'log');
  const within = scale === 'fitted' && model === null ? largestInFinding(answer, viewport, finding) : null;
  const fitted = findingReach(within, isOvershoot && isWide(finding, viewport), reach);
  const kind = scale === 'log' ? 'log' : 'linear';
  const minBytes = kind === 'log' ? Math.min(packetBytes, reach) / 2 : 0;
  // The strip along the upper edge is left to labels.
  const share = hasLabels(height) ? 1 - LABEL_STRIP_PX / height : 1 / HEADROOM;
  const top = fitted ?? reach;
  const maxBytes = kind === 'log' ? minBytes * (top / minBytes) ** (1 / share) : top / share;
  const clipped = (value: number): number | null => (value > maxBytes ? value : null);
  const hasWindow = largest.cwnd > 0;
  return {
    minBytes,
    maxBytes,
    kind,
    isFitted: fitted !== null,
    cwndMaxBytes: largest.cwnd,
    clippedBytes: hasWindow ? clipped(largest.inFlight) : null,
    ssthreshBytes: hasWindow ? clipped(largest.ssthresh) : null,
    bdpBytes: hasWindow ? clipped(largest.bdp) : null,
    modelBytes: hasWindow && largest.model > 0 ? largest.model : null,
  };
}

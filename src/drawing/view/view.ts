/**
 * The view of one trace, a readonly value: everything that a link must restore, and nothing else. Times are µs from the
 * trace's start.
 */
import type { TimeRange } from '../../engine/input/bytes/source';
import type { PacketName } from '../../engine/reading/contract/packet-facts';

export type { TimeRange };

export interface View {
  /** The visible range; null shows the whole trace, also while it grows. */
  readonly range: TimeRange | null;
  /** A range selected by dragging, not yet zoomed into. */
  readonly selection: TimeRange | null;
  /** Key of what is chosen, and shaded on the pictures: `chosen.ts`. */
  readonly chosen: string | null;
  /** Keys of dismissed findings: not listed, still counted. */
  readonly dismissed: readonly string[];
  /** Time of the pinned cursor; null lets it follow the pointer. */
  readonly pinnedUs: number | null;
  /** The model drawn over the logged window: its id and the start of its free run, if any; null for none. */
  readonly model: { readonly id: string; readonly freeFromUs: number | null } | null;
  /** The selected packet; null for none. */
  readonly packet: PacketName | null;
}

export const INITIAL_VIEW: View = {
  range: null,
  selection: null,
  chosen: null,
  dismissed: [],
  pinnedUs: null,
  model: null,
  packet: null,
};

/** Zooming below one microsecond per pixel column, the resolution of the clock, is useless. */
const SHORTEST_RANGE_US = 100;

/** Share of a finding's length shown before and after it. */
const FINDING_MARGIN = 0.08;

/**
 * The range moved into the extent and extended around its middle to at least `leastUs`; the full extent
 * becomes null.
 */
export function clampRange(
  range: TimeRange,
  extent: TimeRange,
  leastUs = SHORTEST_RANGE_US,
): TimeRange | null {
  const full = extent.toUs - extent.fromUs;
  const asked = range.toUs - range.fromUs;
  const length = Math.min(Math.max(asked, leastUs), full);
  if (length >= full) return null;
  const widened = range.fromUs - Math.max(0, length - asked) / 2;
  const fromUs = Math.min(Math.max(widened, extent.fromUs), extent.toUs - length);
  return { fromUs, toUs: fromUs + length };
}

export function visibleRange(view: View, extent: TimeRange): TimeRange {
  return view.range ?? extent;
}

/** In less time nothing is seen to answer anything, µs. @param minRttUs NaN where no RTT shows. */
export const leastAround = (minRttUs: number): number => (minRttUs > 0 ? 3 * minRttUs : 10_000);

/** The interval with a margin on both sides, to show what is before and after. @param leastUs its length at least. */
export function withMargin(interval: TimeRange, extent: TimeRange, leastUs?: number): TimeRange | null {
  const margin = (interval.toUs - interval.fromUs) * FINDING_MARGIN;
  const fromUs = Math.max(extent.fromUs, interval.fromUs - margin);
  return clampRange({ fromUs, toUs: Math.min(extent.toUs, interval.toUs + margin) }, extent, leastUs);
}

/**
 * A range with a time and the stretch that it is about: that of the longest stretch where it holds both, else as long as that at least.
 */
export function rangeWith(
  timeUs: number,
  stretch: TimeRange,
  longest: TimeRange,
  extent: TimeRange,
  leastUs: number,
): TimeRange | null {
  const fromUs = Math.min(stretch.fromUs, timeUs);
  const toUs = Math.max(stretch.toUs, timeUs);
  const shown = withMargin(longest, extent, leastUs);
  const { fromUs: firstUs, toUs: lastUs } = shown ?? extent;
  if (fromUs >= firstUs && toUs <= lastUs) return shown;
  const more = Math.max(0, longest.toUs - longest.fromUs - (toUs - fromUs)) / 2;
  return withMargin({ fromUs: fromUs - more, toUs: toUs + more }, extent, leastUs);
}

/** Scales the range around `anchorUs`, which stays in place: factor below 1 zooms in. */
export function scaleRange(range: TimeRange, anchorUs: number, factor: number): TimeRange {
  return {
    fromUs: anchorUs - (anchorUs - range.fromUs) * factor,
    toUs: anchorUs + (range.toUs - anchorUs) * factor,
  };
}

/**
 * The view of a set of traces, a readonly value: which traces are on the screen, the offset and style of each, and the
 * range, selection, pin and value axes that they share. Its changes are pure functions; `TraceSet` holds it on the page.
 *
 * Times are µs of the set's time axis: the time of a trace plus its offset. A set of one has offset 0.
 */
import { clampRange, type TimeRange, type View } from './view';

export interface Lane {
  readonly trace: string;
  /** Added to the trace's times, whole µs. */
  readonly offsetUs: number;
  /** Index of its style, see `surface/lane-styles.ts`. */
  readonly style: number;
}

/** Traces in one plot, or each in a plot of its own. */
export const ARRANGEMENTS = ['overlay', 'stacked'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/**
 * `fitted`: to the chosen finding, where an early peak would flatten what matters, the peak clipped. `whole`: to the
 * window and what is comparable to it in view. `log`: from a packet to the largest value.
 */
export const VALUE_SCALES = ['fitted', 'whole', 'log'] as const;
export type ValueScale = (typeof VALUE_SCALES)[number];

export interface SetView {
  /** At least one; the first is the set's lead, which cannot be removed. */
  readonly lanes: readonly Lane[];
  readonly arrangement: Arrangement;
  /** The visible range; null shows all of all traces, also while they grow. */
  readonly range: TimeRange | null;
  /** A range selected by dragging, not yet zoomed into. */
  readonly selection: TimeRange | null;
  /** Time of the pinned cursor; null lets it follow the pointer. */
  readonly pinnedUs: number | null;
  /** Top of a panel's value axis, where the user has locked it. */
  readonly axes: { readonly [panel: string]: number };
  /** How the Congestion panel maps values to its height. */
  readonly scale: ValueScale;
  /** The panels that the user, or a link, has chosen; null for those of the answer. */
  readonly panels: PanelChoice | null;
}

/** Traces are compared: of one alone more is said. */
export const isSeveral = ({ lanes }: SetView): boolean => lanes.length > 1;

/** `only` these, from top to bottom; or all but these. */
export interface PanelChoice {
  readonly kind: 'only' | 'all-but';
  readonly ids: readonly string[];
}

/** What belongs to a trace, in whichever set it is. */
export type TraceMarks = Pick<View, 'chosen' | 'dismissed' | 'model' | 'packet'>;

/** More traces in one picture cannot be distinguished. */
export const MAX_LANES = 8;

/** An offset beyond ±30 years is useless; µs. */
export const MAX_OFFSET_US = 1e15;

export function setOfOne(trace: string): SetView {
  return {
    lanes: [{ trace, offsetUs: 0, style: 0 }],
    arrangement: 'overlay',
    range: null,
    selection: null,
    pinnedUs: null,
    axes: {},
    scale: 'fitted',
    panels: null,
  };
}

export function laneOf(view: SetView, trace: string): Lane | undefined {
  return view.lanes.find((lane) => lane.trace === trace);
}

/** Adds a trace with the first free style. @returns the view unchanged where it is in the set, or the set is full. */
export function addLane(view: SetView, trace: string): SetView {
  const { lanes } = view;
  if (lanes.length >= MAX_LANES || laneOf(view, trace) !== undefined) return view;
  const style = lanes.findIndex((_, i) => !lanes.some((lane) => lane.style === i));
  return { ...view, lanes: [...lanes, { trace, offsetUs: 0, style: style < 0 ? lanes.length : style }] };
}

/** Removes a trace, unless it is the lead. What is left alone has offset 0 again. */
export function removeLane(view: SetView, trace: string): SetView {
  const lanes = view.lanes.filter((lane, i) => i === 0 || lane.trace !== trace);
  if (lanes.length === view.lanes.length) return view;
  return withoutOffset({ ...view, lanes });
}

function withoutOffset(view: SetView): SetView {
  const [lead, ...others] = view.lanes;
  if (lead === undefined || others.length > 0 || lead.offsetUs === 0) return view;
  const { range, selection, pinnedUs } = view;
  const by = -lead.offsetUs;
  return {
    ...view,
    lanes: [{ ...lead, offsetUs: 0 }],
    range: range && shifted(range, by),
    selection: selection && shifted(selection, by),
    pinnedUs: pinnedUs === null ? null : pinnedUs + by,
  };
}

/** Changes offset or style of a trace. An offset is rounded and bounded; that of a set of one stays 0. */
export function changeLane(
  view: SetView,
  trace: string,
  change: Partial<Pick<Lane, 'offsetUs' | 'style'>>,
): SetView {
  const lanes = view.lanes.map((lane) => {
    if (lane.trace !== trace) return lane;
    const { offsetUs, style } = { ...lane, ...change };
    const bounded = Math.min(MAX_OFFSET_US, Math.max(-MAX_OFFSET_US, Math.round(offsetUs)));
    // Adding 0 makes −0 a 0.
    return { trace, offsetUs: view.lanes.length === 1 ? 0 : bounded + 0, style };
  });
  return { ...view, lanes };
}

/** Locks the value axis of a panel at a top; null unlocks it. */
export function lockAxis(view: SetView, panel: string, max: number | null): SetView {
  const { [panel]: _, ...others } = view.axes;
  return { ...view, axes: max === null ? others : { ...others, [panel]: max } };
}

/** The view with what of its times lies inside the extent of its traces. */
export function insideExtent(view: SetView, extent: TimeRange): SetView {
  const part = (range: TimeRange | null): TimeRange | null => {
    if (range === null) return null;
    const fromUs = Math.max(range.fromUs, extent.fromUs);
    const toUs = Math.min(range.toUs, extent.toUs);
    return toUs > fromUs ? { fromUs, toUs } : null;
  };
  const range = part(view.range);
  const { pinnedUs } = view;
  const isThere = pinnedUs !== null && pinnedUs >= extent.fromUs && pinnedUs <= extent.toUs;
  return {
    ...view,
    range: range && clampRange(range, extent),
    selection: part(view.selection),
    pinnedUs: isThere ? pinnedUs : null,
  };
}

export function shifted({ fromUs, toUs }: TimeRange, byUs: number): TimeRange {
  return { fromUs: fromUs + byUs, toUs: toUs + byUs };
}

/** The view as one of its traces sees it: in the trace's own time, with its marks. */
export function viewOfTrace(
  { range, selection, pinnedUs }: SetView,
  offsetUs: number,
  marks: TraceMarks,
): View {
  const own = (part: TimeRange | null): TimeRange | null =>
    part === null || offsetUs === 0 ? part : shifted(part, -offsetUs);
  return {
    range: own(range),
    selection: own(selection),
    chosen: marks.chosen,
    dismissed: marks.dismissed,
    pinnedUs: pinnedUs === null ? null : pinnedUs - offsetUs,
    model: marks.model,
    packet: marks.packet,
  };
}

/** From the first to the last event of all traces, on the set's time axis; empty ones do not count. */
export function commonExtent(
  extents: readonly { readonly extent: TimeRange; readonly offsetUs: number }[],
): TimeRange {
  const filled = extents.filter(({ extent }) => extent.toUs > extent.fromUs);
  const counted = filled.length > 0 ? filled : extents.slice(0, 1);
  const all = counted.map(({ extent, offsetUs }) => shifted(extent, offsetUs));
  return {
    fromUs: all.reduce((least, { fromUs }) => Math.min(least, fromUs), all[0]?.fromUs ?? 0),
    toUs: all.reduce((most, { toUs }) => Math.max(most, toUs), all[0]?.toUs ?? 0),
  };
}

/**
 * Converts a link to the program's view and choices, checked against the open traces: a finding that one does not have, a
 * time outside, a panel that no longer exists are dropped and reported. Reading the link
 * is in `parse.ts`; the app sets the values.
 */

import { type Choices, resizePanel } from '../../drawing/view/choices';
import { subjectOf } from '../../drawing/view/chosen';
import {
  commonExtent,
  type PanelChoice,
  type SetView,
  shifted,
  type TraceMarks,
} from '../../drawing/view/set-view';
import { clampRange, type TimeRange } from '../../drawing/view/view';
import { duration, instant } from '../../engine/base/text/figures';
import { packetText } from './packet-text';
import { quotePart } from './parse';
import {
  type DroppedPart,
  type LinkLayout,
  type LinkMarks,
  type LinkRange,
  type LinkState,
  type LinkView,
  OF_ANSWER,
  SET_OF_ONE,
} from './state';
import { seconds } from './text';

/** Facts of an open trace that a link is checked against. */
export interface TraceFacts {
  readonly key: string;
  /** First and last event, µs. */
  readonly extent: TimeRange;
  /** What can be chosen of it: findings, and parts of its account. */
  readonly keys: readonly string[];
  /** Ids of the models that it was compared with; empty where it cannot be. */
  readonly models: readonly string[];
  /** Single packets can be asked for: it is no digest, and shows some that were sent. */
  readonly hasPackets: boolean;
}

interface Applied<T> {
  readonly value: T;
  readonly dropped: readonly DroppedPart[];
}

/** The view of a set, and what belongs to each of its traces, in the order of the lanes. */
export interface AppliedSet {
  readonly view: SetView;
  readonly marks: readonly TraceMarks[];
}

type Drop = (part: string, why: string) => null;

/**
 * The view of a link, without parts that the traces do not have; ignores connections.
 * @param lead facts of the shown trace.
 * @param others of the other traces of the set, in the link's order; null for one that is not open. None for a link whose
 * set is not wanted.
 */
export function applySet(
  { view: asWritten, set, layout }: Pick<LinkState, 'view' | 'set' | 'layout'>,
  lead: TraceFacts,
  others: readonly (TraceFacts | null)[] = [],
): Applied<AppliedSet> {
  const dropped: DroppedPart[] = [];
  const drop: Drop = (part, why) => {
    dropped.push({ part: quotePart(part), why });
    return null;
  };
  const placed = others.flatMap((facts, i) => {
    const lane = set.others[i];
    const isTwice = facts !== null && [lead, ...others.slice(0, i)].some((other) => other?.key === facts.key);
    if (lane === undefined || isTwice) return [];
    if (facts !== null) return [{ facts, place: lane, marks: lane }];
    drop(`set=…,${lane.trace + 1}`, 'this trace could not be opened');
    return [];
  });
  const alone = placed.length === 0;
  const link = alone ? inOwnTime(asWritten, set.lead.offsetUs) : asWritten;
  const lanes = [{ facts: lead, place: alone ? SET_OF_ONE.lead : set.lead, marks: link }, ...placed];
  const extent = commonExtent(
    lanes.map(({ facts, place }) => ({ extent: facts.extent, offsetUs: place.offsetUs })),
  );
  const inside = (us: number): boolean => us >= extent.fromUs && us <= extent.toUs;
  const who = alone ? 'the trace goes' : 'the traces go';
  const within = `${who} from ${instant(extent.fromUs)} to ${instant(extent.toUs)}`;
  const cut = (name: string, range: LinkRange | null): TimeRange | null => {
    if (range === null) return null;
    const fromUs = Math.max(range.fromUs, extent.fromUs);
    const toUs = Math.min(range.toUs, extent.toUs);
    const part = `${name}=${seconds(range.fromUs)}-${seconds(range.toUs)}`;
    if (toUs <= fromUs) return drop(part, within);
    const lostUs = range.toUs - range.fromUs - (toUs - fromUs);
    // Rounding to whole µs may lose 1 µs.
    if (lostUs > 1) drop(part, `${within}; ${duration(lostUs)} of it are outside`);
    return { fromUs, toUs };
  };
  const range = cut('t', link.range);
  const { pinnedUs } = link;
  const view: SetView = {
    lanes: lanes.map(({ facts, place }) => ({
      trace: facts.key,
      offsetUs: place.offsetUs,
      style: place.style,
    })),
    arrangement: set.isStacked && !alone ? 'stacked' : 'overlay',
    range: range && clampRange(range, extent),
    selection: cut('mark', link.marked),
    pinnedUs: pinnedUs === null || inside(pinnedUs) ? pinnedUs : drop(`at=${seconds(pinnedUs)}`, within),
    axes: Object.fromEntries(set.axes.map(({ panel, max }) => [panel, max])),
    scale: set.scale,
    panels: panelChoice(layout),
  };
  const marks = lanes.map((lane, i) => appliedMarks(lane.marks, lane.facts, i === 0 ? '' : `${i + 1}`, drop));
  return { value: { view, marks }, dropped };
}

/** Which panels a link shows; null for those of the answer. */
export function panelChoice({ panels, hiddenPanels }: LinkLayout): PanelChoice | null {
  if (panels === undefined) return { kind: 'all-but', ids: hiddenPanels };
  return panels[0] === OF_ANSWER ? null : { kind: 'only', ids: panels };
}

/** The view of the shown trace without its set: its times are those of the trace again. */
function inOwnTime(view: LinkView, offsetUs: number): LinkView {
  if (offsetUs === 0) return view;
  const { range, marked, pinnedUs } = view;
  return {
    ...view,
    range: range && shifted(range, -offsetUs),
    marked: marked && shifted(marked, -offsetUs),
    pinnedUs: pinnedUs === null ? null : pinnedUs - offsetUs,
  };
}

/** @param number of the trace in the names of its parts; empty for the first. */
function appliedMarks(link: LinkMarks, facts: TraceFacts, number: string, drop: Drop): TraceMarks {
  const { extent, keys, models, hasPackets } = facts;
  const isThere = (name: string, key: string): boolean => {
    const { kind } = subjectOf(key);
    const exists = kind === 'stream' || keys.includes(key);
    const what = kind === 'held' ? 'its account has no such part' : 'the trace has no such finding';
    if (!exists) drop(`${name}${number}=${key}`, what);
    return exists;
  };
  const appliedModel = ({ id, freeFromUs }: Exclude<LinkMarks['model'], null>): TraceMarks['model'] => {
    if (models.length === 0) return drop(`m${number}=${id}`, 'the trace cannot be compared with models');
    if (!models.includes(id)) return drop(`m${number}=${id}`, 'there is no such model');
    if (freeFromUs !== null && (freeFromUs < extent.fromUs || freeFromUs > extent.toUs)) {
      const within = `the trace goes from ${instant(extent.fromUs)} to ${instant(extent.toUs)}`;
      return drop(`m${number}=${id}@${seconds(freeFromUs)}`, within);
    }
    return { id, freeFromUs };
  };
  return {
    chosen: link.finding !== null && isThere('f', link.finding) ? link.finding : null,
    dismissed: link.dismissed.filter((key) => isThere('away', key)),
    model: link.model && appliedModel(link.model),
    packet:
      link.packet === null || hasPackets
        ? link.packet
        : drop(`pn${number}=${packetText(link.packet)}`, 'single packets are not in it'),
  };
}

/** The choices with the panel layout of a link; theme and event list stay the user's. */
export function applyLayout(link: LinkLayout, choices: Choices, panels: readonly string[]): Applied<Choices> {
  const dropped: DroppedPart[] = [];
  const isPanel =
    (name: string) =>
    (panel: string, quote = panel): boolean => {
      const exists = panels.includes(panel);
      if (!exists) dropped.push({ part: quotePart(`${name}=${quote}`), why: 'there is no such panel' });
      return exists;
    };
  const isOrdered = isPanel('order');
  const isHidden = isPanel('hide');
  const isShown = isPanel('panels');
  const isOff = isPanel('off');
  const isHigh = isPanel('h');
  const isDifferent = isPanel('diff');
  const order = unique(link.order.filter((id) => isOrdered(id)));
  // What is shown is in the view: names of panels that there are not are dropped where it is drawn.
  for (const id of link.hiddenPanels) isHidden(id);
  const ofLink = (link.panels ?? []).filter((id) => id === OF_ANSWER || isShown(id));
  const own = Object.entries(choices.heights).filter(([id]) => !panels.includes(id));
  const laidOut: Choices = {
    ...choices,
    order,
    // What the link shows is its own choice: pins of this device add nothing to it.
    pins: ofLink[0] === OF_ANSWER ? unique(ofLink.slice(1)) : [],
    hiddenPanels: [],
    hiddenSeries: unique(link.hiddenSeries.filter((key) => isOff(key.split('/', 1)[0] ?? '', key))),
    heights: Object.fromEntries(own),
    differences:
      link.differences === null
        ? choices.differences
        : unique(link.differences.filter((id) => isDifferent(id))),
  };
  const value = link.heights
    .filter(({ panel }) => isHigh(panel))
    .reduce((current, { panel, px }) => resizePanel(current, panel, px), laidOut);
  return { value, dropped };
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

/**
 * Converts a link to the program's view and choices, checked against the open trace: a finding that it does not have, a
 * time outside it, a panel that no longer exists are dropped and reported. Reading the link
 * is in `parse.ts`; the app sets the values.
 */

import { type Choices, resizePanel } from '../../drawing/view/choices';
import { clampRange, INITIAL_VIEW, type TimeRange, type View } from '../../drawing/view/view';
import { duration, instant } from '../../engine/text/figures';
import { quotePart } from './parse';
import type { DroppedPart, LinkLayout, LinkRange, LinkView } from './state';
import { seconds } from './text';

/** Facts of the open trace that a link is checked against. */
export interface TraceFacts {
  /** First and last event, µs. */
  readonly extent: TimeRange;
  /** Keys of its findings. */
  readonly findings: readonly string[];
  /** Ids of the models that it was compared with; empty where it cannot be. */
  readonly models: readonly string[];
}

interface Applied<T> {
  readonly value: T;
  readonly dropped: readonly DroppedPart[];
}

/** The view of a link, without parts that this trace does not have; ignores the connection. */
export function applyView(link: LinkView, facts: TraceFacts): Applied<View> {
  const dropped: DroppedPart[] = [];
  const drop = (part: string, why: string): null => {
    dropped.push({ part: quotePart(part), why });
    return null;
  };
  const { extent, findings, models } = facts;
  const inside = (us: number): boolean => us >= extent.fromUs && us <= extent.toUs;
  const within = `the trace goes from ${instant(extent.fromUs)} to ${instant(extent.toUs)}`;
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
  const { finding, model, pinnedUs } = link;
  const known = (name: string, key: string): boolean => {
    const found = findings.includes(key);
    if (!found) drop(`${name}=${key}`, 'the trace has no such finding');
    return found;
  };
  const value: View = {
    ...INITIAL_VIEW,
    range: range && clampRange(range, extent),
    selection: cut('mark', link.marked),
    finding: finding !== null && known('f', finding) ? finding : null,
    dismissed: link.dismissed.filter((key) => known('away', key)),
    pinnedUs: pinnedUs === null || inside(pinnedUs) ? pinnedUs : drop(`at=${seconds(pinnedUs)}`, within),
    model: model && appliedModel(model),
  };
  return { value, dropped };

  function appliedModel({ id, freeFromUs }: Exclude<View['model'], null>): View['model'] {
    if (models.length === 0) return drop(`m=${id}`, 'the trace cannot be compared with models');
    if (!models.includes(id)) return drop(`m=${id}`, 'there is no such model');
    if (freeFromUs !== null && !inside(freeFromUs)) return drop(`m=${id}@${seconds(freeFromUs)}`, within);
    return { id, freeFromUs };
  }
}

/** The choices with the panel layout of a link; theme and event list stay the user's. */
export function applyLayout(link: LinkLayout, choices: Choices, panels: readonly string[]): Applied<Choices> {
  const dropped: DroppedPart[] = [];
  const known =
    (name: string) =>
    (panel: string, quote = panel): boolean => {
      const found = panels.includes(panel);
      if (!found) dropped.push({ part: quotePart(`${name}=${quote}`), why: 'there is no such panel' });
      return found;
    };
  const isOrdered = known('order');
  const isHidden = known('hide');
  const isOff = known('off');
  const isHigh = known('h');
  const own = Object.entries(choices.heights).filter(([id]) => !panels.includes(id));
  const laidOut: Choices = {
    ...choices,
    order: unique(link.order.filter((id) => isOrdered(id))),
    hiddenPanels: unique(link.hiddenPanels.filter((id) => isHidden(id))),
    hiddenSeries: unique(link.hiddenSeries.filter((key) => isOff(key.split('/', 1)[0] ?? '', key))),
    heights: Object.fromEntries(own),
  };
  const value = link.heights
    .filter(({ panel }) => isHigh(panel))
    .reduce((current, { panel, px }) => resizePanel(current, panel, px), laidOut);
  return { value, dropped };
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

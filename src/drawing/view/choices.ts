/**
 * The user's choices for the page as a whole, on this device: theme, and the panels' pins, order and height. One
 * readonly value with pure changes; `src/app/state/settings` stores it.
 */
import * as v from 'valibot';
import { fitting } from './fitting';
import { Origin } from './origin';

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** What the time axis counts: from the trace's start, or the time of day in UTC where the log has one. */
export const CLOCKS = ['trace', 'utc'] as const;

export const MIN_PANEL_PX = 60;
export const MAX_PANEL_PX = 900;
/** Items of a list, and of heights, that are read. */
const MAX_ITEMS = 100;
const MAX_URL = 500;
const MAX_TAB = 50;
/** Maximum hosts remembered; the oldest are dropped. */
export const MAX_HOSTS = 50;

const ids = v.fallback(fitting(v.string(), MAX_ITEMS), []);
const height = v.pipe(v.number(), v.minValue(MIN_PANEL_PX), v.maxValue(MAX_PANEL_PX));

interface Heights {
  readonly [panel: string]: number;
}

const heights = v.pipe(
  v.custom<object>((value) => v.is(v.object({}), value) && !Array.isArray(value)),
  v.transform((all): Heights => {
    const read = Object.entries(all).slice(0, MAX_ITEMS);
    return Object.fromEntries(read.filter(([, px]) => v.is(height, px)));
  }),
);

/** What may be stored may be damaged: each part is taken where it fits, and is as at first where it does not. */
export const Choices = v.object({
  theme: v.fallback(v.picklist(THEMES), 'auto'),
  clock: v.fallback(v.picklist(CLOCKS), 'trace'),
  /** Panel ids from top to bottom, as far as the user has moved any; others follow in default order. */
  order: ids,
  /** Panels that are shown whatever the answer is. */
  pins: ids,
  /** Of choices that were stored before panels followed the answer: all others count as pinned. */
  hiddenPanels: ids,
  hiddenSeries: ids,
  /** Panels that draw the difference of two traces below them. */
  differences: v.fallback(fitting(v.string(), MAX_ITEMS), ['congestion']),
  /** Height in CSS pixels per panel id, if changed. */
  heights: v.fallback(heights, {}),
  /** The drawer at the lower edge of the window is open; its height is in `heights`, as `events`. */
  eventsOpen: v.fallback(v.boolean(), false),
  /** Id of the tab of the drawer that was open last; empty where nobody has opened or closed one. */
  drawerTab: v.fallback(v.pipe(v.string(), v.maxLength(MAX_TAB)), ''),
  /** Origins that traces are fetched from without asking again (`origin.ts`): the user agreed once, the newest last. */
  hosts: v.pipe(
    v.fallback(fitting(Origin, MAX_ITEMS), []),
    v.transform((origins): readonly string[] => [...new Set(origins)].slice(-MAX_HOSTS)),
  ),
  /** What links begin with instead of this page's address, as the user typed it; null for nothing. */
  publicUrl: v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(MAX_URL))), null),
  /** Copies of local files are kept on this device. */
  keepCopies: v.fallback(v.boolean(), false),
});
export type Choices = Readonly<v.InferOutput<typeof Choices>>;

export const DEFAULT_CHOICES: Choices = v.parse(Choices, {});

/** Resets panels, their order and heights; the other choices stay. */
export function resetPanels({ theme, clock, hosts, publicUrl, keepCopies }: Choices): Choices {
  return { ...DEFAULT_CHOICES, theme, clock, hosts, publicUrl, keepCopies };
}

function toggled(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}

/** @param all ids of all panels. */
export function pinsOf({ pins, hiddenPanels }: Choices, all: readonly string[]): readonly string[] {
  return hiddenPanels.length === 0 ? pins : all.filter((id) => !hiddenPanels.includes(id));
}

export function togglePin(choices: Choices, all: readonly string[], id: string): Choices {
  return { ...choices, pins: toggled(pinsOf(choices, all), id), hiddenPanels: [] };
}

export function toggleSeries(choices: Choices, id: string): Choices {
  return { ...choices, hiddenSeries: toggled(choices.hiddenSeries, id) };
}

export function toggleDifference(choices: Choices, panel: string): Choices {
  return { ...choices, differences: toggled(choices.differences, panel) };
}

export function nextTheme(choices: Choices): Choices {
  const index = THEMES.indexOf(choices.theme);
  return { ...choices, theme: THEMES[(index + 1) % THEMES.length] };
}

export function nextClock(choices: Choices): Choices {
  return { ...choices, clock: choices.clock === 'utc' ? 'trace' : 'utc' };
}

export function resizePanel(choices: Choices, id: string, height: number): Choices {
  const clamped = Math.round(Math.min(MAX_PANEL_PX, Math.max(MIN_PANEL_PX, height)));
  return { ...choices, heights: { ...choices.heights, [id]: clamped } };
}

/** Opens a strip to a height, or closes it to its default. */
export function toggleHeight(choices: Choices, id: string, openHeight: number): Choices {
  const { [id]: current, ...others } = choices.heights;
  return current === undefined ? resizePanel(choices, id, openHeight) : { ...choices, heights: others };
}

/** All panels in order: the moved ones first, then the others. Unknown ids are left out. */
export function orderedPanels(choices: Choices, ids: readonly string[]): readonly string[] {
  const chosen = choices.order.filter((id) => ids.includes(id));
  return [...chosen, ...ids.filter((id) => !chosen.includes(id))];
}

/**
 * Moves a panel up (−1) or down (+1) past its neighbour.
 * @param ids all panel ids in their default order.
 * @param shown visible ids: others are skipped, so that every move is visible.
 */
export function movePanel(
  choices: Choices,
  ids: readonly string[],
  id: string,
  step: -1 | 1,
  shown: readonly string[] = ids,
): Choices {
  const order = [...orderedPanels(choices, ids)];
  const passes = (other: string): boolean => shown.includes(other);
  const from = order.indexOf(id);
  let to = from + step;
  while (to >= 0 && to < order.length && !passes(order[to])) to += step;
  if (from < 0 || to < 0 || to >= order.length) return choices;
  order.splice(from, 1);
  order.splice(to, 0, id);
  return { ...choices, order };
}

export function withHost(choices: Choices, origin: string): Choices {
  if (choices.hosts.includes(origin)) return choices;
  return { ...choices, hosts: [...choices.hosts, origin].slice(-MAX_HOSTS) };
}

/**
 * A panel over the traces of a set: one lane per trace, each with the panel's context of its trace. A set of one is the
 * panel itself. Several are drawn over one another where the panel stays clear (lines), each in one colour and with
 * dashes or marks of its own (surface/lane-styles.ts), its lines distinguished by weight and dash; other panels get a plot per
 * trace. All of a panel have one value axis.
 */
import { type Clip, isClear } from '../../surface/clip-label';
import { laneLetter, laneStroke, laneStyle } from '../../surface/lane-styles';
import type { Palette } from '../../surface/palette';
import { blankSurface } from '../../surface/surface';
import type { Arrangement } from '../../view/set-view';
import {
  findingOf,
  idsInView,
  type LegendEntry,
  type Painted,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
} from '../panel';

export interface PanelLane {
  readonly context: PanelContext;
  /** Index of its style, where lanes are drawn over one another. */
  readonly style: number;
  /** Its place in the set: 0 is the lead. */
  readonly place: number;
}

/** True where the traces are drawn in one plot. */
export function isOverlaid({ overlays }: PanelDefinition, arrangement: Arrangement): boolean {
  return overlays === true && arrangement === 'overlay';
}

/**
 * Top of the value axis for several lanes: the highest of those that each would have alone.
 * @returns `lockedMax` where the user has locked it, and for a set of one.
 */
export function commonMax(
  definition: PanelDefinition,
  lanes: readonly PanelLane[],
  palette: Palette,
  height: number,
  lockedMax: number | null,
): number | null {
  if (lockedMax !== null || lanes.length < 2) return lockedMax;
  const tops = lanes.map(({ context }) => {
    if (definition.top !== undefined) return definition.top(context, height);
    const surface = blankSurface(context.viewport.width, height);
    return definition.paint(context, { surface, palette, lockedMax, axis: () => undefined }).max;
  });
  return Math.max(...tops);
}

/** The colour of a lane among others in one plot. @param style index of its style. */
export function laneColor(palette: Palette, style: number): string {
  return palette.slots[laneStyle(style).slot] ?? palette.ink;
}

/** The palette of a lane among others in one plot: everything of its trace in one colour and its dashes, marks and pattern. */
export function lanePalette(palette: Palette, style: number): Palette {
  const color = laneColor(palette, style);
  const look = laneStyle(style);
  return {
    ...palette,
    loss: color,
    ceMark: color,
    areaPattern: look.pattern,
    model: laneStroke(palette.model, look, color),
    strokeOf(line) {
      const stroke = palette.strokeOf(line);
      return stroke && laneStroke(stroke, look, color);
    },
  };
}

/**
 * Paints lanes over one another in one plot, the first one on top; its axis is the one drawn.
 * @param tools with the common top of several lanes (`commonMax`) as `lockedMax`.
 */
export function paintLanes(
  definition: PanelDefinition,
  lanes: readonly PanelLane[],
  tools: PaintTools,
): Painted {
  const [lead, ...others] = lanes;
  if (lead === undefined) return { max: 1 };
  if (others.length === 0) return definition.paint(lead.context, tools);
  let isAxisDrawn = false;
  const axis: PaintTools['axis'] = (...scale) => {
    if (!isAxisDrawn) tools.axis(...scale);
    isAxisDrawn = true;
  };
  const rows = lanes.length;
  // Two labels would cover one another: the first finding is named.
  const annotated = lanes.findIndex(({ context }) => findingOf(context) !== null);
  const contextsBut = (row: number): readonly PanelContext[] =>
    lanes.flatMap(({ context }, i) => (i === row ? [] : [context]));
  const painted = lanes
    .map(({ context, style, place }, row) => ({ context, style, row, letter: laneLetter(place) }))
    .reverse()
    .map(({ context, style, row, letter }) => {
      const { clips = [], ...others } = definition.paint(withoutAlone(definition, context), {
        ...tools,
        axis,
        palette: lanePalette(tools.palette, style),
        lane: { row, rows, letter, isAnnotated: row === annotated, others: contextsBut(row) },
      });
      return { ...others, letter, clips: clips.map((clip) => ({ ...clip, text: `${letter} ${clip.text}` })) };
    })
    .reverse();
  const textOf = (key: 'clipped' | 'note'): string =>
    painted
      .flatMap(({ letter, [key]: words }) => (words === undefined ? [] : `${letter}: ${words}`))
      .join(' ');
  const [clipped, note] = [textOf('clipped'), textOf('note')];
  return {
    max: Math.max(...painted.map((one) => one.max)),
    clips: apart(painted.flatMap(({ clips }) => clips)),
    ...(clipped === '' ? {} : { clipped }),
    ...(note === '' ? {} : { note }),
  };
}

/** Without those whose values would cover one another; the first ones stay. */
function apart(clips: readonly Clip[]): readonly Clip[] {
  const clear: Clip[] = [];
  for (const clip of clips) if (isClear(clip, clear)) clear.push(clip);
  return clear;
}

/** Times at which values are taken to find how wide they are. */
const WIDTH_SAMPLES = 24;

/** Characters of the longest value of each legend entry over the visible range, so that the places of a legend can stay. */
export function valueWidths(
  definition: PanelDefinition,
  lanes: readonly PanelLane[],
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  const take = (values: ReadonlyMap<string, string> | undefined): void => {
    for (const [id, text] of values ?? []) widths.set(id, Math.max(widths.get(id) ?? 0, text.length));
  };
  for (const { context } of lanes) {
    const { fromUs, toUs } = context.viewport;
    for (let i = 0; i < WIDTH_SAMPLES; i++)
      take(definition.values(context, fromUs + ((i + 0.5) / WIDTH_SAMPLES) * (toUs - fromUs)));
  }
  return widths;
}

/** Ids of the legend entries of which something is drawn in the visible range of a lane. */
export function entriesInView(definition: PanelDefinition, lanes: readonly PanelLane[]): ReadonlySet<string> {
  return new Set(lanes.flatMap(({ context }) => idsInView(definition, context)));
}

/** The context of one lane of several: what is drawn for a set of one only is hidden. */
function withoutAlone({ id, alone = [] }: PanelDefinition, context: PanelContext): PanelContext {
  const hidden = alone.map((entry) => `${id}/${entry}`);
  return hidden.length === 0 ? context : { ...context, hidden: new Set([...context.hidden, ...hidden]) };
}

/**
 * The legend of several lanes: every entry that one of them has, once.
 * @param isOverlaid several are drawn over one another: without what is drawn of one alone.
 */
export function lanesLegend(
  definition: PanelDefinition,
  lanes: readonly PanelLane[],
  isOverlaid = lanes.length > 1,
): readonly LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const { context } of lanes) {
    for (const entry of definition.legend(context)) {
      const isLeftOut = isOverlaid && definition.alone?.includes(entry.id) === true;
      if (!isLeftOut && !entries.has(entry.id)) entries.set(entry.id, entry);
    }
  }
  return [...entries.values()];
}

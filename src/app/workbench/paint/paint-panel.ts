/**
 * One repaint of a plot: its picture (background and the panel's own), and over it the foreground:
 * selection, layers of features and cursor. workbench/panel/panel-picture.ts decides which of them is drawn again.
 */
import { bandsOf } from '../../../drawing/panels/build/bands';
import { laneColor, type PanelLane } from '../../../drawing/panels/lanes/panel-lanes';
import type { Painted, PaintTools, PanelContext } from '../../../drawing/panels/panel';
import { bandShade, type Palette } from '../../../drawing/surface/palette';
import { paintShade, type Shade } from '../../../drawing/surface/shade';
import type { Surface } from '../../../drawing/surface/surface';
import { timeTicks, valueY } from '../../../drawing/surface/ticks';
import { utcTicks } from '../../../drawing/surface/utc-ticks';
import { timeToX, type Viewport } from '../../../drawing/surface/viewport';
import { chosenFinding } from '../../../drawing/view/chosen-finding';
import type { TimeRange } from '../../../drawing/view/view';
import type { AppState } from '../../state/app-state';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import type { DrawnPlot, Layers } from '../slots';
import { drawValueAxis } from './axes';

/** The panels' context of a trace now; null before the first answer. */
export function contextOf(app: AppState, trace: OpenTrace): PanelContext | null {
  const answer = trace.answer.get();
  const snapshot = trace.snapshot.get();
  const { viewport } = trace;
  if (answer === null || snapshot === null || viewport.toUs <= viewport.fromUs) return null;
  const finding = chosenFinding(trace.view.get(), snapshot)?.key ?? null;
  const { scale, lanes } = trace.set.view.get();
  const hidden = new Set(app.choices.get().hiddenSeries);
  const { stretchesUs } = trace;
  return { answer, snapshot, viewport, hidden, finding, stretchesUs, scale, isCompared: lanes.length > 1 };
}

export interface DrawnLane extends PanelLane {
  readonly trace: OpenTrace;
}

/** The lanes of a set that have an answer, in their order. */
export function lanesOf(app: AppState, set: OpenSet): readonly DrawnLane[] {
  return set.members.flatMap(({ trace, lane }, place) => {
    const context = contextOf(app, trace);
    return context === null ? [] : [{ trace, context, style: lane.style, place }];
  });
}

function paintRange(
  surface: Surface,
  viewport: Viewport,
  { fromUs, toUs }: TimeRange,
  shade: Shade,
  palette: Palette,
): void {
  paintShade(surface, timeToX(viewport, fromUs), timeToX(viewport, toUs), shade, palette);
}

/** A frame around what is selected is dashed: that of a finding is not. */
const SELECTED_DASH = [6, 4];

function paintBackground(
  surface: Surface,
  viewport: Viewport,
  lanes: readonly DrawnLane[],
  palette: Palette,
  yTicks: readonly number[],
  clockMs: number | null,
): void {
  // Of several traces that of the first that has one, which is named: shades over one another say nothing of whose they are.
  const shaded = lanes
    .map(({ context }) => ({ bands: bandsOf(context), viewport: context.viewport }))
    .find(({ bands }) => bands.length > 0);
  for (const band of shaded?.bands ?? [])
    paintRange(surface, shaded?.viewport ?? viewport, band, bandShade(palette, band), palette);
  const grid = { color: palette.grid, width: 1, dash: [] };
  for (const y of yTicks)
    surface.polyline([0, Math.round(y) + 0.5, viewport.width, Math.round(y) + 0.5], grid);
  const ticks = clockMs === null ? timeTicks(viewport) : utcTicks(viewport, clockMs);
  for (const tick of ticks.values) {
    const x = Math.round(timeToX(viewport, tick)) + 0.5;
    surface.polyline([x, 0, x, surface.height], grid);
  }
}

/** Drawn over the picture; changes with every pointer move. */
export interface Foreground {
  readonly readoutUs: number | null;
  readonly pinnedUs: number | null;
  readonly selection: TimeRange | null;
  /** Values of the layers, in their order, of each lane. */
  readonly layers: readonly (readonly unknown[])[];
}

export function foregroundOf(
  set: OpenSet,
  lanes: readonly DrawnLane[],
  layers: Layers['canvas'],
): Foreground {
  const { selection, pinnedUs } = set.view.get();
  const values = lanes.map(({ trace }) => layers.map((layer) => layer.value(trace).get()));
  return { readoutUs: set.readoutUs, pinnedUs, selection, layers: values };
}

/** @param viewport of the set. */
export function paintForeground(
  surface: Surface,
  viewport: Viewport,
  lanes: readonly DrawnLane[],
  { readoutUs, pinnedUs, selection, layers: values }: Foreground,
  palette: Palette,
  layers: Layers['canvas'],
  plot: DrawnPlot,
): void {
  if (selection !== null) {
    const shade = { tint: palette.selection, color: palette.accent, dash: SELECTED_DASH };
    paintRange(surface, viewport, selection, shade, palette);
  }
  for (const [at, { context, style }] of lanes.entries()) {
    const color = lanes.length === 1 ? null : laneColor(palette, style);
    for (const [i, layer] of layers.entries()) {
      if (at > 0 && layer.isOfSet === true) continue;
      layer.paint(surface, context.viewport, values[at]?.[i], palette, color, plot);
    }
  }
  if (readoutUs === null) return;
  const x = Math.round(timeToX(viewport, readoutUs)) + 0.5;
  const dash = pinnedUs === null ? [3, 3] : [];
  surface.polyline([x, 0, x, surface.height], { color: palette.ink, width: 1, dash });
}

export type PaintPlot = (lanes: readonly PanelLane[], tools: PaintTools) => Painted;

/**
 * Paints a plot's picture on an empty surface, and its axis.
 * @param viewport of the set.
 * @param lockedMax top of the value axis, null to follow what is visible.
 * @param clockMs time 0 as ms since 1970 where the axis is in UTC, null for the trace's own clock.
 * @returns the panel's report on its picture.
 */
export function paintPicture(
  viewport: Viewport,
  lanes: readonly DrawnLane[],
  paintPlot: PaintPlot,
  { surface, palette }: { readonly surface: Surface; readonly palette: Palette },
  axisSvg: SVGSVGElement,
  lockedMax: number | null,
  clockMs: number | null,
): Painted {
  const { height } = surface;
  return paintPlot(lanes, {
    surface,
    palette,
    lockedMax,
    axis(max, format, min = 0, kind = 'linear') {
      const ticks = drawValueAxis(axisSvg, [min, max], height, format, kind);
      paintBackground(
        surface,
        viewport,
        lanes,
        palette,
        ticks.map(valueY([min, max], height, kind)),
        clockMs,
      );
    },
  });
}

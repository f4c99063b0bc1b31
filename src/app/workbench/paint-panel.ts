/**
 * One repaint of a panel: its picture (background and the panel's own), and over it the foreground:
 * selection, layers of features and cursor. panel-picture.ts decides which of them is drawn again.
 */

import type { Painted, PanelContext, PanelDefinition } from '../../drawing/panels/panel';
import type { Palette } from '../../drawing/surface/palette';
import type { Surface } from '../../drawing/surface/surface';
import { timeTicks } from '../../drawing/surface/ticks';
import { timeToX, type Viewport } from '../../drawing/surface/viewport';
import type { TimeRange } from '../../drawing/view/view';
import type { AppState } from '../state/app-state';
import type { OpenTrace } from '../state/open-trace';
import { drawValueAxis } from './axes';
import type { Layers } from './slots';

/** The panels' context now; null before the first answer. */
export function contextOf(app: AppState, trace: OpenTrace): PanelContext | null {
  const answer = trace.answer.get();
  const snapshot = trace.snapshot.get();
  const { viewport } = trace;
  if (answer === null || snapshot === null || viewport.toUs <= viewport.fromUs) return null;
  return { answer, snapshot, viewport, hidden: new Set(app.choices.get().hiddenSeries) };
}

function paintRange(surface: Surface, viewport: Viewport, range: TimeRange, color: string): void {
  const from = Math.max(0, timeToX(viewport, range.fromUs));
  const to = Math.min(viewport.width, timeToX(viewport, range.toUs));
  if (to > from) surface.rect(from, 0, Math.max(1, to - from), surface.height, { color, pattern: 'solid' });
}

function paintBackground(
  surface: Surface,
  trace: OpenTrace,
  palette: Palette,
  yTicks: readonly number[],
): void {
  const { viewport } = trace;
  const key = trace.view.get().finding;
  const finding = trace.snapshot.get()?.findings.find((candidate) => candidate.key === key);
  if (finding !== undefined) {
    paintRange(surface, viewport, { fromUs: finding.startUs, toUs: finding.endUs }, palette.band);
  }
  const grid = { color: palette.grid, width: 1, dash: [] };
  for (const y of yTicks)
    surface.polyline([0, Math.round(y) + 0.5, viewport.width, Math.round(y) + 0.5], grid);
  for (const tick of timeTicks(viewport).values) {
    const x = Math.round(timeToX(viewport, tick)) + 0.5;
    surface.polyline([x, 0, x, surface.height], grid);
  }
}

/** Drawn over the picture; changes with every pointer move. */
export interface Foreground {
  readonly readoutUs: number | null;
  readonly pinnedUs: number | null;
  readonly selection: TimeRange | null;
  /** Value of each layer, in the order of the layers. */
  readonly layers: readonly unknown[];
}

export function foregroundOf(trace: OpenTrace, layers: Layers['canvas']): Foreground {
  const { selection, pinnedUs } = trace.view.get();
  const values = layers.map((layer) => layer.value(trace).get());
  return { readoutUs: trace.readoutUs, pinnedUs, selection, layers: values };
}

export function paintForeground(
  surface: Surface,
  viewport: Viewport,
  { readoutUs, pinnedUs, selection, layers: values }: Foreground,
  palette: Palette,
  layers: Layers['canvas'],
): void {
  if (selection !== null) paintRange(surface, viewport, selection, palette.selection);
  for (const [i, layer] of layers.entries()) layer.paint(surface, viewport, values[i], palette);
  if (readoutUs === null) return;
  const x = Math.round(timeToX(viewport, readoutUs)) + 0.5;
  const dash = pinnedUs === null ? [3, 3] : [];
  surface.polyline([x, 0, x, surface.height], { color: palette.ink, width: 1, dash });
}

/**
 * Paints a panel's picture on an empty surface, and its axis.
 * @param lockedMax top of the value axis, null to follow what is visible.
 * @returns the panel's report on its picture.
 */
export function paintPicture(
  trace: OpenTrace,
  definition: PanelDefinition,
  context: PanelContext,
  { surface, palette }: { readonly surface: Surface; readonly palette: Palette },
  axisSvg: SVGSVGElement,
  lockedMax: number | null,
): Painted {
  const { height } = surface;
  return definition.paint(context, {
    surface,
    palette,
    lockedMax,
    axis(max, format, min = 0) {
      const ticks = drawValueAxis(axisSvg, [min, max], height, format);
      paintBackground(
        surface,
        trace,
        palette,
        ticks.map((value) => height - ((value - min) / (max - min)) * height),
      );
    },
  });
}

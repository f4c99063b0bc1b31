/** What all panels paint under and over their data: grid, bands, the marked range, the time cursor. */

import { timeTicks } from '../chart/axes';
import { canvasSurface } from '../chart/canvas-surface';
import { pixelRatio } from '../chart/environment';
import type { Palette } from '../chart/palette';
import type { Surface } from '../chart/surface';
import { timeToX, type Viewport } from '../chart/viewport';
import type { OpenTrace } from '../session/open-trace';
import type { TimeRange } from '../view/view';
import type { PanelParts } from './panel-frame';

/** A cleared surface of the panel's canvas; null while it has no size. Sets `data-from-ms`, `data-to-ms`. */
export function beginPaint(trace: OpenTrace, parts: PanelParts, height: number): Surface | null {
  const canvas = parts.canvas.current;
  const { viewport } = trace;
  if (canvas === null || viewport.toUs <= viewport.fromUs) return null;
  const surface = canvasSurface(canvas, viewport.width, height, pixelRatio());
  if (surface === null) return null;
  surface.clear();
  const { dataset } = parts.section.current as HTMLElement;
  dataset.fromMs = String(viewport.fromUs / 1000);
  dataset.toMs = String(viewport.toUs / 1000);
  return surface;
}

function paintRange(surface: Surface, viewport: Viewport, range: TimeRange, color: string): void {
  const from = Math.max(0, timeToX(viewport, range.fromUs));
  const to = Math.min(viewport.width, timeToX(viewport, range.toUs));
  if (to > from) surface.rect(from, 0, Math.max(1, to - from), surface.height, { color, pattern: 'solid' });
}

/** The banded finding and the grid, below the data. `yTicks` are y coordinates of value grid lines. */
export function paintBackground(
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

/** The marked range and the cursor line, above the data. */
export function paintForeground(surface: Surface, trace: OpenTrace, palette: Palette): void {
  const { viewport } = trace;
  const { selection } = trace.view.get();
  if (selection !== null) paintRange(surface, viewport, selection, palette.selection);
  const cursorUs = trace.cursorUs.get();
  if (cursorUs === null) return;
  const x = Math.round(timeToX(viewport, cursorUs)) + 0.5;
  surface.polyline([x, 0, x, surface.height], { color: palette.ink, width: 1, dash: [3, 3] });
}

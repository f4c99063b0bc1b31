/** The whole trace in one strip: the window's envelope, losses, findings, and a brush on what is visible. */
import { type BrushBehavior, brushX, type D3BrushEvent } from 'd3-brush';
import { select } from 'd3-selection';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { canvasSurface } from '../chart/canvas-surface';
import { pixelRatio } from '../chart/environment';
import { paintSeries, visibleMax } from '../chart/paint-series';
import { type Palette, readPalette } from '../chart/palette';
import type { Surface } from '../chart/surface';
import { timeToX, type Viewport, xToTime } from '../chart/viewport';
import type { Answer } from '../protocol';
import type { OpenTrace } from '../session/open-trace';
import { count } from '../text/figures';
import { themeKey } from './paint-panel';
import { AXIS_PX } from './panel-frame';
import { usePainter } from './use-painter';

const HEIGHT = 46;
const FINDING_PX = 6;
const LOSS_PX = 5;

function wholeOf(trace: OpenTrace): Viewport {
  return { ...trace.extent, width: trace.viewport.width };
}

function paintFindings(surface: Surface, trace: OpenTrace, whole: Viewport, palette: Palette): void {
  for (const finding of [...(trace.snapshot.get()?.findings ?? [])].reverse()) {
    const from = timeToX(whole, finding.startUs);
    const width = Math.max(3, timeToX(whole, finding.endUs) - from);
    surface.rect(from, 0, width, FINDING_PX, { color: palette.severity[finding.severity], pattern: 'solid' });
  }
}

function paintTrace(surface: Surface, answer: Answer, trace: OpenTrace, palette: Palette): void {
  const whole = wholeOf(trace);
  const slice = answer.series[0];
  if (slice !== undefined) {
    const max = visibleMax(slice, answer.window, whole) * 1.05;
    const room = surface.height - FINDING_PX - LOSS_PX;
    const y = (value: number): number => surface.height - LOSS_PX - (value / max) * room;
    const stroke = { color: palette.faint, width: 1.2, dash: [] };
    paintSeries(surface, { slice, shape: 'step', stroke }, answer.window, whole, y, whole.toUs);
  }
  answer.losses.forEach((packets, i) => {
    if (packets === 0) return;
    const x = timeToX(whole, answer.window.fromUs + i * answer.window.columnUs);
    surface.rect(x, surface.height - LOSS_PX, 1.2, LOSS_PX, { color: palette.loss, pattern: 'solid' });
  });
  paintFindings(surface, trace, whole, palette);
}

export function Overview({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const layer = useRef<SVGGElement | null>(null);
  const behaviour = useRef<BrushBehavior<unknown> | null>(null);
  /** A hand is on the brush: the page must not move it meanwhile. */
  const held = useRef(false);
  const width = useRef(0);

  useEffect(() => {
    const element = layer.current;
    if (element === null) return;
    const brush = brushX<unknown>().on('brush end', (event: D3BrushEvent<unknown>) => {
      // Moves by the page itself carry no source event.
      if (event.sourceEvent === null || event.sourceEvent === undefined) return;
      held.current = event.type === 'brush';
      const selection = event.selection as [number, number] | null;
      const whole = wholeOf(trace);
      if (selection === null) trace.showRange(null);
      else trace.showRange({ fromUs: xToTime(whole, selection[0]), toUs: xToTime(whole, selection[1]) });
    });
    behaviour.current = brush;
    return () => {
      select(element).on('.brush', null);
    };
  }, [trace]);

  const paint = useCallback(() => {
    const answer = trace.overview.get();
    const { viewport, extent } = trace;
    const element = layer.current;
    if (answer === null || canvas.current === null || element === null || behaviour.current === null) return;
    const surface = canvasSurface(canvas.current, viewport.width, HEIGHT, pixelRatio());
    if (surface === null) return;
    surface.clear();
    paintTrace(surface, answer, trace, readPalette(themeKey()));
    const findings = trace.snapshot.get()?.findings.length ?? 0;
    canvas.current.setAttribute('aria-label', `Overview of the whole trace, ${count(findings)} findings.`);
    const whole = wholeOf(trace);
    const group = select<SVGGElement, unknown>(element);
    if (width.current !== viewport.width) {
      width.current = viewport.width;
      const corners: [[number, number], [number, number]] = [
        [0, 0],
        [viewport.width, HEIGHT],
      ];
      group.call(behaviour.current.extent(corners));
    }
    if (held.current) return;
    const shown = trace.view.get().range;
    const selection: [number, number] | null =
      shown === null || extent.toUs <= extent.fromUs
        ? null
        : [
            timeToX(whole, viewport.fromUs),
            Math.max(timeToX(whole, viewport.fromUs) + 2, timeToX(whole, viewport.toUs)),
          ];
    group.call(behaviour.current.move, selection);
  }, [trace]);
  usePainter(trace, paint);

  return (
    <div className="overview" data-testid="overview">
      <div className="overview-plot" style={{ marginLeft: AXIS_PX, height: HEIGHT }}>
        <canvas ref={canvas} role="img" aria-label="Overview of the whole trace" />
        <svg width="100%" height={HEIGHT} aria-hidden="true">
          <g ref={layer} />
        </svg>
      </div>
    </div>
  );
}

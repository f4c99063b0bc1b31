/** The whole trace in one strip: the window's envelope, losses, findings, and a brush for the visible range. */
import { type BrushBehavior, brushX, type D3BrushEvent } from 'd3-brush';
import { select } from 'd3-selection';
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { PanelContext } from '../../drawing/panels/panel';
import { timeToX, xToTime } from '../../drawing/surface/viewport';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { OpenTrace } from '../state/open-trace';
import { canvasSurface } from './canvas-surface';
import { pixelRatio } from './environment';
import { readPalette, themeKey } from './page-palette';
import { overviewSentence, overviewTable, paintOverview, wholeOf } from './paint-overview';
import { AXIS_PX } from './panel-frame';
import { LayersContext } from './slots';
import { TwinView } from './text-twin';
import { usePainter } from './use-painter';

const HEIGHT = 46;

/** The whole trace as a panel's context; null before the first answer. */
function overviewContext(trace: OpenTrace): PanelContext | null {
  const answer = trace.overview.get();
  const snapshot = trace.snapshot.get();
  return answer === null || snapshot === null
    ? null
    : {
        answer,
        snapshot,
        viewport: wholeOf(trace),
        hidden: new Set(trace.view.get().dismissed.map((key) => `finding/${key}`)),
      };
}

/** Inputs of the strip's picture and sentence: they do not change while the pointer moves or a range is panned. */
interface Picture extends PanelContext {
  readonly theme: string;
  readonly ratio: number;
  readonly dismissed: readonly string[];
}

function isTheSame(before: Picture | null, now: Picture): boolean {
  return (
    before?.answer === now.answer &&
    before.snapshot === now.snapshot &&
    before.theme === now.theme &&
    before.ratio === now.ratio &&
    before.dismissed === now.dismissed &&
    before.viewport.width === now.viewport.width &&
    before.viewport.fromUs === now.viewport.fromUs &&
    before.viewport.toUs === now.viewport.toUs
  );
}

function OverviewTwin({ trace }: { readonly trace: OpenTrace }): ReactNode {
  useStore(trace.overview);
  useStore(trace.snapshot);
  const context = overviewContext(trace);
  return context === null ? null : (
    <TwinView sentence={overviewSentence(context)} table={overviewTable(context)} />
  );
}

export function Overview({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  const { axis } = useContext(LayersContext);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const layer = useRef<SVGGElement | null>(null);
  const behaviour = useRef<BrushBehavior<unknown> | null>(null);
  /** The user is dragging the brush: the page must not move it. */
  const held = useRef(false);
  const width = useRef(0);
  /** Position at which the page has put the brush; null where unknown. */
  const brushed = useRef<string | null>(null);
  const painted = useRef<Picture | null>(null);
  const [asText, setAsText] = useState(false);

  useEffect(() => {
    const element = layer.current;
    if (element === null) return;
    const brush = brushX<unknown>().on('start brush end', (event: D3BrushEvent<unknown>) => {
      // Moves by the page itself have no source event.
      if (event.sourceEvent === null || event.sourceEvent === undefined) return;
      held.current = event.type !== 'end';
      brushed.current = null;
      if (event.type === 'start') {
        trace.hold();
        return;
      }
      const selection = event.selection as [number, number] | null;
      const whole = wholeOf(trace);
      if (selection === null) trace.showRange(null);
      else trace.showRange({ fromUs: xToTime(whole, selection[0]), toUs: xToTime(whole, selection[1]) });
      if (event.type === 'end') trace.release();
    });
    behaviour.current = brush;
    return () => {
      select(element).on('.brush', null);
    };
  }, [trace]);

  const paint = useCallback(() => {
    const context = overviewContext(trace);
    const { viewport, extent } = trace;
    const element = layer.current;
    if (context === null || canvas.current === null || element === null || behaviour.current === null) return;
    const { dismissed } = trace.view.get();
    const picture: Picture = { ...context, theme: themeKey(app), ratio: pixelRatio(), dismissed };
    if (!isTheSame(painted.current, picture)) {
      const surface = canvasSurface(canvas.current, viewport.width, HEIGHT, picture.ratio);
      if (surface === null) return;
      painted.current = picture;
      surface.clear();
      paintOverview(surface, context, readPalette(app));
      canvas.current.setAttribute('aria-label', `Overview. ${overviewSentence(context)}`);
    }
    const whole = context.viewport;
    const group = select<SVGGElement, unknown>(element);
    if (width.current !== viewport.width) {
      width.current = viewport.width;
      const corners: [[number, number], [number, number]] = [
        [0, 0],
        [viewport.width, HEIGHT],
      ];
      group.call(behaviour.current.extent(corners));
      brushed.current = null;
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
    const place = selection?.join(' ') ?? '';
    if (place === brushed.current) return;
    brushed.current = place;
    group.call(behaviour.current.move, selection);
  }, [app, trace]);
  usePainter(trace, paint);

  return (
    <div className="overview" data-testid="overview">
      <div className="overview-plot" style={{ marginLeft: AXIS_PX, height: HEIGHT }}>
        <canvas ref={canvas} role="img" aria-label="Overview of the whole trace" />
        <svg width="100%" height={HEIGHT} aria-hidden="true">
          <g ref={layer} />
        </svg>
        {axis.map(({ id, Content }) => (
          <Content key={id} trace={trace} viewportOf={wholeOf} />
        ))}
      </div>
      <button
        type="button"
        className="twin-toggle"
        aria-expanded={asText}
        aria-label="Overview as text"
        title="As text"
        onClick={() => setAsText(!asText)}
      >
        ≡
      </button>
      {asText && <OverviewTwin trace={trace} />}
    </div>
  );
}

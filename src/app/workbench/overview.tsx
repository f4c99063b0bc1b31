/**
 * All of the set in one strip: the window's envelope, losses and findings of each trace, one below the other, and a brush
 * for the visible range.
 */
import { type BrushBehavior, brushX, type D3BrushEvent } from 'd3-brush';
import { select } from 'd3-selection';
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { PanelContext } from '../../drawing/panels/panel';
import { laneLetter } from '../../drawing/surface/lane-styles';
import { stripOf } from '../../drawing/surface/surface';
import { timeToX, xToTime } from '../../drawing/surface/viewport';
import { chosenFinding } from '../../drawing/view/chosen-finding';
import { useApp } from '../controls/use-app';
import { useSelected, useStore } from '../controls/use-store';
import type { OpenSet, OpenTrace } from '../state/traces/open-trace';
import { canvasSurface } from './paint/canvas-surface';
import { pixelRatio } from './paint/environment';
import { readPalette, themeKey } from './paint/page-palette';
import { usePainter } from './paint/use-painter';
import { overviewMax, overviewSentence, overviewTable, paintOverview, wholeOf } from './paint-overview';
import { TwinView } from './panel/text-twin';
import { TwinToggle } from './panel/twin-toggle';
import { AXIS_PX } from './plot/plot';
import { LayersContext } from './slots';

/** Height of the strip of a trace alone; of several, which share a height, that of each at least and at most. */
const HEIGHT = { alone: 46, shared: 72, least: 13, most: 28 } as const;

function stripPx(traces: number): number {
  const share = Math.floor(HEIGHT.shared / traces);
  return traces === 1 ? HEIGHT.alone : Math.max(HEIGHT.least, Math.min(HEIGHT.most, share));
}

/** A trace's part of the strip as a panel's context; null before the first answer. */
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
        finding: chosenFinding(trace.view.get(), snapshot.findings)?.key ?? null,
      };
}

/** Inputs of a trace's picture and sentence: they do not change while the pointer moves or a range is panned. */
function inputsOf(
  trace: OpenTrace,
  { answer, snapshot, viewport, finding }: PanelContext,
): readonly unknown[] {
  const { fromUs, toUs, width } = viewport;
  return [answer, snapshot, fromUs, toUs, width, finding, trace.view.get().dismissed];
}

function areSame(before: readonly unknown[] | null, now: readonly unknown[]): boolean {
  return before?.length === now.length && now.every((input, i) => Object.is(input, before[i]));
}

function OverviewTwin({ trace }: { readonly trace: OpenTrace }): ReactNode {
  useStore(trace.overview);
  useStore(trace.snapshot);
  const context = overviewContext(trace);
  return context === null ? null : (
    <TwinView sentence={overviewSentence(context)} table={overviewTable(context)} />
  );
}

export function Overview({ set }: { readonly set: OpenSet }): ReactNode {
  const app = useApp();
  const { axis } = useContext(LayersContext);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const layer = useRef<SVGGElement | null>(null);
  const behaviour = useRef<BrushBehavior<unknown> | null>(null);
  /** The user is dragging the brush: the page must not move it. */
  const held = useRef(false);
  const brushSize = useRef('');
  /** Position at which the page has put the brush; null where unknown. */
  const brushed = useRef<string | null>(null);
  const painted = useRef<readonly unknown[] | null>(null);
  useSelected(set.view, ({ lanes }) => lanes);
  const traces = set.members.map(({ trace }) => trace);
  const each = stripPx(traces.length);
  const height = each * traces.length;
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
        set.hold();
        return;
      }
      const selection = event.selection as [number, number] | null;
      const whole = { ...set.extent, width: set.viewport.width };
      if (selection === null) set.showRange(null);
      else set.showRange({ fromUs: xToTime(whole, selection[0]), toUs: xToTime(whole, selection[1]) });
      if (event.type === 'end') set.release();
    });
    behaviour.current = brush;
    return () => {
      select(element).on('.brush', null);
    };
  }, [set]);

  const paint = useCallback(() => {
    const { viewport, extent } = set;
    const element = layer.current;
    const drawn = set.members.flatMap(({ trace }, at) => {
      const context = overviewContext(trace);
      return context === null ? [] : [{ trace, context, at }];
    });
    if (drawn.length === 0 || canvas.current === null || element === null || behaviour.current === null)
      return;
    const look = [themeKey(app), pixelRatio(), height];
    const inputs = [...look, ...drawn.flatMap(({ trace, context }) => inputsOf(trace, context))];
    if (!areSame(painted.current, inputs)) {
      const surface = canvasSurface(canvas.current, viewport.width, height, pixelRatio());
      if (surface === null) return;
      painted.current = inputs;
      surface.clear();
      const most = Math.max(...drawn.map(({ context }) => overviewMax(context)));
      for (const { context, at } of drawn)
        paintOverview(stripOf(surface, at * each, each), context, readPalette(app), most);
      const sentences = drawn.map(({ trace, context }) =>
        traces.length === 1 ? overviewSentence(context) : `${trace.name}: ${overviewSentence(context)}`,
      );
      canvas.current.setAttribute('aria-label', `Overview. ${sentences.join(' ')}`);
    }
    const whole = { ...extent, width: viewport.width };
    const group = select<SVGGElement, unknown>(element);
    const size = `${viewport.width} ${height}`;
    if (brushSize.current !== size) {
      brushSize.current = size;
      const corners: [[number, number], [number, number]] = [
        [0, 0],
        [viewport.width, height],
      ];
      group.call(behaviour.current.extent(corners));
      brushed.current = null;
    }
    if (held.current) return;
    const shown = set.view.get().range;
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
  }, [app, set, each, height, traces.length]);
  usePainter(set, paint);

  return (
    <div className="overview" data-testid="overview">
      <div className="overview-plot" style={{ marginLeft: AXIS_PX, height }}>
        <canvas ref={canvas} role="img" aria-label="Overview of the whole trace" />
        <svg width="100%" height={height} aria-hidden="true">
          <g ref={layer} />
        </svg>
        {traces.length > 1 &&
          traces.map((trace, at) => (
            <span
              key={trace.key}
              className="overview-letter"
              style={{ top: at * each, lineHeight: `${each}px` }}
            >
              {laneLetter(at)}
            </span>
          ))}
        {traces.map((trace, at) =>
          axis.map(({ id, Content }) => (
            <Content
              key={`${trace.key} ${id}`}
              trace={trace}
              viewportOf={wholeOf}
              strip={{ topPx: at * each, heightPx: each }}
            />
          )),
        )}
      </div>
      <TwinToggle title="Overview" isShown={asText} onToggle={() => setAsText(!asText)} />
      {asText && traces.map((trace) => <OverviewTwin key={trace.key} trace={trace} />)}
    </div>
  );
}

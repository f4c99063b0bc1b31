/** One quantity of all groups: title with values at the cursor, value axis and canvas. */
import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef } from 'react';
import {
  bandSentence,
  bandText,
  type GroupPlot,
  paintGroups,
} from '../../../../drawing/panels/groups/group-plots';
import { laneLetter, laneStyle } from '../../../../drawing/surface/lane-styles';
import { timeTicks, valueY } from '../../../../drawing/surface/ticks';
import { timeToX, type Viewport, xToTime } from '../../../../drawing/surface/viewport';
import type { Band } from '../../../../engine/service/compare/bands';
import { useApp } from '../../../controls/use-app';
import { drawValueAxis } from '../../../workbench/paint/axes';
import { canvasSurface } from '../../../workbench/paint/canvas-surface';
import { MEDIA_LISTS, pixelRatio } from '../../../workbench/paint/environment';
import { paletteOf } from '../../../workbench/paint/page-palette';
import { useGuarded } from '../../../workbench/paint/use-guarded';
import { AXIS_PX } from '../../../workbench/plot/plot';
import type { BandCursor } from './band-cursor';

const LABEL_PX = 11;
/** In a lower plot the name of the landmark would lie on the lines. */
const LEAST_NAMED_PX = 100;
/** Widths of the title and of the values of a group, CSS pixels: lines stay free for them, so that no plot moves. */
const TITLE_PX = 190;
const VALUES_PX = 310;
const LINE_PX = 20;

interface BandPlotProps {
  readonly plot: GroupPlot;
  readonly bands: readonly Band[];
  /** Of the groups. */
  readonly names: readonly string[];
  readonly viewport: Viewport;
  /** What the runs are aligned by, and where on the axis; NaN for none. */
  readonly landmark: string;
  readonly landmarkUs: number;
  readonly cursor: BandCursor;
}

export function BandPlot({
  plot,
  bands,
  names,
  viewport,
  landmark,
  landmarkUs,
  cursor,
}: BandPlotProps): ReactNode {
  const app = useApp();
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const axis = useRef<SVGSVGElement | null>(null);
  const root = useRef<HTMLElement | null>(null);
  const { height } = plot;
  const lines = linesOf(names.length, viewport.width);

  const paint = useGuarded(
    useCallback(() => {
      if (canvas.current === null || axis.current === null) return;
      const surface = canvasSurface(canvas.current, viewport.width, height, pixelRatio());
      if (surface === null) return;
      const palette = paletteOf(app);
      const svg = axis.current;
      surface.clear();
      paintGroups(plot, bands, viewport, {
        surface,
        palette,
        axis: (max, format, min = 0, kind = 'linear') => {
          const grid = { color: palette.grid, width: 1, dash: [] };
          const ticks = drawValueAxis(svg, [min, max], height, format, kind);
          for (const y of ticks.map(valueY([min, max], height, kind)))
            surface.polyline([0, Math.round(y) + 0.5, viewport.width, Math.round(y) + 0.5], grid);
          const times = timeTicks(viewport).values.map((us) => [us, grid] as const);
          const line = { color: palette.ink, width: 1, dash: [2, 3] };
          for (const [us, stroke] of [...times, [landmarkUs, line] as const]) {
            const x = Math.round(timeToX(viewport, us)) + 0.5;
            if (x >= 0 && x <= viewport.width) surface.polyline([x, 0, x, height], stroke);
          }
          // In a plot that has room for it, on the side where it has room.
          const isNamed = height >= LEAST_NAMED_PX;
          const x = timeToX(viewport, landmarkUs);
          const isLeft = x > viewport.width / 2;
          const style = { color: palette.faint, size: LABEL_PX, anchor: isLeft ? 'end' : 'start' } as const;
          if (isNamed && !Number.isNaN(x)) surface.text(x + (isLeft ? -5 : 5), LABEL_PX + 1, landmark, style);
        },
      });
    }, [app, plot, bands, height, viewport, landmark, landmarkUs]),
  );
  useEffect(() => {
    const repaint = (): void => app.scheduler.invalidate(paint);
    repaint();
    const end = app.choices.subscribe(repaint);
    for (const list of MEDIA_LISTS) list.addEventListener('change', repaint);
    return () => {
      end();
      for (const list of MEDIA_LISTS) list.removeEventListener('change', repaint);
      app.scheduler.forget(paint);
    };
  }, [app, paint]);

  useEffect(() => {
    const write = (): void => {
      const timeUs = cursor.get();
      root.current?.toggleAttribute('data-pointed', timeUs !== null);
      if (timeUs !== null) root.current?.style.setProperty('--cursor', `${timeToX(viewport, timeUs)}px`);
      for (const [place, element] of root.current?.querySelectorAll('[data-band]').entries() ?? []) {
        const band = bands[place];
        element.textContent = timeUs === null || band === undefined ? '' : ` ${bandText(plot, band, timeUs)}`;
      }
    };
    const later = (): void => app.scheduler.invalidate(write);
    later();
    const end = cursor.subscribe(later);
    return () => {
      end();
      app.scheduler.forget(write);
    };
  }, [app, cursor, plot, bands, viewport]);

  return (
    <section className="band-plot" ref={root} data-testid="band-plot" data-quantity={plot.quantity}>
      <div className="band-title" style={{ height: lines * LINE_PX }}>
        <h4>{plot.title}</h4>
        {bands.map((_, place) => (
          <span
            key={laneLetter(place)}
            className="lane-value band-value"
            style={{ '--lane': `var(--slot-${laneStyle(place).slot + 1})` } as CSSProperties}
            data-letter={laneLetter(place)}
            data-band={laneLetter(place)}
          />
        ))}
      </div>
      <div className="panel-body" style={{ height }}>
        <svg className="value-axis" width={AXIS_PX} height={height} ref={axis} aria-hidden="true">
          <g transform={`translate(${AXIS_PX - 6},0)`} />
        </svg>
        <div
          className="plot"
          onPointerMove={({ nativeEvent }) => cursor.set(xToTime(viewport, nativeEvent.offsetX))}
          onPointerLeave={() => cursor.set(null)}
        >
          <canvas ref={canvas} role="img" aria-label={`${plot.title}: ${bandSentence(plot, bands, names)}`} />
          <div className="band-cursor" aria-hidden="true" />
        </div>
      </div>
    </section>
  );
}

/** Lines of the title, its values wrapped. */
function linesOf(groups: number, width: number): number {
  const perLine = Math.max(1, Math.floor(width / VALUES_PX));
  const first = Math.max(0, Math.floor((width - TITLE_PX) / VALUES_PX));
  return 1 + Math.ceil(Math.max(0, groups - first) / perLine);
}

/**
 * What every panel has: a title line with its legend, a plot area (canvas, axis, gestures), and the
 * attributes that automation reads. What is drawn inside is the panel's own.
 */
import { createRef, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { attachGestures } from '../chart/gestures';
import type { OpenTrace } from '../session/open-trace';

/** Width of the axis column; the plot areas of all panels begin at the same x. */
export const AXIS_PX = 68;

export interface PanelParts {
  readonly section: RefObject<HTMLElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly axis: RefObject<SVGSVGElement | null>;
}

/** The elements a panel paints on; the same object for as long as the panel lives. */
export function usePanelParts(): PanelParts {
  const [parts] = useState<PanelParts>(() => ({
    section: createRef(),
    canvas: createRef(),
    axis: createRef(),
  }));
  return parts;
}

interface PanelFrameProps {
  readonly trace: OpenTrace;
  readonly parts: PanelParts;
  readonly id: string;
  readonly title: string;
  readonly height: number;
  /** One sentence for who cannot see the picture. */
  readonly description: string;
  readonly legend: ReactNode;
  readonly note?: ReactNode;
}

export function PanelFrame({
  trace,
  parts,
  id,
  title,
  height,
  description,
  legend,
  note,
}: PanelFrameProps): ReactNode {
  const plot = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const element = plot.current;
    if (element === null) return;
    return attachGestures(element, {
      viewport: () => trace.viewport,
      onRange: (range) => trace.showRange(range),
      onSelect: (range) => trace.select(range),
      onClick: (timeUs) => trace.click(timeUs),
      onDoubleClick: (timeUs) => trace.zoomIn(timeUs),
      onHover: (timeUs) => trace.cursorUs.set(timeUs),
    });
  }, [trace]);
  return (
    <section className="panel" data-testid="panel" data-panel={id} ref={parts.section} aria-label={title}>
      <header className="panel-title">
        <h2>{title}</h2>
        <div className="legend">{legend}</div>
      </header>
      <div className="panel-body" style={{ height }}>
        <svg className="value-axis" width={AXIS_PX} height={height} ref={parts.axis} aria-hidden="true">
          <g transform={`translate(${AXIS_PX - 6},0)`} />
        </svg>
        <div className="plot" ref={plot}>
          <canvas ref={parts.canvas} role="img" aria-label={description} />
        </div>
      </div>
      {note}
    </section>
  );
}

/** A plot of a panel: value axis, canvas, gestures; and the name of its trace, where the panel has a plot per trace. */
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { shifted } from '../../../drawing/view/set-view';
import { useApp } from '../../controls/use-app';
import type { OpenSet } from '../../state/traces/open-trace';
import type { PlotElements } from '../panel/panel-picture';
import { LayersContext, type PlotPoint } from '../slots';
import { attachGestures } from './gestures';
import type { PlotLayout } from './plot-layout';

/** Width of the axis column; the plot areas of all panels begin at the same x. */
export const AXIS_PX = 68;

interface PlotProps {
  readonly set: OpenSet;
  readonly title: string;
  readonly height: number;
  readonly kind: PlotLayout['kind'];
  /** Empty for none. */
  readonly label: string;
  /** One of several traces is shown alone in it. */
  readonly isAlone: boolean;
  /** At its right edge and over it; null for nothing. */
  readonly edge?: ReactNode;
  /** Called with the elements to draw on, and with null when they are gone. */
  readonly onElements: (elements: PlotElements | null) => void;
  /** The pointer is at a point, or null when it leaves, or was clicked there. */
  readonly onPointer?: (kind: 'move' | 'click', at: PointerPlace | null) => void;
}

/** Time of the set, and where in plot and window. */
export type PointerPlace = Omit<PlotPoint, 'panel' | 'painted'>;

export function Plot({
  set,
  title,
  height,
  kind,
  label,
  isAlone,
  edge,
  onElements,
  onPointer,
}: PlotProps): ReactNode {
  const app = useApp();
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const axis = useRef<SVGSVGElement | null>(null);
  const plot = useRef<HTMLDivElement | null>(null);
  const clips = useRef<HTMLDivElement | null>(null);
  const name = useRef<HTMLSpanElement | null>(null);
  const { canvas: layers } = useContext(LayersContext);
  const report = useRef(onElements);
  report.current = onElements;
  const point = useRef(onPointer);
  point.current = onPointer;

  useEffect(() => {
    if (canvas.current === null || axis.current === null || clips.current === null) return;
    report.current({ canvas: canvas.current, axis: axis.current, clips: clips.current, label: name.current });
    return () => report.current(null);
  }, []);

  useEffect(() => {
    const element = plot.current;
    if (element === null) return;
    const placeOf = (timeUs: number, { clientX, clientY }: MouseEvent): PointerPlace => ({
      timeUs,
      clientX,
      clientY,
      y: clientY - element.getBoundingClientRect().top,
    });
    return attachGestures(element, {
      viewport: () => set.viewport,
      onRange: (range) => set.showRange(range),
      onHold: () => set.hold(),
      onRelease: () => set.release(),
      onSelect: (range) => set.select(range),
      layerDrag: () => {
        const drag = layers.find((layer) => layer.drag?.isHeld(app))?.drag;
        return drag === undefined
          ? null
          : (range, held, movedUs) =>
              drag.onDrag(set.lead, shifted(range, -set.offsetOf(set.lead)), held, movedUs);
      },
      onClick: (timeUs, at) => {
        set.click(timeUs);
        point.current?.('click', placeOf(timeUs, at));
      },
      onDoubleClick: (timeUs) => set.zoomIn(timeUs),
      onHover: (timeUs, at) => {
        set.cursorUs.set(timeUs);
        if (at !== null && timeUs !== null) point.current?.('move', placeOf(timeUs, at));
        else point.current?.('move', null);
      },
    });
  }, [app, layers, set]);

  return (
    <div className="panel-body" data-kind={kind} data-alone={isAlone} style={{ height }}>
      <svg className="value-axis" width={AXIS_PX} height={height} ref={axis} aria-hidden="true">
        <g transform={`translate(${AXIS_PX - 6},0)`} />
      </svg>
      <div className="plot" ref={plot}>
        <canvas ref={canvas} role="img" aria-label={title} />
        {label !== '' && (
          <span className="plot-label" ref={name}>
            {label}
          </span>
        )}
        <div className="clip-labels" data-testid="clip-labels" aria-hidden="true" ref={clips} />
      </div>
      {edge}
    </div>
  );
}

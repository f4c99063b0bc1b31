/** The x axis below all panels, of time or of bytes; it also measures the width of the plot areas. */
import { type ReactNode, useCallback, useContext, useEffect, useRef } from 'react';
import type { Viewport } from '../../../drawing/surface/viewport';
import { useApp } from '../../controls/use-app';
import { useSelected } from '../../controls/use-store';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import { drawBytesAxis, drawTimeAxis } from '../paint/axes';
import { usePainter } from '../paint/use-painter';
import { LayersContext } from '../slots';
import { isByBytes, lengthWords, placeWords, utcOriginMs } from './clock';
import { ClockButton } from './clock-button';
import { AXIS_PX } from './plot';

/** Room for half a label at the right end. */
const RIGHT_PX = 24;

const HEIGHT = 28;
/** All traces share the axis. */
const STRIP = { topPx: 0, heightPx: HEIGHT };

const viewportOf = (trace: OpenTrace): Viewport => trace.viewport;

export function TimeAxis({ set }: { readonly set: OpenSet }): ReactNode {
  const app = useApp();
  const { axis } = useContext(LayersContext);
  const box = useRef<HTMLDivElement | null>(null);
  const svg = useRef<SVGSVGElement | null>(null);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void =>
      set.setWidth(Math.max(50, Math.floor(element.clientWidth - AXIS_PX - RIGHT_PX)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [set]);

  const shown = useRef('');
  const paint = useCallback(() => {
    const { viewport } = set;
    if (svg.current === null || viewport.toUs <= viewport.fromUs) return;
    const { fromUs, toUs, width } = viewport;
    const originMs = utcOriginMs(app, set);
    const key = `${fromUs} ${toUs} ${width} ${originMs}`;
    if (shown.current === key) return;
    shown.current = key;
    const within = isByBytes(set) ? toUs - fromUs : Number.POSITIVE_INFINITY;
    const [from, to] = [fromUs, toUs].map((place) => placeWords(app, set, place, within));
    const length = lengthWords(set, toUs - fromUs);
    svg.current.setAttribute('aria-label', `visible range ${from} to ${to}, ${length}`);
    if (isByBytes(set)) drawBytesAxis(svg.current, viewport);
    else drawTimeAxis(svg.current, viewport, originMs);
  }, [app, set]);
  usePainter(set, paint);
  useSelected(set.view, ({ lanes }) => lanes);

  return (
    <div className="time-axis" ref={box}>
      <svg width="100%" height={HEIGHT} ref={svg} role="img" aria-label="x axis">
        <g transform={`translate(${AXIS_PX},0)`} />
      </svg>
      {!isByBytes(set) && <ClockButton set={set} />}
      {set.members.map(({ trace }) =>
        axis.map(({ id, Content }) => (
          <Content key={`${trace.key} ${id}`} trace={trace} viewportOf={viewportOf} strip={STRIP} />
        )),
      )}
    </div>
  );
}

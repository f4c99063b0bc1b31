/** The matches of the event list's filter as ticks under the time axis. */
import { type ReactNode, useCallback, useRef } from 'react';
import { timeToX } from '../../../drawing/surface/viewport';
import { plural } from '../../../engine/base/text/figures';
import { useStore } from '../../controls/use-store';
import { eventList } from '../../state/events/trace-events';
import { usePainter } from '../../workbench/paint/use-painter';
import type { AxisLayerProps } from '../../workbench/slots';
import { eventHits } from './event-hits';

const HEIGHT_PX = 5;

export function HitTicks({ trace, viewportOf }: AxisLayerProps): ReactNode {
  const path = useRef<SVGPathElement | null>(null);
  const source = trace.feature(eventHits);
  const { timesUs, widthUs } = useStore(source.hits);
  const { open, filter, matches, done } = useStore(trace.feature(eventList).state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list has found is a reason to ask again
  const paint = useCallback(() => {
    const viewport = viewportOf(trace);
    if (viewport.toUs <= viewport.fromUs) return;
    source.follow(viewport);
    const ticks = timesUs.flatMap((timeUs) => {
      const x = timeToX(viewport, timeUs);
      const width = Math.max(1, timeToX(viewport, timeUs + widthUs) - x);
      return x + width < 0 || x > viewport.width
        ? []
        : [`M${x.toFixed(1)} 0h${width.toFixed(1)}v${HEIGHT_PX}h${(-width).toFixed(1)}z`];
    });
    path.current?.setAttribute('d', ticks.join(''));
  }, [trace, viewportOf, source, timesUs, widthUs, open, filter, matches, done]);
  usePainter(trace.set, paint);
  return (
    <svg
      className="hit-ticks"
      height={HEIGHT_PX}
      role="img"
      aria-label={`Matches of the event filter: ${plural(timesUs.length, 'tick')} in view`}
      data-testid="hit-ticks"
      data-hits={timesUs.length}
    >
      <path ref={path} />
    </svg>
  );
}

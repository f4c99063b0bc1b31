/** Numbers of the files of a trace on overview and time axis, each where its file begins; the first begins with the trace. */
import { type ReactNode, useCallback, useRef } from 'react';
import { seamsIn } from '../../../drawing/painters/paint-seams';
import { useSelected } from '../../controls/use-store';
import type { AxisLayerProps } from '../../workbench/slots';
import { usePainter } from '../../workbench/use-painter';

const HEIGHT_PX = 11;
const TEXT_GAP_PX = 2;

export function SeamFlags({ trace, viewportOf }: AxisLayerProps): ReactNode {
  const group = useRef<SVGGElement | null>(null);
  const count = useSelected(trace.snapshot, (snapshot) => snapshot?.segments.length ?? 0);
  const paint = useCallback(() => {
    const viewport = viewportOf(trace);
    const seams = seamsIn(viewport, trace.snapshot.get()?.segments ?? []);
    const texts = seams.map(({ x, part }) => {
      const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
      text.setAttribute('x', String(x + TEXT_GAP_PX));
      text.setAttribute('y', String(HEIGHT_PX - TEXT_GAP_PX));
      text.textContent = String(part);
      return text;
    });
    group.current?.replaceChildren(...texts);
  }, [trace, viewportOf]);
  usePainter(trace.set, paint);
  if (count < 2) return null;
  return (
    <svg
      className="seam-flags"
      height={HEIGHT_PX}
      aria-hidden="true"
      data-testid="seam-flags"
      data-files={count}
    >
      <g ref={group} />
    </svg>
  );
}

/** Where the files of a trace begin in its strip of the overview: a line and the file's number; the first begins with the trace. */
import { type ReactNode, useCallback, useRef } from 'react';
import { seamsIn } from '../../../drawing/painters/paint-seams';
import { useSelected } from '../../controls/use-store';
import { usePainter } from '../../workbench/paint/use-painter';
import type { AxisLayerProps } from '../../workbench/slots';

const TEXT_GAP_PX = 3;
/** Below the bars of the findings. */
const TEXT_PX = 20;

export function SeamFlags({ trace, viewportOf, strip }: AxisLayerProps): ReactNode {
  const group = useRef<SVGGElement | null>(null);
  const count = useSelected(trace.snapshot, (snapshot) => snapshot?.segments.length ?? 0);
  const paint = useCallback(() => {
    const viewport = viewportOf(trace);
    const seams = seamsIn(viewport, trace.snapshot.get()?.segments ?? []);
    const marks = seams.flatMap(({ x, part }) => {
      const line = svg('line', { x1: x, x2: x, y1: 0, y2: '100%' });
      const text = svg('text', { x: x + TEXT_GAP_PX, y: TEXT_PX });
      text.textContent = `file ${part}`;
      return [line, text];
    });
    group.current?.replaceChildren(...marks);
  }, [trace, viewportOf]);
  usePainter(trace.set, paint);
  if (count < 2) return null;
  return (
    <svg
      className="seam-flags"
      style={{ top: strip.topPx, height: strip.heightPx }}
      aria-hidden="true"
      data-testid="seam-flags"
      data-files={count}
    >
      <g ref={group} />
    </svg>
  );
}

function svg(name: string, attributes: { readonly [name: string]: number | string }): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

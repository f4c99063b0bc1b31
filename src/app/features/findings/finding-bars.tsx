/** The bars of the findings in the overview: a tooltip each, and a click that zooms to it. The overview paints them. */
import { type ReactNode, useCallback, useRef } from 'react';
import { timeToX } from '../../../drawing/surface/viewport';
import { headlineParts } from '../../../sharing/report/words/headline-words';
import { Button } from '../../controls/button';
import { useSelected, useStore } from '../../controls/use-store';
import { usePainter } from '../../workbench/paint/use-painter';
import { findingRow, LEAST_BAR_PX } from '../../workbench/paint-overview';
import type { AxisLayerProps } from '../../workbench/slots';

/** Where each bar was put last: what is put there again costs layout. */
const places = new WeakMap<HTMLElement, string>();

export function FindingBars({ trace, viewportOf, strip }: AxisLayerProps): ReactNode {
  const layer = useRef<HTMLDivElement | null>(null);
  const snapshot = useStore(trace.snapshot);
  const dismissed = useSelected(trace.view, (view) => view.dismissed);
  const findings = snapshot?.findings.filter(({ key }) => !dismissed.includes(key)) ?? [];
  const paint = useCallback(() => {
    const viewport = viewportOf(trace);
    for (const bar of layer.current?.children ?? []) {
      if (!(bar instanceof HTMLElement)) continue;
      const from = timeToX(viewport, Number(bar.dataset.startUs));
      const to = timeToX(viewport, Number(bar.dataset.endUs));
      const [left, width] = [`${from}px`, `${Math.max(LEAST_BAR_PX, to - from)}px`];
      if (places.get(bar) === `${left} ${width}`) continue;
      places.set(bar, `${left} ${width}`);
      bar.style.left = left;
      bar.style.width = width;
    }
  }, [trace, viewportOf]);
  usePainter(trace.set, paint);
  if (snapshot === null) return null;
  return (
    // The cards beside the panels are the same for keys and screen readers.
    <div className="finding-bars" ref={layer} style={{ top: strip.topPx }} aria-hidden="true">
      {findings.map((finding) => {
        const { key, severity, title, startUs, endUs } = finding;
        const [top, height] = findingRow(severity, strip.heightPx);
        return (
          <Button
            key={key}
            className={null}
            tabIndex={-1}
            data-finding={key}
            data-start-us={startUs}
            data-end-us={endUs}
            style={{ top, height }}
            title={`${title}: ${headlineParts(finding, snapshot).join(', ')}`}
            onClick={() => trace.showFinding(key)}
          />
        );
      })}
    </div>
  );
}

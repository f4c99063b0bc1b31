/**
 * The bars of the findings in the overview: a tooltip each, and a click that zooms to it; `+2` where no lane has room for two more. The
 * overview paints them.
 */
import { type ReactNode, useCallback, useRef } from 'react';
import type { Finding } from '../../../engine/findings/finding/finding';
import { findingTimes } from '../../../engine/reading/contract/stretches';
import { headlineParts } from '../../../sharing/report/words/headline-words';
import { Button } from '../../controls/button';
import { useSelected, useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import { type FindingBar, findingLanes } from '../../workbench/finding-lanes';
import { usePainter } from '../../workbench/paint/use-painter';
import { accountPx } from '../../workbench/paint-overview';
import type { AxisLayerProps } from '../../workbench/slots';
import { useOriginMs } from './origin';

/** Where each bar was put last: what is put there again costs layout. */
const places = new WeakMap<HTMLElement, string>();

function put(button: HTMLElement, bar: FindingBar<Finding> | undefined): void {
  const place = bar === undefined ? '' : [bar.x, bar.y, bar.width].map((px) => `${px}px`).join(' ');
  if (places.get(button) === place) return;
  places.set(button, place);
  button.hidden = bar === undefined;
  const [left = '', top = '', width = ''] = place.split(' ');
  Object.assign(button.style, { left, top, width });
}

function shownFindings(trace: OpenTrace): readonly Finding[] {
  const { dismissed } = trace.view.get();
  return trace.snapshot.get()?.findings.filter(({ key }) => !dismissed.includes(key)) ?? [];
}

export function FindingBars({ trace, viewportOf, strip }: AxisLayerProps): ReactNode {
  const layer = useRef<HTMLDivElement | null>(null);
  const more = useRef<HTMLButtonElement | null>(null);
  const snapshot = useStore(trace.snapshot);
  useSelected(trace.view, (view) => view.dismissed);
  const paint = useCallback(() => {
    const { bars, beyond } = findingLanes(shownFindings(trace), viewportOf(trace), strip.heightPx);
    const left = [...bars];
    for (const button of layer.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? []) {
      const at = left.findIndex(({ finding }) => finding.key === button.dataset.finding);
      put(button, at < 0 ? undefined : left.splice(at, 1)[0]);
    }
    if (layer.current === null || more.current === null) return;
    layer.current.style.top = `${strip.topPx + accountPx(trace.overview.get(), strip.heightPx)}px`;
    more.current.hidden = beyond.length === 0;
    more.current.textContent = `+${beyond.length}`;
    more.current.title = `No room for: ${beyond.map(({ title }) => title).join(', ')}`;
    more.current.onclick = () => trace.choose(beyond[0]?.key ?? '');
  }, [trace, viewportOf, strip.topPx, strip.heightPx]);
  usePainter(trace.set, paint);
  const originMs = useOriginMs(snapshot);
  if (snapshot === null) return null;
  return (
    // The cards beside the panels are the same for keys and screen readers.
    <div className="finding-bars" ref={layer} aria-hidden="true">
      <Button className="findings-more" data-testid="findings-more" tabIndex={-1} ref={more} hidden />
      {shownFindings(trace).flatMap((finding) =>
        findingTimes(finding).map(({ fromUs, toUs }) => (
          <Button
            key={`${finding.key} ${fromUs}`}
            className={null}
            tabIndex={-1}
            data-finding={finding.key}
            data-start-us={fromUs}
            data-end-us={toUs}
            title={`${finding.title}: ${headlineParts(finding, snapshot, originMs).join(', ')}`}
            onClick={() => trace.choose(finding.key)}
          />
        )),
      )}
    </div>
  );
}

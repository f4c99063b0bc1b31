/** States: the share of time per congestion state in every pixel column. */
import { type ReactNode, useCallback, useRef } from 'react';
import { drawValueAxis } from '../chart/axes';
import { paintStates, visibleChanges, visibleShares } from '../chart/paint-states';
import { readPalette, stateFill } from '../chart/palette';
import type { OpenTrace } from '../session/open-trace';
import { count, percent } from '../text/figures';
import { beginPaint, paintBackground, paintForeground } from './paint-common';
import { PanelFrame, usePanelParts } from './panel-frame';
import { usePainter } from './use-painter';
import { useStore } from './use-store';

const HEIGHT = 150;

export function StatesPanel({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const parts = usePanelParts();
  const legend = useRef<HTMLSpanElement | null>(null);

  const paint = useCallback(() => {
    const surface = beginPaint(trace, parts, HEIGHT);
    const answer = trace.answer.get();
    if (surface === null || answer === null) return;
    const palette = readPalette(document.documentElement);
    const { states, window } = answer;
    const { viewport } = trace;
    const fills = states.names.map((name) => stateFill(name, palette));
    drawValueAxis(parts.axis.current as SVGSVGElement, 1, HEIGHT, (value) => `${Math.round(value * 100)} %`);
    paintBackground(surface, trace, palette, []);
    paintStates(surface, states, window, viewport, fills);
    paintForeground(surface, trace, palette);
    const shares = visibleShares(states, window, viewport);
    showLegend(
      legend.current,
      states.names.flatMap((name, i) =>
        (shares[i] as number) > 0
          ? [{ name, share: shares[i] as number, color: (fills[i] as { color: string }).color }]
          : [],
      ),
      visibleChanges(states, window, viewport),
    );
  }, [trace, parts]);
  usePainter(trace, paint);

  const snapshot = useStore(trace.snapshot);
  if (snapshot?.phase === 'ready' && snapshot.summary.states.length === 0) return <StatesMissing />;
  return (
    <PanelFrame
      trace={trace}
      parts={parts}
      id="states"
      title="States"
      height={HEIGHT}
      description="Share of time in each congestion state over time"
      legend={<span ref={legend} className="state-keys" />}
    />
  );
}

function StatesMissing(): ReactNode {
  return (
    <section className="panel" data-testid="panel" data-panel="states" aria-label="States">
      <p className="panel-note">
        States: no <code>congestion_state_updated</code> event in this trace. The stack logs none, or its qlog
        level hides them.
      </p>
    </section>
  );
}

interface StateKey {
  readonly name: string;
  readonly share: number;
  readonly color: string;
}

/** Names, shares and changes of the visible range; as text nodes, whatever a log calls its states. */
function showLegend(element: HTMLElement | null, keys: readonly StateKey[], changes: number): void {
  if (element === null) return;
  const items = keys.map(({ name, share, color }) => {
    const item = document.createElement('span');
    item.className = 'key key-state';
    item.style.setProperty('--key-color', color);
    item.textContent = `${name} ${percent(share)}`;
    return item;
  });
  const total = document.createElement('span');
  total.textContent = `${count(changes)} transitions in view`;
  element.replaceChildren(...items, total);
}

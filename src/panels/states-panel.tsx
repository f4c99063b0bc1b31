/** States: the share of time per congestion state in every pixel column. */
import { type ReactNode, useCallback, useRef } from 'react';
import { drawValueAxis } from '../chart/axes';
import { paintStates, visibleChanges, visibleShares } from '../chart/paint-states';
import { readPalette, stateFills } from '../chart/palette';
import type { Fill } from '../chart/surface';
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
    const fills = stateFills(states.names, palette);
    drawValueAxis(parts.axis.current as SVGSVGElement, 1, HEIGHT, (value) => `${Math.round(value * 100)} %`);
    paintBackground(surface, trace, palette, []);
    paintStates(surface, states, window, viewport, fills);
    paintForeground(surface, trace, palette);
    const shares = visibleShares(states, window, viewport);
    // All names, also those with nothing in view: a legend that changes its height moves the plot away
    // from under the pointer.
    const keys = states.names.map((name, i) => ({
      name,
      share: shares[i] as number,
      fill: fills[i] as Fill,
    }));
    showLegend(legend.current, keys, visibleChanges(states, window, viewport));
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
      legend={<span ref={legend} className="keys" />}
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
  readonly fill: Fill;
}

/** Names, shares and changes of the visible range; as text nodes, whatever a log calls its states. */
function showLegend(element: HTMLElement | null, keys: readonly StateKey[], changes: number): void {
  if (element === null) return;
  const items = keys.map(({ name, share, fill }) => {
    const item = document.createElement('span');
    item.className = `key key-state pattern-${fill.pattern}`;
    item.style.setProperty('--key-color', fill.color);
    item.textContent = `${name} ${percent(share)}`;
    return item;
  });
  const total = document.createElement('span');
  total.textContent = `${count(changes)} transitions in view`;
  element.replaceChildren(...items, total);
}

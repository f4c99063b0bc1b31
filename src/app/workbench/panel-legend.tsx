/** The legend in a panel's title line: one toggle per series, with room for its value at the cursor. */
import type { CSSProperties, ReactNode } from 'react';
import type { LegendEntry, PanelContext, PanelDefinition } from '../../drawing/panels/panel';
import { toggleSeries } from '../../drawing/view/choices';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';

interface PanelLegendProps {
  readonly panel: string;
  readonly entries: readonly LegendEntry[];
}

export function PanelLegend({ panel, entries }: PanelLegendProps): ReactNode {
  const app = useApp();
  const { hiddenSeries } = useStore(app.choices);
  return (
    <div className="legend">
      {entries.map((entry) => {
        const key = `${panel}/${entry.id}`;
        const hidden = hiddenSeries.includes(key);
        return (
          <button
            key={entry.id}
            type="button"
            className={hidden ? 'key key-hidden' : 'key'}
            aria-pressed={!hidden}
            title={hidden ? `Show ${entry.label}` : `Hide ${entry.label}`}
            onClick={() => app.choices.update((current) => toggleSeries(current, key))}
          >
            <span
              className={`swatch swatch-${entry.swatch} pattern-${entry.pattern ?? 'solid'}`}
              style={{ '--swatch': `var(${entry.color})` } as CSSProperties}
            />
            {entry.label}
            <span className="value" data-value={entry.id} />
          </button>
        );
      })}
    </div>
  );
}

/** Writes values into the legend without rendering it: at the cursor, or the default ones without a cursor. */
export function writeValues(
  root: HTMLElement,
  definition: PanelDefinition,
  context: PanelContext,
  timeUs: number | null,
): void {
  const values = timeUs === null ? definition.resting?.(context) : definition.values(context, timeUs);
  for (const element of root.querySelectorAll<HTMLElement>('[data-value]')) {
    const text = values?.get(element.dataset.value ?? '') ?? '';
    const next = text === '' ? '' : ` ${text}`;
    if (element.textContent !== next) element.textContent = next;
  }
}

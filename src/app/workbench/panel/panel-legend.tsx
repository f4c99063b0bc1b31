/** The legend in a panel's title line: one toggle per series, with room for its value at the cursor. */
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import {
  type ComparedAmount,
  comparedAmount,
  deltaText,
  NO_AMOUNT,
} from '../../../drawing/panels/lanes/difference';
import type { LegendEntry, PanelDefinition } from '../../../drawing/panels/panel';
import { laneLetter, laneStyle } from '../../../drawing/surface/lane-styles';
import { toggleSeries } from '../../../drawing/view/choices';
import type { Lane } from '../../../drawing/view/set-view';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { DrawnLane } from '../paint/paint-panel';

export interface ShownEntry extends LegendEntry {
  /** Characters of the longest value that was shown. */
  readonly characters: number;
}

interface PanelLegendProps {
  readonly panel: string;
  readonly entries: readonly ShownEntry[];
  /** The traces whose values are shown. */
  readonly lanes: readonly Lane[];
  /** The traces are drawn over one another: a colour stands for a trace, not for an entry. */
  readonly isOverlaid: boolean;
}

export function PanelLegend({ panel, entries, lanes, isOverlaid }: PanelLegendProps): ReactNode {
  const app = useApp();
  const { hiddenSeries } = useStore(app.choices);
  return (
    <div className="legend">
      {entries.map((entry, at) => {
        const key = `${panel}/${entry.id}`;
        const hidden = hiddenSeries.includes(key);
        // Of several traces the places of values that an entry never has would take a line.
        const valued = lanes.length > 1 && entry.characters === 0 ? [] : lanes;
        const values = valued.map(({ trace, style }, place) => (
          <span
            key={trace}
            className={lanes.length > 1 ? 'value lane-value' : 'value'}
            style={
              {
                '--lane': `var(--slot-${laneStyle(style).slot + 1})`,
                '--characters': entry.characters,
              } as CSSProperties
            }
            data-value={entry.id}
            data-trace={trace}
            data-letter={lanes.length > 1 ? laneLetter(place) : undefined}
          />
        ));
        const hasDelta = valued.length === 2 || (valued.length > 2 && at === 0);
        return (
          <Fragment key={entry.id}>
            <span className="key-and-value">
              <Button
                className={hidden ? 'key key-hidden' : 'key'}
                tabIndex={-1}
                aria-pressed={!hidden}
                title={hidden ? `Show ${entry.label}` : `Hide ${entry.label}`}
                onClick={() => app.choices.update((current) => toggleSeries(current, key))}
              >
                <span
                  className={`swatch swatch-${entry.swatch} pattern-${entry.pattern ?? 'solid'}`}
                  style={{ '--swatch': `var(${isOverlaid ? '--ink' : entry.color})` } as CSSProperties}
                />
                {entry.label}
              </Button>
              <span className="values">
                {values}
                {hasDelta && (
                  <span
                    className="delta-value"
                    style={{ '--characters': entry.characters } as CSSProperties}
                    data-delta={entry.id}
                  />
                )}
              </span>
            </span>{' '}
          </Fragment>
        );
      })}
    </div>
  );
}

/** Writes values into the legend without rendering it: at the cursor, or the default ones without a cursor. */
export function writeValues(
  root: HTMLElement,
  definition: PanelDefinition,
  lanes: readonly DrawnLane[],
): void {
  const values = new Map(
    lanes.map(({ trace, context }) => {
      const { key, readoutUs } = trace;
      const resting = lanes.length > 1 ? undefined : definition.resting?.(context);
      const shown = readoutUs === null ? resting : definition.values(context, readoutUs);
      return [key, shown] as const;
    }),
  );
  const write = (element: HTMLElement, text: string): void => {
    const next = text === '' ? '' : ` ${text}`;
    if (element.textContent !== next) element.textContent = next;
  };
  for (const element of root.querySelectorAll<HTMLElement>('[data-value]')) {
    const { value = '', trace = '' } = element.dataset;
    write(element, values.get(trace)?.get(value) ?? '');
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-delta]'))
    write(element, deltaAtCursor(definition, lanes, element.dataset.delta ?? ''));
}

/** `Δ +43,200 B`: what B has more than A at the cursor; empty without one, and where the panel does not draw both. */
function deltaAtCursor(definition: PanelDefinition, lanes: readonly DrawnLane[], entry: string): string {
  const amountOf = (place: number): ComparedAmount => {
    const lane = lanes.find((drawn) => drawn.place === place);
    const readoutUs = lane?.trace.readoutUs ?? null;
    if (lane === undefined || readoutUs === null) return NO_AMOUNT;
    return comparedAmount(definition, lane.context, entry, readoutUs);
  };
  const text = deltaText(definition, amountOf(1), amountOf(0));
  return text === '' ? '' : `Δ ${text}`;
}

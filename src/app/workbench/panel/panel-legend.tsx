/** The legend in a panel's title line: one toggle per series that is drawn in view, with room for its value at the cursor. */
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
import { PatternMarks } from '../../controls/pattern-marks';
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

/** Panels with so many keys that a legend of one line would not show them. */
const LONG: readonly string[] = ['congestion', 'limits', 'throughput', 'sequence', 'requests', 'streams'];

/** Its height is there before its keys; values of several traces take a second line. */
function legendClass({ panel, lanes }: PanelLegendProps): string {
  return lanes.length > 1 || LONG.includes(panel) ? 'legend one long' : 'legend one';
}

export function PanelLegend(props: PanelLegendProps): ReactNode {
  const { panel, entries, lanes, isOverlaid } = props;
  const app = useApp();
  const { hiddenSeries } = useStore(app.choices);
  return (
    <div className={legendClass(props)}>
      {entries.map((entry, at) => {
        const key = `${panel}/${entry.id}`;
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
              <Key
                entry={entry}
                isHidden={hiddenSeries.includes(key)}
                isOverlaid={isOverlaid}
                isAlone={entries.length === 1}
                onToggle={() => app.choices.update((current) => toggleSeries(current, key))}
              />
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

interface KeyProps extends Pick<PanelLegendProps, 'isOverlaid'> {
  readonly entry: ShownEntry;
  readonly isHidden: boolean;
  /** Without it there would be nothing. */
  readonly isAlone: boolean;
  readonly onToggle: () => void;
}

function Key({ entry, isHidden, isOverlaid, isAlone, onToggle }: KeyProps): ReactNode {
  const { label, swatch, pattern, color } = entry;
  const content = (
    <>
      <span
        className={`swatch swatch-${swatch}`}
        style={{ '--swatch': `var(${isOverlaid ? '--ink' : color})` } as CSSProperties}
      >
        {pattern !== undefined && <PatternMarks pattern={pattern} />}
      </span>
      <KeyName label={label} />
    </>
  );
  if (isAlone && !isHidden)
    return (
      <span className="key" title={label}>
        {content}
      </span>
    );
  return (
    <Button
      className={isHidden ? 'key key-hidden' : 'key'}
      aria-pressed={!isHidden}
      tabIndex={-1}
      title={isHidden ? `Show ${label}` : `Hide ${label}`}
      onClick={onToggle}
    >
      {content}
    </Button>
  );
}

/** What stands in brackets gives way to the values; more than a term is read in the tooltip. */
function KeyName({ label }: { readonly label: string }): ReactNode {
  const at = label.indexOf(' (');
  if (at < 0) return label;
  const note = label.slice(at);
  return (
    <>
      {label.slice(0, at)}
      <span className={note.includes(' ', 1) ? 'key-note long' : 'key-note'}>{note}</span>
    </>
  );
}

/** Writes values into the legend without rendering it: those at the cursor. @param isOfSet a panel of the set has figures without a cursor, too. */
export function writeValues(
  root: HTMLElement,
  definition: PanelDefinition,
  lanes: readonly DrawnLane[],
  isOfSet: boolean,
): void {
  root.toggleAttribute(
    'data-cursor',
    lanes.some(({ trace }) => trace.readoutUs !== null),
  );
  const values = new Map(
    lanes.map(({ trace, context }) => {
      const { key, readoutUs } = trace;
      const resting = isOfSet ? definition.resting?.(context) : undefined;
      return [key, readoutUs === null ? resting : definition.values(context, readoutUs)] as const;
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

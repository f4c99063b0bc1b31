/** The ticks of what may be let out, the same in every dialog: labels from the table, counts where they are known. */
import type { ReactNode } from 'react';
import { NOTHING_TICKED, TICKS, type Tick, type Ticks } from '../../engine/contract/ticks';
import { count } from '../../engine/text/figures';
import type { OpenTrace } from '../state/open-trace';

interface TickBoxesProps {
  readonly legend: string;
  readonly ticks: Ticks;
  readonly onChange: (ticks: Ticks) => void;
  /** What stayed out for want of its tick; null where that is not known. */
  readonly leftOut?: readonly { readonly tick: Tick; readonly count: number }[] | null;
  /** The ticks that apply here; all where left out. */
  readonly offered?: readonly Tick[];
  /** What a tick is called where it lets in something else than usual. */
  readonly labels?: { readonly [tick in Tick]?: string };
  /** More of the kind that only one dialog has. */
  readonly children?: ReactNode;
}

/** In a report and a digest no address stands, but for this one. */
export const URL_LABEL = { addresses: 'Address (URL) that the trace came from' } as const;

/**
 * What a dialog begins with: nothing but the file's name, where it was ticked for this trace on this page. Links by key,
 * the address and saved pictures have no dialog and follow the same tick.
 */
export function ticksOf(trace: OpenTrace): Ticks {
  return { ...NOTHING_TICKED, fileName: trace.nameTold.get() };
}

export function rememberName(trace: OpenTrace, { fileName }: Ticks): void {
  trace.nameTold.set(fileName);
}

export function TickBoxes({
  legend,
  ticks,
  onChange,
  leftOut = null,
  offered,
  labels,
  children,
}: TickBoxesProps): ReactNode {
  return (
    <fieldset className="tick-boxes">
      <legend>{legend}</legend>
      {TICKS.filter(({ id }) => offered === undefined || offered.includes(id)).map(({ id, label }) => {
        const left = leftOut?.find(({ tick }) => tick === id)?.count ?? 0;
        return (
          <label key={id}>
            <input
              type="checkbox"
              data-tick={id}
              checked={ticks[id]}
              onChange={({ target }) => onChange({ ...ticks, [id]: target.checked })}
            />
            {labels?.[id] ?? label}
            {left > 0 && <span className="fine"> ({count(left)} left out)</span>}
          </label>
        );
      })}
      {children}
    </fieldset>
  );
}

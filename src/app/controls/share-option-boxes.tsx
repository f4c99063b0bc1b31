/** Checkboxes of the share options, the same in every dialog: labels from the table, counts where known. */
import type { ReactNode } from 'react';
import { count } from '../../engine/base/text/figures';
import {
  SHARE_OPTIONS,
  type ShareOption,
  type ShareOptions,
  TRACE_OPTIONS,
} from '../../engine/reading/contract/share-options';

interface ShareOptionBoxesProps {
  readonly legend: string;
  readonly options: ShareOptions;
  readonly onChange: (options: ShareOptions) => void;
  /** How often each unticked option left something out; null where unknown. */
  readonly leftOut?: readonly { readonly option: ShareOption; readonly count: number }[] | null;
  /** The options that apply here; those of a trace where left out. */
  readonly offered?: readonly ShareOption[];
  /** Labels that replace those of the table. */
  readonly labels?: { readonly [option in ShareOption]?: string };
  /** Further checkboxes of one dialog. */
  readonly children?: ReactNode;
}

/** Reports and digests contain no other address. */
export const URL_LABEL = { addresses: 'Address (URL) that the trace came from' } as const;

export function ShareOptionBoxes({
  legend,
  options,
  onChange,
  leftOut = null,
  offered = TRACE_OPTIONS,
  labels,
  children,
}: ShareOptionBoxesProps): ReactNode {
  return (
    <fieldset className="tick-boxes">
      <legend>{legend}</legend>
      {SHARE_OPTIONS.filter(({ id }) => offered.includes(id)).map(({ id, label }) => {
        const left = leftOut?.find(({ option }) => option === id)?.count ?? 0;
        return (
          <label key={id}>
            <input
              type="checkbox"
              data-tick={id}
              checked={options[id]}
              onChange={({ target }) => onChange({ ...options, [id]: target.checked })}
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

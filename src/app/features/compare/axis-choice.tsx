/** The choice between time and bytes delivered for the x axis of a comparison. */
import { type ReactNode, useEffect } from 'react';
import { useSelected, useStore } from '../../controls/use-store';
import { setComparison } from '../../state/compare/set-comparison';
import type { OpenSet } from '../../state/traces/open-trace';
import { byteAxis } from './byte-axis';

const AXES = [
  ['time', 'time'],
  ['bytes', 'bytes delivered'],
] as const;

export function AxisChoice({ set }: { readonly set: OpenSet }): ReactNode {
  const { lead } = set;
  const axis = useStore(set.axis);
  useStore(lead.feature(setComparison).parts);
  useSelected(set.view, ({ lanes }) => lanes);
  const over = lead.feature(byteAxis);
  useEffect(() => over.follow(), [over]);
  const lacking = over.lacking();
  return (
    <fieldset data-testid="x-axis" title={lacking === '' ? undefined : lacking}>
      <legend className="visually-hidden">X axis</legend>
      <span aria-hidden="true">x axis:</span>
      {AXES.map(([id, words]) => (
        <label key={id}>
          <input
            type="radio"
            name="x-axis"
            value={id}
            checked={axis === id}
            disabled={id === 'bytes' && lacking !== ''}
            onChange={() => set.axis.set(id)}
          />
          {words}
        </label>
      ))}
      {axis === 'bytes' && <span className="none">({over.quantities()})</span>}
    </fieldset>
  );
}

/** In the title line of a panel with a row per stream or request: how its rows are sorted. */
import type { ReactNode } from 'react';
import type { PanelRows } from '../../../drawing/panels/panel';
import { useSelected } from '../../controls/use-store';
import type { OpenSet } from '../../state/traces/open-trace';

interface RowsOrderProps {
  readonly set: OpenSet;
  readonly title: string;
  readonly rows: PanelRows;
}

export function RowsOrder({ set, title, rows: { of, orders } }: RowsOrderProps): ReactNode {
  const order = useSelected(set.lead.rows.shown, (shown) => shown[of].order);
  return (
    <select
      className="rows-order"
      data-testid="rows-order"
      tabIndex={-1}
      aria-label={`${title}: order of the rows`}
      value={order}
      onChange={({ target }) => {
        for (const { trace } of set.members) trace.rows.change(of, { order: target.value });
      }}
    >
      {orders.map(([id, words]) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** The tab of the table, before those of the open traces. */
import type { ReactNode } from 'react';
import { count } from '../../../engine/text/figures';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { TraceTable } from '../../state/trace-table';
import './table-tab.css';

export function TableTab(): ReactNode {
  const table = useStore(useApp().table);
  return table === null ? null : <Tab table={table} />;
}

function Tab({ table }: { readonly table: TraceTable }): ReactNode {
  const app = useApp();
  const { shown } = useStore(app.files.list);
  useStore(app.screen);
  const isShown = shown === null && app.shownTable !== null;
  const rows = useStore(table.rows);
  return (
    <span className={isShown ? 'tab table-tab current' : 'tab table-tab'}>
      <button
        type="button"
        className="tab-name"
        data-testid="table-tab"
        data-rows={rows.length}
        aria-current={isShown ? 'true' : undefined}
        title="Table of traces (Shift + T)"
        onClick={() => {
          app.screen.set('table');
          app.files.showNone();
        }}
      >
        Table ({count(rows.filter(({ row }) => row !== null && row.failure === null).length)})
      </button>
    </span>
  );
}

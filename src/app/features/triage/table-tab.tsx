/** The tab of the table. */
import type { ReactNode } from 'react';
import { count } from '../../../engine/base/text/figures';
import { ScreenTab } from '../../controls/screen-tab';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { TABLE, tableStore } from '../../state/table/table-store';
import type { TraceTable } from '../../state/table/trace-table';

export function TableTab(): ReactNode {
  const table = useStore(useApp().feature(tableStore));
  return table === null ? null : <Tab table={table} />;
}

function Tab({ table }: { readonly table: TraceTable }): ReactNode {
  const rows = useStore(table.rows);
  return (
    <ScreenTab testId="table-tab" screen={TABLE} title="Table of traces (Shift + T)" rows={rows.length}>
      Table ({count(rows.filter(({ row }) => row !== null && row.failure === null).length)})
    </ScreenTab>
  );
}

/** The filter of the table, and what is done with its rows. */
import type { ReactNode, RefObject } from 'react';
import { count, plural } from '../../../engine/base/text/figures';
import { ROW_OPTIONS } from '../../../sharing/table/packed-rows';
import { ROW_FILTER_HELP } from '../../../sharing/table/row-fields';
import { Button } from '../../controls/button';
import { FilterField, FilterFoot, useFilterBox } from '../../controls/filter-box';
import { MenuDetails } from '../../controls/menu-details';
import {
  comparable,
  compareRows,
  copyRows,
  openRow,
  saveTable,
  type TableFormat,
  worstRow,
} from '../../controls/row-actions';
import { ShareOptionBoxes } from '../../controls/share-option-boxes';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import { tableStore } from '../../state/table/table-store';
import { ROW_OPTION_LABELS, type TableView } from '../../state/table/table-view';

interface TableToolsProps {
  readonly view: TableView;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The rows get the focus. */
  readonly onLeave: () => void;
}

export function TableTools({ view, field, onLeave }: TableToolsProps): ReactNode {
  const { filter, filterError } = useStore(view.state);
  const box = useFilterBox(filter, view, field);
  return (
    <div className="table-tools">
      <div className="table-filter">
        <FilterField
          box={box}
          name="table"
          label="Filter traces"
          placeholder='Filter: finding = death-spiral and impl ~ "quiche 0.30"'
          isInvalid={filterError !== null}
          onLeave={onLeave}
        />
      </div>
      <Actions view={view} onLeave={onLeave} />
      <FilterFoot
        box={box}
        filter={filter}
        name="table"
        error={filterError}
        meanwhile="All traces are listed meanwhile."
        help={ROW_FILTER_HELP}
      />
    </div>
  );
}

function closeTable(app: AppState): void {
  const store = app.feature(tableStore);
  store.get()?.close();
  store.set(null);
  app.screens.leave();
}

function Actions({ view, onLeave }: Pick<TableToolsProps, 'view' | 'onLeave'>): ReactNode {
  const app = useApp();
  useStore(view.state);
  const picked = view.picked.length;
  const worst = worstRow(view);
  const { rows, why } = comparable(view);
  return (
    <div className="table-actions">
      <Button
        data-testid="open-worst"
        disabled={worst === null}
        title={worst === null ? 'No trace that is shown has an alarm.' : `Opens ${worst.name}`}
        onClick={() => worst !== null && openRow(app, worst)}
      >
        Open worst
      </Button>
      <Button
        data-testid="compare-selected"
        disabled={why !== null}
        title={why ?? 'Puts them on one time axis (V)'}
        onClick={() => compareRows(app, rows)}
      >
        Compare{picked > 0 ? ` (${count(picked)})` : ''}
      </Button>
      <Button
        data-testid="group-rows"
        title="Groups of runs, and how many of each have a finding (Shift + G)"
        onClick={() => app.toggleDialog('groups')}
      >
        Group…
      </Button>
      <Button
        data-testid="remove-selected"
        disabled={picked === 0}
        title={picked === 0 ? 'Select rows to remove them.' : 'Takes them out of the table only (Delete)'}
        onClick={() => {
          view.removePicked();
          onLeave();
        }}
      >
        Remove{picked > 0 ? ` (${count(picked)})` : ''}
      </Button>
      <MenuDetails className="page-menu table-copy" label="Copy, save ▾" name="Copy or save rows">
        <CopyMenu view={view} />
      </MenuDetails>
      <Button data-testid="close-table" onClick={() => closeTable(app)}>
        Close table
      </Button>
    </div>
  );
}

const FORMATS: readonly (readonly [TableFormat, string])[] = [
  ['tsv', 'Copy as TSV, for a spreadsheet'],
  ['csv', 'Copy as CSV'],
  ['json', 'Copy as JSON'],
];

function CopyMenu({ view }: { readonly view: TableView }): ReactNode {
  const app = useApp();
  const { options } = useStore(view.state);
  const rows = view.chosen.length;
  return (
    <>
      <ShareOptionBoxes
        legend={`${view.picked.length > 0 ? 'The selected' : 'All shown'}: ${plural(rows, 'row')}, with`}
        options={options}
        onChange={(next) => view.setOptions(next)}
        offered={ROW_OPTIONS}
        labels={ROW_OPTION_LABELS}
      />
      {FORMATS.map(([format, words]) => (
        <Button
          key={format}
          className={null}
          data-format={format}
          disabled={rows === 0}
          onClick={() => void copyRows(view, format)}
        >
          {words}
        </Button>
      ))}
      <Button className={null} data-format="file" disabled={rows === 0} onClick={() => saveTable(app)}>
        Save as a file that opens here (.qlogscope)
      </Button>
    </>
  );
}

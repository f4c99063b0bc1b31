/** The filter of the table, and what is done with its rows. */
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { count, plural } from '../../../engine/text/figures';
import { ROW_OPTIONS } from '../../../sharing/table/packed-rows';
import { ROW_FILTER_HELP } from '../../../sharing/table/row-fields';
import { FilterHelp, FilterProblem } from '../../controls/filter-words';
import { MenuDetails } from '../../controls/menu-details';
import { ShareOptionBoxes } from '../../controls/share-option-boxes';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import {
  comparable,
  compareRows,
  copyRows,
  openRow,
  saveRows,
  type TableFormat,
  worstRow,
} from './row-actions';
import { ROW_OPTION_LABELS, type TableView } from './table-view';

/** A filter takes effect when nothing was typed for this long. */
const DEBOUNCE_MS = 200;

interface TableToolsProps {
  readonly view: TableView;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The rows get the focus. */
  readonly onLeave: () => void;
}

export function TableTools({ view, field, onLeave }: TableToolsProps): ReactNode {
  const { filter, filterError } = useStore(view.state);
  const [text, setText] = useState(filter);
  const [helps, setHelps] = useState(false);
  // A filter that came from elsewhere, as from the numbers above.
  useEffect(() => setText(filter), [filter]);
  useEffect(() => {
    const timer = setTimeout(() => view.setFilter(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [view, text]);
  const apply = (next: string): void => {
    setText(next);
    view.setFilter(next);
  };
  return (
    <div className="table-tools">
      <div className="table-filter">
        <input
          className="field"
          ref={field}
          type="text"
          data-testid="table-filter"
          aria-label="Filter traces"
          aria-invalid={filterError !== null}
          aria-describedby={filterError === null ? undefined : 'table-filter-error'}
          placeholder='Filter: finding = death-spiral and impl ~ "quiche 0.30"'
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            apply(text);
            onLeave();
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        <button
          type="button"
          className="button"
          data-testid="table-help"
          aria-expanded={helps}
          aria-label="Filter help"
          onClick={() => setHelps(!helps)}
        >
          ?
        </button>
      </div>
      <Actions view={view} />
      {filterError !== null && (
        <FilterProblem
          id="table-filter-error"
          testId="table-filter-error"
          filter={filter}
          error={filterError}
          meanwhile="All traces are listed meanwhile."
        />
      )}
      {helps && <FilterHelp rows={ROW_FILTER_HELP} onExample={apply} />}
    </div>
  );
}

function closeTable(app: AppState): void {
  app.table.get()?.close();
  app.table.set(null);
  const last = app.files.files.at(-1);
  if (last === undefined) app.activity.changed();
  else app.files.show(last);
}

function Actions({ view }: { readonly view: TableView }): ReactNode {
  const app = useApp();
  useStore(view.state);
  const picked = view.picked.length;
  const worst = worstRow(view);
  const { rows, why } = comparable(view);
  return (
    <div className="table-actions">
      <button
        type="button"
        className="button"
        data-testid="open-worst"
        disabled={worst === null}
        title={worst === null ? 'No trace has an alarm.' : `Opens ${worst.name}`}
        onClick={() => worst !== null && openRow(app, worst)}
      >
        Open worst
      </button>
      <button
        type="button"
        className="button"
        data-testid="compare-selected"
        disabled={why !== null}
        title={why ?? 'Puts them on one time axis'}
        onClick={() => compareRows(app, rows)}
      >
        Compare{picked > 0 ? ` (${count(picked)})` : ''}
      </button>
      <button
        type="button"
        className="button"
        data-testid="remove-selected"
        disabled={picked === 0}
        title={picked === 0 ? 'Select rows to remove them.' : 'Takes them out of the table only'}
        onClick={() => view.removePicked()}
      >
        Remove{picked > 0 ? ` (${count(picked)})` : ''}
      </button>
      <MenuDetails className="page-menu table-copy" label="Copy, save ▾" name="Copy or save rows">
        <CopyMenu view={view} />
      </MenuDetails>
      <button type="button" className="button" data-testid="close-table" onClick={() => closeTable(app)}>
        Close table
      </button>
    </div>
  );
}

const FORMATS: readonly (readonly [TableFormat, string])[] = [
  ['tsv', 'Copy as TSV, for a spreadsheet'],
  ['csv', 'Copy as CSV'],
  ['json', 'Copy as JSON'],
];

function CopyMenu({ view }: { readonly view: TableView }): ReactNode {
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
        <button
          key={format}
          type="button"
          data-format={format}
          disabled={rows === 0}
          onClick={() => void copyRows(view, format)}
        >
          {words}
        </button>
      ))}
      <button type="button" data-format="file" disabled={rows === 0} onClick={() => saveRows(view)}>
        Save as a file that opens here (.qlogscope)
      </button>
    </>
  );
}

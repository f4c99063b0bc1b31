/**
 * The link to the table of traces: of a listing that was not changed its URL, of any other its rows themselves, the worst
 * first, redacted by the options of the table; and the order, the filter and the selected rows.
 */
import type { ShareOptions } from '../../../engine/contract/share-options';
import { count, plural } from '../../../engine/text/figures';
import { formatLink } from '../../../sharing/link/format';
import { EMPTY_LINK, type LinkPick, type LinkTable, MAX_ITEMS } from '../../../sharing/link/state';
import { type PackedRows, packRows, type RowDetail } from '../../../sharing/table/packed-rows';
import { byOrder, WORST_FIRST } from '../../../sharing/table/row-order';
import { shareFilter } from '../../../sharing/table/share-filter';
import { shareRows } from '../../../sharing/table/share-rows';
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import type { TableRow, TraceTable } from '../../state/trace-table';
import { isRead, type ReadRow, tableView } from '../triage/table-view';

export { tableView };

export interface TableLink {
  /** Without `#`. */
  readonly fragment: string;
  /** What it holds, and what is left out. */
  readonly words: string;
}

export const tableLinks: FeatureState<AppState, TableLinks> = { create: (app) => new TableLinks(app) };

interface Packed extends PackedRows {
  readonly of: readonly TableRow[];
  readonly options: ShareOptions;
  /** All rows that were read, the worst first. */
  readonly rows: readonly ReadRow[];
}

export class TableLinks {
  readonly #app: AppState;
  /** Of the rows and options that it was made of last: a filter is typed letter by letter. */
  #packed: Packed | null = null;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The link that is copied; null where there is no table. */
  shortest(): TableLink | null {
    return this.ofListing() ?? this.ofRows();
  }

  /** Null for a table that is no listing, or no longer. */
  ofListing(): TableLink | null {
    const table = this.#app.table.get();
    const url = table?.listing ?? null;
    if (table === null || url === null) return null;
    const picked = table
      .placesOf(this.#view.selected)
      .map(({ file, row }): LinkPick => ({ row: file, ofFile: row === 0 ? null : row }));
    const state = { ...EMPTY_LINK, traces: [{ kind: 'src' as const, url }], table: this.#seen(null, picked) };
    return {
      fragment: formatLink(state),
      words: `names the listing, of which every trace is fetched again.${this.#leftOutWords(picked)}`,
    };
  }

  ofRows(): TableLink | null {
    const table = this.#app.table.get();
    if (table === null) return null;
    const packed = this.#pack(table);
    const { selected } = this.#view;
    const picked = packed.rows
      .slice(0, packed.held)
      .flatMap(({ key }, row): LinkPick[] => (selected.has(key) ? [{ row, ofFile: null }] : []));
    const waiting = table.rows.get().length - packed.rows.length;
    const unread =
      waiting > 0
        ? ` ${plural(waiting, 'file')} that ${waiting === 1 ? 'is' : 'are'} not read yet ${waiting === 1 ? 'is' : 'are'} left out.`
        : '';
    return {
      fragment: formatLink({ ...EMPTY_LINK, table: this.#seen(packed.text, picked) }),
      words: `holds ${heldWords(packed, packed.rows.length)}.${unread}${this.#leftOutWords(picked)}`,
    };
  }

  get #view() {
    return this.#app.feature(tableView).state.get();
  }

  #seen(rows: string | null, picked: readonly LinkPick[]): LinkTable {
    const { order, filter, options } = this.#view;
    const isDefault = order.key === WORST_FIRST.key && order.reversed === WORST_FIRST.reversed;
    return {
      ...{ rows, picked: picked.slice(0, MAX_ITEMS), fleet: null },
      order: isDefault ? null : order,
      filter: shareFilter(filter, options),
    };
  }

  #leftOutWords(picked: readonly LinkPick[]): string {
    const { filter, options } = this.#view;
    const hasFilter = filter.trim() !== '' && shareFilter(filter, options) === '';
    const lost = hasFilter
      ? ' The filter is left out: it asks for names or free text, which are not included, or cannot be read.'
      : '';
    const more = picked.length - MAX_ITEMS;
    return more > 0 ? `${lost} Of the selected rows the first ${count(MAX_ITEMS)} are selected.` : lost;
  }

  #pack(table: TraceTable): Packed {
    const of = table.rows.get();
    const { options } = this.#view;
    const before = this.#packed;
    if (before !== null && before.of === of && before.options === options) return before;
    const compare = byOrder(WORST_FIRST);
    const rows = of.filter(isRead).sort((a, b) => compare(a.row, b.row));
    const shared = shareRows(
      rows.map(({ row }) => row),
      options,
    );
    this.#packed = { ...packRows(shared, options), of, options, rows };
    return this.#packed;
  }
}

const DETAIL_WORDS: { readonly [detail in RowDetail]: string } = {
  whole: '',
  'no-window': ', without the sketches of the window',
  'worst-only': ', without the sketches of the window and the times of findings but the worst',
};

/** @param all rows that there are. */
function heldWords({ held, detail }: PackedRows, all: number): string {
  const rows = held < all ? `the ${count(held)} worst of ${plural(all, 'row')}` : plural(all, 'row');
  return `${rows}${DETAIL_WORDS[detail]}`;
}

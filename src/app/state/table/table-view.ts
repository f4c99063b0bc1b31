/**
 * What is seen of the table of traces: the filter, the order, the selected rows and the current one. It stays while a trace
 * of the table is on the screen.
 */
import { SHARE_NOTHING, type ShareOptions } from '../../../engine/reading/contract/share-options';
import { compileRowFilter, type FilterError, isFilterError } from '../../../engine/service/filter';
import type { TraceRow } from '../../../sharing/figures/rows';
import { ROW_FIELDS } from '../../../sharing/table/row-fields';
import { byOrder, isAscending, type Order, WORST_FIRST } from '../../../sharing/table/row-order';
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { ToCompare } from '../traces/compare-traces';
import { type NamedFile, singleSource } from '../traces/named-file';
import { tableStore } from './table-store';
import type { TableRow } from './trace-table';

export type ReadRow = TableRow & { readonly row: TraceRow };

export interface TableViewState {
  readonly filter: string;
  readonly filterError: FilterError | null;
  readonly order: Order;
  /** The rows that are shown: those that were read in their order, then those that wait. */
  readonly shown: readonly TableRow[];
  /** Keys. */
  readonly selected: ReadonlySet<string>;
  readonly current: string | null;
  /** Changes where the current row is to be scrolled to. */
  readonly reveal: number;
  /** What is copied of rows beside figures. */
  readonly options: ShareOptions;
}

const INITIAL: TableViewState = {
  filter: '',
  filterError: null,
  order: WORST_FIRST,
  shown: [],
  selected: new Set(),
  current: null,
  reveal: 0,
  options: SHARE_NOTHING,
};

export const ROW_OPTION_LABELS = {
  fileName: 'File names',
  reasonPhrases: 'Whole versions, and other free text',
} as const;

export const tableView: FeatureState<AppState, TableView> = { create: (app) => new TableView(app) };

export class TableView {
  readonly state: Store<TableViewState> = createStore(INITIAL);
  readonly #app: AppState;
  #rows: readonly TableRow[] = [];
  /** The row whose file the user is asked for. */
  #asked: string | null = null;

  constructor(app: AppState) {
    this.#app = app;
    const store = app.feature(tableStore);
    let stop: () => void = () => undefined;
    const follow = (): void => {
      stop();
      const table = store.get();
      if (table === null) this.state.set(INITIAL);
      stop = table?.rows.subscribe(() => this.#take(table.rows.get())) ?? (() => undefined);
      this.#take(table?.rows.get() ?? []);
    };
    store.subscribe(follow);
    follow();
  }

  #take(rows: readonly TableRow[]): void {
    this.#rows = rows;
    const { selected, current } = this.state.get();
    const keys = new Set(rows.map(({ key }) => key));
    const left = [...selected].filter((key) => keys.has(key));
    this.#update({
      selected: left.length === selected.size ? selected : new Set(left),
      current: current !== null && keys.has(current) ? current : null,
    });
  }

  /** Filters and sorts anew. */
  #update(change: Partial<TableViewState>): void {
    const next = { ...this.state.get(), ...change };
    const filter = next.filter.trim() === '' ? null : compileRowFilter(next.filter, ROW_FIELDS);
    const filterError = filter !== null && isFilterError(filter) ? filter : null;
    const matches = filter === null || filterError !== null ? null : (filter as (row: TraceRow) => boolean);
    const read = this.#rows.filter(isRead).filter(({ row }) => matches?.(row) ?? true);
    const compare = byOrder(next.order);
    const sorted = read.toSorted((a, b) => compare(a.row, b.row));
    const waiting = matches === null ? this.#rows.filter(({ row }) => row === null) : [];
    this.state.set({ ...next, filterError, shown: [...sorted, ...waiting] });
  }

  #change(change: Partial<TableViewState>): void {
    this.state.update((state) => ({ ...state, ...change }));
  }

  setFilter(filter: string): void {
    if (filter !== this.state.get().filter) this.#update({ filter });
  }

  /** By this column; where it is the order already, the other way round. */
  sortBy(key: string): void {
    const { order } = this.state.get();
    this.#update({ order: { key, reversed: order.key === key && !order.reversed } });
  }

  /** As a link has it. */
  restore({ filter, order }: Pick<TableViewState, 'filter' | 'order'>): void {
    this.#update({ filter, order });
  }

  setOptions(options: ShareOptions): void {
    this.#change({ options });
  }

  /** Makes a row the current one. */
  moveTo(index: number): void {
    const { shown, reveal } = this.state.get();
    const row = shown[Math.min(Math.max(0, index), shown.length - 1)];
    if (row !== undefined) this.#change({ current: row.key, reveal: reveal + 1 });
  }

  moveBy(rows: number): void {
    const at = this.currentIndex;
    this.moveTo(at < 0 ? 0 : at + rows);
  }

  /** Of the current row among those shown; below 0 for none. */
  get currentIndex(): number {
    const { shown, current } = this.state.get();
    return shown.findIndex(({ key }) => key === current);
  }

  select(key: string, isSelected: boolean): void {
    const selected = new Set(this.state.get().selected);
    if (isSelected) selected.add(key);
    else selected.delete(key);
    this.#change({ selected });
  }

  toggle(key: string): void {
    this.select(key, !this.state.get().selected.has(key));
  }

  /** All rows that are shown, or none. */
  selectShown(isSelected: boolean): void {
    this.#change({ selected: new Set(isSelected ? this.state.get().shown.map(({ key }) => key) : []) });
  }

  /** The selected rows that are shown, in their order: what the filter hides is left alone. */
  get picked(): readonly TableRow[] {
    const { shown, selected } = this.state.get();
    return shown.filter(({ key }) => selected.has(key));
  }

  /** Those of them that were read; all shown ones where none is picked. */
  get chosen(): readonly ReadRow[] {
    const { picked } = this;
    return (picked.length === 0 ? this.state.get().shown : picked).filter(isRead);
  }

  removePicked(): void {
    this.remove(new Set(this.picked.map(({ key }) => key)));
  }

  remove(keys: ReadonlySet<string>): void {
    const at = this.currentIndex;
    const { shown } = this.state.get();
    const rest = shown.slice(at + 1).concat(shown.slice(0, Math.max(0, at)).reverse());
    const next = rest.find(({ key }) => !keys.has(key))?.key ?? null;
    const { current } = this.state.get();
    if (current !== null && keys.has(current)) this.#change({ current: next });
    this.#app.feature(tableStore).get()?.remove(keys);
  }

  /** Puts back the rows that were removed last; the first of them that is shown becomes the current one. */
  putBack(): void {
    const keys = this.#app.feature(tableStore).get()?.putBack() ?? new Set<string>();
    const at = this.state.get().shown.findIndex(({ key }) => keys.has(key));
    if (at >= 0) this.moveTo(at);
  }

  askFor(key: string): void {
    this.#asked = key;
  }

  /** @returns what is opened for the row that the user was asked for, where this is its file. */
  takeAsked(files: readonly NamedFile[]): ToCompare | null {
    const asked = this.#rows.filter(isRead).find(({ key }) => key === this.#asked);
    this.#asked = null;
    const [only, another] = files;
    if (asked === undefined || only === undefined || another !== undefined) return null;
    return { source: singleSource(only), connection: asked.row.connection };
  }
}

export function isRead(row: TableRow): row is ReadRow {
  return row.row !== null;
}

/** As `aria-sort` says it. */
export function sortOf(key: string, { key: by, reversed }: Order): 'ascending' | 'descending' | undefined {
  if (by !== key) return undefined;
  return isAscending(key) !== reversed ? 'ascending' : 'descending';
}

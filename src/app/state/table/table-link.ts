/**
 * The link to the table of traces: of a listing that was not changed its URL, of a table in the store its name there, of any other its
 * rows themselves, the worst first, redacted by the options of the table; and the order, the filter and the selected rows.
 */
import { count, plural } from '../../../engine/base/text/figures';
import type { ShareOptions } from '../../../engine/reading/contract/share-options';
import { formatLink } from '../../../sharing/link/format';
import {
  EMPTY_LINK,
  EMPTY_TABLE,
  type LinkPick,
  type LinkTable,
  MAX_GROUPED,
  MAX_GROUPS,
  MAX_ID,
  MAX_ITEMS,
} from '../../../sharing/link/state';
import { groupsOfRows, type SharedGroups } from '../../../sharing/table/group-names';
import { type GroupsSaid, groupsSaid } from '../../../sharing/table/groups-text';
import { MAX_PACKED, type PackedRows, packRows, type RowDetail } from '../../../sharing/table/packed-rows';
import { type PackedRuns, packRuns } from '../../../sharing/table/packed-runs';
import { byOrder, WORST_FIRST } from '../../../sharing/table/row-order';
import { shareFilter } from '../../../sharing/table/share-filter';
import { shareRows } from '../../../sharing/table/share-rows';
import type { AppState } from '../app-state';
import type { FeatureState } from '../feature-states';
import { groupsShown } from './groups-shown';
import { tableGroups } from './table-groups';
import { tableStore } from './table-store';
import { isRead, type ReadRow, tableView } from './table-view';
import type { TableRow, TraceTable } from './trace-table';

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
  readonly maxLength: number;
}

export class TableLinks {
  readonly #app: AppState;
  /** Of the rows and options that it was made of last: a filter is typed letter by letter. */
  #packed: readonly Packed[] = [];

  /** What `beneath` gave last. */
  #beneath: { readonly of: readonly unknown[]; readonly table: LinkTable } | null = null;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The link that is copied; null where there is no table. Groups are of rows that are in the link. */
  shortest(): TableLink | null {
    return this.ofStored() ?? (this.#hasGroups ? null : this.ofListing()) ?? this.ofRows();
  }

  /** Order and filter of the table, of no row. */
  get seen(): LinkTable {
    return this.#seen(null, [], null);
  }

  /**
   * What lies beneath traces that are compared, as part of the link to these: the groups, where they were shown, or the rows. Made anew
   * where they, or what is seen of the table, changed.
   */
  beneath(): LinkTable {
    const hasGroups = this.#app.feature(tableGroups).wereShown;
    const { grouped, progress, landmark, figures } = this.#app.feature(tableGroups);
    const of = [this.#view, hasGroups, ...[grouped, progress, landmark, figures].map((store) => store.get())];
    if (this.#beneath?.of.every((one, i) => one === of[i]) !== true)
      this.#beneath = { of, table: this.#storedTable(hasGroups) ?? this.#tableOfRows(hasGroups).table };
    return this.#beneath.table;
  }

  /** Null for a table that is not in the store, or not as it is here. */
  ofStored(): TableLink | null {
    const table = this.#storedTable(this.#hasGroups);
    if (table === null) return null;
    return {
      fragment: formatLink({ ...EMPTY_LINK, table }),
      words: `names the table in the store, with all of its rows.${this.#leftOutWords(table.picked)}`,
    };
  }

  #storedTable(hasGroups: boolean): LinkTable | null {
    const table = this.#app.feature(tableStore).get();
    if (table?.origin?.kind !== 'stored') return null;
    if (!this.#app.feature(tableGroups).isAsLinked(hasGroups)) return null;
    const picked = table
      .placesOf(this.#view.selected)
      .map(({ file }): LinkPick => ({ row: file, ofFile: null }));
    return { ...this.#seen(null, picked, null), stored: table.origin.object };
  }

  /** @param run when what a link to the table holds may have changed. @returns what ends it. */
  watch(table: TraceTable, run: () => void): () => void {
    // Rows are grouped only for groups that are looked at.
    let endGroups = this.#watchGroups(run);
    const ends = [
      table.rows.subscribe(run),
      this.#app.feature(tableView).state.subscribe(run),
      this.#app.feature(groupsShown).subscribe(() => {
        endGroups();
        endGroups = this.#watchGroups(run);
        run();
      }),
    ];
    return () => {
      endGroups();
      for (const end of ends) end();
    };
  }

  #watchGroups(run: () => void): () => void {
    if (!this.#hasGroups) return () => undefined;
    const { grouped, progress, landmark, figures } = this.#app.feature(tableGroups);
    const ends = [grouped, progress, landmark, figures].map((store) => store.subscribe(run));
    return () => {
      for (const end of ends) end();
    };
  }

  /** Null for a table that is no listing, or no longer. */
  ofListing(): TableLink | null {
    const table = this.#app.feature(tableStore).get();
    if (table?.origin?.kind !== 'listing') return null;
    const { url } = table.origin;
    const picked = table
      .placesOf(this.#view.selected)
      .map(({ file, row }): LinkPick => ({ row: file, ofFile: row === 0 ? null : row }));
    const state = {
      ...EMPTY_LINK,
      traces: [{ kind: 'src' as const, url }],
      table: this.#seen(null, picked, null),
    };
    return {
      fragment: formatLink(state),
      words: `names the listing, of which every trace is fetched again.${this.#groupsLeftOut('the link with the rows holds them')}${this.#leftOutWords(picked)}`,
    };
  }

  ofRows(): TableLink | null {
    if (this.#app.feature(tableStore).get() === null) return null;
    const { table, words } = this.#tableOfRows(this.#hasGroups);
    return { fragment: formatLink({ ...EMPTY_LINK, table }), words };
  }

  /** Of the table that is open. */
  #tableOfRows(hasGroups: boolean): { readonly table: LinkTable; readonly words: string } {
    const table = this.#app.feature(tableStore).get() as TraceTable;
    const { packed, runs } = this.#packRows(table, hasGroups);
    const { selected } = this.#view;
    const picked = packed.rows
      .slice(0, packed.held)
      .flatMap(({ key }, row): LinkPick[] => (selected.has(key) ? [{ row, ofFile: null }] : []));
    const waiting = table.rows.get().length - packed.rows.length;
    const unread =
      waiting > 0
        ? ` ${plural(waiting, 'file')} that ${waiting === 1 ? 'is' : 'are'} not read yet ${waiting === 1 ? 'is' : 'are'} left out.`
        : '';
    const groups = hasGroups ? this.#groups(packed) : null;
    const inGroups = groups === null ? '' : `, in ${plural(groups.names.length, 'group')}`;
    const ungrouped =
      packed.held > MAX_GROUPED
        ? this.#groupsLeftOut(`they are of more than ${count(MAX_GROUPED)} rows`)
        : '';
    const seen = { ...this.#seen(packed.text, picked, groups), runs: runs?.text ?? null };
    return {
      table: seen,
      words: `holds ${heldWords(packed, packed.rows.length)}${inGroups}${givenWords(runs)}.${groupNameWords(groups)}${runsWords(runs)}${ungrouped}${unread}${this.#leftOutWords(picked)}`,
    };
  }

  /** Of the rows that are in the link; null where none of these is in a group. */
  #groups({ rows, held }: Packed): SharedGroups | null {
    if (held > MAX_GROUPED) return null;
    const { groups } = this.#app.feature(tableGroups).grouped.get();
    return groupsOfRows(groups.slice(0, MAX_GROUPS), rows.slice(0, held), this.#view.options);
  }

  /** The rows, and of groups what the files gave; of more than fit fewer rows, and what is said of all of them. */
  #packRows(
    table: TraceTable,
    hasGroups: boolean,
  ): { readonly packed: Packed; readonly runs: PackedRuns | null } {
    if (!hasGroups) return { packed: this.#pack(table, MAX_PACKED), runs: null };
    // A letter per row.
    const room = MAX_PACKED - Math.min(table.rows.get().length, MAX_GROUPED);
    const packed = this.#pack(table, room);
    const { linked, sharedShown, figures } = this.#app.feature(tableGroups);
    const isOfAll = (linked?.said ?? null) === null || linked?.isWhole === true;
    if (isOfAll && packed.held === packed.rows.length) {
      // Figures of rows in a link are rounded: what is said of them stays as it is, where it fits.
      const exact =
        figures.get().size === 0 ? null : this.#runs(packed, linked?.said ?? groupsSaid(sharedShown), room);
      const runs = exact?.lacksBands === false ? exact : this.#runs(packed, null, room);
      if (runs?.lacksRuns !== true) return { packed, runs };
    }
    const said = linked?.said ?? groupsSaid(sharedShown);
    const answer = packRuns({ landmark: null, runs: [], bands: null, said }, MAX_PACKED);
    // Some for the landmark.
    const fewer = this.#pack(table, room - (answer?.text.length ?? 0) - 8);
    return { packed: fewer, runs: this.#runs(fewer, said, room) };
  }

  /** What the files of the rows in the link gave, in the room that the rows leave; none while they are read. */
  #runs({ rows, held, text }: Packed, said: GroupsSaid | null, room: number): PackedRuns | null {
    const given = this.#app.feature(tableGroups).given(rows.slice(0, held), LINK_STEPS);
    return given && packRuns({ ...given, said }, room - text.length);
  }

  /** Empty where the rows are shown. */
  #groupsLeftOut(why: string): string {
    return this.#hasGroups ? ` The groups and their names are left out: ${why}.` : '';
  }

  /** Groups are on the screen, in place of the rows. */
  get #hasGroups(): boolean {
    return this.#app.feature(groupsShown).get() !== null;
  }

  get #view() {
    return this.#app.feature(tableView).state.get();
  }

  #seen(rows: string | null, picked: readonly LinkPick[], groups: SharedGroups | null): LinkTable {
    const { order, filter, options } = this.#view;
    const isDefault = order.key === WORST_FIRST.key && order.reversed === WORST_FIRST.reversed;
    return {
      ...EMPTY_TABLE,
      rows,
      picked: picked.slice(0, MAX_ITEMS),
      groups: groups && { names: groups.names, ofRows: groups.ofRows },
      patterns: groups?.patterns ?? [],
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

  #pack(table: TraceTable, maxLength: number): Packed {
    const of = table.rows.get();
    const { options } = this.#view;
    const before = this.#packed.find((one) => one.maxLength === maxLength);
    if (before !== undefined && before.of === of && before.options === options) return before;
    const compare = byOrder(WORST_FIRST);
    const rows = of.filter(isRead).sort((a, b) => compare(a.row, b.row));
    const shared = shareRows(
      rows.map(({ row }) => row),
      options,
    );
    const packed = { ...packRows(shared, options, maxLength), of, options, rows, maxLength };
    this.#packed = [packed, ...this.#packed.filter((one) => one !== before)].slice(0, MOST_PACKED);
    return packed;
  }
}

/** With all the room, and with that beside what is said of all rows. */
const MOST_PACKED = 2;

/** Of a band in a link. */
const LINK_STEPS = 100;

function givenWords(runs: PackedRuns | null): string {
  if (runs === null) return '';
  const given = runs.lacksBands ? '' : ', with what their files gave';
  return runs.hasSaid ? `${given}, and what is said of all runs` : given;
}

function runsWords(runs: PackedRuns | null): string {
  if (runs === null || !runs.lacksBands) return '';
  return ` ${runs.lacksRuns ? 'The bands, and which runs completed, are' : 'The bands are'} left out.`;
}

function groupNameWords(groups: SharedGroups | null): string {
  if (groups === null || groups.unnamed === 0) return '';
  const them = groups.unnamed === groups.names.length ? 'The names' : plural(groups.unnamed, 'name');
  return ` ${them} of groups that come from names of files or from logs, or are longer than ${MAX_ID} characters, ${them === '1 name' ? 'is' : 'are'} left out: a letter stands for each.`;
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

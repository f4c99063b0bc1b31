/**
 * A fleet that is open: its files and columns, and what is looked at of them. The columns that the first screen needs are
 * read first, those of the rows after them, and those of a field that is seldom asked for when a filter names it.
 */
import { originMarks } from '../../engine/base/text/origin-marks';
import { plainLine } from '../../engine/base/text/plain';
import { compileRowFilter, type FilterError, isFilterError } from '../../engine/service/filter';
import { type Build, type BuildRows, buildChanges, buildsIn, COMBINED_COLUMNS } from './builds';
import type { Value } from './column';
import {
  type CodedColumn,
  codedAt,
  type LoadedColumn,
  type NumberColumn,
  type TextColumn,
  textAt,
  withoutRows,
} from './columns';
import type {
  FleetAnswer,
  FleetGrouping,
  FleetOpened,
  FleetOrder,
  FleetQuery,
  PartProblem,
  RowDetail,
  ShownRow,
} from './contract';
import {
  beforeAfterOf,
  COUNTED_COLUMNS,
  costBins,
  findingsOf,
  GROUP_COLUMNS,
  type GroupColumn,
  groupColumn,
  groupsOf,
  MOST_GROUPS,
  severitiesOf,
  timelineOf,
  totalOf,
  undatedOf,
} from './counts';
import { type CombinedColumn, combined } from './field-kinds';
import { fleetFields } from './fields';
import { type Marks, marksOf } from './marks';
import { type KeyOf, keysOf, sortedRows } from './order';
import {
  type FleetPart,
  FleetProblem,
  type FleetSource,
  MOST_FLEET_ROWS,
  openPart,
  type ReadColumns,
  readColumns,
  readRow,
  reasonOf,
} from './parquet-parts';
import { IDENTITY_COLUMNS, mayRepeat, REPEATING_COLUMNS, repeatsOf } from './repeats';
import { CELL_COLUMNS, cellsOf, ORDER_COLUMNS } from './shown-columns';

/** What the first screen is made from. */
export const FIRST_COLUMNS: readonly string[] = [
  ...COUNTED_COLUMNS,
  'ill_share',
  'implementation',
  'version',
  'host',
  ...REPEATING_COLUMNS,
];
/** What rows show, and groups are made by. */
export const SECOND_COLUMNS: readonly string[] = [
  'file',
  'day',
  'marks',
  'worst_end_ms',
  'failure',
  ...CELL_COLUMNS.filter((name) => !FIRST_COLUMNS.includes(name)),
];

/** What a filter leaves of the rows, and what is the same for every finding and grouping. */
interface TakenRows {
  readonly filter: string;
  readonly builds: readonly Build[];
  readonly answer: Pick<FleetAnswer, 'copies' | 'severities' | 'findings' | 'undated'>;
  readonly shown: Uint32Array<ArrayBuffer>;
  readonly counted: Uint32Array<ArrayBuffer>;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

export class Fleet {
  readonly #parts: readonly FleetPart[];
  readonly #columns: Map<string, LoadedColumn>;
  /** Where the rows of each part begin. */
  readonly #starts: readonly number[];
  readonly #problems: PartProblem[];
  readonly #total: number;
  #opened: FleetOpened;
  /** 1 for a row that is there already; null where no row is. */
  #isAgain: Uint8Array<ArrayBuffer> | null = null;
  /** All columns of rows are read. */
  readonly complete: Promise<void>;
  #order: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  #orderId = '';
  readonly #keys = new Map<string, KeyOf>();
  #takenRows: TakenRows | null = null;
  #markedRows: (Marks & { readonly finding: string | null }) | null = null;
  readonly #groupColumns = new Map<FleetGrouping, GroupColumn>();
  #combined: CombinedColumn | null = null;
  #times: Float64Array<ArrayBuffer> | null = null;

  private constructor(
    parts: readonly FleetPart[],
    columns: ReadonlyMap<string, LoadedColumn>,
    opened: FleetOpened,
    problems: readonly PartProblem[],
    second: Promise<ReadColumns>,
  ) {
    this.#parts = parts;
    this.#problems = [...problems];
    this.#columns = new Map(columns);
    this.#opened = opened;
    this.#total = opened.rows;
    let row = 0;
    this.#starts = parts.map(({ rows }) => {
      row += rows;
      return row - rows;
    });
    this.complete = second.then((read) => this.#take(read));
  }

  get opened(): FleetOpened {
    return this.#opened;
  }

  /** Files that are left out, or of whose columns some are damaged, as far as they were read. */
  get problems(): readonly PartProblem[] {
    return this.#problems;
  }

  #take({ columns, problems }: ReadColumns): void {
    for (const [name, column] of columns) this.#columns.set(name, column);
    for (const [at, why] of problems) {
      const { name } = this.#parts[at].source;
      if (!this.#problems.some((one) => one.name === name))
        this.#problems.push({ name, why, leftOut: false });
    }
  }

  /** @param onRows so many rows are read of so many. Never rejects for what a file holds. */
  static async open(
    sources: readonly FleetSource[],
    onRows: (rows: number, total: number) => void,
  ): Promise<Fleet> {
    const problems: PartProblem[] = [];
    const all: FleetPart[] = [];
    let [others, total] = [0, 0];
    for (const source of sources) {
      try {
        const part = await openPart(source);
        if (part === null) others++;
        else if (total + part.rows > MOST_FLEET_ROWS)
          throw new FleetProblem(
            `with it the fleet has more than ${MOST_FLEET_ROWS.toLocaleString('en')} rows: open fewer days, or ask another engine (docs/fleet.md)`,
          );
        else {
          all.push(part);
          total += part.rows;
        }
      } catch (error) {
        problems.push({ name: source.name, why: reasonOf(error), leftOut: true });
      }
    }
    let read = 0;
    const first = await readColumns(all, FIRST_COLUMNS, (rows) => {
      read += rows;
      onRows(read, total);
    });
    for (const [at, why] of first.problems) problems.push({ name: all[at].source.name, why, leftOut: true });
    const gaps = rangesOf(all).filter((_, at) => first.problems.has(at));
    const parts = all.filter((_, at) => !first.problems.has(at));
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    const columns = [...first.columns].map(([name, column]) => [name, withoutRows(column, gaps)] as const);
    const opened = { rows, again: 0, parts: parts.length, others };
    const second = readColumns(parts, SECOND_COLUMNS);
    const fleet = new Fleet(parts, new Map(columns), opened, problems, second);
    await fleet.#findRepeats();
    return fleet;
  }

  /** Rows that are there already are left out, of many files as of one. */
  async #findRepeats(): Promise<void> {
    const [durations, connections] = REPEATING_COLUMNS.map((name) => this.#column(name) as NumberColumn);
    const rows = mayRepeat(this.#logTimes(), durations.values, connections.values);
    if (rows.length === 0) return;
    await this.#need(IDENTITY_COLUMNS);
    const { isAgain, again, copyOf } = repeatsOf(rows, this.#column);
    this.#isAgain = isAgain;
    this.#columns.set('copy_of', copyOf);
    this.#opened = { ...this.#opened, rows: this.#total - again, again };
  }

  /** Reads columns that are not there. */
  async #need(names: readonly string[]): Promise<void> {
    if (names.some((name) => !this.#columns.has(name) && SECOND_COLUMNS.includes(name))) await this.complete;
    const missing = names.filter((name) => !this.#columns.has(name));
    if (missing.length === 0) return;
    this.#take(await readColumns(this.#parts, missing));
  }

  readonly #column = (name: string): LoadedColumn | null => this.#columns.get(name) ?? null;

  async #filter(text: string): Promise<((row: number) => boolean) | FilterError | null> {
    if (text.trim() === '') return null;
    for (;;) {
      const missing = new Set<string>();
      const fields = fleetFields(this.#column, (names) => {
        for (const name of names) if (!this.#columns.has(name)) missing.add(name);
      });
      const filter = compileRowFilter(text, fields);
      if (missing.size === 0) return filter;
      await this.#need([...missing]);
    }
  }

  async query({ filter: text, finding, by, order, picked }: FleetQuery): Promise<FleetAnswer> {
    const filter = await this.#filter(text);
    await this.#need([...COUNTED_COLUMNS, ...GROUP_COLUMNS[by], ...ORDER_COLUMNS[order.key]]);
    const filterError = filter !== null && isFilterError(filter) ? filter : null;
    const matches = typeof filter === 'function' ? filter : null;
    const { rows } = this.opened;
    const { shown, counted, builds, answer } = this.#taken(text, matches);
    this.#order = this.#sorted(text, shown, order);
    const marks = this.#marks(finding);
    const column = this.#groupColumn(by);
    const all = groupsOf(counted, column, marks);
    const groups = all.slice(0, MOST_GROUPS);
    return {
      filterError,
      problems: this.problems,
      rows,
      shown: shown.length,
      ...answer,
      total: totalOf(counted, marks),
      groups,
      furtherGroups: all.length - groups.length,
      builds: buildChanges(counted, this.#buildRows(), builds, finding),
      timeline: timelineOf(counted, column, groups, marks),
      cost: costBins(counted, marks),
      beforeAfter: beforeAfterOf(all, picked),
    };
  }

  /** Rows that match, and those of them that count. They stay while the filter does. */
  #taken(filter: string, matches: ((row: number) => boolean) | null): TakenRows {
    if (this.#takenRows?.filter === filter) return this.#takenRows;
    const rows = this.#total;
    const [shown, counted] = [new Uint32Array(rows), new Uint32Array(rows)];
    const { ends } = this.#column('copy_of') as TextColumn;
    let [shownRows, countedRows] = [0, 0];
    for (let row = 0; row < rows; row++) {
      if (this.#isAgain?.[row] === 1 || (matches !== null && !matches(row))) continue;
      shown[shownRows++] = row;
      const isCopy = ends[row] > (row === 0 ? 0 : ends[row - 1]);
      if (!isCopy) counted[countedRows++] = row;
    }
    const rowsOf = counted.slice(0, countedRows);
    this.#takenRows = {
      filter,
      shown: shown.slice(0, shownRows),
      counted: rowsOf,
      builds: buildsIn(rowsOf, this.#buildRows()),
      answer: {
        copies: shownRows - countedRows,
        severities: severitiesOf(rowsOf, this.#column),
        findings: findingsOf(rowsOf, this.#column),
        undated: undatedOf(rowsOf, this.#logTimes()),
      },
    };
    return this.#takenRows;
  }

  #sorted(
    filter: string,
    shown: Uint32Array<ArrayBuffer>,
    { key, reversed }: FleetOrder,
  ): Uint32Array<ArrayBuffer> {
    const id = `${key} ${reversed} ${filter}`;
    if (this.#orderId === id) return this.#order;
    this.#orderId = id;
    return sortedRows(shown, { key, reversed }, this.#keysOf(key));
  }

  /** Of all rows, once: for texts they take seconds. */
  #keysOf(key: string): KeyOf {
    const keys = this.#keys.get(key) ?? keysOf(key, this.#column);
    this.#keys.set(key, keys);
    return keys;
  }

  #groupColumn(by: FleetGrouping): GroupColumn {
    const column = this.#groupColumns.get(by);
    if (column !== undefined) return column;
    const made = groupColumn(
      by,
      GROUP_COLUMNS[by].map((name) => this.#columns.get(name) as LoadedColumn),
    );
    this.#groupColumns.set(by, made);
    return made;
  }

  #buildRows(): BuildRows {
    const coded = (name: string): CodedColumn => this.#column(name) as CodedColumn;
    this.#combined ??= combined(COMBINED_COLUMNS.map(coded));
    return {
      combined: this.#combined,
      times: this.#logTimes(),
      worst: coded('worst'),
      cost: this.#column('cost_ms') as NumberColumn,
      host: coded('host'),
    };
  }

  /** When rows were recorded, ms since 1970; NaN where only the date of the file is known. */
  #logTimes(): Float64Array<ArrayBuffer> {
    if (this.#times === null) {
      const { codes, values } = this.#column('recorded_from') as CodedColumn;
      const file = values.indexOf('file');
      const { values: recorded } = this.#column('recorded') as NumberColumn;
      this.#times =
        file < 0 ? recorded : recorded.map((time, row) => (codes[row] === file ? Number.NaN : time));
    }
    return this.#times;
  }

  #marks(finding: string | null): Marks {
    if (this.#markedRows?.finding !== finding)
      this.#markedRows = { finding, ...marksOf(this.#column, this.#total, this.#logTimes(), finding) };
    return this.#markedRows;
  }

  /** Rows of the last query, in its order; what is not read of them yet is null. */
  rows({ from, count }: { readonly from: number; readonly count: number }): readonly ShownRow[] {
    return [...this.#order.subarray(from, from + count)].map((row) => this.#row(row));
  }

  #row(row: number): ShownRow {
    const of = (name: string): Value => {
      const column = this.#column(name);
      if (column === null) return null;
      if (column.kind === 'coded') return codedAt(column, row);
      if (column.kind === 'text') return textAt(column, row) || null;
      return Number.isNaN(column.values[row]) ? null : column.values[row];
    };
    const text = (name: string): string | null => of(name)?.toString() ?? null;
    const number = (name: string): number | null => {
      const value = of(name);
      return typeof value === 'number' ? value : null;
    };
    return {
      row,
      file: text('file') ?? '',
      connection: number('connection'),
      severity: text('severity') ?? 'unjudged',
      worst: text('worst'),
      findings: text('findings')?.split(' ').length ?? 0,
      copyOf: text('copy_of'),
      failure: text('failure'),
      marks: originMarks([
        ...(text('marks')?.split(' ') ?? []),
        ...(of('recorded_from') === 'file' ? ['file-time'] : []),
      ]),
      startMs: number('worst_start_ms'),
      endMs: number('worst_end_ms'),
      cells: cellsOf(of),
    };
  }

  /** @throws FleetProblem; what reading throws. */
  async detail({ row }: { readonly row: number }): Promise<RowDetail> {
    const at = this.#starts.findLastIndex((start) => start <= row);
    const part = this.#parts[at];
    if (part === undefined || row - this.#starts[at] >= part.rows)
      throw new FleetProblem('there is no such row');
    const values = await readRow(part, row - this.#starts[at], DETAIL_COLUMNS);
    const text = (name: (typeof DETAIL_COLUMNS)[number]): string | null => {
      const value = values.get(name);
      if (value === null || value === undefined) return null;
      return plainLine(value instanceof Uint8Array ? new TextDecoder().decode(value) : value.toString());
    };
    const digest = values.get('digest');
    const bytes = values.get('file_bytes');
    return {
      hash: text('hash'),
      controllerWords: text('controller_words'),
      fileBytes: typeof bytes === 'number' ? bytes : null,
      digest: digest instanceof Uint8Array ? digest : null,
    };
  }
}

/** What is loaded of a row when it is looked at. */
const DETAIL_COLUMNS = ['hash', 'file_bytes', 'controller_words', 'digest'] as const;

function rangesOf(parts: readonly FleetPart[]): readonly Range[] {
  let to = 0;
  return parts.map(({ rows }) => {
    to += rows;
    return { from: to - rows, to };
  });
}

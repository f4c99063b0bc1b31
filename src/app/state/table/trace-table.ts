/**
 * The table of traces: its files, and the rows that they gave. A file of the table is not open: it is read once, for its
 * rows, and again as a tab where the user opens one. Rows of a saved table, or of records of `check --json`, have
 * no file until the user gives it. Which of them are shown, and in what order, is the screen's (`features/triage`).
 */
import { count, plural } from '../../../engine/base/text/figures';
import { storedBytes } from '../../../engine/input/bytes/source';
import type { LogEnds } from '../../../engine/reading/contract/log-ends';
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { FileSurvey } from '../../../engine/reading/contract/survey';
import type { RowProblem } from '../../../sharing/figures/row';
import { failedRow, surveyRows, type TraceRow } from '../../../sharing/figures/rows';
import type { TableJob } from '../../backend/table-reader';
import { createStore, type Store } from '../store';
import {
  joinedSource,
  type NamedFile,
  type NamedSource,
  namedFiles,
  singleSource,
} from '../traces/named-file';
import { putBackRows, type TakenRows, takeRows } from './removed-rows';
import { rotatedLogs } from './rotated-logs';

export const MOST_FILES = 2000;
/** Rows of saved tables, and of records; as many of a table are put into a store. */
export const MOST_RECORDS = 10_000;
/** Rows that came while files are read are shown this often. */
const SHOW_MS = 150;

export interface TableRow {
  /** Unique in the table. */
  readonly key: string;
  readonly name: string;
  readonly row: TraceRow | null;
  /** What is opened; null where only the user can open it. */
  readonly source: NamedSource | null;
}

export interface TableProgress {
  readonly read: number;
  readonly total: number;
}

/** What reads the files: `backend/table-reader.ts`. */
export interface Reader {
  readonly isReading: boolean;
  add(jobs: readonly TableJob[]): void;
  drop(isDropped: (id: number) => boolean): void;
  stop(): void;
}

export interface TraceTableOptions {
  readonly startReader: (onRead: (id: number, survey: FileSurvey) => void, onEnd: () => void) => Reader;
  /** Something may have become idle or busy. */
  readonly onChange: () => void;
  /** A file is no trace. @returns true where it was taken, or what it is instead, in words; null for neither. */
  readonly takeOther: (file: NamedFile) => Promise<Message | true | null>;
  /** All files are of one connection: they are no table. */
  readonly onSingle: (parts: readonly NamedFile[], joined: NamedSource) => void;
  /** @param run once, in so many ms. */
  readonly later: (run: () => void, ms: number) => void;
}

export interface RemoteTrace extends NamedSource {
  /** Why it is not fetched before the user agrees to its host; null where it is. */
  readonly asks: RowProblem | null;
}

/** A row of the table, by the place of its file in the table. */
export interface RowPlace {
  readonly file: number;
  readonly row: number;
}

export interface Removed {
  /** How many. */
  readonly rows: number;
  readonly taken: TakenRows<TableRow, Entry>;
  /** What `TraceTable.origin` was. */
  readonly origin: TableOrigin | null;
}

/** What names all of the rows: a listing by its URL, or an object of the page's store. */
export type TableOrigin =
  | { readonly kind: 'listing'; readonly url: string }
  | { readonly kind: 'stored'; readonly object: string };

/** A file of the table, or a record without one. */
interface Entry {
  readonly id: number;
  readonly name: string;
  source: NamedSource | null;
  /** What is fetched when the user agrees to its host. */
  asked: NamedSource | null;
  rows: readonly TableRow[];
  isRead: boolean;
  ends: LogEnds | null;
}

export class TraceTable {
  readonly rows: Store<readonly TableRow[]> = createStore<readonly TableRow[]>([]);
  readonly progress: Store<TableProgress> = createStore<TableProgress>({ read: 0, total: 0 });
  /** What the table does not hold, and why; null for nothing. */
  readonly notice: Store<Message | null> = createStore<Message | null>(null);
  /** What can be put back, the newest last. */
  readonly removed: Store<readonly Removed[]> = createStore<readonly Removed[]>([]);
  readonly #options: TraceTableOptions;
  readonly #reader: Reader;
  #entries: readonly Entry[] = [];
  #byId = new Map<number, Entry>();
  #nextId = 1;
  #isDue = false;
  #looking = 0;
  #joinedOf = '';
  #origin: TableOrigin | null = null;

  constructor(options: TraceTableOptions) {
    this.#options = options;
    this.#reader = options.startReader(
      (id, survey) => this.#take(id, survey),
      () => this.#joinLogs(),
    );
  }

  /** Files are being read, or looked at. */
  get isReading(): boolean {
    return this.#reader.isReading || this.#looking > 0 || this.#isDue;
  }

  /** What names the rows of the table, these and no others; null for nothing. */
  get origin(): TableOrigin | null {
    return this.#origin;
  }

  get files(): readonly NamedFile[] {
    return this.#entries.flatMap(({ source }) => (source === null ? [] : namedFiles(source)));
  }

  /** A record without a file has the name of one of these. */
  asksFor(files: readonly NamedFile[]): boolean {
    return this.#entries.some(
      ({ name, source }) => source === null && files.some((file) => isNamed(name, file)),
    );
  }

  /** Adds files; those that rows ask for become theirs. The first of more than a table reads are taken. */
  addFiles(files: readonly NamedFile[]): void {
    this.#endOrigin();
    const fresh: NamedFile[] = [];
    const jobs: Entry[] = [];
    for (const file of files) {
      const asking = this.#entries.filter(({ name, source }) => source === null && isNamed(name, file));
      const source = singleSource(file);
      for (const entry of asking) {
        entry.source = source;
        entry.rows = entry.rows.map((row) => ({ ...row, source }));
      }
      if (asking.length === 0) fresh.push(file);
      // Its first record gives way to the rows of the file, the others go with it.
      else jobs.push(asking[0] as Entry);
    }
    const room = this.#room;
    const added = fresh.slice(0, room).map((file) => this.#entry(file.name, singleSource(file), []));
    this.#put([...this.#entries, ...added]);
    this.#read([...jobs, ...added]);
    if (fresh.length > room) this.#tellLeftOut(fresh.length, room);
    this.#show();
  }

  /** How many more files it reads. */
  get #room(): number {
    const files = this.#entries.filter(({ source, asked }) => (source ?? asked) !== null);
    return Math.max(0, MOST_FILES - files.length);
  }

  #tellLeftOut(given: number, taken: number): void {
    this.notice.set({
      kind: 'table-in-part',
      level: 'warning',
      text:
        `${plural(given, 'file')} were given; a table reads ${count(MOST_FILES)}: ` +
        `the first ${count(taken)} are in it, ${count(given - taken)} are left out. ` +
        'To see those, close the table and drop them alone, or run qlogscope check --json over all and drop what it prints.',
      places: [],
    });
  }

  /** Adds rows without files. @param leftOut records that were not read. @param origin what names them all. */
  addRecords(rows: readonly TraceRow[], leftOut: number, origin: TableOrigin | null = null): void {
    this.#endOrigin();
    if (this.#entries.length === 0) this.#origin = origin;
    const added = rows.map((row) => this.#entry(row.name, null, [row]));
    this.#put([...this.#entries, ...added]);
    if (leftOut > 0)
      this.notice.set({
        kind: 'records-left-out',
        level: 'warning',
        text: `${plural(leftOut, 'record')} of ${count(leftOut + rows.length)} ${leftOut === 1 ? 'is' : 'are'} left out: not one that this version reads, or more than ${count(MOST_RECORDS)}.`,
        places: [],
      });
    this.#show();
  }

  /** Adds what a listing names; the first of more than a table reads are taken. @returns how many were. */
  addListing(url: string, traces: readonly RemoteTrace[]): number {
    this.#endOrigin();
    if (this.#entries.length === 0) this.#origin = { kind: 'listing', url };
    const room = this.#room;
    const added = traces.slice(0, room).map(({ name, source, asks }): Entry => {
      if (asks === null) return this.#entry(name, { name, source }, []);
      return { ...this.#entry(name, null, [failedRow(name, asks)]), asked: { name, source } };
    });
    this.#put([...this.#entries, ...added]);
    this.#read(added);
    this.#show();
    return added.length;
  }

  /** The user agreed to fetch from URLs. @returns those that the table waited for. */
  fetch(urls: ReadonlySet<string>): ReadonlySet<string> {
    const agreed = this.#entries.filter(
      ({ asked }) => asked?.source.kind === 'url' && urls.has(asked.source.url),
    );
    for (const entry of agreed) {
      entry.source = entry.asked;
      entry.asked = null;
      entry.rows = rowsOf(entry, [null]);
    }
    this.#read(agreed);
    this.#show();
    return new Set(
      agreed.flatMap(({ source }) => (source?.source.kind === 'url' ? [source.source.url] : [])),
    );
  }

  /** Where rows stand in the table. @param keys of rows. */
  placesOf(keys: ReadonlySet<string>): readonly RowPlace[] {
    return this.#entries.flatMap(({ rows }, file) =>
      rows.flatMap(({ key }, row) => (keys.has(key) ? [{ file, row }] : [])),
    );
  }

  keysAt(places: readonly RowPlace[]): ReadonlySet<string> {
    return new Set(places.flatMap(({ file, row }) => this.#entries[file]?.rows[row]?.key ?? []));
  }

  /** There is more in the table than its origin names, whatever is put back. */
  #endOrigin(): void {
    this.#origin = null;
    this.removed.update((all) => all.map((one) => ({ ...one, origin: null })));
  }

  /** Ends reading; what was read stays. */
  cancel(): void {
    const waiting = this.#entries.filter(({ isRead }) => !isRead);
    this.#reader.stop();
    const { total } = this.progress.get();
    const left = this.#entries.filter(({ isRead, rows }) => isRead || rows.some(({ row }) => row !== null));
    this.#put(left);
    for (const entry of left) entry.isRead = true;
    this.notice.set({
      kind: 'cancelled',
      level: 'note',
      text: `Reading ${plural(waiting.length, 'file')} of ${count(total)} was cancelled. What was read stays in the table.`,
      places: [],
    });
    this.#show();
  }

  close(): void {
    this.#reader.stop();
    this.removed.set([]);
    this.#put([]);
    this.#show();
  }

  /** Takes rows out, until they are put back; a file of which none is left is not read. */
  remove(keys: ReadonlySet<string>): void {
    const { left, taken } = takeRows<TableRow, Entry>(this.#entries, keys);
    if (taken.length === 0) return;
    const rows = taken.reduce((sum, file) => sum + file.rows.length - file.left.length, 0);
    const origin = this.#origin;
    this.removed.update((all) => [...all, { rows, taken, origin }]);
    this.#origin = null;
    this.#put(left);
    this.#reader.drop((id) => !this.#byId.has(id));
    this.#showNow();
  }

  /** Puts back what was removed last. @returns keys of its rows that are there again. */
  putBack(): ReadonlySet<string> {
    const last = this.removed.get().at(-1);
    if (last === undefined) return new Set();
    const before = new Set(this.#entries.flatMap(({ rows }) => rows));
    this.removed.update((all) => all.slice(0, -1));
    this.#origin = last.origin;
    this.#put(putBackRows(this.#entries, last.taken));
    this.#read(last.taken.flatMap(({ entry }) => (entry.isRead ? [] : [entry])));
    this.#showNow();
    const there = this.#entries.flatMap(({ rows }) => rows.filter((row) => !before.has(row)));
    return new Set(there.map(({ key }) => key));
  }

  /** @param rows of a record; none for a file that is to be read. */
  #entry(name: string, source: NamedSource | null, rows: readonly TraceRow[]): Entry {
    const id = this.#nextId++;
    const entry: Entry = { id, name, source, asked: null, rows: [], isRead: rows.length > 0, ends: null };
    entry.rows = rowsOf(entry, rows.length === 0 ? [null] : rows);
    return entry;
  }

  #put(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
  }

  #read(entries: readonly Entry[]): void {
    const jobs = entries.flatMap((entry): TableJob[] => {
      if (entry.source === null) return [];
      entry.isRead = false;
      return [
        { id: entry.id, source: entry.source.source, sizeBytes: storedBytes(entry.source.source) ?? 0 },
      ];
    });
    this.#reader.add(jobs);
  }

  #take(id: number, survey: FileSurvey): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    entry.isRead = true;
    entry.ends = survey.ends;
    const [only] = entry.source === null ? [] : namedFiles(entry.source);
    const isOther = survey.traces.length === 0 && survey.failures[0]?.kind === 'not-qlog';
    if (isOther && only !== undefined) void this.#lookAt(entry, only, survey);
    else this.#fill(entry, survey);
    this.#show();
  }

  /** A file that is no trace: perhaps what `check --json` printed. */
  async #lookAt(entry: Entry, file: NamedFile, survey: FileSurvey): Promise<void> {
    this.#looking++;
    const taken = await this.#options.takeOther(file).catch(() => null);
    this.#looking--;
    if (taken === true) this.#put(this.#entries.filter((other) => other !== entry));
    else this.#fill(entry, taken === null ? survey : { ...survey, failures: [taken] });
    this.#show();
  }

  #fill(entry: Entry, survey: FileSurvey): void {
    const { name } = entry.source ?? entry;
    const rows = surveyRows(name, survey);
    const left = survey.connectionCount - survey.traces.length;
    const more =
      left <= 0 || survey.traces.length === 0
        ? []
        : [
            failedRow(name, {
              kind: 'more-connections',
              text: `${plural(left, 'further connection')} of this file ${left === 1 ? 'is' : 'are'} left out: the ${count(survey.traces.length)} worst are listed. Open one of them to choose from all.`,
            }),
          ];
    // Further records of the same file are in its rows.
    const others = this.#entries.filter(
      (other) => other === entry || other.source === null || other.source.source !== entry.source?.source,
    );
    if (others.length < this.#entries.length) this.#put(others);
    entry.rows = rowsOf(entry, [...rows, ...more]);
  }

  /** Logs of one connection that was rotated are read again as one trace. */
  #joinLogs(): void {
    const logs = this.#entries.flatMap(({ id, name, source, ends }) =>
      ends === null || source === null || source.source.kind !== 'file' ? [] : [{ id, name, ends, source }],
    );
    const key = logs.map(({ id }) => id).join();
    const groups = key === this.#joinedOf ? [] : rotatedLogs(logs);
    this.#joinedOf = key;
    for (const { logs: members, evidence } of groups) {
      const ids = members.map(({ id }) => id);
      const parts = members.flatMap(({ source }) => namedFiles(source));
      const joined = joinedSource(parts, evidence);
      if (parts.length === this.#entries.length) {
        this.#options.onSingle(parts, joined);
        return;
      }
      const entry = this.#entry(joined.name, joined, []);
      this.#put(
        this.#entries.flatMap((other) =>
          other.id === ids[0] ? [entry] : ids.includes(other.id) ? [] : [other],
        ),
      );
      this.#read([entry]);
    }
    this.#show();
  }

  #show(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#options.onChange();
    this.#options.later(() => {
      this.#isDue = false;
      this.#showNow();
    }, SHOW_MS);
  }

  #showNow(): void {
    const files = this.#entries.filter(({ source }) => source !== null);
    this.rows.set(this.#entries.flatMap(({ rows }) => rows));
    this.progress.set({ read: files.filter(({ isRead }) => isRead).length, total: files.length });
    this.#options.onChange();
  }
}

function rowsOf({ id, name, source }: Entry, rows: readonly (TraceRow | null)[]): readonly TableRow[] {
  return rows.map((row, i) => ({ key: `${id}.${i}`, name: row?.name ?? source?.name ?? name, row, source }));
}

/** A record names its file by a path, and an entry of a zip after it. */
function isNamed(record: string, { name }: NamedFile): boolean {
  const path = record.replace(/!\/.*$/, '');
  const base = (of: string): string => of.slice(of.lastIndexOf('/') + 1);
  return path === name || base(path) === base(name);
}

/**
 * The groups of the page's table: how its rows are grouped, and what the files of the runs gave when they were read again. A
 * row of the filter's choice is a run; rows that come while files are read join their groups.
 */
import { plainLine } from '../../../engine/base/text/plain';
import type { FileSamples, RunSamples } from '../../../engine/reading/contract/samples';
import type { ShareOptions } from '../../../engine/reading/contract/share-options';
import type { OutlineLandmark } from '../../../engine/service/compare/align';
import { bandsModel, type GroupBandsModel } from '../../../sharing/table/group-bands';
import { type GroupsSaid, groupsSaid, sharedGroups } from '../../../sharing/table/groups-text';
import type { SharedRuns } from '../../../sharing/table/packed-runs';
import { type GroupedRows, type GroupingWish, groupRows } from '../../../sharing/table/row-groups';
import type { GroupOfRows } from '../../../sharing/table/run-groups';
import { PAGE_CLOCK, SAMPLES, type SamplesJob, TableReader } from '../../backend/table-reader';
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import { groupsShown } from './groups-shown';
import { proposedGrouping } from './proposed-grouping';
import { type JobOfRuns, type RunRow, samplesJobs } from './samples-jobs';
import { tableStore } from './table-store';
import { isRead, type ReadRow, tableView } from './table-view';
import type { TableProgress } from './trace-table';

/** More groups are not distinguished in one plot. */
export const MOST_GROUPS = 6;
/** Runs that came while files are read are shown this often. */
const SHOW_MS = 250;

const NONE: GroupingWish = { by: 'name', patterns: '', hand: [], names: new Map(), withReceivers: false };

interface LinkedGroups extends Omit<SharedRuns, 'runs'> {
  /** The grouping that they are of, and how many rows are in it. */
  readonly wish: GroupingWish;
  readonly rows: number;
  /** They are all of the runs that something is said of. */
  readonly isWhole: boolean;
}

/** A run of a group: null where its file could not be read again. */
type Known = ReadonlyMap<string, RunSamples | null>;

export const tableGroups: FeatureState<AppState, TableGroups> = { create: (app) => new TableGroups(app) };

export class TableGroups {
  readonly wish: Store<GroupingWish> = createStore(NONE);
  readonly grouped: Store<GroupedRows<ReadRow>> = createStore(groupRows<ReadRow>([], NONE));
  /** Null for the proposed one. */
  readonly landmark: Store<OutlineLandmark | null> = createStore<OutlineLandmark | null>(null);
  /** What a link holds of groups whose files are not here; null for none. */
  #linked: LinkedGroups | null = null;
  /** By the key of the row. */
  readonly figures: Store<Known> = createStore<Known>(new Map());
  /** Files that are read again. */
  readonly progress: Store<TableProgress> = createStore<TableProgress>({ read: 0, total: 0 });
  readonly wasCancelled: Store<boolean> = createStore<boolean>(false);
  readonly #app: AppState;
  #reader: TableReader<SamplesJob, FileSamples> | null = null;
  #jobs = new Map<number, JobOfRuns>();
  #came = new Map<string, RunSamples | null>();
  #nextId = 1;
  #isDue = false;
  #isChosen = false;
  #wereShown = false;
  #release: (() => void) | null = null;

  constructor(app: AppState) {
    this.#app = app;
    const { state } = app.feature(tableView);
    state.subscribe(() => this.#group());
    this.wish.subscribe(() => this.#group());
    app.feature(tableStore).subscribe(() => this.#reset());
    const shown = app.feature(groupsShown);
    const look = (): void => {
      if (shown.get() !== null) this.#wereShown = true;
    };
    shown.subscribe(look);
    look();
    this.#group();
  }

  /** On the screen, in place of the rows, or before these. */
  get wereShown(): boolean {
    return this.#wereShown;
  }

  /** What may be grouped: the rows that were read, as the filter leaves them. */
  get rows(): readonly ReadRow[] {
    return this.#app.feature(tableView).state.get().shown.filter(isRead);
  }

  /** Chooses a grouping that suits the rows, unless the user chose one. */
  propose(): void {
    if (!this.#isChosen) this.wish.update((wish) => ({ ...wish, by: proposedGrouping(this.rows) }));
  }

  change(change: Partial<GroupingWish>): void {
    this.#isChosen = true;
    this.wish.update((wish) => ({ ...wish, ...change }));
  }

  /** @param name as typed. */
  rename(id: string, name: string): void {
    const { names } = this.wish.get();
    this.change({ names: new Map(names).set(id, plainLine(name)) });
  }

  /** The groups that are shown, with the runs that were read. */
  get shown(): readonly GroupOfRows[] {
    const figures = this.figures.get();
    return this.grouped
      .get()
      .groups.slice(0, MOST_GROUPS)
      .map(({ name, nameFrom, rows, copies }) => ({
        name,
        nameFrom,
        copies,
        rows: rows.map(({ row }) => row),
        runs: rows.flatMap(({ key }) => figures.get(key) ?? []),
      }));
  }

  /** As they are drawn: of the files that were read, or of a link for as long as the groups are those of it. */
  get bands(): GroupBandsModel {
    return this.linked?.bands ?? bandsModel(this.shown, this.landmark.get());
  }

  /** What a link holds; null where files are read, or the groups were changed. */
  get linked(): LinkedGroups | null {
    const linked = this.#linked;
    const isRead = this.shown.some(({ runs }) => runs.some(({ samples }) => samples.series.length > 0));
    const isSame = linked?.wish === this.wish.get() && linked.rows === this.#rowCount;
    return isRead || !isSame ? null : linked;
  }

  /** The table is shown as it came with a link or a file: in these groups, or without any. */
  isAsLinked(hasGroups: boolean): boolean {
    if (!hasGroups || this.#linked === null) return !hasGroups && this.#linked === null;
    return this.#linked.wish === this.wish.get() && this.#linked.landmark === this.landmark.get();
  }

  /** Rows in the shown groups, identical ones too. */
  get #rowCount(): number {
    const { groups } = this.grouped.get();
    return groups.slice(0, MOST_GROUPS).reduce((sum, { rows, copies }) => sum + rows.length + copies, 0);
  }

  /** Takes up what a link holds. @param samples by the key of the row. @param rows that are in its groups. */
  takeLinked(
    { landmark, bands, said }: Omit<SharedRuns, 'runs'>,
    samples: ReadonlyMap<string, RunSamples>,
    rows: number,
  ): void {
    const runs = said?.counted.reduce((sum, group) => sum + group.runs.length, 0) ?? 0;
    this.#linked = { landmark, bands, said, wish: this.wish.get(), rows, isWhole: rows >= runs };
    this.landmark.set(landmark);
    this.figures.set(samples);
  }

  /** What the files of rows gave; null while they are read. @param steps of bands that no link holds. */
  given(rows: readonly ReadRow[], steps?: number): SharedRuns | null {
    if (this.progress.get().total > 0) return null;
    const figures = this.figures.get();
    const landmark = this.landmark.get();
    const bands = this.linked?.bands ?? bandsModel(this.shown, landmark, steps);
    return {
      landmark,
      runs: rows.map(({ key }) => figures.get(key) ?? null),
      bands: bands.plots.length === 0 ? null : bands,
      said: this.linked?.said ?? null,
    };
  }

  /** All that is said of them. */
  get said(): GroupsSaid {
    return this.linked?.said ?? groupsSaid(this.shown);
  }

  /** What may leave, as ticked for the table. */
  get options(): ShareOptions {
    return this.#app.feature(tableView).state.get().options;
  }

  /** The groups as they may leave. */
  get sharedShown(): readonly GroupOfRows[] {
    return sharedGroups(this.shown, this.options);
  }

  /** What is said of them, as it may leave. */
  get sharedSaid(): GroupsSaid {
    return this.linked?.said ?? groupsSaid(this.sharedShown);
  }

  get #runs(): readonly RunRow[] {
    return this.grouped
      .get()
      .groups.slice(0, MOST_GROUPS)
      .flatMap(({ rows }) => rows);
  }

  /** Runs of the shown groups whose files are not here. */
  get absent(): number {
    return this.#runs.filter(({ source }) => source === null).length;
  }

  /** Reads the files of the shown groups that were not read yet. */
  read(): void {
    const waiting = new Set([...this.#jobs.values()].flatMap(({ keys }) => keys));
    const figures = this.figures.get();
    const wanted = this.#runs.filter(
      ({ key }) => !figures.has(key) && !this.#came.has(key) && !waiting.has(key),
    );
    const jobs = samplesJobs(wanted, () => this.#nextId++);
    if (jobs.length === 0) return;
    this.wasCancelled.set(false);
    for (const job of jobs) this.#jobs.set(job.id, job);
    this.progress.update(({ read, total }) => ({ read, total: total + jobs.length }));
    this.#release ??= this.#app.activity.hold();
    this.#reader ??= new TableReader({
      pool: this.#app.files.pool,
      question: SAMPLES,
      ...PAGE_CLOCK,
      onRead: (id, samples) => this.#take(id, samples),
      onEnd: () => this.#showSoon(),
    });
    this.#reader.add(jobs);
  }

  /** Ends reading; what was read stays. */
  cancel(): void {
    this.#stop();
    this.wasCancelled.set(true);
  }

  #stop(): void {
    this.#reader?.stop();
    this.#jobs.clear();
    this.#show();
    this.progress.set({ read: 0, total: 0 });
  }

  #take(id: number, { runs }: FileSamples): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    this.#jobs.delete(id);
    for (const [i, key] of job.keys.entries())
      this.#came.set(key, runs.find(({ connection }) => connection === job.connections[i]) ?? null);
    this.#showSoon();
  }

  #showSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.#show();
    }, SHOW_MS);
  }

  #show(): void {
    if (this.#came.size > 0) this.figures.update((figures) => new Map([...figures, ...this.#came]));
    this.#came = new Map();
    const { size } = this.#jobs;
    this.progress.update(({ total }) => (size === 0 ? { read: 0, total: 0 } : { read: total - size, total }));
    if (size > 0) return;
    this.#release?.();
    this.#release = null;
  }

  #group(): void {
    this.grouped.set(groupRows(this.rows, this.wish.get()));
  }

  /** Of another table, or none. */
  #reset(): void {
    this.#stop();
    this.#linked = null;
    this.figures.set(new Map());
    this.landmark.set(null);
    this.wasCancelled.set(false);
    this.#isChosen = false;
    this.#wereShown = false;
    this.wish.set(NONE);
  }
}

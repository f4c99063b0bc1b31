/**
 * All state of the page, created by `main.tsx`: open files and the set on the screen, the table of traces, pending
 * traces, recent ones of this device, choices, the open dialog, and states of features (`feature-states.ts`). Cursor and
 * hover are not state: they go through the scheduler.
 */
import type { LinkLab } from '../../sharing/link/state';
import { Activity } from './activity';
import { type FeatureState, FeatureStates } from './feature-states';
import type { OpenFleet } from './fleet/fleet';
import type { KeptTrace } from './keep/kept-trace';
import type { Lab } from './lab/lab';
import { createScheduler, type Scheduler } from './scheduler';
import { type ChoicesStore, openChoices } from './settings/choices-store';
import { createStore, type Store } from './store';
import type { TraceTable } from './table/trace-table';
import { FileHandles } from './traces/file-handles';
import { type CarryOver, FileList } from './traces/file-list';
import type { Opener } from './traces/openers';
import type { LinkRequest } from './traces/pending-traces';
import type { TraceState } from './traces/trace-state';

/** Status of the page for automation (docs/hooks.md). */
export interface PageStatus {
  readonly state: 'empty' | Extract<TraceState, 'loading' | 'ready' | 'failed'>;
  readonly idle: boolean;
}

export interface Recents {
  /** The newest first. */
  readonly traces: readonly KeptTrace[];
  /** Why nothing is kept, or what could not be read, as text; null for no problem. */
  readonly words: string | null;
}

/** What a feature of the page gives to its state. */
export interface StateParts {
  /** Its ways of opening files; asked in the order of the features. */
  readonly openers?: (app: AppState) => readonly Opener[];
  /** Fetches what takes over the view, sets and notes of files that are joined or separated. */
  readonly carryOver?: (app: AppState) => Promise<CarryOver>;
}

export class AppState {
  readonly scheduler: Scheduler = createScheduler();
  readonly activity = new Activity();
  readonly files: FileList;
  /** On the screen while no set is. */
  readonly table: Store<TraceTable | null> = createStore<TraceTable | null>(null);
  /** On the screen in place of the table while no set is, where `screen` says so. */
  readonly fleet: Store<OpenFleet | null> = createStore<OpenFleet | null>(null);
  /** On the screen while no set is, where `screen` says so. */
  readonly lab: Store<Lab | null> = createStore<Lab | null>(null);
  /** Which of the three is on the screen while no set is, as far as it is there. */
  readonly screen: Store<'table' | 'fleet' | 'lab'> = createStore<'table' | 'fleet' | 'lab'>('table');
  /** Opens the lab, with what a link asks for; set by the feature. */
  openLab: (asked: LinkLab | null) => Promise<void> = () => Promise.resolve();
  /** Null while no link and no recent trace waits for a file. */
  readonly linkRequest: Store<LinkRequest | null> = createStore<LinkRequest | null>(null);
  readonly recents: Store<Recents> = createStore<Recents>({ traces: [], words: null });
  /** Theme and panel layout, kept on this device. */
  readonly choices: ChoicesStore = openChoices();
  readonly fileHandles = new FileHandles();
  /** Id of the open dialog. */
  readonly dialog: Store<string | null> = createStore<string | null>(null);
  readonly status: Store<PageStatus> = createStore<PageStatus>({ state: 'empty', idle: true });
  readonly #features = new FeatureStates<AppState>(this);

  constructor(features: readonly StateParts[] = []) {
    this.files = new FileList(this.activity, {
      openers: features.flatMap(({ openers }) => openers?.(this) ?? []),
      carryOvers: features.flatMap(({ carryOver }) => (carryOver === undefined ? [] : () => carryOver(this))),
    });
    const refresh = (): void => this.#refresh();
    this.activity.onChange = refresh;
    this.scheduler.onStale = refresh;
    this.scheduler.onSettled = refresh;
  }

  /** The state of a feature, created on first use. */
  feature<T>(key: FeatureState<AppState, T>): T {
    return this.#features.get(key);
  }

  /** The table while it is on the screen. */
  get shownTable(): TraceTable | null {
    const isFree = this.files.list.get().shown === null && this.shownFleet === null && this.shownLab === null;
    return isFree ? this.table.get() : null;
  }

  /** The fleet while it is on the screen. */
  get shownFleet(): OpenFleet | null {
    const isFree =
      this.files.list.get().shown === null &&
      this.shownLab === null &&
      (this.screen.get() === 'fleet' || this.table.get() === null);
    return isFree ? this.fleet.get() : null;
  }

  /** The lab while it is on the screen. */
  get shownLab(): Lab | null {
    return this.files.list.get().shown === null && this.screen.get() === 'lab' ? this.lab.get() : null;
  }

  /** Puts the table, the fleet or the lab on the screen, as far as it is there; traces stay in their tabs. */
  showScreen(screen: ReturnType<AppState['screen']['get']>): void {
    this.screen.set(screen);
    this.files.showNone();
  }

  /** Opens a dialog, or closes it where it is open. */
  toggleDialog(id: string): void {
    this.dialog.update((open) => (open === id ? null : id));
  }

  #refresh(): void {
    this.files.joinSegments();
    this.files.refreshReading();
    const { files, shown } = this.files.list.get();
    const table = this.table.get();
    const fleet = this.fleet.get();
    const lab = this.lab.get();
    const isReading = table?.isReading === true || fleet?.isBusy === true || lab?.isBusy === true;
    const state =
      shown?.lead.state ??
      (table === null && fleet === null && lab === null ? 'empty' : isReading ? 'loading' : 'ready');
    const isBusy = isReading || this.activity.isBusy || files.some((file) => file.isBusy);
    const idle = !this.scheduler.pending && !isBusy;
    const before = this.status.get();
    if (before.state !== state || before.idle !== idle) this.status.set({ state, idle });
  }
}

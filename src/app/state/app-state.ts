/**
 * All state of the page, created by `main.tsx`: open files and the set on the screen, the other screens, pending
 * traces, recent ones of this device, choices, the open dialog, and states of features (`feature-states.ts`). Cursor and
 * hover are not state: they go through the scheduler.
 */
import { Activity } from './activity';
import type { RecentTrace } from './device/recent-trace';
import { type FeatureState, FeatureStates } from './feature-states';
import { createScheduler, type Scheduler } from './scheduler';
import { type ScreenOf, Screens } from './screens';
import { type ChoicesStore, openChoices } from './settings/choices-store';
import { createStore, type Store } from './store';
import { FileHandles } from './traces/file-handles';
import { FileList, type MoveOver } from './traces/file-list';
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
  readonly traces: readonly RecentTrace[];
  /** Why nothing is kept, or what could not be read, as text; null for no problem. */
  readonly words: string | null;
}

export type StateScreen = ScreenOf<AppState>;

export interface StateParts {
  /** Its ways of opening files; asked in the order of the features. */
  readonly openers?: (app: AppState) => readonly Opener[];
  /** What it shows in place of the open screen; the first ones take the place of one that is closed. */
  readonly screens?: readonly StateScreen[];
  /** Fetches what takes over the view, sets and notes of files that are joined or separated. */
  readonly moveOver?: (app: AppState) => Promise<MoveOver>;
}

export class AppState {
  readonly scheduler: Scheduler = createScheduler();
  readonly activity = new Activity();
  readonly files: FileList;
  /** On the screen while no set is. */
  readonly screens: Screens<AppState>;
  /** Null while no link and no recent trace waits for a file. */
  readonly linkRequest: Store<LinkRequest | null> = createStore<LinkRequest | null>(null);
  readonly recents: Store<Recents> = createStore<Recents>({ traces: [], words: null });
  /** Theme and panel layout, kept on this device. */
  readonly choices: ChoicesStore = openChoices();
  readonly fileHandles = new FileHandles();
  readonly dialog: Store<string | null> = createStore<string | null>(null);
  readonly status: Store<PageStatus> = createStore<PageStatus>({ state: 'empty', idle: true });
  readonly #features = new FeatureStates<AppState>(this);

  constructor(features: readonly StateParts[] = []) {
    this.files = new FileList(this.activity, {
      openers: features.flatMap(({ openers }) => openers?.(this) ?? []),
      moveOvers: features.flatMap(({ moveOver }) => (moveOver === undefined ? [] : () => moveOver(this))),
    });
    this.screens = new Screens<AppState>(
      this,
      this.files,
      features.flatMap(({ screens = [] }) => screens),
    );
    const refresh = (): void => this.#refresh();
    this.screens.shown.subscribe(refresh);
    this.activity.onChange = refresh;
    this.scheduler.onStale = refresh;
    this.scheduler.onSettled = refresh;
  }

  /** The state of a feature, created on first use. */
  feature<T>(key: FeatureState<AppState, T>): T {
    return this.#features.get(key);
  }

  toggleDialog(id: string): void {
    this.dialog.update((open) => (open === id ? null : id));
  }

  #refresh(): void {
    this.files.joinSegments();
    this.files.refreshReading();
    const { files, shown } = this.files.list.get();
    const isReading = this.screens.isBusy;
    const state = shown?.lead.state ?? (this.screens.isEmpty ? 'empty' : isReading ? 'loading' : 'ready');
    const isBusy = isReading || this.activity.isBusy || files.some((file) => file.isBusy);
    const idle = !this.scheduler.pending && !isBusy;
    const before = this.status.get();
    if (before.state !== state || before.idle !== idle) this.status.set({ state, idle });
  }
}

/**
 * Places of the page: which screen is shown, which part of it, and of what. Each entry of the browser's history keeps its place in
 * `history.state`, so that Back returns to what is still open, as it is: rows of local files are in no address.
 */
import type { AppState } from '../state/app-state';
import { groupsShown } from '../state/table/groups-shown';

export interface Place {
  readonly screen: string;
  /** Which of its parts; empty for a screen of one part. */
  readonly part: string;
  /** Names what is shown there within one load of the page; another load knows none of these names. */
  readonly of: string;
}

interface Screen {
  /** Everything that it can show now, on the screen or not. */
  readonly open: (app: AppState) => readonly object[];
  /** What it shows; null while it is not on the screen. */
  readonly shown: (app: AppState) => object | null;
  readonly part: (app: AppState) => string;
  /** @param what one of `open`. */
  readonly show: (app: AppState, what: object, part: string) => void;
}

const ofOne = (what: object | null): readonly object[] => (what === null ? [] : [what]);

const SCREENS: { readonly [screen: string]: Screen } = {
  trace: {
    open: (app) => app.files.files,
    shown: (app) => app.files.shownFile,
    part: () => '',
    show: (app, what) => {
      const file = app.files.files.find((one) => one === what);
      if (file !== undefined) app.files.show(file);
    },
  },
  table: {
    open: (app) => ofOne(app.table.get()),
    shown: (app) => app.shownTable,
    part: (app) => (app.feature(groupsShown).get() === null ? 'rows' : 'groups'),
    show: (app, _, part) => {
      app.showScreen('table');
      app.feature(groupsShown).set(part === 'groups' ? true : null);
    },
  },
  fleet: {
    open: (app) => ofOne(app.fleet.get()),
    shown: (app) => app.shownFleet,
    part: () => '',
    show: (app) => app.showScreen('fleet'),
  },
  lab: {
    open: (app) => ofOne(app.lab.get()),
    shown: (app) => app.shownLab,
    part: (app) => app.lab.get()?.page.get() ?? '',
    show: (app, _, part) => {
      app.showScreen('lab');
      app.lab.get()?.show(part === 'experiments' ? 'experiments' : 'scenarios');
    },
  },
};

export class Places {
  readonly #app: AppState;
  /** What each load of the page begins its names with. */
  readonly #load = crypto.randomUUID();
  readonly #names = new WeakMap<object, string>();
  #named = 0;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The place that is on the screen; null for the open screen. */
  get now(): Place | null {
    for (const [screen, { shown, part }] of Object.entries(SCREENS)) {
      const what = shown(this.#app);
      if (what !== null) return { screen, part: part(this.#app), of: this.#nameOf(what) };
    }
    return null;
  }

  /** What was shown there is still open. */
  isOpen(place: Place): boolean {
    return this.#thingOf(place) !== null;
  }

  /** Shows a place again, where it is open. @returns whether it is. */
  show(place: Place): boolean {
    const thing = this.#thingOf(place);
    if (thing !== null) SCREENS[place.screen]?.show(this.#app, thing, place.part);
    return thing !== null;
  }

  #thingOf({ screen, of }: Place): object | null {
    const open = Object.hasOwn(SCREENS, screen) ? (SCREENS[screen]?.open(this.#app) ?? []) : [];
    return open.find((thing) => this.#names.get(thing) === of) ?? null;
  }

  #nameOf(thing: object): string {
    const name = this.#names.get(thing) ?? `${this.#load}-${++this.#named}`;
    this.#names.set(thing, name);
    return name;
  }
}

/** They are parts of one screen, or of none: what they are of may differ. */
export function isSamePart(a: Place | null, b: Place | null): boolean {
  return a?.screen === b?.screen && a?.part === b?.part;
}

/**
 * Places of the page: which screen is shown, which part of it, and of what. Each entry of the browser's history keeps its place in
 * `history.state`, so that Back returns to what is still open, as it is: rows of local files are in no address.
 */
import type { AppState, StateScreen } from '../state/app-state';
import type { OpenFile } from '../state/traces/open-file';

export interface Place {
  readonly screen: string;
  /** Which of its parts; empty for a screen of one part. */
  readonly part: string;
  /** Names what is shown there within one load of the page; another load knows none of these names. */
  readonly of: string;
}

/** Of traces, which are no screen of a feature. */
const TRACE = 'trace';

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
    const { files, screens } = this.#app;
    if (files.shownFile !== null) return { screen: TRACE, part: '', of: this.#nameOf(files.shownFile) };
    const screen = screens.shown.get();
    const what = screen && screens.opened(screen);
    if (screen === null || what === null) return null;
    return { screen: screen.id, part: screen.parts?.shown(this.#app) ?? '', of: this.#nameOf(what) };
  }

  /** What was shown there is still open. */
  isOpen(place: Place): boolean {
    return this.#fileOf(place) !== null || this.#screenOf(place) !== null;
  }

  /** Shows a place again, where it is open. @returns whether it is. */
  show(place: Place): boolean {
    const file = this.#fileOf(place);
    const screen = this.#screenOf(place);
    if (file !== null) this.#app.files.show(file);
    if (screen !== null) {
      this.#app.screens.show(screen.id);
      screen.parts?.show(this.#app, place.part);
    }
    return file !== null || screen !== null;
  }

  #fileOf({ screen, of }: Place): OpenFile | null {
    if (screen !== TRACE) return null;
    return this.#app.files.files.find((file) => this.#names.get(file) === of) ?? null;
  }

  #screenOf({ screen: id, of }: Place): StateScreen | null {
    const { screens } = this.#app;
    const screen = screens.all.find((one) => one.id === id);
    const what = screen && screens.opened(screen);
    return screen !== undefined && what != null && this.#names.get(what) === of ? screen : null;
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

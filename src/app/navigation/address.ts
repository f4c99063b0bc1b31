/**
 * The view in the address. Every change of the view is written there (`address-writer.ts`), a committed range and another screen
 * as a history entry, so that the browser's Back goes through ranges and screens (`places.ts`); a link that is opened, pasted into
 * the address or gone back to is followed (`follow-link.ts`). Browsers do not send fragments.
 */
import { SHARE_NOTHING } from '../../engine/reading/contract/share-options';
import { redactFragment } from '../../sharing/link/named-traces';
import { parseLink } from '../../sharing/link/parse';
import { type SharedLink, sharedLink } from '../../sharing/link/shared-link';
import { isTraceRef, type LinkState } from '../../sharing/link/state';
import { storedViewIn } from '../../sharing/link/stored-view';
import { shareOptionsOf } from '../controls/save-file';
import type { AppState, StateScreen } from '../state/app-state';
import { hiddenSeries } from '../state/traces/hidden-series';
import type { OpenFile } from '../state/traces/open-file';
import type { OpenTrace } from '../state/traces/open-trace';
import { type GivenText, readGiven } from '../state/traces/remote-trace';
import { type AddressEntry, AddressWriter } from './address-writer';
import { LinkFollower, type LinkNames } from './follow-link';
import { entryState, type OwnEntry, ownEntry, withNames } from './history-entries';
import { lostOnLoad } from './lost-on-load';
import { takeQuery } from './page-address';
import { type Fragment, type FragmentOptions, PageFragment } from './page-fragment';
import { numberIn } from './page-set';
import { isSamePart, type Place, Places } from './places';
import { publicAddress } from './public-address';
import { sameRef, TraceOrigins } from './trace-origins';

export interface ViewLink extends SharedLink {
  /** False where it does not name the shown trace. */
  readonly named: boolean;
  readonly traces: number;
}

export class Address {
  readonly follower: LinkFollower;
  readonly #app: AppState;
  readonly origins: TraceOrigins;
  /** Each is called when the address has another fragment. */
  readonly whenWritten = new Set<() => void>();
  readonly #writer = new AddressWriter(
    { replace: (entry) => change('replaceState', entry), push: (entry) => change('pushState', entry) },
    {
      now: () => performance.now(),
      later(run, ms) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
  );
  readonly #places: Places;
  /** The place of the entry in the address. */
  #place: Place | null = null;
  /** A place of the history is being shown: what that changes is no step of the user's. */
  #isReturning = false;
  /** The fragment written last or pending. */
  #fragment = '';
  /** What the entry in the address does not bring back. */
  #lost: readonly string[] = [];
  /** The fragment followed last: `popstate` and `hashchange` fire for the same one. */
  #followed: string | null = null;
  #endView: () => void = () => {};
  /** State at the last look: a step of the same trace becomes a history entry. */
  #seen: { readonly trace: OpenTrace | null; readonly steps: number } = { trace: null, steps: 0 };
  readonly #page: PageFragment;
  /** What ends the watch over each screen. */
  readonly #endScreens = new Map<StateScreen, () => void>();

  constructor(app: AppState, names: LinkNames) {
    this.#app = app;
    this.#places = new Places(app);
    this.origins = new TraceOrigins(names.examples);
    this.#page = new PageFragment(app, this.origins, names.panels);
    this.follower = new LinkFollower(app, names, this.origins, (foreign) => this.#settle(foreign));
    this.#app.files.list.subscribe(() => this.#watch());
    this.#app.choices.subscribe(() => {
      this.#lookForHidden();
      this.#update();
    });
    for (const screen of app.screens.all) screen.store(app).subscribe(() => void this.#watchScreen(screen));
    app.screens.shown.subscribe(() => this.#update());
    const own = ownEntry(history.state);
    if (own !== null && own.lost.length > 0) {
      app.feature(lostOnLoad).set(own.lost);
      // It is said once.
      change('replaceState', { ...own, lost: [], fragment: location.hash.slice(1) });
    }
    window.addEventListener('popstate', ({ state }) => this.#goTo(state));
    window.addEventListener('hashchange', () => {
      if (location.hash.slice(1) !== this.#followed) this.#follow(null);
    });
    window.addEventListener('pagehide', () => this.#writer.flush());
    takeQuery();
    this.#follow(own, true);
    this.#watch();
    for (const screen of app.screens.all) void this.#watchScreen(screen);
  }

  /**
   * The one link to the view that is copied. What is on the screen is named by its address, where it came from one; the
   * other open traces by theirs where that is ticked.
   */
  async link(tellsAddresses: boolean): Promise<ViewLink> {
    const screen = this.#app.screens.shown.get();
    if (screen !== null) {
      const fragment = (await this.#page.loadLinks(screen))?.fragment(this.#app) ?? '';
      return { ...this.shared(fragment), named: fragment !== '', traces: 0 };
    }
    const { shownFile: shown } = this.#app.files;
    const onScreen = new Set(shown?.set.members.map(({ trace }) => trace.file));
    const digest = shown?.digest?.encoded ?? null;
    const { text, traces } = await this.fragment({
      optionsOf: (file) => ({ ...shareOptionsOf(file), addresses: tellsAddresses || onScreen.has(file) }),
      digest,
      numberOf: numberIn(digest),
    });
    const hasOrigin = shown !== null && this.origins.refOf(shown) != null;
    return { ...this.shared(text), named: hasOrigin || digest !== null, traces };
  }

  /** The fragment of the view; waits for fingerprints of files. */
  async fragment(options: FragmentOptions): Promise<Fragment> {
    const refs = this.#app.files.files.map((file) => this.origins.find(file));
    await Promise.all([this.#page.loadPanels(), ...refs]);
    return this.#page.format(options);
  }

  /** The same at once, without files whose fingerprint is not known yet, and without panels that are not loaded. */
  fragmentNow(options: FragmentOptions): Fragment {
    return this.#page.format(options);
  }

  /** A link with this fragment, and who can open it: with what is known of public addresses so far. */
  shared(fragment: string): SharedLink {
    return sharedLink(fragment, this.#app.feature(publicAddress).page);
  }

  /** Handles an address entered by the user: opens a trace or asks for consent; follows a link to this page. */
  take(text: string): GivenText {
    const given = readGiven(text, location.href);
    if (given.kind === 'trace') this.follower.openAddress(given.ref);
    if (given.kind === 'link') location.hash = given.fragment;
    return given;
  }

  /**
   * Shows the view of a link in the shown trace.
   * @param fragment that names no trace. @returns null on success, else why not, as a sentence.
   */
  showView(fragment: string): string | null {
    const parsed = parseLink(fragment);
    const { traces, digest, table } = parsed.state;
    if (!parsed.isLink || storedViewIn(fragment) !== null) return 'It is no link.';
    if (traces.length > 0 || digest !== null || (table.rows ?? table.stored) !== null)
      return 'It names a trace: only what is seen of the shown one can be set.';
    if (this.#app.files.shownFile === null) return 'No trace is shown.';
    this.follower.follow({ link: parsed, withLayout: true });
    return null;
  }

  /** The browser went to an entry: to its place, where that is still open, else the link in it is followed. */
  #goTo(state: unknown): void {
    const own = ownEntry(state);
    const place = own?.place ?? null;
    if (place === null || !this.#return(place)) {
      this.#follow(own);
      return;
    }
    // What is seen of a trace is in the link; any other screen stands as it was left.
    if (place.screen === 'trace') this.#follow(own);
    else this.#stay();
  }

  /** @returns whether what the place shows is still open. */
  #return(place: Place): boolean {
    this.#isReturning = true;
    const isThere = this.#places.show(place);
    if (isThere) {
      // Else the entry would be rewritten as the link that was followed before.
      this.follower.leave();
      this.follower.putAside();
      this.#place = place;
    }
    this.#isReturning = false;
    return isThere;
  }

  /** The address says what is on the screen already. */
  #stay(): void {
    this.#writer.drop();
    this.#fragment = location.hash.slice(1);
    this.#followed = this.#fragment;
    this.#look();
    this.#update();
  }

  /** @param own the entry, where this page wrote it itself. @param isFirst the page was loaded with it. */
  #follow(own: OwnEntry | null, isFirst = false): void {
    this.#writer.drop();
    const fragment = location.hash.slice(1);
    this.#followed = fragment;
    if (fragment === this.#fragment) return;
    this.#fragment = fragment;
    const stored = storedViewIn(fragment);
    if (stored !== null) {
      this.follower.followStored(stored);
      return;
    }
    const linked = parseLink(fragment);
    const parsed = own === null ? linked : withNames(linked, own.names);
    if (!parsed.isLink) {
      // Not a link of this page: kept until a trace is open.
      this.#fragment = '';
      this.follower.leave();
      return;
    }
    const isForeign = own === null || isFirst;
    this.follower.follow({ link: parsed, withLayout: isForeign }, isForeign);
  }

  /** A link was followed: the new view is not a step of the user. @param link that this page did not write itself. */
  #settle(link: LinkState | null): void {
    this.#look();
    this.#place = this.#places.now;
    const shown = this.#app.files.shownFile;
    if (link === null || !this.#isAbout(link, shown)) {
      this.#update();
      return;
    }
    // Keep the written link, with the parts that could not be followed, until the view changes.
    this.#fragment = this.#page.format().text;
    const written = location.hash.slice(1);
    const options = shown === null ? SHARE_NOTHING : shareOptionsOf(shown);
    change('replaceState', this.#entry(redactFragment(written, options)));
  }

  #isAbout({ traces, shown: index }: LinkState, shown: OpenFile | null): boolean {
    const asked = traces[index];
    const ref = shown && this.origins.refOf(shown);
    return asked === undefined || !isTraceRef(asked) || (ref != null && sameRef(asked, ref));
  }

  #lookForHidden(): void {
    this.#app.feature(hiddenSeries).look(this.#app.files.list.get().shown, this.follower.holding);
  }

  /** Subscribes to the set on the screen. */
  #watch(): void {
    this.#lookForHidden();
    const { shown, files } = this.#app.files.list.get();
    this.#endView();
    const ends =
      shown === null
        ? []
        : shown.members.flatMap(({ trace }) =>
            [trace.view, trace.snapshot, trace.includesName, trace.outside].map((store) =>
              store.subscribe(() => this.#update()),
            ),
          );
    const lanes = shown?.view.get().lanes;
    if (shown !== null) {
      const over = shown.byBytes.get();
      ends.push(
        shown.view.subscribe(() => {
          if (shown.view.get().lanes === lanes) this.#update();
          else this.#watch();
        }),
        shown.axis.subscribe(() => this.#update()),
        shown.byBytes.subscribe(() => this.#watch()),
        ...(over === null ? [] : [over.view.subscribe(() => this.#update())]),
      );
    }
    this.#endView = () => {
      for (const end of ends) end();
    };
    if (shown !== null && this.#page.panels === null) void this.#page.loadPanels().then(() => this.#update());
    for (const file of files) {
      if (this.origins.refOf(file) === undefined) void this.origins.find(file).then(() => this.#update());
    }
    this.#update();
  }

  async #watchScreen(screen: StateScreen): Promise<void> {
    this.#endScreens.get(screen)?.();
    this.#endScreens.delete(screen);
    const what = this.#app.screens.opened(screen);
    const links = what === null ? null : await this.#page.loadLinks(screen);
    if (links !== null && this.#app.screens.opened(screen) === what)
      this.#endScreens.set(
        screen,
        links.watch(this.#app, () => this.#update()),
      );
    this.#update();
  }

  /** Records the current state. @returns true where a range step led to it. */
  #look(): boolean {
    const { shown } = this.#app.files.list.get();
    const steps = shown?.stepsTaken ?? 0;
    const before = this.#seen;
    this.#seen = { trace: shown?.lead ?? null, steps };
    return before.trace === this.#seen.trace && steps > before.steps;
  }

  /**
   * The user went to another screen, or another part of it: an entry at once, whose fragment follows when it is known. In place of the
   * entry where what was shown there was closed: nothing is there to go back to.
   */
  #enter(): void {
    const before = this.#place;
    const place = this.#places.now;
    this.#place = place;
    if (isSamePart(before, place)) return;
    const isStep = before !== null && place !== null && this.#places.isOpen(before);
    this.#writer.write(this.#entry(this.#fragment), isStep);
  }

  /** An entry of the place on the screen. */
  #entry(fragment: string, lost = this.#page.lost): AddressEntry {
    this.#lost = lost;
    return { fragment, place: this.#place, lost, names: this.#page.names };
  }

  #update(): void {
    if (this.follower.holding || this.#isReturning) return;
    this.#enter();
    const step = this.#look();
    if (!this.#page.isWhole) return;
    const fragment = this.#page.format().text;
    const { lost } = this.#page;
    const isSame = fragment === this.#fragment;
    if (isSame && String(lost) === String(this.#lost)) return;
    // A view in the store that could not be read may be asked for again, until something else is on the screen.
    if (fragment === '' && namesStored(this.#fragment)) return;
    this.#fragment = fragment;
    this.#writer.write(this.#entry(fragment, lost), step);
    if (isSame) return;
    for (const listener of this.whenWritten) listener();
  }
}

/** It names a view, or a table, in the store. */
function namesStored(fragment: string): boolean {
  return storedViewIn(fragment) !== null || parseLink(fragment).state.table.stored !== null;
}

/** An empty fragment removes the existing one. */
function change(how: 'replaceState' | 'pushState', { fragment, ...entry }: AddressEntry): void {
  const address = fragment === '' ? `${location.pathname}${location.search}` : `#${fragment}`;
  try {
    history[how](entryState(entry), '', address);
  } catch {
    // Some browsers throw beyond the rate limit, others ignore the change; the next one is written again.
  }
}

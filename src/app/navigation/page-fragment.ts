/** The page as a fragment: what is on the screen, the open traces that a link may name, and the layout. */
import { plural } from '../../engine/base/text/figures';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { redactOrigin } from '../../engine/service/redaction/redact';
import { formatLink } from '../../sharing/link/format';
import { linkOf } from '../../sharing/link/link-of';
import { namedTraces } from '../../sharing/link/named-traces';
import { EMPTY_TABLE, fingerprintsOf, type LinkTable, type LinkTrace } from '../../sharing/link/state';
import { formatTrace } from '../../sharing/link/trace-refs';
import { shareOptionsOf } from '../controls/save-file';
import type { AppState, StateScreen } from '../state/app-state';
import type { ScreenLinks } from '../state/screens';
import type { OpenFile } from '../state/traces/open-file';
import type { LinkNames } from './follow-link';
import { connectionOf, type DigestNumber, numberIn, pageSetOf } from './page-set';
import type { TraceOrigins } from './trace-origins';

export interface FragmentOptions {
  /** Share options of an open file; null leaves it out. */
  readonly optionsOf: (file: OpenFile, isShown: boolean) => ShareOptions | null;
  /** Encoded digest of the shown trace; null for none. */
  readonly digest: string | null;
  /** Which traces of the set the digest of the link, or the file that the link is in, holds; none where left out. */
  readonly numberOf?: DigestNumber;
  /** Without what lies beneath traces that are compared: they are handed on alone. */
  readonly alone?: true;
}

/** A fragment without `#`, and how many traces it names. */
export interface Fragment {
  readonly text: string;
  readonly traces: number;
}

/** More open traces are counted where they are lost. */
const MOST_NAMED = 3;

const NO_NUMBER: DigestNumber = () => null;

/** Options of the page's address, which stays here: all open traces, remote ones by their URL. */
const asTicked: FragmentOptions['optionsOf'] = (file) => ({ ...shareOptionsOf(file), addresses: true });

export class PageFragment {
  /** Ids of all panels, of which a layout is made; null before they are loaded, with the first trace. */
  panels: readonly string[] | null = null;
  /** What makes links to the screens that were opened, as far as it is fetched. */
  readonly #links = new Map<StateScreen, ScreenLinks<AppState>>();
  readonly #app: AppState;
  readonly #origins: TraceOrigins;
  readonly #panelIds: LinkNames['panels'];

  constructor(app: AppState, origins: TraceOrigins, panelIds: LinkNames['panels']) {
    this.#app = app;
    this.#origins = origins;
    this.#panelIds = panelIds;
  }

  /** Where they cannot be loaded, the address stays as it is; the next trace tries again. */
  async loadPanels(): Promise<void> {
    this.panels ??= await this.#panelIds();
  }

  /** @returns null where it cannot be fetched; the next call tries again. */
  async loadLinks(screen: StateScreen): Promise<ScreenLinks<AppState> | null> {
    const links = this.#links.get(screen) ?? (await screen.links().catch(() => null));
    if (links !== null) this.#links.set(screen, links);
    return links;
  }

  /**
   * All that the fragment names is there: files of a set with their fingerprints, the panels, and a screen that lies beneath what is
   * compared; or all of another screen.
   */
  get isWhole(): boolean {
    const { files, screens } = this.#app;
    const { shownFile: shown } = files;
    const screen = screens.shown.get();
    const isThere = (one: StateScreen): boolean => {
      const links = this.#links.get(one);
      return links !== undefined && links.isWhole?.(this.#app) !== false;
    };
    if (shown === null) return screen === null || isThere(screen);
    if (this.#origins.refOf(shown) === undefined || this.panels === null) return false;
    return (
      shown.set.members.length < 2 || screens.all.every((one) => screens.opened(one) === null || isThere(one))
    );
  }

  /** Names of local files that are open, by their hashes. */
  get names(): ReadonlyMap<string, string> {
    const refs = this.#app.files.files.map((file) => this.#origins.refOf(file));
    const prints = refs.flatMap((ref) => (ref?.kind === 'file' ? fingerprintsOf(ref) : []));
    return new Map(prints.map(({ hash, name }) => [hash, name]));
  }

  /** What is open and the fragment does not bring back, as noun phrases; see `AddressEntry`. */
  get lost(): readonly string[] {
    const { files, screens } = this.#app;
    const shown = screens.shown.get();
    const ofScreens = [...this.#links].map(([screen, links]) =>
      screens.opened(screen) === null
        ? null
        : links.lost(this.#app, screen === shown || this.#beneath(links) !== null),
    );
    // Pasted text: no link names it.
    const unnamed = files.files.filter((file) => file.digest === null && this.#origins.refOf(file) === null);
    const ofFiles = files.shownFile === null ? files.files : unnamed;
    const names = ofFiles.map(({ name }) => name);
    const named = names.length > MOST_NAMED ? [plural(names.length, 'open trace')] : names;
    return [...ofScreens, ...named].flatMap((one) => one ?? []);
  }

  /** What goes with the traces that are compared, of a screen that is open beneath them. */
  #beneath(links: ScreenLinks<AppState>): LinkTable | null {
    const set = this.#app.files.shownFile?.set;
    return set === undefined ? null : (links.beneath?.(this.#app, set) ?? null);
  }

  #ofScreen(): string {
    const screen = this.#app.screens.shown.get();
    return (screen && this.#links.get(screen)?.fragment(this.#app)) ?? '';
  }

  /** The page as a fragment; empty on the open screen. */
  format(options?: FragmentOptions): Fragment {
    const { files, shownFile: shown } = this.#app.files;
    if (shown === null) return { text: this.#ofScreen(), traces: 0 };
    const encoded = shown.digest?.encoded ?? null;
    const {
      optionsOf,
      digest,
      numberOf = NO_NUMBER,
      alone = false,
    } = options ?? { optionsOf: asTicked, digest: encoded, numberOf: numberIn(encoded) };
    const { current, set } = shown;
    const held = set.members.slice(1).flatMap(({ trace }) => (numberOf(trace) === null ? [] : [trace]));
    const named = files.map((file): LinkTrace | null => {
      // A digest that is in the link needs no other name.
      if (file !== shown && file.digest !== null && held.some((trace) => trace.file === file)) return null;
      const ref = this.#origins.refOf(file) ?? null;
      const allowed = optionsOf(file, file === shown);
      const redacted = ref && allowed && redactOrigin(ref, allowed);
      // A trace without a name is in the link as its digest.
      const number = file === shown && held.length > 0 ? numberOf(current) : null;
      const canBeWritten = redacted !== null && formatTrace(redacted) !== null;
      return canBeWritten || number === null ? redacted : { kind: 'digest', number };
    });
    const digests = held.map((trace): LinkTrace => ({ kind: 'digest', number: numberOf(trace) ?? 1 }));
    const state = linkOf({
      traces: [...named, ...digests],
      shown: files.indexOf(shown),
      view: current.view.get(),
      connection: connectionOf(current),
      set: pageSetOf(set, files, held),
      outside: current.outside.get().shared,
      choices: this.#app.choices.get(),
      panels: this.panels ?? [],
      digest,
    });
    const [table = EMPTY_TABLE] = alone
      ? []
      : [...this.#links].flatMap(([screen, links]) =>
          this.#app.screens.opened(screen) === null ? [] : (this.#beneath(links) ?? []),
        );
    const text = formatLink({ ...state, table });
    return { text, traces: namedTraces(text) };
  }
}

/**
 * The page's links: started once, copied by button and key; and URLs of traces that are entered, pasted or dropped.
 * The code that follows and writes links (`address.ts`) is loaded after the first paint.
 */
import type { SharedLink } from '../../sharing/link/shared-link';
import type { StoredRef, TraceRef } from '../../sharing/link/state';
import { painted } from '../controls/after-paint';
import { copiedWords } from '../controls/copied-words';
import type { AppState } from '../state/app-state';
import type { FeatureState } from '../state/feature-states';
import { createStore, type Store } from '../state/store';
import { EXAMPLES, exampleOf } from '../state/traces/examples';
import type { NamedFile } from '../state/traces/named-file';
import type { TraceFile } from '../state/traces/trace-file';
import type { Address, ViewLink } from './address';
import type { Fragment, FragmentOptions } from './page-fragment';
import { publicAddress } from './public-address';

/** Longest text that is checked for an address by `soleAddress`. */
const MAX_ADDRESS = 100_000;
/** The ids of the panels are loaded with the panels, which a page without a trace and without a link does not need. */
async function panelIds(): Promise<readonly string[] | null> {
  return import('../../drawing/panels/registry').then(
    ({ PANEL_IDS }) => PANEL_IDS,
    () => null,
  );
}

const NO_LINKS = 'Nothing was opened: a part of this page could not be fetched from its server.';

const RESULT_MS = 4000;
/** How long the foot of the window says who can open the link. */
const REACH_MS = 10_000;

/** Result of copying: copied, copied without the trace where a link cannot name it, or refused by the browser. */
export type Copied = 'no' | 'copied' | 'view-only' | 'refused';

export const pageLinks: FeatureState<AppState, PageLinks> = { create: (app) => new PageLinks(app) };

export class PageLinks {
  readonly copied: Store<Copied> = createStore<Copied>('no');
  /** Links name also those open traces by their URL that are not on the screen; ticked in the share dialog. */
  readonly tellsAddresses: Store<boolean> = createStore(false);
  readonly #app: AppState;
  #address: Address | null = null;
  #starting: Promise<Address | null> | null = null;
  #resetTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: AppState) {
    this.#app = app;
  }

  /**
   * Follows the link in the address, and updates the address from then on; once. At once where there
   * may be a link to follow, else after the first paint.
   * @returns null where its code cannot be loaded, which is reported; the next call tries again.
   */
  start(): Promise<Address | null> {
    this.#starting ??= this.#app.activity.whileBusy(this.#begin());
    return this.#starting;
  }

  async #begin(): Promise<Address | null> {
    try {
      if (location.hash === '' && location.search === '') await painted();
      // Fetched beside the rest: a link may name panels.
      if (location.hash !== '') void panelIds();
      const { Address } = await import('./address');
      this.#address = new Address(this.#app, {
        panels: panelIds,
        examples: {
          idOf: (source) =>
            EXAMPLES.find(({ file }) => source.kind === 'example' && source.name === file)?.id ?? null,
          sourceOf: exampleOf,
        },
      });
    } catch {
      this.#starting = null;
      this.#app.files.notify({
        kind: 'part-missing',
        level: 'error',
        text: 'The part of this page that makes and follows links could not be fetched from its server. Reload the page.',
        places: [],
      });
    }
    return this.#address;
  }

  /** The link that `copy` copies; null for a page without links. */
  async viewLink(): Promise<ViewLink | null> {
    const [links] = await Promise.all([this.start(), this.#app.feature(publicAddress).ready()]);
    return links?.link(this.tellsAddresses.get()) ?? null;
  }

  /** Copies the link to the view, or to the table: by key, menu, palette, and the buttons of the header and the share dialog. */
  async copy(): Promise<void> {
    const link = await this.viewLink();
    if (link === null) return;
    clearTimeout(this.#resetTimer);
    try {
      await navigator.clipboard.writeText(link.url);
      this.copied.set(link.named ? 'copied' : 'view-only');
      await this.#tellReach(link);
    } catch {
      this.copied.set('refused');
    }
    this.#resetTimer = setTimeout(() => this.copied.set('no'), RESULT_MS);
  }

  /** At the foot of the window, of a link that does not open from anywhere. */
  async #tellReach(link: SharedLink): Promise<void> {
    if (link.reach === 'public') return;
    const words = await import('../../sharing/link/reach-words').then(
      ({ reachWords, SEE_SHARE }) => `Link copied. ${reachWords(link)} ${SEE_SHARE}`,
      () => null,
    );
    if (words === null) return;
    const shown = this.#app.feature(copiedWords);
    shown.set(words);
    setTimeout(() => shown.update((current) => (current === words ? null : current)), REACH_MS);
  }

  /** See `Address.fragment`; undefined for a page without links. */
  async fragment(options: FragmentOptions): Promise<Fragment | undefined> {
    return (await this.start())?.fragment(options);
  }

  /** The same at once, without files whose fingerprint is not known yet. */
  fragmentNow(options: FragmentOptions): Fragment | undefined {
    return this.#address?.fragmentNow(options);
  }

  /** How links name a file; undefined until that is known. */
  originNow(file: TraceFile): TraceRef | null | undefined {
    return this.#address?.origins.refOf(file);
  }

  async openDigest(file: NamedFile): Promise<void> {
    await (await this.start())?.follower.followFile(file);
  }

  /** Opens a trace of the page's store that is shown as a digest. */
  async openStored(ref: StoredRef): Promise<void> {
    const links = await this.start();
    await links?.follower.openStored(ref);
  }

  /** Calls back whenever the view in the address changes. */
  async onWritten(listener: () => void): Promise<void> {
    const links = await this.start();
    links?.whenWritten.add(listener);
  }

  /** See `Address.showView`. */
  async showView(fragment: string): Promise<string | null> {
    const links = await this.start();
    return links === null ? NO_LINKS : links.showView(fragment);
  }

  /** A link with the fragment, and who can open it; null before `start`. */
  shared(fragment: Pick<Fragment, 'text'> | undefined): SharedLink | null {
    return this.#address?.shared(fragment?.text ?? '') ?? null;
  }

  /** The same, once what the host says of public addresses is known; empty where no link can be made. */
  async linkTo(fragment: Pick<Fragment, 'text'> | undefined): Promise<string> {
    await Promise.all([this.start(), this.#app.feature(publicAddress).ready()]);
    return this.shared(fragment)?.url ?? '';
  }

  /** The same for a button outside the share dialog, which says who can open it: reported at the foot of the window. */
  async linkToCopy(fragment: Pick<Fragment, 'text'>): Promise<string> {
    const url = await this.linkTo(fragment);
    const shared = this.shared(fragment);
    if (shared !== null) void this.#tellReach(shared);
    return url;
  }

  /** Applies the view of the link to the file that was opened instead. */
  showAnyway(): void {
    this.#address?.follower.showAnyway();
  }

  dismissRequest(): void {
    this.#address?.follower.putAside();
  }

  /** The user agreed to a host: fetches the link's files from it. */
  fetchFrom(origin: string): void {
    this.#address?.follower.fetchFrom(origin);
  }

  /**
   * Opens the trace at a URL, or asks for consent to its host first.
   * @returns null on success, else why not, as a sentence.
   */
  async openAddress(text: string): Promise<string | null> {
    const links = await this.start();
    if (links === null) return NO_LINKS;
    const given = links.take(text);
    if (given.kind === 'refused') return given.words;
    if (given.kind === 'trace' || given.kind === 'link') return null;
    return 'This is not a complete URL of a file: it must begin with https://, or with http://localhost or http://127.0.0.1 for this machine.';
  }

  /** Handles pasted or dropped text. @returns false where it is no URL, and may be a trace itself. */
  async takeAddress(text: string): Promise<boolean> {
    // A longer text is no URL, and need not wait.
    const links = text.length > MAX_ADDRESS ? null : await this.start();
    const given = links?.take(text) ?? { kind: 'text' };
    if (given.kind === 'refused')
      this.#app.files.notify({ kind: 'address', level: 'warning', text: given.words, places: [] });
    return given.kind !== 'text';
  }
}

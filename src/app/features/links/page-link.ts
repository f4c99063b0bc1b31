/**
 * The page's links: started once by the page, copied from button and key; and addresses of traces, however they come in.
 * What follows and writes them (`address.ts`) is fetched behind the first paint.
 */

import { PANEL_IDS } from '../../../drawing/panels/panel-ids';
import { painted } from '../../controls/after-paint';
import type { AppState } from '../../state/app-state';
import { EXAMPLES, exampleOf } from '../../state/examples';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { Address, Fragment, FragmentOptions } from './address';

/** Longest text that may be an address; `soleAddress` knows better. */
const MAX_ADDRESS = 100_000;
/** How long the button says what became of a link. */
const SAID_MS = 4000;

/** What became of the newest link: copied, without its trace where that has no name, or kept by the browser. */
export type Copied = 'no' | 'copied' | 'view-only' | 'refused';

export const pageLinks: FeatureState<AppState, PageLinks> = { create: (app) => new PageLinks(app) };

export class PageLinks {
  readonly copied: Store<Copied> = createStore<Copied>('no');
  readonly #app: AppState;
  #address: Address | null = null;
  #starting: Promise<Address | null> | null = null;
  #saidNow: ReturnType<typeof setTimeout> | undefined;

  constructor(app: AppState) {
    this.#app = app;
    app.traces.openDigestFile = async (file) => (await this.start())?.follower.followFile(file);
  }

  /**
   * Follows the link in the address, and keeps the address in step with the page from then on; once. At once where there
   * may be a link to follow, else behind the first paint.
   * @returns null where it cannot be fetched, which is said; the next call tries again.
   */
  start(): Promise<Address | null> {
    this.#starting ??= this.#app.activity.whileBusy(this.#begin());
    return this.#starting;
  }

  async #begin(): Promise<Address | null> {
    try {
      if (location.hash === '' && location.search === '') await painted();
      const { Address } = await import('./address');
      this.#address = new Address(this.#app, {
        panels: PANEL_IDS,
        examples: {
          idOf: (source) =>
            EXAMPLES.find(({ file }) => source.kind === 'example' && source.name === file)?.id ?? null,
          sourceOf: exampleOf,
        },
      });
    } catch {
      this.#starting = null;
      this.#app.traces.notify({
        kind: 'part-missing',
        level: 'error',
        text: 'The part of this page that makes and follows links could not be fetched from its server. Reload the page.',
        places: [],
      });
    }
    return this.#address;
  }

  /** Copies a link to what is shown; the page's address holds the same. */
  async copy(): Promise<void> {
    const links = await this.start();
    if (links === null) return;
    clearTimeout(this.#saidNow);
    try {
      const { url, named } = await links.link();
      await navigator.clipboard.writeText(url);
      this.copied.set(named ? 'copied' : 'view-only');
    } catch {
      this.copied.set('refused');
    }
    this.#saidNow = setTimeout(() => this.copied.set('no'), SAID_MS);
  }

  /** See `Address.fragment`; undefined for a page without links. */
  async fragment(options: FragmentOptions): Promise<Fragment | undefined> {
    return (await this.start())?.fragment(options);
  }

  /** The same at once, as far as it is known. */
  fragmentNow(options: FragmentOptions): Fragment | undefined {
    return this.#address?.fragmentNow(options);
  }

  /** A link with that behind `#`. */
  linkTo(fragment: Fragment | undefined): string {
    return this.#address?.addressOf(fragment?.text ?? '') ?? '';
  }

  /** Shows the view of the link in the file that was opened instead. */
  showAnyway(): void {
    this.#address?.follower.showAnyway();
  }

  /** The link's files are not asked for any more. */
  putAside(): void {
    this.#address?.follower.putAside();
  }

  /** The user said yes to a host: what the link has there is fetched. */
  fetchFrom(origin: string): void {
    this.#address?.follower.fetchFrom(origin);
  }

  /**
   * Opens the trace at an address, or asks about its host first.
   * @returns null where that was done, else why not, as a sentence.
   */
  async openAddress(text: string): Promise<string | null> {
    const links = await this.start();
    if (links === null)
      return 'Nothing was opened: a part of this page could not be fetched from its server.';
    const given = links.take(text);
    if (given.kind === 'refused') return given.words;
    if (given.kind === 'trace' || given.kind === 'link') return null;
    return 'This is no full address of a file: one begins with https://, or with http://localhost or http://127.0.0.1 for this machine.';
  }

  /** What was pasted or dropped as text. @returns false where it is no address, and may be a trace itself. */
  async takeAddress(text: string): Promise<boolean> {
    // Whatever is longer is no address, and need not wait.
    const links = text.length > MAX_ADDRESS ? null : await this.start();
    const given = links?.take(text) ?? { kind: 'text' };
    if (given.kind === 'refused')
      this.#app.traces.notify({ kind: 'address', level: 'warning', text: given.words, places: [] });
    return given.kind !== 'text';
  }
}

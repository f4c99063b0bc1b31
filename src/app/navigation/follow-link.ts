/**
 * Follows a link: opens the examples and runs that it names and what lies on hosts that the user knows, asks for its files and
 * about other hosts, and takes up its view once the trace that it shows has been read, for only then are its findings
 * there. What does not fit is said in one line. Where links come from and what stands in the address is `address.ts`.
 */

import { withHost } from '../../drawing/view/choices';
import type { Message } from '../../engine/reading/contract/snapshot';
import { applyLayout } from '../../sharing/link/apply-link';
import { droppedWords } from '../../sharing/link/dropped-words';
import { type ParsedLink, parseLink } from '../../sharing/link/parse';
import { originOf, type RemoteRef } from '../../sharing/link/remote-url';
import {
  type DroppedPart,
  EMPTY_LAYOUT,
  EMPTY_LINK,
  EMPTY_TABLE,
  EMPTY_VIEW,
  isTraceRef,
  type LinkLayout,
  type LinkState,
  type LinkTable,
  type LinkTrace,
  type StoredRef,
  type TraceRef,
} from '../../sharing/link/state';
import type { StoredViewName } from '../../sharing/link/stored-view';
import type { StoredView } from '../../sharing/store/stored-view';
import type { AppState, StateScreen } from '../state/app-state';
import { runSource } from '../state/lab/run-source';
import type { NamedFile } from '../state/traces/named-file';
import type { OpenFile } from '../state/traces/open-file';
import {
  askFor,
  type KeptRequest,
  type PendingTrace,
  pendingTrace,
  pendingWithCopy,
} from '../state/traces/pending-traces';
import { isConfirmed, remoteSource } from '../state/traces/remote-trace';
import { isAt } from '../state/traces/shown-digest';
import { lostWords, unreadableDigest } from './digest-messages';
import { grownMessage } from './link-request';
import { findOpen, furtherFilesOf, openLinked } from './linked-files';
import { LinkedSet } from './linked-set';
import { OpenedTraces } from './opened-traces';
import type { StoredTraces } from './stored-traces';
import { type Examples, sameRef, type TraceOrigins } from './trace-origins';

const NOT_FETCHED = 'a part of this page could not be fetched from its server';

export interface LinkNames {
  readonly examples: Examples;
  /** Ids of all panels in their default order, loaded by the first call; null where they cannot be. */
  readonly panels: () => Promise<readonly string[] | null>;
}

/** How the link names the trace that it shows; null where it is in the link as a digest only. */
function shownRef({ traces, shown }: LinkState): TraceRef | null {
  const ref = traces[shown];
  return ref !== undefined && isTraceRef(ref) ? ref : null;
}

/** Some of its traces are in the page's store. */
function namesStored({ state: { traces } }: ParsedLink): boolean {
  return traces.some(({ kind }) => kind === 'stored');
}

export class LinkFollower {
  readonly #app: AppState;
  readonly #names: LinkNames;
  readonly #origins: TraceOrigins;
  readonly #onDone: () => void;
  readonly #opened: OpenedTraces;
  /** Ends the wait for a trace whose view is still to be taken up. */
  #stopWaiting: (() => void) | null = null;
  /** A link is being followed in this very call: what it changes on its way is no change of the user's. */
  #following = false;
  /** The digests of a set that the link followed last was opened with, see `DigestPlace`; null for none. */
  #group: string | null = null;
  /** What the link that was followed last has of a table, for a listing that it names. */
  #table: LinkTable = EMPTY_TABLE;
  /** The traces in the page's store, once a link names one. */
  #stored: StoredTraces | null = null;
  /** The link for which panels are loaded or a digest is decoded; the newest one counts, and stays in the address. */
  #preparing: ParsedLink | null = null;

  /** @param onDone called when the address may follow the page again. */
  constructor(app: AppState, names: LinkNames, origins: TraceOrigins, onDone: () => void) {
    this.#app = app;
    this.#names = names;
    this.#origins = origins;
    this.#onDone = onDone;
    this.#opened = new OpenedTraces({
      app,
      origins,
      show: (file, link) => this.#show(file, link, []),
      onAnswered: () => {
        if (!this.holding) onDone();
      },
    });
  }

  /** A link is not followed to its end yet: until then it stays in the address. */
  get holding(): boolean {
    return (
      this.#following ||
      this.#preparing !== null ||
      this.#stopWaiting !== null ||
      this.#app.linkRequest.get() !== null
    );
  }

  /**
   * @param withLayout takes up its panels too.
   * @param kept the trace is one that was open on this device before.
   */
  follow(link: ParsedLink, withLayout: boolean, kept?: KeptRequest): void {
    const { digest } = link.state;
    this.#preparing = null;
    for (const screen of this.#app.screens.all) {
      const part = screen.linkPart?.(link.state) ?? null;
      if (part === null) continue;
      void this.#app.activity.whileBusy(this.#showScreen(screen, part, link));
      return;
    }
    this.#group = digest;
    const there = this.#standsFor(link.state);
    // The page's own entries were followed before: their notes were handed over then.
    const isThere = there !== null && (!withLayout || there.digest !== null);
    const encoded = isThere ? null : digest;
    if (encoded === null && !withLayout && !namesStored(link)) this.#followNow(link, null, null, kept);
    else void this.#app.activity.whileBusy(this.#prepare(link, encoded, withLayout, kept));
  }

  /** Reads a view from the page's store and follows the link in it. Where it cannot be read, the address stays as it is. */
  async followStored(asked: StoredViewName): Promise<void> {
    const token: ParsedLink = { state: EMPTY_LINK, dropped: [], isLink: true };
    this.#preparing = token;
    const read = await this.#readStored(asked);
    if (this.#preparing !== token) return;
    this.#preparing = null;
    if (!('kind' in read)) {
      this.follow(parseLink(read.link), true);
      return;
    }
    this.#app.files.notify(read);
    if (!this.holding) this.#onDone();
  }

  /** The address leads elsewhere: what is being prepared is not wanted any more. */
  stopPreparing(): void {
    this.#preparing = null;
  }

  async #readStored(asked: StoredViewName): Promise<StoredView | Message> {
    try {
      const stored = await this.#fetchStored();
      return await stored.view(asked);
    } catch {
      const text = `The view of the link was not opened: ${NOT_FETCHED}. Reload the page.`;
      return { kind: 'stored-view', level: 'error', text, places: [] };
    }
  }

  async #fetchStored(): Promise<StoredTraces> {
    const { StoredTraces } = await import('./stored-traces');
    // A store may be configured since.
    if (this.#stored?.hasStore !== true) this.#stored = await StoredTraces.of(this.#app);
    return this.#stored;
  }

  /** Opens the file of a digest, unless its trace is open, and follows the link in it. */
  async followFile({ file, name }: NamedFile): Promise<void> {
    try {
      const [digests, panels] = await Promise.all([import('./open-digest'), this.#names.panels()]);
      const known = { origins: this.#origins, standsFor: (state: LinkState) => this.#standsFor(state) };
      const opened = await digests.openFromFile(this.#app, { file, name }, known);
      if (opened === null) return;
      this.#group = opened.group;
      this.#followNow(opened.link, { panels }, opened.file);
    } catch {
      this.#app.files.notify(unreadableDigest(name, 'the file, or a part of this page, could not be read'));
    }
  }

  /**
   * Follows a link as soon as what it needs is there.
   * @param encoded a digest to be decoded and shown; one that cannot be read is a part that is left out.
   */
  async #prepare(
    link: ParsedLink,
    encoded: string | null,
    withLayout: boolean,
    kept?: KeptRequest,
  ): Promise<void> {
    this.#preparing = link;
    const [digests, panels] = await Promise.all([
      encoded === null ? null : import('./open-digest').catch(() => null),
      withLayout ? this.#names.panels() : null,
      namesStored(link) ? this.#fetchStored().catch(() => null) : null,
    ]);
    if (this.#preparing !== link) return;
    const layout = withLayout ? { panels } : null;
    if (encoded === null) {
      this.#followNow(link, layout, null, kept);
      return;
    }
    const { state, dropped } = link;
    const real = this.#standsFor(state);
    const opened =
      (real === null
        ? digests?.openEncoded(this.#app, encoded, shownRef(state))
        : digests?.handOverEncoded(this.#app, encoded, real)) ?? NOT_FETCHED;
    if (typeof opened !== 'string') this.#followNow(link, layout, opened.file);
    else {
      const left = { part: 'its digest, d=…', why: lostWords(opened) };
      const rest = { state: { ...state, digest: null }, dropped: [...dropped, left] };
      this.#followNow({ ...link, ...rest }, layout, null);
    }
  }

  /** Shows the screen that a link names; what is open stays in its tabs. @param part of the link that asks for it. */
  async #showScreen(screen: StateScreen, part: string, link: ParsedLink): Promise<void> {
    this.#preparing = link;
    const links = await screen.links().catch(() => null);
    if (this.#preparing !== link) return;
    this.#preparing = null;
    this.#app.linkRequest.set(null);
    const lost =
      links === null ? [{ part, why: NOT_FETCHED }] : (links.follow?.(this.#app, link.state) ?? []);
    this.#end([...link.dropped, ...lost]);
  }

  /** The trace that a link shows, or its digest, where one of them is open. */
  #standsFor({ traces, shown, digest }: LinkState): OpenFile | null {
    const ref = traces[shown];
    const open = this.#app.files.files;
    const real = ref === undefined ? null : this.#findOpen(ref, traces);
    return real ?? open.find((file) => digest !== null && file.digest?.encoded === digest) ?? null;
  }

  /** @param named all traces of the link. */
  #findOpen(ref: LinkTrace, named: readonly LinkTrace[]): OpenFile | null {
    if (!isTraceRef(ref)) {
      const place = this.#group === null ? null : { group: this.#group, number: ref.number };
      return this.#app.files.files.find((file) => place !== null && isAt(file.digest, place)) ?? null;
    }
    return findOpen(this.#app, this.#origins, ref, named);
  }

  /**
   * @param layout takes up the link's panels, of those that exist; null to leave the panels as they are.
   * @param digest stands in place of the trace that the link shows.
   */
  #followNow(
    { state, dropped }: ParsedLink,
    layout: { readonly panels: readonly string[] | null } | null,
    digest: OpenFile | null,
    kept?: KeptRequest,
  ): void {
    this.#following = true;
    this.#table = state.table;
    this.#preparing = null;
    this.#stopWaiting?.();
    this.#app.linkRequest.set(null);
    const left = [...dropped];
    if (layout !== null) left.push(...this.#layOut(state.layout, layout.panels));
    const standing = digest ?? (state.digest === null ? null : this.#standsFor(state));
    const traces = state.traces.map((ref, i) =>
      standing !== null && i === state.shown ? standing : this.#findOrOpen(ref, left, state.traces),
    );
    const missing = state.traces
      .filter((_, i) => traces[i] === null)
      .filter(isTraceRef)
      .filter(({ kind }) => kind !== 'example' && kind !== 'stored');
    const target =
      standing ?? (state.traces.length === 0 ? this.#app.files.shownFile : (traces[state.shown] ?? null));
    if (missing.length > 0) {
      // The copy of a trace that was open before was looked for already.
      const looks = kept === undefined && this.#app.choices.get().keepCopies;
      const pending = missing.map(looks ? pendingWithCopy : pendingTrace);
      const asked = { link: state, pending, other: null };
      this.#app.linkRequest.set(kept === undefined ? asked : { ...asked, kept });
      if (looks) void this.#app.activity.whileBusy(this.#openCopies());
      this.#opened.compareEarlier();
    }
    if (target === null && state.traces.length === 0 && state.view !== EMPTY_VIEW)
      left.push({ part: 'the view', why: 'the link names no trace, and none is open' });
    if (target !== null) this.#show(target, state, left);
    for (const [i, ref] of state.traces.entries()) {
      const file = traces[i] ?? null;
      if (ref.kind === 'stored' && file !== null) this.#stored?.handOver(ref, file);
    }
    const grown = furtherFilesOf(this.#origins, state.traces, traces);
    if (grown > 0) this.#app.files.notify(grownMessage(grown));
    this.#following = false;
    if (target === null) this.#end(left);
  }

  /** Opens files of which this device holds a copy. Where the code cannot be fetched, all are asked for. */
  async #openCopies(): Promise<void> {
    try {
      const { pendingCopies } = await import('../state/keep/pending-copies');
      await this.#app.feature(pendingCopies).open();
    } catch {
      this.#app.linkRequest.update((request) => request && askFor(request));
    }
  }

  /** @returns the parts of the layout that were left out. */
  #layOut(layout: LinkLayout, panels: readonly string[] | null): readonly DroppedPart[] {
    if (panels === null) return layout === EMPTY_LAYOUT ? [] : [{ part: 'its panels', why: NOT_FETCHED }];
    const { value, dropped } = applyLayout(layout, this.#app.choices.get(), panels);
    this.#app.choices.lend(value);
    return dropped;
  }

  /** An address that the user gave: opened, or asked about beside what is asked already. */
  openAddress(ref: RemoteRef): void {
    this.#table = EMPTY_TABLE;
    const there = this.#findOrOpen(ref, [], [ref]);
    if (there !== null) {
      this.#app.files.show(there);
      return;
    }
    const { link, pending } = this.#app.linkRequest.get() ?? { link: EMPTY_LINK, pending: [] };
    if (pending.some((other) => sameRef(other.ref, ref))) return;
    const traces = [...link.traces, ref];
    const asked = { link: { ...link, traces }, pending: [...pending, pendingTrace(ref)], other: null };
    this.#app.linkRequest.set(asked);
  }

  /** The user said yes: what the link has on that host is opened, and the host is not asked about again. */
  fetchFrom(origin: string): void {
    const request = this.#app.linkRequest.get();
    if (request === null) return;
    const { link, pending } = request;
    this.#app.choices.update((current) => withHost(current, origin));
    const isThere = ({ ref }: PendingTrace): boolean => ref.kind === 'src' && originOf(ref.url) === origin;
    const agreed = pending.filter(isThere).flatMap(({ ref }) => (ref.kind === 'src' ? [ref] : []));
    const urls = new Set(agreed.map(({ url }) => url));
    const ofScreens = this.#app.screens.all.map((screen) => screen.fetch?.(this.#app, urls));
    const wanted: readonly LinkTrace[] = agreed.filter(({ url }) => !ofScreens.some((own) => own?.has(url)));
    const left = pending.filter((other) => !isThere(other));
    this.#following = true;
    if (wanted.length > 0) this.#table = link.table;
    const rest = { link, pending: left, other: null };
    this.#app.linkRequest.set(left.length === 0 ? null : rest);
    const opened = wanted.map((ref) => this.#findOrOpen(ref, [], link.traces));
    this.#following = false;
    const shownRef = link.traces[link.shown];
    const isOfSet = link.set.others.some(({ trace }) => wanted.some((ref) => ref === link.traces[trace]));
    const there = isOfSet && shownRef !== undefined ? this.#findOpen(shownRef, link.traces) : null;
    const target = opened.find((_, i) => wanted[i] === shownRef) ?? there;
    const showsMore = link.view !== EMPTY_VIEW || link.set.others.length > 0;
    if (target != null && showsMore) this.#show(target, link, []);
    else {
      if (target != null) this.#app.files.show(target);
      if (!this.holding) this.#onDone();
    }
  }

  /** Takes up the view of the link in a trace that is none of those it is about; the user wants it so. */
  showAnyway(): void {
    const request = this.#app.linkRequest.get();
    if (request?.other == null) return;
    request.kept?.takeNotes(request.other.file);
    this.#show(request.other.file, request.link, []);
    this.#app.linkRequest.set(null);
  }

  /** The link's files are not asked for any more. */
  putAside(): void {
    this.#app.linkRequest.set(null);
    if (!this.holding) this.#onDone();
  }

  /**
   * @returns null for a file that is not open, for a trace on a host that must be asked about first, and for an example
   * that does not exist, which is named.
   */
  #findOrOpen(ref: LinkTrace, left: DroppedPart[], named: readonly LinkTrace[]): OpenFile | null {
    const there = this.#findOpen(ref, named);
    if (!isTraceRef(ref)) {
      if (there === null) left.push({ part: `digest=${ref.number}`, why: 'the link holds no such digest' });
      return there;
    }
    if (ref.kind === 'src') {
      if (there !== null && there.state !== 'failed') return there;
      if (!isConfirmed(ref, this.#app.choices.get().hosts, location.origin)) return null;
      if (there !== null) this.#app.files.close(there);
      const file = this.#app.files.open(remoteSource(ref));
      const screen = this.#app.screens.all.find(({ claimsUrl }) => claimsUrl?.(ref));
      if (screen !== undefined)
        void this.#app.activity.whileBusy(this.#openOn(screen, file, ref, left, this.#table));
      return file;
    }
    if (ref.kind === 'stored') {
      if (there !== null && there.state !== 'failed') return there;
      if (there !== null) this.#app.files.close(there);
      return this.#openStored(ref, left);
    }
    if (there !== null) return there;
    if (ref.kind === 'file') return openLinked(this.#app, this.#origins, ref);
    if (ref.kind === 'run') return this.#app.files.open(runSource(ref));
    const source = this.#names.examples.sourceOf(ref.id);
    if (source === null) left.push({ part: `example=${ref.id}`, why: 'there is no such example' });
    return source && this.#app.files.open(source);
  }

  #openStored(ref: StoredRef, left: DroppedPart[]): OpenFile | null {
    const source = this.#stored?.sourceOf(ref) ?? null;
    if (source === null)
      left.push({ part: `stored=${ref.object}`, why: this.#stored?.lackWords() ?? NOT_FETCHED });
    return source && this.#app.files.open(source);
  }

  /** Opens a trace of the page's store that is shown as a digest. */
  async openStored(ref: StoredRef): Promise<void> {
    const left: DroppedPart[] = [];
    await this.#fetchStored().catch(() => null);
    const file = this.#findOrOpen(ref, left, [ref]);
    if (file === null) this.#end(left);
    else this.#app.files.show(file);
  }

  /** Shows what is at a URL on its screen; where the code of that cannot be fetched, the URL is read as a trace. */
  async #openOn(
    screen: StateScreen,
    file: OpenFile,
    ref: RemoteRef,
    left: readonly DroppedPart[],
    table: LinkTable,
  ): Promise<void> {
    const links = await screen.links().catch(() => null);
    const lost = (await links?.openUrl?.(this.#app, file, ref, table)) ?? [];
    if (lost.length > 0) this.#end([...left, ...lost]);
  }

  /** Shows a file with the view of a link, and with the traces of its set that are open, once all are read. */
  #show(file: OpenFile, link: LinkState, left: readonly DroppedPart[]): void {
    const { files } = this.#app;
    const wanted = new LinkedSet(link, file, (ref) => this.#findOpen(ref, link.traces));
    const look = (): void => {
      if (this.#stopWaiting !== stop) return;
      const open = files.files.includes(file);
      const failed = file.state === 'failed' && !file.isAskedAbout;
      if (failed && open) this.#askForCopy(file, link);
      if (failed || !open) this.#end(left);
      if (failed || !open || !wanted.isReady(files)) return;
      const lost = wanted.apply();
      // The user may look at another tab by now: its traces stay in its set.
      files.list.get().shown?.claim();
      this.#end([...left, ...lost]);
    };
    // After the file itself has taken up what its listeners hear of.
    const lookSoon = (): void => queueMicrotask(look);
    const ends = [...wanted.files.map((other) => other.onChange(lookSoon)), files.list.subscribe(lookSoon)];
    const stop = (): void => {
      this.#stopWaiting = null;
      for (const end of ends) end();
    };
    this.#stopWaiting?.();
    this.#stopWaiting = stop;
    // Even where it is on the screen: of files that were opened together the best would come to the front once they are read.
    files.show(file);
    lookSoon();
  }

  /** Where a host did not give the file, the user may have it all the same: what the link shows is kept for it. */
  #askForCopy(file: OpenFile, link: LinkState): void {
    const pending = this.#app.linkRequest.get()?.pending ?? [];
    const ref = link.traces.find((other) => {
      const own = this.#origins.known(file);
      return own != null && sameRef(own, other);
    });
    if (ref?.kind !== 'src' || link.view === EMPTY_VIEW) return;
    this.#app.linkRequest.set({ link, pending: [...pending, { ref, state: 'failed' }], other: null });
  }

  #end(left: readonly DroppedPart[]): void {
    this.#stopWaiting?.();
    if (!this.holding) this.#onDone();
    const words = droppedWords(left);
    if (words !== null)
      this.#app.files.notify({ kind: 'link', level: 'note', text: words.text, places: words.list });
  }
}

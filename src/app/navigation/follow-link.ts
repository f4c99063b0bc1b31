/**
 * Follows a link as `reducer.ts` says: opens the examples and runs that it names and what lies on hosts that the user knows, asks for
 * its files and about other hosts, and takes up its view once the trace that it shows has been read, for only then are its findings
 * there. What does not fit is said in one line. Where links come from and what stands in the address is `address.ts`.
 */
import { withHost } from '../../drawing/view/choices';
import type { Message } from '../../engine/reading/contract/snapshot';
import { applyLayout, panelChoice } from '../../sharing/link/apply-link';
import { droppedWords } from '../../sharing/link/dropped-words';
import { type ParsedLink, parseLink } from '../../sharing/link/parse';
import type { RemoteRef } from '../../sharing/link/remote-url';
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
  type StoredRef,
} from '../../sharing/link/state';
import type { StoredViewName } from '../../sharing/link/stored-view';
import type { StoredView } from '../../sharing/store/stored-view';
import type { AppState, StateScreen } from '../state/app-state';
import type { NamedFile } from '../state/traces/named-file';
import type { OpenFile } from '../state/traces/open-file';
import { pendingTrace, pendingWithCopy, type RecentRequest } from '../state/traces/pending-traces';
import { lostWords, unreadableDigest } from './digest-messages';
import { grownMessage } from './link-request';
import { LinkTraces, NOT_FETCHED, shownRef } from './link-traces';
import { furtherFilesOf } from './linked-files';
import { linkedScreen, namesTraces, type ShowScreen, showingScreen } from './linked-screen';
import { LinkedSet } from './linked-set';
import { OpenedTraces } from './opened-traces';
import {
  type Applying,
  IDLE,
  isHolding,
  type Navigation,
  type NavigationEffect,
  type NavigationEvent,
  reduce,
} from './reducer';
import { type Examples, sameRef, type TraceOrigins } from './trace-origins';

export interface LinkNames {
  readonly examples: Examples;
  /** Ids of all panels in their default order, loaded by the first call; null where they cannot be. */
  readonly panels: () => Promise<readonly string[] | null>;
}

/** A link, and how it is followed. */
interface Asked {
  readonly link: ParsedLink;
  /** Its panels are taken up too. */
  readonly withLayout: boolean;
  /** Set where the trace is one that was open on this device before. */
  readonly recent?: RecentRequest | undefined;
}

type Digests = typeof import('./open-digest');

/** A link, and what its parts need. */
interface Prepared extends Asked {
  /** Left out where it names no screen. */
  readonly showScreen?: ShowScreen;
  /** A digest to be decoded and shown in place of its trace, and what does that; one that cannot be read is left out. */
  readonly encoded?: { readonly text: string; readonly digests: Digests | null };
  /** Shown in place of the trace that the link shows. */
  readonly digest?: OpenFile | null;
  /** Null where they cannot be fetched. */
  readonly panels: readonly string[] | null;
}

type Ask = Asked | { readonly stored: StoredViewName };

/** The panels of a link are shown at once; the rest of its view waits for the traces to be read. */
function showPanelsOf(files: readonly (OpenFile | null)[], { layout }: LinkState): void {
  for (const file of files) file?.set.showPanels(panelChoice(layout));
}

export class LinkFollower {
  readonly #app: AppState;
  readonly #names: LinkNames;
  readonly #origins: TraceOrigins;
  readonly #onSettled: (foreign: LinkState | null) => void;
  readonly #opened: OpenedTraces;
  readonly #traces: LinkTraces;
  #state: Navigation = IDLE;
  /** The wait for the traces whose view is to be taken up. */
  #wait: { readonly of: Applying; readonly end: () => void } | null = null;

  /** @param onSettled called when the address may follow the page again; with the link, where that is to stay in it. */
  constructor(
    app: AppState,
    names: LinkNames,
    origins: TraceOrigins,
    onSettled: (foreign: LinkState | null) => void,
  ) {
    this.#app = app;
    this.#names = names;
    this.#origins = origins;
    this.#onSettled = onSettled;
    this.#traces = new LinkTraces({
      app,
      origins,
      examples: names.examples,
      group: () => this.#state.group,
      openUrl: (screen, file, ref, table) =>
        void app.activity.whileBusy(this.#openUrl(screen, file, ref, table)),
    });
    this.#opened = new OpenedTraces({ app, origins, dispatch: (event) => this.#dispatch(event) });
  }

  /** A link is not followed to its end yet: until then it stays in the address. */
  get holding(): boolean {
    return isHolding(this.#state);
  }

  /** @param isForeign this page did not write it itself: it stays in the address until the view changes. */
  follow(asked: Asked, isForeign = false): void {
    const { state } = asked.link;
    const foreign = isForeign ? state : null;
    this.#dispatch({ type: 'follow', ask: asked, foreign, group: state.digest });
  }

  /** Reads a view from the page's store and follows the link in it. Where it cannot be read, the address stays as it is. */
  followStored(asked: StoredViewName): void {
    this.#dispatch({ type: 'follow', ask: { stored: asked }, foreign: null, group: null });
  }

  /** The address leads elsewhere: what is being prepared is not wanted any more. */
  leave(): void {
    this.#dispatch({ type: 'leave' });
  }

  /** Opens the file of a digest, unless its trace is open, and follows the link in it. */
  async followFile({ file, name }: NamedFile): Promise<void> {
    try {
      const [digests, panels] = await Promise.all([import('./open-digest'), this.#names.panels()]);
      const context = {
        origins: this.#origins,
        standsFor: (state: LinkState) => this.#traces.standsFor(state),
      };
      const opened = await digests.openFromFile(this.#app, { file, name }, context);
      if (opened === null) return;
      const { link, group } = opened;
      this.#dispatch({ type: 'follow', ask: null, foreign: null, group });
      const ready = { link, withLayout: true, panels, digest: opened.file };
      this.#dispatch({ type: 'prepared', id: this.#state.begun, ready });
    } catch {
      this.#app.files.notify(unreadableDigest(name, 'the file, or a part of this page, could not be read'));
    }
  }

  /** An address that the user gave: opened, or asked about beside what is asked already. */
  openAddress(ref: RemoteRef): void {
    const { file } = this.#traces.open(ref, [ref], EMPTY_TABLE);
    if (file !== null) {
      this.#app.files.show(file);
      return;
    }
    const { link, pending } = this.#state.request ?? { link: EMPTY_LINK, pending: [] };
    if (pending.some((other) => sameRef(other.ref, ref))) return;
    const traces = [...link.traces, ref];
    const request = { link: { ...link, traces }, pending: [...pending, pendingTrace(ref)], other: null };
    this.#dispatch({ type: 'ask', request });
  }

  /** The user said yes: what the link has on that host is opened, and the host is not asked about again. */
  fetchFrom(origin: string): void {
    this.#app.choices.update((current) => withHost(current, origin));
    this.#dispatch({ type: 'agree', origin });
  }

  /** Takes up the view of the link in a trace that is none of those it is about; the user wants it so. */
  showAnyway(): void {
    const { request } = this.#state;
    if (request?.other == null) return;
    const { file } = request.other;
    request.recent?.takeNotes(file);
    this.#dispatch({ type: 'show', file, link: request.link });
    this.putAside();
  }

  /** The link's files are not asked for any more. */
  putAside(): void {
    this.#dispatch({ type: 'put-aside' });
  }

  /** Opens a trace of the page's store that is shown as a digest. */
  async openStored(ref: StoredRef): Promise<void> {
    await this.#traces.fetchStored().catch(() => null);
    const { file, dropped } = this.#traces.open(ref, [ref], EMPTY_TABLE);
    if (file !== null) this.#app.files.show(file);
    if (dropped !== null) this.#tell([dropped]);
  }

  #dispatch(event: NavigationEvent<Ask | null, Prepared>): void {
    const { state, effects } = reduce(this.#state, event);
    this.#state = state;
    if (this.#wait !== null && this.#wait.of !== state.phase) {
      this.#wait.end();
      this.#wait = null;
    }
    this.#app.linkRequest.set(state.request);
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: NavigationEffect<Ask | null, Prepared>): void {
    switch (effect.type) {
      case 'prepare':
        if (effect.ask !== null) void this.#app.activity.whileBusy(this.#prepare(effect.id, effect.ask));
        return;
      case 'open':
        this.#open(effect.ready);
        return;
      case 'fetch':
        this.#fetch(effect.refs, effect.link);
        return;
      case 'wait':
        this.#waitFor(effect.applying);
        return;
      case 'settle':
        this.#onSettled(effect.foreign);
        return;
      case 'tell':
        this.#tell(effect.what);
    }
  }

  #tell(what: Message | readonly DroppedPart[]): void {
    if ('kind' in what) {
      this.#app.files.notify(what);
      return;
    }
    const words = droppedWords(what);
    if (words !== null)
      this.#app.files.notify({ kind: 'link', level: 'note', text: words.text, places: words.list });
  }

  /** Fetches what a link needs. At once where that is nothing. */
  async #prepare(id: number, ask: Ask): Promise<void> {
    if ('stored' in ask) {
      const read = await this.#readStored(ask.stored);
      if ('kind' in read) {
        this.#dispatch({ type: 'not-prepared', id, message: read });
        return;
      }
      const link = parseLink(read.link);
      const group = link.state.digest;
      this.#dispatch({ type: 'read', id, ask: { link, withLayout: true }, group });
      return;
    }
    const { state } = ask.link;
    const screen = linkedScreen(this.#app, state);
    const showing = screen && (await showingScreen(this.#app, screen, state));
    if (showing !== null && !namesTraces(state)) {
      if ('kind' in showing) this.#dispatch({ type: 'not-prepared', id, message: showing });
      else this.#dispatch({ type: 'prepared', id, ready: { ...ask, showScreen: showing, panels: null } });
      return;
    }
    const isMissing = showing !== null && 'kind' in showing;
    if (isMissing) this.#tell(showing);
    const ofScreen = showing === null || isMissing ? {} : { showScreen: showing };
    const there = this.#traces.standsFor(state);
    // The page's own entries were followed before: their notes were handed over then.
    const isThere = there !== null && (!ask.withLayout || there.digest !== null);
    const text = isThere ? null : state.digest;
    const namesStored = state.traces.some(({ kind }) => kind === 'stored');
    if (text === null && !ask.withLayout && !namesStored) {
      this.#dispatch({ type: 'prepared', id, ready: { ...ask, ...ofScreen, panels: null } });
      return;
    }
    const [digests, panels] = await Promise.all([
      text === null ? null : import('./open-digest').catch(() => null),
      ask.withLayout ? this.#names.panels() : null,
      namesStored ? this.#traces.fetchStored().catch(() => null) : null,
    ]);
    const ready = { ...ask, ...ofScreen, panels, ...(text !== null && { encoded: { text, digests } }) };
    this.#dispatch({ type: 'prepared', id, ready });
  }

  async #readStored(asked: StoredViewName): Promise<StoredView | Message> {
    try {
      const stored = await this.#traces.fetchStored();
      return await stored.view(asked);
    } catch {
      const text = `The view of the link was not opened: ${NOT_FETCHED}. Reload the page.`;
      return { kind: 'stored-view', level: 'error', text, places: [] };
    }
  }

  /** What is open stays in its tabs; traces of the link come to lie over its screen. */
  #open({ showScreen, ...ready }: Prepared): void {
    if (showScreen === undefined) {
      this.#openOver(ready);
      return;
    }
    const { state, dropped } = ready.link;
    const link = { ...ready.link, dropped: [...dropped, ...showScreen()] };
    if (namesTraces(state)) this.#openOver({ ...ready, link });
    else this.#dispatch({ type: 'opened', target: null, link: state, dropped: link.dropped });
  }

  #openOver({ encoded, ...rest }: Omit<Prepared, 'showScreen'>): void {
    const { state, dropped } = rest.link;
    if (encoded === undefined) {
      this.#openTraces(rest);
      return;
    }
    const { text, digests } = encoded;
    const real = this.#traces.standsFor(state);
    const opened =
      (real === null
        ? digests?.openEncoded(this.#app, text, shownRef(state))
        : digests?.handOverEncoded(this.#app, text, real)) ?? NOT_FETCHED;
    if (typeof opened !== 'string') this.#openTraces({ ...rest, digest: opened.file });
    else {
      const left = { part: 'its digest, d=…', why: lostWords(opened) };
      const link = { ...rest.link, state: { ...state, digest: null }, dropped: [...dropped, left] };
      this.#openTraces({ ...rest, link });
    }
  }

  #openTraces({ link, withLayout, recent, digest = null, panels }: Prepared): void {
    const { state } = link;
    const dropped = [...link.dropped, ...(withLayout ? this.#layOut(state.layout, panels) : [])];
    const standing = digest ?? (state.digest === null ? null : this.#traces.standsFor(state));
    const opened = state.traces.map((ref, i) =>
      standing !== null && i === state.shown
        ? { file: standing, dropped: null }
        : this.#traces.open(ref, state.traces, state.table),
    );
    dropped.push(...opened.flatMap((one) => one.dropped ?? []));
    const files = opened.map(({ file }) => file);
    const missing = state.traces
      .filter((_, i) => files[i] === null)
      .filter(isTraceRef)
      .filter(({ kind }) => kind !== 'example' && kind !== 'stored');
    const isOfPage = state.traces.length === 0;
    const target = standing ?? (isOfPage ? this.#app.files.shownFile : (files[state.shown] ?? null));
    if (withLayout) showPanelsOf(files, state);
    if (target === null && isOfPage && state.view !== EMPTY_VIEW)
      dropped.push({ part: 'the view', why: 'the link names no trace, and none is open' });
    // The copy of a trace that was open before was looked for already.
    const looks = recent === undefined && this.#app.choices.get().keepCopies;
    const pending = missing.map(looks ? pendingWithCopy : pendingTrace);
    const request = { link: state, pending, other: null, ...(recent !== undefined && { recent }) };
    const asks = pending.length > 0;
    this.#dispatch({ type: 'opened', target, link: state, dropped, ...(asks && { request }) });
    if (asks && looks) void this.#app.activity.whileBusy(this.#openCopies());
    if (asks) this.#opened.compareEarlier();
    for (const [i, ref] of state.traces.entries()) {
      const file = files[i] ?? null;
      if (ref.kind === 'stored' && file !== null) this.#traces.handOver(ref, file);
    }
    const grown = furtherFilesOf(this.#origins, state.traces, files);
    if (grown > 0) this.#app.files.notify(grownMessage(grown));
  }

  /** @returns the parts of the layout that were left out. */
  #layOut(layout: LinkLayout, panels: readonly string[] | null): readonly DroppedPart[] {
    if (panels === null) return layout === EMPTY_LAYOUT ? [] : [{ part: 'its panels', why: NOT_FETCHED }];
    const { value, dropped } = applyLayout(layout, this.#app.choices.get(), panels);
    this.#app.choices.lend(value);
    return dropped;
  }

  /** Opens files of which this device holds a copy. Where the code cannot be fetched, all are asked for. */
  async #openCopies(): Promise<void> {
    const absent = await import('../state/device/pending-copies').then(
      ({ pendingCopies }) => this.#app.feature(pendingCopies).open(),
      () => this.#state.request?.pending ?? [],
    );
    this.#dispatch({ type: 'no-copy', absent });
  }

  /** Opens what a link has on a host that the user agreed to. */
  #fetch(refs: readonly RemoteRef[], link: LinkState): void {
    const wanted = this.#traces.ofPage(refs);
    const opened = wanted.map((ref) => this.#traces.open(ref, link.traces, link.table));
    showPanelsOf(
      opened.map(({ file }) => file),
      link,
    );
    const shown = link.traces[link.shown];
    const isOfSet = link.set.others.some(({ trace }) => wanted.some((ref) => ref === link.traces[trace]));
    const there = isOfSet && shown !== undefined ? this.#traces.find(shown, link.traces) : null;
    const target = opened.find((_, i) => wanted[i] === shown)?.file ?? there;
    const showsMore = link.view !== EMPTY_VIEW || link.set.others.length > 0;
    if (target !== null && !showsMore) this.#app.files.show(target);
    this.#dispatch({ type: 'opened', target: showsMore ? target : null, link, dropped: [] });
  }

  /** Shows what is at a URL on its screen; where the code of that cannot be fetched, the URL is read as a trace. */
  async #openUrl(screen: StateScreen, file: OpenFile, ref: RemoteRef, table: LinkTable): Promise<void> {
    const links = await screen.links().catch(() => null);
    const shown = await links?.openUrl?.(this.#app, file, ref, table);
    if (shown == null) return;
    const pending = shown.asks.map((one) => ({ ...pendingTrace(one), isListed: true as const }));
    if (pending.length > 0)
      this.#dispatch({ type: 'ask', request: { link: EMPTY_LINK, pending, other: null } });
    this.#tell(shown.dropped);
  }

  /** Takes up the view of a link, and the traces of its set that are open, once all are read. */
  #waitFor(applying: Applying): void {
    const { files } = this.#app;
    const { id, file, link } = applying;
    const wanted = new LinkedSet(link, file, (ref) => this.#traces.find(ref, link.traces));
    const look = (): void => {
      if (this.#state.phase !== applying) return;
      const isOpen = files.files.includes(file);
      const isFailed = file.state === 'failed' && !file.isAskedAbout;
      if (isFailed || !isOpen) {
        const ref =
          isFailed && isOpen && link.view !== EMPTY_VIEW ? this.#traces.remoteRef(file, link) : null;
        this.#dispatch({ type: 'gone', id, asks: ref && { ref, state: 'failed' } });
        return;
      }
      if (!wanted.isReady(files)) return;
      const dropped = wanted.apply();
      // The user may look at another tab by now: its traces stay in its set.
      files.list.get().shown?.claim();
      this.#dispatch({ type: 'applied', id, dropped });
    };
    // After the file itself has taken up what its listeners hear of.
    const lookSoon = (): void => queueMicrotask(look);
    const ends = [...wanted.files.map((other) => other.onChange(lookSoon)), files.list.subscribe(lookSoon)];
    const end = (): void => {
      for (const one of ends) one();
    };
    this.#wait = { of: applying, end };
    // Even where it is on the screen: of files that were opened together the best would come to the front once they are read.
    files.show(file);
    lookSoon();
  }
}

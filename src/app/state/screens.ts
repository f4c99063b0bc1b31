/**
 * Screens that stand in place of the open screen while no trace is shown: what features register of each, and which one is on the
 * screen. The rest of the page knows none of them by its name.
 */
import type { Message } from '../../engine/reading/contract/snapshot';
import type { RemoteRef } from '../../sharing/link/remote-url';
import type { DroppedPart, LinkState, LinkTable } from '../../sharing/link/state';
import { createStore, type ReadonlyStore } from './store';
import type { FileList } from './traces/file-list';
import type { OpenFile } from './traces/open-file';
import type { OpenSet } from './traces/open-trace';

export interface ScreenOf<Owner> {
  readonly id: string;
  /** What it shows; null while there is none. */
  readonly store: (owner: Owner) => ReadonlyStore<object | null>;
  /** Something of it is being read or run. Asked only while there is something. */
  readonly isBusy: (owner: Owner) => boolean;
  /** Buttons and commands that share what is on the screen are offered for it. */
  readonly isShared?: true;
  /** Why no link to what it shows can be made; null, and left out, where one can. */
  readonly noLink?: (owner: Owner) => string | null;
  /** Left out for a screen of one part. */
  readonly parts?: {
    readonly shown: (owner: Owner) => string;
    /** @param part of any version of the page: one that is not known is no reason to fail. */
    readonly show: (owner: Owner, part: string) => void;
  };
  /** Its part of a link that names it; null for a link that does not. */
  readonly linkPart?: (link: LinkState) => string | null;
  /** What is at the URL may be shown by it, and be no trace. */
  readonly claimsUrl?: (ref: RemoteRef) => boolean;
  /** The user agreed to hosts: fetches what it asks for there. @returns the URLs that it fetches. */
  readonly fetch?: (owner: Owner, urls: ReadonlySet<string>) => ReadonlySet<string>;
  /** What makes and follows links to it; rejects where that cannot be fetched. */
  readonly links: () => Promise<ScreenLinks<Owner>>;
}

export interface ScreenLinks<Owner> {
  /** Link to what it shows, without `#`; empty where none can be made. */
  readonly fragment: (owner: Owner) => string;
  /** The address waits until it does; left out where it always does. */
  readonly isWhole?: (owner: Owner) => boolean;
  /** @param run when the link may have changed. @returns what ends it. */
  readonly watch: (owner: Owner, run: () => void) => () => void;
  /** What of it the page cannot keep when it is loaded again, as a noun phrase; null for nothing. @param isShown its link is in the address. */
  readonly lost: (owner: Owner, isShown: boolean) => string | null;
  /**
   * Fetches what a link to it names and does not hold. @returns what shows it and says what could not be followed, or why there is
   * nothing to be shown; null for a link that names nothing.
   */
  readonly fetch?: (
    owner: Owner,
    link: LinkState,
  ) => Promise<(() => readonly DroppedPart[]) | Message> | null;
  /** What of it lies beneath traces that are compared, as part of the link to these; null where they are no part of it. */
  readonly beneath?: (owner: Owner, set: OpenSet) => LinkTable | null;
  /** Shows what a link asks for, where it claims it. @returns what could not be followed. */
  readonly follow?: (owner: Owner, link: LinkState) => readonly DroppedPart[];
  /**
   * Shows what is at a URL that it claims.
   * @param file opened for the URL as a trace. @param link what a link has of it. @returns null where it stays a trace.
   */
  readonly openUrl?: (
    owner: Owner,
    file: OpenFile,
    ref: RemoteRef,
    link: LinkTable,
  ) => Promise<OpenedUrl | null>;
}

export interface OpenedUrl {
  /** What of the link could not be followed. */
  readonly dropped: readonly DroppedPart[];
  /** What it names on hosts that the user has not agreed to. */
  readonly asks: readonly RemoteRef[];
}

export class Screens<Owner> {
  /** In the order in which one takes the place of another that was closed. */
  readonly all: readonly ScreenOf<Owner>[];
  /** The one that is on the screen; null while a trace is, or none of them is open. */
  readonly shown: ReadonlyStore<ScreenOf<Owner> | null>;
  readonly #owner: Owner;
  readonly #files: FileList;
  /** Which of those that are open is shown. */
  readonly #chosen = createStore<string | null>(null);

  constructor(owner: Owner, files: FileList, all: readonly ScreenOf<Owner>[]) {
    this.#owner = owner;
    this.#files = files;
    this.all = all;
    const changed = createStore<ScreenOf<Owner> | null>(null);
    for (const store of [files.list, this.#chosen, ...all.map((screen) => screen.store(owner))])
      store.subscribe(() => changed.set(this.#now));
    this.shown = { get: () => this.#now, subscribe: changed.subscribe };
  }

  /** What a screen shows, whether or not it is on the screen. */
  opened(screen: ScreenOf<Owner>): object | null {
    return screen.store(this.#owner).get();
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  get isBusy(): boolean {
    return this.#open.some((screen) => screen.isBusy(this.#owner));
  }

  isShown(id: string): boolean {
    return this.#now?.id === id;
  }

  /** Takes the place of the others, and of none of the traces. */
  choose(id: string): void {
    this.#chosen.set(id);
  }

  /** Puts it on the screen, as far as it is open; traces stay in their tabs. */
  show(id: string): void {
    this.choose(id);
    this.#files.showNone();
  }

  /** What was on the screen was closed: another screen takes its place, or the last trace where none is open. */
  leave(): void {
    this.#chosen.set(null);
    const last = this.#files.files.at(-1);
    if (last !== undefined && this.isEmpty) this.#files.show(last);
  }

  get #open(): readonly ScreenOf<Owner>[] {
    return this.all.filter((screen) => this.opened(screen) !== null);
  }

  get #now(): ScreenOf<Owner> | null {
    if (this.#files.list.get().shown !== null) return null;
    const open = this.#open;
    return open.find(({ id }) => id === this.#chosen.get()) ?? open[0] ?? null;
  }
}

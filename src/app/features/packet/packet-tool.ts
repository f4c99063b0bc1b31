/**
 * The packet under the pointer and the selected one, of one trace. The worker finds which packet is meant: one search for the
 * pointer is under way at a time, the last one always sent. The selected one is a mark of the trace, so that links hold it; its
 * facts follow.
 */
import type {
  PacketFacts,
  PacketMark,
  PacketName,
  PacketSearch,
} from '../../../engine/reading/contract/packet-facts';
import { RequestFailed } from '../../../engine/reading/contract/request-failed';
import { createStore, type Store } from '../../state/store';

export interface HoveredPacket {
  readonly mark: PacketMark;
  /** Where the pointer was, CSS pixels of the window. */
  readonly clientX: number;
  readonly clientY: number;
}

export interface SelectedPacket {
  readonly name: PacketName;
  /** Null until the worker has found it. */
  readonly mark: PacketMark | null;
  /** Null until they are there; without frames while records are read. */
  readonly facts: PacketFacts | null;
  /** Everything is there. */
  readonly isComplete: boolean;
  /** Why there are no facts, a sentence; null where there are some, and while they are asked for. */
  readonly error: string | null;
}

export interface DrawnPackets {
  readonly hovered: PacketMark | null;
  readonly selected: PacketMark | PacketFacts | null;
}

export interface PacketHost {
  readonly find: (search: PacketSearch, signal: AbortSignal) => Promise<PacketMark | null>;
  readonly facts: (
    name: PacketName,
    signal: AbortSignal,
    onProgress: (facts: PacketFacts) => void,
  ) => Promise<PacketFacts>;
  /** Marks the trace; `follow` is called with it. */
  readonly select: (name: PacketName | null) => void;
  /** Something may have become idle or busy. */
  readonly onActivity: () => void;
}

interface Pointed {
  readonly search: PacketSearch;
  readonly clientX: number;
  readonly clientY: number;
}

export class PacketTool {
  readonly hovered: Store<HoveredPacket | null> = createStore<HoveredPacket | null>(null);
  readonly selected: Store<SelectedPacket | null> = createStore<SelectedPacket | null>(null);
  /** Edge of a small window at which the box does not hide the selected packet. */
  readonly dock: Store<'top' | 'bottom'> = createStore<'top' | 'bottom'>('bottom');
  readonly drawn: Store<DrawnPackets> = createStore<DrawnPackets>({ hovered: null, selected: null });
  readonly #host: PacketHost;
  /** The pointer's place that is searched for, and a newer one. */
  #searching: Pointed | null = null;
  #next: Pointed | null = null;
  /** False where the pointer has left meanwhile. */
  #isAtPlace = false;
  #finding = new AbortController();
  #isFinding = false;
  #reading = new AbortController();
  #revision = -1;
  #askedAt = -1;

  constructor(host: PacketHost) {
    this.#host = host;
  }

  get pending(): boolean {
    const selected = this.selected.get();
    const isRead = selected === null || selected.isComplete || selected.error !== null;
    return this.#searching !== null || this.#isFinding || !isRead;
  }

  /** The pointer is at a place; null where it is at none. */
  hover(at: Pointed | null): void {
    this.#next = at;
    if (at === null) this.#setHovered(null);
    else if (this.#searching === null) this.#search(at);
  }

  #search(at: Pointed): void {
    this.#searching = at;
    this.#next = null;
    this.#host.find(at.search, new AbortController().signal).then(
      (mark) => this.#answered(at, mark),
      () => this.#answered(at, null),
    );
    this.#host.onActivity();
  }

  #answered(at: Pointed, mark: PacketMark | null): void {
    if (this.#searching !== at) return;
    this.#searching = null;
    const next = this.#next;
    if (next !== null && next !== at) this.#search(next);
    const { clientX, clientY } = at;
    if (this.#isAtPlace) this.#setHovered(mark && { mark, clientX, clientY });
    this.#host.onActivity();
  }

  /** The pointer is over a panel, or has left it. */
  enter(isAtPlace: boolean): void {
    this.#isAtPlace = isAtPlace;
    if (!isAtPlace) this.hover(null);
  }

  /** Selects the packet that is meant; where there is none nothing changes. @param then called with it. */
  choose(search: PacketSearch, then: (mark: PacketMark) => void = () => undefined): void {
    this.#finding.abort();
    this.#finding = new AbortController();
    const { signal } = this.#finding;
    this.#isFinding = true;
    const end = (mark: PacketMark | null): void => {
      if (signal.aborted) return;
      this.#isFinding = false;
      if (mark !== null) {
        this.#take(mark);
        then(mark);
      }
      this.#host.onActivity();
    };
    this.#host.find(search, signal).then(end, () => end(null));
    this.#host.onActivity();
  }

  /** Steps from the selected packet; while one is under way nothing changes. */
  step(by: 1 | -1, among: 'sent' | 'lost', then: (mark: PacketMark) => void): void {
    const from = this.selected.get()?.name;
    if (from !== undefined && !this.#isFinding) this.choose({ kind: 'step', from, by, among }, then);
  }

  #take(mark: PacketMark): void {
    const name = nameOf(mark);
    if (isSame(this.selected.get()?.name, name)) return;
    this.#read(name, mark);
    this.#host.select(name);
  }

  /** The trace's mark has changed: by this tool, a link, or Esc. */
  follow(name: PacketName | null): void {
    if (name === null) this.#release();
    else if (!isSame(this.selected.get()?.name, name)) this.#read(nameOf(name), null);
  }

  /** The trace was read further: what had no fate yet may have one. */
  grow(revision: number): void {
    if (revision === this.#revision) return;
    this.#revision = revision;
    const selected = this.selected.get();
    if (selected === null || (!selected.isComplete && selected.error === null)) return;
    const isOpen = selected.error !== null || selected.facts?.fate === 'outstanding';
    if (isOpen && this.#askedAt !== revision) this.#read(selected.name, selected.mark);
  }

  /** The file is read again: facts are asked for with the next snapshot. */
  startOver(): void {
    this.#reading.abort();
    this.#revision = -1;
    this.#searching = null;
    this.hover(null);
    const selected = this.selected.get();
    if (selected !== null) this.#setSelected({ ...selected, facts: null, error: 'The file is read again.' });
  }

  #release(): void {
    this.#finding.abort();
    this.#isFinding = false;
    this.#reading.abort();
    this.#setSelected(null);
    this.#host.onActivity();
  }

  #read(name: PacketName, mark: PacketMark | null): void {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.#askedAt = this.#revision;
    this.#setSelected({ name, mark, facts: null, isComplete: false, error: null });
    const take = (facts: PacketFacts, isComplete: boolean): void => {
      if (signal.aborted) return;
      this.#setSelected({ name, mark: facts, facts, isComplete, error: null });
      this.#host.onActivity();
    };
    this.#host
      .facts(name, signal, (facts) => take(facts, false))
      .then(
        (facts) => take(facts, true),
        (error: unknown) => {
          if (signal.aborted) return;
          const words = error instanceof RequestFailed ? error.message : 'The packet could not be read.';
          this.#setSelected({ name, mark: null, facts: null, isComplete: false, error: words });
          this.#host.onActivity();
        },
      );
    this.#host.onActivity();
  }

  #setHovered(hovered: HoveredPacket | null): void {
    if (hovered === null && this.hovered.get() === null) return;
    this.hovered.set(hovered);
    this.#draw();
  }

  #setSelected(selected: SelectedPacket | null): void {
    this.selected.set(selected);
    this.#draw();
  }

  #draw(): void {
    this.drawn.set({
      hovered: this.hovered.get()?.mark ?? null,
      selected: this.selected.get()?.mark ?? null,
    });
  }
}

function nameOf({ space, packetNumber }: PacketName): PacketName {
  return { space, packetNumber };
}

function isSame(a: PacketName | undefined, b: PacketName): boolean {
  return a?.space === b.space && a.packetNumber === b.packetNumber;
}

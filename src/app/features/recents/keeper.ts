/**
 * Keeps what is open on this device: a watch for every open trace that has a name (`kept-watch.ts`), the list for the
 * open screen, word to and from other tabs, and one word where nothing can be kept. Fetched after the page's first
 * paint, and never in the way of a trace: whatever fails here costs the keeping only.
 */

import * as v from 'valibot';
import { plural } from '../../../engine/text/figures';
import type { AppState } from '../../state/app-state';
import { KeptStore } from '../../state/keep/kept-store';
import type { KeptTrace } from '../../state/keep/kept-trace';
import type { OpenTrace } from '../../state/open-trace';
import { forgetChoices } from '../../state/settings/forget';
import type { Store } from '../../state/store';
import type { LinkFollower } from '../links/follow-link';
import type { TraceOrigins } from '../links/trace-origins';
import type { ViewOffer } from './keeping';
import { KeptWatch } from './kept-watch';

const CHANNEL = 'qlogscope.kept';

/** What tabs tell each other: a record was written, or records were forgotten; a key of null means all. */
const Word = v.object({
  /** Null for what another version of this page has to tell. */
  kind: v.fallback(v.nullable(v.picklist(['written', 'forgotten'])), null),
  key: v.nullable(v.string()),
});
type Word = Readonly<v.InferOutput<typeof Word>>;

/** Fingerprints need the browser's SHA-256, which pages over plain http do not get. */
const NOT_SECURE =
  'This page came over plain http, where the browser does not let it know a file again: recent files and their notes are kept over https only.';

/** Why nothing is kept, by the error's name (Indexed Database API 3.0, §4). */
function refusalWords(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  const lasts = 'recent traces and notes last as long as this page.';
  if (name === 'VersionError')
    return `A newer qlogscope has kept traces in this browser, and this one leaves them alone: reload the page. Until then ${lasts}`;
  if (name === 'QuotaExceededError')
    return `This browser has no room left for this page: ${lasts} Forgetting some below makes room.`;
  return `This browser lets the page keep nothing on this device, as in a private window: ${lasts}`;
}

export class Keeper {
  readonly #store = new KeptStore();
  readonly #app: AppState;
  readonly #viewOffer: Store<ViewOffer | null>;
  readonly #origins: TraceOrigins;
  readonly #follower: LinkFollower;
  readonly #watches = new Map<OpenTrace, KeptWatch | null>();
  readonly #channel = new BroadcastChannel(CHANNEL);
  #saidOfNotes = false;

  constructor(
    app: AppState,
    viewOffer: Store<ViewOffer | null>,
    origins: TraceOrigins,
    follower: LinkFollower,
  ) {
    this.#app = app;
    this.#viewOffer = viewOffer;
    this.#origins = origins;
    this.#follower = follower;
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#hear(data);
    this.#app.traces.list.subscribe(() => this.#look());
    const flush = (): void => {
      for (const watch of this.#watches.values()) void watch?.flush();
    };
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') flush();
    });
    window.addEventListener('pagehide', ({ persisted }) => {
      if (persisted) this.#store.pause();
      flush();
    });
    window.addEventListener('pageshow', () => this.#store.resume());
    this.#look();
  }

  /** Reads the list anew. Settled, never rejected, when it is on the page. */
  async refresh(): Promise<void> {
    try {
      const { traces, unread } = await this.#store.list();
      const words = unread === 0 ? null : unreadWords(unread);
      this.#app.recents.set({ traces, words: isSecureContext ? words : NOT_SECURE });
    } catch (error) {
      this.#app.recents.set({ traces: [], words: refusalWords(error) });
    }
  }

  /** Forgets one trace. @returns false, and says why, where the browser does not let it. */
  async forget(key: string): Promise<boolean> {
    return this.#do({ kind: 'forgotten', key }, () => {
      this.#forgetOpen(key);
      return this.#store.forget(key);
    });
  }

  /** Takes back that a trace was forgotten. */
  async bringBack(kept: KeptTrace): Promise<boolean> {
    const { key } = kept;
    return this.#do({ kind: 'written', key }, () => this.#store.change(key, (now) => now ?? kept));
  }

  async #do(word: Word, change: () => Promise<void>): Promise<boolean> {
    try {
      await change();
    } catch (error) {
      this.#refused(error, false);
      return false;
    }
    this.#tell(word);
    await this.refresh();
    return true;
  }

  /** Forgets every trace and the choices. Rejects where the browser does not let it. */
  async forgetAll(): Promise<void> {
    this.#forgetOpen(null);
    await this.#store.clear();
    forgetChoices();
    this.#tell({ kind: 'forgotten', key: null });
    await this.refresh();
  }

  #look(): void {
    const { traces } = this.#app.traces.list.get();
    for (const [trace, watch] of this.#watches) {
      if (traces.includes(trace)) continue;
      this.#watches.delete(trace);
      void watch?.end();
      if (this.#viewOffer.get()?.trace === trace) this.#viewOffer.set(null);
    }
    for (const trace of traces) {
      // A digest is no trace that could be opened again.
      if (trace.digest === null && !this.#watches.has(trace))
        void this.#app.activity.whileBusy(this.#watch(trace));
    }
  }

  async #watch(trace: OpenTrace): Promise<void> {
    this.#watches.set(trace, null);
    const ref = await this.#origins.find(trace);
    if (ref === null || !this.#watches.has(trace)) return;
    const watch = new KeptWatch(trace, ref, {
      store: this.#store,
      handles: this.#app.fileHandles,
      onWritten: (key) => {
        this.#tell({ kind: 'written', key });
        void this.refresh();
      },
      onRefused: (error, notes) => this.#refused(error, notes),
      onKnown: (kept) => {
        // A link, or the list of recent traces, decides what is looked at.
        const untouched = trace.view.get().range === null && trace.view.get().finding === null;
        if (!this.#follower.holding && untouched && watch.differs(kept)) this.#viewOffer.set({ trace, kept });
      },
    });
    this.#watches.set(trace, watch);
    const dropped = await watch.begin();
    if (dropped !== null)
      this.#app.traces.notify({
        kind: 'kept-notes',
        level: 'warning',
        text: `Of the notes on ${trace.name} that were kept on this device, not all are back. ${dropped}`,
        places: [],
      });
  }

  #refused(error: unknown, notes: boolean): void {
    this.#app.recents.set({ traces: this.#app.recents.get().traces, words: refusalWords(error) });
    if (!notes || this.#saidOfNotes) return;
    this.#saidOfNotes = true;
    this.#app.traces.notify({
      kind: 'not-kept',
      level: 'warning',
      text: 'The notes could not be kept on this device: they last as long as this page. A report holds them too.',
      places: [],
    });
  }

  #forgetOpen(key: string | null): void {
    for (const watch of this.#watches.values()) if (key === null || watch?.key === key) watch?.forget();
    const offered = this.#viewOffer.get();
    if (offered !== null && (key === null || offered.kept.key === key)) this.#viewOffer.set(null);
  }

  #tell(word: Word): void {
    this.#channel.postMessage(word);
  }

  /** Any page of this origin may have said it: it only makes this page read anew. */
  #hear(data: unknown): void {
    const word = v.safeParse(Word, data);
    if (!word.success) return;
    const { kind, key } = word.output;
    if (kind === 'forgotten') this.#forgetOpen(key);
    if (kind === 'written')
      for (const watch of this.#watches.values()) if (watch?.key === key) void watch?.take();
    void this.refresh();
  }
}

function unreadWords(unread: number): string {
  return `${plural(unread, 'other trace')} kept here cannot be read (damaged, or written by a newer qlogscope) and ${unread === 1 ? 'is' : 'are'} not listed.`;
}

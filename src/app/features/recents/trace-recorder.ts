/**
 * Stores open files on this device: a watch per open file that a link can name (`file-watch.ts`), the list for the
 * open screen, messages to and from other tabs, and a message where nothing can be stored. Loaded after the page's first
 * paint; a failure here never affects an open trace.
 */
import * as v from 'valibot';
import { plural } from '../../../engine/base/text/figures';
import { localFiles } from '../../../engine/input/bytes/source';
import type { LinkFollower } from '../../navigation/follow-link';
import type { TraceOrigins } from '../../navigation/trace-origins';
import type { AppState } from '../../state/app-state';
import { RecentStore } from '../../state/device/recent-store';
import type { RecentTrace } from '../../state/device/recent-trace';
import { forgetChoices } from '../../state/settings/forget';
import type { Store } from '../../state/store';
import type { OpenFile } from '../../state/traces/open-file';
import { FileWatch } from './file-watch';
import type { ViewOffer } from './view-offer';

const CHANNEL = 'qlogscope.kept';

/** Message between tabs: a record was written, or records were deleted; a key of null means all. */
const TabMessage = v.object({
  /** Null for a kind that only another version of this page knows. */
  kind: v.fallback(v.nullable(v.picklist(['written', 'forgotten'])), null),
  key: v.nullable(v.string()),
});
type TabMessage = Readonly<v.InferOutput<typeof TabMessage>>;

/** Fingerprints need the browser's SHA-256, which pages over plain http do not get. */
const NOT_SECURE =
  'This page was loaded over plain http, where the browser does not let it identify a file again: recent files and their notes are kept over https only.';

/** Why nothing can be stored, by the error's name (Indexed Database API 3.0, §4). */
function refusalWords(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  const lost = 'recent traces and notes are lost when this page is closed.';
  if (name === 'VersionError')
    return `A newer version of qlogscope stored data in this browser that this version cannot use: reload the page. Until then ${lost}`;
  if (name === 'QuotaExceededError')
    return `This browser’s storage for this page is full: ${lost} Forget some below to free space.`;
  return `This browser does not let the page store anything on this device, as in a private window: ${lost}`;
}

export class TraceRecorder {
  readonly #store = new RecentStore();
  readonly #app: AppState;
  readonly #viewOffer: Store<ViewOffer | null>;
  readonly #origins: TraceOrigins;
  readonly #follower: LinkFollower;
  readonly #watches = new Map<OpenFile, FileWatch | null>();
  readonly #channel = new BroadcastChannel(CHANNEL);
  #warnedOfNotes = false;

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
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data);
    this.#app.files.list.subscribe(() => this.#look());
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

  /** Reads the list again. Resolves when it is on the page; never rejects. */
  async refresh(): Promise<void> {
    try {
      const { traces, unread } = await this.#store.list();
      const words = unread === 0 ? null : unreadWords(unread);
      this.#app.recents.set({ traces, words: isSecureContext ? words : NOT_SECURE });
    } catch (error) {
      this.#app.recents.set({ traces: [], words: refusalWords(error) });
    }
  }

  /** Deletes one trace. @returns false, and shows why, where the browser refuses. */
  async forget(key: string): Promise<boolean> {
    return this.#do({ kind: 'forgotten', key }, () => {
      this.#forgetOpen(key);
      return this.#store.forget(key);
    });
  }

  /** Undoes `forget`. */
  async restore(recent: RecentTrace): Promise<boolean> {
    const { key } = recent;
    return this.#do({ kind: 'written', key }, () => this.#store.change(key, (now) => now ?? recent));
  }

  async #do(message: TabMessage, change: () => Promise<void>): Promise<boolean> {
    try {
      await change();
    } catch (error) {
      this.#refused(error, false);
      return false;
    }
    this.#send(message);
    await this.refresh();
    return true;
  }

  /** Deletes every trace and the choices. Rejects where the browser refuses. */
  async forgetAll(): Promise<void> {
    this.#forgetOpen(null);
    await this.#store.clear();
    forgetChoices();
    this.#send({ kind: 'forgotten', key: null });
    await this.refresh();
  }

  #look(): void {
    const { files } = this.#app.files;
    for (const [file, watch] of this.#watches) {
      if (files.includes(file)) continue;
      this.#watches.delete(file);
      if (isPartOf(file, files)) void this.#app.activity.whileBusy(this.#leave(watch));
      else void watch?.end();
      if (this.#viewOffer.get()?.file === file) this.#viewOffer.set(null);
    }
    for (const file of files) {
      // A digest cannot be opened again as a file.
      if (file.digest === null && !this.#watches.has(file))
        void this.#app.activity.whileBusy(this.#watch(file));
    }
  }

  /** A file that was joined to others is no trace of its own, unless it was one before. */
  async #leave(watch: FileWatch | null): Promise<void> {
    if ((await watch?.leave()) !== true) return;
    this.#send({ kind: 'forgotten', key: watch?.key ?? null });
    await this.refresh();
  }

  async #watch(file: OpenFile): Promise<void> {
    this.#watches.set(file, null);
    const ref = await this.#origins.find(file);
    if (ref === null || !this.#watches.has(file)) return;
    const watch = new FileWatch(file, ref, {
      store: this.#store,
      handles: this.#app.fileHandles,
      refOf: (other) => this.#origins.refOf(other) ?? null,
      onWritten: (key) => {
        this.#send({ kind: 'written', key });
        void this.refresh();
      },
      onRefused: (error, notes) => this.#refused(error, notes),
      onKnown: (recent) => {
        // Not offered where a link or the list of recent traces set the view.
        const { range, chosen } = file.current.view.get();
        const untouched = range === null && chosen === null;
        if (!this.#follower.holding && untouched && watch.differs(recent))
          this.#viewOffer.set({ file, recent });
      },
    });
    this.#watches.set(file, watch);
    const dropped = await watch.begin();
    if (dropped !== null)
      this.#app.files.notify({
        kind: 'kept-notes',
        level: 'warning',
        text: `Not all notes on ${file.name} that were kept on this device could be restored. ${dropped}`,
        places: [],
      });
  }

  #refused(error: unknown, notes: boolean): void {
    this.#app.recents.set({ traces: this.#app.recents.get().traces, words: refusalWords(error) });
    if (!notes || this.#warnedOfNotes) return;
    this.#warnedOfNotes = true;
    this.#app.files.notify({
      kind: 'not-kept',
      level: 'warning',
      text: 'The notes could not be kept on this device: they are lost when this page is closed. Save a report to keep them.',
      places: [],
    });
  }

  #forgetOpen(key: string | null): void {
    for (const watch of this.#watches.values()) if (key === null || watch?.key === key) watch?.forget();
    const offered = this.#viewOffer.get();
    if (offered !== null && (key === null || offered.recent.key === key)) this.#viewOffer.set(null);
  }

  #send(message: TabMessage): void {
    this.#channel.postMessage(message);
  }

  /** Any page of this origin may have sent it: it only makes this page read the store again. */
  #receive(data: unknown): void {
    const message = v.safeParse(TabMessage, data);
    if (!message.success) return;
    const { kind, key } = message.output;
    if (kind === 'forgotten') this.#forgetOpen(key);
    if (kind === 'written')
      for (const watch of this.#watches.values()) if (watch?.key === key) void watch?.take();
    void this.refresh();
  }
}

function isPartOf({ source }: OpenFile, open: readonly OpenFile[]): boolean {
  const files = localFiles(source);
  return (
    files.length > 0 && open.some((other) => files.every((one) => localFiles(other.source).includes(one)))
  );
}

function unreadWords(unread: number): string {
  return `${plural(unread, 'other trace')} kept here cannot be read (damaged, or written by a newer qlogscope) and ${unread === 1 ? 'is' : 'are'} not listed.`;
}

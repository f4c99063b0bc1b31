/**
 * Keeps one open file on this device: restores its notes when it is opened, and stores notes, view and worst
 * finding as they change: notes at once, the view after a pause. Which traces are watched, and the messages where
 * nothing can be stored, is left to `trace-recorder.ts`, the record to `src/app/state/device`.
 */
import { DEFAULT_CHOICES } from '../../../drawing/view/choices';
import { INITIAL_VIEW, type View } from '../../../drawing/view/view';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { formatLink } from '../../../sharing/link/format';
import { linkOf } from '../../../sharing/link/link-of';
import { parseLink } from '../../../sharing/link/parse';
import type { TraceRef } from '../../../sharing/link/state';
import { mergeBook, sameNotes } from '../../../sharing/notes/merge';
import { connectionOf, pageSetOf } from '../../navigation/page-set';
import type { RecentStore } from '../../state/device/recent-store';
import {
  keyOf,
  NO_NOTES,
  noteCount,
  type RecentNotes,
  type RecentTrace,
} from '../../state/device/recent-trace';
import { type FileNotes, fileNotes } from '../../state/notes/file-notes';
import type { ReadonlyStore } from '../../state/store';
import type { FileHandles } from '../../state/traces/file-handles';
import type { OpenFile } from '../../state/traces/open-file';
import type { TraceFile } from '../../state/traces/trace-file';

const REST_MS = 500;

type Finding = Snapshot['findings'][number];

export interface WatchHost {
  readonly store: RecentStore;
  readonly handles: FileHandles;
  /** How a link names an open file; null where it cannot, or not yet. */
  readonly refOf: (file: TraceFile) => TraceRef | null;
  /** Something was written under this key. */
  readonly onWritten: (key: string) => void;
  /** Writing failed. @param notes there are notes that would be lost. */
  readonly onRefused: (error: unknown, notes: boolean) => void;
  /** The trace is read, and was open on this device before. */
  readonly onKnown: (recent: RecentTrace) => void;
}

export class FileWatch {
  readonly key: string;
  readonly #file: OpenFile;
  readonly #notes: FileNotes;
  readonly #ref: TraceRef;
  readonly #host: WatchHost;
  readonly #ends: (() => void)[] = [];
  #view: ReadonlyStore<View> | null = null;
  #endView: () => void = () => undefined;
  /** The stored notes as this page last read or wrote them: the base of a merge. */
  #base: RecentNotes = NO_NOTES;
  /** The stored record when the trace was opened. */
  #entry: RecentTrace | null = null;
  /** The last seen view, as a link; null before the trace is read. */
  #seen: string | null = null;
  /** The view to store; null until the user changes it, so that the stored one is kept. */
  #own: string | null = null;
  /** The record was deleted: it is written again only after the next change of a note. */
  #forgotten = false;
  /** A record was there before the file was opened; null while that is not known. */
  #wasThere: boolean | null = null;
  #ended = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: OpenFile, ref: TraceRef, host: WatchHost) {
    this.key = keyOf(ref);
    this.#file = file;
    this.#notes = file.feature(fileNotes);
    this.#ref = ref;
    this.#host = host;
  }

  /** Restores the notes. @returns which could not be read, in words; null where all could. */
  async begin(): Promise<string | null> {
    const dropped = await this.take();
    if (this.#ended) return dropped;
    this.#ends.push(
      this.#notes.all.subscribe(() => this.#writeNotes()),
      this.#file.onChange(() => this.#follow()),
      () => this.#endView(),
    );
    this.#follow();
    this.#writeNotes();
    return dropped;
  }

  /** Merges the stored notes: at the start, and when another tab has written. */
  async take(): Promise<string | null> {
    try {
      const read = await this.#host.store.get(this.key);
      const recent = read?.recent ?? null;
      if (this.#seen === null) this.#entry = recent;
      this.#wasThere ??= recent !== null;
      this.#merge(recent?.notes ?? this.#base);
      return read?.dropped ?? null;
    } catch (error) {
      this.#host.onRefused(error, false);
      return null;
    }
  }

  /** The record was deleted. The open trace stays as it is. */
  forget(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#forgotten = true;
    this.#entry = null;
  }

  /** Writes pending changes; resolves when they are written. */
  flush(): Promise<void> {
    if (this.#waiting !== undefined) this.#write();
    return this.#writing;
  }

  /** The trace is closed. */
  end(): Promise<void> {
    this.#ended = true;
    for (const end of this.#ends) end();
    return this.flush();
  }

  /**
   * The file was joined to others: its view and notes are theirs now. Deletes the record where it was made since the file
   * was opened. @returns true where it was deleted.
   */
  async leave(): Promise<boolean> {
    await this.end();
    if (this.#wasThere !== false) return false;
    this.forget();
    try {
      await this.#host.store.forget(this.key);
      return true;
    } catch (error) {
      this.#host.onRefused(error, false);
      return false;
    }
  }

  /** Follows the view of the trace that the file's tab shows. */
  #follow(): void {
    const { view } = this.#file.current;
    if (view !== this.#view) {
      this.#view = view;
      this.#endView();
      this.#endView = view.subscribe(() => this.#look());
    }
    this.#look();
  }

  #look(): void {
    const { snapshot, view } = this.#file.current;
    if (snapshot.get()?.phase !== 'ready') return;
    const link = this.#format(view.get());
    const before = this.#seen;
    this.#seen = link;
    if (before === null) {
      if (this.#entry !== null) this.#host.onKnown(this.#entry);
      this.#write();
    } else if (link !== before && !this.#forgotten) {
      this.#own = link;
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => this.#write(), REST_MS);
    }
  }

  /** True where a stored view differs from the initial view. */
  differs(recent: RecentTrace): boolean {
    const { view } = parseLink(this.#format(INITIAL_VIEW)).state;
    return JSON.stringify(view) !== JSON.stringify(recent.view);
  }

  #writeNotes(): void {
    const now = this.#notes.all.get();
    const same =
      now.size === this.#base.size &&
      [...now].every(([index, list]) => sameNotes(list, this.#base.get(index) ?? []));
    if (same) return;
    this.#forgotten = false;
    this.#write();
  }

  #write(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#writing = this.#writing.then(async () => {
      if (this.#forgotten) return;
      const { source } = this.#file;
      const handle = source.kind === 'file' ? await this.#host.handles.get(source.file) : null;
      // May have been deleted while waiting for the handle.
      if (this.#forgotten) return;
      try {
        let written = this.#base;
        await this.#host.store.change(this.key, (before) => {
          this.#merge(before?.notes ?? this.#base);
          written = this.#notes.all.get();
          if (this.#ref.kind === 'example' && noteCount(written) === 0) return null;
          return this.#record(before, written, handle);
        });
        this.#base = written;
        this.#host.onWritten(this.key);
      } catch (error) {
        this.#host.onRefused(error, this.#notes.all.get().size > 0);
      }
    });
  }

  /** Merges the stored notes into those of the page; what the page has in addition is still to be written. */
  #merge(theirs: RecentNotes): void {
    const base = this.#base;
    for (const connection of new Set([...base.keys(), ...theirs.keys()]))
      this.#notes
        .of(connection)
        .join((book) => mergeBook(book, base.get(connection) ?? [], theirs.get(connection) ?? []));
    this.#base = theirs;
  }

  #record(before: RecentTrace | null, notes: RecentNotes, handle: RecentTrace['handle']): RecentTrace {
    const { name, current } = this.#file;
    const { snapshot, view } = current;
    const isReady = snapshot.get()?.phase === 'ready';
    const findings = snapshot.get()?.findings ?? [];
    const worst = findings.find(({ severity }) => severity !== 'info') ?? findings[0];
    const link = this.#own ?? before?.link ?? this.#format(view.get());
    return {
      key: this.key,
      ref: this.#ref,
      name,
      link,
      view: parseLink(link).state.view,
      openedAtMs: Date.now(),
      worst: isReady ? worstOf(worst) : (before?.worst ?? null),
      notes,
      handle: handle ?? before?.handle ?? null,
    };
  }

  #format(view: View): string {
    const { current, set } = this.#file;
    const files = [...new Set(set.members.map(({ trace }) => trace.file))];
    return formatLink(
      linkOf({
        traces: [this.#ref, ...files.slice(1).map((file) => this.#host.refOf(file))],
        shown: 0,
        view,
        connection: connectionOf(current),
        set: pageSetOf(set, files),
        choices: DEFAULT_CHOICES,
        panels: [],
      }),
    );
  }
}

function worstOf(finding: Finding | undefined): RecentTrace['worst'] {
  return finding === undefined ? null : { severity: finding.severity, title: finding.title };
}

/**
 * Copies of local files for the page: switched on and off, looked for and opened, forgotten, and listed, also when another
 * tab changes them. Which files are copied when is `copy-queue.ts`; how they lie on the device is
 * `app/state/device/file-copies.ts`.
 */
import * as v from 'valibot';
import { type Fingerprint, fingerprintOf } from '../../../sharing/link/fingerprint';
import type { AppState } from '../app-state';
import type { FeatureState } from '../feature-states';
import type { Store } from '../store';
import type { OpenFile } from '../traces/open-file';
import { type CopiesState, copiesState } from './copies-state';
import { ABSENT_WORDS, CLEAR_REFUSED, lostMessage, type Outcome, outcomeMessage } from './copies-words';
import { CopyFolder, type Directory } from './copy-folder';
import { CopyQueue } from './copy-queue';
import { copyWriter, startCopier } from './copy-writer';
import { COPIES_DATABASE, FileCopies } from './file-copies';
import { copyKey } from './file-copy';
import { RecordStore } from './record-store';

const CHANNEL = 'qlogscope.copies';

/** Message between tabs: copies were written or deleted; a key of null means all. */
const TabMessage = v.object({
  /** Null for a kind that only another version of this page knows. */
  kind: v.fallback(v.nullable(v.picklist(['changed', 'forgotten'])), null),
  key: v.nullable(v.string()),
});
type TabMessage = Readonly<v.InferOutput<typeof TabMessage>>;

/** A copy that was found: opened with `open`, or let go with `release`. */
export interface TakenCopy {
  readonly file: File;
  readonly release: () => void;
}

export const localCopies: FeatureState<AppState, LocalCopies> = {
  create: (app) => new LocalCopies(app, browserCopies()),
};

export class LocalCopies {
  readonly #app: AppState;
  readonly #copies: FileCopies;
  readonly #state: Store<CopiesState>;
  readonly #queue: CopyQueue;
  readonly #channel = new BroadcastChannel(CHANNEL);
  /** Copies that open files are read from. */
  readonly #inUse = new Map<OpenFile, () => void>();

  constructor(app: AppState, copies: FileCopies) {
    this.#app = app;
    this.#copies = copies;
    this.#state = app.feature(copiesState);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data);
    this.#queue = new CopyQueue({
      app,
      copies,
      onWriting: (writing) => this.#update({ writing }),
      onDone: (outcomes) => this.#done(outcomes),
    });
    app.files.list.subscribe(() => this.#releaseClosed());
    window.addEventListener('pagehide', ({ persisted }) => {
      if (persisted) copies.pause();
    });
    window.addEventListener('pageshow', () => copies.resume());
  }

  /** Removes what a closed page left unfinished, and reads the list. Never rejects. */
  async start(): Promise<void> {
    void this.#copies.tidy().catch(() => undefined);
    await this.refresh();
  }

  /** Reads the list again. Never rejects. */
  async refresh(): Promise<void> {
    try {
      this.#update({ ...(await this.#copies.list()), refused: null });
    } catch {
      this.#update({ copies: [], refused: ABSENT_WORDS.refused });
    }
  }

  /** Switches copies on, where the browser can keep some; the open files are copied. Never rejects. */
  async switchOn(): Promise<void> {
    const refused = await whyAbsent();
    this.#update({ refused, report: null });
    if (refused !== null) return;
    this.#app.choices.update((choices) => ({ ...choices, keepCopies: true }));
    await this.start();
  }

  /** Switches copies off, and deletes them all. Never rejects. */
  async switchOff(): Promise<void> {
    this.#app.choices.update((choices) => ({ ...choices, keepCopies: false }));
    try {
      await this.forgetAll();
    } catch {
      await this.refresh();
      this.#update({ refused: CLEAR_REFUSED });
    }
  }

  /** The copy of a file; null where there is none, or none that is whole, which is said. Never rejects. */
  async take(fingerprint: Fingerprint): Promise<TakenCopy | null> {
    try {
      const copy = await this.#copies.find(fingerprint);
      if (copy.kind === 'found') return copy;
      if (copy.kind === 'lost') {
        this.#app.files.notify(lostMessage(copy));
        this.#changed();
      }
    } catch {
      // The user is asked for the file, as where there is no copy.
    }
    return null;
  }

  /** The copies of all files; null where one is missing. Never rejects. */
  async takeAll(fingerprints: readonly Fingerprint[]): Promise<readonly TakenCopy[] | null> {
    const taken = await Promise.all(fingerprints.map((one) => this.take(one)));
    const copies = taken.filter((copy) => copy !== null);
    if (copies.length === taken.length) return copies;
    for (const { release } of copies) release();
    return null;
  }

  /** Opens a copy; it is not dropped for another while it is open. */
  open({ file, release }: TakenCopy): OpenFile {
    this.#queue.skip(file);
    const opened = this.#app.files.open({ kind: 'file', file });
    this.#inUse.set(opened, release);
    void this.refresh();
    return opened;
  }

  /** Deletes the copy with this key. @returns false, and shows why, where the browser refuses. */
  async forget(key: string): Promise<boolean> {
    this.#send({ kind: 'forgotten', key });
    await this.#stopCopying(key);
    const done = await this.#copies.forget(key).then(
      () => true,
      () => false,
    );
    this.#changed();
    await this.refresh();
    if (!done) this.#update({ refused: CLEAR_REFUSED });
    return done;
  }

  /** The same by the files, all of them. */
  async forgetFiles(fingerprints: readonly Fingerprint[]): Promise<boolean> {
    let done = true;
    for (const one of fingerprints) done = (await this.forget(copyKey(one))) && done;
    return done;
  }

  /** Deletes all copies, and stops what is being written, also in other tabs. Rejects where the browser refuses. */
  async forgetAll(): Promise<void> {
    this.#send({ kind: 'forgotten', key: null });
    await this.#queue.stop();
    await this.#copies.clear();
    this.#changed();
    this.#update({ report: null });
    await this.refresh();
  }

  #done(outcomes: readonly Outcome[]): void {
    const report = outcomeMessage(outcomes);
    if (report !== null) {
      this.#update({ report });
      this.#app.files.notify(report);
    }
    this.#changed();
    void this.refresh();
  }

  #stopCopying(key: string): Promise<void> {
    return this.#queue.stop(async (file) => {
      const fingerprint = await fingerprintOf(file);
      return fingerprint !== null && copyKey(fingerprint) === key;
    });
  }

  #releaseClosed(): void {
    const { files } = this.#app.files;
    for (const [file, release] of this.#inUse) {
      if (files.includes(file)) continue;
      this.#inUse.delete(file);
      release();
    }
  }

  #update(change: Partial<CopiesState>): void {
    this.#state.update((state) => ({ ...state, ...change }));
  }

  #changed(): void {
    this.#send({ kind: 'changed', key: null });
  }

  #send(message: TabMessage): void {
    this.#channel.postMessage(message);
  }

  /** Any page of this origin may have sent it: it only stops copying, or makes this page read the list again. */
  #receive(data: unknown): void {
    const message = v.safeParse(TabMessage, data);
    if (!message.success) return;
    const { kind, key } = message.output;
    if (kind === 'forgotten') void (key === null ? this.#queue.stop() : this.#stopCopying(key));
    else void this.refresh();
  }
}

function browserCopies(): FileCopies {
  return new FileCopies({
    // Chromium, Firefox and Safari iterate over names; the type of the DOM library says so in another library only.
    folder: new CopyFolder(() => navigator.storage.getDirectory() as Promise<unknown> as Promise<Directory>),
    records: new RecordStore(COPIES_DATABASE, 'copies'),
    locks: navigator.locks,
    write: copyWriter(startCopier),
    estimate: async () => (await navigator.storage.estimate?.().catch(() => null)) ?? null,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
  });
}

/** Why this browser can keep no copies, as text; null where it can. Writes nothing. */
async function whyAbsent(): Promise<string | null> {
  if (!isSecureContext) return ABSENT_WORDS.insecure;
  const { storage, locks } = navigator as Partial<Navigator>;
  if (storage?.getDirectory === undefined || locks === undefined) return ABSENT_WORDS.unsupported;
  try {
    await storage.getDirectory();
    return null;
  } catch {
    return ABSENT_WORDS.refused;
  }
}

/**
 * Views and traces in the page's store, as links name them. Loaded with the first such link; following it is left to
 * `follow-link.ts`, the protocol to `features/share/store`.
 */
import type { SourceSpec } from '../../engine/input/bytes/source';
import type { Message } from '../../engine/reading/contract/snapshot';
import type { StoredRef } from '../../sharing/link/state';
import { shortName, storedName, VIEW_ENDING } from '../../sharing/link/stored-name';
import type { StoredViewName } from '../../sharing/link/stored-view';
import { MAX_VIEW_BYTES, readView, type StoredView, type ViewTrace } from '../../sharing/store/stored-view';
import { StoreClient, StoreFailure } from '../backend/store-client';
import type { AppState } from '../state/app-state';
import { hostConfig } from '../state/host-config';
import type { OpenFile } from '../state/traces/open-file';
import { bringNotes } from './replace-digest';

/** Of a link whose hash is none. */
const DAMAGED_WORDS =
  'The link to a view in the store is damaged: it was cut or changed. It should end in sha= and 64 digits and letters from a to f. Ask the sender for it again.';

export class StoredTraces {
  readonly #client: StoreClient | null;
  /** Why there is no store, as sentences. */
  readonly #problems: readonly string[];
  /** What views said of objects. */
  readonly #objects = new Map<string, ViewTrace>();

  private constructor(client: StoreClient | null, problems: readonly string[]) {
    this.#client = client;
    this.#problems = problems;
  }

  static async of(app: AppState): Promise<StoredTraces> {
    const { config, problems } = await app.feature(hostConfig).read();
    return new StoredTraces(config.store && new StoreClient(config.store), problems);
  }

  get hasStore(): boolean {
    return this.#client !== null;
  }

  /** A view, or a message about why there is none. @param asked as the link names it. */
  async view(asked: StoredViewName): Promise<StoredView | Message> {
    if (asked === 'damaged') return failed(DAMAGED_WORDS);
    if (this.#client === null) return failed(`The link names a view in a store, and ${this.lackWords()}`);
    try {
      const bytes = await this.#client.get(
        storedName(asked.sha256, VIEW_ENDING),
        MAX_VIEW_BYTES,
        new AbortController().signal,
      );
      const view = readView(new TextDecoder().decode(bytes));
      if (typeof view === 'string')
        return failed(`What the link names in the store ${this.#client.host} cannot be shown: ${view}.`);
      for (const trace of view.traces) this.#objects.set(trace.object, trace);
      return view;
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      return failed(`The view of the link could not be read from the store. ${error.message}`);
    }
  }

  /** Why nothing is read from a store, as a clause and what may follow. */
  lackWords(): string {
    const [why, what] = ['this page has no store.', 'Its host can name one in config.json (docs/store).'];
    return [why, ...this.#problems, what, 'Nothing was fetched.'].join(' ');
  }

  /** Where the trace is read from; null for a page without a store. */
  sourceOf({ object }: StoredRef): Extract<SourceSpec, { readonly kind: 'url' }> | null {
    if (this.#client === null) return null;
    const name = (this.#objects.get(object)?.name ?? '').trim();
    return {
      kind: 'url',
      url: this.#client.urlOf(object),
      name: name === '' ? shortName(object) : name,
      object,
    };
  }

  /** Hands the notes that came with the view to the file of the trace, once. */
  handOver({ object }: StoredRef, file: OpenFile): void {
    const trace = this.#objects.get(object);
    if (trace === undefined || trace.notes.length === 0) return;
    this.#objects.set(object, { ...trace, notes: [] });
    bringNotes(file, new Map(trace.notes));
  }
}

function failed(text: string): Message {
  return { kind: 'stored-view', level: 'error', text, places: [] };
}

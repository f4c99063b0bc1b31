/**
 * The export that is being made or was made last: one at a time, a new one aborts the previous one. The dialog chooses
 * the range and the share options, and saves the file.
 */
import type { Exported, ExportProgress, ExportRequest } from '../../../engine/reading/contract/export';
import { isAbort, type RequestOptions } from '../../backend/backend';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenTrace } from '../../state/traces/open-trace';

export type ExportState =
  | ({ readonly state: 'making' } & ExportProgress)
  | ({ readonly state: 'made' } & Exported)
  | { readonly state: 'failed'; readonly reason: string };

/** Requests an export of the shown connection. */
type Ask = (
  request: Omit<ExportRequest, 'connection'>,
  options: RequestOptions<'export'>,
) => Promise<Exported>;

export const rangeExport: FeatureState<OpenTrace, RangeExport> = {
  create: (trace) => new RangeExport((request, options) => trace.request('export', request, options)),
};

export class RangeExport {
  readonly current: Store<ExportState | null> = createStore<ExportState | null>(null);
  readonly #ask: Ask;
  #making = new AbortController();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Makes an export; `current` holds the progress. */
  make(request: Omit<ExportRequest, 'connection'>): void {
    this.#making.abort();
    this.#making = new AbortController();
    const { signal } = this.#making;
    this.current.set({ state: 'making', done: 0, total: 0 });
    const onProgress = (progress: ExportProgress): void => this.current.set({ state: 'making', ...progress });
    this.#ask(request, { signal, onProgress }).then(
      (exported) => this.current.set({ state: 'made', ...exported }),
      (error: unknown) => {
        if (isAbort(error)) return;
        this.current.set({ state: 'failed', reason: error instanceof Error ? error.message : String(error) });
      },
    );
  }

  /** Aborts the running export and clears the last one. */
  drop(): void {
    this.#making.abort();
    this.current.set(null);
  }
}

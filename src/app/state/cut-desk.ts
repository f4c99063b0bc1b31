/**
 * The cut that is being made or was made last: one at a time, a newer question ends the one before. What is cut, and
 * what is let out, are the dialog's; saving is its business too.
 */
import type { CutAnswer, CutFigures, CutRequest } from '../../engine/contract/export';
import { createStore, type Store } from './store';

export type CutState =
  | { readonly state: 'making'; readonly done: number; readonly total: number }
  | { readonly state: 'made'; readonly file: Blob; readonly figures: CutFigures }
  | { readonly state: 'failed'; readonly reason: string };

/** The end that carries questions to the worker, without the connection. */
type Ask = (request: Omit<CutRequest, 'connection'> | null) => void;

export class CutDesk {
  /** Null where nothing was asked for. */
  readonly current: Store<CutState | null> = createStore<CutState | null>(null);
  readonly #ask: Ask;
  #seq = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get pending(): boolean {
    return this.current.get()?.state === 'making';
  }

  /** Makes a cut; `current` tells how far it is. */
  make(request: Omit<CutRequest, 'connection' | 'seq'>): void {
    this.#seq++;
    this.current.set({ state: 'making', done: 0, total: 0 });
    this.#ask({ ...request, seq: this.#seq });
  }

  /** Ends what is under way and lets go of what was made. */
  drop(): void {
    this.#seq++;
    const wasMaking = this.pending;
    this.current.set(null);
    if (wasMaking) this.#ask(null);
  }

  take(answer: CutAnswer): void {
    if (answer.seq === this.#seq) this.current.set(answer);
  }

  /** Nothing more will come. */
  end(reason: string): void {
    if (this.pending) this.current.set({ state: 'failed', reason });
  }
}

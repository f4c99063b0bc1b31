/** The time under the pointer, one for all plots of the bands; it does not go through React. */
import { createStore, type Store } from '../../../state/store';

/** µs on the common axis; null for none. */
export type BandCursor = Store<number | null>;

export function createCursor(): BandCursor {
  return createStore<number | null>(null);
}

/**
 * What the page knows of the traces that are kept on this device. Small values only, filled by the keeper, which is
 * fetched later than the page itself (`keeper.ts`).
 */
import type { KeptTrace } from '../../state/keep/kept-trace';
import type { OpenTrace } from '../../state/open-trace';
import { createStore } from '../../state/store';

export interface Recents {
  /** The newest first. */
  readonly traces: readonly KeptTrace[];
  /** Why nothing is kept, or what could not be read, in words for the reader; null where all is well. */
  readonly words: string | null;
}

export const recents = createStore<Recents>({ traces: [], words: null });

/** A trace that is open again, and what was looked at in it before: offered, not taken up unasked. */
export interface ViewOffer {
  readonly trace: OpenTrace;
  readonly kept: KeptTrace;
}

export const viewOffer = createStore<ViewOffer | null>(null);

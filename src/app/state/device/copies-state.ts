/** What the page shows of copies of local files; `local-copies.ts` sets it. */
import { amount } from '../../../engine/base/text/figures';
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { AppState } from '../../state/app-state';
import type { FileCopy } from '../../state/device/file-copy';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';

export interface CopiesState {
  /** The last used first; null until they were read. */
  readonly copies: readonly FileCopy[] | null;
  readonly usedBytes: number;
  readonly allowedBytes: number;
  /** Name of the file that is being copied. */
  readonly writing: string | null;
  /** Why copies cannot be kept, or could not be deleted, as text; null for no problem. */
  readonly refused: string | null;
  /** What became of the last files: dropped, not kept; null where there is nothing to say. */
  readonly report: Message | null;
}

export const copiesState: FeatureState<AppState, Store<CopiesState>> = {
  create: () =>
    createStore<CopiesState>({
      copies: null,
      usedBytes: 0,
      allowedBytes: 0,
      writing: null,
      refused: null,
      report: null,
    }),
};

/** `312.0 MB of 2.00 GB` */
export function roomWords(usedBytes: number, allowedBytes: number): string {
  return `${amount(usedBytes)} of ${amount(allowedBytes)}`;
}

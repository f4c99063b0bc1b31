/** A call of `compare`: two traces, or groups of runs. */
import type { Alignment } from '../../../../engine/service/compare/align';
import type { AskedGroup } from '../../group-values';

export const COMPARE_FORMATS = ['text', 'json', 'markdown', 'html'] as const;
export type CompareFormat = (typeof COMPARE_FORMATS)[number];

export interface CompareSetting {
  /** Two traces; null for groups. */
  readonly pair: readonly [string, string] | null;
  /** At least two; empty for a pair. */
  readonly groups: readonly AskedGroup[];
  /** Null for the proposed one. */
  readonly align: Alignment | null;
  readonly format: CompareFormat;
  readonly output: string | null;
}

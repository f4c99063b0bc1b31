/** A call of `serve`. */
import type { StoreLimits } from '../../../server/limits';

export interface ServeSetting {
  /** Null for the usual one, or the next that is free; 0 for any. */
  readonly port: number | null;
  readonly open: boolean;
  /** Folder of the store; null for none. */
  readonly store: string | null;
  readonly limits: StoreLimits;
  /** The host's configuration; null for none. */
  readonly config: string | null;
  /** What links begin with, instead of what the configuration says; null for that. */
  readonly publicUrl: string | null;
}

/**
 * What a log says about which connection it is of, as far as two logs can be compared by it: whether one continues the
 * other (`reading/segments`). Types only. Nothing of it leaves the worker's page.
 */

export interface LogIdentity {
  /** The header without times and numbers in titles: equal where two logs were written alike. */
  readonly header: string;
  /** As the log states them in its header or at its events; null where it does not. */
  readonly odcid: string | null;
  readonly groupId: string | null;
  /** Connection IDs of packet headers in lower case, in order of appearance, at most `MAX_CONNECTION_IDS`. */
  readonly connectionIds: readonly string[];
}

/** A connection has few; a log that names more is not told apart by them. */
export const MAX_CONNECTION_IDS = 64;

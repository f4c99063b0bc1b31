/**
 * What a log says about which connection it is of, as far as two logs can be compared by it: whether one continues the
 * other (`reading/segments`), whether both are of one connection (`compare/relation`). Types only. Nothing of it leaves
 * the device.
 */

export interface LogIdentity {
  /** The header without times and numbers in titles: equal where two logs were written alike. */
  readonly header: string;
  /** As the log states them in its header or at its events; null where it does not. */
  readonly odcid: string | null;
  readonly groupId: string | null;
  /** Connection IDs of packet headers in lower case, in order of appearance, at most `MAX_CONNECTION_IDS`. */
  readonly connectionIds: readonly string[];
  /**
   * Original Destination Connection IDs (RFC 9000 §7.3) by everything that shows one: the header, the server's transport
   * parameter, the first Initial packet. Two after a Retry. Lower case.
   */
  readonly originalIds: readonly string[];
  /** Version of QUIC (RFC 9000 §15) in the last long header that names one; NaN where none does. */
  readonly quicVersion: number;
}

/** A connection has few; a log that names more is not distinguished by them. */
export const MAX_CONNECTION_IDS = 64;

/**
 * What a connection carried, what that waited for, and how the connection came about, in few numbers: what a summary, a
 * record, a comparison and a digest tell of it. Types only; made by `reading/facts/traffic.ts`.
 */

import type { StreamHeld } from '../../sender/streams/stream-row';

/** How long one stream waited. */
export interface StreamWait {
  readonly id: number;
  readonly us: number;
}

/** Sums over all streams (RFC 9000 §2), bytes over all transmissions. */
export interface StreamTotals {
  readonly count: number;
  /** By how they ended; the others are open, or the log does not show their end. */
  readonly finished: number;
  readonly reset: number;
  readonly sentBytes: number;
  readonly resentBytes: number;
  readonly receivedBytes: number;
  /** Those of `receivedBytes` that had arrived before. */
  readonly repeatedBytes: number;
  /** Time in which data of any stream waited for credit, or to be opened (RFC 9000 §4), and of the one with most; null for none. */
  readonly blockedUs: number;
  readonly mostBlocked: StreamWait | null;
  /** The same of data that had arrived and waited for data before it. */
  readonly gapUs: number;
  readonly mostBehindGaps: StreamWait | null;
}

/** Of all HTTP/3 requests (RFC 9114), or of the streams that carry them where the log has STREAM frames alone. */
export interface RequestTotals {
  readonly count: number;
  /** By their outcome, those that a server sent whole among the done; the others are open. */
  readonly done: number;
  readonly cancelled: number;
  readonly reset: number;
  readonly refused: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** From the start to the end of those that are done, median and longest, and the stream of the longest; NaN for none. */
  readonly medianUs: number;
  readonly longestUs: number;
  readonly longestStream: number;
  /** From the start to the first byte of the response; NaN where the log does not show it. */
  readonly medianFirstByteUs: number;
  readonly longestFirstByteUs: number;
}

/** What held the requests, docs/account.md, *Requests and streams*. */
export interface RequestsHeld {
  /** Sums over all whose durations show, the largest first, µs. */
  readonly parts: StreamHeld['parts'];
  /** Of the one of `longestStream`; null for none, and where that does not show. */
  readonly longest: StreamHeld | null;
}

export interface LifeTotals {
  /** From the first packet to the completion of the handshake, µs; NaN where the log does not show it. */
  readonly handshakeUs: number;
  readonly retries: number;
  readonly versionNegotiations: number;
  /** 0-RTT packets, sent or received. */
  readonly zeroRttPackets: number;
  /** NaN where the log tells of no keys. */
  readonly keyUpdates: number;
  readonly pathChanges: number;
  /** Time in which the anti-amplification limit held the server (RFC 9000 §8.1), µs. */
  readonly amplificationLimitedUs: number;
}

/** Null for what the log does not show. */
export interface Traffic {
  readonly streams: StreamTotals | null;
  readonly requests: RequestTotals | null;
  readonly life: LifeTotals | null;
}

/** As records hold it. */
export interface RecordedTraffic extends Traffic {
  /** Left out, or null, where it is not asked for, and where the log does not show it. */
  readonly held?: RequestsHeld | null;
}

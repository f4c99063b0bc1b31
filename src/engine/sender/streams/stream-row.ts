/**
 * One stream of a connection (RFC 9000 §2) with its totals, as the log of one endpoint shows it. Types only; made by
 * stream-table.ts.
 */
import type { Holder } from '../../base/text/account-names';
import type { TimeSpan } from '../transport/connectivity/connectivity';

/** By the two low bits of the id (RFC 9000 §2.1). */
export type StreamKind = 'client-bidi' | 'server-bidi' | 'client-uni' | 'server-uni';

/** What rows are sorted by; equal ones by id. `waited` is the time blocked and waiting for gaps. */
export type StreamOrder = 'start' | 'bytes' | 'waited';

/** Data of one direction that a log shows sent, over all transmissions: `bytes` = acked + inFlight + lost + discarded. */
export interface SentStreamBytes {
  readonly bytes: number;
  /** A packet that was acknowledged after its loss counts as acknowledged. */
  readonly ackedBytes: number;
  readonly inFlightBytes: number;
  readonly lostBytes: number;
  /** Whose packets were never numbered, or whose keys were discarded before anything was known of them. */
  readonly discardedBytes: number;
  /** Those of `bytes` that were sent before. */
  readonly resentBytes: number;
  /** Highest offset. */
  readonly endOffset: number;
  readonly packets: number;
}

export interface ReceivedStreamBytes {
  readonly bytes: number;
  /** Those of `bytes` that had arrived before. */
  readonly repeatedBytes: number;
  readonly endOffset: number;
  readonly packets: number;
}

/** RESET_STREAM or STOP_SENDING (RFC 9000 §19.4, §19.5). */
export interface StreamAbort {
  readonly what: 'reset' | 'stop-sending';
  readonly by: 'local' | 'remote';
  readonly timeUs: number;
  /** Application error code, NaN where it is not logged. */
  readonly code: number;
}

/** Data that had arrived and waited for data before it; to the end of the stream's data or of the connection, where that never came. */
export interface GapWait extends TimeSpan {
  /** Bytes that could be delivered once the gap was filled, or that waited at the end. */
  readonly bytes: number;
  /** Number of the packet that filled the gap, and of the lost one that left it where that is known; NaN otherwise. */
  readonly filledBy: number;
  readonly lostPacket: number;
}

/** What held a stream from its beginning to its end, docs/account.md, *Requests and streams*. */
export interface StreamHeld {
  /** Whole µs, the largest first: they add up to its duration, of one that has not ended to that until the log or the connection ends. */
  readonly parts: readonly { readonly holder: Holder; readonly us: number }[];
  /** Other streams that were sent while its data waited, by id, the largest first; none where there are too many to look through. */
  readonly others: readonly { readonly id: number; readonly us: number }[];
  /** Of what held it longest in each column of a window, in order; none where no window is asked for. */
  readonly spans: readonly (TimeSpan & { readonly holder: Holder })[];
}

export interface StreamRow {
  readonly id: number;
  readonly kind: StreamKind;
  /** First and last frame of the stream that the log shows, µs. */
  readonly firstUs: number;
  readonly lastUs: number;
  readonly sent: SentStreamBytes;
  readonly received: ReceivedStreamBytes;
  /** When FIN was first sent and received, µs; NaN for never. */
  readonly finSentUs: number;
  readonly finReceivedUs: number;
  readonly aborts: readonly StreamAbort[];
  /** Time in which its data waited for credit of the stream and of the connection, µs; 0 for none. */
  readonly blockedByStreamUs: number;
  readonly blockedByConnectionUs: number;
  /** Time in which it waited to be opened, for a higher limit of streams (RFC 9000 §4.6), µs. */
  readonly openingUs: number;
  /** Time in which data that had arrived waited for a gap, µs. */
  readonly gapUs: number;
  /** The longest ones of each, at most 64, in order of time; the totals above count all. */
  readonly blocked: readonly (TimeSpan & { readonly by: 'stream' | 'connection' | 'opening' })[];
  readonly gaps: readonly GapWait[];
  /** The log begins after the stream did: its first frame of a direction has an offset above 0. */
  readonly beginsMidway: boolean;
  /** Null where the log does not show it, and where it is not asked for. */
  readonly held: StreamHeld | null;
  /** `fin`: all data of the direction with more bytes is there, and its end. */
  readonly end: 'fin' | 'reset' | 'open';
}

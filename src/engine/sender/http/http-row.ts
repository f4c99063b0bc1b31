/**
 * One HTTP/3 request (RFC 9114), from the log's HTTP/3 events or, where it has none, from its STREAM frames. Types only; made by
 * http-rows.ts.
 */
import type { GapWait, StreamHeld } from '../streams/stream-row';
import type { TimeSpan } from '../transport/connectivity/connectivity';

/**
 * `done`: the response, or what is seen of it, ended with FIN, and arrived; `sent`: a server sent all of it, and whether that arrived
 * does not show.
 */
export type HttpOutcome = 'done' | 'cancelled' | 'reset' | 'refused' | 'open' | 'sent';

export interface HttpRow {
  readonly streamId: number;
  /** Null where the log has STREAM frames alone, and where a share leaves it out. */
  readonly method: string | null;
  readonly authority: string | null;
  readonly path: string | null;
  /** The final one; NaN where it is not logged. */
  readonly status: number;
  /** The value of the `priority` header or PRIORITY_UPDATE frame (RFC 9218), `u=3, i`; null for none. */
  readonly priority: string | null;
  /** Bytes of the bodies where HTTP/3 events tell them, else of the streams; NaN where nothing is known. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** The sizes above are of bodies, without frames of HTTP/3. */
  readonly isBody: boolean;
  /** As the content-length header of the response says; NaN for none. */
  readonly announcedBytes: number;
  /**
   * When the request began, the first byte of the response, and when the last one arrived: in a server's log its ACK, or where that is
   * not known its sending. µs; NaN where the log does not show it.
   */
  readonly startUs: number;
  readonly firstByteUs: number;
  readonly endUs: number;
  readonly outcome: HttpOutcome;
  /** Who cancelled or reset it, and the code of that; NaN for none. */
  readonly abortedBy: 'local' | 'remote' | null;
  readonly code: number;
  /** What it waited for, as the row of its stream has it. */
  readonly blocked: readonly TimeSpan[];
  readonly gaps: readonly GapWait[];
  /** Null where the log does not show it, and where it is not asked for. */
  readonly held: StreamHeld | null;
  readonly source: 'http-events' | 'stream-frames';
}

/** `waiting`: by the time until the first byte of the response. */
export type HttpOrder = 'start' | 'duration' | 'waiting' | 'bytes';

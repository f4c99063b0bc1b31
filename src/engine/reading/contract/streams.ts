/**
 * What is asked and answered of the streams of a connection: rows, and per pixel column what each carried. Types only; made
 * by `answers/streams.ts` and, for a window, by `answers/parts.ts` from `engine/sender/streams`.
 */
import type { StreamOrder, StreamRow } from '../../sender/streams/stream-row';

export interface StreamsRequest {
  readonly connection: number;
  readonly order: StreamOrder;
  /** Of the rows in that order. */
  readonly from: number;
  readonly count: number;
}

/** Rows in one answer. */
export const MAX_STREAM_ROWS = 500;

export interface StreamsAnswer {
  readonly rows: readonly StreamRow[];
  readonly from: number;
  /** Streams of the connection. */
  readonly total: number;
  /**
   * Frames that name no usable stream id, or whose packet is logged twice, out of order or without a number; frames beyond the
   * streams and notes that are kept (`MAX_STREAMS`).
   */
  readonly unusable: number;
  readonly beyond: number;
}

/**
 * Which streams the packets of each pixel column carried, as bytes: of column `i` the entries `starts[i]` to `starts[i + 1]`, by
 * ascending id.
 */
export interface StreamShares {
  readonly direction: 'sent' | 'received';
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly ids: Float64Array<ArrayBuffer>;
  readonly bytes: Float64Array<ArrayBuffer>;
  /** Bytes of streams beyond the entries that one column holds, per column. */
  readonly others: Float64Array<ArrayBuffer>;
  /** Per column how far each number may be from the trace's own; left out where they are the trace's own. */
  readonly within?: Float64Array<ArrayBuffer>;
}

/** Which rows a window holds; `FIRST_STREAMS` where left out. */
export interface RowsInView {
  readonly order: StreamOrder;
  readonly from: number;
  readonly count: number;
}

/** Rows of a picture that nobody has scrolled. */
export const FIRST_STREAMS: RowsInView = { order: 'start', from: 0, count: 12 };

/** Rows of streams over the columns of a window. Row `r`, column `c` stand at `r * columns + c`. */
export interface StreamLanes extends StreamsAnswer {
  readonly order: StreamOrder;
  /** Bytes of STREAM frames sent or received in the column, by the direction with more of them. */
  readonly data: Float32Array<ArrayBuffer>;
  /** Those that were acknowledged in the column (of data received: 0), and sent again or received again. */
  readonly acked: Float32Array<ArrayBuffer>;
  readonly resent: Float32Array<ArrayBuffer>;
  /** A digest does not hold what a stream carried in a column: bytes are spread over its time, and no figures. */
  readonly isSpread?: true;
}

/**
 * When the stack says that it can send no data, of the connection or of a stream, and why (draft-ietf-quic-qlog-quic-events,
 * connection_data_blocked_updated, stream_data_blocked_updated). Not here: what that held, and until when (findings/partition).
 */
import { BlockReason, EventFact, EventKind } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import { float64Column, uint8Column } from '../../base/columns/growable';

export class BlockLog {
  /** Ascending, µs. */
  readonly timesUs = float64Column();
  /** Id of the stream, NaN for the connection. */
  readonly streams = float64Column();
  /** `BlockReason`; 0 where data can be sent again. */
  readonly reasons = uint8Column();

  get length(): number {
    return this.timesUs.length;
  }

  /**
   * Takes the event of a row.
   * @returns whether the connection asks for no more than it gets from here on; null where the event is one of a stream, or says nothing.
   */
  take(batch: EventBatch, row: number, timeUs: number): boolean | null {
    const isOfStream = batch.kind[row] === EventKind.streamDataBlockedUpdated;
    let [stream, reason] = [Number.NaN, BlockReason.unknown as number];
    let isBlocked: boolean | null = null;
    const first = batch.firstPair[row];
    for (let pair = first; pair < first + batch.pairCount[row]; pair++) {
      const fact = batch.pairs.at(pair * 2);
      const value = batch.pairs.at(pair * 2 + 1);
      if (fact === EventFact.blockReason) reason = value;
      else if (fact === EventFact.dataBlocked) isBlocked = value === 1;
      else if (isOfStream) stream = value;
    }
    // A stream that is not named is none.
    if (isBlocked === null || (isOfStream && Number.isNaN(stream))) return null;
    this.timesUs.push(timeUs);
    this.streams.push(stream);
    this.reasons.push(isBlocked ? reason : 0);
    return isOfStream ? null : isBlocked && ASKS_NO_MORE.has(reason);
  }
}

/** Reasons for which a sender asks for no more than it gets: neither the path nor its controller holds it. */
export const ASKS_NO_MORE: ReadonlySet<number> = new Set([
  BlockReason.amplification,
  BlockReason.connectionFlowControl,
  BlockReason.streamFlowControl,
  BlockReason.streamId,
  BlockReason.application,
]);

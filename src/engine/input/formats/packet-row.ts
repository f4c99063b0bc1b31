/** What a reader writes to the row of a packet, whatever the format: flags, flow control, and how much of its data is sent again. */
import { MAX_PACKET_BYTES, PacketFlag } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import type { StreamProgress } from './stream-progress';

export function addFlags(batch: EventBatch, row: number, flags: number): void {
  batch.flags[row] = batch.flags[row] | flags;
}

/** What holds of flow control after a packet. */
export function addCredit(batch: EventBatch, row: number, streams: StreamProgress): void {
  addFlags(batch, row, streams.flow.flags);
  batch.connectionCredit[row] = streams.openCreditBytes;
  batch.streamCredit[row] = streams.openStreamCreditBytes;
}

export function addPayload(batch: EventBatch, row: number, bytes: number): void {
  batch.dataBytes[row] = Math.min(batch.dataBytes[row] + bytes, MAX_PACKET_BYTES);
}

/** @param bytes null for no retransmission. */
export function addResent(batch: EventBatch, row: number, bytes: number | null, isStream: boolean): void {
  if (bytes === null) return;
  batch.resentBytes[row] = Math.min(batch.resentBytes[row] + bytes, MAX_PACKET_BYTES);
  if (isStream) addFlags(batch, row, PacketFlag.resentData);
}

/**
 * Packet properties derived from its frames: is it in flight, does it carry an ACK, is it blocked by flow control. RFC
 * 9002 §2: a packet is ack-eliciting when it holds any frame except ACK, PADDING and CONNECTION_CLOSE; it is in flight
 * when ack-eliciting or padded.
 */

/** Bits of the packet flags column. */
export const PacketFlag = {
  ackEliciting: 1,
  inFlight: 2,
  hasAck: 4,
  hasStreamData: 8,
  mtuProbe: 16,
  ptoProbe: 32,
  /** The event listed no frames: ack-eliciting is an assumption. */
  framesUnknown: 64,
  /** A DATA_BLOCKED, STREAM_DATA_BLOCKED or STREAMS_BLOCKED frame: flow control limits the sender. */
  blocked: 128,
  /** The ACK reports more ECN-CE marks than before (set by the replay, RFC 9002 §7.1). */
  congestionExperienced: 256,
  /** A HANDSHAKE_DONE frame: the handshake is confirmed (RFC 9001 §4.1.2). */
  handshakeDone: 512,
  /** A STREAM frame repeats an offset sent before: retransmitted data (set by the decoder). */
  resentData: 1024,
} as const;

const NOT_ACK_ELICITING = new Set(['ack', 'ack_ecn', 'ack_mp', 'path_ack', 'padding', 'connection_close']);
const ACK_FRAMES = new Set(['ack', 'ack_ecn', 'ack_mp', 'path_ack']);

/** True for every spelling of an ACK frame's type (RFC 9000 §19.3 and the multipath drafts). */
export function isAckFrame(frameType: string): boolean {
  return ACK_FRAMES.has(frameType);
}

/** Flag bits that a frame type (lower case) sets for its packet. */
export function flagsOfFrame(frameType: string): number {
  let flags = 0;
  if (!NOT_ACK_ELICITING.has(frameType)) flags |= PacketFlag.ackEliciting | PacketFlag.inFlight;
  if (frameType === 'padding') flags |= PacketFlag.inFlight;
  if (ACK_FRAMES.has(frameType)) flags |= PacketFlag.hasAck;
  if (frameType === 'stream') flags |= PacketFlag.hasStreamData;
  if (frameType === 'handshake_done') flags |= PacketFlag.handshakeDone;
  if (frameType.endsWith('blocked')) flags |= PacketFlag.blocked;
  return flags;
}

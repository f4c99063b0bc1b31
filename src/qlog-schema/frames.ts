/**
 * Packet properties derived from its frames: is it in flight, does it carry an ACK, is it blocked by flow control. RFC
 * 9002 §2: a packet is ack-eliciting when it holds any frame except ACK, PADDING and CONNECTION_CLOSE; it is in flight
 * when ack-eliciting or padded.
 */

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
  /** A MAX_DATA, MAX_STREAM_DATA or MAX_STREAMS frame: the peer grants credit. */
  grantsCredit: 2048,
  /** Sent with ECT(0) or ECT(1) in its IP header: a router may mark it (RFC 9000 §13.4). */
  ecnCapable: 4096,
  /** After the packet flow control blocks the connection, or every stream that has data (set by the decoder). */
  flowBlocked: 8192,
  /** After the packet some streams are blocked, while others send new data (set by the decoder). */
  streamBlocked: 16384,
  /** A PATH_CHALLENGE or PATH_RESPONSE frame: the address of the peer changes (RFC 9000 §8.2). */
  pathValidation: 32768,
} as const;

/** Types of ACK frames in every spelling: RFC 9000 §19.3, the multipath drafts, mvfst. */
export const ACK_FRAMES: readonly string[] = [
  'ack',
  'ack_ecn',
  'ack_mp',
  'path_ack',
  'ack_extended',
  'ack_receive_timestamps',
];

const ACKS: ReadonlySet<string> = new Set(ACK_FRAMES);
const NOT_ACK_ELICITING: ReadonlySet<string> = new Set([...ACK_FRAMES, 'padding', 'connection_close']);

/** @param frameType in lower case. */
export function isAckFrame(frameType: string): boolean {
  return ACKS.has(frameType);
}

/** Flag bits that a frame type (lower case) sets for its packet. */
export function flagsOfFrame(frameType: string): number {
  let flags = 0;
  if (!NOT_ACK_ELICITING.has(frameType)) flags |= PacketFlag.ackEliciting | PacketFlag.inFlight;
  if (frameType === 'padding') flags |= PacketFlag.inFlight;
  if (ACKS.has(frameType)) flags |= PacketFlag.hasAck;
  if (frameType === 'stream') flags |= PacketFlag.hasStreamData;
  if (frameType === 'handshake_done') flags |= PacketFlag.handshakeDone;
  if (frameType.endsWith('blocked')) flags |= PacketFlag.blocked;
  if (frameType === 'path_challenge' || frameType === 'path_response') flags |= PacketFlag.pathValidation;
  if (frameType.startsWith('max_')) flags |= PacketFlag.grantsCredit;
  return flags;
}

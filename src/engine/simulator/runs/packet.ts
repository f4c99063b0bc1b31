/** A packet under way: what it carries, as numbers. */

/** Packet number spaces, RFC 9000 §12.3. */
export const Space = { initial: 0, handshake: 1, application: 2 } as const;
export type Space = (typeof Space)[keyof typeof Space];
export const SPACES: readonly Space[] = [Space.initial, Space.handshake, Space.application];

/** An ACK frame, RFC 9000 §19.3. */
export interface AckFrame {
  /** Pairs of largest and smallest packet number, the newest range first. */
  readonly ranges: readonly number[];
  readonly delayUs: number;
  /** CE marks seen so far in this space. */
  readonly ceCount: number;
}

/** In place of a flow's number: of traffic that no endpoint here has sent, and none takes. */
export const NO_FLOW = -1;

/** What a link sees of a packet. */
export interface LinkPacket {
  readonly sizeBytes: number;
  readonly isEcnCapable: boolean;
  /** In the same datagram as the packet sent before it (RFC 9000 §12.2): it is lost with that, or not at all. */
  readonly joins: boolean;
  /** Set by a queue (RFC 3168). */
  isMarked: boolean;
}

export interface Packet extends LinkPacket {
  readonly flow: number;
  readonly space: Space;
  readonly number: number;
  /** RFC 9002 §2: is acknowledged, and counts in flight. Here one implies the other. */
  readonly isAckEliciting: boolean;
  /** Bytes of the space's stream: of handshake data, or of the application's. */
  readonly offset: number;
  readonly dataBytes: number;
  readonly ack: AckFrame | null;
  /** MAX_DATA: bytes that the peer may send in all; 0 for none. */
  readonly maxData: number;
  readonly isPing: boolean;
  readonly isHandshakeDone: boolean;
  /** CONNECTION_CLOSE: the application has what it wanted. */
  readonly isClose: boolean;
}

/** Where packets arrive: a link, or an endpoint. */
export interface Sink<Of extends LinkPacket = Packet> {
  /** @param atUs now or later, never before an earlier packet of the same source. */
  take(packet: Of, atUs: number): void;
}

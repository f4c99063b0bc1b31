/** What one end of a connection is set to. */
import type { HostSettings } from './host';
import type { RecoverySettings } from './recovery';

export interface EndpointSettings {
  /** max_datagram_size: bytes of a full packet. */
  readonly datagramBytes: number;
  readonly host: HostSettings;
  readonly recovery: RecoverySettings;
  readonly paces: boolean;
  /** A short packet fills what is left of the window, as quiche sends it; else there is room for a full one, or for all that waits. */
  readonly fillsWindow?: boolean;
  /** ECT(0) on every packet. */
  readonly usesEcn: boolean;
  /** Ack-eliciting packets per ACK, and the longest wait for one. */
  readonly ackEvery: number;
  readonly maxAckDelayMs: number;
  /** Bytes that the peer may send beyond what was read; null for any number. */
  readonly receiveWindowBytes: number | null;
}

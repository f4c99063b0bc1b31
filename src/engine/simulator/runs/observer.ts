/** What watches one endpoint of a run: the writer of its trace. */
import type { Packet, Space } from './packet';
import type { Recovery } from './recovery';
import type { Sent } from './sent-packets';

export interface Observer {
  sent(packet: Packet, atUs: number, recovery: Recovery): void;
  received(packet: Packet, atUs: number): void;
  /** An ACK was counted: RTT, flight and window have changed. */
  measured(atUs: number, recovery: Recovery): void;
  timedOut(atUs: number, recovery: Recovery): void;
  /** @param nowUs when it was declared. */
  lost(space: Space, number: number, sent: Sent, byTime: boolean, nowUs: number): void;
}

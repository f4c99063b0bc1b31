/** The peer's max_ack_delay, from its transport parameters. */
import { PEER_MAX_ACK_DELAY } from '../../../qlog-schema';

/** RFC 9000 §18.2: where the peer names none. */
const DEFAULT_US = 25_000;

/** µs. @param parameters as `TransportState.parameters`. */
export const maxAckDelayUs = (parameters: ReadonlyMap<number, number>): number =>
  parameters.get(PEER_MAX_ACK_DELAY) ?? DEFAULT_US;

/**
 * Transport parameters, loss timers and flow control to pairs (`EventFact`, value): what the replay needs besides
 * packets and metrics. All else in these events is read from the record on demand.
 */
import { asNumber, asText, type JsonObject } from '../../../../qlog-schema';
import { type EventBatch, EventFact } from '../../../columns/event-batch';

/** RFC 9000 §18.2: a larger exponent and a delay of 2¹⁴ ms or more are invalid. */
const MAX_ACK_DELAY_EXPONENT = 20;
const MAX_ACK_DELAY_MS = 2 ** 14;

/** The peer's parameters. A set without an owner is assumed to be the peer's: stacks that log one set log that one. */
export function decodeParameters(batch: EventBatch, row: number, data: JsonObject): void {
  const owner = asText(data.initiator) ?? asText(data.owner);
  if (owner === 'local') return;
  const delayMs = asNumber(data.max_ack_delay);
  if (delayMs !== null && delayMs >= 0 && delayMs < MAX_ACK_DELAY_MS) {
    batch.addPair(row, EventFact.peerMaxAckDelayUs, delayMs * 1000);
  }
  const exponent = asNumber(data.ack_delay_exponent);
  if (exponent !== null && exponent >= 0 && exponent <= MAX_ACK_DELAY_EXPONENT) {
    batch.addPair(row, EventFact.peerAckDelayExponent, exponent);
  }
}

/** An expired PTO timer; set and cancelled timers are ignored. */
export function decodeTimer(batch: EventBatch, row: number, data: JsonObject): void {
  const isPto = asText(data.timer_type)?.toLowerCase() === 'pto';
  if (isPto && asText(data.event_type)?.toLowerCase() === 'expired') {
    batch.addPair(row, EventFact.ptoExpired, 1);
  }
}

/** `connection_data_blocked_updated` and its like: `new` is `blocked` or `unblocked`. */
export function decodeBlocked(batch: EventBatch, row: number, data: JsonObject): void {
  const state = asText(data.new);
  if (state === 'blocked' || state === 'unblocked') {
    batch.addPair(row, EventFact.flowBlocked, Number(state === 'blocked'));
  }
}

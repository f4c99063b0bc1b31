/** Whether a trace has a sender's window and the fates of its packets: required by every rule about a window. */
import { whyContradicted } from '../../sender/transport/contradictions';
import type { TransportState } from '../../sender/transport/transport';
import { smoothedRtt } from '../measures/round-trips';
import type { DetectInput } from '../rule/rule-input';

/** @returns what is missing, as part of a sentence; null if the window can be judged. */
export function whyNotJudged({ state }: DetectInput): string | null {
  if (state.side === 'receiver') return 'a receiver cannot see the window of the sender';
  if (state.captured) return 'a capture on the wire holds no state of the sender';
  if (state.pathCount > 1)
    return 'its paths are not distinguished: windows and RTTs of all stand in one line';
  const mixed = whyContradicted(state);
  if (mixed !== null) return mixed;
  if (state.ledger.sentPackets === 0) return 'no sent packet is logged';
  if (state.side === 'unknown') return 'packets are logged without their sizes';
  if (state.ackedBytes === 0) return 'no ACK of a sent packet is logged';
  return state.datagramBytes === 0 ? 'no acknowledged packet is logged with its size' : null;
}

/** Why a rule about windows over round trips cannot be applied; null if it can. */
export function whyNoWindow(input: DetectInput): string | null {
  const lacking = whyNotJudged(input);
  if (lacking !== null) return lacking;
  return smoothedRtt(input.state).length === 0 ? 'no RTT is logged, and none follows from its packets' : null;
}

/** Why a rule about which packets were lost cannot be applied; null if it can. */
export function whyNoLostPackets(input: DetectInput): string | null {
  const isReceiver = input.state.side === 'receiver';
  return isReceiver ? 'a receiver cannot see which packets of its peer were lost' : whyNoWindow(input);
}

/** The stack logs its losses, by events or by a counter; else losses are inferred. */
export function lossesAreLogged({ losses }: TransportState): boolean {
  return losses.method === 'logged' || losses.method === 'counted';
}

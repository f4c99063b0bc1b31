/** What held the sender of a state by time, as its analysis says; null where that is not known. */
import type { HeldTime } from '../../src/engine/findings/partition/partition.ts';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';

export function heldTimeOf(state: TransportState): HeldTime | null {
  return new DetectInput(state).partition?.heldTime ?? null;
}

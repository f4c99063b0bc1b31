/** What held the sender of a state by time, as its analysis says; null where that is not known. */
import { accountOf } from '../../src/engine/findings/account/account.ts';
import type { HeldTime } from '../../src/engine/findings/partition/partition.ts';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';

/** The same with its causes, without findings. */
export function causedTimeOf(state: TransportState): HeldTime | null {
  return accountOf(new DetectInput(state), []).causedTime?.() ?? null;
}

export function heldTimeOf(state: TransportState): HeldTime | null {
  return new DetectInput(state).partition?.heldTime ?? null;
}

/** What the choice of controllers says of each: its rule in a sentence, and which one is the fix. */
import type { CandidateId } from '../../../engine/sender/congestion/candidates';
import type { WhatIfAnswer } from '../../../engine/simulator/what-if/answer';

const RULES: { readonly [id in CandidateId]: string } = {
  newreno: 'RFC 9002 §7: half the window after a loss, then a packet more per round trip.',
  'newreno-beta-0.7': 'As NewReno, but 70 % of the window stays after a loss, as in quic-go.',
  'cubic-alpha-1':
    'RFC 9438 whose Reno-friendly region grows by a packet per round trip, as in ngtcp2; no rule for idle time.',
  'cubic-none': 'RFC 9438 without a rule for idle time: it counts as time in which the window grows.',
  'cubic-reset': 'RFC 9438; after idle time growth begins anew from the window that is there.',
  'cubic-shift-from-last-send':
    'RFC 9438; idle time counts from the last send, so that a round trip in which everything in flight arrived counts as idle: the defect that causes the death spiral.',
  'cubic-shift-clamped':
    'RFC 9438; idle time counts from the last send, but the boundary of recovery never moves beyond the present.',
  'cubic-shift-from-last-activity':
    'RFC 9438; idle time counts from the last send or the last ACK, whichever came later.',
  'cubic-threshold':
    'RFC 9438; idle time counts from the last send, and only where it is longer than two round trips.',
  'cubic-2008': 'CUBIC of 2008, before RFC 9438, as Linux has it.',
};

const DEFECT: CandidateId = 'cubic-shift-from-last-send';
const FIX: CandidateId = 'cubic-shift-from-last-activity';

/** @param own the trace's own controller. */
export function isFix(id: CandidateId, own: CandidateId): boolean {
  return own === DEFECT && id === FIX;
}

export function controllerRemark(id: CandidateId, own: CandidateId): string {
  return isFix(id, own) ? `The fix of the idle rule that this trace follows. ${RULES[id]}` : RULES[id];
}

/** The controller that is offered first: the fix where the trace follows the defect, else NewReno; null for none. */
export function firstChoice({ check, controllers }: WhatIfAnswer): CandidateId | null {
  const wanted = check?.own.id === DEFECT ? FIX : 'newreno';
  const controller = controllers.find(({ id }) => id === wanted) ?? controllers[0];
  return controller?.id ?? null;
}

/**
 * Evidence outside of a death spiral that a sender counts idle time from its last send: the window follows CUBIC of that
 * rule and not of the fix, and does not grow at ACKs that only that rule leaves without growth.
 *
 * Both are needed: near W_max CUBIC hardly grows under any rule (RFC 9438 §4.4), and a fit alone may differ by chance.
 * Not here: the cause of a spiral (death-spiral/cause.ts).
 */
import { fixed, percent } from '../../base/text/figures';
import { idleRuleWords } from '../../base/text/idle-words';
import type { CandidateId, IdleRule } from '../../sender/congestion';
import { atLeast, atMost, below, type evidence, none } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import type { DetectInput } from '../rule/rule-input';

export const DEFECTIVE_RULE = 'shift-from-last-send' satisfies IdleRule;
const FIXED_RULE: IdleRule = 'shift-from-last-activity';
export const DEFECTIVE_MODEL: CandidateId = `cubic-${DEFECTIVE_RULE}`;

/** Fits closer than this are equal (congestion/named.ts). Senders with the fix: at most 0.5 % (n = 48). */
export const FIT_LEAD = 0.01;

const T = {
  /** As in the death spiral: growth that is overdue by less may be the wait for the next ACK. */
  duePackets: 2,
  /** Of quiche's senders whose due growth is as much: with the defect at most 1.1 % (n = 67), with the fix at least 36 % (n = 37). */
  grownShare: 0.1,
} as const;

function fitOf({ models }: DetectInput, rule: IdleRule): number {
  return models.candidates.find(({ id }) => id === `cubic-${rule}`)?.fit ?? Number.NaN;
}

/** Rows that hold for a sender with the defect only. @param row makes them needed or supporting. */
export function ruleEvidence(input: DetectInput, row: typeof evidence): readonly Evidence[] {
  return [...fitEvidence(input, row), ...growthEvidence(input, row)];
}

/** The window follows the defective rule, and no other model does better. */
export function fitEvidence(input: DetectInput, row: typeof evidence): readonly Evidence[] {
  const fit = fitOf(input, DEFECTIVE_RULE);
  const better = input.models.candidates.filter((model) => model.fit > fit + FIT_LEAD).length;
  return [
    row({
      id: 'fit-fixed',
      name: `how well CUBIC follows the window where ${idleRuleWords(FIXED_RULE)} (fit: reductions × growth, open loop)`,
      normal: 'as well or better',
      deciding: true,
      value: fitOf(input, FIXED_RULE),
      limit: below(Math.max(0, fit - FIT_LEAD), 'share', {
        of: `fit of ${DEFECTIVE_RULE} less 1 %`,
        write: percent,
      }),
      panel: 'congestion',
    }),
    row({
      id: 'better',
      name: 'models that follow the window better',
      normal: 'one or more',
      value: better,
      limit: none('count'),
      panel: 'congestion',
    }),
  ];
}

/** The window does not grow at ACKs that only the defective rule leaves without growth: a pass over the sender's trace. */
export function growthEvidence({ heldGrowth }: DetectInput, row: typeof evidence): readonly Evidence[] {
  const { duePackets, grownPackets } = heldGrowth;
  return [
    row({
      id: 'held-due',
      name: 'growth that is due on ACKs that the rule of the defect alone ignores: of NewReno (recovery boundary, inferred)',
      normal: 'below 2 packets',
      deciding: true,
      value: duePackets,
      limit: atLeast(T.duePackets, 'packets', { note: ' packets' }),
      panel: 'boundary',
    }),
    row({
      id: 'held-grown',
      name: 'growth of the logged window at these ACKs',
      normal: 'what is due',
      deciding: true,
      value: grownPackets,
      limit: atMost(duePackets, 'packets', {
        times: T.grownShare,
        of: "NewReno's",
        write: (figure) => `${fixed(figure, 1)} packets`,
      }),
      panel: 'congestion',
    }),
  ];
}

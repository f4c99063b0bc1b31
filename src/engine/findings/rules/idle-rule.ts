/**
 * The sender counts idle time from its last send: the rule of the death spiral, proven from the trace although no
 * finding names it as a cause. Such a build falls into the spiral as soon as a loss leaves its window at the floor.
 */
import { upperBound } from '../../base/columns/growable';
import { duration, fixed, percent, plural } from '../../base/text/figures';
import { idleRuleWords } from '../../base/text/idle-words';
import { closeUpOf } from '../close-up/close-up';
import { lastIn, nextIn, StepFinder, step } from '../close-up/steps';
import {
  DEFECTIVE_MODEL,
  DEFECTIVE_RULE,
  FIT_LEAD,
  fitEvidence,
  growthEvidence,
} from '../conditions/idle-rule-proof';
import { whyNotJudged } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, deciding, evidence, holdsAll, none } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'idle-rule', title: 'Idle time counted from the last send' };

const T = {
  /** The traces of quiche with the defect that show it outside of a spiral: at least 99.6 % (n = 4). */
  fit: 0.9,
} as const;

/** The model alone follows the window. */
function followEvidence({ models }: DetectInput, fit: number): readonly Evidence[] {
  const panel = 'congestion';
  const asWell = models.candidates.filter(
    (one) => one.id !== DEFECTIVE_MODEL && models.best.includes(one.id) && one.fit >= fit - FIT_LEAD,
  );
  return [
    deciding({
      id: 'follows',
      name: `how well CUBIC follows the window where ${idleRuleWords(DEFECTIVE_RULE)} (fit)`,
      normal: 'less well than with the fix',
      value: fit,
      limit: atLeast(T.fit, 'share'),
      panel,
    }),
    evidence({
      id: 'others',
      name: 'other models that follow the window as well',
      normal: 'one or more',
      value: asWell.length,
      limit: none('count'),
      panel,
    }),
  ];
}

/** The first send whose boundary leads by the rule of the defect only, and the ACK that does not grow the window. */
function closeUp({ state, leads, heldGrowth }: DetectInput): CloseUp | null {
  const find = new StepFinder(state);
  const { timesUs, values } = leads.defective.lead;
  let i = Math.max(0, upperBound(timesUs, heldGrowth.startUs) - 1);
  while (i < values.length && !(values.at(i) > 0 && !(leads.fixed.lead.valueAt(timesUs.at(i)) > 0))) i++;
  const sentUs = timesUs.at(i);
  const idleUs = sentUs - lastIn(state.ledger.application.sentTimesUs, sentUs - 1);
  const ackUs = nextIn(state.series.ackedTotal.timesUs, sentUs + 1);
  return closeUpOf(state, [
    find.ackUpTo(sentUs),
    find.emptyWithin(find.ackUpTo(sentUs)?.timeUs ?? sentUs, sentUs),
    step(
      'boundary-moved',
      sentUs,
      `The ${duration(idleUs)} since the last send count as idle: the time up to which ACKs do not grow the window ` +
        `(recovery boundary) is moved to ${duration(values.at(i))} after this packet`,
    ),
    find.heldAt(ackUs, sentUs, 'The ACK of this packet does not grow the window'),
  ]);
}

function findingOf(input: DetectInput, fit: number, rows: readonly Evidence[]): Finding {
  const { heldGrowth } = input;
  const { acks, duePackets, grownPackets, startUs, endUs } = heldGrowth;
  return finding(RULE, {
    severity: 'info',
    interval: { startUs, endUs },
    cause: DEFECTIVE_RULE,
    verdict:
      `The window follows CUBIC that counts idle time from the last send, with a fit of ${percent(fit)} (open loop): at ` +
      `${plural(acks, 'ACK')} that this rule ignores and that of the fix does not (recovery boundary, rebuilt), it ` +
      `grew by ${fixed(grownPackets, 1)} packets, where NewReno grows by ${fixed(duePackets, 1)}.`,
    confidence: 0.9,
    evidence: rows,
    closeUp: closeUp(input),
    why:
      'Nothing in flight between two bursts is no pause: idle time begins with the last ACK, not with the last send ' +
      '(RFC 9438 §4.2, quiche PR 2370). It shows here without a death spiral. After a loss that leaves the window at ' +
      'its floor the same rule keeps it there: a death spiral.',
    next:
      'Boundary: how far it lies ahead of the sends by this rule, and by that of the fix. Congestion: choose both models beside the ' +
      'window and look where they part.',
    panels: ['boundary', 'congestion', 'states'],
  });
}

export const idleRule: Detector = {
  ...RULE,
  looksThrough: 'sends with nothing in flight',
  needs: ['cwnd'],
  cannotJudge: (input) => whyNotJudged(input) ?? input.models.notJudged,
  finish(input) {
    const defective = input.models.candidates.find(({ id }) => id === DEFECTIVE_MODEL);
    if (defective === undefined || input.earlier.some(({ cause }) => cause === DEFECTIVE_RULE)) return [];
    const fits = fitEvidence(input, evidence);
    const follows = followEvidence(input, defective.fit);
    // Few windows follow the model: the growth at its ACKs is asked of those only.
    if (!holdsAll([...fits, ...follows])) return [];
    const growth = growthEvidence(input, evidence);
    return holdsAll(growth) ? [findingOf(input, defective.fit, [...fits, ...growth, ...follows])] : [];
  },
};

/**
 * Delivery stalls: nothing is delivered for long while data waits. Either nothing answers what is sent, or all of it is
 * acknowledged late and at once. What is derived from it: stalls/stalls.ts.
 */
import { count, duration, fixed, instant, percent, plural, rtt } from '../../base/text/figures';
import { ACK_GAP, isNewestLate, longGapUs } from '../../sender/transport/ack-gaps';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { newestRow, reactionRows } from '../conditions/reaction-rows';
import { lossWords } from '../conditions/streams-waited';
import { whyNoStalls } from '../conditions/why-no-stalls';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { above, atLeast, deciding, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { lengthOf, longestOf } from '../measures/intervals';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';
import type { Stall } from '../stalls/stalls';
import type { Unanswered } from '../stalls/unanswered';

const RULE: Rule = { id: 'delivery-stall', title: 'Delivery stalled' };

const T = {
  /** Of the packets without an answer: below it ACKs were lost, or late. */
  lostShare: 0.5,
} as const;

/** What became of the packets, as the end of a sentence: whether data or ACKs were lost shows in their fates. */
function outcome({ unanswered, gap }: Stall): string {
  if (unanswered === null) {
    const delay =
      gap.ackDelayUs > 0
        ? `, of which the receiver says that it held the ACK for ${duration(gap.ackDelayUs)} (ack_delay)`
        : '';
    return (
      `the packets were acknowledged at once then, the newest ${rtt(gap.endUs - gap.latestSentUs)} after it was sent${delay}: ` +
      'the receiver, or the path, held its ACKs'
    );
  }
  const { packets } = unanswered;
  const words = `nothing answered the ${plural(packets, 'packet')} in flight or sent meanwhile in time; `;
  return words + (Number.isNaN(gap.endUs) ? 'nothing was acknowledged any more' : fates(unanswered));
}

/** What a probe carries anew a stack may forget without declaring it lost: no ACK names it either. */
function fates({ packets, lost, arrived }: Unanswered): string {
  const groups = [
    { number: lost, what: 'lost' },
    { number: arrived, what: 'acknowledged later' },
    { number: packets - lost - arrived, what: 'never acknowledged' },
  ].filter(({ number }) => number > 0);
  if (groups.length === 1) return `all of them were ${groups[0]?.what}`;
  return groups
    .map(({ number, what }, i) =>
      i === 0 ? `${count(number)} of them were ${what}` : `${count(number)} ${what}`,
    )
    .join(', ');
}

function unansweredRows(unanswered: Unanswered, stall: Stall): readonly Evidence[] {
  const { startUs, lastUs, answers, answersNeeded, missingShare, packets, lost } = unanswered;
  return [
    deciding({
      id: 'unanswered',
      name: 'time up to the last packet that nothing answered in time',
      normal: 'one or two round trips',
      value: lastUs - startUs,
      limit: above(longGapUs(stall.gap), 'us', { note: ', so that it is no wait of a PTO' }),
      panel: 'sequence',
    }),
    deciding({
      id: 'answers',
      name: 'ACKs that were due and did not come',
      normal: 'none, or what losses take',
      value: answers,
      limit: atLeast(answersNeeded, 'count', {
        note: `, what losses of up to ${percent(missingShare)} around it leave to chance once in 1,000`,
      }),
      panel: 'sequence',
    }),
    supporting({
      id: 'lost',
      name: 'share of these packets that was lost',
      normal: 'few',
      value: lost / packets,
      limit: atLeast(T.lostShare, 'share', { note: ' where data was lost, not only its ACKs' }),
      panel: 'loss',
    }),
  ];
}

/** What waited meanwhile, by what the log shows of the packets: data, control frames alone, or packets whose content is not logged. */
function waitingWords(waited: boolean | null): string {
  if (waited === null) return 'packets waited for an answer';
  return waited ? 'data waited' : 'only control frames waited for an answer';
}

function evidenceOf(stall: Stall, input: DetectInput, waited: boolean | null): readonly Evidence[] {
  const { gap, unanswered } = stall;
  return [
    deciding({
      id: 'length',
      name: `time in which nothing new was acknowledged while ${waitingWords(waited)}`,
      normal: 'one or two round trips',
      value: lengthOf(stall),
      limit: above(longGapUs(gap), 'us', {
        note: `, the greater of ${duration(ACK_GAP.longUs)} and ${ACK_GAP.longRtts} smoothed RTTs`,
      }),
      panel: 'sequence',
    }),
    ...(unanswered === null ? [newestRow(stall.gap)] : unansweredRows(unanswered, stall)),
    ...reactionRows(input, lengthOf(stall)),
  ];
}

function variantOf({ unanswered, gap }: Stall): string {
  if (unanswered === null || isNewestLate(gap)) return 'held';
  return unanswered.lost >= T.lostShare * unanswered.packets ? 'data-lost' : 'not-answered';
}

/** The last answer before the stall, what was sent in vain, the first answer after it. */
function closeUp({ state }: DetectInput, { gap, startUs, endUs }: Stall): CloseUp | null {
  const find = new StepFinder(state);
  const probe = find.ptoFrom(startUs);
  return closeUpOf(state, [
    find.ackUpTo(gap.startUs, ', the last one before the stall'),
    find.sendFrom(startUs),
    step('no-ack', startUs, `From here on nothing new is acknowledged for ${duration(endUs - startUs)}`),
    probe !== null && probe.timeUs <= endUs ? probe : null,
    find.ackFrom(endUs, ': the stall is over'),
    find.sendFrom(endUs),
  ]);
}

function findingOf(worst: Stall, input: DetectInput, waited: boolean | null): Finding {
  const { gap } = worst;
  const among = amongSuch(input.stalls.deliveries.length, 'stalls', 'longest');
  return finding(RULE, {
    // Nobody waits for control frames.
    severity: waited === false ? 'info' : 'warning',
    interval: { startUs: worst.startUs, endUs: worst.endUs },
    times: input.stalls.deliveries,
    verdict:
      `${waited === false ? 'Nothing' : 'No new data'} was acknowledged for ${duration(lengthOf(worst))} from ${instant(worst.startUs)} on while ${waitingWords(waited)}, ` +
      `${fixed(lengthOf(worst) / gap.smoothedUs, 1)} smoothed RTTs: ${outcome(worst)}${among}` +
      `${lossWords(input, worst)}.`,
    variant: variantOf(worst),
    confidence: worst.unanswered === null ? 0.7 : 0.9,
    evidence: evidenceOf(worst, input, waited),
    closeUp: closeUp(input, worst),
    why:
      'Without an answer a sender only probes, and each probe doubles the wait for the next (PTO, RFC 9002 §6.2.1), so that ' +
      'the transfer goes on late after the path does. No window or pacing helps against it.',
    next:
      'Sequence: what was sent last, and what is acknowledged first. Loss: whether packets or only their ACKs were lost. ' +
      'Look at the path (an outage, a handover, a firewall), and at the receiver in a trace of its own.',
    panels: ['sequence', 'pto', 'loss', 'rtt'],
  });
}

export const deliveryStall: Detector = {
  ...RULE,
  looksThrough: 'gaps between ACKs',
  cannotJudge: whyNoStalls,
  finish(input) {
    const { dataWaits, stalls } = input;
    const waited = stalls.deliveries.map((stall) => dataWaits.within(stall));
    // One in which somebody may have waited, where there is any.
    const felt = longestOf(stalls.deliveries.filter((_, i) => waited[i] !== false));
    const worst = felt ?? longestOf(stalls.deliveries);
    if (worst === null) return [];
    return [findingOf(worst, input, waited[stalls.deliveries.indexOf(worst)] ?? null)];
  },
};

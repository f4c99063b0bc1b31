/**
 * The log enters recovery although nothing was lost or CE-marked since it last left recovery: something other than
 * congestion moved the boundary. Inside a death spiral this happens once per round trip and is part of that finding;
 * this rule reports it outside of spirals.
 *
 * A PTO in between is a sufficient reason: some stacks enter recovery by it, and the loss is detected later. So is a
 * recovery period that no ACK has ended yet (RFC 9002 §7.3.2): a log may leave its state and take it up again meanwhile.
 */
import { lowerBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import { count, fixed, instant, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { lastIn, nextIn, StepFinder, step } from '../close-up/steps';
import { DEFECTIVE_RULE, ruleEvidence } from '../conditions/idle-rule-proof';
import { lossesAreLogged, whyNotJudged } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, deciding, evidence, none, supporting } from '../finding/evidence';
import type { CloseUp, Finding } from '../finding/finding';
import { anyWithin, type Interval, IntervalIndex, longestOf } from '../measures/intervals';
import { RECOVERY } from '../measures/logged-states';
import { roundTripsIn, rttAt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'recovery-without-loss', title: 'Recovery without a loss' };

const T = {
  /** A log may write the state before the loss: a loss within this share of a round trip later still explains it. */
  lossAfterRtts: 0.25,
  /** One entry may be a loss that was inferred slightly late; two are a pattern. */
  minEntries: 2,
  /** Share of entries whose boundary leads only under the defective rule: then that rule is the cause. */
  ledShare: 0.8,
} as const;

/** A stay in recovery, and the time since when nothing explains it. */
interface Stay extends Interval {
  /** Time when recovery was last left, or when the trace began. */
  readonly sinceUs: number;
}

function staysIn({ states, firstUs, lastUs }: TransportState): readonly Stay[] {
  const { timesUs, names } = states;
  const ids = states.states;
  const stays: Stay[] = [];
  let sinceUs = firstUs;
  for (let i = 0; i < ids.length; i++) {
    if (!RECOVERY.test(names[ids[i]] ?? '')) continue;
    const endUs = timesUs[i + 1] ?? lastUs;
    stays.push({ sinceUs, startUs: timesUs[i], endUs });
    sinceUs = endUs;
  }
  return stays;
}

/**
 * Was there a loss, a CE mark or a PTO since recovery was last left, or does the period of an earlier one last? The log
 * may write it slightly after the state.
 */
function isExplained(state: TransportState, { sinceUs, startUs }: Stay): boolean {
  if (state.recovery.spans.within(startUs, startUs).some(({ endUs }) => !(endUs <= startUs))) return true;
  const untilUs = startUs + T.lossAfterRtts * (rttAt(state, startUs) || 0);
  const reasons = [state.losses.timesUs, state.ceMarksUs, state.ptos.timesUs];
  return reasons.some((timesUs) => anyWithin(timesUs, sinceUs, untilUs));
}

function lastBefore(timesUs: Float64Array, timeUs: number): number {
  return timesUs[lowerBound(timesUs, timeUs) - 1] ?? Number.NaN;
}

/** Entries at which the boundary leads under the defective rule and not under the fixed one. */
function ledBy({ leads }: DetectInput, unexplained: readonly Stay[]): number {
  const ahead = (lead: Series, { startUs }: Stay): boolean => lead.valueAt(startUs) > 0;
  return unexplained.filter((stay) => ahead(leads.defective.lead, stay) && !ahead(leads.fixed.lead, stay))
    .length;
}

/** A stay is shown best where it is left, and an ACK comes, within this many round trips. */
const SHOWN_RTTS = 3;

/** The first stay that few round trips show; the longest where none is that short. */
function shownStay({ state }: DetectInput, stays: readonly Stay[]): Stay {
  const ackUs = state.series.ackedTotal.timesUs;
  const isShort = ({ startUs, endUs }: Stay): boolean => {
    const untilUs = startUs + SHOWN_RTTS * (rttAt(state, startUs) || 0);
    return endUs <= untilUs && nextIn(ackUs, startUs + 1) <= untilUs;
  };
  return stays.find(isShort) ?? (longestOf(stays) as Stay);
}

/** One entry: what came right before it, and when recovery is left. */
function closeUp(input: DetectInput, stays: readonly Stay[]): CloseUp | null {
  const { state } = input;
  const { startUs, endUs } = shownStay(input, stays);
  const find = new StepFinder(state);
  const rttUs = rttAt(state, startUs) || 0;
  const loss = lastIn(state.losses.timesUs, startUs);
  const isNear = loss >= startUs - 2 * rttUs;
  const left = endUs < state.lastUs ? step('state', endUs, 'The stack leaves recovery') : null;
  return closeUpOf(state, [
    isNear ? find.lossFrom(loss) : null,
    find.ackUpTo(startUs),
    find.sendUpTo(startUs),
    step(
      'state',
      startUs,
      'The log says recovery again, which a loss begins: none came since it was last left',
    ),
    find.ackFrom(startUs + 1),
    left,
  ]);
}

/** `stays` is the number of entries judged: if a spiral was found, those outside it. */
function findingOf(
  input: DetectInput,
  unexplained: readonly Stay[],
  stays: number,
  besideSpiral: boolean,
): Finding {
  const { state } = input;
  const led = supporting({
    id: 'led',
    name: 'entries at which ACKs of the send do not grow the window (recovery boundary ahead of it, rebuilt)',
    normal: 'none',
    deciding: true,
    value: ledBy(input, unexplained) / unexplained.length,
    limit: atLeast(T.ledShare, 'share'),
    panel: 'boundary',
  });
  const rule = ruleEvidence(input, supporting);
  const proven = [led, ...rule].every(({ holds }) => holds);
  const longest = longestOf(unexplained) as Stay;
  const first = unexplained[0];
  const last = unexplained.at(-1) as Stay;
  const lossUs = lastBefore(state.losses.timesUs, longest.startUs);
  const before = Number.isNaN(lossUs)
    ? 'with no loss before it'
    : `${fixed(roundTripsIn(state, { startUs: lossUs, endUs: longest.startUs }).lasts, 1)} round trips after the last loss`;
  return finding(RULE, {
    severity: 'warning',
    interval: { startUs: first.startUs, endUs: last.endUs },
    cause: proven ? DEFECTIVE_RULE : null,
    verdict:
      `Recovery was entered ${plural(unexplained.length, 'time')} of ${count(stays)}${besideSpiral ? ' outside the death spiral' : ''} ` +
      `without a loss, a congestion mark (CE) or a probe (PTO) since it was last left, where RFC 9002 §7.3.2 begins it with a lost or marked packet only; the longest such stay began at ` +
      `${instant(longest.startUs)}, ${before}${proven ? '; the time up to which ACKs do not grow the window, which CUBIC shifts while idle (recovery boundary, rebuilt), lay ahead of the sends then' : ''}.`,
    confidence: lossesAreLogged(state) ? 0.9 : 0.5,
    evidence: [
      deciding({
        id: 'entries',
        name: 'entries into recovery without a reason',
        normal: 'none',
        value: unexplained.length,
        limit: atLeast(T.minEntries, 'count'),
        panel: 'states',
      }),
      deciding({
        id: 'losses',
        name: 'losses and congestion marks since recovery was last left (CE)',
        normal: 'one or more',
        value: 0,
        limit: none('count'),
        panel: 'loss',
      }),
      evidence({
        id: 'ptos',
        name: 'probes since recovery was last left (PTOs)',
        normal: 'any number: alone no fault',
        value: 0,
        limit: none('count'),
        panel: 'pto',
      }),
      led,
      ...rule,
    ],
    closeUp: closeUp(input, unexplained),
    why:
      'Recovery begins with a lost or marked packet (CE) and with nothing else (RFC 9002 §7.3.2). ACKs of packets sent ' +
      'before it began do not grow the window: where that time is moved for another reason (recovery boundary), growth ' +
      'is lost (quiche PR 2370).',
    next: 'States: entries into recovery. Loss: none before them. Boundary: whether it lies ahead of the sends.',
    panels: ['states', 'loss', 'boundary'],
  });
}

function whyNot(input: DetectInput): string | null {
  const { states, losses } = input.state;
  const lacking = whyNotJudged(input);
  if (lacking !== null) return lacking;
  if (states.length === 0) return 'no congestion state is logged';
  return losses.isKnown ? null : 'losses are neither logged nor to be told from its packets';
}

export const recoveryWithoutLoss: Detector = {
  ...RULE,
  looksThrough: 'entries into recovery',
  cannotJudge: whyNot,
  finish(input) {
    const { state, spirals, beginsMidway } = input;
    const inSpirals = new IntervalIndex(spirals);
    // A loss before the log may explain its first stay.
    const all = staysIn(state).slice(beginsMidway ? 1 : 0);
    const stays = all.filter((stay) => !inSpirals.meets(stay));
    const unexplained = stays.filter((stay) => !isExplained(state, stay));
    const besideSpiral = stays.length < all.length;
    return unexplained.length < T.minEntries
      ? []
      : [findingOf(input, unexplained, stays.length, besideSpiral)];
  },
};

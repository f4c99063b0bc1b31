/**
 * More than one multiplicative decrease within one recovery period (RFC 9002 §7.3.2). One loss episode then costs many
 * reductions: a stack that leaves recovery at the first ACK reduces its window once per ACK, down to the minimum (zquic
 * PR 175).
 *
 * What counts as a reduction: conditions/recovery-periods.ts. Asked of loss-based controllers only: the section binds no other.
 */
import { bytes, instant, packets, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { whyNotLossBased } from '../conditions/loss-based';
import { type Period, type Reduction, recoveryPeriods } from '../conditions/recovery-periods';
import { lossesAreLogged, whyNoWindow } from '../conditions/sender-view';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { above, atLeast, deciding, given } from '../finding/evidence';
import type { CloseUp, Finding } from '../finding/finding';
import { lengthOf } from '../measures/intervals';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = {
  id: 'multiple-reductions',
  title: 'Window cut several times for the losses of one round trip',
};

/** Of a log that begins midway not the first: in it slow start may end, and the growth that shows it is not in the log. */
function periodsOf(input: DetectInput): readonly Period[] {
  return recoveryPeriods(input, 2)
    .slice(input.beginsMidway ? 1 : 0)
    .filter(({ reductions }) => reductions.length > 1);
}

/** The loss that begins the period, its cuts, and the ACK that ends it. */
function closeUp(state: TransportState, { startUs, endUs, reductions }: Period): CloseUp | null {
  const find = new StepFinder(state);
  const cuts = reductions.slice(0, 4).map(({ timeUs }, i) => {
    const note = i === 0 ? '' : ', once more for the same round trip of losses';
    return find.cutWithin(timeUs - 1, timeUs, note);
  });
  return closeUpOf(state, [find.lossFrom(startUs), ...cuts, find.ackFrom(endUs, ': the period is over')]);
}

function findingOf(state: TransportState, worst: Period, all: number): Finding {
  const { reductions } = worst;
  const [first] = reductions as readonly [Reduction, ...Reduction[]];
  const last = reductions.at(-1) as Reduction;
  return finding(RULE, {
    severity: 'warning',
    interval: worst,
    verdict:
      `The window (cwnd) was cut ${plural(reductions.length, 'time')}, from ${bytes(first.beforeBytes)} to ${bytes(last.afterBytes)} ` +
      `(${packets(last.afterBytes, state.datagramBytes)}), within one round trip of losses (the recovery period that began at ${instant(worst.startUs)}), ` +
      `where RFC 9002 §7.3.2 allows one cut${amongSuch(all, 'periods', 'worst')}.`,
    confidence: state.losses.method === 'logged' ? 0.9 : 0.7,
    evidence: [
      deciding({
        id: 'cuts',
        name: 'cuts of the window to 90 % or less for one round trip of losses (recovery period)',
        normal: 'one',
        value: reductions.length,
        limit: above(1, 'count', { note: ', where RFC 9002 §7.3.2 allows one' }),
        panel: 'congestion',
      }),
      deciding({
        id: 'left',
        name: 'what is left of the window before the first cut',
        normal: '50 % or 70 %',
        value: last.afterBytes / first.beforeBytes,
        limit: given('50 % or 70 % after one cut', 'share'),
        panel: 'congestion',
      }),
      deciding({
        id: 'period',
        name: 'length of the recovery period',
        normal: 'about one round trip',
        value: lengthOf(worst),
        limit: given('no packet sent in it was acknowledged', 'us'),
        panel: 'loss',
      }),
      deciding({
        id: 'periods',
        name: 'such periods',
        normal: 'none',
        value: all,
        limit: atLeast(1, 'count'),
        panel: 'congestion',
      }),
    ],
    closeUp: closeUp(state, worst),
    why:
      'All losses of one round trip are one sign of congestion, so a window is reduced once until a packet sent after ' +
      'the reduction is acknowledged (RFC 9002 §7.3.2). Several cuts leave a fraction of what the path carries (zquic PR 175).',
    next: 'Congestion: the steps of the window. Loss: the losses of the period. States: whether recovery is left too early.',
    panels: ['congestion', 'loss', 'states'],
  });
}

function whyNot(input: DetectInput): string | null {
  const lacking = whyNoWindow(input);
  if (lacking !== null) return lacking;
  return lossesAreLogged(input.state)
    ? whyNotLossBased(input)
    : 'losses are neither logged nor counted, so which packets were lost is not certain';
}

export const multipleReductions: Detector = {
  ...RULE,
  looksThrough: 'cuts of the window',
  needs: ['cwnd'],
  cannotJudge: whyNot,
  finish(input) {
    const { state } = input;
    const periods = periodsOf(input);
    const [worst] = [...periods].sort((a, b) => b.reductions.length - a.reductions.length);
    return worst === undefined ? [] : [findingOf(state, worst, periods.length)];
  },
};

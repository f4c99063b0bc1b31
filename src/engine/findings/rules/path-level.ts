/**
 * The path became longer, shorter, slower or faster while the connection lasted: where its smallest RTT, or what it carries, moved and
 * stayed (transport/path). No fault of the sender, but what came before says nothing of what comes after. A finding for each of the
 * four, at its largest change.
 */
import { bitRate } from '../../base/text/bit-rate';
import { duration, instant, rtt } from '../../base/text/figures';
import { RTT_STEP } from '../../sender/transport/path/path-levels';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyNotJudged } from '../conditions/sender-view';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { atLeast, deciding, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type PathStep, type PathStepKind, pathSteps, RATE_STEP } from '../measures/path-steps';
import type { Detector } from '../rule/detector';

const RULE: Rule = { id: 'path-level', title: 'Path changed its length or its rate' };

const TITLES: { readonly [kind in PathStepKind]: string } = {
  longer: 'Path became longer',
  shorter: 'Path became shorter',
  slower: 'Path became slower',
  faster: 'Path became faster',
};

const isOfRtt = ({ kind }: PathStep): boolean => kind === 'longer' || kind === 'shorter';
const ratioOf = ({ before, after }: PathStep): number => Math.max(before, after) / Math.min(before, after);
const rateWords = (bytesPerUs: number): string => bitRate(bytesPerUs * 1e6);

function rowsOf(change: PathStep): readonly Evidence[] {
  const ofRtt = isOfRtt(change);
  const words = ofRtt ? rtt : rateWords;
  return [
    deciding({
      id: 'ratio',
      name: ofRtt
        ? `the larger of both smallest RTTs, ${words(change.before)} before and ${words(change.after)} after, in the smaller one`
        : `the higher of both rates, ${words(change.before)} before and ${words(change.after)} after, in the lower one`,
      normal: 'about 1',
      value: ratioOf(change),
      limit: ofRtt
        ? atLeast(1 + RTT_STEP.share, 'count', { note: `, and ${duration(RTT_STEP.us)} apart` })
        : atLeast(1 + RATE_STEP, 'count', { note: ', each proved by a queue or a policer' }),
      panel: ofRtt ? 'rtt' : 'delivery-rate',
    }),
    supporting({
      id: 'lasts',
      name: 'time for which it stays so',
      normal: 'any',
      value: change.untilUs - change.atUs,
      limit: atLeast(0, 'us'),
      panel: ofRtt ? 'rtt' : 'delivery-rate',
    }),
  ];
}

function verdictOf(change: PathStep, number: number): string {
  const { kind, atUs, before, after, isNamed } = change;
  const where = isNamed
    ? `At ${instant(atUs)} the connection moved to another path, which is ${kind}`
    : `From ${instant(atUs)} on the path is ${kind}`;
  const earlier = isNamed ? 'the path before' : 'before';
  const what = isOfRtt(change)
    ? `its smallest RTT is ${rtt(after)}, ${isNamed ? 'that of ' : ''}${earlier} ${rtt(before)}`
    : `it carries ${rateWords(after)}, ${earlier} ${rateWords(before)}, each proved by a queue or a policer in it`;
  return `${where}: ${what}${amongSuch(number, 'changes', 'largest')}.`;
}

function closeUp(state: TransportState, { kind, atUs }: PathStep): CloseUp | null {
  const find = new StepFinder(state);
  return closeUpOf(state, [
    find.ackUpTo(atUs),
    step('path', atUs, `The path becomes ${kind}`),
    find.sendFrom(atUs),
    find.ackFrom(atUs + 1),
  ]);
}

function findingOf(change: PathStep, number: number, state: TransportState): Finding {
  const { kind, atUs, untilUs } = change;
  return finding(RULE, {
    key: kind,
    title: TITLES[kind],
    severity: 'info',
    interval: { startUs: atUs, endUs: untilUs },
    variant: kind,
    verdict: verdictOf(change, number),
    confidence: 0.9,
    evidence: rowsOf(change),
    closeUp: closeUp(state, change),
    why:
      'Window, RTT and loss timers follow what the path was (RFC 9002 §5.2, §7): a longer path lets timers expire early and is ' +
      'filled by a larger window, a slower one is filled by a smaller one, and the rest waits in its queue.',
    next: 'RTT and Delivery rate: what stands before and after it. Whether the route, the radio link or a shaper changed then.',
    panels: ['rtt', 'delivery-rate', 'congestion'],
  });
}

export const pathLevel: Detector = {
  ...RULE,
  looksThrough: 'samples of the RTT',
  cannotJudge: whyNotJudged,
  finish({ state, pathIntervals }) {
    const steps = pathSteps(pathIntervals);
    const kinds = [...new Set(steps.map(({ kind }) => kind))];
    return kinds.map((kind) => {
      const same = steps.filter((one) => one.kind === kind);
      const largest = same.reduce((a, b) => (ratioOf(b) > ratioOf(a) ? b : a));
      return findingOf(largest, same.length, state);
    });
  },
};

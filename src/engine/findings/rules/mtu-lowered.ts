/**
 * A sender that makes its datagrams smaller under random loss: a black hole drops all that is larger than a size (RFC 8899 §4.3, which
 * asks for losses in a row of large packets alone), and here large packets arrive as well as others do. Said by the stack
 * (`mtu_updated`), or by the sizes of its full packets.
 */
import { bytes, count, instant, percent, plural } from '../../base/text/figures';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyTraceLacking } from '../conditions/lacking-records';
import { whyNoLostPackets } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, deciding, holdsAll, supporting } from '../finding/evidence';
import type { Evidence, Finding } from '../finding/finding';
import { chanceOfMore, type Lowering, loweringOf, sizedPackets } from '../measures/packet-sizes';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'mtu-lowered', title: 'Datagrams made smaller under random loss' };

const T = {
  /** Full packets after the step: where the stack says it, and where their sizes alone do. */
  minAfter: { said: 10, unsaid: 50 },
  /** Larger packets sent last before it: more than three times MAX_PROBES (RFC 8899 §5.1.2), which a black hole would all have dropped. */
  recent: 10,
  /** So many of them arrived, and such a share. */
  minArrived: 5,
  minArrivedShare: 0.5,
  /** A loss of larger packets as frequent is no rare chance where the size does not matter. */
  minChance: 0.05,
} as const;

function rowsOf(lowering: Lowering): readonly Evidence[] {
  const { toBytes, recent, recentArrived, lostByThen, after } = lowering;
  return [
    deciding({
      id: 'arrived',
      name: `of the last ${plural(recent, 'packet')} above ${bytes(toBytes)} before it, those that arrived`,
      normal: 'none, at a black hole of the MTU',
      value: recentArrived,
      limit: atLeast(Math.max(T.minArrived, Math.ceil(T.minArrivedShare * recent)), 'packets'),
      panel: 'sequence',
    }),
    deciding({
      id: 'lost',
      name: `packets above ${bytes(toBytes)} that were declared lost by then`,
      normal: 'none, where nothing is lost',
      value: lostByThen,
      limit: atLeast(1, 'packets'),
      panel: 'loss',
    }),
    deciding({
      id: 'chance',
      name: 'chance that losses which do not care for the size hit as many of the larger ones, or more',
      normal: 'near 0, at a black hole of the MTU',
      value: chanceOfMore(lowering),
      limit: atLeast(T.minChance, 'share'),
      panel: 'loss',
    }),
    supporting({
      id: 'after',
      name: 'packets with data sent after the last larger one',
      normal: 'larger ones, once the size is probed again',
      value: after,
      limit: atLeast(T.minAfter.said, 'packets'),
      panel: 'sequence',
    }),
  ];
}

function findingOf({ state, lossKinds }: DetectInput, lowering: Lowering): Finding {
  const {
    timeUs,
    smallerFromUs,
    isLogged,
    fromBytes,
    toBytes,
    above,
    lostAbove,
    below,
    lostBelow,
    recent,
    recentArrived,
  } = lowering;
  const find = new StepFinder(state);
  const random = lossKinds === null ? '' : `, ${count(lossKinds.counts.random)} of them at random`;
  const said = isLogged ? ' (mtu_updated)' : ', which is inferred from their sizes';
  return finding(RULE, {
    severity: 'warning',
    variant: isLogged ? 'logged' : 'by-sizes',
    interval: { startUs: timeUs, endUs: state.lastUs },
    verdict:
      `The MTU was lowered from ${bytes(fromBytes)} to ${bytes(toBytes)} at ${instant(timeUs)}${said}, and the losses do not depend on the size: ` +
      `${count(recentArrived)} of the last ${plural(recent, 'larger packet')} before it arrived; in all ${count(lostAbove)} of ${plural(above, 'larger packet')} were lost (${percent(lostAbove / above)}), ` +
      `and ${count(lostBelow)} of ${count(below)} others (${percent(lostBelow / below)}), ${percent((lostAbove + lostBelow) / (above + below))} of both${random}.`,
    confidence: isLogged ? 0.9 : 0.7,
    evidence: rowsOf(lowering),
    closeUp: closeUpOf(state, [
      find.lossFrom(timeUs - 1),
      find.sendUpTo(timeUs - 1, ', as large as before'),
      step('send', smallerFromUs, `From here on no packet with data is above ${bytes(toBytes)}`),
      find.ackFrom(timeUs + 1),
    ]),
    why:
      'A black hole of the MTU drops all that is larger than a size (RFC 8899 §4.3). Random loss taken for one makes every packet ' +
      'smaller for good: the same data takes more packets, more headers and more of a window that losses count in packets.',
    next: 'Sequence: the sizes of what arrived before it. Let the sender ask for losses in a row of large packets alone, and probe for the size again.',
    panels: ['sequence', 'loss'],
  });
}

export const mtuLowered: Detector = {
  ...RULE,
  looksThrough: 'packets of many sizes',
  cannotJudge(input) {
    return whyNoLostPackets(input) ?? whyTraceLacking(input);
  },
  finish(input) {
    const { state, earlier } = input;
    if (earlier.some(({ id }) => id === 'mtu-black-hole')) return [];
    if (state.losses.summary.packets === 0) return [];
    const lowering = loweringOf(state, sizedPackets(input), T.minAfter, T.recent);
    return lowering !== null && holdsAll(rowsOf(lowering)) ? [findingOf(input, lowering)] : [];
  },
};

/**
 * Losses that depend on the size: datagrams above a size are lost, though not all of them, and those below are not. A path that drops all
 * above a size is `mtu-black-hole`'s; a full queue, and a policer, which drop large packets first as well, are none.
 */
import { bytes, count, instant, percent, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { whyTraceLacking } from '../conditions/lacking-records';
import { whyNoLostPackets } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, atMost, below, deciding, holdsAll, supporting } from '../finding/evidence';
import type { Evidence, Finding } from '../finding/finding';
import { lengthOf } from '../measures/intervals';
import { type SizeBorder, sizeBorder, sizedPackets } from '../measures/packet-sizes';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'size-loss', title: 'Losses depend on the size of the datagrams' };

const T = {
  minLost: 8,
  minBelow: 20,
  /** Rate of the smaller ones as a share of that of the larger ones: losses of single bits give that of their lengths, 0.8 of 1,200 and 1,452 B. */
  maxRateShare: 0.25,
  /** Of all sizes that are tried; as of `mtu-black-hole`. */
  maxChance: 0.00001,
  /** Of all losses: a queue of bytes that is full has room for small packets. */
  maxQueueShare: 0.5,
} as const;

interface Measured extends SizeBorder {
  /** Losses of a full queue or of a policer, as a share of all. */
  readonly queueShare: number;
}

function queueShareOf({ lossKinds }: DetectInput): number {
  if (lossKinds === null) return 0;
  const { counts, kinds } = lossKinds;
  return (counts['queue-full'] + counts.policed) / Math.max(1, kinds.length);
}

function rowsOf({
  sizeBytes,
  above,
  lostAbove,
  below: smaller,
  lostBelow,
  chance,
  queueShare,
}: Measured): readonly Evidence[] {
  return [
    deciding({
      id: 'lost',
      name: `packets with data above ${bytes(sizeBytes)} that were lost`,
      normal: 'as many of 100 as of smaller ones',
      value: lostAbove,
      limit: atLeast(T.minLost, 'packets'),
      panel: 'loss',
    }),
    deciding({
      id: 'rate',
      name: `loss rate up to ${bytes(sizeBytes)} against that above`,
      normal: 'about 1',
      value: lostBelow / smaller / (lostAbove / above),
      limit: atMost(T.maxRateShare, 'count'),
      panel: 'loss',
    }),
    deciding({
      id: 'chance',
      name: 'chance that losses which do not care for the size hit as many of the larger ones, for any of the sizes',
      normal: 'near 1',
      value: chance,
      limit: below(T.maxChance, 'share'),
      panel: 'loss',
    }),
    deciding({
      id: 'queue',
      name: 'share of the losses that a full queue or a rate limit dropped',
      normal: 'any: those drop what does not fit',
      value: queueShare,
      limit: below(T.maxQueueShare, 'share'),
      panel: 'loss',
    }),
    supporting({
      id: 'below',
      name: `packets with data up to ${bytes(sizeBytes)} sent meanwhile`,
      normal: 'any number',
      value: smaller,
      limit: atLeast(T.minBelow, 'packets'),
      panel: 'sequence',
    }),
  ];
}

function findingOf(state: TransportState, measured: Measured): Finding {
  const { startUs, endUs, sizeBytes, above, lostAbove, below: smaller, lostBelow } = measured;
  const find = new StepFinder(state);
  return finding(RULE, {
    severity: 'warning',
    interval: measured,
    verdict:
      `Packets with data above ${bytes(sizeBytes)} are lost and those below are not: ${count(lostAbove)} of ${plural(above, 'larger one')} (${percent(lostAbove / above)}) and ` +
      `${count(lostBelow)} of ${plural(smaller, 'smaller one')} (${percent(lostBelow / smaller)}), of those sent from ${instant(startUs)} to ${instant(endUs)}.`,
    confidence: 0.8,
    evidence: rowsOf(measured),
    closeUp: closeUpOf(state, [find.sendFrom(startUs), find.lossFrom(startUs), find.ackFrom(startUs + 1)]),
    why:
      'Congestion and noise drop packets of any size. Where large ones alone are lost, a part of the path is too narrow for them, as one ' +
      'of several links, or loses their fragments (RFC 8899 §4.3): the same data arrives in smaller packets.',
    next: 'Sequence: the sizes of what was lost. Let the sender keep to smaller datagrams, and look at tunnels, at bonded links and at fragments on the path.',
    panels: ['loss', 'sequence'],
  });
}

export const sizeLoss: Detector = {
  ...RULE,
  looksThrough: 'packets of many sizes',
  cannotJudge(input) {
    const isMidway = input.beginsMidway;
    return (
      whyNoLostPackets(input) ??
      whyTraceLacking(input) ??
      (isMidway ? 'the log begins in the middle: which losses a full queue explains does not show' : null)
    );
  },
  finish(input) {
    if (input.earlier.some(({ id }) => id === 'mtu-black-hole')) return [];
    if (input.state.losses.summary.packets < T.minLost) return [];
    const border = sizeBorder(sizedPackets(input));
    if (border === null || border.below < T.minBelow || lengthOf(border) === 0) return [];
    const measured = { ...border, queueShare: queueShareOf(input) };
    return holdsAll(rowsOf(measured)) ? [findingOf(input.state, measured)] : [];
  },
};

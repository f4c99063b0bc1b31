/**
 * A policed path: a token bucket drops what exceeds its rate and holds nothing back (RFC 2475 §2.3.3.3, RFC 2697 §3). The
 * rate limit is rebuilt from the packets that arrived and those that did not (transport/loss-kinds); a queue would
 * explain the same losses, but packets would wait in it.
 */
import { bitRate } from '../../base/text/bit-rate';
import { amount, count, instant, percent, plural, rtt } from '../../base/text/figures';
import {
  LOSS_KINDS,
  type LossKinds,
  MIN_ROOM_PACKETS,
  POLICED,
  policedDelayUs,
} from '../../sender/transport/loss-kinds/loss-kinds';
import type { RateLimit } from '../../sender/transport/loss-kinds/rate-limit';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyNotJudged } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, atMost, deciding, evidence, holdsAll } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import type { Interval } from '../measures/intervals';
import { rttAt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'policed', title: 'Rate limit without a queue (policed path)' };

const T = {
  /** Where more of the losses have another kind, the policer is not what the sender suffers from. */
  minShare: 0.5,
  /** Rates that explain the losses as well and lie further apart leave only the lowest one to be reported. */
  maxRateRatio: 1.5,
} as const;

interface Measured {
  readonly limit: RateLimit;
  /** The rate and the bucket that are reported: of the best fit, or the lowest where many rates explain the losses. */
  readonly isNarrow: boolean;
  readonly rate: number;
  readonly roomBytes: number;
  readonly kinds: LossKinds;
  readonly policed: number;
  readonly total: number;
  readonly drainUs: number;
}

function measure({ lossKinds: kinds }: DetectInput): Measured | null {
  const limit = kinds?.limit ?? null;
  if (kinds === null || limit === null || kinds.counts.policed === 0) return null;
  const isNarrow = limit.highestRate <= T.maxRateRatio * limit.lowestRate;
  const rate = isNarrow ? limit.rate : limit.lowestRate;
  const roomBytes = isNarrow ? limit.roomBytes : limit.lowestRoomBytes;
  const bucket = { isNarrow, rate, roomBytes, drainUs: roomBytes / rate };
  return { limit, ...bucket, kinds, policed: kinds.counts.policed, total: kinds.kinds.length };
}

/** `about 10.0 Mbit/s with bursts of about 250 kB`; the lowest rate that explains the losses has the largest bucket. */
function limitWords({ isNarrow, rate, roomBytes }: Measured): string {
  const [least, most] = isNarrow ? ['about', 'about'] : ['at least', 'up to about'];
  return `${least} ${bitRate(rate * 1e6)} with bursts of ${most} ${amount(roomBytes)}`;
}

function evidenceOf({ limit, roomBytes, kinds, policed, total, drainUs }: Measured): readonly Evidence[] {
  return [
    deciding({
      id: 'losses',
      name: 'packets lost where a rate limit has nothing left (token bucket empty)',
      normal: 'none',
      value: policed,
      limit: atLeast(POLICED.minLosses, 'count'),
      panel: 'loss',
    }),
    deciding({
      id: 'kind',
      name: 'share of the losses whose kind is known',
      normal: '0 %',
      value: policed / total,
      limit: atLeast(T.minShare, 'share'),
      panel: 'loss',
    }),
    deciding({
      id: 'fit',
      name: 'share of losses that find the bucket empty, less that of packets that arrived',
      normal: 'near 0 %',
      value: limit.fit,
      limit: atLeast(POLICED.minFit, 'share'),
      panel: 'sequence',
    }),
    deciding({
      id: 'delay',
      name: 'how much longer packets take at these losses (median RTT above the smallest)',
      normal: 'as long as a full queue',
      value: kinds.delayUs,
      limit: atMost(policedDelayUs(kinds.minRttUs, drainUs), 'us', {
        write: rtt,
        note: `, where a queue of that size would add ${rtt(drainUs)}`,
      }),
      panel: 'rtt',
    }),
    evidence({
      id: 'bucket',
      name: 'packets that the rate limit lets through at once (size of the bucket)',
      normal: 'no bucket fits',
      value: roomBytes / kinds.packetBytes,
      limit: atLeast(MIN_ROOM_PACKETS, 'packets'),
      panel: 'sequence',
    }),
  ];
}

/** From the first policed packet to the last, by their send times. */
function intervalOf({ sentUs, kinds }: LossKinds): Interval {
  const policed = LOSS_KINDS.indexOf('policed');
  return { startUs: sentUs[kinds.indexOf(policed)], endUs: sentUs[kinds.lastIndexOf(policed)] };
}

/** The policed packet in the middle of them all: sent, not acknowledged, noticed as lost, answered by the window. */
function closeUp({ state }: DetectInput, { kinds: { sentUs, kinds } }: Measured): CloseUp | null {
  const policed = LOSS_KINDS.indexOf('policed');
  const dropped = Array.from(sentUs).filter((_, i) => kinds[i] === policed);
  const atUs = dropped[Math.floor(dropped.length / 2)] ?? Number.NaN;
  const find = new StepFinder(state);
  const ack = find.ackFrom(atUs + 1, ' at the usual RTT: nothing had to wait');
  const loss = find.lossFrom(atUs + 1);
  return closeUpOf(state, [
    step('send', atUs, 'A packet is sent beyond what the rate limit lets through, and is dropped'),
    ack,
    loss,
    loss && find.cutWithin(loss.timeUs - 1, loss.timeUs + rttAt(state, atUs)),
  ]);
}

function findingOf(input: DetectInput, measured: Measured): Finding {
  const { limit, kinds, policed, total, drainUs } = measured;
  const interval = intervalOf(kinds);
  return finding(RULE, {
    severity: 'warning',
    interval,
    verdict:
      `${count(policed)} of ${plural(total, 'lost packet')} (${percent(policed / total)}) were dropped by a rate limit that queues ` +
      `nothing, ${limitWords(measured)}, from ${instant(interval.startUs)} on: at these losses the median RTT is ` +
      `${rtt(kinds.delayUs)} above the smallest of ${rtt(kinds.minRttUs)}, where a queue of that size would add up to ${rtt(drainUs)}.`,
    confidence: limit.fit,
    evidence: evidenceOf(measured),
    closeUp: closeUp(input, measured),
    why:
      'A rate limit without a queue (policer) drops every packet for which nothing of its allowance is left (token bucket, ' +
      'RFC 2697 §3), so a burst loses its end and the round trip time gives no warning (RTT). A controller that takes every loss for a full queue ends far below the rate.',
    next:
      'Sequence: which packets of a burst are lost. RTT: that it stays flat. Pace below the rate (RFC 9002 §7.7), use a ' +
      'controller that bounds its rate by delivery, or ask who runs the path for a shaper or a larger bucket.',
    panels: ['sequence', 'loss', 'rtt'],
  });
}

export const policed: Detector = {
  ...RULE,
  looksThrough: 'lost packets',
  cannotJudge(input) {
    const lacking = whyNotJudged(input);
    if (lacking !== null) return lacking;
    return input.state.losses.isKnown ? null : 'losses are neither logged nor to be told from its packets';
  },
  finish(input) {
    const measured = measure(input);
    return measured !== null && holdsAll(evidenceOf(measured)) ? [findingOf(input, measured)] : [];
  },
};

/**
 * Slow start that ended with many losses: over a fifth of the flight was lost at the first congestion event. Doubling
 * per round trip exceeds the queue by up to a whole window; HyStart++ (RFC 9406) leaves slow start earlier.
 *
 * What dropped them is determined by the kind of the losses (transport/loss-kinds): a queue that was full, a policer, a path
 * that carried nothing for a moment, or losses that hit one by one.
 */
import { lowerBound } from '../../base/columns/growable';
import { bytes, instant, percent, plural, rtt } from '../../base/text/figures';
import {
  countBefore,
  LOSS_KINDS,
  type LossKind,
  type LossKinds,
} from '../../sender/transport/loss-kinds/loss-kinds';
import { PacketFate } from '../../sender/transport/packet-fate';
import { RecoveryCause } from '../../sender/transport/recovery-periods';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { whyNoWindow } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, deciding, evidence, holdsAll, supporting } from '../finding/evidence';
import type { CloseUp, Evidence } from '../finding/finding';
import { highestIn, type Interval } from '../measures/intervals';
import { smallestRttAt } from '../measures/path-parts';
import { rttAt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'slow-start-overshoot', title: 'Heavy loss at the end of slow start' };

const T = {
  /** congestion.md §5. A bottleneck's queue of one BDP loses less. */
  lostShare: 0.2,
  /** In smaller flights a fifth is one or two packets: any loss. */
  minFlightPackets: 20,
  /** Ratio of the RTT before the loss to the smallest: above this there was a queue in the path. */
  queueRttRatio: 1.25,
} as const;

/** The first recovery period; null if nothing was lost, or a CE mark came first. */
function firstLossPeriod(state: TransportState): Interval | null {
  const first = state.recovery.spans.at(0);
  // A CE mark ends slow start too: later losses are not its overshoot.
  if (first === null || first.cause !== RecoveryCause.loss) return null;
  return { startUs: first.startUs, endUs: Number.isNaN(first.endUs) ? state.lastUs : first.endUs };
}

interface Cause {
  /** The end of a sentence. */
  readonly words: string;
  readonly confidence: number;
}

/** What dropped the packets, by the kind of most of them, and how sure that is. @param queued the RTT had risen. */
function causeOf(kind: LossKind, queued: boolean): Cause {
  switch (kind) {
    case 'queue-full':
      return { words: 'in a full queue', confidence: 0.8 };
    case 'policed':
      return { words: 'at a policer, without a queue', confidence: 0.8 };
    case 'burst':
      return { words: 'in a burst', confidence: 0.5 };
    case 'too-large':
      return { words: 'larger than what the path carries', confidence: 0.8 };
    case 'random':
      return { words: 'dropped at random', confidence: 0.4 };
    case 'unknown':
      return {
        words: queued ? 'though nothing shows what dropped them' : 'without a queue before it',
        confidence: 0.4,
      };
  }
}

/** The kind of most packets sent before the time; unknown where none is. */
function mostOf(kinds: LossKinds | null, beforeUs: number): LossKind {
  if (kinds === null) return 'unknown';
  const counts = countBefore(kinds, beforeUs);
  return LOSS_KINDS.reduce<LossKind>((most, kind) => (counts[kind] > counts[most] ? kind : most), 'unknown');
}

/** Packets and bytes sent before the period and declared lost in it. */
function lostIn(state: TransportState, { startUs, endUs }: Interval): { packets: number; bytes: number } {
  const lost = { packets: 0, bytes: 0 };
  for (const space of state.ledger.spaces) {
    const to = lowerBound(space.sentTimesUs, startUs);
    for (let i = 0; i < to; i++) {
      if (space.fateAt(i) !== PacketFate.lost || space.settledUsAt(i) > endUs) continue;
      lost.packets++;
      lost.bytes += space.sizesBytes.at(i);
    }
  }
  return lost;
}

/** The last growth before the loss, the loss, the cut, and the ACK that ends the period. */
function closeUp(state: TransportState, { startUs, endUs }: Interval): CloseUp | null {
  const find = new StepFinder(state);
  const rttUs = rttAt(state, startUs);
  return closeUpOf(state, [
    find.grownWithin(startUs - rttUs, startUs - 1, ', still in slow start'),
    find.fullWithin(startUs - rttUs, startUs - 1),
    find.lossFrom(startUs, ', the first ones'),
    find.cutWithin(startUs - 1, startUs + rttUs),
    find.ackFrom(endUs),
  ]);
}

/** The flight before the loss, and what became of it. Times in µs. */
interface Overshoot {
  readonly flightBytes: number;
  readonly lost: { readonly packets: number; readonly bytes: number };
  readonly initialBytes: number;
  readonly cwndBytes: number;
  readonly smallestRttUs: number;
  readonly lastRttUs: number;
}

/** @returns null where slow start ended before: the window had fallen without a loss. */
function measure(input: DetectInput, period: Interval): Overshoot | null {
  const { state } = input;
  const { startUs } = period;
  const { congestionWindow, minRtt, latestRtt } = state.series;
  const beforeUs = startUs - rttAt(state, startUs);
  const flightBytes = highestIn(state.inFlight, beforeUs, startUs);
  const lost = lostIn(state, period);
  const initialBytes = congestionWindow.values.at(0);
  const cwndBytes = congestionWindow.valueAt(startUs - 1);
  if (highestIn(congestionWindow, state.firstUs, startUs - 1) > cwndBytes) return null;
  const soFarUs = (minRtt.valueAt(startUs) || state.rebuilt.minRtt.valueAt(startUs)) ?? Number.NaN;
  const lastUs = latestRtt.valueAt(startUs) || state.rebuilt.latestRtt.valueAt(startUs);
  return {
    flightBytes,
    lost,
    initialBytes,
    cwndBytes,
    // A path that became longer before does so without a queue.
    smallestRttUs: Math.max(soFarUs, smallestRttAt(input, beforeUs)),
    lastRttUs: lastUs,
  };
}

function queueRow({ smallestRttUs, lastRttUs }: Overshoot): Evidence {
  return supporting({
    id: 'queue',
    name: 'time that packets took right before the loss (RTT)',
    normal: 'rises before a full queue drops',
    deciding: true,
    value: lastRttUs,
    limit: atLeast(smallestRttUs, 'us', {
      times: T.queueRttRatio,
      of: 'min RTT',
      write: rtt,
      note: ': a queue',
    }),
    panel: 'rtt',
  });
}

function lossRows(
  { lost, flightBytes, initialBytes, cwndBytes }: Overshoot,
  { datagramBytes }: TransportState,
): readonly Evidence[] {
  return [
    deciding({
      id: 'lost',
      name: 'share of what was in flight that was lost',
      normal: 'a few packets',
      value: lost.bytes / flightBytes,
      limit: above(T.lostShare, 'share'),
      panel: 'loss',
    }),
    evidence({
      id: 'flight',
      name: 'flight in the round trip before',
      normal: 'any: alone no fault',
      value: flightBytes,
      limit: atLeast(T.minFlightPackets * datagramBytes, 'bytes', { of: `${T.minFlightPackets} packets` }),
      panel: 'congestion',
    }),
    evidence({
      id: 'grown',
      name: 'window before the loss (cwnd)',
      normal: 'any: alone no fault',
      value: cwndBytes,
      limit: above(initialBytes, 'bytes', { note: ', the first one' }),
      panel: 'congestion',
    }),
  ];
}

export const slowStartOvershoot: Detector = {
  ...RULE,
  looksThrough: 'lost packets',
  needs: ['cwnd'],
  cannotJudge(input) {
    const lacking = whyNoWindow(input);
    if (lacking !== null) return lacking;
    if (input.beginsMidway)
      return 'the log begins in the middle of the connection, behind slow start perhaps';
    return input.state.losses.isKnown ? null : 'losses are neither logged nor to be told from its packets';
  },
  finish(input) {
    const { state } = input;
    const period = firstLossPeriod(state);
    if (period === null) return [];
    const { startUs } = period;
    // Whatever was in flight when a path went dead is lost: that is no overshoot.
    if (
      input.stalls.deliveries.some(
        (stall) => startUs >= stall.startUs && startUs <= stall.endUs + rttAt(state, startUs),
      )
    )
      return [];
    const overshoot = measure(input, period);
    if (overshoot === null) return [];
    const queue = queueRow(overshoot);
    const rows = [...lossRows(overshoot, state), queue];
    if (!holdsAll(rows)) return [];
    const { flightBytes, lost, smallestRttUs, lastRttUs } = overshoot;
    const cause = causeOf(mostOf(input.lossKinds, startUs), queue.holds);
    return [
      finding(RULE, {
        severity: 'info',
        interval: period,
        verdict:
          `Slow start ended at ${instant(startUs)} with ${plural(lost.packets, 'packet')} (${bytes(lost.bytes)}) lost, ${percent(lost.bytes / flightBytes)} of ` +
          `the ${bytes(flightBytes)} in flight against the ${T.lostShare * 100} % that count as heavy, at an RTT of ${rtt(lastRttUs)} ` +
          `against a smallest of ${rtt(smallestRttUs)}, ${cause.words}.`,
        confidence: cause.confidence,
        evidence: rows,
        closeUp: closeUp(state, period),
        why:
          'Slow start doubles the window each round trip and learns of a loss one round trip late (RFC 9002 §7.3.1). ' +
          'Some senders leave it when the round trip time rises, before the queue is full (HyStart++, RFC 9406).',
        next: 'Congestion: the window before its first cut. RTT: whether a queue grew first. Loss: the burst.',
        panels: ['congestion', 'loss', 'rtt'],
      }),
    ];
  },
};

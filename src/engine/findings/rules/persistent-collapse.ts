/**
 * Persistent congestion as shown by packets, and the reaction of the logged window: shared by the rules for sender
 * reaction (persistent-congestion.ts) and for a missing reaction (persistent-congestion-missed.ts).
 *
 * The replay finds the losses that establish it (RFC 9002 §7.6); here those clearly beyond the duration of §7.6.1 are
 * compared with the window between the declaration of the losses and one round trip later.
 */
import { BlockColumn } from '../../base/columns/block-column';
import { lowerBound, uint32Column, upperBound } from '../../base/columns/growable';
import { type MinMax, Pyramid } from '../../base/columns/pyramid';
import { duration } from '../../base/text/figures';
import { FATE_MASK, PacketFate } from '../../sender/transport/packet-fate';
import type { SpaceLedger } from '../../sender/transport/space-ledger';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyNoWindow } from '../conditions/sender-view';
import { FLOOR_PACKETS } from '../conditions/thresholds';
import { above, atLeast, atMost, deciding, evidence, none } from '../finding/evidence';
import type { CloseUp, Evidence } from '../finding/finding';
import { highestIn, type Interval, lengthOf, lowestIn } from '../measures/intervals';
import { MODEL_BASED, stateShare } from '../measures/logged-states';
import { rttAt } from '../measures/round-trips';
import type { DetectInput } from '../rule/rule-input';

const T = {
  /** A stack's own RTT estimate may differ from the rebuilt one: only a clear excess over §7.6.1 is judged. */
  durationMargin: 1.1,
  /** One lost packet has no duration. */
  minLost: 2,
  /**
   * Datagrams above the minimum window that still count as reduced to it: stacks round, and one packet of growth may
   * follow.
   */
  slackPackets: 1,
  /** Time for the reduction, from the declaration of the losses. */
  withinRtts: 1,
} as const;

const GRANULARITY_US = 1000;
/** RFC 9000 §18.2: default max_ack_delay. The replay has used the peer's value. */
const MAX_ACK_DELAY_US = 25_000;
/** RFC 9002 §7.6.1: kPersistentCongestionThreshold. */
const THRESHOLD = 3;

/** One persistent congestion: from sending the first lost packet to the end of the time to react. */
export interface Collapse extends Interval {
  /** From sending the first to sending the last lost packet, µs. */
  readonly lostOverUs: number;
  /** The duration of §7.6.1 that was exceeded, µs. */
  readonly durationUs: number;
  readonly lostPackets: number;
  /** When the first of them was declared lost, µs. */
  readonly declaredUs: number;
  readonly beforeBytes: number;
  /** Smallest window between the declaration and one round trip later. */
  readonly lowestBytes: number;
  /** In that time the stack says that it entered a state for persistent congestion. */
  readonly declared: boolean;
}

/** Lost packets of a space: spans of losses may overlap, and each asks for those that were sent in it. */
class LostPackets {
  readonly #space: SpaceLedger;
  readonly #rows = uint32Column();
  /** When each was declared lost, µs. */
  readonly #declaredUs = new BlockColumn();
  readonly #bounds = new Pyramid(this.#declaredUs);

  constructor(space: SpaceLedger) {
    this.#space = space;
    const { fates } = space.fateColumns;
    for (let row = 0; row < fates.length; row++) {
      if ((fates[row] & FATE_MASK) !== PacketFate.lost) continue;
      this.#rows.push(row);
      this.#declaredUs.push(space.settledUsAt(row));
    }
  }

  /** Of the packets sent in [fromUs, toUs]: how many were lost, when the first and the last were declared lost; did one arrive? */
  within(fromUs: number, toUs: number) {
    const { sentTimesUs } = this.#space;
    const [from, to] = [lowerBound(sentTimesUs, fromUs), upperBound(sentTimesUs, toUs)];
    const [first, end] = [lowerBound(this.#rows.view(), from), lowerBound(this.#rows.view(), to)];
    const declaredUs: MinMax = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    this.#bounds.query(first, end, declaredUs);
    return { lost: end - first, declaredUs, hasArrived: this.#space.lastAckedUpTo(to - 1) >= from };
  }
}

/** The duration of §7.6.1 from the current RTT estimate, µs; NaN without one. */
function persistentDuration({ rebuilt }: TransportState, timeUs: number): number {
  const smoothedUs = rebuilt.smoothedRtt.valueAt(timeUs);
  const variationUs = rebuilt.rttVariation.valueAt(timeUs);
  return THRESHOLD * (smoothedUs + Math.max(4 * variationUs, GRANULARITY_US) + MAX_ACK_DELAY_US);
}

/** Every persistent congestion that can be judged, in order of time. */
export function collapsesIn(state: TransportState): readonly Collapse[] {
  const { spans } = state.persistentCongestion;
  if (spans.length === 0) return [];
  const spaces = state.ledger.spaces.map((space) => new LostPackets(space));
  const collapses: Collapse[] = [];
  for (let i = 0; i < spans.length; i++) {
    const span = spans.at(i);
    if (span === null) continue;
    const lostOverUs = lengthOf(span);
    const sent = spaces.map((space) => space.within(span.startUs, span.endUs));
    const lost = sent.reduce((sum, within) => sum + within.lost, 0);
    const firstUs = Math.min(...sent.map(({ declaredUs }) => declaredUs.min));
    const lastUs = Math.max(...sent.map(({ declaredUs }) => declaredUs.max));
    const hasArrived = sent.some((within) => within.hasArrived);
    const durationUs = persistentDuration(state, firstUs);
    // The replay decides at the declaration; a packet of the span acknowledged later refutes it.
    if (lost < T.minLost || hasArrived || !(lostOverUs >= T.durationMargin * durationUs)) continue;
    const interval = { startUs: span.startUs, endUs: lastUs + T.withinRtts * rttAt(state, lastUs) };
    // A trace that ends here does not show the window's reaction; BBR reacts according to its model.
    if (interval.endUs > state.lastUs || stateShare(state.states, MODEL_BASED, interval) > 0) continue;
    collapses.push({
      ...interval,
      lostOverUs,
      durationUs,
      lostPackets: lost,
      declaredUs: firstUs,
      beforeBytes: state.series.congestionWindow.valueAt(span.startUs),
      lowestBytes: lowestIn(state.series.congestionWindow, firstUs, interval.endUs),
      declared: highestIn(state.series.stateByPersistentCongestion, firstUs, interval.endUs) === 1,
    });
  }
  return collapses;
}

/** The largest window that counts as reduced to the minimum, bytes. */
export function floorBytes({ datagramBytes }: TransportState): number {
  return (FLOOR_PACKETS + T.slackPackets) * datagramBytes;
}

/** Rows shown by both rules; the last one decides which rule applies. */
export function collapseEvidence(
  collapse: Collapse,
  isCut: boolean,
  state: TransportState,
): readonly Evidence[] {
  const { lostOverUs, durationUs, lostPackets, lowestBytes } = collapse;
  const floor = (isCut ? atMost : above)(floorBytes(state), 'bytes', {
    note: ' (floor of 2 packets, and one)',
  });
  return [
    deciding({
      id: 'duration',
      name: 'time over which packets were lost, from sending the first to sending the last',
      normal: 'below three PTOs',
      value: lostOverUs,
      limit: atLeast(durationUs, 'us', { times: T.durationMargin, note: ' (RFC 9002 §7.6.1)' }),
      panel: 'sequence',
    }),
    evidence({
      id: 'lost',
      name: 'packets lost in it',
      normal: 'any number: alone no fault',
      value: lostPackets,
      limit: atLeast(T.minLost, 'count'),
      panel: 'loss',
    }),
    deciding({
      id: 'acked',
      name: 'packets sent in it and acknowledged',
      normal: 'one or more',
      // With one, nothing is established.
      value: 0,
      limit: none('count'),
      panel: 'sequence',
    }),
    deciding({
      id: 'window',
      name: 'smallest window within a round trip of the declaration (cwnd)',
      normal: isCut ? 'above the floor, without such losses' : 'the floor, after such losses',
      value: lowestBytes,
      limit: floor,
      panel: 'congestion',
    }),
  ];
}

/** The first packet that was lost, the probes in between, the declaration, and what the window does then. */
export function collapseCloseUp(state: TransportState, collapse: Collapse): CloseUp | null {
  const { startUs, endUs, lostOverUs } = collapse;
  const find = new StepFinder(state);
  const loss = find.lossFrom(startUs);
  const probe = find.ptoFrom(startUs);
  const fromUs = loss?.timeUs ?? startUs;
  const cut = find.cutWithin(fromUs - 1, endUs);
  return closeUpOf(state, [
    step(
      'send',
      startUs,
      `A packet is sent and lost: nothing that is sent in the next ${duration(lostOverUs)} is acknowledged`,
    ),
    probe !== null && probe.timeUs <= endUs ? probe : null,
    loss,
    cut,
    cut === null ? find.heldAt(endUs, fromUs, 'One round trip later the window is as before') : null,
  ]);
}

export function whyNoCollapse(input: DetectInput): string | null {
  const lacking = whyNoWindow(input);
  if (lacking !== null) return lacking;
  return input.state.rebuilt.smoothedRtt.length === 0
    ? 'its packets give no RTT, so the duration of RFC 9002 §7.6.1 is not known'
    : null;
}

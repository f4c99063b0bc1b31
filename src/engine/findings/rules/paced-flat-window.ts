/**
 * A window that is flat for many round trips while pacing holds the sender: its controller takes that for an application with nothing to
 * send, and does not grow what is never full (neqo issue 1463). RFC 9002 §7.8: a sender that pacing delays does not under-use its window.
 *
 * That the pacer holds it shows by its logged rate, or by full datagrams sent evenly and not as ACKs come. Excluded as correct: a plateau of
 * CUBIC, a window that grew up to the largest of the trace (it may be configured), a full path, and windows that follow an estimate.
 */
import { amount, bytes, count, duration, packets, percent } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { controllerEvidence, lossBasedSigns } from '../conditions/loss-based';
import { whyNoWindow } from '../conditions/sender-view';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import {
  above,
  atLeast,
  atMost,
  below,
  beside,
  deciding,
  either,
  evidence,
  holdsAll,
} from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type EvenSends, evenSends } from '../measures/even-sends';
import {
  CUBIC_PLATEAU_US,
  type FlatSpan,
  flatSpans,
  mayBePlateau,
  newRenoGrowthOf,
} from '../measures/flat-window';
import { IntervalIndex, lengthOf } from '../measures/intervals';
import { roundTripsIn, smoothedRtt } from '../measures/round-trips';
import { heldShare, idleShare } from '../partition/held';
import type { Partition } from '../partition/partition';
import { type TripsIn, tripsIn } from '../partition/trips-in';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'paced-flat-window', title: 'Window flat under pacing' };

const T = {
  /** As of a stuck window: in twenty round trips avoidance grows a window of two packets tenfold. */
  minRtts: 20,
  minUs: 100_000,
  /** Of the time, as the account has it. */
  pacedShare: 0.9,
  /** Round trips in which the window was full once: it is the limit of those. */
  fullShare: 0.05,
  /** … and those with a path that is full. */
  busyShare: 0.5,
  /** What is sent is what the pacer lets out, where its rate is logged. */
  rateShare: 0.8,
  mostOfRate: 1.1,
  /** Else full datagrams, sent evenly, and not right after ACKs. */
  evenShare: 0.8,
  clockedShare: 0.5,
  /** NewReno's growth on the same ACKs; less than two packets may be rounding of the window. */
  overduePackets: 2,
  /** docs/account.md: what is lost below this share of the span is no reason. */
  warningShare: 0.15,
} as const;

interface Flat extends FlatSpan {
  readonly roundTrips: number;
  readonly trips: TripsIn;
  readonly sends: EvenSends;
  /** Logged, bytes per second; NaN for none. */
  readonly pacingRate: number;
  readonly overduePackets: number;
  readonly evidence: readonly Evidence[];
}

function measure(input: DetectInput, partition: Partition, span: FlatSpan): Flat | null {
  const { state } = input;
  const { startUs, endUs, cwndBytes } = span;
  const trips = tripsIn(partition, span);
  // What decides most spans, before anything else is measured.
  if (trips.fullShare > T.fullShare || trips.number < T.minRtts) return null;
  const held = heldShare(partition.heldTime, ['pacing'], span);
  if (held < T.pacedShare) return null;
  const { ackedTotal, pacingRate: rates, congestionWindow } = state.series;
  const acked = ackedTotal.valueAt(endUs) - (ackedTotal.valueAt(startUs) || 0);
  const measured = {
    ...span,
    roundTrips: roundTripsIn(state, span).count,
    trips,
    sends: evenSends(state, span),
    pacingRate: rates.length > 0 ? rates.medianOf(startUs, endUs) || rates.valueAt(startUs) : Number.NaN,
    overduePackets: newRenoGrowthOf(acked, cwndBytes, state.datagramBytes),
  };
  const { max, values } = congestionWindow;
  const otherBytes = max > cwndBytes ? max : values.at(0);
  const isPlateau = mayBePlateau(state, span);
  return { ...measured, evidence: rowsOf(measured, held, otherBytes, isPlateau) };
}

function rowsOf(
  flat: Omit<Flat, 'evidence'>,
  held: number,
  otherBytes: number,
  isPlateau: boolean,
): readonly Evidence[] {
  const { trips, roundTrips, overduePackets, cwndBytes } = flat;
  return [
    deciding({
      id: 'flat',
      name: 'round trips for which the window stays the same (cwnd), without a loss or a congestion mark',
      normal: 'none or a few',
      value: roundTrips,
      limit: atLeast(T.minRtts, 'rtt', { note: ' round trips' }),
      panel: 'congestion',
    }),
    deciding({
      id: 'paced',
      name: 'time in which pacing holds the sender',
      normal: 'any share: alone no fault',
      value: held,
      limit: atLeast(T.pacedShare, 'share'),
      panel: 'limits',
    }),
    deciding({
      id: 'room',
      name: 'round trips in which the window was full once',
      normal: 'all, where data waits',
      value: trips.fullShare,
      limit: atMost(T.fullShare, 'share'),
      panel: 'congestion',
    }),
    pacerRow(flat),
    evidence({
      id: 'overdue',
      name: 'growth that is due: of NewReno on the same ACKs',
      normal: 'the window has grown by it',
      value: overduePackets,
      limit: atLeast(T.overduePackets, 'packets', { note: ' packets' }),
      panel: 'congestion',
    }),
    evidence({
      id: 'busy',
      name: 'round trips in which the path was full (its rate is proved)',
      normal: 'most, where the path is the limit',
      value: trips.pathFullShare,
      limit: below(T.busyShare, 'share'),
      panel: 'delivery-rate',
    }),
    evidence({
      id: 'length',
      name: 'longer than CUBIC rests (plateau), or the same from a cut or the beginning on',
      normal: 'up to 2.72 s after growth',
      value: lengthOf(flat),
      limit: either(above(CUBIC_PLATEAU_US, 'us'), ' or ', beside('no growth before', !isPlateau)),
      panel: 'congestion',
    }),
    evidence({
      id: 'configured',
      name: 'the largest window of the trace, or the first one where none is larger: one that grew up to here may be configured',
      normal: 'less, where the window is configured',
      value: otherBytes,
      limit: atLeast(cwndBytes, 'bytes'),
      panel: 'congestion',
    }),
  ];
}

/** More than a rate that is logged is of no pacer. */
const isLogged = ({ rate }: EvenSends, pacingRate: number): boolean => rate <= T.mostOfRate * pacingRate;

/** That it is the pacer: what is sent is its logged rate, or what evenly spaced full datagrams show. */
function pacerRow({ sends, pacingRate, trips }: Omit<Flat, 'evidence'>): Evidence {
  if (isLogged(sends, pacingRate))
    return deciding({
      id: 'pacer',
      name: 'what is sent, as a share of the pacer’s logged rate',
      normal: 'less, where the application has no more',
      value: Math.min(1, sends.rate / pacingRate),
      limit: atLeast(T.rateShare, 'share'),
      panel: 'throughput',
    });
  const isSteady = sends.evenShare >= T.evenShare && trips.clockedShare <= T.clockedShare;
  return deciding({
    id: 'pacer',
    name: 'bytes in full datagrams, where they are sent evenly and not right after ACKs',
    normal: 'bursts, or what an application writes',
    value: isSteady ? sends.fullShare : 0,
    limit: atLeast(T.evenShare, 'share'),
    panel: 'sequence',
  });
}

function closeUp(state: TransportState, { startUs, endUs, cwndBytes }: Flat): CloseUp | null {
  const find = new StepFinder(state);
  const send = find.sendFrom((startUs + endUs) / 2);
  if (send === null) return null;
  const ack = find.ackFrom(send.timeUs + 1);
  return closeUpOf(state, [
    send,
    find.sendFrom(send.timeUs + 1, ', when the pacer lets it out'),
    ack,
    ack && find.heldAt(ack.timeUs, send.timeUs, `The window stays at ${bytes(cwndBytes)}`),
  ]);
}

function findingOf(input: DetectInput, partition: Partition, flat: Flat, all: number): Finding {
  const { state } = input;
  const { cwndBytes, roundTrips, trips, sends, pacingRate, overduePackets, evidence: rows } = flat;
  const { datagramBytes } = state;
  const isOfRate = isLogged(sends, pacingRate);
  const rate = isOfRate ? ` (logged: ${amount(pacingRate)} per second)` : '';
  const lost = idleShare(partition, flat);
  return finding(RULE, {
    severity: lost >= T.warningShare ? 'warning' : 'info',
    interval: flat,
    variant: isOfRate ? 'logged' : 'even',
    verdict:
      `The window (cwnd) stayed at ${bytes(cwndBytes)} (${packets(cwndBytes, datagramBytes)}) for ${duration(lengthOf(flat))}, ${count(roundTrips)} round trips, without a loss, ` +
      `while pacing, not the application, held the sender for ${percent(heldShare(partition.heldTime, ['pacing'], flat))} of the time: ${bytes(sends.burstBytes)} every ${duration(sends.gapUs)}, ` +
      `${amount(sends.rate)} per second${rate}, with ${bytes(trips.flightBytes)} in flight at most (the median round trip); NewReno grows by ` +
      `${packets(overduePackets * datagramBytes, datagramBytes)} on the same ACKs (RFC 9002 §7.8)${amongSuch(all, 'spans', 'longest')}.`,
    confidence: isOfRate ? 0.9 : 0.7,
    evidence: rows,
    closeUp: closeUp(state, flat),
    why:
      'A window need not grow while the application leaves room in it, but a sender that its pacer delays does not under-use it (RFC 9002 §7.8): ' +
      'one that takes the one for the other stays as slow as it is.',
    next: 'Congestion: the flat window and the flight below it. Sequence: the even sends. Let the controller ask whether data waits, not whether the window is full; pace faster than the window per round trip (RFC 9002 §7.7).',
    panels: ['congestion', 'sequence', 'limits'],
  });
}

export const pacedFlatWindow: Detector = {
  ...RULE,
  looksThrough: 'flat windows',
  needs: ['cwnd'],
  cannotJudge: whyNoWindow,
  finish(input) {
    const { state, partition, earlier } = input;
    if (partition === null || !(heldShare(partition.heldTime, ['pacing'], partition.span) > 0)) return [];
    const minUs = Math.max(T.minUs, T.minRtts * smoothedRtt(state).min);
    const inOthers = new IntervalIndex(
      earlier.filter(({ id }) => id === 'death-spiral' || id === 'stuck-window' || id === 'state-dwell'),
    );
    const flat = flatSpans(state, minUs)
      .filter((span) => !inOthers.holds(span))
      .flatMap((span) => measure(input, partition, span) ?? [])
      .filter((one) => holdsAll(one.evidence))
      .sort((a, b) => b.roundTrips - a.roundTrips);
    const [longest] = flat;
    if (longest === undefined) return [];
    const rows = [...longest.evidence, controllerEvidence(lossBasedSigns(input))];
    return holdsAll(rows) ? [findingOf(input, partition, { ...longest, evidence: rows }, flat.length)] : [];
  },
};

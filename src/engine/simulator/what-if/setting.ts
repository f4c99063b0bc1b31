/**
 * Everything of a sender's trace but its controller, as settings of a run: the path, the hosts, the application's offer, and how the
 * sender's stack differs. The clock of the run is that of the trace.
 */

import type { RttEstimate } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../base/columns/growable';
import { rankOf } from '../../base/columns/median';
import type { Series } from '../../base/columns/series';
import { heldShare, timesHeld } from '../../findings/partition/held';
import type { HeldTime } from '../../findings/partition/partition';
import type { Stalls } from '../../findings/stalls/stalls';
import { type SenderTrace, StepKind } from '../../sender/congestion/sender-steps';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import { type FlightRows, flightRows } from '../../sender/transport/loss-kinds/flight-rows';
import type { LossKinds } from '../../sender/transport/loss-kinds/loss-kinds';
import type { PathInterval } from '../../sender/transport/path/path-course';
import { PACING_GAIN } from '../../sender/transport/sender-pauses';
import type { TransportState } from '../../sender/transport/transport';
import { OVERHEAD_BYTES } from '../runs/endpoint';
import type { EndpointSettings } from '../runs/endpoint-settings';
import type { TimeSpan } from '../runs/link-settings';
import { QUICHE_HANDSHAKE } from '../runs/plain-settings';
import type { FlowSettings, RunSettings } from '../runs/run';
import { ackRows } from './ack-rows';
import { gridOf } from './delivery-grid';
import { type Habits, receiverHabit, senderWork } from './hosts';
import { joinedSpans } from './late-acks';
import { type Offer, offerOf } from './offer';
import { linksOf, type Path, pathOf } from './path';
import { peerFates } from './peer-losses';
import { recordedFates } from './recorded-losses';

/** What is known of the trace; `DetectInput` is one. */
export interface TraceRead {
  readonly state: TransportState;
  /** The log does not hold the connection's beginning. */
  readonly beginsMidway: boolean;
  readonly clockStepUs: number;
  readonly stalls: Stalls;
  readonly lossKinds: LossKinds | null;
  readonly pathIntervals: readonly PathInterval[];
  readonly heldTime: HeldTime | null;
}

export interface Setting {
  readonly settings: RunSettings;
  readonly trace: SenderTrace;
  /** Begin and end of the run, µs. */
  readonly fromUs: number;
  readonly toUs: number;
  readonly path: Path;
  /** Packets of the peer that were lost. */
  readonly peerLost: number;
  readonly habits: Habits;
  readonly offer: Offer;
  readonly paces: boolean;
  /** Flow control; null where it did not limit the sender. */
  readonly creditBytes: number | null;
  /** Bytes of the application that were delivered up to a time, µs. */
  readonly deliveredAt: (timeUs: number) => number;
}

/** RFC 9000 §18.2. */
const MAX_ACK_DELAY_MS = 25;
/** What limits the sender for at least this share of the time is part of it. */
const PACED_SHARE = 0.1;
/** Granularity of a pacer's timer, µs. */
const TIMER_US = 1000;
const CREDIT_SHARE = 0.05;
/** A window is full where no packet with data fits. */
const FULL_BYTES = 80;
/** Any: the trace gives the random numbers of its hosts, not the order of them. */
const SEED = 1;

interface WholeTrace {
  readonly rows: FlightRows;
  /** See `Propagation`. */
  readonly gridUs: number;
}

const wholes = new WeakMap<TransportState, WholeTrace>();

/** What is the same wherever a run begins: made once per trace, which was read to its end. */
function wholeOf({ state, clockStepUs }: TraceRead): WholeTrace {
  const before = wholes.get(state);
  if (before !== undefined) return before;
  const rows = flightRows(state);
  const whole = { rows, gridUs: gridOf(ackRows(rows, Number.NEGATIVE_INFINITY).timesUs, clockStepUs) };
  wholes.set(state, whole);
  return whole;
}

/** @param fromUs where the run begins. */
export function settingOf(read: TraceRead, trace: SenderTrace, fromUs: number): Setting {
  const { state, stalls } = read;
  const { rows, gridUs } = wholeOf(read);
  const acks = ackRows(rows, fromUs);
  const toUs = Math.max(acks.timesUs.at(-1) ?? fromUs, state.lastUs);
  const stallStarts = Float64Array.from(stalls.felt, ({ startUs }) => startUs);
  const isStalled = (timeUs: number): boolean => {
    const last = stalls.felt[upperBound(stallStarts, timeUs) - 1];
    return last !== undefined && timeUs <= last.endUs;
  };
  const kinds = read.lossKinds;
  const { pathIntervals: course, heldTime } = read;
  const path = pathOf({ rows, acks, kinds, course, gridUs, fromUs, toUs, isStalled });
  const { delayUs } = path.propagation;
  const rttUs = 2 * delayUs;
  const [total, share] = deliveredTotal(state, trace.datagramBytes);
  const deliveredAt = (timeUs: number): number => share * (total.valueAt(timeUs) || 0);
  const sendsToEnd = (rows.sentUs.at(-1) ?? 0) > (acks.timesUs.at(-2) ?? 0);
  const offer = offerOf(state, heldTime, total, { fromUs, toUs, rttUs, share, sendsToEnd });
  const peer = peerFates(state, fromUs);
  const peerSent = { sentUs: peer.sentUs.map((us) => us - delayUs), lost: peer.lost };
  const [data, back] = linksOf(path, recordedFates(peerSent, rttUs, toUs));
  const habits = { ...senderWork(rows, acks, { fromUs, rttUs }), ...receiverHabit(acks, gridUs) };
  const paces = pacedShare(state, rows, { fromUs, toUs }) > PACED_SHARE;
  const creditBytes = creditOf(read, fromUs, toUs);
  const isUpload = state.role === 'client';
  const common: EndpointSettings = {
    datagramBytes: trace.datagramBytes,
    host: {},
    recovery: {
      maxAckDelayMs: MAX_ACK_DELAY_MS,
      persistentCongestion: state.series.stateByPersistentCongestion.length > 0,
      undoesSpurious: undoes(trace),
    },
    paces,
    fillsWindow: fillsWindow(state, trace.datagramBytes),
    usesEcn: false,
    ackEvery: habits.ackEvery,
    maxAckDelayMs: MAX_ACK_DELAY_MS,
    receiveWindowBytes: null,
  };
  const { gapUs, turnaroundUs, collectsUs } = habits;
  const stoppedHere = stalls.hosts.filter(({ kind }) => kind === 'this-host').map(inMs);
  const stallsAt = joinedSpans([...stoppedHere, ...path.late.stopped]);
  const sender = { ...common, host: { gapUs, turnaroundUs, stallsAt } };
  const receiver = {
    ...common,
    receiveWindowBytes: creditBytes,
    host: { ...RECEIVER_HOST, wakeUs: collectsUs },
  };
  const flow: FlowSettings = {
    controller: { name: 'newreno' },
    server: isUpload ? receiver : sender,
    client: isUpload ? sender : receiver,
    handshake: QUICHE_HANDSHAKE,
    isUpload,
    writes: offer.writes,
    startMs: fromUs / 1000,
    accessDelayMs: 0,
    resumes: rttAt(state, fromUs, rttUs),
  };
  const [down, up] = isUpload ? [back, data] : [data, back];
  return {
    settings: { seed: SEED, limitMs: toUs / 1000, down, up, flows: [flow] },
    trace,
    fromUs,
    toUs,
    path,
    habits,
    offer,
    paces,
    creditBytes,
    deliveredAt,
    peerLost: peer.lost.reduce((sum, one) => sum + one, 0),
  };
}

/**
 * Share of a time in which the sender's own pacer waits: gaps between packets, though the window has room, of half to two gaps of the pacer
 * (its logged rate, else that of RFC 9002 §7.7).
 */
function pacedShare(
  { flightFromPackets, series, rebuilt, datagramBytes }: TransportState,
  { sentUs }: FlightRows,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
): number {
  const rtt = rebuilt.smoothedRtt.length > 0 ? rebuilt.smoothedRtt : series.smoothedRtt;
  const [flights, windows, rates, rtts] = [
    flightFromPackets,
    series.congestionWindow,
    series.pacingRate,
    rtt,
  ].map((one) => new SeriesCursor(one));
  let pacedUs = 0;
  for (let row = lowerBound(sentUs, fromUs); row + 1 < sentUs.length && sentUs[row] < toUs; row++) {
    const timeUs = sentUs[row];
    const window = windows.at(timeUs);
    if (flights.at(timeUs) + datagramBytes > window) continue;
    const logged = rates.at(timeUs) / 1e6;
    const pacerUs = datagramBytes / (logged > 0 ? logged : (PACING_GAIN * window) / rtts.at(timeUs));
    const gapUs = sentUs[row + 1] - timeUs;
    if (gapUs > pacerUs / 2 && gapUs <= 2 * pacerUs + TIMER_US) pacedUs += gapUs;
  }
  return pacedUs / (toUs - fromUs);
}

/** A receiver's time between packets and before them decides over nothing here, µs. */
const RECEIVER_HOST = { gapUs: 8, turnaroundUs: 20 };

const inMs = ({ startUs, endUs }: { readonly startUs: number; readonly endUs: number }): TimeSpan => ({
  fromMs: startUs / 1000,
  toMs: endUs / 1000,
});

/** Total of the application's bytes; where frames are not logged that of packets, and the share of it that is data. */
function deliveredTotal(
  { rebuilt, series }: TransportState,
  datagramBytes: number,
): readonly [Series, number] {
  const { goodputTotal } = rebuilt;
  return goodputTotal.length > 0
    ? [goodputTotal, 1]
    : [series.ackedTotal, Math.max(0, 1 - OVERHEAD_BYTES / datagramBytes)];
}

function rttAt({ series, rebuilt }: TransportState, timeUs: number, rttUs: number): RttEstimate {
  const of = (logged: Series, other: Series, otherwise: number): number =>
    logged.valueAt(timeUs) || other.valueAt(timeUs) || otherwise;
  return {
    latestUs: of(series.latestRtt, rebuilt.latestRtt, rttUs),
    minUs: of(series.minRtt, rebuilt.minRtt, rttUs),
    smoothedUs: of(series.smoothedRtt, rebuilt.smoothedRtt, rttUs),
    variationUs: of(rebuilt.rttVariation, rebuilt.rttVariation, rttUs / 2),
  };
}

function undoes({ steps }: SenderTrace): boolean {
  for (let i = 0; i < steps.length; i++) if (steps.kind.at(i) === StepKind.undo) return true;
  return false;
}

/** Most windows that leave less room than for a datagram are full. */
function fillsWindow({ inFlight, series }: TransportState, datagramBytes: number): boolean {
  const { timesUs, values } = inFlight;
  const window = new SeriesCursor(series.congestionWindow);
  let [near, full] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const room = window.at(timesUs.at(i)) - values.at(i);
    if (!(room >= 0 && room < datagramBytes)) continue;
    near++;
    if (room < FULL_BYTES) full++;
  }
  return full > near / 2;
}

/** Bytes in flight as flow control began to hold the sender; null where it hardly did. */
function creditOf({ state, heldTime }: TraceRead, fromUs: number, toUs: number): number | null {
  if (heldShare(heldTime, ['credit'], { startUs: fromUs, endUs: toUs }) < CREDIT_SHARE) return null;
  const flights = timesHeld(heldTime, ['credit']).map(({ startUs }) => state.inFlight.valueAt(startUs) || 0);
  return rankOf(Float64Array.from(flights), 0.9) || null;
}

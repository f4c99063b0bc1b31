/**
 * What a receiver's log shows of the transfer at each instant of its span, docs/account.md, *Receivers*: whether data came, and if not,
 * what kept it from coming as far as this end shows it. What held the sender is in the log of the other end.
 */
import { EventKind, PacketFlag, PacketSpace } from '../../../qlog-schema';
import { PEER_MAX_ACK_DELAY, TO_OWN } from '../../../qlog-schema/transport-parameters';
import { float64Column, lowerBound, upperBound } from '../../base/columns/growable';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import type { StreamTable } from '../../sender/streams/stream-table';
import { GRANULARITY_US } from '../../sender/transport/rtt-estimator';
import type { TransportState } from '../../sender/transport/transport';
import { type Interval, without } from '../measures/intervals';
import { smallestLoggedRtt } from '../measures/round-trips';
import { Cells } from './cells';
import { HELD, type Held, type HeldInterval, overlaid } from './holders';
import { ownCreditTimes } from './own-credit';
import { type HeldTime, type PartitionInput, timelineOf } from './partition';
import { ReceivedStreams, type StreamWait } from './received-streams';
import { smoothedRtts } from './round-trips';
import { firstPacketUs, untilUs } from './span';
import { whyNoPartition } from './why-none';

const T = {
  /** STREAM frames that carry a smaller share of what was received say little of when data came. */
  streamShare: 0.5,
  /** RFC 9000 §18.2: of an endpoint that names none, µs. */
  maxAckDelayUs: 25_000,
  /** A host that owes an ACK for longer, in its max_ack_delay (RFC 9000 §13.2.1), does not run; what came meanwhile it then reads at once. */
  stopDelays: 4,
  readPackets: 3,
  readUs: 1000,
} as const;

export interface ReceivedPartition {
  readonly span: Interval;
  readonly cells: Cells;
  readonly heldTime: HeldTime;
}

/** What came, and when. */
interface Arrivals {
  /** Of packets with data, µs, ascending. */
  readonly timesUs: Float64Array;
  /** The largest of them, bytes. */
  readonly datagramBytes: number;
  /** Streams carry most of it. */
  readonly isOfStreams: boolean;
  /** Times without a packet of either direction in which this end owed an ACK. */
  readonly owed: readonly Interval[];
}

/** The span of what was received; null for a trace without packets. */
export function receivedSpan(state: TransportState, lastDataUs: number, isOpen: boolean): Interval | null {
  const startUs = firstPacketUs(state);
  if (Number.isNaN(startUs)) return null;
  const endUs = untilUs(state, startUs);
  return { startUs, endUs: lastDataUs >= startUs && !isOpen ? Math.min(lastDataUs, endUs) : endUs };
}

/** Null where the log does not show it. */
export function receivedPartitionOf(input: PartitionInput): ReceivedPartition | null {
  const { state, streams: table } = input;
  const arrivals = arrivalsOf(state, table);
  const streams = new ReceivedStreams(table);
  const span = receivedSpan(state, arrivals.timesUs.at(-1) ?? Number.NaN, streams.isOpen);
  if (span === null || whyNoPartition(input, span) !== null) return null;
  const { startUs: fromUs, endUs: toUs } = span;
  const missing = streams.allWaiting(missingData(table), [], [fromUs, toUs], HELD.outOfOrder);
  const silent = pauses(state, span, arrivals);
  const holders = [
    stops(input, arrivals),
    handshake(state, span, streams, arrivals),
    without(silent, without(silent, missing)).map((gap) => ({ ...gap, held: HELD.dataMissing })),
    ownCredit(table, streams, span, arrivals),
    arrivals.isOfStreams ? streams.waits(fromUs, toUs) : [],
    silent.map((pause) => ({ ...pause, held: HELD.nothingCame })),
    missing,
  ];
  const cells = new Cells(span.startUs, false);
  let atUs = span.startUs;
  const add = (startUs: number, held: Held): void => {
    if (startUs < span.endUs) cells.add(startUs, held, 0, null);
  };
  for (const { startUs, endUs, held } of holders.reduce<readonly HeldInterval[]>(overlaid, [])) {
    if (!(endUs > atUs) || startUs >= span.endUs) continue;
    if (startUs > atUs) add(atUs, HELD.arriving);
    add(Math.max(atUs, startUs), held);
    atUs = endUs;
  }
  if (atUs < span.endUs) add(atUs, HELD.arriving);
  const heldTime = { timeline: timelineOf(cells, new Uint8Array(1)), endUs: span.endUs };
  return { span, cells, heldTime };
}

const IS = { packet: 1, data: 2, asksForAck: 4, ack: 8 } as const;

/** Packets with STREAM data; where those carry little of what came, all that are ack-eliciting. */
function arrivalsOf(state: TransportState, { received }: StreamTable): Arrivals {
  const { events, receivedEliciting } = state;
  const streamBytes = received.bytes.reduce((a, b) => a + b, 0);
  const isOfStreams = streamBytes > 0 && !(streamBytes < T.streamShare * receivedEliciting);
  const wanted = isOfStreams ? PacketFlag.hasStreamData : PacketFlag.ackEliciting;
  const classes = events.classes((kind, space, flags) => {
    if (kind === EventKind.packetSent) return flags & PacketFlag.hasAck ? IS.packet | IS.ack : IS.packet;
    if (kind !== EventKind.packetReceived) return 0;
    if (space !== PacketSpace.application) return IS.packet;
    const asks = flags & PacketFlag.ackEliciting ? IS.asksForAck : 0;
    return IS.packet | asks | (flags & wanted ? IS.data : 0);
  });
  const [times, sizes] = [events.timeUs.reader(), events.sizeBytes.reader()];
  const timesUs = float64Column();
  const owed: Interval[] = [];
  const leastUs = T.stopDelays * ownMaxAckDelayUs(state);
  let [datagramBytes, lastUs, isOwed] = [0, Number.NaN, false];
  for (let row = 0; row < events.length; row++) {
    const is = classes.at(row);
    if (is === 0) continue;
    const timeUs = times.at(row);
    if (isOwed && timeUs - lastUs > leastUs) owed.push({ startUs: lastUs, endUs: timeUs });
    lastUs = timeUs;
    if (is & IS.ack) isOwed = false;
    if (is & IS.asksForAck) isOwed = true;
    if ((is & IS.data) === 0) continue;
    timesUs.push(timeUs);
    datagramBytes = Math.max(datagramBytes, sizes.at(row));
  }
  return { timesUs: timesUs.view(), datagramBytes, isOfStreams, owed };
}

/** Jumps of the clock; and silences in which this end owed an ACK, and at whose end it reads at once what had come. */
function stops({ stalls }: PartitionInput, { timesUs, owed }: Arrivals): readonly HeldInterval[] {
  const jumps = stalls.clockJumps.map(({ startUs, endUs }) => ({ startUs, endUs, held: HELD.notKnown }));
  const isReadAtOnce = ({ endUs }: Interval): boolean =>
    upperBound(timesUs, endUs + T.readUs) - lowerBound(timesUs, endUs) >= T.readPackets;
  return overlaid(
    jumps,
    owed.filter(isReadAtOnce).map((stop) => ({ ...stop, held: HELD.hostStopped })),
  );
}

/** Until keys allow data, something is asked for, or data is there. */
function handshake(
  { establishedUs }: TransportState,
  { startUs, endUs }: Interval,
  { firstUs }: ReceivedStreams,
  { timesUs }: Arrivals,
): readonly HeldInterval[] {
  const dataUs = Math.min(firstUs, timesUs[0] ?? endUs);
  const doneUs = Math.min(endUs, dataUs, Number.isNaN(establishedUs) ? endUs : establishedUs);
  return doneUs > startUs ? [{ startUs, endUs: doneUs, held: HELD.handshake }] : [];
}

/** Data that came, and waits for data of its stream that did not. */
function missingData({ arrived: { waits } }: StreamTable): readonly StreamWait[] {
  const [stream, from, to] = [waits.stream.view(), waits.fromUs.view(), waits.toUs.view()];
  return Array.from(stream, (ordinal, i) => ({ stream: ordinal, fromUs: from[i], toUs: to[i] }));
}

function ownCredit(
  table: StreamTable,
  streams: ReceivedStreams,
  { startUs, endUs }: Interval,
  { datagramBytes }: Arrivals,
): readonly HeldInterval[] {
  const rttUs = smallestLoggedRtt(table.state) || 0;
  const times = ownCreditTimes(table, datagramBytes, rttUs, endUs);
  const [whole, own] = [times.filter(({ stream }) => stream < 0), times.filter(({ stream }) => stream >= 0)];
  const promptUs = rttUs + ownMaxAckDelayUs(table.state);
  return streams.allWaiting(own, whole, [startUs, endUs], HELD.ownWindowTooSmall).map((time) => {
    if (streams.isOpen && time.endUs >= endUs) return { ...time, held: HELD.ownNeverRenewed };
    return time.endUs - time.startUs > promptUs ? { ...time, held: HELD.ownReaderSlow } : time;
  });
}

const ownMaxAckDelayUs = ({ parameters }: TransportState): number =>
  parameters.get(PEER_MAX_ACK_DELAY + TO_OWN) ?? T.maxAckDelayUs;

/** Times between two packets with data, longer than the sender's PTO may be: what it sends, or a probe, would have come. */
function pauses(
  state: TransportState,
  { startUs, endUs }: Interval,
  { timesUs }: Arrivals,
): readonly Interval[] {
  const smoothedUs = smoothedRtts(state);
  const variation = new SeriesCursor(state.rebuilt.rttVariation);
  const delayUs = ownMaxAckDelayUs(state);
  const all: Interval[] = [];
  let fromUs = startUs;
  for (let i = 0; i <= timesUs.length; i++) {
    const toUs = i < timesUs.length ? timesUs[i] : endUs;
    if (toUs - fromUs > delayUs) {
      const rttUs = smoothedUs(fromUs);
      // RFC 9002 §5.3: half of the RTT before the first sample.
      const variationUs = variation.at(fromUs) || rttUs / 2;
      const ptoUs = rttUs + Math.max(4 * variationUs, GRANULARITY_US) + delayUs;
      if (toUs - fromUs > ptoUs) all.push({ startUs: fromUs, endUs: toUs });
    }
    fromUs = toUs;
  }
  return all;
}

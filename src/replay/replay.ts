/**
 * Transport state of one connection from its events, in one pass: keeps the in-flight ledger, finds losses, and
 * fills the columns of `TransportState` while the trace is still being read. Metrics are metrics.ts's.
 *
 * References: RFC 9002 §2 (in flight), §6.1 (loss), §7.1 (ECN); RFC 9001 §4.9 (key discard).
 */
import { EventKind, PacketFlag, PacketSpace } from '../qlog-schema';
import { EventBatch } from '../series/event-batch';
import { FlightBalance } from './flight-balance';
import { type AckOutcome, emptyOutcome, type SpaceLedger } from './ledger';
import { MetricReplay } from './metrics';
import { RoleEvidence } from './role';
import { RttEstimator } from './rtt-estimator';
import { NOT_SET, TransportState } from './transport';

/** kPacketThreshold of RFC 9002 §6.1.1. */
const REORDERING_THRESHOLD = 3;

/**
 * A step ahead larger than this is believed only if the next event does not go back behind its middle.
 * The threads of a stack disorder their events by milliseconds, a second is far more; a real pause of
 * any length has its next event behind it.
 */
const TIME_JUMP_US = 1_000_000;

/** The column of losses is 32 bits wide. */
const MAX_LOST_TOGETHER = 0xffff_ffff;

/** What is known about the log beside its events; nothing of it is needed. */
export interface ReplayHints {
  /** The stack leaves metrics that are 0 out: no bytes in flight may mean none. */
  readonly omitsZeros?: boolean;
}

export class Replay {
  readonly state = new TransportState();
  readonly #rtt = new RttEstimator();
  readonly #balance = new FlightBalance(this.state);
  /** The last event so far, when it jumps ahead: the next one says whether its time is right. */
  readonly #held = new EventBatch(1);
  readonly #metrics = new MetricReplay(this.state, this.#balance, this.#rtt);
  readonly #role = new RoleEvidence();
  #ceCount = 0;
  #acksSent = 0;
  /** When the last ack-eliciting packet arrived. */
  #lastReceivedUs = Number.NaN;
  /** Bytes in flight as the current event sets them. */
  #inFlightNow = NOT_SET;

  constructor(hints: ReplayHints = {}) {
    this.configure(hints);
  }

  /** Hints that came later than the first events: they hold from here on. */
  configure(hints: ReplayHints): void {
    this.#metrics.omitsZeros = hints.omitsZeros === true;
  }

  /** Takes a batch in, whole. The batch may be cleared afterwards. */
  consume(batch: EventBatch): void {
    if (batch.length === 0) return;
    this.#release(batch.timeUs[0] as number);
    const last = batch.length - 1;
    for (let row = 0; row < last; row++) this.#event(batch, row, batch.timeUs[row + 1] as number);
    const step = (batch.timeUs[last] as number) - this.state.lastUs;
    if (step <= TIME_JUMP_US) this.#event(batch, last, Number.NaN);
    else this.#held.copyRow(batch, last);
  }

  /** The trace ends here. */
  end(): void {
    this.#release(Number.NaN);
  }

  #release(nextUs: number): void {
    if (this.#held.length > 0) this.#event(this.#held, 0, nextUs);
    this.#held.clear();
  }

  /** @param nextUs the next event's time as logged, NaN where it does not matter or there is none. */
  #event(batch: EventBatch, row: number, nextUs: number): void {
    const { state } = this;
    const timeUs = this.#advance(batch.timeUs[row] as number, nextUs);
    const kind = batch.kind[row] as number;
    let ackedBytes = 0;
    this.#inFlightNow = NOT_SET;
    switch (kind) {
      case EventKind.packetSent:
        this.#sent(batch, row, timeUs);
        break;
      case EventKind.packetReceived:
        ackedBytes = this.#received(batch, row, timeUs);
        break;
      case EventKind.packetsAcked:
        ackedBytes = this.#acked(batch, row, timeUs);
        break;
      case EventKind.packetLost:
        this.#lost(batch, row, timeUs);
        break;
      case EventKind.metricsUpdated:
        this.#inFlightNow = this.#metrics.apply(batch, row, timeUs);
        this.#named(batch, row, timeUs);
        break;
      case EventKind.congestionStateUpdated:
        this.#named(batch, row, timeUs);
        break;
      case EventKind.keyDiscarded:
        this.#discard(batch.space[row] as number, timeUs);
        break;
      default:
        break;
    }
    const { events } = state;
    events.timeUs.push(timeUs);
    events.kind.push(kind);
    events.nameId.push(batch.nameId[row] as number);
    events.space.push(batch.space[row] as number);
    events.flags.push(batch.flags[row] as number);
    events.packetNumber.push(batch.packetNumber[row] as number);
    events.sizeBytes.push(batch.sizeBytes[row] as number);
    events.ackedBytes.push(ackedBytes);
    events.inFlightBytes.push(this.#inFlightNow);
    events.offset.push(batch.offset[row] as number);
  }

  #named(batch: EventBatch, row: number, timeUs: number): void {
    const { states, firstUs } = this.state;
    const name = batch.names.get(row);
    if (name === undefined) return;
    // The first change tells what held until then.
    const before = batch.oldNames.get(row);
    if (states.length === 0 && before !== undefined) states.push(firstUs, before);
    states.push(timeUs, name);
  }

  /** The event's time, held at its predecessor's where the log steps back or jumps ahead for one event. */
  #advance(loggedUs: number, nextUs: number): number {
    const { state } = this;
    // The first event has its successor only.
    const beforeUs = Number.isNaN(state.lastUs) ? nextUs : state.lastUs;
    const stepUs = loggedUs - beforeUs;
    const jumps = stepUs > TIME_JUMP_US && nextUs - beforeUs < stepUs / 2;
    if (jumps) state.timeJumps++;
    const timeUs = jumps ? beforeUs : loggedUs;
    if (Number.isNaN(state.firstUs)) state.firstUs = timeUs;
    if (timeUs < state.lastUs) {
      state.backwardSteps++;
      return state.lastUs;
    }
    state.lastUs = timeUs;
    return timeUs;
  }

  #sent(batch: EventBatch, row: number, timeUs: number): void {
    const { state } = this;
    const space = batch.space[row] as number;
    const flags = batch.flags[row] as number;
    const size = batch.sizeBytes[row] as number;
    const inFlight = (flags & PacketFlag.inFlight) !== 0;
    this.#judgeRole(true, space, flags);
    // RFC 9001 §4.9.1: a client drops Initial keys when it first sends a Handshake packet.
    if (space === PacketSpace.handshake && state.role === 'client')
      this.#discard(PacketSpace.initial, timeUs);
    state.ledger.space(space)?.send(batch.packetNumber[row] as number, size, timeUs, inFlight);
    state.sentBytes += size;
    state.series.sentTotal.push(timeUs, state.sentBytes);
    if (flags & PacketFlag.hasAck) state.series.acksSentTotal.push(timeUs, ++this.#acksSent);
    if (inFlight) {
      state.sentInFlightPackets++;
      state.sentInFlightBytes += size;
      this.#balance.sent(size);
      this.#rebuilt(timeUs);
    }
    // RFC 9001 §4.9.2: a server confirms the handshake by HANDSHAKE_DONE.
    if (flags & PacketFlag.handshakeDone) this.#discard(PacketSpace.handshake, timeUs);
    if (flags & PacketFlag.resentData && !(flags & PacketFlag.ptoProbe))
      state.losses.push('resent-data', timeUs, 1);
  }

  #judgeRole(sent: boolean, space: number, flags: number): void {
    this.#role.packet(sent, space, flags);
    this.state.role = this.#role.role;
  }

  #received(batch: EventBatch, row: number, timeUs: number): number {
    const { state } = this;
    const space = batch.space[row] as number;
    const flags = batch.flags[row] as number;
    this.#judgeRole(false, space, flags);
    // RFC 9001 §4.9.1: a server drops Initial keys when it first processes a Handshake packet.
    if (space === PacketSpace.handshake && state.role === 'server')
      this.#discard(PacketSpace.initial, timeUs);
    state.receivedBytes += batch.sizeBytes[row] as number;
    state.series.receivedTotal.push(timeUs, state.receivedBytes);
    if (flags & PacketFlag.ackEliciting) {
      state.receivedElicitingPackets++;
      state.receivedEliciting += batch.sizeBytes[row] as number;
      if (!Number.isNaN(this.#lastReceivedUs)) {
        state.series.receiveGap.push(timeUs, timeUs - this.#lastReceivedUs);
      }
      this.#lastReceivedUs = timeUs;
    }
    const acked = this.#acked(batch, row, timeUs);
    if (flags & PacketFlag.handshakeDone) this.#discard(PacketSpace.handshake, timeUs);
    const ce = batch.ceCount[row] as number;
    if (ce > this.#ceCount) {
      this.#ceCount = ce;
      batch.flags[row] = flags | PacketFlag.congestionExperienced;
      state.ceMarks.push(timeUs);
    }
    return acked;
  }

  /** Takes the row's ACK ranges out of the ledger. @returns the bytes that left the flight. */
  #acked(batch: EventBatch, row: number, timeUs: number): number {
    const { state } = this;
    const ledger = state.ledger.space(batch.space[row] as number);
    const count = batch.pairCount[row] as number;
    if (ledger === null || count === 0) return 0;
    const outcome = emptyOutcome();
    const first = batch.firstPair[row] as number;
    for (let pair = first; pair < first + count; pair++) {
      ledger.ackRange(batch.pairs.at(pair * 2), batch.pairs.at(pair * 2 + 1), outcome);
    }
    if (outcome.packets === 0) return 0;
    state.spuriousLosses += outcome.spurious;
    state.ackedBytes += outcome.bytes;
    state.series.ackedTotal.push(timeUs, state.ackedBytes);
    this.#balance.acked(outcome.bytes, outcome.spuriousBytes);
    if (outcome.bytes > 0) this.#sampleRtt(outcome, timeUs);
    this.#inferByThreshold(batch.space[row] as number, timeUs);
    this.#rebuilt(timeUs);
    return outcome.bytes;
  }

  #sampleRtt(outcome: AckOutcome, timeUs: number): void {
    this.#rtt.sample(timeUs - outcome.largestSentUs);
    this.#metrics.sampled();
    const meanBytes = outcome.bytes / outcome.packets;
    this.state.datagramBytes = Math.max(this.state.datagramBytes, Math.ceil(meanBytes));
  }

  #inferByThreshold(space: number, timeUs: number): void {
    const { losses, ledger } = this.state;
    losses.markAvailable('ack-gap');
    // The ledger follows better evidence where there is any.
    if (losses.method !== 'ack-gap') return;
    const lostBeforeUs = timeUs - this.#rtt.lossDelayUs;
    const lost = ledger.space(space)?.loseByThreshold(REORDERING_THRESHOLD, lostBeforeUs) ?? 0;
    if (lost > 0) losses.push('ack-gap', timeUs, lost);
  }

  #lost(batch: EventBatch, row: number, timeUs: number): void {
    const { state } = this;
    const space = state.ledger.space(batch.space[row] as number);
    if ((batch.pairCount[row] as number) > 0) {
      const pair = batch.firstPair[row] as number;
      this.#lostTogether(space, batch.pairs.at(pair * 2), batch.pairs.at(pair * 2 + 1), timeUs);
      return;
    }
    const bytes = space?.lose(batch.packetNumber[row] as number) ?? 0;
    this.#balance.lost(bytes);
    // RFC 9000 §14.4: the loss of an MTU probe is no sign of congestion.
    if (!((batch.flags[row] as number) & PacketFlag.mtuProbe)) state.losses.push('logged', timeUs, 1);
    this.#rebuilt(timeUs);
  }

  /** A loss logged as a number of packets (mvfst): the oldest ones up to the largest are the likeliest. */
  #lostTogether(space: SpaceLedger | null, largest: number, packets: number, timeUs: number): void {
    for (let i = 0; i < packets; i++) {
      const bytes = space?.loseOldest(largest) ?? null;
      if (bytes === null) break;
      this.#balance.lost(bytes);
    }
    this.state.losses.push('logged', timeUs, Math.min(packets, MAX_LOST_TOGETHER));
    this.#rebuilt(timeUs);
  }

  #discard(space: number, timeUs: number): void {
    const bytes = this.state.ledger.space(space)?.discard() ?? 0;
    if (bytes === 0) return;
    this.#balance.discarded(bytes);
    this.#rebuilt(timeUs);
  }

  #rebuilt(timeUs: number): void {
    const { series, ledger } = this.state;
    if (series.bytesInFlight.length > 0) return;
    this.#inFlightNow = ledger.inFlightBytes;
    series.bytesInFlightRebuilt.push(timeUs, ledger.inFlightBytes);
  }
}

/**
 * Transport state of one connection from its events, in one pass: maintains the in-flight ledger, finds losses, and
 * fills the columns of `TransportState` while the trace is still being read.
 *
 * References: RFC 9002 §2 (in flight), §6.1 (loss), §7.1 (ECN); RFC 9001 §4.9 (key discard). Not here: ACKs
 * (ack-replay.ts), logged losses (loss-replay.ts), metrics (metrics.ts), values derived from them (sender-model.ts).
 */
import {
  EventFact,
  EventKind,
  FIRST_PARAMETER,
  isOfTransport,
  type LoggedTermination,
  PacketFlag,
  PacketSpace,
  PEER_ACK_DELAY_EXPONENT,
  PEER_MAX_ACK_DELAY,
} from '../../../qlog-schema';
import { BATCH_ROWS, EventBatch } from '../../base/columns/event-batch';
import { AckReplay } from './ack-replay';
import { NOT_SET, ReplayedRows } from './event-columns';
import { FlightBalance } from './flight-balance';
import { LossReplay } from './loss-replay';
import { MetricReplay } from './metrics';
import { PacketMark } from './packet-fate';
import type { Resumed } from './resume';
import { type Role, RoleEvidence } from './role';
import { GRANULARITY_US } from './rtt-estimator';
import { SenderModel } from './sender-model';
import { StateTriggers } from './state-triggers';
import { StreamReplay } from './stream-replay';
import { isTimeJump, TIME_JUMP_US } from './time-jump';
import { type Termination, TransportState } from './transport';

/** Results for the rows of the batch that is replayed: no replay needs them longer. */
const sharedRows = new ReplayedRows(BATCH_ROWS);

const givesReason = ({ how, code }: Termination | LoggedTermination): boolean =>
  how !== 'close' || !Number.isNaN(code);

/** Optional facts about the log besides its events. */
export interface ReplayHints {
  /** The stack omits metrics that are 0: absent bytes in flight may mean 0. */
  readonly omitsZeros?: boolean;
  /** Time steps are truncated, so that no RTT can be computed from them. */
  readonly truncatedDeltas?: boolean;
  /** Packets are logged as sent before the pacer lets them go. */
  readonly sentBeforePacer?: boolean;
  /** Each loss is logged: none is inferred. */
  readonly logsLosses?: boolean;
  /** The end that logged it, where its header can be trusted. */
  readonly role?: Role;
}

export class Replay {
  readonly state = new TransportState();
  /** The time of the event is not the logged one, by more than a timer's granularity. */
  #isMoved = false;
  readonly #balance = new FlightBalance(this.state);
  readonly #model = new SenderModel(this.state, this.#balance);
  /** As logged last; null before it is. */
  #congestionState: string | null = null;
  /** The last event, when it jumps ahead: the next one shows whether its time is right. */
  #held: EventBatch | null = null;
  readonly #metrics = new MetricReplay(this.state, this.#balance, this.#model.rtt, this.#model);
  readonly #acks = new AckReplay(this.state, this.#balance, this.#model, this.#metrics);
  readonly #losses = new LossReplay(this.state, this.#balance, this.#model);
  readonly #stateTriggers = new StateTriggers(this.state);
  readonly #streams = new StreamReplay(this.state.streams);
  readonly #role = new RoleEvidence();
  readonly #details = { marks: 0, dataBytes: 0, resentBytes: 0 };
  /** Results for the rows of the current batch; `#details` is reused for each packet. */
  #rows = sharedRows;
  /** Packets that began the connection anew. */
  #answered: readonly ('retry' | 'version-negotiation')[] = [];
  /** Bytes in flight after the current event. */
  #inFlightNow = NOT_SET;

  constructor(hints: ReplayHints = {}) {
    this.configure(hints);
  }

  /** Sets hints; after the first events they apply from here on. */
  configure(hints: ReplayHints): void {
    this.#metrics.omitsZeros = hints.omitsZeros === true;
    this.state.sentBeforePacer = hints.sentBeforePacer === true;
    this.#model.trustTimes(hints.truncatedDeltas !== true);
    this.#role.header(hints.role ?? 'unknown');
    if (hints.logsLosses === true) this.#model.stackReportsLosses('logged');
  }

  /** What holds the state of the replay: what resumes an exported range sets it before the first event (resume.ts). */
  get beginning(): Resumed {
    return { state: this.state, balance: this.#balance, model: this.#model, acks: this.#acks };
  }

  /** Processes a whole batch. It may be cleared afterwards. */
  consume(batch: EventBatch): void {
    if (batch.length === 0) return;
    this.#release(batch.timeUs[0]);
    this.#streams.begin(batch);
    const last = batch.length - 1;
    if (this.#rows.timeUs.length < batch.length) this.#rows = new ReplayedRows(batch.length);
    for (let row = 0; row < last; row++) this.#event(batch, row, batch.timeUs[row + 1]);
    const step = batch.timeUs[last] - this.state.lastUs;
    const isHeld = !(step <= TIME_JUMP_US);
    if (isHeld) this.#hold(batch, last);
    else this.#event(batch, last, Number.NaN);
    this.state.events.append(batch, this.#rows, isHeld ? last : batch.length);
  }

  /** The trace ends here. */
  end(): void {
    this.#release(Number.NaN);
    this.settleUnits();
    this.#model.end(this.state.lastUs);
    // The state, which lasts, does not hold what replayed it.
    this.state.ledger.context.onLost = null;
    this.state.ledger.context.takesBack = null;
  }

  /** Nothing comes that would show more of which units the log's figures are in. */
  settleUnits(): void {
    this.#metrics.end();
  }

  #release(nextUs: number): void {
    const held = this.#held;
    if (held === null) return;
    this.#streams.begin(held);
    this.#event(held, 0, nextUs);
    this.state.events.append(held, this.#rows, 1);
    this.#held = null;
  }

  #hold(batch: EventBatch, row: number): void {
    this.#held = new EventBatch(1);
    this.#held.copyRow(batch, row);
  }

  /** @param nextUs the next event's time as logged, NaN for none or where it is not needed. */
  #event(batch: EventBatch, row: number, nextUs: number): void {
    const { state } = this;
    const timeUs = this.#advance(batch.timeUs[row], nextUs);
    const kind = batch.kind[row];
    let ackedBytes = 0;
    this.#inFlightNow = NOT_SET;
    state.ledger.context.nowUs = timeUs;
    const mayAcknowledge = kind === EventKind.packetReceived || kind === EventKind.packetsAcked;
    if (!mayAcknowledge && isOfTransport(kind)) this.#overdue(timeUs);
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
      case EventKind.udpDatagramsSent:
        state.counts.sentDatagrams +=
          batch.pairCount[row] > 0 ? batch.pairs.at(batch.firstPair[row] * 2 + 1) : 1;
        break;
      case EventKind.packetLost:
        if (this.#losses.apply(batch, row, timeUs)) this.#rebuilt(timeUs);
        break;
      case EventKind.metricsUpdated:
        this.#inFlightNow = this.#metrics.apply(batch, row, timeUs);
        this.#named(batch, row, timeUs);
        break;
      case EventKind.congestionStateUpdated:
        this.#named(batch, row, timeUs);
        this.#facts(batch, row, timeUs);
        break;
      case EventKind.carefulResumePhaseUpdated:
        this.#resumePhase(batch, row, timeUs);
        break;
      case EventKind.keyDiscarded:
        this.#discard(batch.space[row], timeUs);
        break;
      case EventKind.packetDropped:
        state.counts.packetsDropped++;
        this.#facts(batch, row, timeUs);
        break;
      case EventKind.parametersSet:
      case EventKind.timerUpdated:
      case EventKind.ecnStateUpdated:
        this.#facts(batch, row, timeUs);
        break;
      case EventKind.connectionDataBlockedUpdated:
      case EventKind.streamDataBlockedUpdated:
        this.#model.pauses.blocked(state.blocks.take(batch, row, timeUs));
        break;
      case EventKind.httpFrameCreated:
      case EventKind.httpFrameParsed:
      case EventKind.httpPriorityUpdated:
        state.http.add(batch, row, timeUs);
        break;
      default:
        break;
    }
    if (mayAcknowledge) this.#overdue(timeUs);
    if (state.connectivity.asksFor(batch, row))
      state.connectivity.take(batch, row, state.events.length + row, timeUs);
    if (batch.terminations.size > 0) this.#terminated(batch, row, timeUs);
    if (isOfTransport(kind)) this.#model.settle(timeUs);
    this.#rows.timeUs[row] = timeUs;
    this.#rows.ackedBytes[row] = ackedBytes;
    this.#rows.inFlightBytes[row] = this.#inFlightNow;
  }

  #named(batch: EventBatch, row: number, timeUs: number): void {
    const { states, firstUs } = this.state;
    const name = batch.names.get(row);
    if (name === undefined) return;
    // The first change also logs the state before it.
    const before = batch.oldNames.get(row);
    if (states.length === 0 && before !== undefined) states.push(firstUs, before);
    states.push(timeUs, name);
    this.#congestionState = name;
    this.#stateTriggers.entered(timeUs, Number.NaN);
  }

  /** A phase of careful resume is a state; after the last one, `normal`, the congestion state is what it was. */
  #resumePhase({ names, oldNames }: EventBatch, row: number, timeUs: number): void {
    const { states, firstUs } = this.state;
    const phase = names.get(row);
    if (phase === undefined) return;
    const before = oldNames.get(row);
    if (states.length === 0 && before !== undefined) states.push(firstUs, before);
    states.push(timeUs, phase === 'normal' ? (this.#congestionState ?? phase) : phase);
  }

  /**
   * What ends the connection is the first record that says it: an answer to it says nothing new. Where that gives no reason, a
   * later one may, such as the CONNECTION_CLOSE frame that is sent after it.
   */
  #terminated({ terminations }: EventBatch, row: number, timeUs: number): void {
    const termination = terminations.get(row);
    const { termination: before, connectivity } = this.state;
    if (termination === undefined || (before !== null && givesReason(before))) return;
    if (before !== null && !givesReason(termination)) return;
    this.state.termination = { ...termination, timeUs: before?.timeUs ?? timeUs };
    connectivity.endRow = this.state.events.length + row;
  }

  /** The event's time; its predecessor's where the log steps back or jumps ahead for one event. */
  #advance(loggedUs: number, nextUs: number): number {
    const { state } = this;
    const jumps = isTimeJump(state.lastUs, loggedUs, nextUs);
    if (jumps) state.timeJumps++;
    const beforeUs = Number.isNaN(state.lastUs) ? nextUs : state.lastUs;
    const timeUs = jumps ? beforeUs : loggedUs;
    this.#isMoved = jumps || timeUs < state.lastUs - GRANULARITY_US;
    if (Number.isNaN(state.firstUs)) state.firstUs = timeUs;
    if (timeUs < state.lastUs) {
      state.backwardSteps++;
      state.farthestBackUs = Math.max(state.farthestBackUs, state.lastUs - timeUs);
      return state.lastUs;
    }
    state.lastUs = timeUs;
    return timeUs;
  }

  #sent(batch: EventBatch, row: number, timeUs: number): void {
    const { state } = this;
    const space = batch.space[row];
    const flags = batch.flags[row];
    const size = batch.sizeBytes[row];
    const inFlight = (flags & PacketFlag.inFlight) !== 0;
    this.#noteRole(true, space, flags);
    // RFC 9001 §4.9.1: a client drops Initial keys when it first sends a Handshake packet.
    if (space === PacketSpace.handshake && state.role === 'client')
      this.#discard(PacketSpace.initial, timeUs);
    this.#model.sending(timeUs, space, size, flags, batch.resentBytes[row]);
    const number = batch.packetNumber[row];
    const isAgain = space === PacketSpace.initial && inFlight && state.ledger.initial.isGivenUp(number);
    const entered = this.#enter(batch, row, timeUs, inFlight, isAgain);
    this.#streams.sent(batch, row, timeUs, space === PacketSpace.application ? entered : -1);
    if (this.#isMoved || isAgain) this.#acks.movedSend(space, number);
    if (batch.pairCount[row] > 0) state.unseenReceived.acknowledged(batch, row, timeUs);
    const isUsedUp = batch.connectionCredit[row] === 0 || batch.streamCredit[row] === 0;
    if (isUsedUp) this.#credit(batch, row, timeUs);
    if (state.sentPackets === 0) this.#metrics.began(timeUs, space);
    state.sentPackets++;
    state.sentBytes += size;
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

  #credit({ connectionCredit, streamCredit }: EventBatch, row: number, timeUs: number): void {
    this.#model.openCredit(timeUs, connectionCredit[row], streamCredit[row]);
  }

  /** Adds a packet to the ledger. @returns its row there, -1 where it is ignored. */
  #enter(batch: EventBatch, row: number, timeUs: number, inFlight: boolean, isAgain: boolean): number {
    const flags = batch.flags[row];
    const resentBytes = batch.resentBytes[row];
    const dataBytes = batch.dataBytes[row];
    let marks = 0;
    if (flags & PacketFlag.ackEliciting) marks |= PacketMark.ackEliciting;
    if (flags & PacketFlag.mtuProbe) marks |= PacketMark.mtuProbe;
    if (flags & PacketFlag.ecnCapable) marks |= PacketMark.ecnCapable;
    if (resentBytes > 0 || flags & PacketFlag.resentData) marks |= PacketMark.resent;
    const size = batch.sizeBytes[row];
    const space = this.state.ledger.space(batch.space[row]);
    this.#details.marks = marks;
    this.#details.dataBytes = dataBytes;
    this.#details.resentBytes = resentBytes;
    const number = batch.packetNumber[row];
    const entered = isAgain
      ? space?.sendAgain(number, marks)
      : space?.send(number, size, timeUs, inFlight, this.#details);
    this.state.delivery.sent(timeUs, resentBytes);
    return entered ?? -1;
  }

  #noteRole(sent: boolean, space: number, flags: number): void {
    this.#role.packet(sent, space, flags);
    this.state.role = this.#role.role;
  }

  #received(batch: EventBatch, row: number, timeUs: number): number {
    const { state } = this;
    const space = batch.space[row];
    const flags = batch.flags[row];
    this.#noteRole(false, space, flags);
    if (space === PacketSpace.none && batch.life.has(row)) this.#startOver(batch, row, timeUs);
    // RFC 9001 §4.9.1: a server drops Initial keys when it first processes a Handshake packet.
    if (space === PacketSpace.handshake && state.role === 'server')
      this.#discard(PacketSpace.initial, timeUs);
    state.receivedPackets++;
    state.unseenReceived.received(space, batch.packetNumber[row]);
    if (this.#metrics.isUnanswered) this.#metrics.received(timeUs, space);
    this.#streams.received(batch, row, timeUs, state.events.length + row);
    state.receivedBytes += batch.sizeBytes[row];
    if (flags & PacketFlag.ackEliciting) {
      state.receivedElicitingPackets++;
      state.receivedEliciting += batch.sizeBytes[row];
    }
    if (space === PacketSpace.application) this.#model.established(flags);
    if (flags & PacketFlag.grantsCredit) this.#model.pauses.blocked(false);
    this.#model.credit(timeUs, flags);
    this.#credit(batch, row, timeUs);
    const acked = this.#acked(batch, row, timeUs);
    if (flags & PacketFlag.handshakeDone) this.#discard(PacketSpace.handshake, timeUs);
    return acked;
  }

  /** Acknowledges the row's ACK ranges in the ledger. @returns the bytes that left the flight. */
  #acked(batch: EventBatch, row: number, timeUs: number): number {
    const bytes = this.#acks.apply(batch, row, timeUs);
    if (bytes === null) return 0;
    this.#rebuilt(timeUs);
    return bytes;
  }

  /** Packets that the time threshold declares lost by now (RFC 9002 §6.1.2). */
  #overdue(timeUs: number): void {
    if (this.#acks.inferDue(timeUs)) this.#rebuilt(timeUs);
  }

  /** Transport parameters, timers, ECN, the application, reasons of congestion states. */
  #facts(batch: EventBatch, row: number, timeUs: number): void {
    const first = batch.firstPair[row];
    for (let pair = first; pair < first + batch.pairCount[row]; pair++) {
      const fact = batch.pairs.at(pair * 2);
      const value = batch.pairs.at(pair * 2 + 1);
      if (fact >= FIRST_PARAMETER) this.state.setParameter(fact, value);
      switch (fact) {
        case EventFact.ptoExpired:
          this.#model.pto.expired(timeUs);
          break;
        case EventFact.ecnFailed:
          this.state.ecn.givenUp(timeUs);
          break;
        case EventFact.duplicate:
          this.state.counts.duplicates++;
          break;
        case EventFact.stateTrigger:
          this.#stateTriggers.entered(timeUs, value);
          break;
        case EventFact.appLimited:
          this.#model.appLimited(timeUs, value);
          break;
        case PEER_MAX_ACK_DELAY:
          this.#model.rtt.maxAckDelayUs = value;
          break;
        case PEER_ACK_DELAY_EXPONENT:
          this.#acks.encodesAckDelays(value);
          break;
        default:
          break;
      }
    }
  }

  /**
   * A Retry or Version Negotiation packet that a client takes (RFC 9000 §17.2.5.2, §6.2: none after another packet of the
   * server, one of each) begins the connection anew: recovery forgets what was sent (RFC 9002 §6.3).
   */
  #startOver({ life }: EventBatch, row: number, timeUs: number): void {
    const { role, ledger, connectivity } = this.state;
    const type = life.get(row)?.find((said) => said.fact === 'packet')?.type;
    if (type === undefined || type === 'zero-rtt' || role === 'server' || this.#answered.includes(type))
      return;
    if (Object.values(connectivity.packets).some(({ received }) => received.packets > 0)) return;
    this.#answered = [...this.#answered, type];
    for (const space of ledger.spaces) space.startOver();
    this.#model.pto.discarded();
    this.#balance.startOver();
    this.#rebuilt(timeUs);
  }

  #discard(space: number, timeUs: number): void {
    const books = this.state.ledger.space(space);
    const presumed = books?.presumedBytes ?? 0;
    const bytes = books?.discard() ?? 0;
    if (bytes === 0 && presumed === 0) return;
    this.#model.pto.discarded();
    this.#balance.discarded(bytes);
    this.#rebuilt(timeUs);
  }

  #rebuilt(timeUs: number): void {
    const { series, rebuilt, rebuiltFlightBytes } = this.state;
    if (series.bytesInFlight.length > 0) {
      rebuilt.bytesInFlight.push(timeUs, rebuiltFlightBytes);
      return;
    }
    this.#inFlightNow = rebuiltFlightBytes;
    series.bytesInFlightRebuilt.push(timeUs, rebuiltFlightBytes);
  }
}

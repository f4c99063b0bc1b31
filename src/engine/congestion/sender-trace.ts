/**
 * Converts the columns of a trace to the steps that drive models: one pass over the events, the logged window,
 * ssthresh, RTTs and losses.
 *
 * The columns do not hold ACK ranges, so acknowledged packets are assigned in send order (send-queue.ts); a better
 * source only needs to produce the same steps. A loss and the reduction that answers it become one step.
 */
import { EventKind, PacketFlag, PacketSpace } from '../../qlog-schema';
import { upperBound } from '../columns/growable';
import { NOT_SET, type TransportState } from '../transport/transport';
import { MINIMUM_WINDOW_DATAGRAMS } from './controller';
import { GrowthByUse } from './growth-by-use';
import { SendQueue } from './send-queue';
import { SenderSteps, type SenderTrace, StepKind, Use } from './sender-steps';
import { SeriesCursor } from './series-cursor';
import { windowSource } from './window-source';

/** RFC 9000 §14.1: used until an ACK has shown the actual size. */
const MIN_DATAGRAM_BYTES = 1200;
/** An increase to the window before the last reduction is an undo if it is at least this large. */
const MIN_UNDO_GROWTH = 0.1;
/** The ACK that shows the loss as spurious may grow the window on top: by at most this share of it … */
const MAX_GROWTH_BEYOND = 0.05;
/** … and then the increase is one that avoidance, a datagram per round trip, does not bring in one step. */
const MIN_UNDO_DATAGRAMS = 4;
/**
 * A log may be out of step with its packets by one or two; more means that the queue holds packets that have left the
 * flight.
 */
const QUEUE_SLACK_DATAGRAMS = 2;

/** Builds the steps of a connection. A trace without packets or without windows gives few steps or none. */
export function senderTrace(state: TransportState): SenderTrace {
  return new StepBuilder(state).build();
}

/** Without a logged window it counts as used. */
function fillOf(inFlightBytes: number, cwndBytes: number, datagramBytes: number): Use {
  if (!(inFlightBytes < cwndBytes)) return Use.full;
  return inFlightBytes + datagramBytes > cwndBytes ? Use.nearlyFull : Use.room;
}

/** @param prior the window before the last reduction, bytes; NaN for none. */
function isUndo(before: number, after: number, prior: number, datagramBytes: number): boolean {
  const grown = after - before;
  if (grown < MIN_UNDO_GROWTH * after) return false;
  const isBeyond = after > prior && after <= (1 + MAX_GROWTH_BEYOND) * prior;
  return after === prior || (isBeyond && grown >= MIN_UNDO_DATAGRAMS * datagramBytes);
}

class StepBuilder {
  readonly #state: TransportState;
  readonly #steps = new SenderSteps();
  /** By `PacketSpace`. */
  readonly #queues: SendQueue[] = [];
  readonly #datagramBytes: number;
  readonly #window: SeriesCursor;
  readonly #ssthresh: SeriesCursor;
  readonly #minRtt: SeriesCursor;
  readonly #smoothedRtt: SeriesCursor;
  readonly #lossTimesUs: Float64Array;
  readonly #lossPackets: Uint32Array;
  #nextLoss = 0;
  /** Infinity after the last loss. */
  #nextLossUs = Number.POSITIVE_INFINITY;
  #inFlightBytes = 0;
  #lastSendUs = Number.NaN;
  #lastAckUs = Number.NaN;
  #cwndBytes = Number.NaN;
  #priorBytes = Number.NaN;
  /** How much of the window the last send used. */
  #use: Use = Use.room;
  /** ACKs at which the window was full to the byte, and full except for less than a datagram. */
  #full = 0;
  #nearlyFull = 0;
  #slowStart = true;
  readonly #growth = new GrowthByUse();
  /** A loss that the log may still answer by a reduction: index of its step, -1 for none. */
  #openLoss = -1;

  constructor(state: TransportState) {
    this.#state = state;
    this.#datagramBytes = Math.max(state.datagramBytes, MIN_DATAGRAM_BYTES);
    const { congestionWindow, ssthresh, minRtt, smoothedRtt } = state.series;
    this.#lossTimesUs = state.losses.timesUs;
    this.#lossPackets = state.losses.packets;
    this.#turnToLoss(0);
    this.#window = new SeriesCursor(congestionWindow);
    this.#ssthresh = new SeriesCursor(ssthresh);
    this.#smoothedRtt = new SeriesCursor(smoothedRtt);
    this.#minRtt = new SeriesCursor(minRtt.length > 0 ? minRtt : smoothedRtt);
  }

  build(): SenderTrace {
    const { events, series, firstUs, lastUs } = this.#state;
    const times = events.timeUs.view();
    const kinds = events.kind.view();
    const acked = events.ackedBytes.view();
    for (let row = 0; row < times.length; row++) {
      const timeUs = times[row] as number;
      const kind = kinds[row] as number;
      const ackedBytes = acked[row] as number;
      // RFC 9002 §A.7: an ACK's losses are detected before its acknowledged packets are counted, and they are older.
      if (ackedBytes > 0) this.#openLoss = -1;
      if (this.#nextLossUs <= timeUs) {
        const reports = kind === EventKind.metricsUpdated || kind === EventKind.packetLost;
        this.#lostUntil(timeUs, reports || ackedBytes > 0, ackedBytes);
      }
      this.#row(row, kind, timeUs, ackedBytes);
      if (this.#openLoss >= 0) this.#enteredRecovery(timeUs);
    }
    // A stack that fills its window to the byte is not limited by it when a few bytes are left. Others fill the last
    // byte by chance: 3 times in 1,142 (noq).
    const toTheByte = this.#full * 4 > this.#nearlyFull;
    this.#steps.leastUse = this.#growth.ignoresUse() ? Use.room : toTheByte ? Use.full : Use.nearlyFull;
    const initialCwndBytes = series.congestionWindow.values[0] ?? Number.NaN;
    const { side } = this.#state;
    return {
      side,
      datagramBytes: this.#datagramBytes,
      initialCwndBytes,
      firstUs,
      lastUs,
      steps: this.#steps,
      source: windowSource(this.#state),
      isMidway: this.#state.beginsMidway,
    };
  }

  #row(row: number, kind: number, timeUs: number, ackedBytes: number): void {
    const { events } = this.#state;
    const inFlightBytes = events.inFlightBytes.at(row);
    if (kind === EventKind.packetSent && events.flags.at(row) & PacketFlag.inFlight) {
      this.#sent(events.space.at(row), events.sizeBytes.at(row), timeUs, inFlightBytes);
    } else if (inFlightBytes !== NOT_SET) this.#inFlightBytes = inFlightBytes;
    else this.#inFlightBytes = Math.max(0, this.#inFlightBytes - ackedBytes);
    if (ackedBytes > 0) this.#acked(events.space.at(row), ackedBytes, timeUs);
    if (kind !== EventKind.metricsUpdated) return;
    if (inFlightBytes !== NOT_SET) this.#trim();
    this.#logged(timeUs);
  }

  #sent(space: number, bytes: number, timeUs: number, inFlightBytes: number): void {
    const drained = this.#inFlightBytes === 0;
    // Packets still in the queues were lost without an event.
    if (drained) for (const queue of this.#queues) queue.clear();
    if (drained && this.#lastSendUs < timeUs) {
      this.#push(
        StepKind.idleSend,
        timeUs,
        [this.#lastSendUs, this.#lastAckUs],
        this.#smoothedRtt.at(timeUs),
      );
    }
    this.#inFlightBytes = inFlightBytes === NOT_SET ? this.#inFlightBytes + bytes : inFlightBytes;
    this.#lastSendUs = timeUs;
    this.#use = fillOf(this.#inFlightBytes, this.#cwndBytes, this.#datagramBytes);
    this.#queue(space).sent(timeUs, bytes);
  }

  #acked(space: number, bytes: number, timeUs: number): void {
    this.#lastAckUs = timeUs;
    if (this.#use === Use.full) this.#full++;
    if (this.#use === Use.nearlyFull) this.#nearlyFull++;
    if (!this.#slowStart) this.#growth.acked(this.#use, bytes / this.#cwndBytes);
    const first = this.#steps.packetSentUs.length;
    const count = this.#queue(space).acked(bytes, this.#steps);
    this.#push(StepKind.ack, timeUs, [first, count], this.#minRtt.at(timeUs));
  }

  /** Trims the queue of 1-RTT packets to the logged flight: excess packets were lost without an event. */
  #trim(): void {
    const slackBytes = QUEUE_SLACK_DATAGRAMS * this.#datagramBytes;
    this.#queue(PacketSpace.application).trim(this.#inFlightBytes + slackBytes);
  }

  #lostUntil(timeUs: number, included: boolean, ackedBytes: number): void {
    for (; this.#nextLoss < this.#lossTimesUs.length; this.#turnToLoss(this.#nextLoss + 1)) {
      const lossUs = this.#nextLossUs;
      if (lossUs > timeUs || (lossUs === timeUs && !included)) return;
      this.#lost(lossUs, this.#lossPackets[this.#nextLoss] as number, ackedBytes);
    }
  }

  #turnToLoss(index: number): void {
    this.#nextLoss = index;
    this.#nextLossUs = this.#lossTimesUs[index] ?? Number.POSITIVE_INFINITY;
  }

  #lost(timeUs: number, packets: number, ackedBytes: number): void {
    const spaces = [PacketSpace.application, PacketSpace.handshake, PacketSpace.initial];
    const sentUs = spaces
      .map((space) => this.#queue(space).lost(packets, ackedBytes))
      .find((sent) => !Number.isNaN(sent));
    if (sentUs === undefined) return;
    if (this.#openLoss < 0) this.#openLoss = this.#steps.length;
    this.#push(StepKind.loss, timeUs, [sentUs], Number.NaN);
  }

  /** Handles a logged window, if there is a new one. */
  #logged(timeUs: number): void {
    const before = this.#cwndBytes;
    const after = this.#window.at(timeUs);
    const ssthresh = this.#ssthresh.at(timeUs);
    const grows = after < ssthresh || (Number.isNaN(ssthresh) && !(this.#priorBytes > 0));
    if (after < before) this.#reduced(timeUs, before, after, ssthresh);
    else if (isUndo(before, after, this.#priorBytes, this.#datagramBytes) && !this.#slowStart) {
      this.#push(StepKind.undo, timeUs, [after], Number.NaN);
      this.#priorBytes = Number.NaN;
    } else if (this.#slowStart && !grows) {
      this.#push(StepKind.slowStartExit, timeUs, [after], Number.NaN);
    } else if (after !== before && !Number.isNaN(after)) {
      this.#push(StepKind.window, timeUs, [after], Number.NaN);
      if (!grows) this.#growth.grew(this.#use, (after - before) / this.#datagramBytes);
    }
    this.#cwndBytes = after;
    this.#slowStart = grows;
  }

  /** Turns the loss that this answers, if any, into the reduction. */
  #reduced(timeUs: number, before: number, after: number, ssthresh: number): void {
    this.#priorBytes = before;
    const open = this.#openLoss;
    this.#openLoss = -1;
    if (open < 0) this.#push(StepKind.reduction, timeUs, [before, after, ssthresh, timeUs], Number.NaN);
    else this.#steps.answer(open, before, after, ssthresh);
  }

  /**
   * The log enters recovery by a loss, and its window is already at the minimum: counts as a reduction to the minimum.
   * After the next send this no longer holds, because a boundary in the future also shows as recovery.
   */
  #enteredRecovery(timeUs: number): void {
    const { timesUs, states, names } = this.#state.states;
    const now = upperBound(timesUs, timeUs) - 1;
    const lossUs = this.#steps.timeUs.at(this.#openLoss);
    if (now < 0 || (timesUs[now] as number) < lossUs || this.#lastSendUs > lossUs) return;
    const floorBytes = MINIMUM_WINDOW_DATAGRAMS * this.#datagramBytes;
    if (!/recovery/i.test(names[states[now] as number] ?? '') || !(this.#cwndBytes <= floorBytes)) return;
    this.#steps.answer(this.#openLoss, this.#cwndBytes, this.#cwndBytes, this.#cwndBytes);
    this.#openLoss = -1;
  }

  #push(
    kind: StepKind,
    timeUs: number,
    values: readonly [number, number?, number?, number?],
    rttUs: number,
  ): void {
    this.#steps.push(kind, timeUs, values, rttUs, this.#use);
  }

  #queue(space: number): SendQueue {
    while (this.#queues.length <= space) this.#queues.push(new SendQueue());
    return this.#queues[space] as SendQueue;
  }
}

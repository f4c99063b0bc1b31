/**
 * Converts events to the steps that drive models: one pass over fed rows, with the logged window, ssthresh, RTTs and
 * losses.
 *
 * The columns do not hold ACK ranges, so acknowledged packets are assigned in send order (send-queue.ts); a better
 * source only needs to produce the same steps. A loss and the reduction that answers it become one step.
 */
import { EventKind, PacketFlag, PacketSpace } from '../../../qlog-schema';
import { NOT_SET } from '../transport/event-columns';
import { MINIMUM_WINDOW_DATAGRAMS } from './controller';
import { FedCursor } from './fed-cursor';
import { GrowthByUse } from './growth-by-use';
import { SendQueue } from './send-queue';
import type { FedRows, FeedBasis, SenderFeed } from './sender-feed';
import { SenderSteps, StepKind, Use } from './sender-steps';

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

/** A window at the minimum, as a multiple of it: the largest packet seen may be some bytes smaller than a full datagram. */
const AT_MINIMUM = 1.01;

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

export class StepBuilder {
  readonly steps = new SenderSteps();
  /** By `PacketSpace`. */
  readonly #queues: SendQueue[] = [];
  readonly #datagramBytes: number;
  readonly #window = new FedCursor();
  readonly #ssthresh = new FedCursor();
  readonly #minRtt = new FedCursor();
  readonly #smoothedRtt = new FedCursor();
  /** Values: packets. */
  readonly #losses = new FedCursor();
  /** Values: whether it is recovery, 1 or 0. */
  readonly #states = new FedCursor();
  /** The round-trip times of ACKs. */
  #ackRtt = this.#minRtt;
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

  constructor({ datagramBytes }: Pick<FeedBasis, 'datagramBytes'>) {
    this.#datagramBytes = datagramBytes;
  }

  feed(feed: SenderFeed): void {
    this.#window.feed(feed.congestionWindow);
    this.#ssthresh.feed(feed.ssthresh);
    this.#minRtt.feed(feed.minRtt);
    this.#smoothedRtt.feed(feed.smoothedRtt);
    this.#losses.feed(feed.losses);
    this.#states.feed(feed.states);
    this.#ackRtt = feed.acksByMinRtt ? this.#minRtt : this.#smoothedRtt;
    this.#rows(feed.rows);
    this.#passUntil(feed.rows.timeUs.at(-1) ?? Number.NEGATIVE_INFINITY);
  }

  /** Ends with its loop: V8 compiles that before it knows what comes after, and would compile it again with each feed. */
  #rows(rows: FedRows): void {
    const { timeUs: times, kind: kinds, ackedBytes: acked } = rows;
    for (let row = 0; row < times.length; row++) {
      const timeUs = times[row];
      const kind = kinds[row];
      const ackedBytes = acked[row];
      // RFC 9002 §A.7: an ACK's losses are detected before its acknowledged packets are counted, and they are older.
      if (ackedBytes > 0) this.#openLoss = -1;
      if (this.#losses.nextUs <= timeUs) {
        const reports = kind === EventKind.metricsUpdated || kind === EventKind.packetLost;
        this.#lostUntil(timeUs, reports || ackedBytes > 0, ackedBytes);
      }
      this.#row(rows, row, timeUs);
      if (this.#openLoss >= 0) this.#enteredRecovery(timeUs);
    }
  }

  /** Later events have later times: no cursor keeps points that it has not come to. */
  #passUntil(timeUs: number): void {
    for (const cursor of [this.#window, this.#ssthresh, this.#minRtt, this.#smoothedRtt, this.#states])
      cursor.at(timeUs);
  }

  /** Steps before this one stay as they are: a later event may turn an open loss into a reduction. */
  get settled(): number {
    return this.#openLoss < 0 ? this.steps.length : this.#openLoss;
  }

  /** Forgets the steps so far, all of which must be settled. */
  forget(): void {
    this.steps.clear();
  }

  /** `SenderSteps.leastUse` as the events so far show it. */
  get leastUse(): Use {
    if (this.#growth.ignoresUse()) return Use.room;
    // A stack that fills its window to the byte is not limited by it when a few bytes are left. Others fill the last
    // byte by chance: 3 times in 1,142 (noq).
    return this.#full * 4 > this.#nearlyFull ? Use.full : Use.nearlyFull;
  }

  #row(
    { kind: kinds, space, flags, sizeBytes, ackedBytes: acked, inFlightBytes: inFlight }: FedRows,
    row: number,
    timeUs: number,
  ): void {
    const kind = kinds[row];
    const ackedBytes = acked[row];
    const inFlightBytes = inFlight[row];
    if (kind === EventKind.packetSent && flags[row] & PacketFlag.inFlight) {
      this.#sent(space[row], sizeBytes[row], timeUs, inFlightBytes);
    } else if (inFlightBytes !== NOT_SET) this.#inFlightBytes = inFlightBytes;
    else this.#inFlightBytes = Math.max(0, this.#inFlightBytes - ackedBytes);
    if (ackedBytes > 0) this.#acked(space[row], ackedBytes, timeUs);
    if (kind !== EventKind.metricsUpdated) return;
    if (inFlightBytes !== NOT_SET) this.#trim();
    this.#logged(timeUs);
  }

  #sent(space: number, bytes: number, timeUs: number, inFlightBytes: number): void {
    const drained = this.#inFlightBytes === 0;
    // Packets still in the queues were lost without an event.
    if (drained) for (const queue of this.#queues) queue.clear();
    if (drained && this.#lastSendUs < timeUs) {
      const rttUs = this.#smoothedRtt.at(timeUs);
      this.steps.add(StepKind.idleSend, timeUs, rttUs, this.#use, this.#lastSendUs, this.#lastAckUs);
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
    const first = this.steps.packetSentUs.length;
    const count = this.#queue(space).acked(bytes, this.steps);
    this.steps.add(StepKind.ack, timeUs, this.#ackRtt.at(timeUs), this.#use, first, count);
  }

  /** Trims the queue of 1-RTT packets to the logged flight: excess packets were lost without an event. */
  #trim(): void {
    const slackBytes = QUEUE_SLACK_DATAGRAMS * this.#datagramBytes;
    this.#queue(PacketSpace.application).trim(this.#inFlightBytes + slackBytes);
  }

  #lostUntil(timeUs: number, included: boolean, ackedBytes: number): void {
    for (;;) {
      const lossUs = this.#losses.nextUs;
      if (lossUs > timeUs || (lossUs === timeUs && !included)) return;
      this.#lost(lossUs, this.#losses.pass(), ackedBytes);
    }
  }

  #lost(timeUs: number, packets: number, ackedBytes: number): void {
    const spaces = [PacketSpace.application, PacketSpace.handshake, PacketSpace.initial];
    const sentUs = spaces
      .map((space) => this.#queue(space).lost(packets, ackedBytes))
      .find((sent) => !Number.isNaN(sent));
    if (sentUs === undefined) return;
    if (this.#openLoss < 0) this.#openLoss = this.steps.length;
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
      this.steps.add(StepKind.window, timeUs, Number.NaN, this.#use, after);
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
    else this.steps.answer(open, before, after, ssthresh);
  }

  /**
   * The log enters recovery by a loss, and its window is already at the minimum: counts as a reduction to the minimum.
   * After the next send this no longer holds, because a boundary in the future also shows as recovery.
   */
  #enteredRecovery(timeUs: number): void {
    const isRecovery = this.#states.at(timeUs) === 1;
    const lossUs = this.steps.timeUs.at(this.#openLoss);
    if (!isRecovery || this.#states.sinceUs < lossUs || this.#lastSendUs > lossUs) return;
    if (!(this.#cwndBytes <= AT_MINIMUM * MINIMUM_WINDOW_DATAGRAMS * this.#datagramBytes)) return;
    this.steps.answer(this.#openLoss, this.#cwndBytes, this.#cwndBytes, this.#cwndBytes);
    this.#openLoss = -1;
  }

  #push(
    kind: StepKind,
    timeUs: number,
    values: readonly [number, number?, number?, number?],
    rttUs: number,
  ): void {
    this.steps.push(kind, timeUs, values, rttUs, this.#use);
  }

  #queue(space: number): SendQueue {
    while (this.#queues.length <= space) this.#queues.push(new SendQueue());
    return this.#queues[space];
  }
}

/**
 * ACKs that do not grow the window where idle time is counted from the last send, and do where it is counted from the
 * last activity: their packets were sent before the boundary of the first rule, and after that of the second. Whether
 * the window grew at them tells which of the two rules the sender has.
 *
 *   sent after the fixed boundary │            │ sent before the defective one
 *   ──────────────────────────────┴─── here ───┴──────────────────────────────
 *
 * Only congestion avoidance counts: no rule moves the boundary in slow start. Not here: the lead as a series
 * (boundary.ts), how well each rule follows the whole window (fit.ts).
 */
import { shiftedBoundary } from './idle-rule';
import type { FeedBasis } from './sender-feed';
import { type SenderSteps, type SenderTrace, StepKind } from './sender-steps';

export interface HeldGrowth {
  /** How many such ACKs there are. */
  readonly acks: number;
  /** What these ACKs grow NewReno by (RFC 9002 §7.3.3), if the window was used when they came, in packets. */
  readonly duePackets: number;
  /** What the logged window grew by at these ACKs, in packets. */
  readonly grownPackets: number;
  /** The first and the last of these ACKs, µs; NaN without any. */
  readonly startUs: number;
  readonly endUs: number;
}

/** Needs losses or reductions, sends, ACKs and a logged window; all 0 without. */
export function heldGrowth(trace: SenderTrace): HeldGrowth {
  const scan = new HeldScan(trace);
  scan.take(trace.steps, 0, trace.steps.length);
  return scan.growth;
}

/** The same, from steps as they come. */
export class HeldScan {
  #acks = 0;
  #duePackets = 0;
  #grownPackets = 0;
  #startUs = Number.NaN;
  #endUs = Number.NaN;
  readonly #datagramBytes: number;
  #cwndBytes: number;
  #avoidance = false;
  /** Of `shift-from-last-send` and of `shift-from-last-activity`, µs. */
  #defectiveUs = Number.NaN;
  #fixedUs = Number.NaN;
  /** Time of the last such ACK, and growth at its time that was logged before it. */
  #heldUs = Number.NaN;
  #grewUs = Number.NaN;
  #grewBytes = 0;

  constructor({ datagramBytes, initialCwndBytes }: Pick<FeedBasis, 'datagramBytes' | 'initialCwndBytes'>) {
    this.#datagramBytes = datagramBytes;
    this.#cwndBytes = initialCwndBytes;
  }

  /** Goes on through the steps [from, to). */
  take(steps: SenderSteps, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#step(steps, i);
  }

  get growth(): HeldGrowth {
    return {
      acks: this.#acks,
      duePackets: this.#duePackets,
      grownPackets: this.#grownPackets,
      startUs: this.#startUs,
      endUs: this.#endUs,
    };
  }

  #step(steps: SenderSteps, i: number): void {
    const nowUs = steps.timeUs.at(i);
    const a = steps.a.at(i);
    switch (steps.kind.at(i) as StepKind) {
      case StepKind.idleSend:
        if (this.#avoidance) this.#idleSend(steps, i, nowUs);
        return;
      case StepKind.ack:
        if (this.#avoidance) this.#ack(steps, i, nowUs);
        return;
      case StepKind.loss:
        if (!(a <= this.#defectiveUs)) this.#defectiveUs = nowUs;
        if (!(a <= this.#fixedUs)) this.#fixedUs = nowUs;
        return;
      case StepKind.reduction:
        this.#defectiveUs = nowUs;
        this.#fixedUs = nowUs;
        this.#cwndBytes = steps.b.at(i);
        this.#avoidance = !(steps.c.at(i) > this.#cwndBytes);
        return;
      case StepKind.slowStartExit:
        this.#avoidance = true;
        this.#cwndBytes = a;
        return;
      case StepKind.undo:
        this.#cwndBytes = a;
        return;
      case StepKind.window:
        this.#window(a, nowUs);
        return;
    }
  }

  #idleSend(steps: SenderSteps, i: number, nowUs: number): void {
    const [lastSendUs, lastAckUs] = [steps.a.at(i), steps.b.at(i)];
    const send = { nowUs, lastSendUs, lastAckUs, smoothedRttUs: steps.rttUs.at(i) };
    this.#defectiveUs = shiftedBoundary('shift-from-last-send', this.#defectiveUs, send);
    this.#fixedUs = shiftedBoundary('shift-from-last-activity', this.#fixedUs, send);
  }

  #ack(steps: SenderSteps, i: number, nowUs: number): void {
    const first = steps.a.at(i);
    const end = first + steps.b.at(i);
    let heldBytes = 0;
    for (let packet = first; packet < end; packet++) {
      if (this.#isHeld(steps.packetSentUs.at(packet))) heldBytes += steps.packetBytes.at(packet);
    }
    // Only where all of its packets are held: another of them grows the window under either rule.
    if (heldBytes === 0 || !this.#isHeld(steps.packetSentUs.at(end - 1))) return;
    if (Number.isNaN(this.#startUs)) this.#startUs = nowUs;
    this.#endUs = nowUs;
    this.#heldUs = nowUs;
    this.#acks++;
    if (steps.use.at(i) >= steps.leastUse) this.#duePackets += heldBytes / this.#cwndBytes;
    if (this.#grewUs === nowUs) this.#grow(this.#grewBytes);
  }

  /** The log may write the window before or after the ACK at whose time it grows. */
  #window(bytes: number, nowUs: number): void {
    const grown = bytes - this.#cwndBytes;
    this.#cwndBytes = bytes;
    if (!(grown > 0)) return;
    if (nowUs === this.#heldUs) this.#grow(grown);
    else {
      this.#grewUs = nowUs;
      this.#grewBytes = grown;
    }
  }

  #grow(bytes: number): void {
    this.#grewUs = Number.NaN;
    this.#grownPackets += bytes / this.#datagramBytes;
  }

  /** Sent before the boundary of the defective rule, and after that of the fixed one. */
  #isHeld(sentUs: number): boolean {
    return sentUs <= this.#defectiveUs && sentUs > this.#fixedUs;
  }
}

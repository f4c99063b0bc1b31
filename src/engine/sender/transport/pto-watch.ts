/**
 * Finds probe timeouts (RFC 9002 §6.2) while events are replayed, by every method of pto-log.ts; at the end of the trace
 * it is known what became of the packets that each doubted (pto-doubts.ts).
 *
 * By `silence`: the timer runs from the last ack-eliciting packet of a space and doubles with each consecutive PTO. An
 * ack-eliciting packet sent at or after its expiry, with data outstanding and not in response to an ACK, is a probe.
 * That is an inference: an application that pauses for exactly that time looks the same.
 */
import { PacketSpace } from '../../../qlog-schema';
import type { InFlightLedger } from './ledger';
import { PtoDoubts } from './pto-doubts';
import type { PtoLog, PtoMethod } from './pto-log';
import { GRANULARITY_US, type RttEstimator } from './rtt-estimator';
import type { SpaceLedger } from './space-ledger';

/** Maximum number of doublings: 2¹⁶ timeouts are longer than any trace. */
const MAX_BACKOFF = 16;

export class PtoWatch {
  readonly #log: PtoLog;
  readonly #ledger: InFlightLedger;
  readonly #rtt: RttEstimator;
  readonly #lastElicitingUs = [Number.NaN, Number.NaN, Number.NaN];
  #lastAckUs = Number.NEGATIVE_INFINITY;
  readonly #doubts: PtoDoubts;
  #inferredInRow = 0;
  #timersInRow = 0;
  #probesInRow = 0;
  #lastProbeUs = Number.NEGATIVE_INFINITY;
  #loggedCount = 0;
  /** Packets numbered when it was logged last. */
  #numberedAtCount = 0;
  #latestUs = Number.NaN;

  /** False where the log's times are too inexact for the `silence` method. */
  timesUsable = true;

  constructor(log: PtoLog, ledger: InFlightLedger, rtt: RttEstimator) {
    this.#log = log;
    this.#ledger = ledger;
    this.#rtt = rtt;
    this.#doubts = new PtoDoubts(log);
  }

  /** The log is a range. @param loggedCount pto_count as logged before it. */
  resume(loggedCount: number): void {
    this.#loggedCount = loggedCount;
  }

  /** An ack-eliciting packet was sent before the log begins, which is a range. */
  sentBefore(space: number, sentUs: number): void {
    this.#lastElicitingUs[space] = sentUs;
  }

  /**
   * An ack-eliciting packet is about to be added to the ledger.
   * @param isProbe logged as sent by a PTO.
   */
  sending(space: number, nowUs: number, isProbe: boolean): void {
    const ledger = this.#ledger.space(space);
    if (ledger === null) return;
    const lastUs = this.#lastElicitingUs[space] ?? Number.NaN;
    this.#lastElicitingUs[space] = nowUs;
    if (isProbe) this.#probe(ledger, nowUs);
    const outstanding = ledger.oldestOutstanding() >= 0;
    if (!this.timesUsable || !outstanding || nowUs - this.#lastAckUs < GRANULARITY_US) return;
    const timeoutUs =
      this.#rtt.ptoUs(space === PacketSpace.application) * 2 ** Math.min(this.#inferredInRow, MAX_BACKOFF);
    if (!(nowUs - lastUs >= timeoutUs)) return;
    this.#add('silence', nowUs, ++this.#inferredInRow, ledger);
  }

  /** A PTO sends up to two packets (§6.2.4): probes within one round trip count as one PTO. */
  #probe(ledger: SpaceLedger, nowUs: number): void {
    if (nowUs - this.#lastProbeUs < Math.max(this.#rtt.smoothedUs / 2, GRANULARITY_US)) return;
    this.#lastProbeUs = nowUs;
    this.#add('probe', nowUs, ++this.#probesInRow, ledger);
  }

  /**
   * pto_count was logged; an ACK or a key discard resets it to 0. Each PTO sends a packet (§6.2.4), so a count that rises
   * by more than packet numbers do is damage, and ignored. The newest PTO may be logged before its packet.
   */
  counted(nowUs: number, count: number): void {
    this.#log.markAvailable('counted');
    const numbered = this.#ledger.packetsNumbered;
    const rise = count - this.#loggedCount;
    if (rise > 1 + numbered - this.#numberedAtCount) return;
    if (rise > 0) this.#add('counted', nowUs, count, this.#probedSpace());
    this.#loggedCount = count;
    this.#numberedAtCount = numbered;
  }

  /** A PTO timer was logged as expired. Some stacks log timers, but never their expiry. */
  expired(nowUs: number): void {
    this.#add('timer', nowUs, ++this.#timersInRow, this.#probedSpace());
  }

  /** An ACK acknowledged new data: the count is reset (§6.2.1). */
  acked(nowUs: number): void {
    this.#lastAckUs = nowUs;
    this.#inferredInRow = 0;
    this.#timersInRow = 0;
    this.#probesInRow = 0;
  }

  /** Keys were discarded: no PTO is armed for that space any more, the count is reset. */
  discarded(): void {
    this.#inferredInRow = 0;
  }

  /** Time of the latest PTO by any method, µs; NaN for none. */
  get latestUs(): number {
    return this.#latestUs;
  }

  #add(method: PtoMethod, nowUs: number, consecutive: number, space: SpaceLedger | null): void {
    this.#latestUs = nowUs;
    const place = this.#log.push(method, nowUs, consecutive);
    if (space !== null) this.#doubts.add(method, place, nowUs, space);
  }

  /** The first space with outstanding packets: its timer is armed (§6.2.1). */
  #probedSpace(): SpaceLedger | null {
    return this.#ledger.spaces.find((space) => space.oldestOutstanding() >= 0) ?? null;
  }

  /** The trace ends here: what became of the packets that the PTOs doubted is known. */
  end(): void {
    this.#doubts.settle();
  }
}

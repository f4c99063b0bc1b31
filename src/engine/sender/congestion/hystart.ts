/**
 * HyStart++ (RFC 9406): slow start that is left when the RTT rises, by way of a conservative one that grows by a quarter. It stands around any
 * controller, whose own slow start it slows and ends; after the first reduction it does nothing more.
 *
 * Here a round ends with the first ACK of a packet that was sent when the round began or later: times stand for sequence numbers, and what is
 * sent at the time of an ACK is sent in answer to it.
 */
import type { Controller, Region, Restart } from './controller';
import type { IdleSend } from './idle-rule';

/** RFC 9406 §4.3. */
const MIN_RTT_THRESH_US = 4000;
const MAX_RTT_THRESH_US = 16_000;
const MIN_RTT_DIVISOR = 8;
const N_RTT_SAMPLE = 8;
const CSS_GROWTH_DIVISOR = 4;
const CSS_ROUNDS = 5;
/** L of a sender that does not pace; one that does has no limit. */
const UNPACED_LIMIT_SEGMENTS = 8;

type Phase = 'slow start' | 'conservative slow start' | 'left';

export class HyStart implements Controller {
  readonly #inner: Controller;
  /** What is counted of an ACK at most, bytes. */
  readonly #limitBytes: number;
  #phase: Phase = 'slow start';
  #roundFromUs = Number.NaN;
  #lastRoundMinUs = Number.POSITIVE_INFINITY;
  #roundMinUs = Number.POSITIVE_INFINITY;
  #samples = 0;
  #baselineUs = Number.POSITIVE_INFINITY;
  #cssRounds = 0;
  /** Of the ACK that is being reported, and what the window has grown by it. */
  #ackUs = Number.NaN;
  #ackBytes = 0;

  /** @param datagramBytes max_datagram_size. @param paces no limit per ACK (L, RFC 9406 §4.3). */
  constructor(inner: Controller, datagramBytes: number, paces: boolean) {
    this.#inner = inner;
    this.#limitBytes = paces ? Number.POSITIVE_INFINITY : UNPACED_LIMIT_SEGMENTS * datagramBytes;
  }

  get phase(): Phase {
    return this.#phase;
  }
  get cwndBytes(): number {
    return this.#inner.cwndBytes;
  }
  get ssthreshBytes(): number {
    return this.#inner.ssthreshBytes;
  }
  get wMaxBytes(): number {
    return this.#inner.wMaxBytes;
  }
  get kSeconds(): number {
    return this.#inner.kSeconds;
  }
  get boundaryUs(): number {
    return this.#inner.boundaryUs;
  }
  get region(): Region {
    return this.#inner.region;
  }

  sent(send: IdleSend): void {
    this.#inner.sent(send);
  }

  /** RFC 9406 §4.2: once per ACK, before its packets. */
  sampled(nowUs: number, sentUs: number, rttUs: number): void {
    this.#inner.sampled?.(nowUs, sentUs, rttUs);
    this.#ackBytes = 0;
    if (this.#phase === 'left') return;
    if (!(sentUs < this.#roundFromUs)) this.#beginRound(nowUs);
    this.#roundMinUs = Math.min(this.#roundMinUs, rttUs);
    this.#samples++;
    if (this.#samples < N_RTT_SAMPLE) return;
    if (this.#phase === 'slow start') this.#lookForRise();
    else if (this.#phase === 'conservative slow start' && this.#roundMinUs < this.#baselineUs) {
      this.#baselineUs = Number.POSITIVE_INFINITY;
      this.#phase = 'slow start';
    }
  }

  #beginRound(nowUs: number): void {
    this.#roundFromUs = nowUs;
    this.#lastRoundMinUs = this.#roundMinUs;
    this.#roundMinUs = Number.POSITIVE_INFINITY;
    this.#samples = 0;
    if (this.#phase === 'conservative slow start' && ++this.#cssRounds > CSS_ROUNDS) this.#leave(nowUs);
  }

  #lookForRise(): void {
    const lastUs = this.#lastRoundMinUs;
    if (lastUs === Number.POSITIVE_INFINITY) return;
    const thresholdUs = Math.max(MIN_RTT_THRESH_US, Math.min(lastUs / MIN_RTT_DIVISOR, MAX_RTT_THRESH_US));
    if (this.#roundMinUs < lastUs + thresholdUs) return;
    this.#baselineUs = this.#roundMinUs;
    this.#phase = 'conservative slow start';
    // The rest of this round counts as one.
    this.#cssRounds = 1;
  }

  /** Avoidance begins with the window as it is, and no recovery period. */
  #leave(nowUs: number): void {
    this.#phase = 'left';
    const { cwndBytes } = this.#inner;
    const holdsBoundary = true;
    this.#inner.restart({
      nowUs,
      priorCwndBytes: cwndBytes,
      cwndBytes,
      ssthreshBytes: cwndBytes,
      holdsBoundary,
    });
  }

  acked(nowUs: number, sentUs: number, sizeBytes: number, rttUs: number): void {
    if (this.#phase === 'left' || this.#inner.region !== 'slow start') {
      this.#phase = 'left';
      this.#inner.acked(nowUs, sentUs, sizeBytes, rttUs);
      return;
    }
    if (nowUs !== this.#ackUs) this.#ackBytes = 0;
    this.#ackUs = nowUs;
    const countedBytes = Math.min(sizeBytes, this.#limitBytes - this.#ackBytes);
    this.#ackBytes += countedBytes;
    if (countedBytes <= 0) return;
    const divisor = this.#phase === 'slow start' ? 1 : CSS_GROWTH_DIVISOR;
    this.#inner.acked(nowUs, sentUs, countedBytes / divisor, rttUs);
  }

  lost(nowUs: number, sentUs: number, inFlightBytes?: number): void {
    this.#phase = 'left';
    this.#inner.lost(nowUs, sentUs, inFlightBytes);
  }

  marked(nowUs: number, sentUs: number, inFlightBytes?: number): void {
    this.#phase = 'left';
    this.#inner.marked(nowUs, sentUs, inFlightBytes);
  }

  timedOut(nowUs: number): void {
    this.#inner.timedOut(nowUs);
  }

  persistentCongestion(nowUs: number, ssthreshBytes?: number): void {
    this.#phase = 'left';
    this.#inner.persistentCongestion(nowUs, ssthreshBytes);
  }

  reduced(cwndBytes: number): number {
    return this.#inner.reduced(cwndBytes);
  }

  restart(restart: Restart): void {
    this.#phase = 'left';
    this.#inner.restart(restart);
  }

  undo(): void {
    this.#inner.undo();
  }
}

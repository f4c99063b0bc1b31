/**
 * Logged metrics to series: carries delta-encoded fields forward, leaves initial RTTs out, puts RTTs right that
 * are logged in a wrong unit, and reads the losses that metrics tell of (a counter, a cut of the window).
 *
 * What this leaves to others: packets and ACKs (replay.ts), which tell this of each RTT they show.
 */
import { MetricField, UNLIMITED_BYTES } from '../../qlog-schema';
import type { EventBatch } from '../columns/event-batch';
import type { FlightBalance } from './flight-balance';
import type { RttEstimator } from './rtt-estimator';
import { RttUnitCheck } from './rtt-unit';
import type { SenderModel } from './sender-model';
import { NOT_SET, type TransportState } from './transport';

/** kInitialRtt of RFC 9002 §6.2.2, and what a 32-bit float may make of it. */
const INITIAL_RTT_US = 333_000;
const INITIAL_TOLERANCE_US = 1;

export class MetricReplay {
  /** The stack leaves metrics that are 0 out: no bytes in flight may mean none. */
  omitsZeros = false;
  readonly #state: TransportState;
  readonly #balance: FlightBalance;
  readonly #rtt: RttEstimator;
  readonly #model: SenderModel;
  readonly #rttUnit = new RttUnitCheck();
  #lostTotal = Number.NaN;
  /** An RTT sample exists, so that logged RTTs are measurements and not initial values. */
  #rttSampled = false;
  /** An RTT was rebuilt that no logged one was compared with yet. */
  #rttFresh = false;
  #firstSmoothedUs = Number.NaN;
  /** What logged RTTs are multiplied by. */
  #rttFactor = 1;
  #inFlightNow = NOT_SET;

  constructor(state: TransportState, balance: FlightBalance, rtt: RttEstimator, model: SenderModel) {
    this.#state = state;
    this.#balance = balance;
    this.#rtt = rtt;
    this.#model = model;
  }

  /** An ACK gave an RTT sample, which the estimator holds. */
  sampled(): void {
    this.#rttSampled = true;
    this.#rttFresh = true;
  }

  /**
   * Takes a metrics event in.
   * @returns the bytes in flight that it sets, `NOT_SET` where it says nothing about them.
   */
  apply(batch: EventBatch, row: number, timeUs: number): number {
    this.#inFlightNow = NOT_SET;
    const { series } = this.#state;
    const first = batch.firstPair[row] as number;
    const count = batch.pairCount[row] as number;
    let windowCut = false;
    let thresholdCut = false;
    let flightLogged = false;
    for (let pair = first; pair < first + count; pair++) {
      const value = batch.pairs.at(pair * 2 + 1);
      switch (batch.pairs.at(pair * 2) as MetricField) {
        case MetricField.congestionWindow:
          windowCut = value < series.congestionWindow.last;
          series.congestionWindow.push(timeUs, value);
          break;
        case MetricField.ssthresh:
          if (value >= UNLIMITED_BYTES) break;
          this.#state.losses.markAvailable('window-cut');
          thresholdCut = !(value >= series.ssthresh.last);
          series.ssthresh.push(timeUs, value);
          break;
        case MetricField.bytesInFlight:
          flightLogged = true;
          this.#flight(timeUs, value);
          break;
        case MetricField.minRtt:
          if (this.#rttSampled) series.minRtt.push(timeUs, value * this.#rttFactor);
          break;
        case MetricField.smoothedRtt:
          this.#smoothedRtt(timeUs, value);
          break;
        case MetricField.latestRtt:
          // quinn logs the initial value as its latest RTT too, before anything was acknowledged.
          if (value > 0 && (this.#rttSampled || Math.abs(value - INITIAL_RTT_US) > INITIAL_TOLERANCE_US)) {
            this.#rttSampled = true;
            this.#compareRtt(value, this.#rtt.latestUs);
            series.latestRtt.push(timeUs, value * this.#rttFactor);
          }
          break;
        case MetricField.lostPacketsTotal:
          this.#counted(timeUs, value);
          break;
        case MetricField.ptoCount:
          this.#model.ptoCounted(timeUs, value);
          break;
        case MetricField.pacingRate:
          this.#model.pacingBytesPerSecond = value;
          break;
        default:
          break;
      }
    }
    if (!flightLogged && this.#flightIsOmittedZero()) this.#flight(timeUs, 0);
    if (windowCut && thresholdCut) this.#state.losses.push('window-cut', timeUs, 1);
    // Behind the fields: a counter of losses stands in the same event.
    if (this.#inFlightNow !== NOT_SET) this.#model.flightLogged(timeUs, series.bytesInFlight.last);
    return this.#inFlightNow;
  }

  #flight(timeUs: number, bytes: number): void {
    this.#state.series.bytesInFlight.push(timeUs, bytes);
    this.#balance.logged(timeUs, bytes);
    this.#inFlightNow = Math.min(bytes, NOT_SET - 1);
  }

  /** The stack leaves zeros out, and no packet is outstanding: nothing is in flight. */
  #flightIsOmittedZero(): boolean {
    const { series, ledger } = this.#state;
    return this.omitsZeros && ledger.inFlightBytes === 0 && series.bytesInFlight.last > 0;
  }

  /** Logged RTTs in a wrong unit are found by the round trips of packets, and put right from the start. */
  #compareRtt(loggedUs: number, rebuiltUs: number): void {
    if (!this.#rttFresh || !this.#rttUnit.open) return;
    this.#rttFresh = false;
    const rescaling = this.#rttUnit.note(loggedUs, rebuiltUs);
    if (rescaling === null) return;
    this.#rttFactor = rescaling.factor;
    this.#state.rttRescaled = rescaling;
    const { minRtt, smoothedRtt, latestRtt } = this.#state.series;
    for (const series of [minRtt, smoothedRtt, latestRtt]) series.scale(rescaling.factor);
  }

  /** Before the first sample smoothed_rtt holds an initial value (333 ms, RFC 9002 §6.2.2), no measurement. */
  #smoothedRtt(timeUs: number, value: number): void {
    if (Number.isNaN(this.#firstSmoothedUs)) this.#firstSmoothedUs = value;
    if (value !== this.#firstSmoothedUs) this.#rttSampled = true;
    if (!this.#rttSampled || !(value > 0)) return;
    this.#compareRtt(value, this.#rtt.smoothedUs);
    this.#state.series.smoothedRtt.push(timeUs, value * this.#rttFactor);
  }

  /** A loss counter in the metrics: its rise is the loss; the oldest outstanding packets are the lost ones. */
  #counted(timeUs: number, total: number): void {
    const { losses, ledger } = this.#state;
    this.#model.lossesTold('counted');
    const lost = total - (Number.isNaN(this.#lostTotal) ? 0 : this.#lostTotal);
    this.#lostTotal = total;
    if (lost <= 0) return;
    losses.push('counted', timeUs, lost);
    if (losses.method !== 'counted') return;
    ledger.loseCounted(lost);
  }
}

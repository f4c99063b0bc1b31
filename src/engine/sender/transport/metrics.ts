/**
 * Logged metrics to series: fills in what delta-encoded fields leave out, skips initial RTTs, corrects RTTs logged in a wrong
 * unit, and finds the losses that metrics show (a counter, a window reduction).
 *
 * Not here: packets and ACKs (replay.ts), which pass each RTT sample to this class.
 */
import { MetricField, PacketSpace, UNLIMITED_BYTES } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import { AckDelayCheck } from './ack-delay-unit';
import type { FlightBalance } from './flight-balance';
import type { RttEstimator } from './rtt-estimator';
import { type RttRescaling, RttUnitCheck } from './rtt-unit';
import type { SenderModel } from './sender-model';
import { METRIC_SERIES, NOT_SET, type TransportState } from './transport';

/** kInitialRtt of RFC 9002 §6.2.2, also as a 32-bit float. */
const INITIAL_RTT_US = 333_000;
const INITIAL_TOLERANCE_US = 1;
/** No window is below two datagrams (RFC 9002 §7.2), so that one far below a single one counts packets. */
const MOST_PACKETS = 999;
/** As many paths are counted at a time; a counter that falls for other reasons begins no more. */
const MAX_LOSS_COUNTERS = 8;

export class MetricReplay {
  /** The stack omits metrics that are 0: absent bytes in flight may mean 0. */
  omitsZeros = false;
  readonly #state: TransportState;
  readonly #balance: FlightBalance;
  readonly #rtt: RttEstimator;
  readonly #model: SenderModel;
  readonly #rttUnit = new RttUnitCheck();
  readonly #delays = new AckDelayCheck();
  /** Of each path: quiche counts the losses of every path alone, and logs the counters in turn. */
  readonly #lostTotals = [0];
  /** Losses of the counter that were reported. */
  #countedLosses = 0;
  /** An RTT sample exists, so that logged RTTs are measurements and not initial values. */
  #rttSampled = false;
  /** A rebuilt RTT that no logged one has been compared with yet. */
  #rttFresh = false;
  #firstSmoothedUs = Number.NaN;
  /** When the first packet was sent, where it is of the handshake, and how long its answer took, µs. */
  #beganUs = Number.NaN;
  #answerUs = Number.NaN;
  #rttFactor = 1;
  /** Whether windows are logged in packets: the first one shows it. Null before it. */
  #countsPackets: boolean | null = null;
  #inFlightNow = NOT_SET;

  constructor(state: TransportState, balance: FlightBalance, rtt: RttEstimator, model: SenderModel) {
    this.#state = state;
    this.#balance = balance;
    this.#rtt = rtt;
    this.#model = model;
  }

  /** The first packet is sent. */
  began(timeUs: number, space: number): void {
    if (space === PacketSpace.initial || space === PacketSpace.handshake) this.#beganUs = timeUs;
  }

  /** A packet is received: of the Handshake space, or after it, it answers one that was sent. */
  received(timeUs: number, space: number): void {
    if (space === PacketSpace.handshake || space === PacketSpace.application)
      this.#answerUs = timeUs - this.#beganUs;
  }

  /** No packet has answered yet. */
  get isUnanswered(): boolean {
    return Number.isNaN(this.#answerUs) && !Number.isNaN(this.#beganUs);
  }

  /** An ACK gave an RTT sample, which was added to the estimator. */
  sampled(): void {
    this.#rttSampled = true;
    this.#rttFresh = true;
  }

  /** The log ends. */
  end(): void {
    this.#rescale(this.#rttUnit.end());
  }

  /** An ACK says how long it was held. @param delayUs, underWayUs, encoded see `AckDelayCheck`. */
  delayReported(delayUs: number, underWayUs: number, encoded: number): void {
    const before = this.#delays.factor;
    const unit = this.#delays.note(delayUs, underWayUs, encoded);
    if (unit === null) return;
    const { units, ackDelay, ackGaps } = this.#state;
    units.ackDelay = unit;
    ackDelay.scale(unit.factor / before);
    ackGaps.scaleDelays(unit.factor / before);
  }

  /** What logged ACK delays are multiplied by. */
  get delayFactor(): number {
    return this.#delays.factor;
  }

  /**
   * Applies a metrics event.
   * @returns the bytes in flight that it sets, `NOT_SET` for none.
   */
  apply(batch: EventBatch, row: number, timeUs: number): number {
    this.#inFlightNow = NOT_SET;
    const { series } = this.#state;
    const first = batch.firstPair[row];
    const count = batch.pairCount[row];
    let windowCut = false;
    let thresholdCut = false;
    let flightLogged = false;
    for (let pair = first; pair < first + count; pair++) {
      const value = batch.pairs.at(pair * 2 + 1);
      switch (batch.pairs.at(pair * 2) as MetricField) {
        case MetricField.congestionWindow: {
          const bytes = this.#windowBytes(value);
          windowCut = bytes < series.congestionWindow.last;
          if (!Number.isNaN(bytes)) series.congestionWindow.push(timeUs, bytes);
          break;
        }
        case MetricField.ssthresh: {
          if (value >= UNLIMITED_BYTES) break;
          const bytes = value * this.#unitBytes;
          thresholdCut = !(bytes >= series.ssthresh.last);
          if (!Number.isNaN(bytes)) series.ssthresh.push(timeUs, bytes);
          break;
        }
        case MetricField.bytesInFlight:
          if (Number.isNaN(this.#unitBytes)) break;
          flightLogged = true;
          this.#flight(timeUs, value * this.#unitBytes);
          break;
        case MetricField.minRtt:
          if (this.#rttSampled) series.minRtt.push(timeUs, value * this.#rttFactor);
          break;
        case MetricField.smoothedRtt:
          this.#smoothedRtt(timeUs, value);
          break;
        case MetricField.latestRtt:
          // quinn logs the initial value as its latest RTT too, before anything was acknowledged.
          if (value > 0 && (this.#rttSampled || !isInitialRtt(value))) {
            this.#rttSampled = true;
            this.#state.counts.loggedRtts++;
            this.#compareRtt(timeUs, value, this.#rtt.latestUs);
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
          if (value < UNLIMITED_BYTES) series.pacingRate.push(timeUs, value);
          break;
        case MetricField.appLimited:
          this.#model.appLimited(timeUs, value);
          break;
        default:
          this.#asLogged(batch.pairs.at(pair * 2) as MetricField, timeUs, value);
      }
    }
    if (!flightLogged && this.#flightIsOmittedZero()) this.#flight(timeUs, 0);
    // That both do not fall together says nothing: many log them in records of their own.
    if (windowCut && thresholdCut) this.#state.losses.push('window-cut', timeUs, 1);
    // After all fields: the same event may hold a loss counter.
    if (this.#inFlightNow !== NOT_SET) this.#model.flightLogged(timeUs, series.bytesInFlight.last);
    return this.#inFlightNow;
  }

  /** @returns NaN where it is logged in packets of a size that is not. */
  #windowBytes(value: number): number {
    this.#countsPackets ??= value > 0 && value <= MOST_PACKETS;
    if (this.#countsPackets) this.#state.units.windowsInPackets++;
    return value * this.#unitBytes;
  }

  /** Bytes of one of what windows are logged in; NaN for packets before one of a size. */
  get #unitBytes(): number {
    if (this.#countsPackets !== true) return 1;
    return this.#state.sentInFlightBytes > 0 ? this.#model.datagramBytes : Number.NaN;
  }

  #asLogged(field: MetricField, timeUs: number, value: number): void {
    const name = METRIC_SERIES.get(field);
    if (name !== undefined && value < UNLIMITED_BYTES) this.#state.series[name].push(timeUs, value);
  }

  #flight(timeUs: number, bytes: number): void {
    this.#state.series.bytesInFlight.push(timeUs, bytes);
    this.#balance.logged(timeUs, bytes);
    this.#inFlightNow = Math.min(bytes, NOT_SET - 1);
  }

  /** The stack omits zeros, and no packet is outstanding: nothing is in flight. */
  #flightIsOmittedZero(): boolean {
    const { series, ledger } = this.#state;
    return this.omitsZeros && ledger.inFlightBytes === 0 && series.bytesInFlight.last > 0;
  }

  /** Compares logged RTTs with packet round trips, else with the log's times, to detect a wrong unit, and corrects all values. */
  #compareRtt(timeUs: number, loggedUs: number, rebuiltUs: number): void {
    if (!this.#rttUnit.open) return;
    if (this.#rttFresh) this.#rescale(this.#rttUnit.note(loggedUs, rebuiltUs));
    else if (!this.#rtt.hasSample)
      this.#rescale(this.#rttUnit.noteTime(loggedUs, timeUs - this.#beganUs, this.#answerUs));
    this.#rttFresh = false;
  }

  #rescale(rescaling: RttRescaling | null): void {
    if (rescaling === null) return;
    const { units } = this.#state;
    units.times = this.#rttUnit.timesOf(rescaling, this.#answerUs, this.#delays.ratio);
    if (units.times !== null) return;
    this.#rttFactor = rescaling.factor;
    units.rtt = rescaling;
    const { minRtt, smoothedRtt, latestRtt } = this.#state.series;
    for (const series of [minRtt, smoothedRtt, latestRtt]) series.scale(rescaling.factor);
  }

  /** Before the first sample smoothed_rtt holds an initial value (333 ms, RFC 9002 §6.2.2), no measurement. */
  #smoothedRtt(timeUs: number, value: number): void {
    if (Number.isNaN(this.#firstSmoothedUs)) this.#firstSmoothedUs = value;
    if (value !== this.#firstSmoothedUs) this.#rttSampled = true;
    if (!this.#rttSampled || !(value > 0)) return;
    this.#compareRtt(timeUs, value, this.#rtt.smoothedUs);
    this.#state.series.smoothedRtt.push(timeUs, value * this.#rttFactor);
  }

  /**
   * A loss counter in the metrics: its increase is the number of losses; the oldest outstanding packets are declared
   * lost. It goes on with the counter that it exceeds least; below all of them that of another path begins. A packet is lost
   * once, so that a counter that rises beyond the packets is damage, and ignored.
   */
  #counted(timeUs: number, total: number): void {
    const { losses, ledger } = this.#state;
    this.#model.stackReportsLosses('counted');
    const before = Math.max(...this.#lostTotals.filter((one) => one <= total));
    if (before < 0) {
      this.#lostTotals.unshift(total);
      this.#lostTotals.length = Math.min(this.#lostTotals.length, MAX_LOSS_COUNTERS);
      return;
    }
    const lost = total - before;
    if (lost === 0 || (ledger.sentPackets > 0 && this.#countedLosses + lost > ledger.packetsNumbered)) return;
    this.#lostTotals[this.#lostTotals.indexOf(before)] = total;
    this.#countedLosses += lost;
    losses.push('counted', timeUs, lost);
    if (losses.method !== 'counted') return;
    ledger.loseCounted(lost);
  }
}

/** kInitialRtt, in whichever unit it was logged. */
function isInitialRtt(loggedUs: number): boolean {
  return [1, 1e3, 1e-3].some((unit) => Math.abs(loggedUs * unit - INITIAL_RTT_US) <= INITIAL_TOLERANCE_US);
}

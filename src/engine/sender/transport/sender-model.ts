/**
 * Derived from the sends, ACKs and losses of a connection: RTT estimate, recovery periods, persistent congestion, probe
 * timeouts, pauses, goodput, and the difference between rebuilt and logged flight.
 *
 * The replay passes each event to it and ends the event with `settle`; it writes to `TransportState` and reads no
 * batches. The ledger, and which losses count, are in replay.ts.
 */
import { type ExportedRange, PacketFlag, PacketSpace } from '../../../qlog-schema';
import type { Series } from '../../base/columns/series';
import { DeliveryRate } from './delivery-rate';
import type { FlightBalance } from './flight-balance';
import { type AckOutcome, type LostPacket, PacketMark } from './packet-fate';
import { PtoWatch } from './pto-watch';
import { RecoveryCause } from './recovery-periods';
import { RttEstimator } from './rtt-estimator';
import { SenderPauses } from './sender-pauses';
import type { TransportState } from './transport';

/** RFC 9000 §14.1: used until an ACK has shown the actual size. */
const MIN_DATAGRAM_BYTES = 1200;
/** Session tickets and HTTP/3 settings, which a server sends before any request, are at most this long. */
const MOST_UNASKED_BYTES = 4096;

export class SenderModel {
  readonly rtt = new RttEstimator();
  readonly pauses: SenderPauses;
  readonly pto: PtoWatch;
  /** As logged, NaN if it is not. */
  pacingBytesPerSecond = Number.NaN;
  /** False where the log's times are truncated, so that no RTT can be computed from them. */
  timesUsable = true;
  readonly #state: TransportState;
  readonly #balance: FlightBalance;
  readonly #deliveryRate: DeliveryRate;
  /** Pauses of the application that the delivery rate knows of. */
  #pauses = 0;
  /** Send time of the latest packet that the current event declared lost, NaN for none. */
  #lostSentUs = Number.NaN;
  #windowBytes = Number.NaN;

  constructor(state: TransportState, balance: FlightBalance) {
    this.#state = state;
    this.#balance = balance;
    this.pauses = new SenderPauses(state.pauses);
    this.pto = new PtoWatch(state.ptos, state.ledger, this.rtt);
    this.#deliveryRate = new DeliveryRate(state.ledger, state.rebuilt);
    state.ledger.context.onLost = (packet) => this.#lost(packet);
    state.ledger.context.takesBack = (lostUs) => state.losses.takeBack(lostUs);
  }

  /** The log is a range of one that goes on from here. */
  resume({ fromUs, rtt, ptoCount }: ExportedRange): void {
    if (rtt !== null) {
      this.rtt.resume(rtt);
      this.#state.persistentCongestion.sampled(fromUs);
      this.#pushEstimate(fromUs);
    }
    this.pto.resume(ptoCount);
    this.#deliveryRate.resume(fromUs);
  }

  /** Sets whether RTTs can be computed from the log's times. */
  trustTimes(usable: boolean): void {
    this.timesUsable = usable;
    this.pto.timesUsable = usable;
  }

  /**
   * The stack logs or counts its losses: reverts the losses inferred before its first report. Must be called before the
   * reported losses are added to the ledger.
   */
  stackReportsLosses(method: 'logged' | 'counted'): void {
    const { losses, ledger, delivery } = this.#state;
    const first = losses.method !== 'logged' && losses.method !== 'counted';
    losses.markAvailable(method);
    if (first) delivery.lost(-ledger.restoreLost());
  }

  /**
   * A packet is about to be added to the ledger.
   * @param flags its `PacketFlag` bits.
   * @param resentBytes of its payload are sent again.
   */
  sending(timeUs: number, space: number, sizeBytes: number, flags: number, resentBytes: number): void {
    if (flags & PacketFlag.ackEliciting) this.pto.sending(space, timeUs, (flags & PacketFlag.ptoProbe) !== 0);
    const inFlight = (flags & PacketFlag.inFlight) !== 0;
    const repeats = resentBytes > 0 || this.pto.latestUs === timeUs;
    if (inFlight) this.pauses.sending(timeUs, sizeBytes, repeats);
    this.credit(timeUs, flags);
    this.#notePause();
    if (inFlight) this.#deliveryRate.sending(timeUs, space, this.#state.rebuiltFlightBytes);
  }

  /**
   * A packet of the application space came from the peer (RFC 9001 §4.1.1). A server has nothing to send before a
   * request, which may be lost: its data does not flow before STREAM frames come.
   */
  established(flags: number): void {
    const mayBeRequest = (flags & (PacketFlag.hasStreamData | PacketFlag.framesUnknown)) !== 0;
    if (mayBeRequest || !this.#mayBeUnasked) this.#flows();
  }

  /** A server whose log holds its handshake. One that begins later may have been asked before. */
  get #mayBeUnasked(): boolean {
    const { role, ledger } = this.#state;
    return role === 'server' && ledger.initial.sentPackets + ledger.handshake.sentPackets > 0;
  }

  /** Payload of the application space was acknowledged: a server may also send without a request. */
  #delivered(): void {
    const { delivery } = this.#state;
    if (delivery.applicationBytes > MOST_UNASKED_BYTES || !this.#mayBeUnasked) this.#flows();
  }

  #flows(): void {
    if (!Number.isNaN(this.#state.establishedUs)) return;
    const { nowUs } = this.#state.ledger.context;
    this.#state.establishedUs = nowUs;
    this.pauses.established(nowUs);
  }

  /** What the frames of a packet tell of flow control. @param flags its `PacketFlag` bits. */
  credit(timeUs: number, flags: number): void {
    if (flags & PacketFlag.framesUnknown) return;
    this.pauses.credit(timeUs, flags & (PacketFlag.flowBlocked | PacketFlag.streamBlocked));
  }

  /**
   * Bytes that flow control lets the connection send, and the stream of which data was sent last; NaN where that is not
   * known any more. A point per received packet, and where nothing is left. A range begins after streams that it does not
   * show: what is left to the connection is not known in it.
   */
  openCredit(timeUs: number, connectionBytes: number, streamBytes: number): void {
    const { beginsMidway, series } = this.#state;
    if (!beginsMidway && !Number.isNaN(connectionBytes))
      series.connectionCredit.push(timeUs, connectionBytes);
    if (!Number.isNaN(streamBytes)) series.streamCredit.push(timeUs, streamBytes);
  }

  /** The stack says that it is application-limited. @param flag 1 from here on, 0 no longer. */
  appLimited(timeUs: number, flag: number): void {
    this.#state.series.appLimited.push(timeUs, flag);
    this.pauses.saysLimited(flag === 1);
  }

  #notePause(): void {
    if (this.pauses.count === this.#pauses) return;
    this.#pauses = this.pauses.count;
    this.#deliveryRate.paused(this.#state.rebuiltFlightBytes);
  }

  #lost({ sentUs, dataBytes, marks }: LostPacket): void {
    this.#state.delivery.lost(dataBytes);
    if (marks & PacketMark.mtuProbe) return;
    if (!(this.#lostSentUs >= sentUs)) this.#lostSentUs = sentUs;
  }

  /**
   * An ACK acknowledged new data.
   * @param isSample its largest is newly acknowledged, and something ack-eliciting is (RFC 9002 §5.1).
   * @param ackDelayUs capped as §5.3 says.
   */
  acked(timeUs: number, outcome: AckOutcome, isSample: boolean, ackDelayUs: number): void {
    const { recovery, delivery } = this.#state;
    delivery.acked(timeUs, outcome);
    if (outcome.space === PacketSpace.application) this.#delivered();
    recovery.acked(outcome.latestSentUs, timeUs);
    this.pto.acked(timeUs);
    const rttUs = timeUs - outcome.largestSentUs;
    if (isSample && rttUs > 0) this.#sample(timeUs, rttUs, ackDelayUs);
    if (this.timesUsable) this.#deliveryRate.acked(timeUs, outcome, this.rtt.minUs);
  }

  #sample(timeUs: number, rttUs: number, ackDelayUs: number): void {
    const { rtt } = this;
    rtt.sample(rttUs, ackDelayUs);
    this.#state.persistentCongestion.sampled(timeUs);
    if (!this.timesUsable) return;
    this.#state.rebuilt.latestRtt.push(timeUs, rtt.latestUs);
    this.#state.ackDelay.push(timeUs, ackDelayUs);
    this.#pushEstimate(timeUs);
  }

  #pushEstimate(timeUs: number): void {
    const { rtt } = this;
    const { rebuilt } = this.#state;
    rebuilt.minRtt.push(timeUs, rtt.minUs);
    rebuilt.smoothedRtt.push(timeUs, rtt.smoothedUs);
    rebuilt.rttVariation.push(timeUs, rtt.variationUs);
  }

  /** An ACK increased the ECN-CE count. @param sentUs send time of the largest packet it acknowledges. */
  congestionExperienced(timeUs: number, sentUs: number): void {
    const { recovery } = this.#state;
    recovery.congestion(sentUs, timeUs, RecoveryCause.congestionExperienced, this.#roundTripUs);
  }

  ptoCounted(timeUs: number, count: number): void {
    this.pto.counted(timeUs, count);
  }

  /** A logged value of bytes in flight; the losses of the same event are in the ledger already. */
  flightLogged(timeUs: number, loggedBytes: number): void {
    const { ledger, drift, rebuilt, series, rebuiltFlightBytes } = this.#state;
    if (ledger.sentPackets === 0) return;
    if (rebuilt.bytesInFlight.length === 0) copyPoints(series.bytesInFlightRebuilt, rebuilt.bytesInFlight);
    rebuilt.bytesInFlight.push(timeUs, rebuiltFlightBytes);
    drift.compare(timeUs, rebuiltFlightBytes, loggedBytes);
  }

  /** Ends the event: evaluates its losses and reductions together, then whether the sender pauses. */
  settle(timeUs: number): void {
    const { recovery, persistentCongestion, series } = this.#state;
    if (!Number.isNaN(this.#lostSentUs)) {
      recovery.congestion(this.#lostSentUs, timeUs, RecoveryCause.loss, this.#roundTripUs);
      persistentCongestion.lost(this.#lostSentUs, this.rtt.persistentCongestionUs);
      this.#lostSentUs = Number.NaN;
    }
    this.#withoutPackets(timeUs);
    const windowBytes = series.congestionWindow.last;
    if (windowBytes < this.#windowBytes) recovery.reduced(timeUs);
    this.#windowBytes = windowBytes;
    this.pauses.update(timeUs, this);
    this.#notePause();
  }

  end(timeUs: number): void {
    this.pauses.end(timeUs);
    this.#state.ackGaps.end(timeUs, this.rtt);
    this.#deliveryRate.end();
    this.pto.end();
  }

  /** Without logged packets each loss counts by itself, and its period is assumed to last one round trip. */
  #withoutPackets(timeUs: number): void {
    const { recovery, losses, ledger } = this.#state;
    if (ledger.sentPackets > 0) return;
    if (losses.latestUs === timeUs) {
      recovery.congestion(Number.NaN, timeUs, RecoveryCause.loss, this.#roundTripUs);
    }
    recovery.acked(timeUs - this.#roundTripUs, timeUs);
  }

  get #roundTripUs(): number {
    return this.smoothedRttUs || 0;
  }

  // State of the sender, for its pauses.

  get inFlightBytes(): number {
    const { expectedBytes } = this.#balance;
    return Number.isNaN(expectedBytes) ? this.#state.ledger.inFlightBytes : expectedBytes;
  }

  get windowBytes(): number {
    return this.#windowBytes;
  }

  get datagramBytes(): number {
    return Math.max(this.#state.datagramBytes, MIN_DATAGRAM_BYTES);
  }

  /** Rebuilt, else as logged, else NaN. */
  get smoothedRttUs(): number {
    return this.rtt.hasSample ? this.rtt.smoothedUs : this.#state.series.smoothedRtt.last;
  }
}

function copyPoints(from: Series, to: Series): void {
  const { timesUs, values } = from;
  for (let i = 0; i < timesUs.length; i++) to.push(timesUs.at(i), values.at(i));
}

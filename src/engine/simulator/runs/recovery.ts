/**
 * Loss detection and congestion control of one endpoint by RFC 9002: RTT, packet and time thresholds, probe timeouts, persistent
 * congestion, and what the controller learns. Written after the pseudocode of appendices A and B, whose sections the comments name.
 *
 * Not here: what packets carry (endpoint.ts), the window itself (congestion/).
 */
import type { RttEstimate } from '../../../qlog-schema';
import type { Controller } from '../../sender/congestion/controller';
import { RttEstimator } from '../../sender/transport/rtt-estimator';
import { type AckFrame, SPACES, Space } from './packet';
import { PersistentCongestion } from './persistent-congestion';
import { Fate, type Sent, SentPackets } from './sent-packets';
import { TrapWatch } from './trap-watch';

export interface RecoverySettings {
  /** kPacketThreshold (RFC 9002 §6.1.1); 3 by default. */
  readonly packetThreshold?: number;
  /** Each loss that proves spurious raises the packet threshold above the distance seen (§6.1.1). */
  readonly adaptsThreshold?: boolean;
  /** Declares persistent congestion (§7.6), as most stacks do; quiche does not (its issue 2680). */
  readonly persistentCongestion?: boolean;
  /** A reduction whose losses all prove spurious is undone. */
  readonly undoesSpurious?: boolean;
  /** The peer's max_ack_delay, ms. */
  readonly maxAckDelayMs?: number;
}

export interface HandshakeState {
  /** RFC 9001 §4.1.2. */
  readonly isConfirmed: boolean;
  /** As far as this end knows, the peer has validated its address (`PeerCompletedAddressValidation`, §A.8). */
  readonly isValidated: boolean;
  /** The space that an end probes which must not wait for its peer (§6.2.2.1); null where it may wait. */
  readonly probedSpace: Space | null;
}

/** Whoever owns what the packets carried. */
export interface Settled {
  acked(space: Space, sent: Sent): void;
  lost(space: Space, number: number, sent: Sent, byTime: boolean): void;
}

interface SpaceState {
  readonly space: Space;
  readonly packets: SentPackets;
  largestAcked: number;
  /** When the time threshold declares a loss; infinity for never. */
  lossUs: number;
  lastElicitingUs: number;
  elicitingInFlight: number;
  /** CE marks that the peer has reported. */
  ceCount: number;
  /** The ranges of the last ACK. */
  gaps: readonly number[];
  /** Lost packets whose ACK may still come, ascending by number; those that elicit none, too. */
  readonly doubted: {
    readonly number: number;
    readonly sent: Sent;
    /** Number of the reduction that answered its loss. */
    reduction: number;
  }[];
}

const NEVER = Number.POSITIVE_INFINITY;
/** Doublings of the probe timeout: a run is over before. */
const MAX_BACK_OFFS = 30;
/** Doubted packets of which a late ACK is still noticed. */
const MAX_DOUBTED = 256;

export class Recovery {
  readonly rtt = new RttEstimator();
  readonly controller: Controller;
  readonly watch = new TrapWatch();
  /** Probes that a timeout asks for, by space. */
  readonly probesDue = [0, 0, 0];
  inFlightBytes = 0;
  ptoCount = 0;
  /** The window, and not the application, ended the last burst: only then may it grow (RFC 9002 §7.8). */
  isWindowLimited = false;
  /** Of all spaces: packets in flight that were sent, declared lost, and proved to have arrived. */
  sentCount = 0;
  lostCount = 0;
  spuriousCount = 0;
  reductions = 0;
  timeouts = 0;
  persistentCongestions = 0;
  readonly #settings: RecoverySettings;
  readonly #handshake: HandshakeState;
  readonly #settled: Settled;
  readonly #spaces: readonly SpaceState[] = SPACES.map((space) => ({
    space,
    packets: new SentPackets(),
    largestAcked: -1,
    lossUs: NEVER,
    lastElicitingUs: 0,
    elicitingInFlight: 0,
    ceCount: 0,
    gaps: [],
    doubted: [],
  }));
  readonly #persistent: PersistentCongestion | null;
  #packetThreshold: number;
  /** When the timer was last set (`SetLossDetectionTimer`, §A.8); infinity before the first packet. */
  #armedUs = NEVER;
  #lastSendUs = Number.NaN;
  #lastAckUs = Number.NaN;
  #firstSampleUs = NEVER;
  /** Losses of the last reduction that have not proved spurious. */
  #openLosses = 0;
  /** The last reduction was for losses, and not for marks. */
  #isByLoss = false;
  readonly #newly: Sent[] = [];
  readonly #idle = { nowUs: 0, lastSendUs: 0, lastAckUs: 0, smoothedRttUs: 0 };

  constructor(
    controller: Controller,
    settings: RecoverySettings,
    handshake: HandshakeState,
    settled: Settled,
  ) {
    this.controller = controller;
    this.#settings = settings;
    this.#handshake = handshake;
    this.#settled = settled;
    this.#persistent = settings.persistentCongestion === false ? null : new PersistentCongestion();
    this.#packetThreshold = settings.packetThreshold ?? 3;
    if (settings.maxAckDelayMs !== undefined) this.rtt.maxAckDelayUs = settings.maxAckDelayMs * 1000;
  }

  /** The connection had its first RTT samples before. */
  resume(rtt: RttEstimate, nowUs: number): void {
    this.rtt.resume(rtt);
    this.#firstSampleUs = nowUs;
  }

  nextNumber(space: Space): number {
    return this.#spaces[space].packets.next;
  }

  sent(space: Space, sent: Sent): void {
    const state = this.#spaces[space];
    state.packets.push(sent);
    if (sent.sentUs > this.#firstSampleUs) this.#persistent?.sent(sent);
    if (!sent.isAckEliciting) return;
    if (this.inFlightBytes === 0 && !Number.isNaN(this.#lastSendUs)) this.#sentIdle(sent.sentUs);
    this.sentCount++;
    this.inFlightBytes += sent.sizeBytes;
    state.elicitingInFlight++;
    state.lastElicitingUs = sent.sentUs;
    this.#lastSendUs = sent.sentUs;
    this.#armedUs = sent.sentUs;
  }

  /** The oldest packets in flight of a space: what probes carry again. */
  oldest(space: Space, count: number): readonly Sent[] {
    const { packets } = this.#spaces[space];
    const packetsLeft: Sent[] = [];
    for (let number = packets.first; number < packets.next && packetsLeft.length < count; number++) {
      const sent = packets.at(number);
      if (sent.fate === Fate.unsettled && sent.isAckEliciting) packetsLeft.push(sent);
    }
    return packetsLeft;
  }

  /** An ACK frame (§A.7). @returns whether it acknowledged anything new. */
  acked(space: Space, frame: AckFrame, nowUs: number): boolean {
    const state = this.#spaces[space];
    const flightBytes = this.inFlightBytes;
    const newly = this.#newlyAcked(state, frame);
    this.#doubtedAcked(state, frame);
    if (newly.length === 0) return false;
    const largest = frame.ranges[0];
    const newest = newly.at(-1) as Sent;
    const isLargestNew = largest > state.largestAcked;
    state.largestAcked = Math.max(state.largestAcked, largest);
    const isEliciting = newly.some(({ isAckEliciting }) => isAckEliciting);
    if (isLargestNew && isEliciting) this.#sample(space, newest.sentUs, frame.delayUs, nowUs);
    if (frame.ceCount > state.ceCount) {
      state.ceCount = frame.ceCount;
      const { reductions } = this;
      this.#reduced(nowUs, () => this.controller.marked(nowUs, newest.sentUs, flightBytes));
      if (this.reductions > reductions) this.#begin(false);
    }
    state.packets.settle();
    this.#detectLost(state, nowUs, flightBytes);
    this.#persistent?.settle();
    if (isEliciting) {
      this.#grow(newly, nowUs);
      this.#lastAckUs = nowUs;
    }
    if (this.#handshake.isValidated) this.ptoCount = 0;
    this.#armedUs = nowUs;
    for (const sent of newly) this.#settled.acked(space, sent);
    return true;
  }

  /** When the loss detection timer fires (§A.8), µs; infinity for never. */
  get timerUs(): number {
    const losing = this.#lossSpace();
    if (losing !== null) return losing.lossUs;
    const probed = this.#ptoSpace();
    return probed === null ? NEVER : this.#ptoUs(probed);
  }

  /** The timer fired (§A.9). @returns the space that is probed; null where packets were declared lost instead. */
  timedOut(nowUs: number): Space | null {
    let losing = this.#lossSpace();
    if (losing !== null) {
      for (; losing !== null && losing.lossUs <= nowUs; losing = this.#lossSpace())
        this.#detectLost(losing, nowUs, this.inFlightBytes);
      this.#armedUs = nowUs;
      return null;
    }
    const probed = this.#ptoSpace();
    if (probed === null) return null;
    this.timeouts++;
    this.ptoCount++;
    this.#armedUs = nowUs;
    this.controller.timedOut(nowUs);
    // §6.2.4: one or two; one at the first, as quiche does.
    this.probesDue[probed] = Math.min(this.ptoCount, 2);
    return probed;
  }

  /** The keys of a space are discarded (§6.4, §A.11). */
  discard(space: Space, nowUs: number): void {
    const state = this.#spaces[space];
    for (let number = state.packets.first; number < state.packets.next; number++) {
      const sent = state.packets.at(number);
      if (sent.fate === Fate.unsettled) this.#leaveFlight(state, sent, Fate.discarded);
    }
    state.packets.settle();
    state.lossUs = NEVER;
    state.doubted.length = 0;
    this.probesDue[space] = 0;
    this.ptoCount = 0;
    this.#armedUs = nowUs;
  }

  #sentIdle(nowUs: number): void {
    const idle = this.#idle;
    idle.nowUs = nowUs;
    idle.lastSendUs = this.#lastSendUs;
    idle.lastAckUs = this.#lastAckUs;
    idle.smoothedRttUs = this.rtt.hasSample ? this.rtt.smoothedUs : Number.NaN;
    this.controller.sent(idle);
  }

  /** Ascending by number; they have left the flight. */
  #newlyAcked(state: SpaceState, { ranges }: AckFrame): readonly Sent[] {
    const newly = this.#newly;
    newly.length = 0;
    const { packets } = state;
    for (let i = ranges.length - 2; i >= 0; i -= 2) {
      const to = Math.min(ranges[i], packets.next - 1);
      for (let number = Math.max(ranges[i + 1], packets.first); number <= to; number++) {
        const sent = packets.at(number);
        if (sent.fate !== Fate.unsettled) continue;
        this.#leaveFlight(state, sent, Fate.acked);
        newly.push(sent);
      }
    }
    return newly;
  }

  #leaveFlight(state: SpaceState, sent: Sent, fate: number): void {
    sent.fate = fate;
    if (!sent.isAckEliciting) return;
    this.inFlightBytes -= sent.sizeBytes;
    state.elicitingInFlight--;
  }

  /**
   * Packets that were declared lost, and arrived (§6.1): counted, and the reduction may be undone. They lie below the largest one that was
   * acknowledged, so that a gap of the last frame must be filled, or a part of it.
   */
  #doubtedAcked(state: SpaceState, { ranges }: AckFrame): void {
    const { doubted, gaps } = state;
    state.gaps = ranges;
    const newest = doubted.at(-1);
    if (newest === undefined || newest.number < ranges[ranges.length - 1] || haveSameGaps(gaps, ranges))
      return;
    let left = 0;
    // Both ascend from here on.
    let range = ranges.length - 2;
    for (const entry of doubted) {
      while (range >= 0 && ranges[range] < entry.number) range -= 2;
      if (range >= 0 && ranges[range + 1] <= entry.number) this.#spurious(state, entry);
      else doubted[left++] = entry;
    }
    doubted.length = left;
  }

  #spurious(state: SpaceState, { number, sent, reduction }: SpaceState['doubted'][number]): void {
    sent.fate = Fate.acked;
    this.#settled.acked(state.space, sent);
    // It was never in flight: its ACK tells of persistent congestion alone (§7.6.2).
    if (!sent.isAckEliciting) return;
    this.spuriousCount++;
    if (this.#settings.adaptsThreshold === true)
      this.#packetThreshold = Math.max(this.#packetThreshold, state.largestAcked - number + 1);
    // Losses of an earlier one say nothing of the last.
    if (reduction !== this.reductions || --this.#openLosses !== 0) return;
    if (!this.#isByLoss || this.#settings.undoesSpurious !== true) return;
    this.watch.end(this.controller.cwndBytes, this.rtt.smoothedUs);
    this.controller.undo();
  }

  /** §5.3: the delay counts in the application's space only, and up to max_ack_delay. */
  #sample(space: Space, sentUs: number, delayUs: number, nowUs: number): void {
    const rttUs = nowUs - sentUs;
    const countedUs = space === Space.application ? Math.min(delayUs, this.rtt.maxAckDelayUs) : 0;
    this.rtt.sample(rttUs, countedUs);
    this.controller.sampled?.(nowUs, sentUs, rttUs);
    if (this.#firstSampleUs === NEVER) this.#firstSampleUs = nowUs;
  }

  /** `DetectAndRemoveLostPackets` and `OnPacketsLost` (§A.10, §B.8). */
  #detectLost(state: SpaceState, nowUs: number, flightBytes: number): void {
    const { space, packets, largestAcked } = state;
    state.lossUs = NEVER;
    if (largestAcked < 0) return;
    const delayUs = this.rtt.lossDelayUs;
    const limit = Math.min(largestAcked, packets.next - 1);
    const entries: SpaceState['doubted'] = [];
    let newestUs = Number.NaN;
    let lost = 0;
    for (let number = packets.first; number <= limit; number++) {
      const sent = packets.at(number);
      if (sent.fate !== Fate.unsettled) continue;
      const byPackets = largestAcked - number >= this.#packetThreshold;
      if (!byPackets && sent.sentUs + delayUs > nowUs) {
        state.lossUs = Math.min(state.lossUs, sent.sentUs + delayUs);
        continue;
      }
      this.#leaveFlight(state, sent, Fate.lost);
      this.#settled.lost(space, number, sent, !byPackets);
      const entry = { number, sent, reduction: this.reductions };
      state.doubted.push(entry);
      if (!sent.isAckEliciting) continue;
      newestUs = sent.sentUs;
      lost++;
      entries.push(entry);
    }
    packets.settle();
    if (state.doubted.length > MAX_DOUBTED) state.doubted.splice(0, state.doubted.length - MAX_DOUBTED);
    if (lost === 0) return;
    this.lostCount += lost;
    const { reductions } = this;
    this.#reduced(nowUs, () => this.controller.lost(nowUs, newestUs, flightBytes));
    if (this.reductions > reductions) this.#begin(true);
    for (const entry of entries) entry.reduction = this.reductions;
    this.#openLosses += lost;
    if (this.#persistent?.isEstablished(this.rtt.persistentCongestionUs, newestUs) === true) {
      this.persistentCongestions++;
      // The threshold stays that of the loss (§B.8).
      this.controller.persistentCongestion(nowUs, this.controller.ssthreshBytes);
    }
  }

  /** A reduction began. */
  #begin(isByLoss: boolean): void {
    this.#isByLoss = isByLoss;
    this.#openLosses = 0;
  }

  /** Runs what may reduce the window, and counts it. */
  #reduced(nowUs: number, react: () => void): void {
    const { boundaryUs } = this.controller;
    this.watch.end(this.controller.cwndBytes, this.rtt.smoothedUs);
    react();
    if (this.controller.boundaryUs !== boundaryUs && this.controller.boundaryUs === nowUs) this.reductions++;
  }

  #grow(newly: readonly Sent[], nowUs: number): void {
    const { controller, rtt } = this;
    const newestUs = (newly.at(-1) as Sent).sentUs;
    if (!this.isWindowLimited) {
      this.watch.end(controller.cwndBytes, rtt.smoothedUs);
      return;
    }
    const before = controller.cwndBytes;
    for (const { sentUs, sizeBytes, isAckEliciting } of newly)
      if (isAckEliciting) controller.acked(nowUs, sentUs, sizeBytes, rtt.smoothedUs);
    const ignored = controller.cwndBytes === before && newestUs <= controller.boundaryUs;
    this.watch.acked(nowUs, ignored, controller.cwndBytes, rtt.smoothedUs);
  }

  /** The space that has the earliest loss time (`GetLossTimeAndSpace`, §A.8); null for none. */
  #lossSpace(): SpaceState | null {
    let earliest: SpaceState | null = null;
    for (const state of this.#spaces)
      if (state.lossUs < NEVER && (earliest === null || state.lossUs < earliest.lossUs)) earliest = state;
    return earliest;
  }

  /** The space whose probe timeout ends first (`GetPtoTimeAndSpace`, §A.8); null for no timeout. */
  #ptoSpace(): Space | null {
    let earliest: Space | null = null;
    let earliestUs = NEVER;
    for (const { space, elicitingInFlight } of this.#spaces) {
      if (elicitingInFlight === 0) continue;
      if (space === Space.application && !this.#handshake.isConfirmed) continue;
      const dueUs = this.#ptoUs(space);
      if (dueUs >= earliestUs) continue;
      earliest = space;
      earliestUs = dueUs;
    }
    return earliest ?? this.#handshake.probedSpace;
  }

  /** When the probe timeout of a space ends: after its last packet, or after now where none is in flight (§A.8). */
  #ptoUs(space: Space): number {
    const { elicitingInFlight, lastElicitingUs } = this.#spaces[space];
    const fromUs = elicitingInFlight > 0 ? lastElicitingUs : this.#armedUs;
    return fromUs + this.rtt.ptoUs(space === Space.application) * 2 ** Math.min(this.ptoCount, MAX_BACK_OFFS);
  }
}

/** They differ by how far the newest range reaches alone. */
function haveSameGaps(before: readonly number[], ranges: readonly number[]): boolean {
  if (before.length !== ranges.length) return false;
  for (let i = 1; i < ranges.length; i++) if (before[i] !== ranges[i]) return false;
  return true;
}

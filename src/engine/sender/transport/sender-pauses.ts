/**
 * When the sender asks for no more than it gets, from packets as they are replayed: the window has room, and the application has nothing
 * to send, or flow control blocks the connection or every stream with data. Delivery shows no rate of the path then (delivery-rate.ts,
 * path/carried-rate.ts). Not here: for how long anything held the sender, which the account says (findings/partition).
 *
 * Space in the window is classified when the next packet is sent. A gap shorter than half a pacing gap is part of a burst and is ignored.
 *
 * A pacer may send bursts: with two pacing gaps, 87 % of the ACKs of a bulk transfer by ngtcp2's BBR, which sends 21
 * packets each 21 ms, would follow a pause. So, with something in flight, a pause is longer than four times the pacing
 * gaps of the burst before it, or than a round trip.
 */
import { PacketFlag } from '../../../qlog-schema';
import { float64Column } from '../../base/columns/growable';

/** RFC 9002 §7.7: N of the pacing rate. */
export const PACING_GAIN = 1.25;
/** A packet sent within this many pacing gaps, plus a timer's granularity, was paced. */
const PACED_GAPS = 2;
const TIMER_US = 1000;
/** The window of BBR is two to three times what it paces per round trip, and it paces at half of that to drain. */
const PACED_BURSTS = 4;
/** Of a datagram. The full packets of one transfer differ by less: ACKs in front of the data, probes of the path's MTU. */
export const SHORT_SHARE = 0.5;

/** State of the sender after an event. NaN for unknown values. */
interface SenderView {
  readonly inFlightBytes: number;
  readonly windowBytes: number;
  readonly datagramBytes: number;
  readonly smoothedRttUs: number;
  /** As logged. */
  readonly pacingBytesPerSecond: number;
}

/** Times in which the sender asks for no more: ascending, none overlaps another, µs. The last one may be open: it has no end. */
export class PauseSpans {
  readonly startUs = float64Column();
  readonly endUs = float64Column();
}

export class SenderPauses {
  readonly #spans: PauseSpans;
  #roomSinceUs = Number.NaN;
  /** The sender when the window last had space, for its pacing gap. */
  #roomWindowBytes = Number.NaN;
  #roomDatagramBytes = 0;
  #roomRttUs = Number.NaN;
  #roomPacing = Number.NaN;
  #roomInFlightBytes = 0;
  /** Something was in flight when the window last had space. */
  #roomBeganInFlight = false;
  /** Packets in flight sent since the last gap. */
  #burst = 0;
  /** Size of the last packet in flight. */
  #lastBytes = 0;
  /** What the stack says: its application has nothing to send. Null while it has not said anything. */
  #saysLimited: boolean | null = null;
  /** It said so at some time since the window last had space. */
  #roomSaidLimited = false;
  /** Null before the first packet is classified. */
  #isPaused: boolean | null = null;
  #blockedByEvent = false;
  /** As the frames of the last packet tell: bits of `PacketFlag`. */
  #blockedByFrames = 0;
  #established = false;
  #count = 0;

  constructor(spans: PauseSpans) {
    this.#spans = spans;
  }

  /** Number of pauses of the application so far. */
  get count(): number {
    return this.#count;
  }

  /** The handshake is complete, and on a server the first request has come. */
  established(nowUs: number): void {
    this.#closeRoom(nowUs);
    this.#established = true;
  }

  /** The stack says that it has nothing to send, or may send nothing for its peer, or no longer; null where it says nothing of that. */
  blocked(isBlocked: boolean | null): void {
    this.#blockedByEvent = isBlocked ?? this.#blockedByEvent;
  }

  /** The stack says that its application has nothing to send, or no longer. */
  saysLimited(isLimited: boolean): void {
    this.#saysLimited = isLimited;
    this.#roomSaidLimited ||= isLimited;
  }

  /** What frames tell of flow control after a packet. @param flags `PacketFlag.flowBlocked`, `streamBlocked` or 0. */
  credit(nowUs: number, flags: number): void {
    if (flags === this.#blockedByFrames) return;
    this.#closeRoom(nowUs);
    this.#blockedByFrames = flags;
  }

  /**
   * A packet that counts as in flight is sent: the gap before it is classified now.
   * @param repeats it probes, or carries data that was sent before: that data waited for loss detection.
   */
  sending(nowUs: number, bytes: number, repeats: boolean): void {
    this.#lastBytes = bytes;
    this.#burst = this.#closeRoom(nowUs, repeats) ? 1 : this.#burst + 1;
  }

  /** The sender after an event. */
  update(nowUs: number, view: SenderView): void {
    const { inFlightBytes, windowBytes, datagramBytes } = view;
    const isFull =
      inFlightBytes + datagramBytes > windowBytes &&
      !this.#endedShort(datagramBytes, windowBytes - inFlightBytes);
    const isUnknown = Number.isNaN(windowBytes) && inFlightBytes > 0;
    if (isFull || this.#isBlocked || isUnknown) {
      this.#closeRoom(nowUs);
      this.#write(nowUs, !isFull && this.#isBlocked);
      return;
    }
    if (Number.isNaN(this.#roomSinceUs)) {
      this.#roomSinceUs = nowUs;
      this.#roomBeganInFlight = inFlightBytes > 0;
      this.#roomSaidLimited = this.#saysLimited === true;
    }
    this.#roomWindowBytes = windowBytes;
    this.#roomDatagramBytes = datagramBytes;
    this.#roomRttUs = view.smoothedRttUs;
    this.#roomPacing = view.pacingBytesPerSecond;
    this.#roomInFlightBytes = inFlightBytes;
  }

  /** The trace ends: an open gap is classified by its length. */
  end(nowUs: number): void {
    this.#closeRoom(nowUs);
  }

  /** The last packet was short, and the window has room for the rest of it: nothing more waited to be sent. */
  #endedShort(datagramBytes: number, roomBytes: number): boolean {
    return this.#lastBytes < SHORT_SHARE * datagramBytes && roomBytes >= datagramBytes - this.#lastBytes;
  }

  get #isBlocked(): boolean {
    return this.#blockedByEvent || (this.#blockedByFrames & PacketFlag.flowBlocked) !== 0;
  }

  /** @returns whether a gap ends, and no burst goes on. */
  #closeRoom(nowUs: number, repeats = false): boolean {
    const sinceUs = this.#roomSinceUs;
    if (Number.isNaN(sinceUs)) return false;
    this.#roomSinceUs = Number.NaN;
    const lengthUs = nowUs - sinceUs;
    const gapUs = this.#pacingGapUs();
    const isGap = lengthUs > gapUs / 2;
    if (this.#isPaused !== null && !isGap) return false;
    const paced = lengthUs <= Math.max(PACED_GAPS * gapUs + TIMER_US, this.#longestPacedUs(gapUs));
    if (!paced && this.#blockedByFrames === 0 && !this.#dataWaits) this.#count++;
    this.#write(sinceUs, !paced && this.#asksNoMore(repeats));
    return isGap;
  }

  /** A pause that no pacer explains did not wait for loss detection, nor for anything that the log does not show. */
  #asksNoMore(repeats: boolean): boolean {
    if (!this.#established) return true;
    if (repeats && this.#roomBeganInFlight) return false;
    return this.#blockedByFrames !== 0 || !this.#dataWaits;
  }

  /**
   * The stack says of the whole gap that the application had data. That it had none is never taken from a flag: quiche sets it
   * once per round trip while data waits (congestion.md §4).
   */
  get #dataWaits(): boolean {
    return this.#saysLimited !== null && !this.#roomSaidLimited;
  }

  /** Longest gap that a pacer leaves after the burst before it. */
  #longestPacedUs(gapUs: number): number {
    if (this.#roomInFlightBytes <= 0) return 0;
    const burstUs = PACED_BURSTS * this.#burst * gapUs + TIMER_US;
    return this.#roomRttUs > 0 ? Math.min(burstUs, this.#roomRttUs + TIMER_US) : burstUs;
  }

  #write(timeUs: number, isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    const { startUs, endUs } = this.#spans;
    if (isPaused) startUs.push(timeUs);
    else if (this.#isPaused === true) endUs.push(timeUs);
    this.#isPaused = isPaused;
  }

  /** Time between two datagrams at the logged pacing rate, else at that of RFC 9002 §7.7; 0 where unknown. */
  #pacingGapUs(): number {
    if (this.#roomPacing > 0) return (this.#roomDatagramBytes / this.#roomPacing) * 1e6;
    const gapUs = (this.#roomDatagramBytes * this.#roomRttUs) / (PACING_GAIN * this.#roomWindowBytes);
    return gapUs > 0 && Number.isFinite(gapUs) ? gapUs : 0;
  }
}

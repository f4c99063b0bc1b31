/**
 * What limits the sender at each time, as a timeline plotted like the states (congestion.md §2).
 *
 *   anti-amplification  a server whose peer's address is not validated may send no more (RFC 9000 §8.1)
 *   window              in flight + one datagram > cwnd, unless the last packet was short though the window had room to
 *                       fill it: the application had no more
 *   flow control        the connection or every stream with data is blocked, until credit arrives; or some streams are,
 *                       and a pause shows that no other has data
 *   pacing, application the window has space: the next packet is sent as soon as a pacer would, or later
 *   handshake           later than that, while the handshake lasts, and on a server until the first request
 *   loss detection      later than that, and what is sent then was in flight before: a probe, or data sent again
 *   not known           no window is logged, and something is in flight; or the log says that the application had data all
 *                       the while, and nothing above explains why it was not sent
 *
 * Space in the window is classified when the next packet is sent, so the timeline may lag by one packet. A gap shorter
 * than half a pacing gap is part of a burst and is ignored.
 *
 * A pacer may send bursts: with two pacing gaps, 87 % of the ACKs of a bulk transfer by ngtcp2's BBR, which sends 21
 * packets each 21 ms, would follow a pause. So, with something in flight, a pause is longer than four times the pacing
 * gaps of the burst before it, or than a round trip.
 */
import { PacketFlag } from '../../../qlog-schema';
import type { StateTimeline } from '../../base/columns/state-timeline';

export const LIMITS = {
  window: 'congestion window',
  pacing: 'pacing',
  flowControl: 'flow control',
  application: 'application',
  amplification: 'anti-amplification',
  handshake: 'handshake',
  lossDetection: 'loss detection',
  unknown: 'not known',
} as const;

/** What the sender waits for other than the path: while one of these limits it, it asks for no more. */
const NOT_ASKING: readonly string[] = [
  LIMITS.application,
  LIMITS.flowControl,
  LIMITS.amplification,
  LIMITS.handshake,
];

/** @param limit one of `LIMITS`. */
export const isAsking = (limit: string): boolean => !NOT_ASKING.includes(limit);

/** RFC 9002 §7.7: N of the pacing rate. */
export const PACING_GAIN = 1.25;
/** A packet sent within this many pacing gaps, plus a timer's granularity, was paced. */
const PACED_GAPS = 2;
const TIMER_US = 1000;
/** The window of BBR is two to three times what it paces per round trip, and it paces at half of that to drain. */
const PACED_BURSTS = 4;
/** Of a datagram. The full packets of one transfer differ by less: ACKs in front of the data, probes of the path's MTU. */
export const SHORT_SHARE = 0.5;
/** RFC 9000 §8.1: a server may send three times what it received. */
const AMPLIFICATION = 3;

/** State of the sender after an event. NaN for unknown values. */
export interface SenderView {
  readonly inFlightBytes: number;
  readonly windowBytes: number;
  readonly datagramBytes: number;
  readonly smoothedRttUs: number;
  /** As logged. */
  readonly pacingBytesPerSecond: number;
}

export class SenderLimits {
  readonly #timeline: StateTimeline;
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
  /** The last limit added to the timeline. */
  #limit: string | null = null;
  #blockedByEvent = false;
  /** As the frames of the last packet tell: bits of `PacketFlag`. */
  #blockedByFrames = 0;
  #validated = true;
  #established = false;
  #sentBytes = Number.NaN;
  #receivedBytes = 0;
  #pauses = 0;

  /** @param timeline receives the limits, names of `LIMITS`. */
  constructor(timeline: StateTimeline) {
    this.#timeline = timeline;
    this.#sentBytes = 0;
  }

  /** Number of pauses of the application so far. */
  get pauses(): number {
    return this.#pauses;
  }

  /** The endpoint is a server, before the handshake: its peer's address is not validated yet. */
  unvalidated(): void {
    this.#validated = false;
  }

  /** A Handshake or 1-RTT packet arrived: the address is validated. */
  validated(): void {
    this.#validated = true;
  }

  /** The handshake is complete, and on a server the first request has come. */
  established(nowUs: number): void {
    this.#closeRoom(nowUs);
    this.#established = true;
  }

  received(bytes: number): void {
    this.#receivedBytes += bytes;
  }

  /** An event signals that flow control blocks, or no longer does. */
  blocked(isBlocked: boolean): void {
    this.#blockedByEvent = isBlocked;
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
   * A packet is sent. If it is in flight, the gap before it is classified now.
   * @param repeats it probes, or carries data that was sent before: that data waited for loss detection.
   */
  sending(nowUs: number, bytes: number, inFlight: boolean, repeats = false): void {
    this.#sentBytes += bytes;
    if (!inFlight) return;
    this.#lastBytes = bytes;
    this.#burst = this.#closeRoom(nowUs, repeats) ? 1 : this.#burst + 1;
  }

  /** The sender after an event. */
  update(nowUs: number, view: SenderView): void {
    const { inFlightBytes, windowBytes, datagramBytes } = view;
    const limit = this.#limitOf(inFlightBytes, windowBytes, datagramBytes);
    if (limit === null) {
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
      return;
    }
    this.#closeRoom(nowUs);
    this.#write(nowUs, limit);
  }

  /** The trace ends: an open gap is classified by its length. */
  end(nowUs: number): void {
    this.#closeRoom(nowUs);
  }

  #limitOf(inFlightBytes: number, windowBytes: number, datagramBytes: number): string | null {
    if (!this.#validated && this.#amplified(datagramBytes)) return LIMITS.amplification;
    const isFull = inFlightBytes + datagramBytes > windowBytes;
    if (isFull && !this.#endedShort(datagramBytes, windowBytes - inFlightBytes)) return LIMITS.window;
    if (this.#isBlocked) return LIMITS.flowControl;
    return Number.isNaN(windowBytes) && inFlightBytes > 0 ? LIMITS.unknown : null;
  }

  /** The last packet was short, and the window has room for the rest of it: nothing more waited to be sent. */
  #endedShort(datagramBytes: number, roomBytes: number): boolean {
    return this.#lastBytes < SHORT_SHARE * datagramBytes && roomBytes >= datagramBytes - this.#lastBytes;
  }

  get #isBlocked(): boolean {
    return this.#blockedByEvent || (this.#blockedByFrames & PacketFlag.flowBlocked) !== 0;
  }

  /** Unknown without sizes of received packets. */
  #amplified(datagramBytes: number): boolean {
    if (this.#receivedBytes === 0) return false;
    return this.#sentBytes + datagramBytes > AMPLIFICATION * this.#receivedBytes;
  }

  /** @returns whether a gap ends, and no burst goes on. */
  #closeRoom(nowUs: number, repeats = false): boolean {
    const sinceUs = this.#roomSinceUs;
    if (Number.isNaN(sinceUs)) return false;
    this.#roomSinceUs = Number.NaN;
    const lengthUs = nowUs - sinceUs;
    const gapUs = this.#pacingGapUs();
    const isGap = lengthUs > gapUs / 2;
    if (this.#limit !== null && !isGap) return false;
    const paced = lengthUs <= Math.max(PACED_GAPS * gapUs + TIMER_US, this.#longestPacedUs(gapUs));
    const limit = paced ? LIMITS.pacing : this.#pauseOf(repeats);
    if (!paced && this.#blockedByFrames === 0 && !this.#dataWaits) this.#pauses++;
    this.#write(sinceUs, limit);
    return isGap;
  }

  /** What a pause that no pacer explains waited for. */
  #pauseOf(repeats: boolean): string {
    if (!this.#established) return LIMITS.handshake;
    if (repeats && this.#roomBeganInFlight) return LIMITS.lossDetection;
    if (this.#blockedByFrames !== 0) return LIMITS.flowControl;
    return this.#dataWaits ? LIMITS.unknown : LIMITS.application;
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

  #write(timeUs: number, limit: string): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#timeline.push(timeUs, limit);
  }

  /** Time between two datagrams at the logged pacing rate, else at that of RFC 9002 §7.7; 0 where unknown. */
  #pacingGapUs(): number {
    if (this.#roomPacing > 0) return (this.#roomDatagramBytes / this.#roomPacing) * 1e6;
    const gapUs = (this.#roomDatagramBytes * this.#roomRttUs) / (PACING_GAIN * this.#roomWindowBytes);
    return gapUs > 0 && Number.isFinite(gapUs) ? gapUs : 0;
  }
}

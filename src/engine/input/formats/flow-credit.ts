/**
 * Whether flow control blocks a sender, as its frames tell (RFC 9000 §4.1): a stream is blocked from its
 * STREAM_DATA_BLOCKED until its MAX_STREAM_DATA, the connection from DATA_BLOCKED until MAX_DATA. Senders announce that
 * before they have sent up to the limit, and one blocked stream does not limit a sender whose other streams send: new data
 * below the limits shows that. Some announce nothing: a connection is also blocked where it has used up what its peer
 * granted, by its transport parameter and MAX_DATA. STREAMS_BLOCKED is about opening streams, not about data.
 */
import { PacketFlag } from '../../../qlog-schema';

/** Blocked streams kept; beyond it the oldest is dropped. */
const MAX_STREAMS = 4096;

const CREDIT_FRAMES = ['data_blocked', 'stream_data_blocked', 'max_data', 'max_stream_data'] as const;
export type CreditFrame = (typeof CREDIT_FRAMES)[number];

export function isCreditFrame(type: string): type is CreditFrame {
  return (CREDIT_FRAMES as readonly string[]).includes(type);
}

export class FlowCredit {
  /** Limit of the blocked connection, NaN where it is not logged; null while it is not blocked. */
  #connectionLimit: number | null = null;
  /** What the peer granted the connection in all, bytes; NaN where the log does not say it. */
  #granted = Number.NaN;
  /** Limits of the blocked streams, by their keys. */
  readonly #streams = new Map<number, number>();
  /** Highest offsets that the peer granted, of the streams of which a frame has given one, by their keys. */
  readonly #streamLimits = new Map<number, number>();
  /** New data was sent since the last frame, and did not reach a limit. */
  #sending = false;

  /**
   * New data of a stream was sent.
   * @param key as in `StreamProgress`.
   * @param end its highest offset now. @param totalBytes the sum over all streams.
   */
  sends(key: number, end: number, totalBytes: number): void {
    // Asked of every packet with new data: most logs have no stream blocked.
    const limit = this.#streams.size === 0 ? undefined : this.#streams.get(key);
    // Beyond a limit: credit came in a packet that is not logged.
    if (limit !== undefined && !(end <= limit)) this.#streams.delete(key);
    if (this.#connectionLimit !== null && !(totalBytes <= this.#connectionLimit))
      this.#connectionLimit = null;
    if (totalBytes > this.#granted) this.#granted = Number.NaN;
    if (totalBytes === this.#granted) this.#connectionLimit = totalBytes;
    this.#sending = end !== limit && totalBytes !== this.#connectionLimit;
  }

  /** The peer grants the connection this many bytes in all; a lower limit than before is an older one. */
  grants(limitBytes: number, totalBytes: number): void {
    if (!(limitBytes <= this.#granted)) this.#granted = limitBytes;
    if (!(this.#granted <= totalBytes)) this.#connectionLimit = null;
  }

  /** Bytes that the connection may still send; NaN where the log does not say it. */
  openBytes(totalBytes: number): number {
    return this.#granted - totalBytes;
  }

  /** A frame has given the limit of some stream. */
  get knowsStreams(): boolean {
    return this.#streamLimits.size > 0;
  }

  /**
   * Bytes that may still be sent of a stream; NaN where no MAX_STREAM_DATA or STREAM_DATA_BLOCKED has given its limit.
   * @param end its highest offset.
   */
  openStreamBytes(key: number, end: number): number {
    const bytes = (this.#streamLimits.get(key) ?? Number.NaN) - end;
    // Beyond the limit: credit came in a packet that is not logged.
    return bytes >= 0 ? bytes : Number.NaN;
  }

  #grantStream(key: number, limit: number): void {
    if (!(limit >= 0) || limit <= (this.#streamLimits.get(key) ?? -1)) return;
    this.#streamLimits.set(key, limit);
    const [oldest] = this.#streamLimits.keys();
    if (this.#streamLimits.size > MAX_STREAMS && oldest !== undefined) this.#streamLimits.delete(oldest);
  }

  /** A frame of a sent packet, after its data. @param limit NaN where it is not logged. */
  sent(frame: CreditFrame, key: number, limit: number, end: number, totalBytes: number): void {
    if (frame === 'data_blocked') {
      // Announced before the credit that came since, or sent again.
      if (limit < this.#granted) return;
      this.#connectionLimit = limit;
      if (limit >= totalBytes) this.#granted = limit;
    } else if (frame === 'stream_data_blocked') {
      this.#streams.set(key, limit);
      this.#grantStream(key, limit);
    } else return;
    this.#sending = frame === 'data_blocked' ? totalBytes < limit : end < limit;
    const [oldest] = this.#streams.keys();
    if (this.#streams.size > MAX_STREAMS && oldest !== undefined) this.#streams.delete(oldest);
  }

  /** A frame of a received packet. @param limit NaN where it is not logged. @param totalBytes sent on all streams. */
  received(frame: CreditFrame, key: number, limit: number, totalBytes: number): void {
    if (frame === 'max_data') this.grants(limit, totalBytes);
    if (frame !== 'max_stream_data') return;
    this.#streams.delete(key);
    this.#grantStream(key, limit);
  }

  /** What holds after the packet: bits of `PacketFlag`. */
  get flags(): number {
    if (this.#connectionLimit === null && this.#streams.size === 0) return 0;
    return this.#sending ? PacketFlag.streamBlocked : PacketFlag.flowBlocked;
  }
}

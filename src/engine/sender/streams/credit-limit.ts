/**
 * One limit of flow control, of a stream or of the connection, and when its sender waited for more (RFC 9000 §4.1).
 *
 * A sender waits from the time at which all credit is used up until more comes. That it had more to send is shown by
 * STREAM_DATA_BLOCKED or DATA_BLOCKED for that limit, or by data beyond it later; a stream that ends at its limit waits for
 * nothing. Stacks announce before they have sent up to the limit: then nothing waits yet.
 *
 * The log of the receiver shows the sender's time moved by the path's delay: the wait begins as the data up to the limit, or
 * the announcement, arrives, and ends as data beyond it does.
 */
import type { TimeSpan } from '../transport/connectivity/connectivity';

export interface UsedUp {
  readonly limit: number;
  /** When the credit was used up, µs. */
  readonly fromUs: number;
  /** When the sender said that it is blocked; NaN while it has not. */
  readonly announcedUs: number;
}

interface OpenWait extends UsedUp {
  announcedUs: number;
  /** When more credit came; NaN while none has. */
  grantedUs: number;
}

export class CreditLimit {
  /** Most that may be sent, as far as it is known: a later frame with a lower one is an old one. */
  bytes: number;
  #open: OpenWait | null = null;
  /** Announced before it was reached. */
  #announced: { readonly limit: number; readonly timeUs: number } | null = null;
  readonly #isReceiver: boolean;

  constructor(bytes: number, isReceiver: boolean) {
    this.bytes = bytes;
    this.#isReceiver = isReceiver;
  }

  /** New data up to an offset, or a sum. @returns the wait that it ends. */
  data(end: number, timeUs: number): TimeSpan | null {
    const open = this.#open;
    let ended: TimeSpan | null = null;
    if (open !== null && end > open.limit) {
      ended = this.#ended(open, timeUs);
      this.#open = null;
    }
    // Beyond the limit: credit came in a packet that is not logged.
    if (end > this.bytes) this.bytes = Number.NaN;
    const announced = this.#announced;
    if (announced !== null && end >= announced.limit) {
      this.#announced = null;
      const grantedUs = end < this.bytes ? timeUs : Number.NaN;
      if (end === announced.limit) this.#open = openWait(end, timeUs, timeUs, grantedUs);
    }
    if (end === this.bytes) this.#open ??= openWait(end, timeUs);
    return ended;
  }

  /** Nothing waits, or may begin to: what is known is `bytes`. */
  get isIdle(): boolean {
    return this.#open === null && this.#announced === null;
  }

  /** All that was granted is used up, and no more has come; null where some is left, or that is not known. */
  get usedUp(): UsedUp | null {
    const open = this.#open;
    return open === null || !Number.isNaN(open.grantedUs) ? null : open;
  }

  /** More credit. @returns the wait that it ends, where the log shows already that data waited. */
  granted(limit: number, timeUs: number): TimeSpan | null {
    if (limit <= this.bytes) return null;
    this.bytes = limit;
    const open = this.#open;
    if (this.#announced !== null && limit > this.#announced.limit && !this.#isReceiver)
      this.#announced = null;
    if (open === null || limit <= open.limit) return null;
    if (Number.isNaN(open.grantedUs)) open.grantedUs = timeUs;
    // What was not announced is shown by data beyond the limit only; so is the end, at a receiver.
    if (this.#isReceiver || Number.isNaN(open.announcedUs)) return null;
    this.#open = null;
    return { fromUs: Math.max(open.fromUs, open.announcedUs), toUs: timeUs };
  }

  /** The sender says that it is blocked. @param limit NaN where it is not logged. @param end sent so far. */
  blocked(limit: number, end: number, timeUs: number): void {
    const at = Number.isNaN(limit) ? end : limit;
    // Credit has come since, at a sender: announced before it, or sent again.
    if (!this.#isReceiver && at < this.bytes) return;
    if (at < end) return;
    if (!(at <= this.bytes)) this.bytes = at;
    const open = this.#open;
    if (open !== null && open.limit === at) {
      if (Number.isNaN(open.announcedUs)) open.announcedUs = timeUs;
    } else if (at === end) this.#open = openWait(at, timeUs, timeUs, at < this.bytes ? timeUs : Number.NaN);
    else this.#announced ??= { limit: at, timeUs };
  }

  /** The sender sends no more. @param isReset data that waited may have been dropped. @returns the wait that it ends. */
  finished(isReset: boolean, timeUs: number): TimeSpan | null {
    const open = this.#open;
    this.#open = null;
    this.#announced = null;
    return open !== null && isReset ? this.#announcedSpan(open, timeUs) : null;
  }

  #ended(open: OpenWait, timeUs: number): TimeSpan | null {
    const { fromUs, announcedUs, grantedUs } = open;
    // Without the frame that granted it, when that was is not known.
    if (!this.#isReceiver && Number.isNaN(grantedUs)) return this.#announcedSpan(open, timeUs);
    const sinceUs =
      Number.isNaN(announcedUs) || announcedUs > timeUs ? fromUs : Math.max(fromUs, announcedUs);
    return { fromUs: sinceUs, toUs: this.#isReceiver ? timeUs : grantedUs };
  }

  #announcedSpan({ fromUs, announcedUs, grantedUs }: OpenWait, timeUs: number): TimeSpan | null {
    if (Number.isNaN(announcedUs)) return null;
    return {
      fromUs: Math.max(fromUs, announcedUs),
      toUs: Number.isNaN(grantedUs) ? timeUs : Math.min(grantedUs, timeUs),
    };
  }
}

function openWait(limit: number, fromUs: number, announcedUs = Number.NaN, grantedUs = Number.NaN): OpenWait {
  return { limit, fromUs, announcedUs, grantedUs };
}

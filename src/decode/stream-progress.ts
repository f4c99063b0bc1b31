/**
 * How far each stream has been sent, to tell a STREAM frame that carries data a second time.
 * A resend is the weakest evidence of a loss: a PTO probe resends without one.
 */
import { asNumber, asObject } from '../qlog-schema';

type JsonObject = { readonly [key: string]: unknown };

/** Streams followed at the same time; beyond it the oldest is forgotten. */
const MAX_STREAMS = 4096;

export class StreamProgress {
  /** Highest offset sent per stream id, as text: ids may be numbers or strings. */
  readonly #sentUntil = new Map<string, number>();

  /**
   * Notes a sent STREAM frame.
   * @returns true when it begins below what the stream has already sent.
   */
  resends(frame: JsonObject): boolean {
    const offset = asNumber(frame.offset);
    if (offset === null) return false;
    const raw = asObject(frame.raw);
    const length = asNumber(frame.length) ?? asNumber(raw?.length) ?? asNumber(raw?.payload_length) ?? 0;
    const id = streamIdOf(frame.stream_id ?? frame.id);
    const until = this.#sentUntil.get(id);
    this.#sentUntil.set(id, Math.max(until ?? 0, offset + length));
    if (until === undefined && this.#sentUntil.size > MAX_STREAMS) {
      const oldest = this.#sentUntil.keys().next();
      if (!oldest.done) this.#sentUntil.delete(oldest.value);
    }
    return until !== undefined && offset < until;
  }
}

/** A longer id is no stream id (RFC 9000 §2.1: 62 bits), and must not be kept as a key. */
const MAX_ID_LENGTH = 32;

/** Any JSON may stand where the id should: what is neither number nor text is one stream of its own. */
function streamIdOf(id: unknown): string {
  return typeof id === 'number' || typeof id === 'string' ? String(id).slice(0, MAX_ID_LENGTH) : '';
}

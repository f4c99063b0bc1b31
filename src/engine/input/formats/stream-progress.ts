/**
 * How far each stream has been sent, to detect STREAM and CRYPTO frames that carry data again, and how much, and whether
 * flow control blocks them.
 * Retransmitted data is the weakest evidence of a loss: a PTO probe retransmits without one.
 */
import { type CreditFrame, FlowCredit } from './flow-credit';

/** Streams tracked at the same time; beyond it the oldest is dropped. */
const MAX_STREAMS = 4096;
/** Gaps of CRYPTO data that are known at the same time; of further ones the data counts as sent before. */
const MAX_GAPS = 16;

interface Sent {
  /** Highest offset sent. */
  until: number;
  /** Below it, what was not sent yet: of CRYPTO data alone, null without any. */
  gaps: readonly (readonly [from: number, to: number])[] | null;
}

export class StreamProgress {
  readonly #sent = new Map<number, Sent>();
  /** The stream of the last frame. */
  #newest: Sent = { until: 0, gaps: null };
  #newestKey = Number.NaN;
  readonly flow = new FlowCredit();
  /** Sum of the highest offsets of all streams, without CRYPTO data (RFC 9000 §4.1). */
  #totalBytes = 0;
  #lastStream = Number.NaN;

  /**
   * Records data that is sent: of a stream, or of the CRYPTO frames in a packet number space.
   * @param key the stream's id, NaN for all without a usable one; `cryptoKey` of CRYPTO frames.
   * @param isStream false for CRYPTO frames, which flow control does not concern.
   * CRYPTO data need not be sent in order: clients cut their ClientHello into pieces and send its middle first. The data of a
   * stream is sent in order; what a log lacks of it was sent all the same.
   * @returns how many of its bytes were sent before; null for none.
   */
  advance(key: number, offset: number, lengthBytes: number, isStream: boolean): number | null {
    const end = offset + lengthBytes;
    const stream = this.#stream(key);
    const { until } = stream;
    if (isStream) this.#lastStream = key;
    if (end > until) {
      stream.until = end;
      if (isStream) {
        this.#totalBytes += end - until;
        this.flow.sends(key, end, this.#totalBytes);
      } else if (offset > until)
        stream.gaps = [...(stream.gaps ?? []), [until, offset] as const].slice(-MAX_GAPS);
    }
    if (offset >= until) return null;
    const below = Math.min(end, until);
    const bytes = below - offset - (stream.gaps === null ? 0 : fillGaps(stream, offset, below));
    return bytes === 0 && lengthBytes > 0 ? null : bytes;
  }

  #stream(key: number): Sent {
    if (key === this.#newestKey) return this.#newest;
    let stream = this.#sent.get(key);
    if (stream === undefined) {
      stream = { until: 0, gaps: null };
      this.#sent.set(key, stream);
      const [oldest] = this.#sent.keys();
      if (this.#sent.size > MAX_STREAMS && oldest !== undefined) this.#sent.delete(oldest);
    }
    this.#newest = stream;
    this.#newestKey = key;
    return stream;
  }

  /** A frame of a sent packet that tells of credit, after its data. @param limit NaN where it is not logged. */
  creditSent(frame: CreditFrame, key: number, limit: number): void {
    this.flow.sent(frame, key, limit, this.#untilOf(key), this.#totalBytes);
  }

  #untilOf(key: number): number {
    return this.#sent.get(key)?.until ?? 0;
  }

  /** A frame of a received packet that tells of credit. @param limit NaN where it is not logged. */
  creditReceived(frame: CreditFrame, key: number, limit = Number.NaN): void {
    this.flow.received(frame, key, limit, this.#totalBytes);
  }

  /** The peer's initial_max_data (RFC 9000 §18.2), bytes. */
  creditGranted(limitBytes: number): void {
    this.flow.grants(limitBytes, this.#totalBytes);
  }

  /** Bytes that the connection may still send (RFC 9000 §4.1); NaN where the log does not say it. */
  get openCreditBytes(): number {
    return this.flow.openBytes(this.#totalBytes);
  }

  /** The same of the stream of which data was sent last. */
  get openStreamCreditBytes(): number {
    // Asked of every packet: most logs tell no limit of a stream.
    if (!this.flow.knowsStreams) return Number.NaN;
    return this.flow.openStreamBytes(this.#lastStream, this.#untilOf(this.#lastStream));
  }
}

/** Takes what is sent now out of the gaps of what was not. @returns how many bytes of the range were not sent before. */
function fillGaps(sent: Sent, from: number, to: number): number {
  let filled = 0;
  const left = (sent.gaps ?? []).flatMap(([begin, end]): readonly (readonly [number, number])[] => {
    const [low, high] = [Math.max(begin, from), Math.min(end, to)];
    if (low >= high) return [[begin, end]];
    filled += high - low;
    const rest = [[begin, low] as const, [high, end] as const];
    return rest.filter(([restFrom, restTo]) => restFrom < restTo);
  });
  sent.gaps = left.length === 0 ? null : left.slice(-MAX_GAPS);
  return filled;
}

/** The key of what CRYPTO frames carry in a packet number space: no stream has it. */
export function cryptoKey(space: number): number {
  return -1 - space;
}

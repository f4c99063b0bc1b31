/** Connection ids of one connection: those of its packets, bounded; the first one of all is the client's choice (RFC 9000 §7.2). */
import { type LogIdentity, MAX_CONNECTION_IDS } from '../log-identity';
import type { LineText } from './lines/line-text';

/** RFC 9000 §17.2: 20 bytes, as hexadecimal text. */
const MAX_ID_LENGTH = 40;
const SPACE = 0x20;

export class ConnectionIds {
  readonly #ids = new Set<string>();
  /** The last one in its bytes: nearly every packet has it again. */
  #last: Uint8Array = new Uint8Array(0);
  /** Ids of short headers; the first one is no new one. */
  #received = new Set<string>();
  /** Destination of the first Initial packet; null where the log begins later. */
  original: string | null = null;
  /** Length of the id that the peer chose, which packets carry. */
  peerBytes = 0;
  quicVersion = Number.NaN;
  #isFirst = true;

  /** A packet's destination, at its id. @returns whether a short header has a further one. */
  received(text: LineText, isLong: boolean): boolean {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    while (text.byte === SPACE) text.at++;
    const { bytes, at, end } = text;
    if (!isLong && end - at === this.#last.length && this.#last.every((byte, i) => byte === bytes[at + i]))
      return false;
    const id = text.word(MAX_ID_LENGTH).toLowerCase();
    if (id === '') return false;
    if (isFirst && isLong) this.original = id;
    if (this.#ids.size < MAX_CONNECTION_IDS) this.#ids.add(id);
    if (isLong) return false;
    this.#last = bytes.slice(at, end);
    if (this.#received.has(id) || this.#received.size >= MAX_CONNECTION_IDS) return false;
    this.#received.add(id);
    return this.#received.size > 1;
  }

  /** A packet's source, after its length: the id that the peer chose. */
  ofPeer(text: LineText): void {
    while (text.byte === SPACE) text.at++;
    const id = text.word(MAX_ID_LENGTH).toLowerCase();
    this.peerBytes = id.length / 2;
    if (id !== '' && this.#ids.size < MAX_CONNECTION_IDS) this.#ids.add(id);
  }

  get identity(): LogIdentity {
    const { original, quicVersion } = this;
    const originalIds = original === null ? [] : [original];
    return {
      header: 'NGINX',
      odcid: null,
      groupId: null,
      connectionIds: [...this.#ids],
      originalIds,
      quicVersion,
    };
  }
}

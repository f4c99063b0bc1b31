/**
 * Bytes in, records out: looks at the first bytes of the inflated file, chooses the container's
 * splitter, and gives the same records whatever the chunks are.
 */

import { type Container, isWhitespace, joinBytes, NotQlog, printable, type RecordSink } from './sink';
import { JsonSplitter } from './split-json';
import { SeqSplitter } from './split-seq';

const RS = 0x1e;
const OPEN_BRACE = 0x7b;
const BOM = [0xef, 0xbb, 0xbf] as const;
/** White space that may stand before the first record. */
const MAX_LEAD_BYTES = 64 * 1024;

interface Splitter {
  push(chunk: Uint8Array, offset: number): void;
  end(): void;
}

export class RecordSplitter {
  readonly #sink: RecordSink;
  #splitter: Splitter | null = null;
  #head: Uint8Array = new Uint8Array(0);
  #offset = 0;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  /** The container, or null before the first bytes; contained JSON shows itself at its `events`. */
  get container(): Container | null {
    if (this.#splitter instanceof JsonSplitter) return this.#splitter.container;
    return this.#splitter === null ? null : 'JSON-SEQ';
  }

  /** Bytes taken so far. */
  get bytes(): number {
    return this.#offset;
  }

  /**
   * Takes the next bytes of the inflated file; chunks may be cut anywhere.
   * @throws NotQlog when the text cannot be qlog.
   */
  push(chunk: Uint8Array): void {
    const offset = this.#offset;
    this.#offset += chunk.length;
    if (this.#splitter !== null) {
      this.#splitter.push(chunk, offset);
      return;
    }
    // A copy: the chunk's buffer may be reused by its producer after this call.
    this.#head = joinBytes(this.#head, chunk.slice());
    this.#choose();
  }

  /** The file ends here. @throws NotQlog when nothing but white space came. */
  end(): void {
    if (this.#splitter === null) {
      const empty = this.#offset === 0;
      throw new NotQlog(empty ? 'the file is empty' : 'the file holds only white space', 0, null);
    }
    this.#splitter.end();
  }

  #choose(): void {
    const head = this.#head;
    if (head.length < BOM.length && BOM[0] === head[0]) return;
    let lead = BOM.every((byte, i) => head[i] === byte) ? BOM.length : 0;
    while (lead < head.length && isWhitespace(head[lead] as number)) lead++;
    const first = head[lead];
    if (first === undefined && lead < MAX_LEAD_BYTES) return;
    if (lead >= MAX_LEAD_BYTES) throw new NotQlog('the file begins with white space only', 0, head);
    if (first === RS) this.#splitter = new SeqSplitter(this.#sink);
    else if (first === OPEN_BRACE) this.#splitter = new JsonSplitter(this.#sink);
    else throw new NotQlog(reasonFor(head.subarray(lead)), lead, head.subarray(lead));
    this.#splitter.push(head.subarray(lead), lead);
    this.#head = new Uint8Array(0);
  }
}

function reasonFor(bytes: Uint8Array): string {
  const text = printable(bytes.subarray(0, 256)).toLowerCase();
  if (text.startsWith('<!doctype html') || text.startsWith('<html'))
    return 'this is an HTML page, not a trace';
  if (text.startsWith('<')) return 'this is XML or HTML, not a trace';
  return 'this is not qlog: neither a JSON object nor a JSON text sequence';
}

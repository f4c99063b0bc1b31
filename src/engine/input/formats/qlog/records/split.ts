/**
 * Bytes to records: examines the first bytes of the decompressed text, chooses the container's splitter, and gives the
 * same records for any chunk sizes. Text that cannot contain JSON is identified and refused here; everything else is
 * left to the splitters.
 */
import type { Container } from '../../format';
import { NotATrace } from '../../not-a-trace';
import { foreignBeginning, refuseForeign } from './foreign';
import type { TraceNumbers } from './json-state';
import { PrefixedLines, prefixIn } from './prefixed-lines';
import { isWhitespace, joinBytes, type RecordSink } from './sink';
import { JsonSplitter } from './split-json';
import { SeqSplitter } from './split-seq';

const RS = 0x1e;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const BOM = [0xef, 0xbb, 0xbf] as const;
/** White space allowed before the first record. */
const MAX_LEAD_BYTES = 64 * 1024;
/** Bytes examined to identify a file of another tool, and one that does not begin with JSON. */
const SNIFF_BYTES = 4096;

export class RecordSplitter {
  readonly #sink: RecordSink;
  readonly #traces: TraceNumbers = { next: 0 };
  #seq: SeqSplitter | null = null;
  #json: JsonSplitter | null = null;
  /** Where lines have something before their records. */
  #prefixed: PrefixedLines | null = null;
  #head: Uint8Array = new Uint8Array(0);
  /** The first bytes, until they are enough to identify the file; null afterwards. */
  #first: Uint8Array | null = new Uint8Array(0);
  readonly #base: number;
  #offset: number;

  /** @param base offset of the text's first byte, where other texts stand before it. */
  constructor(sink: RecordSink, base = 0) {
    this.#sink = sink;
    this.#base = base;
    this.#offset = base;
  }

  /** The container of the file, or null before the first bytes; contained JSON is known from its `events` on. */
  get container(): Container | null {
    if (this.#seq !== null && (this.#json === null || this.#seq.records > 0)) return 'JSON-SEQ';
    return this.#json?.container ?? null;
  }

  get bytes(): number {
    return this.#offset - this.#base;
  }

  /**
   * Processes the next bytes of the decompressed text; chunks may end anywhere.
   * @throws NotATrace when the text cannot be qlog.
   */
  push(chunk: Uint8Array): void {
    const offset = this.#offset;
    this.#offset += chunk.length;
    this.#identify(chunk, false);
    if (this.#seq !== null || this.#json !== null) {
      this.#split(chunk, offset);
      return;
    }
    // A copy: the chunk's buffer may be reused by its producer after this call.
    this.#head = joinBytes(this.#head, chunk.slice());
    this.#choose(false);
  }

  /** The text ends here. @throws NotATrace when nothing in it is readable. */
  end(): void {
    this.#identify(new Uint8Array(0), true);
    if (this.#seq === null && this.#json === null) this.#choose(true);
    if (this.#json !== null) this.#json.end();
    else this.#seq?.end();
  }

  /** @throws NotATrace when the file is another tool's. */
  #identify(chunk: Uint8Array, ended: boolean): void {
    if (this.#first === null) return;
    const first = joinBytes(this.#first, chunk.slice(0, SNIFF_BYTES - this.#first.length));
    this.#first = first.length < SNIFF_BYTES ? first : null;
    if (ended || this.#first === null) refuseForeign(first, this.#base);
  }

  #split(chunk: Uint8Array, offset: number): void {
    const json = this.#json;
    if (json !== null) {
      if (this.#prefixed === null) json.push(chunk, offset);
      else this.#prefixed.strip(chunk, (part, at) => json.push(part, offset + at));
      return;
    }
    const handover = this.#seq?.push(chunk, offset) ?? null;
    if (handover === null) return;
    this.#json = new JsonSplitter(this.#sink, this.#traces, (this.#seq?.records ?? 0) > 0);
    this.#json.push(handover.bytes, handover.offset);
  }

  #choose(ended: boolean): void {
    const head = this.#head;
    const isShort = head.length < SNIFF_BYTES && !ended;
    if (isShort && (!this.#beginsAsJson() || head[this.#lead()] === OPEN_BRACKET)) return;
    const foreign = foreignBeginning(head);
    const lead = this.#lead();
    const first = head[lead];
    if (foreign !== null && !this.#beginsAsJson())
      throw new NotATrace('qlog', foreign, this.#base + lead, head.subarray(lead));
    const prefix = first === OPEN_BRACE ? null : prefixIn(head);
    if (prefix !== null) {
      this.#beginPrefixed(prefix);
      return;
    }
    if (lead >= MAX_LEAD_BYTES)
      throw new NotATrace('qlog', 'the file begins with white space only', this.#base, head);
    if (first === undefined) {
      if (!ended) return;
      throw new NotATrace(
        'qlog',
        head.length === 0 ? 'the file is empty' : 'the file holds only white space',
        0,
        null,
      );
    }
    if (first === RS) this.#seq = new SeqSplitter(this.#sink, this.#traces);
    else this.#json = new JsonSplitter(this.#sink, this.#traces);
    this.#head = new Uint8Array(0);
    this.#split(head.subarray(lead), this.#base + lead);
  }

  #beginPrefixed(prefix: string): void {
    const detail = `each line has a prefix before its record, as “${prefix.trim()}”, which is left out`;
    this.#sink.problem({ reason: 'prefix', offset: this.#base, sizeBytes: 0, detail });
    this.#prefixed = new PrefixedLines();
    this.#json = new JsonSplitter(this.#sink, this.#traces);
    const head = this.#head;
    this.#head = new Uint8Array(0);
    this.#split(head, this.#base);
  }

  /** Index of the first byte after a byte order mark and white space. */
  #lead(): number {
    let lead = BOM.every((byte, i) => this.#head[i] === byte) ? BOM.length : 0;
    while (lead < this.#head.length && isWhitespace(this.#head[lead])) lead++;
    return lead;
  }

  #beginsAsJson(): boolean {
    const first = this.#head[this.#lead()];
    return first === RS || first === OPEN_BRACE || first === OPEN_BRACKET;
  }
}

/**
 * Reads NGINX's debug log: bytes are cut into lines, lines go to their workers, and what these know of packets becomes rows, without
 * anything between. Lines that are none of NGINX's, or of something else, are passed over.
 */
import type { EventBatch } from '../../../base/columns/event-batch';
import { concat } from '../../bytes/chunks';
import type { FormatReader, ReaderOutput } from '../format';
import type { LogIdentity } from '../log-identity';
import { NotATrace } from '../not-a-trace';
import type { DecodeQuality } from '../quality';
import type { NginxConnection } from './connection';
import { factsOf } from './facts';
import { headWithin, Level, LineHead } from './lines/line-head';
import { LineText } from './lines/line-text';
import { LogClock } from './log-clock';
import { withoutQuic } from './messages';
import { entriesOf, nameTable } from './names';
import { Worker } from './worker';

/** As many as readers of other formats distinguish. */
const MAX_CONNECTIONS = 4096;
/** NGINX cuts its lines at 2,048 bytes; what others write may be longer. */
const MAX_LINE_BYTES = 64 * 1024;
/** Workers at a time; a log over many starts of a server has more. */
const MAX_WORKERS = 1024;
const LF = 0x0a;
const CR = 0x0d;
const NO_BYTES: Uint8Array<ArrayBuffer> = new Uint8Array(0);
/** Words of an unknown line that name it. */
const NAME = /^quic(?: (?![0-9a-f]{6,})[a-z_()]+){1,3}/i;

export class NginxReader implements FormatReader {
  readonly names = nameTable();
  readonly container = null;
  readonly startedAnew = false;
  readonly skippedRecords = 0;
  readonly fruitlessRecords = 0;
  readonly #entries = entriesOf(this.names);
  readonly #output: ReaderOutput;
  readonly #clock = new LogClock();
  readonly #workers = new Map<number, Worker>();
  #worker: Worker | null = null;
  #pid = -1;
  readonly #connections: NginxConnection[] = [];
  /** Those before this index were reported. */
  #reported = 0;
  readonly #head = new LineHead();
  readonly #text = new LineText();
  /** The beginning of a line whose end has not come. */
  #rest: Uint8Array<ArrayBuffer> = NO_BYTES;
  /** Byte of the first one of `#rest`, or of the next chunk, in all texts joined. */
  #offset = 0;
  /** A line is passed over up to its end. */
  #isTooLong = false;
  #lines = 0;
  #hasDebug = false;
  #hasQuic = false;
  #server: string | null = null;
  events = 0;

  constructor(output: ReaderOutput) {
    this.#output = output;
  }

  /** The log has lines of QUIC. */
  get hasHeader(): boolean {
    return this.#hasQuic;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    if (this.#rest.length > 0 || this.#isTooLong) {
      const lineEnd = chunk.indexOf(LF);
      at = lineEnd < 0 ? chunk.length : lineEnd + 1;
      this.#rest = concat([this.#rest, chunk.subarray(0, at)]);
      if (lineEnd >= 0) this.#endRest();
      else if (this.#rest.length > MAX_LINE_BYTES) this.#passOver();
    }
    at = this.#linesIn(chunk, at);
    if (at < chunk.length) this.#rest = chunk.slice(at);
    for (const worker of this.#workers.values()) worker.rows.flush();
  }

  #endRest(): void {
    const rest = this.#rest;
    this.#rest = NO_BYTES;
    if (!this.#isTooLong) this.#line(rest, 0, rest.length - 1, this.#offset);
    this.#isTooLong = false;
    this.#offset += rest.length;
  }

  #passOver(): void {
    this.#isTooLong = true;
    this.#offset += this.#rest.length;
    this.#rest = NO_BYTES;
  }

  /** @returns the index after the last whole line. */
  #linesIn(chunk: Uint8Array, from: number): number {
    const base = this.#offset - from;
    const last = chunk.lastIndexOf(LF);
    let at = from;
    while (at <= last) at = this.#line(chunk, at, last, base) + 1;
    this.#offset = base + at;
    return at;
  }

  /** @param last index of a line's end, of this or a later line. @param base what offsets are above indices. @returns the index of its end. */
  #line(bytes: Uint8Array, from: number, last: number, base: number): number {
    const head = this.#head;
    let at = from;
    if (!head.read(bytes, at, last)) {
      const end = endOf(bytes, from, last);
      at = headWithin(bytes, from, end);
      if (at < 0 || !head.read(bytes, at, end)) return end;
    }
    this.#lines++;
    if (head.level === Level.debug) this.#hasDebug = true;
    if (head.pid !== this.#pid) this.#turnTo(head.pid);
    const worker = this.#worker as Worker;
    const end = endOf(bytes, head.textAt, last);
    const text = this.#text;
    text.bytes = bytes as Uint8Array<ArrayBuffer>;
    text.from = text.at = head.textAt;
    text.end = bytes[end - 1] === CR ? end - 1 : end;
    text.offset = base + at;
    worker.rows.seconds = head.seconds;
    if (head.number < 0) worker.processLine(text);
    else if (worker.line(head.number, text)) this.#hasQuic = true;
    return end;
  }

  #turnTo(pid: number): void {
    this.#pid = pid;
    let worker = this.#workers.get(pid);
    if (worker === undefined) {
      worker = new Worker({
        clock: this.#clock,
        names: this.#entries,
        deliver: (batch, connection) => this.#deliver(batch, connection),
        open: (connection) => this.#open(connection),
        unknown: (connection, text) => this.#unknown(connection, text),
        named: (words) => {
          this.#server = words;
        },
      });
      const [oldest] = this.#workers;
      if (this.#workers.size >= MAX_WORKERS && oldest !== undefined) {
        oldest[1].rows.end();
        this.#workers.delete(oldest[0]);
      }
      this.#workers.set(pid, worker);
    }
    this.#worker = worker;
  }

  #unknown(connection: NginxConnection, text: LineText): void {
    const name = NAME.exec(text.rest(64))?.[0];
    if (name !== undefined) connection.unknown(this.names.entry(name), text.offset);
  }

  #open(connection: NginxConnection): number {
    const index = this.#connections.length;
    if (index < MAX_CONNECTIONS && this.#output.mayOpen?.() !== false) {
      this.#connections.push(connection);
      return index;
    }
    this.#output.onProblem({
      reason: 'too-many-connections',
      offset: this.#text.offset,
      record: this.#lines,
      sizeBytes: 0,
      detail: 'the log holds more connections than are distinguished; events of further ones are left out',
    });
    return -1;
  }

  #deliver(batch: EventBatch, connection: NginxConnection): void {
    this.events += batch.length;
    const { index, tally } = connection;
    if (index < 0) return;
    for (const one of this.#connections.slice(this.#reported, index + 1)) this.#report(one);
    if (connection.ids.original !== connection.facts?.odcid) this.#report(connection);
    for (let row = 0; row < batch.length; row++) tally.event(batch.nameId[row], batch.timeUs[row], false);
    this.#output.onBatch(batch, index);
  }

  #report(connection: NginxConnection): void {
    const { index, ids } = connection;
    const facts = factsOf(index, ids, this.#server);
    connection.facts = facts;
    this.#reported = Math.max(this.#reported, index + 1);
    this.#output.onConnection(facts);
  }

  end(): void {
    if (this.#rest.length > 0 && !this.#isTooLong) this.#line(this.#rest, 0, this.#rest.length, this.#offset);
    this.#offset += this.#rest.length;
    this.#rest = NO_BYTES;
    for (const worker of this.#workers.values()) worker.rows.end();
    // The server may name itself after their last rows.
    for (const connection of this.#connections) this.#report(connection);
    if (this.events > 0) return;
    throw new NotATrace('qlog', ...withoutQuic(this.#hasDebug, this.#hasQuic));
  }

  nextText(baseOffset: number): void {
    this.#offset = baseOffset;
    this.#rest = NO_BYTES;
    this.#isTooLong = false;
  }

  quality(connection: number): DecodeQuality | null {
    const one = this.#connections[connection];
    if (one?.facts == null) return null;
    return one.tally.quality(this.names, one.facts, {
      timeFormat: 'relative',
      timeFormatStated: true,
      timeDescribedLate: false,
      resolution: '1 ms',
      originMs: this.#clock.originMs,
    });
  }

  identity(connection: number): LogIdentity | null {
    return this.#connections[connection]?.ids.identity ?? null;
  }
}

/** The end of the line that goes on at `at`; lines are short, so that a call that searches costs more. */
function endOf(bytes: Uint8Array, at: number, last: number): number {
  let end = at;
  while (end < last && bytes[end] !== LF) end++;
  return end;
}

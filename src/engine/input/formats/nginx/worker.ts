/**
 * A worker of NGINX: its lines by what they are about. NGINX numbers all that it calls a connection, each stream of QUIC too, on and on
 * over all workers: a number above all before is new, and the first one after `stream id:0x0 create` is that stream's.
 */
import type { EventBatch } from '../../../base/columns/event-batch';
import { BlockRows } from './block-rows';
import { NginxConnection } from './connection';
import {
  CONNECTION_LINES,
  Group,
  groupOf,
  Line,
  PATH_LINES,
  PROCESS_LINES,
  STREAM_LINES,
} from './lines/line-kinds';
import type { LineText } from './lines/line-text';
import { Matcher } from './lines/matcher';
import type { LogClock } from './log-clock';
import type { Entries } from './names';

/** Numbers that are remembered; the oldest are dropped. */
const MAX_OWNERS = 65_536;
/** Clients that were sent a Retry and have not come back. */
const MAX_RETRIED = 1024;
/** 20 bytes, as hexadecimal text. */
const MAX_ID = 40;
const SPACE = 0x20;

const PROCESS = new Matcher(PROCESS_LINES);
const CONNECTION = new Matcher(CONNECTION_LINES);
const PATH = new Matcher(PATH_LINES);
const STREAM = new Matcher(STREAM_LINES);
const PATH_TEXT = 'quic path seq:';
const STREAM_TEXT = 'quic stream id:';
const VALIDATED = 'successfully validated';

/** What a number is of: a connection, or one of its streams. */
interface Owner {
  readonly connection: NginxConnection;
  /** NaN for the connection itself. */
  readonly stream: number;
}

export interface Workers {
  readonly clock: LogClock;
  readonly names: Entries;
  readonly deliver: (batch: EventBatch, connection: NginxConnection) => void;
  /** The first row of a connection begins. @returns its index. */
  readonly open: (connection: NginxConnection) => number;
  /** A line of QUIC whose words are not known. */
  unknown(connection: NginxConnection, text: LineText): void;
  /** What a server calls itself. */
  named(words: string): void;
}

export class Worker {
  readonly rows: BlockRows<NginxConnection>;
  readonly #all: Workers;
  readonly #owners = new Map<number, Owner>();
  /** Connections that were answered by a Retry, by the id of the client. */
  readonly #retried = new Map<string, Owner>();
  #highest = -1;
  #lastNumber = -1;
  #lastOwner: Owner | undefined;
  /** The stream whose number comes next. */
  #created: Owner | null = null;
  /** The connection of the last line, for streams of a log that begins later. */
  #latest: NginxConnection | null = null;

  constructor(all: Workers) {
    this.#all = all;
    this.rows = new BlockRows(all.clock, all.deliver);
  }

  /** A line of the process itself. @returns whether something is read of it. */
  processLine(text: LineText): boolean {
    const kind = PROCESS.find(text.bytes, text.at, text.end);
    if (kind === Line.none) return false;
    const from = text.at;
    text.at = PROCESS.end;
    if (kind === Line.waits) this.rows.waits(true);
    else if (kind === Line.delta) this.rows.step(text.number());
    else {
      text.at = from;
      this.#all.named(text.word(64));
    }
    return true;
  }

  /** A line with a number. @returns whether it is one of QUIC. */
  line(number: number, text: LineText): boolean {
    if (number > this.#highest) this.#isNew(number);
    const from = text.at;
    let kind = CONNECTION.find(text.bytes, from, text.end);
    if (kind === Line.none) return this.#otherLine(number, text);
    text.at = CONNECTION.end;
    if (kind === Line.timerAdd || kind === Line.timerStays) {
      this.#timer(kind, number, text);
      return false;
    }
    if (kind === Line.quic) kind = this.#seconds(from, text);
    if (kind === Line.quic) return true;
    if (kind === Line.retry) this.#retries(number, text);
    if (kind === Line.sourceId && this.#retried.size > 0) this.#comesBack(number, text);
    const group = groupOf(kind);
    if (group === Group.streams) this.#streamLine(kind, number, text);
    else this.#connectionOf(number, kind)?.line(kind, text);
    return true;
  }

  /** `quic retry packet sent to 1004…`: the client comes back with the same id, under another number. */
  #retries(number: number, text: LineText): void {
    const owner = this.#owners.get(number);
    const { at } = text;
    if (this.#retried.size >= MAX_RETRIED) this.#retried.clear();
    if (owner !== undefined) this.#retried.set(text.word(MAX_ID), owner);
    text.at = at;
  }

  /** `quic packet rx scid len:17 1004…` */
  #comesBack(number: number, text: LineText): void {
    const { at } = text;
    text.number();
    while (text.byte === SPACE) text.at++;
    const id = text.word(MAX_ID);
    text.at = at;
    const before = this.#retried.get(id);
    const owner = this.#owners.get(number);
    if (before === undefined || owner === undefined || owner.connection === before.connection) return;
    if (owner.connection.isBegun) return;
    before.connection.received.goesOn(owner.connection.received);
    this.#retried.delete(id);
    this.#own(number, before);
    this.#latest = before.connection;
  }

  #isNew(number: number): void {
    this.#highest = number;
    if (this.#created === null) return;
    this.#own(number, this.#created);
    this.#created = null;
  }

  /** Most lines are of the number of the line before. */
  #ownerOf(number: number): Owner | undefined {
    if (number !== this.#lastNumber) {
      this.#lastNumber = number;
      this.#lastOwner = this.#owners.get(number);
    }
    return this.#lastOwner;
  }

  #own(number: number, owner: Owner): void {
    this.#lastNumber = -1;
    this.#owners.set(number, owner);
    const [oldest] = this.#owners.keys();
    if (this.#owners.size > MAX_OWNERS && oldest !== undefined) this.#owners.delete(oldest);
  }

  /** `quic path seq:1 …` and `quic stream id:0x0 …` go on with words of their own. */
  #seconds(from: number, text: LineText): number {
    const isPath = text.at - from === PATH_TEXT.length && text.bytes[from + 5] === 0x70;
    const isStream = text.at - from === STREAM_TEXT.length && text.bytes[from + 5] === 0x73;
    if (!(isPath || isStream) || text.bytes[text.at - 1] !== 0x3a) return Line.quic;
    text.number();
    while (text.byte === SPACE) text.at++;
    const table = isPath ? PATH : STREAM;
    const kind = table.find(text.bytes, text.at, text.end);
    if (kind === Line.none) return Line.quic;
    text.at = table.end;
    // `quic path seq:1 addr:127.0.0.1:42749 successfully validated while …`
    if (kind === Line.validated && !text.rest(128).includes(VALIDATED)) return Line.quic;
    return kind;
  }

  #connectionOf(number: number, kind: number): NginxConnection | null {
    const owner = this.#ownerOf(number);
    if (owner !== undefined) return this.#isOwn(owner);
    // Streams send nothing, and what is sent over TCP has no packets: a connection of a log that begins later.
    if (kind === Line.sent || kind === Line.notSent || groupOf(kind) === Group.life) return null;
    const connection = new NginxConnection(this.rows, this.#all.names, this.#all.open);
    this.#own(number, { connection, stream: Number.NaN });
    this.#latest = connection;
    return connection;
  }

  #isOwn({ connection, stream }: Owner): NginxConnection | null {
    if (!Number.isNaN(stream)) return null;
    this.#latest = connection;
    return connection;
  }

  #streamLine(kind: number, number: number, text: LineText): void {
    const owner = this.#owners.get(number);
    switch (kind) {
      case Line.streamCreated: {
        if (owner === undefined) return;
        text.at = text.from;
        this.#created = { connection: owner.connection, stream: text.value() };
        return;
      }
      case Line.flushLimit: {
        const limit = text.number();
        text.at = text.from;
        if (owner !== undefined) owner.connection.requests.flush(text.value(), limit, text.offset);
        return;
      }
      case Line.ofStream: {
        // `*7 quic stream id:0x0 recv len:47`, after a line of its connection: the stream was created before the log begins.
        text.at = text.from;
        const stream = text.value();
        if (owner === undefined && this.#latest !== null)
          this.#own(number, { connection: this.#latest, stream });
        else owner?.connection.requests.reads(stream, text.offset);
        return;
      }
      default:
        break;
    }
    if (owner === undefined || Number.isNaN(owner.stream)) return;
    owner.connection.requests.line(kind, owner.stream, text);
  }

  #timer(kind: number, number: number, text: LineText): void {
    const owner = this.#ownerOf(number);
    const connection = owner !== undefined && Number.isNaN(owner.stream) ? owner.connection : null;
    if (kind === Line.timerAdd) {
      text.number();
      const delayMs = text.value();
      this.rows.says(text.value() - delayMs);
      connection?.timerSet(delayMs);
      return;
    }
    text.value();
    connection?.timerStays(text.value());
  }

  /** @returns whether it is one of QUIC. */
  #otherLine(number: number, text: LineText): boolean {
    const { bytes, at } = text;
    // `quic `
    const isQuic =
      bytes[at] === 0x71 && bytes[at + 1] === 0x75 && bytes[at + 2] === 0x69 && bytes[at + 4] === SPACE;
    const owner = isQuic ? this.#owners.get(number) : undefined;
    if (owner !== undefined) this.#all.unknown(owner.connection, text);
    return isQuic;
  }
}

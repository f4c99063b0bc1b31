/**
 * The life of a connection: its addresses and paths, handshake, parameters, migration, and what ends it. Packets tell of it, too:
 * their version, tokens, and what validates a path.
 */
import {
  FIRST_PARAMETER,
  type LoggedLife,
  PARAMETER_NAMES,
  PacketSpace,
  type ParameterValue,
  PEER_MAX_DATA,
} from '../../../../../qlog-schema';
import { Frame } from '../lines/frame-kinds';
import { Line } from '../lines/line-kinds';
import type { LineText } from '../lines/line-text';
import { PARAMETERS } from '../lines/parameter-words';
import type { RowName } from '../names';

import type { OfConnection } from './of-connection';

const MAX_TEXT = 64;
const MAX_VERSIONS = 16;
const US_PER_MS = 1000;

const LEVELS = ['initial', '0rtt', 'handshake', '1rtt'] as const;

/** A row that waits for that of the packet in which its line stands. */
interface Waiting {
  readonly name: RowName;
  readonly offset: number;
  readonly facts: readonly LoggedLife[];
  /** Numbers of its pairs; of parameters more come. */
  readonly pairs: readonly number[];
}

/** Rows that wait at a time: of a packet whose end is missing. */
const MAX_WAITING = 64;

export class LifeLines {
  readonly #connection: OfConnection;
  readonly #versions = new Set<number>();
  #hasToken = false;
  #waiting: Waiting[] = [];
  /** Of the parameters whose lines come. */
  #values = new Map<string, ParameterValue>();
  #pairs: number[] = [];
  #keyUpdates = 0;

  constructor(connection: OfConnection) {
    this.#connection = connection;
  }

  line(kind: number, text: LineText): void {
    switch (kind) {
      case Line.pathCreated:
        this.#path(text);
        break;
      case Line.parameters:
        this.#values = new Map();
        this.#pairs = [];
        this.#wait(
          'quic tp',
          text.offset,
          [{ fact: 'parameters', owner: 'peer', values: this.#values }],
          this.#pairs,
        );
        break;
      case Line.parameter:
        this.#parameter(text);
        break;
      case Line.handshake:
        this.#add('SSL_do_handshake', text, { fact: 'state', state: 'handshake_complete' });
        break;
      case Line.alpn:
        this.#add('SSL ALPN selected', text, {
          fact: 'alpn',
          chosen: text.rest(MAX_TEXT),
          offered: [],
          supported: [],
        });
        break;
      case Line.serverName:
        this.#add('SSL server name', text, { fact: 'server-name', name: text.quoted(MAX_TEXT) });
        break;
      case Line.secret: {
        const level = LEVELS[text.number()];
        const of = text.bytes[text.from + 'quic ngx_quic_set_'.length] === 0x72 ? 'client' : 'server';
        if (level === undefined) break;
        this.#add('quic set secret', text, {
          fact: 'keys',
          change: 'available',
          level,
          of,
          cause: 'tls',
          phase: Number.NaN,
        });
        break;
      }
      case Line.keyUpdate:
        // The first one makes the next keys, after the handshake.
        if (this.#keyUpdates++ > 0) this.#keys(text);
        break;
      case Line.validating:
        this.#migration('quic initiated validation', text, 'probing_started');
        break;
      case Line.validated:
        this.#migration('quic path validated', text, 'probing_successful');
        break;
      case Line.validationFailed:
        this.#migration('quic path validation failed', text, 'probing_abandoned');
        break;
      case Line.migrated:
        this.#migrated(text);
        break;
      case Line.timedOut:
        this.#timedOut(text.offset);
        break;
      default:
        break;
    }
  }

  #timedOut(offset: number): void {
    const row = this.#row('quic client timed out', offset, []);
    if (row < 0) return;
    const end = { how: 'idle-timeout', by: 'local', space: 'unknown', code: Number.NaN } as const;
    this.#connection.batch.terminations.set(row, end);
  }

  #keys({ offset }: LineText): void {
    this.#row('quic key update', offset, [
      {
        fact: 'keys',
        change: 'available',
        level: '1rtt',
        of: 'unknown',
        cause: 'remote',
        phase: this.#keyUpdates - 1,
      },
    ]);
  }

  #migration(name: RowName, text: LineText, state: string): void {
    this.#add(name, text, { fact: 'migration', state, intended: null });
  }

  /** `quic migrated to path seq:1 addr:127.0.0.1:42749 while …`: the path without an id is the one in use from here on. */
  #migrated(text: LineText): void {
    const remote = / addr:(\S+)/.exec(text.rest(2 * MAX_TEXT))?.[1] ?? null;
    this.#row('quic migrated', text.offset, [
      { fact: 'migration', state: 'migration_complete', intended: null },
      { fact: 'addresses', path: '', local: null, remote },
    ]);
  }

  #add(name: RowName, { offset }: LineText, fact: LoggedLife): void {
    this.#row(name, offset, [fact]);
  }

  /** @returns -1 where it waits for the packet in which its line stands. */
  #row(name: RowName, offset: number, facts: readonly LoggedLife[]): number {
    const connection = this.#connection;
    if (connection.received.isAwaited) {
      this.#wait(name, offset, facts);
      return -1;
    }
    const row = connection.begin(connection.names[name], offset);
    if (facts.length > 0) connection.batch.life.set(row, facts);
    return row;
  }

  #wait(name: RowName, offset: number, facts: readonly LoggedLife[], pairs: readonly number[] = []): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push({ name, offset, facts, pairs });
  }

  /** The packet is complete. */
  release(): void {
    if (this.#waiting.length === 0) return;
    const connection = this.#connection;
    for (const { name, offset, facts, pairs } of this.#waiting) {
      const row = connection.begin(connection.names[name], offset);
      if (facts.length > 0) connection.batch.life.set(row, facts);
      for (let i = 0; i < pairs.length; i += 2) connection.batch.addPair(row, pairs[i], pairs[i + 1]);
    }
    this.#waiting = [];
  }

  /** `quic path seq:0 created addr:127.0.0.1:57875`: the first path is the connection's. */
  #path(text: LineText): void {
    const remote = text.rest(MAX_TEXT);
    text.at = text.from;
    const number = text.value();
    const path = number === 0 ? null : String(number);
    this.#add(path === null ? 'quic connection path created' : 'quic path created', text, {
      fact: 'addresses',
      path,
      local: null,
      remote,
    });
  }

  #parameter(text: LineText): void {
    const logged = text.word(MAX_TEXT);
    const name = PARAMETERS[logged] ?? logged;
    const index = (PARAMETER_NAMES as readonly string[]).indexOf(name);
    const value = text.value();
    if (index < 0 || !(value >= 0) || this.#values.has(name)) return;
    this.#values.set(name, value);
    this.#pairs.push(FIRST_PARAMETER + index, name === 'max_ack_delay' ? value * US_PER_MS : value);
    if (FIRST_PARAMETER + index === PEER_MAX_DATA) this.#connection.streams.creditGranted(value);
  }

  /** What a received packet says. @param version NaN for a short header. */
  packet(row: number, space: PacketSpace, version: number, hasToken: boolean, isNewId: boolean): void {
    const facts: LoggedLife[] = [];
    if (version > 0 && !this.#versions.has(version) && this.#versions.size < MAX_VERSIONS) {
      this.#versions.add(version);
      this.#connection.ids.quicVersion = version;
      facts.push({ fact: 'version', version });
    }
    if (space === PacketSpace.initial && hasToken && !this.#hasToken) {
      this.#hasToken = true;
      facts.push({ fact: 'token' });
    }
    if (isNewId) facts.push({ fact: 'new-id' });
    this.#say(row, ...facts);
  }

  #say(row: number, ...facts: readonly LoggedLife[]): void {
    const { life } = this.#connection.batch;
    if (facts.length > 0) life.set(row, [...(life.get(row) ?? []), ...facts]);
  }

  /** A PATH_CHALLENGE or PATH_RESPONSE, at its data. */
  validation(row: number, frame: number, text: LineText): void {
    const data = text.rest(MAX_TEXT).replace(/^0x/, '');
    this.#say(row, { fact: frame === Frame.pathChallenge ? 'challenge' : 'response', data });
  }

  /** What a CONNECTION_CLOSE frame gives as its reason: `CONNECTION_CLOSE err:10 REASON ft:0`. */
  reason(row: number, text: LineText): void {
    const reason = text
      .rest(MAX_TEXT)
      .replace(/ ft:\d+$/, '')
      .trim();
    if (reason !== '') this.#say(row, { fact: 'reason', text: reason });
  }
}

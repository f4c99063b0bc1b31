/**
 * The connections of a file, over all its traces: finds the connection of an event, opens new ones up to a limit, and
 * notifies the reader when one appears or more of its header is known.
 */
import { isOfTransport, labelOf } from '../../../../../qlog-schema';
import { resolutionNamed } from '../../clock-resolution';
import type { LogIdentity } from '../../log-identity';
import type { LoggedName, NameTable } from '../../name-table';
import type { DecodeQuality } from '../../quality';
import type { ConnectionInfo } from './connection-info';
import type { EventParts } from './event-shape';
import { OpenConnection, type TraceSource } from './trace-source';

/** Connections of one text; events of further ones are counted and not decoded. */
export const MAX_CONNECTIONS = 4096;

export class Connections {
  readonly #open: OpenConnection[] = [];
  readonly #names: NameTable;
  readonly #onConnection: (info: ConnectionInfo) => void;
  readonly #mayOpen: () => boolean;

  /** @param mayOpen see `ReaderOutput`. */
  constructor(names: NameTable, onConnection: (info: ConnectionInfo) => void, mayOpen = () => true) {
    this.#names = names;
    this.#onConnection = onConnection;
    this.#mayOpen = mayOpen;
  }

  /** The connection of an event, opened when new; null beyond the limit. */
  of(source: TraceSource, parts: EventParts, name: LoggedName): OpenConnection | null {
    if (source.isLeftOut) return null;
    const key = source.keyOf(parts.groupId);
    const connection = source.connections.get(key);
    if (connection !== undefined) return connection;
    const first = source.connections.values().next().value;
    if (first !== undefined) {
      if (key === null && !isOfTransport(name.kind)) return first;
      if (this.#adopts(first, key)) return this.#rename(first, key, parts);
    }
    return this.#openNew(source, key, parts);
  }

  /** More of a trace's header is known, or its implementation. */
  refresh(source: TraceSource): void {
    for (const { info } of source.connections.values()) this.#onConnection(info);
  }

  /**
   * The only connection of its trace, without id and without transport events so far, takes the first id that appears.
   */
  #adopts(first: OpenConnection, key: string | null): boolean {
    const { connections } = first.source;
    return key !== null && connections.size === 1 && connections.has(null) && first.tally.isIdle(this.#names);
  }

  #rename(connection: OpenConnection, key: string | null, parts: EventParts): OpenConnection {
    const { source } = connection;
    source.connections.delete(null);
    source.connections.set(key, connection);
    connection.info = source.info(connection.info.index, key, labelOf(parts.odcid));
    this.#onConnection(connection.info);
    return connection;
  }

  #openNew(source: TraceSource, key: string | null, parts: EventParts): OpenConnection | null {
    const index = this.#open.length;
    if (index >= MAX_CONNECTIONS || !this.#mayOpen()) return null;
    const connection = new OpenConnection(source.info(index, key, labelOf(parts.odcid)), source);
    this.#open.push(connection);
    source.connections.set(key, connection);
    this.#onConnection(connection.info);
    return connection;
  }

  /** @returns null for an unknown index. */
  identity(index: number): LogIdentity | null {
    const connection = this.#open[index];
    return connection === undefined ? null : connection.ids.identity(connection.info);
  }

  /** How well a connection could be read so far. @returns null for an unknown index. */
  quality(index: number): DecodeQuality | null {
    const connection = this.#open[index];
    if (connection === undefined) return null;
    const { tally, source, info } = connection;
    const { clock } = source;
    return tally.quality(this.#names, info, {
      timeFormat: clock.format,
      timeFormatStated: info.header.timeFormatStated,
      timeDescribedLate: source.timeDescribedLate,
      resolution: resolutionNamed(info.header.range?.resolution) ?? clock.resolution.value,
      originMs: clock.originMs,
    });
  }
}

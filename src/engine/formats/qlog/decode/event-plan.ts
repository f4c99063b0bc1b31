/**
 * Precomputed mapping from the numbers of recognised records to a row, for all records of one skeleton and one
 * connection. It is built from the parsed record and gives the same result as decoding it, for the most frequent
 * events; records for which that is not certain are decoded as if parsed.
 *
 * A plan is valid until more is known about its connection: `OpenConnection.info` is then another object.
 */
import {
  asArray,
  asObject,
  EventKind,
  implementationOfEvent,
  type JsonObject,
  type TimeFormat,
} from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import type { LoggedName, NameTable } from '../../name-table';
import type { Template } from '../records/scan/template';
import { PATH } from './decode-packet';
import { pairTableOf } from './decode-pairs';
import type { EventParts } from './event-shape';
import { ReceivedPlan, SentPlan } from './plan-packet';
import { PairsPlan } from './plan-pairs';
import { Slots } from './plan-values';
import type { ConnectionInfo, OpenConnection, TraceSource } from './trace-source';

const TIME_KEYS = ['time', 'relative_time', 'delta_time'] as const;

interface Circumstances {
  readonly connection: OpenConnection;
  readonly name: LoggedName;
  readonly loggedName: string;
  readonly timeSlot: number;
  readonly timeFormat: TimeFormat | null;
  /** The event's path as logged: the slot of a number, or a constant. */
  readonly pathSlot: number;
  readonly path: unknown;
  /** Numbers per record. */
  readonly slots: number;
}

type Filler = PairsPlan | SentPlan | ReceivedPlan;

export class EventPlan {
  readonly connection: OpenConnection;
  readonly name: LoggedName;
  readonly loggedName: string;
  readonly timeFormat: TimeFormat | null;
  readonly #info: ConnectionInfo;
  readonly #source: TraceSource;
  readonly #circumstances: Circumstances;
  readonly #filler: Filler;
  /** The path recorded last. */
  #path = Number.NaN;

  constructor(circumstances: Circumstances, filler: Filler) {
    const { connection, name, loggedName, timeFormat } = circumstances;
    this.connection = connection;
    this.name = name;
    this.loggedName = loggedName;
    this.timeFormat = timeFormat;
    this.#info = connection.info;
    this.#source = connection.source;
    this.#circumstances = circumstances;
    this.#filler = filler;
  }

  holdsFor(source: TraceSource): boolean {
    return this.#source === source && this.connection.info === this.#info;
  }

  /** False for negative and inexact numbers: they may have a special meaning. */
  accepts(numbers: Float64Array, at: number): boolean {
    const end = at + this.#circumstances.slots;
    for (let i = at; i < end; i++) {
      const number = numbers[i] as number;
      if (!(number >= 0 && number <= Number.MAX_SAFE_INTEGER)) return false;
    }
    return true;
  }

  timeIn(numbers: Float64Array, at: number): number {
    return numbers[at + this.#circumstances.timeSlot] as number;
  }

  /** Adds the row of a record, and its share of the connection's counts besides name and time. */
  addRow(batch: EventBatch, timeUs: number, offset: number, numbers: Float64Array, at: number): void {
    const { connection, name } = this;
    const row = batch.begin(name.kind, timeUs, offset, name.id);
    this.#filler.fill(batch, row, numbers, at, connection);
    const { pathSlot, path } = this.#circumstances;
    if (pathSlot < 0) connection.tally.path(path);
    else this.#notePath(numbers[at + pathSlot] as number);
  }

  /** Skips a path that was recorded before. */
  #notePath(path: number): void {
    if (path === this.#path) return;
    this.#path = path;
    this.connection.tally.path(path);
  }
}

/**
 * @param parts of the record that the template has just produced.
 * @param batch that the rows will be written to.
 * @returns null for events that must be decoded as if parsed.
 */
export function planOf(
  { skeleton, slots: count }: Template,
  parts: EventParts,
  names: NameTable,
  connection: OpenConnection,
  batch: EventBatch,
): EventPlan | null {
  const { source, info, tally } = connection;
  const { data, groupId, timeFormat, name: loggedName } = parts;
  if (loggedName === null || (source.implementation === null && implementationOfEvent(loggedName) !== null))
    return null;
  const slots = new Slots(skeleton);
  const timeSlot = timeSlotOf(skeleton.value, info.header.eventFields, slots);
  // A numeric group id may differ in the next record.
  const isOfOneGroup = groupId === undefined || groupId === null || typeof groupId === 'string';
  if (timeSlot < 0 || !isOfOneGroup || (parts.path !== undefined && parts.path !== null)) return null;
  const name = names.entry(loggedName);
  // An event without a group that was assigned to another connection may get its own connection later.
  if (source.connections.get(source.keyOf(groupId)) !== connection) return null;
  // The first packet of a connection is decoded in full: more is read from it.
  if (tally.packets === 0 && (name.kind === EventKind.packetSent || name.kind === EventKind.packetReceived))
    return null;
  const filler = fillerOf(name.kind, data, batch, slots, info);
  if (filler === null || !slots.isCertain) return null;
  const holders = { data, header: asObject(data.header), raw: null };
  const { slot: pathSlot, value: path } = slots.first(PATH, holders);
  const circumstances = { connection, name, loggedName, timeSlot, timeFormat, pathSlot, path, slots: count };
  return new EventPlan(circumstances, filler);
}

/** @returns null for the few events that are read by code of their own. */
function fillerOf(
  kind: number,
  data: JsonObject,
  batch: EventBatch,
  slots: Slots,
  info: ConnectionInfo,
): Filler | null {
  switch (kind) {
    case EventKind.packetSent:
      return new SentPlan(data, batch, slots, info);
    case EventKind.packetReceived:
      return new ReceivedPlan(data, batch, slots, info);
    case EventKind.packetLost:
    case EventKind.packetsAcked:
    case EventKind.keyDiscarded:
    case EventKind.parametersSet:
    case EventKind.connectionClosed:
      return null;
    default:
      return new PairsPlan(pairTableOf(kind), data, slots, info);
  }
}

/** @returns the slot of the event's time, -1 where that is not certain. */
function timeSlotOf(record: unknown, columns: readonly string[] | null, slots: Slots): number {
  const object = asObject(record);
  if (object !== null) {
    const keys = TIME_KEYS.filter((key) => object[key] !== undefined);
    return keys[0] === 'time' || keys.length === 1 ? slots.at(object, keys[0] as string) : -1;
  }
  const list = asArray(record);
  if (list === null) return -1;
  if (columns === null) return slots.at(list, 0);
  const places = columns.flatMap((column, i) => (TIME_KEYS.some((key) => key === column) ? [i] : []));
  return places.length === 1 ? slots.at(list, places[0] as number) : -1;
}

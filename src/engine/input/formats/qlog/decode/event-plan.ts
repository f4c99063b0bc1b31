/**
 * Precomputed mapping from the numbers of recognised records to a row, for all records of one skeleton and one
 * connection. It is built from the parsed record and gives the same result as decoding it, for the most frequent
 * events; records for which that is not certain are decoded as if parsed. The scanner writes the numbers to the columns
 * (`program`); what depends on the rows before is done in their order, here.
 *
 * A plan is valid until more is known about its connection: `OpenConnection.info` is then another object.
 */
import {
  asArray,
  asObject,
  EventKind,
  implementationOfEvent,
  type JsonObject,
  PacketSpace,
  type TimeFormat,
} from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import type { LoggedName, NameTable } from '../../name-table';
import type { RowProgram } from '../records/scan/row-program';
import type { Template } from '../records/scan/template';
import type { ConnectionInfo } from './connection-info';
import { isOfLife } from './decode-life';
import { PATH } from './decode-packet';
import { pairTableOf } from './decode-pairs';
import type { EventParts } from './event-shape';
import { HttpPlan } from './plan-http';
import { ReceivedPlan, SentPlan } from './plan-packet';
import { PairsPlan } from './plan-pairs';
import { Slots } from './plan-values';
import type { OpenConnection, TraceSource } from './trace-source';

const TIME_KEYS = ['time', 'relative_time', 'delta_time'] as const;

interface Circumstances {
  readonly connection: OpenConnection;
  readonly name: LoggedName;
  readonly loggedName: string;
  readonly timeFormat: TimeFormat | null;
  /** The slot of the event's path; negative where it is the same in all records. */
  readonly pathSlot: number;
  /** Of a sent packet, the same in all records. */
  readonly tuple: unknown;
}

type Filler = PairsPlan | HttpPlan | SentPlan | ReceivedPlan;

export class EventPlan {
  readonly connection: OpenConnection;
  readonly name: LoggedName;
  readonly loggedName: string;
  readonly timeFormat: TimeFormat | null;
  readonly #info: ConnectionInfo;
  readonly #source: TraceSource;
  readonly #pathSlot: number;
  readonly #tuple: unknown;
  readonly #filler: Filler;
  readonly program: RowProgram;
  /** `order` must be called for each row. */
  readonly isOrdered: boolean;
  /** The path recorded last. */
  #path = Number.NaN;

  constructor(circumstances: Circumstances, program: RowProgram, filler: Filler) {
    const { connection, name, loggedName, timeFormat, pathSlot, tuple } = circumstances;
    this.connection = connection;
    this.name = name;
    this.loggedName = loggedName;
    this.timeFormat = timeFormat;
    this.#info = connection.info;
    this.#source = connection.source;
    this.#pathSlot = pathSlot;
    this.#tuple = tuple;
    this.#filler = filler;
    this.program = program;
    this.isOrdered = pathSlot >= 0 || isOfPacket(filler) || filler.isOrdered;
  }

  holdsFor(source: TraceSource): boolean {
    return this.#source === source && this.connection.info === this.#info;
  }

  /** Completes a row of the record whose numbers begin at `at`; its counts of the connection besides name and time. */
  order(batch: EventBatch, row: number, numbers: Float64Array, at: number): void {
    const { connection } = this;
    const filler = this.#filler;
    if (filler instanceof PairsPlan) filler.order(batch, row, connection);
    else filler.order(batch, row, numbers, at, connection);
    if (this.#tuple !== undefined) connection.tally.sentOn(this.#tuple);
    if (this.#pathSlot >= 0) this.#notePath(numbers[at + this.#pathSlot]);
  }

  /** Skips a path that was recorded before. */
  #notePath(path: number): void {
    if (path === this.#path) return;
    this.#path = path;
    this.connection.tally.path(path);
  }
}

/**
 * @param parts of the record that the template has just produced, and that was decoded as if parsed.
 * @returns null for events that must be decoded as if parsed.
 */
export function planOf(
  { skeleton, slots: count }: Template,
  parts: EventParts,
  names: NameTable,
  connection: OpenConnection,
): EventPlan | null {
  const { source, info, tally } = connection;
  const { data, groupId, timeFormat, name: loggedName, tuple } = parts;
  if (loggedName === null || (source.implementation === null && implementationOfEvent(loggedName) !== null))
    return null;
  const slots = new Slots(skeleton);
  const timeSlot = timeSlotOf(skeleton.value, info.header.eventFields, slots);
  // A numeric group id may differ in the next record.
  const isOfOneGroup = groupId === undefined || groupId === null || typeof groupId === 'string';
  if (timeSlot < 0 || !isOfOneGroup || (parts.path !== undefined && parts.path !== null)) return null;
  // A number may be another one in the next record.
  if (typeof tuple === 'number') return null;
  const name = names.entry(loggedName);
  // An event without a group that was assigned to another connection may get its own connection later.
  if (source.connections.get(source.keyOf(groupId)) !== connection) return null;
  // The first packet of a connection is decoded in full: more is read from it.
  if (tally.packets === 0 && (name.kind === EventKind.packetSent || name.kind === EventKind.packetReceived))
    return null;
  const filler = fillerOf(name.kind, data, slots, info);
  if (filler === null || !slots.isCertain) return null;
  const holders = { data, header: asObject(data.header), raw: null };
  const { slot: pathSlot } = slots.first(PATH, holders);
  const program = {
    kind: name.kind,
    nameId: name.id,
    space: isOfPacket(filler) ? filler.packet.space : PacketSpace.none,
    flags: isOfPacket(filler) ? filler.packet.flags : 0,
    slots: count,
    timeSlot,
    operations: filler.operations,
  };
  const sentOn = name.kind === EventKind.packetSent ? tuple : undefined;
  return new EventPlan(
    { connection, name, loggedName, timeFormat, pathSlot, tuple: sentOn },
    program,
    filler,
  );
}

function isOfPacket(filler: Filler): filler is SentPlan | ReceivedPlan {
  return filler instanceof SentPlan || filler instanceof ReceivedPlan;
}

/** @returns null for the few events that are read by code of their own. */
function fillerOf(kind: number, data: JsonObject, slots: Slots, info: ConnectionInfo): Filler | null {
  if (isOfLife(kind)) return null;
  switch (kind) {
    case EventKind.packetSent:
      return new SentPlan(data, slots, info);
    case EventKind.packetReceived:
      return new ReceivedPlan(data, slots, info);
    case EventKind.packetLost:
    case EventKind.packetsAcked:
      return null;
    case EventKind.httpFrameCreated:
    case EventKind.httpFrameParsed:
    case EventKind.httpPriorityUpdated:
      return HttpPlan.of(kind, data, slots);
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
  return places.length === 1 ? slots.at(list, places[0]) : -1;
}

/**
 * Events to rows of batches: finds the connection of each, computes its time, counts it, and delivers a batch when it
 * is full or the next event belongs to another connection.
 *
 * An event is given parsed, or as the numbers of a recognised record. Where its mapping to columns can be precomputed
 * (event-plan.ts), the numbers are written to the columns directly. All others are decoded as if parsed.
 */
import {
  asObject,
  implementationOfEvent,
  type JsonObject,
  PACKET_FIELDS,
  shownText,
  sourcesOf,
} from '../../../../qlog-schema';
import { EventBatch } from '../../../columns/event-batch';
import type { CommonReason, Place } from '../../decode-problem';
import type { NameTable } from '../../name-table';
import type { Template } from '../records/scan/template';
import { Connections, MAX_CONNECTIONS } from './connections';
import { PATH, packetTypeOf } from './decode-packet';
import type { DecoderOutput } from './decoder';
import { decodeEvent } from './event-decoder';
import type { EventPlan, planOf } from './event-plan';
import { emptyParts, shapeEvent, whyNoEvent } from './event-shape';
import { firstValue } from './field-reader';
import type { OpenConnection, TraceSource } from './trace-source';

/** A larger record is read, but reported: no event of an undamaged trace is nearly as large. */
const LARGE_RECORD_BYTES = 4 * 1024 * 1024;

const DESTINATION_ID = sourcesOf(PACKET_FIELDS, 'destinationId');

/** Uses of a skeleton before a plan is built for it. */
const PLANNED_FROM_USES = 3;

/** Repairs that made the record's text valid JSON. */
export interface Repairs {
  readonly replacedCharacters: number;
  readonly repaired: boolean;
}

const NO_REPAIRS: Repairs = { replacedCharacters: 0, repaired: false };

type Skip = (reason: CommonReason, place: Place, detail: string) => void;

export class EventRows {
  readonly connections: Connections;
  readonly #names: NameTable;
  readonly #output: DecoderOutput;
  readonly #skip: Skip;
  readonly #batch = new EventBatch();
  readonly #parts = emptyParts();
  #planOf: typeof planOf | null = null;
  /** The connection of the rows that the batch holds. */
  #batchOf = -1;
  #events = 0;
  #empty = 0;
  #unplaced = 0;

  /** @param skip called for records that cannot be events. */
  constructor(names: NameTable, output: DecoderOutput, skip: Skip) {
    this.connections = new Connections(names, output.onConnection);
    this.#names = names;
    this.#output = output;
    this.#skip = skip;
  }

  /** Rows of recognised records are planned. */
  planWith(plan: typeof planOf): void {
    this.#planOf = plan;
  }

  /** Events decoded so far, unknown kinds included. */
  get events(): number {
    return this.#events;
  }

  /** Records that were read but are empty. */
  get empty(): number {
    return this.#empty;
  }

  /** Events of connections beyond `MAX_CONNECTIONS`: counted, not decoded. */
  get unplaced(): number {
    return this.#unplaced;
  }

  /** Delivers the rows of the batch. */
  flush(): void {
    if (this.#batch.length === 0) return;
    this.#output.onBatch(this.#batch, this.#batchOf);
    this.#batch.clear();
  }

  /** @returns the event's connection; null where the record is no event, or belongs to none. */
  event(source: TraceSource, record: unknown, place: Place, repairs: Repairs): OpenConnection | null {
    const parts = this.#parts;
    const shape = shapeEvent(record, source.header.eventFields, parts);
    if (shape === 'empty') {
      this.#empty++;
      return null;
    }
    if (shape !== 'event' || parts.name === null) {
      this.#skip('broken', place, whyNoEvent(shape));
      return null;
    }
    const name = this.#names.entry(parts.name);
    const connection = this.connections.of(source, parts, name);
    if (connection === null) {
      this.#passOver(place);
      return null;
    }
    const timeUs = source.clock.toUs(parts.time, parts.timeFormat);
    this.#events++;
    const { tally } = connection;
    tally.event(name.id, timeUs, source.clock.heldLast);
    tally.replacedCharacters += repairs.replacedCharacters;
    if (repairs.repaired) tally.repairedRecords++;
    this.#reportUnusual(source, parts.name, place, tally);
    this.#startRowsOf(connection);
    const packetsBefore = tally.packets;
    decodeEvent(this.#batch, name, parts.data, timeUs, place.offset, connection);
    tally.path(parts.path ?? firstValue(PATH, parts.data, asObject(parts.data.header)));
    if (tally.packets > packetsBefore) {
      connection.ids.packet(parts.data);
      if (packetsBefore === 0) this.#learnOdcid(connection, parts.data);
    } else connection.ids.event(parts.data);
    if (this.#batch.full) this.flush();
    return connection;
  }

  /**
   * A record that needs no parsing.
   * @param at index of its first number in `numbers`.
   */
  recognised(source: TraceSource, template: Template, numbers: Float64Array, at: number, place: Place): void {
    const { plan } = template;
    if (plan?.holdsFor(source) === true && plan.accepts(numbers, at)) {
      this.#planned(source, plan, numbers, at, place);
      return;
    }
    const connection = this.event(source, template.read(numbers, at), place, NO_REPAIRS);
    const isRare = template.uses < PLANNED_FROM_USES;
    if (connection === null || isRare || template.plannedFor === connection.info) return;
    template.plannedFor = connection.info;
    template.plan = this.#planOf?.(template, this.#parts, this.#names, connection, this.#batch) ?? null;
  }

  #planned(source: TraceSource, plan: EventPlan, numbers: Float64Array, at: number, place: Place): void {
    const { connection, name } = plan;
    const timeUs = source.clock.toUs(plan.timeIn(numbers, at), plan.timeFormat);
    this.#events++;
    connection.tally.event(name.id, timeUs, source.clock.heldLast);
    if (source.clock.heldLast) this.#reportUnusual(source, plan.loggedName, place, connection.tally);
    this.#startRowsOf(connection);
    plan.addRow(this.#batch, timeUs, place.offset, numbers, at);
    if (this.#batch.full) this.flush();
  }

  /** Starts rows of this connection. */
  #startRowsOf({ info: { index } }: OpenConnection): void {
    if (index !== this.#batchOf) this.flush();
    this.#batchOf = index;
  }

  /** Reports unusual properties of an event that was read. */
  #reportUnusual(source: TraceSource, name: string, place: Place, tally: { largeRecords: number }): void {
    if (source.clock.heldLast) {
      const detail = `${name} has no usable time; it was given its predecessor's`;
      this.#output.onProblem({ ...place, reason: 'no-time', detail });
    }
    if (place.sizeBytes > LARGE_RECORD_BYTES) {
      tally.largeRecords++;
      const detail = `${name} is ${(place.sizeBytes / 1e6).toFixed(1)} MB long; it was read`;
      this.#output.onProblem({ ...place, reason: 'large', detail });
    }
    if (source.implementation !== null) return;
    const implementation = implementationOfEvent(name);
    if (implementation === null) return;
    source.identify(implementation);
    this.connections.refresh(source);
  }

  /**
   * The first packet of a connection is the client's first Initial, whichever side logs it; its Destination Connection
   * ID is the original one (ODCID, RFC 9000 §7.2).
   */
  #learnOdcid(connection: OpenConnection, data: JsonObject): void {
    const header = asObject(data.header);
    const id = shownText(firstValue(DESTINATION_ID, data, header));
    const isInitial = packetTypeOf(data, header)?.toLowerCase() === 'initial';
    if (id === null || !isInitial || connection.info.odcid !== null) return;
    connection.ids.isOdcidLearned = true;
    connection.info = { ...connection.info, odcid: id };
    this.#output.onConnection(connection.info);
  }

  #passOver(place: Place): void {
    this.#unplaced++;
    const detail = `the file holds more than ${MAX_CONNECTIONS} connections; events of further ones are left out`;
    this.#skip('too-many-connections', place, detail);
  }
}

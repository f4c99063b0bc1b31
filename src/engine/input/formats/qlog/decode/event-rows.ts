/**
 * Events to rows of batches: finds the connection of each, computes its time, counts it, and delivers a batch when it
 * is full or the next event belongs to another connection.
 *
 * An event is given parsed, or as the numbers of a recognised record. Where its mapping to columns can be precomputed
 * (event-plan.ts), the numbers are written to the columns directly. All others are decoded as if parsed.
 */
import {
  asObject,
  EventKind,
  implementationOfEvent,
  type JsonObject,
  PACKET_FIELDS,
  sourcesOf,
} from '../../../../../qlog-schema';
import { EventBatch } from '../../../../base/columns/event-batch';
import type { CommonReason, Place } from '../../decode-problem';
import type { NameTable } from '../../name-table';
import type { RecordScanner } from '../records/scan/record-scanner';
import { RECORD_NUMBERS, type ScannedRun } from '../records/scan/run';
import type { ConnectionInfo } from './connection-info';
import { Connections } from './connections';
import { PATH, packetTypeOf } from './decode-packet';
import type { DecoderOutput } from './decoder-output';
import { decodeEvent } from './event-decoder';
import type { EventPlan, planOf } from './event-plan';
import { emptyParts, shapeEvent, whyNoEvent } from './event-shape';
import { firstValue } from './field-reader';
import { cleanText } from './life-values';
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

/** What fills the rows of recognised records, and how. */
interface Recognition {
  readonly scanner: RecordScanner<EventPlan>;
  readonly planOf: typeof planOf;
}

type Skip = (reason: CommonReason, place: Place, detail: string) => void;

export class EventRows {
  readonly connections: Connections;
  readonly #names: NameTable;
  readonly #output: DecoderOutput;
  readonly #skip: Skip;
  #batch = new EventBatch();
  readonly #parts = emptyParts();
  #recognition: Recognition | null = null;
  /** The connection of the rows that the batch holds. */
  #batchOf = -1;
  #events = 0;
  #empty = 0;
  #unplaced = 0;

  /** @param skip called for records that cannot be events. */
  constructor(names: NameTable, output: DecoderOutput, skip: Skip) {
    this.connections = new Connections(names, (info) => this.#report(info), output.mayOpen);
    this.#names = names;
    this.#output = output;
    this.#skip = skip;
  }

  /** The scanner fills the rows of recognised records. @param plan how it does that. */
  recogniseWith(scanner: RecordScanner<EventPlan>, plan: typeof planOf): void {
    this.flush();
    this.#batch = scanner.batch ?? this.#batch;
    // A reader that failed may have left rows in it.
    this.#batch.reset();
    this.#recognition = { scanner, planOf: plan };
  }

  /** Events decoded so far, unknown kinds included. */
  get events(): number {
    return this.#events;
  }

  /** Records that were read but are empty. */
  get empty(): number {
    return this.#empty;
  }

  /** Events of connections beyond those that are distinguished: counted, not decoded. */
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
    if (name.kind === EventKind.packetSent) tally.sentOn(parts.tuple);
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
   * Records of a run that need no parsing, all of one source.
   * @param offset of the run's base in the decompressed text. @param number of the first record in its text.
   */
  recognised(source: TraceSource, run: ScannedRun, offset: number, number: number): void {
    const recognition = this.#recognition;
    if (recognition === null) return;
    const { scanner } = recognition;
    for (let i = 0; i < run.count; ) {
      const done = this.#planned(scanner, source, run, i, offset, number);
      if (done === 0) this.#unplanned(recognition, source, run, i, placeOf(run, i, offset, number));
      i += Math.max(1, done);
    }
  }

  /** A record that is decoded as if parsed. */
  #unplanned(
    { scanner, planOf: plan }: Recognition,
    source: TraceSource,
    { records, numbers }: ScannedRun,
    index: number,
    place: Place,
  ): void {
    const at = index * RECORD_NUMBERS;
    const skeleton = records[at];
    const template = scanner.use(skeleton);
    const connection = this.event(source, template.read(numbers, records[at + 3]), place, NO_REPAIRS);
    const isRare = template.uses < PLANNED_FROM_USES;
    if (connection === null || isRare || template.plannedFor === connection.info) return;
    template.plannedFor = connection.info;
    scanner.plan(skeleton, plan(template, this.#parts, this.#names, connection));
  }

  /** @returns how many records from `first` on were done: those of one connection that have plans. */
  #planned(
    scanner: RecordScanner<EventPlan>,
    source: TraceSource,
    run: ScannedRun,
    first: number,
    offset: number,
    number: number,
  ): number {
    const { count, records, numbers } = run;
    const plan = scanner.template(records[first * RECORD_NUMBERS]).plan;
    if (plan?.holdsFor(source) !== true) return 0;
    const { connection } = plan;
    let end = first + 1;
    while (end < count) {
      const next = scanner.template(records[end * RECORD_NUMBERS]).plan;
      if (next === null || next.connection !== connection || !next.holdsFor(source)) break;
      end++;
    }
    this.#startRowsOf(connection);
    const batch = this.#batch;
    const row = batch.length;
    const done = scanner.fillRows(first, end, offset);
    const { tally } = connection;
    const { clock } = source;
    tally.droppedRanges += scanner.droppedRanges;
    this.#events += done;
    let own = plan;
    let skeleton = -1;
    for (let i = 0; i < done; i++) {
      const at = (first + i) * RECORD_NUMBERS;
      if (records[at] !== skeleton) {
        skeleton = records[at];
        own = scanner.use(skeleton).plan as EventPlan;
      }
      const timeUs = clock.toUs(batch.timeUs[row + i], own.timeFormat);
      batch.timeUs[row + i] = timeUs;
      tally.event(batch.nameId[row + i], timeUs, clock.heldLast);
      if (clock.heldLast)
        this.#reportUnusual(source, own.loggedName, placeOf(run, first + i, offset, number), tally);
      if (own.isOrdered) own.order(batch, row + i, numbers, records[at + 3]);
    }
    if (batch.full || scanner.lacksPairs) this.flush();
    return done;
  }

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
    const id = cleanText(firstValue(DESTINATION_ID, data, header));
    const isInitial = packetTypeOf(data, header)?.toLowerCase() === 'initial';
    if (id === null || !isInitial || connection.info.odcid !== null) return;
    connection.ids.isOdcidLearned = true;
    connection.info = { ...connection.info, odcid: id };
    this.#report(connection.info);
  }

  /** More is known of a connection from here on: the rows before it are delivered first, wherever the text was cut. */
  #report(info: ConnectionInfo): void {
    this.flush();
    this.#output.onConnection(info);
  }

  #passOver(place: Place): void {
    this.#unplaced++;
    const detail =
      'the file holds more connections than are distinguished; events of further ones are left out';
    this.#skip('too-many-connections', place, detail);
  }
}

/** @param number of the run's first record. */
function placeOf({ records }: ScannedRun, index: number, offset: number, number: number): Place {
  const from = records[index * RECORD_NUMBERS + 1];
  const end = records[index * RECORD_NUMBERS + 2];
  return { offset: offset + from, record: number + index, sizeBytes: end - from };
}

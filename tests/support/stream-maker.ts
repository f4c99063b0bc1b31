/** A connection whose streams are made by hand: packets of one STREAM frame each, ACKs, losses, and what frames say besides. */

import { EventBatch } from '../../src/engine/base/columns/event-batch.ts';
import type { StreamOrder, StreamRow } from '../../src/engine/sender/streams/stream-row.ts';
import { StreamRows } from '../../src/engine/sender/streams/stream-rows.ts';
import { StreamTable } from '../../src/engine/sender/streams/stream-table.ts';
import { ReplayedRows } from '../../src/engine/sender/transport/event-columns.ts';
import { emptyOutcome } from '../../src/engine/sender/transport/ledger.ts';
import type { StreamNote, StreamNoteKind } from '../../src/engine/sender/transport/stream-log.ts';
import { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { EventKind, PacketSpace } from '../../src/qlog-schema/index.ts';
import {
  FIRST_PARAMETER,
  PARAMETER_NAMES,
  TO_OWN,
  type TransportParameter,
} from '../../src/qlog-schema/transport-parameters.ts';

export class StreamMaker {
  readonly state = new TransportState();

  constructor() {
    this.state.role = 'server';
    this.state.firstUs = 0;
    this.state.lastUs = 0;
  }

  /** Of the peer, or with `own` of the endpoint that logs. */
  parameter(name: TransportParameter, value: number, owner: 'peer' | 'own' = 'peer'): this {
    const toOwner = owner === 'own' ? TO_OWN : 0;
    this.state.setParameter(FIRST_PARAMETER + PARAMETER_NAMES.indexOf(name) + toOwner, value);
    return this;
  }

  send(timeUs: number, packet: number, stream: number, offset: number, bytes: number): this {
    const { ledger, streams } = this.state;
    ledger.application.send(packet, bytes + 30, timeUs, true);
    streams.sent.add(ledger.application.sentPackets - 1, streams.ordinalOf(stream), offset, bytes);
    return this.#at(timeUs);
  }

  receive(timeUs: number, packet: number, stream: number, offset: number, bytes: number): this {
    const { events, streams } = this.state;
    const batch = new EventBatch(1);
    const row = batch.begin(EventKind.packetReceived, timeUs, 0);
    batch.space[row] = PacketSpace.application;
    batch.packetNumber[row] = packet;
    const rows = new ReplayedRows(1);
    rows.timeUs[0] = timeUs;
    events.append(batch, rows, 1);
    streams.received.add(events.length - 1, streams.ordinalOf(stream), offset, bytes);
    return this.#at(timeUs);
  }

  ack(timeUs: number, from: number, to = from): this {
    this.state.ledger.context.nowUs = timeUs;
    this.state.ledger.application.ackRange(from, to, emptyOutcome());
    return this.#at(timeUs);
  }

  lose(timeUs: number, packet: number): this {
    this.state.ledger.context.nowUs = timeUs;
    this.state.ledger.application.lose(packet);
    return this.#at(timeUs);
  }

  /** @param stream -1 for the connection. */
  note(timeUs: number, kind: StreamNoteKind, by: StreamNote['by'], stream: number, value = Number.NaN): this {
    const { streams } = this.state;
    const ordinal = stream < 0 ? -1 : streams.ordinalOf(stream);
    streams.note({ kind, by, timeUs, stream: ordinal, value, packetNumber: Number.NaN });
    return this.#at(timeUs);
  }

  get table(): StreamTable {
    return new StreamTable(this.state);
  }

  rows(order: StreamOrder = 'start'): readonly StreamRow[] {
    const rows = new StreamRows(this.table);
    return [...rows.order(order)].map((stream) => rows.row(stream));
  }

  row(id: number): StreamRow {
    const found = this.rows().find((row) => row.id === id);
    if (found === undefined) throw new Error(`no stream ${id}`);
    return found;
  }

  #at(timeUs: number): this {
    this.state.lastUs = Math.max(this.state.lastUs, timeUs);
    return this;
  }
}

/**
 * One event to one row of a batch, driven by the schema's tables: no code here knows a version or an implementation,
 * only the effects of quirks are used. Values of a wrong type count as absent; nothing here throws on any JSON.
 *
 * Not here: packets (decode-packet.ts), HTTP/3 (decode-http.ts), everything else (decode-pairs.ts), the shape of records (event-shape.ts).
 */
import {
  asText,
  discardedSpaceOf,
  EventKind,
  type JsonObject,
  READ_EVENTS,
  sourcesOf,
} from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import type { LoggedName } from '../../name-table';
import { decodeHttp } from './decode-http';
import { isOfLife } from './decode-life';
import { decodeAckedList, decodeLost, decodeReceived, decodeSent } from './decode-packet';
import { decodePairs, pairTableOf } from './decode-pairs';
import { terminationOfEvent } from './decode-termination';
import { firstValue } from './field-reader';
import type { OpenConnection } from './trace-source';

const KEYS = sourcesOf(READ_EVENTS.get(EventKind.keyDiscarded)?.fields ?? [], 'discardedKeys');

/** Adds one event to the batch, which must not be full. */
export function decodeEvent(
  batch: EventBatch,
  name: LoggedName,
  data: JsonObject,
  timeUs: number,
  offset: number,
  connection: OpenConnection,
): void {
  const { kind } = name;
  const { tally, info } = connection;
  const row = batch.begin(kind, timeUs, offset, name.id);
  switch (kind) {
    case EventKind.packetSent:
      decodeSent(batch, row, data, info, tally, connection.streams);
      connection.life.packet(batch, row, data, 'sent');
      break;
    case EventKind.packetReceived:
      decodeReceived(batch, row, data, info, tally, connection.streams);
      connection.life.packet(batch, row, data, 'received');
      break;
    case EventKind.packetLost:
      decodeLost(batch, row, data, info);
      break;
    case EventKind.packetsAcked:
      decodeAckedList(batch, row, data, tally);
      break;
    case EventKind.keyDiscarded: {
      const type = asText(firstValue(KEYS, data));
      if (type !== null) batch.space[row] = discardedSpaceOf(type);
      break;
    }
    case EventKind.connectionClosed:
      batch.terminations.set(row, terminationOfEvent(data));
      break;
    case EventKind.httpFrameCreated:
    case EventKind.httpFrameParsed:
    case EventKind.httpPriorityUpdated:
      decodeHttp(batch, row, kind, data);
      break;
    default: {
      const table = pairTableOf(kind);
      if (table !== null) decodePairs(batch, row, table, data, connection);
    }
  }
  if (isOfLife(kind)) connection.life.event(batch, row, kind, data);
}

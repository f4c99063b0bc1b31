/**
 * One event to one row of a batch, driven by the schema's tables: no code here knows a version or an implementation,
 * only the effects of quirks are used. Values of a wrong type count as absent; nothing here throws on any JSON.
 *
 * Not here: packets (decode-packet.ts), metrics (decode-metrics.ts), timers and parameters (decode-recovery.ts), the
 * shape of records (event-shape.ts).
 */
import { asText, discardedSpaceOf, EventKind, type JsonObject } from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import type { LoggedName } from '../../name-table';
import { decodeMetrics } from './decode-metrics';
import { decodeAckedList, decodeLost, decodeReceived, decodeSent } from './decode-packet';
import { decodeBlocked, decodeParameters, decodeTimer } from './decode-recovery';
import type { OpenConnection } from './trace-source';

/** Names of states are displayed: longer ones are truncated. */
const MAX_STATE_LENGTH = 64;

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
  const { tally } = connection;
  const { effects } = connection.info;
  const row = batch.begin(kind, timeUs, offset, name.id);
  switch (kind) {
    case EventKind.packetSent:
      decodeSent(batch, row, data, effects, tally, connection.streams);
      break;
    case EventKind.packetReceived:
      decodeReceived(batch, row, data, connection.info, tally);
      break;
    case EventKind.packetLost:
      decodeLost(batch, row, data, effects);
      break;
    case EventKind.packetsAcked:
      decodeAckedList(batch, row, data, tally);
      break;
    case EventKind.metricsUpdated:
      nameState(batch.names, row, decodeMetrics(batch, row, data, connection.info, tally), connection);
      break;
    case EventKind.congestionStateUpdated:
      nameState(batch.names, row, data.new, connection);
      nameState(batch.oldNames, row, data.old, connection);
      break;
    case EventKind.keyDiscarded: {
      const type = asText(data.key_type) ?? asText(data.type);
      if (type !== null) batch.space[row] = discardedSpaceOf(type);
      break;
    }
    case EventKind.parametersSet:
      decodeParameters(batch, row, data);
      break;
    case EventKind.timerUpdated:
      decodeTimer(batch, row, data);
      break;
    case EventKind.connectionDataBlockedUpdated:
    case EventKind.streamDataBlockedUpdated:
      decodeBlocked(batch, row, data);
      break;
    default:
      break;
  }
}

/** A state may be text, or a number specific to an implementation. */
function nameState(
  names: Map<number, string>,
  row: number,
  logged: unknown,
  connection: OpenConnection,
): void {
  const text = typeof logged === 'number' ? String(logged) : asText(logged);
  if (text === null) return;
  const state = connection.states.name(text, connection.info.effects.stateNames);
  names.set(row, state.slice(0, MAX_STATE_LENGTH));
}

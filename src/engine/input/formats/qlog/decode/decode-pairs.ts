/**
 * Metrics, transport parameters, timers, flow control and congestion states to pairs (field, value) and names, by the
 * tables of the schema. Iterates over the keys of an event, mostly one to five, and returns the pairs in the order of the
 * table, on which the replay relies.
 */
import {
  asText,
  EventKind,
  type JsonObject,
  PEER_MAX_DATA,
  READ_EVENTS,
  type ReadWhere,
  type Source,
  sourcesOf,
  TO_OWN,
} from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { beginningOf, plainLine } from '../../../../base/text/plain';
import { factorOf, firstValue, numberIn, type ReadField, readField } from './field-reader';
import type { OpenConnection } from './trace-source';

/** Names of states are displayed: longer ones are truncated. */
const MAX_STATE_LENGTH = 64;

interface PairKey {
  readonly index: number;
  /** Of several keys for one field the one with the lowest rank is used. */
  readonly rank: number;
}

/** Stands for the keys of congestion states. */
const STATE = 'state';

/** What is read of an event besides packets. */
export interface PairTable {
  readonly kind: EventKind;
  readonly fields: readonly ReadField[];
  readonly byKey: ReadonlyMap<string, PairKey | typeof STATE>;
  readonly readWhere: ReadWhere | undefined;
  readonly newState: readonly Source[];
  readonly oldState: readonly Source[];
}

/** Tables by kind, of the kinds of which something is read. */
const TABLES: (PairTable | null)[] = [];
for (const kind of Object.values(EventKind)) TABLES[kind] = tableOf(kind);

function tableOf(kind: EventKind): PairTable | null {
  const { fields = [], readWhere } = READ_EVENTS.get(kind) ?? {};
  const read = fields.filter(({ pair }) => pair !== undefined).map(readField);
  const [newState, oldState] = [sourcesOf(fields, 'newState'), sourcesOf(fields, 'oldState')];
  if (read.length === 0 && newState.length === 0) return null;
  const byKey = new Map<string, PairKey | typeof STATE>([
    ...[...newState, ...oldState].map(({ key }) => [key, STATE] as const),
    ...read.flatMap(({ definition }, index) =>
      definition.keys.map((key, rank) => [key, { index, rank }] as const),
    ),
  ]);
  return { kind, fields: read, byKey, readWhere, newState, oldState };
}

/** @returns null for a kind of which nothing is read here. */
export function pairTableOf(kind: number): PairTable | null {
  return TABLES[kind] ?? null;
}

/** Values of the current event by table index, and the rank of the key of each. */
const values = new Float64Array(32);
const ranks = new Uint8Array(values.length);
const NO_RANK = 255;

/** Adds the pairs and names of one event to its row. */
export function decodePairs(
  batch: EventBatch,
  row: number,
  table: PairTable,
  data: JsonObject,
  connection: OpenConnection,
): void {
  const { kind, fields, byKey, readWhere } = table;
  const isRead = readWhere === undefined || holds(readWhere, data);
  // Of transport parameters those of both endpoints are read.
  if (!isRead && kind !== EventKind.parametersSet) return;
  const { effects, header } = connection.info;
  let hasState = false;
  ranks.fill(NO_RANK, 0, fields.length);
  for (const key in data) {
    const listed = byKey.get(key);
    if (listed === undefined) continue;
    if (listed === STATE) {
      hasState = true;
      continue;
    }
    const { index, rank } = listed;
    if (rank >= ranks[index]) continue;
    const field = fields[index];
    const value = numberIn(field, factorOf(field.definition.type, effects, header.unitsPerMs), data[key]);
    if (Number.isNaN(value)) continue;
    values[index] = value;
    ranks[index] = rank;
  }
  for (let index = 0; index < fields.length; index++) {
    if (ranks[index] === NO_RANK) continue;
    const read = fields[index].definition.pair as number;
    const pair = isRead ? read : read + TO_OWN;
    batch.addPair(row, pair, values[index]);
    if (pair === PEER_MAX_DATA) connection.streams.creditGranted(values[index]);
    if (kind === EventKind.metricsUpdated) connection.tally.metricBits |= 1 << pair;
  }
  if (hasState) nameStates(batch, row, table, data, connection);
}

/** Whether the pairs of an event are read: a field has a word, in any case, or has it not. */
export function holds({ keys, word, is }: ReadWhere, data: JsonObject): boolean {
  const logged = keys.map((key) => asText(data[key])).find((text) => text !== null);
  return (logged?.toLowerCase() === word) === is;
}

function nameStates(
  batch: EventBatch,
  row: number,
  { kind, newState, oldState }: PairTable,
  data: JsonObject,
  connection: OpenConnection,
): void {
  const state = firstValue(newState, data);
  // Only an event about states has them as numbers.
  if (kind !== EventKind.metricsUpdated || typeof state === 'string')
    nameState(batch.names, row, state, connection);
  if (oldState.length > 0) nameState(batch.oldNames, row, firstValue(oldState, data), connection);
}

/** Sets the name of a state: a text, or a number specific to an implementation. */
export function nameState(
  names: Map<number, string>,
  row: number,
  logged: unknown,
  connection: OpenConnection,
): void {
  const text = typeof logged === 'number' ? String(logged) : asText(logged);
  if (text === null) return;
  const state = connection.states.name(text, connection.info.effects.stateNames);
  names.set(row, plainLine(beginningOf(state, MAX_STATE_LENGTH)));
}

/**
 * Metrics to pairs (field, value): aliases, units, quirks of units. Iterates over the keys of an event, mostly one to
 * five, and returns the fields in the order of the schema's table, on which the replay relies.
 */
import {
  asFlag,
  asNumber,
  asObject,
  type JsonObject,
  METRIC_FIELDS,
  METRIC_STATE_KEYS,
  type MetricDefinition,
  type MetricUnit,
  type QuirkEffects,
} from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import type { Tally } from '../../quality';
import type { ConnectionInfo } from './trace-source';

interface MetricKey {
  readonly definition: MetricDefinition;
  /** Index of the field in the table. */
  readonly index: number;
  /** Of several keys for one field the one with the lowest rank is used. */
  readonly rank: number;
}

/** Schema entries by key. */
export const BY_KEY: ReadonlyMap<string, MetricKey> = new Map(
  METRIC_FIELDS.flatMap((definition, index) =>
    definition.keys.map((key, rank): [string, MetricKey] => [key, { definition, index, rank }]),
  ),
);

/** Values of the current event by table index, and the rank of the key of each. */
const values = new Float64Array(METRIC_FIELDS.length);
const ranks = new Uint8Array(METRIC_FIELDS.length);
const NO_RANK = 255;

/**
 * Adds the metrics of one event to its row.
 * @returns the congestion state among the metrics, undefined for none.
 */
export function decodeMetrics(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  { effects, header }: ConnectionInfo,
  tally: Tally,
): unknown {
  ranks.fill(NO_RANK);
  let state: unknown;
  for (const key in data) {
    const known = BY_KEY.get(key);
    if (known === undefined) {
      if (METRIC_STATE_KEYS.includes(key)) state = data[key];
      continue;
    }
    const { definition, index, rank } = known;
    if (rank >= (ranks[index] as number)) continue;
    const value = metricValue(data[key], definition);
    if (value === null) continue;
    const inUnit = value * unitFactor(definition.unit, effects, header.unitsPerMs);
    if (!Number.isFinite(inUnit)) continue;
    values[index] = inUnit;
    ranks[index] = rank;
  }
  for (let index = 0; index < ranks.length; index++) {
    if (ranks[index] === NO_RANK) continue;
    const { field } = METRIC_FIELDS[index] as MetricDefinition;
    batch.addPair(row, field, values[index] as number);
    tally.metricBits |= 1 << field;
  }
  return typeof state === 'string' ? state : undefined;
}

/** A valid value of the field, else null: no metric here is negative. */
export function metricValue(logged: unknown, { nestedKey, unit }: MetricDefinition): number | null {
  const inner = nestedKey === undefined ? logged : asObject(logged)?.[nestedKey];
  if (unit === 'flag') {
    const flag = asFlag(inner);
    return flag === null ? null : Number(flag);
  }
  const value = asNumber(inner);
  return value === null || value < 0 ? null : value;
}

/** The drafts use bits per second; columns hold bytes per second. */
const BYTES_PER_BIT = 1 / 8;

/** Factor for a logged value. */
export function unitFactor(unit: MetricUnit, effects: QuirkEffects, unitsPerMs: number): number {
  if (unit === 'time') return timeUnitUs(effects, unitsPerMs);
  if (unit === 'rate') return effects.pacingUnit === 'bytes/s' ? 1 : BYTES_PER_BIT;
  return 1;
}

/** Length of the logged time unit in µs: from a quirk, else the file's unit. */
function timeUnitUs(effects: QuirkEffects, unitsPerMs: number): number {
  switch (effects.rttUnit) {
    case 'us':
      return 1;
    case 'ms':
      return 1000;
    case 's':
      return 1_000_000;
    default:
      return 1000 / unitsPerMs;
  }
}

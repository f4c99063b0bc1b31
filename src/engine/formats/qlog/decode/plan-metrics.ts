/**
 * What decode-metrics.ts does with an event, precomputed for all records of one skeleton: which of their numbers are
 * metrics, and their factors.
 */
import { asObject, type JsonObject, METRIC_FIELDS, METRIC_STATE_KEYS } from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import type { Tally } from '../../quality';
import { BY_KEY, metricValue, unitFactor } from './decode-metrics';
import { type Slots, type Term, termValue } from './plan-slots';
import type { ConnectionInfo } from './trace-source';

interface PlannedMetric {
  readonly field: number;
  readonly factor: number;
  readonly value: Term;
}

export class MetricsPlan {
  readonly #metrics: readonly PlannedMetric[];
  readonly #bits: number;

  private constructor(metrics: readonly PlannedMetric[]) {
    this.#metrics = metrics;
    this.#bits = metrics.reduce((bits, { field }) => bits | (1 << field), 0);
  }

  /** @returns null where a value affects other fields: a state, a flag, several keys for one field. */
  static of(data: JsonObject, slots: Slots, { effects, header }: ConnectionInfo): MetricsPlan | null {
    const planned: (PlannedMetric | null)[] = METRIC_FIELDS.map(() => null);
    for (const key in data) {
      const known = BY_KEY.get(key);
      if (known === undefined) {
        if (METRIC_STATE_KEYS.includes(key)) return null;
        continue;
      }
      const { definition, index } = known;
      const { nestedKey, unit, field } = definition;
      const slot = nestedKey === undefined ? slots.at(data, key) : slots.at(asObject(data[key]), nestedKey);
      if (slot >= 0 && unit === 'flag') return null;
      const always = slot >= 0 ? Number.NaN : metricValue(data[key], definition);
      if (always === null) continue;
      const factor = unitFactor(unit, effects, header.unitsPerMs);
      if (planned[index] !== null || (slot < 0 && !Number.isFinite(always * factor))) return null;
      planned[index] = { field, factor, value: { slot, always } };
    }
    return new MetricsPlan(planned.filter((metric) => metric !== null));
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, tally: Tally): void {
    const metrics = this.#metrics;
    for (let i = 0; i < metrics.length; i++) {
      const { field, factor, value } = metrics[i] as PlannedMetric;
      batch.addPair(row, field, termValue(value, numbers, at) * factor);
    }
    tally.metricBits |= this.#bits;
  }
}

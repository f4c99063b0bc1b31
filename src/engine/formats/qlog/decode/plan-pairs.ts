/**
 * What decode-pairs.ts does with an event, precomputed for all records of one skeleton: which of their numbers go to
 * pairs, and their factors.
 */
import { EventKind, type JsonObject } from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import { holds, nameState, type PairTable } from './decode-pairs';
import { factorOf } from './field-reader';
import { type Slots, type Term, termValue } from './plan-values';
import type { ConnectionInfo, OpenConnection } from './trace-source';

interface PlannedPair {
  readonly pair: number;
  readonly value: Term;
}

export class PairsPlan {
  readonly #pairs: readonly PlannedPair[];
  readonly #metricBits: number;
  readonly #newState: unknown;
  readonly #oldState: unknown;

  /** @param table null for an event of which nothing is read. */
  constructor(table: PairTable | null, data: JsonObject, slots: Slots, { effects, header }: ConnectionInfo) {
    const holders = { data, header: null, raw: null };
    const { fields = [], readWhere, newState = [], oldState = [] } = table ?? {};
    this.#pairs = (readWhere === undefined || holds(readWhere, data) ? fields : []).flatMap((field) => {
      const { type, pair } = field.definition;
      const value = slots.term(field, factorOf(type, effects, header.unitsPerMs), holders);
      return value === null || pair === undefined ? [] : [{ pair, value }];
    });
    const isOfMetrics = table?.kind === EventKind.metricsUpdated;
    this.#metricBits = isOfMetrics ? this.#pairs.reduce((bits, { pair }) => bits | (1 << pair), 0) : 0;
    const state = slots.always(newState, holders);
    this.#newState = isOfMetrics && typeof state !== 'string' ? undefined : state;
    this.#oldState = slots.always(oldState, holders);
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, connection: OpenConnection): void {
    const pairs = this.#pairs;
    for (let i = 0; i < pairs.length; i++) {
      const { pair, value } = pairs[i] as PlannedPair;
      batch.addPair(row, pair, termValue(value, numbers, at));
    }
    connection.tally.metricBits |= this.#metricBits;
    if (this.#newState !== undefined) nameState(batch.names, row, this.#newState, connection);
    if (this.#oldState !== undefined) nameState(batch.oldNames, row, this.#oldState, connection);
  }
}

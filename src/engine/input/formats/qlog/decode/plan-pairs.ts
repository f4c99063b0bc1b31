/**
 * What decode-pairs.ts does with an event, precomputed for all records of one skeleton: which of their numbers go to
 * pairs, and their factors.
 */
import { EventKind, type JsonObject } from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import type { RowOperation } from '../records/scan/row-program';
import type { ConnectionInfo } from './connection-info';
import { holds, nameState, type PairTable } from './decode-pairs';
import { factorOf } from './field-reader';
import { plannedValue, type Slots } from './plan-values';
import type { OpenConnection } from './trace-source';

export class PairsPlan {
  readonly operations: readonly RowOperation[];
  /** The rows hold names of states. */
  readonly isOrdered: boolean;
  readonly #newState: unknown;
  readonly #oldState: unknown;

  /** @param table null for an event of which nothing is read. */
  constructor(table: PairTable | null, data: JsonObject, slots: Slots, { effects, header }: ConnectionInfo) {
    const holders = { data, header: null, raw: null };
    const { fields = [], readWhere, newState = [], oldState = [] } = table ?? {};
    this.operations = (readWhere === undefined || holds(readWhere, data) ? fields : []).flatMap((field) => {
      const { type, pair } = field.definition;
      const value = slots.term(field, factorOf(type, effects, header.unitsPerMs), holders);
      if (value === null || pair === undefined) return [];
      return [{ op: 'pair', field: pair, value: plannedValue(value) } as const];
    });
    const isOfMetrics = table?.kind === EventKind.metricsUpdated;
    const state = slots.always(newState, holders);
    this.#newState = isOfMetrics && typeof state !== 'string' ? undefined : state;
    this.#oldState = slots.always(oldState, holders);
    this.isOrdered = this.#newState !== undefined || this.#oldState !== undefined;
  }

  order(batch: EventBatch, row: number, connection: OpenConnection): void {
    if (this.#newState !== undefined) nameState(batch.names, row, this.#newState, connection);
    if (this.#oldState !== undefined) nameState(batch.oldNames, row, this.#oldState, connection);
  }
}

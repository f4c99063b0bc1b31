/**
 * What field-columns.ts does with the fields of a packet and of its frames, precomputed for all records of one
 * skeleton.
 */
import { asObject } from '../../../../../qlog-schema';
import type { RowOperation } from '../records/scan/row-program';
import type { ConnectionInfo } from './connection-info';
import { type ColumnField, columnNamed, PACKET_COLUMNS } from './field-columns';
import { factorOf, type Holders } from './field-reader';
import type { KnownFrame } from './plan-frames';
import { plannedValue, type Slots } from './plan-values';

export class ColumnsPlan {
  /** In the order of the frames: of several values for one column the last one stays. */
  readonly operations: RowOperation[] = [];
  /** Flags that the fields set, the same in all records. */
  flags = 0;
  readonly #slots: Slots;
  readonly #info: ConnectionInfo;

  constructor(holders: Holders, slots: Slots, info: ConnectionInfo) {
    this.#slots = slots;
    this.#info = info;
    for (const field of PACKET_COLUMNS.fields) this.#add(field, holders);
  }

  addFrames(frames: readonly KnownFrame[]): void {
    for (const { frame, kind } of frames) {
      const holders = { data: frame, header: null, raw: asObject(frame.raw) };
      for (const field of kind.columns?.fields ?? []) this.#add(field, holders);
    }
  }

  #add(field: ColumnField, holders: Holders): void {
    const { effects, header } = this.#info;
    const { type, column, flag } = field.definition;
    const value = this.#slots.term(field, factorOf(type, effects, header.unitsPerMs), holders);
    if (value === null) return;
    if (column !== undefined)
      this.operations.push({
        op: 'column',
        column: columnNamed(column, effects),
        value: plannedValue(value),
      });
    // A number that differs would set it in one record and not in the next.
    if (flag !== undefined && value.slot >= 0) this.#slots.doubt();
    else if (flag !== undefined && value.always === 1) this.flags |= flag;
  }
}

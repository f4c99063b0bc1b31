/**
 * How the numbers of a skeleton's records become a row, as a program that the scanner runs (assembly/rows.ts), and the memory
 * that holds the programs.
 */
import { BATCH_COLUMNS } from '../../../../../base/columns/event-batch';
import type { Exports } from './exports';

/** Columns of 64 bits that an operation may write. */
export type WideColumn = Extract<
  (typeof BATCH_COLUMNS)[number],
  { readonly type: Float64ArrayConstructor }
>['name'];

/** Where a value comes from: a number of the record times a factor, or a constant. */
export type Value =
  | { readonly slot: number; readonly factor: number }
  | { readonly slot: -1; readonly always: number };

export type RowOperation =
  | { readonly op: 'column'; readonly column: WideColumn; readonly value: Value }
  /** Size of the packet: `added` is what the logged one lacks, bytes. */
  | { readonly op: 'size'; readonly slot: number; readonly always: number; readonly added: number }
  | { readonly op: 'pair'; readonly field: number; readonly value: Value }
  /** Packet numbers from one slot's number to another's, less one where the end is open. */
  | { readonly op: 'range'; readonly from: number; readonly to: number; readonly less: 0 | 1 };

export interface RowProgram {
  readonly kind: number;
  readonly nameId: number;
  readonly space: number;
  readonly flags: number;
  /** Numbers per record, and which of them is the time. */
  readonly slots: number;
  readonly timeSlot: number;
  readonly operations: readonly RowOperation[];
}

const HEADER_BYTES = 16;
const OPERATION_BYTES = 24;
const Code = { column: 0, constant: 1, size: 2, pair: 3, constantPair: 4, range: 5 } as const;
const NO_SLOT = 0xffff_ffff;
const LITTLE_ENDIAN = true;

export class ProgramMemory {
  readonly #view: DataView;
  readonly #programOf: Uint32Array;
  readonly #programsAt: number;
  readonly #end: number;
  #free: number;

  constructor({ memory, programOfAt, programsAt, programBytes, maxSkeletons }: Exports) {
    this.#view = new DataView(memory.buffer);
    this.#programOf = new Uint32Array(memory.buffer, programOfAt(), maxSkeletons());
    this.#programsAt = programsAt();
    this.#end = this.#programsAt + programBytes();
    this.#free = this.#programsAt;
  }

  /** Forgets all programs. */
  clear(): void {
    this.#programOf.fill(0);
    this.#free = this.#programsAt;
  }

  /** @param skeleton its index. @returns false where there is no room for it. */
  write(skeleton: number, { kind, nameId, space, flags, slots, timeSlot, operations }: RowProgram): boolean {
    const at = this.#free;
    const end = at + HEADER_BYTES + operations.length * OPERATION_BYTES;
    if (end > this.#end) return false;
    const view = this.#view;
    view.setUint8(at, kind);
    view.setUint8(at + 1, space);
    view.setUint16(at + 2, flags, LITTLE_ENDIAN);
    view.setUint16(at + 4, nameId, LITTLE_ENDIAN);
    view.setUint16(at + 6, operations.length, LITTLE_ENDIAN);
    view.setUint32(at + 8, slots, LITTLE_ENDIAN);
    view.setUint32(at + 12, timeSlot, LITTLE_ENDIAN);
    for (const [i, operation] of operations.entries())
      this.#operation(at + HEADER_BYTES + i * OPERATION_BYTES, operation);
    this.#programOf[skeleton] = at;
    this.#free = end;
    return true;
  }

  #operation(at: number, operation: RowOperation): void {
    switch (operation.op) {
      case 'column': {
        const column = BATCH_COLUMNS.findIndex(({ name }) => name === operation.column);
        this.#value(at, Code.column, Code.constant, operation.value, column, 0);
        break;
      }
      case 'size': {
        const { slot, always, added } = operation;
        const isConstant = slot < 0;
        this.#words(at, Code.size, 0, isConstant ? NO_SLOT : slot, 0, 0, isConstant ? always + added : added);
        break;
      }
      case 'pair':
        this.#value(at, Code.pair, Code.constantPair, operation.value, 0, operation.field);
        break;
      case 'range':
        this.#words(at, Code.range, 0, operation.from, operation.to, operation.less, 0);
        break;
    }
  }

  #value(at: number, code: number, constant: number, value: Value, column: number, field: number): void {
    if (value.slot < 0) this.#words(at, constant, column, 0, field, 0, (value as { always: number }).always);
    else this.#words(at, code, column, value.slot, field, 0, (value as { factor: number }).factor);
  }

  #words(
    at: number,
    code: number,
    column: number,
    slot: number,
    second: number,
    third: number,
    value: number,
  ): void {
    const view = this.#view;
    view.setUint8(at, code);
    view.setUint8(at + 1, column);
    view.setUint32(at + 4, slot, LITTLE_ENDIAN);
    view.setUint32(at + 8, second, LITTLE_ENDIAN);
    view.setUint32(at + 12, third, LITTLE_ENDIAN);
    view.setFloat64(at + 16, value, LITTLE_ENDIAN);
  }
}

/** A column of the tables of a fleet, and what its values are made of. */
import type { FieldSource } from './field-kinds';
import type { ReadTrace } from './trace-values';

/** `TIMESTAMP` is ms since 1970, UTC. */
export type FleetType = 'STRING' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'BYTE_ARRAY';

export interface FleetColumn {
  readonly name: string;
  readonly type: FleetType;
  /** For the table of docs/fleet.md. */
  readonly about: string;
}

/** As it is read of a row; null where nothing is known. */
export type Value = string | number | null;

/** A column of the page, by which its rows are sorted too. */
export interface ShownColumn {
  /** In links. */
  readonly id: string;
  readonly title: string;
  /** What the heading does not say. */
  readonly about: string;
  /** Aligned at the right. */
  readonly isNumber?: true;
  /** The largest comes first. */
  readonly isDescending?: true;
  /** @param of the value of a column in `others`. */
  readonly text: (value: Value, of: (column: string) => Value) => string;
  /** Further columns that its text is made of. */
  readonly others?: readonly string[];
}

export interface TraceColumn extends FleetColumn {
  /** Of a trace that was read; left out where it says something of its file. */
  readonly of?: (trace: ReadTrace) => string | number | boolean | Uint8Array<ArrayBuffer> | null;
  /** Fields of the filter that the column is, by their names. */
  readonly filter?: { readonly [field: string]: (column: string) => FieldSource };
  readonly shown?: ShownColumn;
}

export function column<const Name extends string, const Type extends FleetType>(
  name: Name,
  type: Type,
  about: string,
  made: Omit<TraceColumn, keyof FleetColumn> = {},
): TraceColumn & { readonly name: Name; readonly type: Type } {
  return { name, type, about, ...made };
}

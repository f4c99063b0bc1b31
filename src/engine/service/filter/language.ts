/** What a filter's text means: the terms of the event list (`terms.ts`), or those of a table (`table-fields.ts`). */
import type { Filter, FilterError } from './filter';
import type { Operator } from './tokens';
import type { Units, Wanted } from './values';

export interface Comparison {
  readonly field: string;
  readonly fieldAt: number;
  readonly operator: Operator;
  readonly operatorAt: number;
  /** At least one; several stand for "any of these". */
  readonly values: readonly Wanted[];
}

export interface Language<Row> {
  /** Named where a text is wrong: a field after `has`, and one that is compared with a number. */
  readonly exampleField: string;
  readonly exampleNumber: string;
  /** The units allowed after a number of this field, after a space; null for a field without units. */
  unitsOf(field: string): Units | null;
  /** One field against its values. `!=` requires the field to exist and to equal none of them. */
  comparison(asked: Comparison): Filter<Row> | FilterError;
  /** The row has the field, whatever its value. */
  presence(field: string, at: number): Filter<Row> | FilterError;
  /** The row contains the text; case-insensitive. */
  text(text: string): Filter<Row>;
  /** `#42` */
  packet(number: number, at: number): Filter<Row> | FilterError;
}

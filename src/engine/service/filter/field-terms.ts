/** Terms over fields whose values are known without a record: of the event list and of tables. */
import type { Filter, FilterError } from './filter';
import type { Comparison } from './language';
import type { Operator } from './tokens';
import { quantityOf, type Units, type Wanted } from './values';

export interface NumberField<Row> {
  readonly units: Units;
  readonly unitless: number;
  readonly example: string;
  /** Null where the row does not have it. */
  readonly of: (row: Row) => number | null;
  /** Reads other spellings of a value, such as dates; null for none. */
  readonly read?: (text: string) => number | null;
}

export function byColumns<Row>(test: (row: Row) => boolean): Filter<Row> {
  return { quick: test, full: test };
}

export function numberTerm<Row>(asked: Comparison, column: NumberField<Row>): Filter<Row> | FilterError {
  const { field, operator, values } = asked;
  if (operator === '~') {
    return { text: `${field} is a number; compare it with = != < <= > or >=.`, at: asked.operatorAt };
  }
  const numbers: number[] = [];
  for (const { text, at } of values) {
    const number = column.read?.(text) ?? quantityOf(text, column.units, column.unitless);
    if (number === null) {
      return { text: `“${text}” is no value of ${field}; write it like ${column.example}.`, at };
    }
    numbers.push(number);
  }
  return byColumns((row) => {
    const value = column.of(row);
    if (value === null) return false;
    const any = numbers.some((number) => holds(operator, value === number ? 0 : value - number));
    return operator === '!=' ? !any : any;
  });
}

/** Whether a difference satisfies the operator; for `!=` this tests equality and the caller negates it. */
export function holds(operator: Operator, difference: number): boolean {
  switch (operator) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
    default:
      return difference === 0;
  }
}

export function notOrdered(asked: Comparison): FilterError | null {
  if (asked.operator === '=' || asked.operator === '!=' || asked.operator === '~') return null;
  return { text: `${asked.field} is a text; compare it with =, != or ~.`, at: asked.operatorAt };
}

export function contains({ text }: Wanted): (lowerCase: string) => boolean {
  const wanted = text.toLowerCase();
  return (candidate) => candidate.includes(wanted);
}

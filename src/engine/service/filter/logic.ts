/**
 * And, or and not in three-valued logic (Kleene): an unknown part stays unknown only as long as it matters. So
 * `name = packet_lost and "foo"` reads no records with another name.
 */
import type { Filter } from './filter';

/** Matches every event, and every row. */
export const EVERYTHING: Filter<unknown> = { quick: () => true, full: () => true };

/** All of the parts hold. */
export function allOf<Row>(parts: readonly Filter<Row>[]): Filter<Row> {
  return joined(parts, false);
}

/** At least one of the parts holds. */
export function anyOf<Row>(parts: readonly Filter<Row>[]): Filter<Row> {
  return joined(parts, true);
}

export function negated<Row>(part: Filter<Row>): Filter<Row> {
  return {
    quick(row) {
      const verdict = part.quick(row);
      return verdict === null ? null : !verdict;
    },
    full: (row, record) => !part.full(row, record),
  };
}

/** @param decisive the value of one part that decides the result: false for and, true for or. */
function joined<Row>(parts: readonly Filter<Row>[], decisive: boolean): Filter<Row> {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const quick = (row: Row): boolean | null => {
    let unknown = false;
    for (const part of parts) {
      const verdict = part.quick(row);
      if (verdict === decisive) return decisive;
      if (verdict === null) unknown = true;
    }
    return unknown ? null : !decisive;
  };
  return {
    quick,
    full(row, record) {
      const verdict = quick(row);
      if (verdict !== null) return verdict;
      return parts.some((part) => part.full(row, record) === decisive) ? decisive : !decisive;
    },
  };
}

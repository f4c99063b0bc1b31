/** Validates lists from untrusted input, item by item. */
import * as v from 'valibot';

/**
 * The items of a list that match the schema; others are skipped.
 * @param max maximum items examined; a list may have any length.
 */
export function fitting<T>(item: v.GenericSchema<unknown, T>, max: number) {
  return v.pipe(
    v.custom<readonly unknown[]>(Array.isArray),
    v.transform((items): readonly T[] =>
      items.slice(0, max).flatMap((one) => {
        const read = v.safeParse(item, one);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/** Lists that come from outside, whatever stands in them. */
import * as v from 'valibot';

/**
 * The items of a list that fit, the others passed over.
 * @param max so many items are looked at; a list may claim any length.
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

/** Rows that the user took out of the table of traces, with what was read of them: they can be put back where they were. */

/** A file of the table, or a record without one. */
interface Holder<Row> {
  rows: readonly Row[];
}

interface Taken<Row, Entry> {
  readonly entry: Entry;
  readonly rows: readonly Row[];
  /** Those that were left; none where the file went with its rows. */
  readonly left: readonly Row[];
  /** Index of the file in the table. */
  readonly at: number;
}

export type TakenRows<Row, Entry> = readonly Taken<Row, Entry>[];

/** Takes rows out; a file of which none is left goes with them. */
export function takeRows<Row extends { readonly key: string }, Entry extends Holder<Row>>(
  entries: readonly Entry[],
  keys: ReadonlySet<string>,
): { readonly left: readonly Entry[]; readonly taken: TakenRows<Row, Entry> } {
  const taken = entries.flatMap((entry, at): Taken<Row, Entry>[] => {
    const { rows } = entry;
    const left = rows.filter(({ key }) => !keys.has(key));
    return left.length === rows.length ? [] : [{ entry, rows, left, at }];
  });
  for (const { entry, left } of taken) entry.rows = left;
  return { left: entries.filter(({ rows }) => rows.length > 0), taken };
}

/** Puts them back, besides those of a file that was read again, or has gone, since. @returns all files of the table. */
export function putBackRows<Row, Entry extends Holder<Row>>(
  entries: readonly Entry[],
  taken: TakenRows<Row, Entry>,
): readonly Entry[] {
  const all = [...entries];
  for (const { entry, rows, left, at } of taken) {
    if (entry.rows !== left) continue;
    entry.rows = rows;
    if (left.length === 0) all.splice(at, 0, entry);
  }
  return all;
}

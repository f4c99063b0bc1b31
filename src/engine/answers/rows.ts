/**
 * The points of series in a range, copied for the page: what a panel's CSV is written from. Columns for drawing are
 * `answer.ts`.
 */

import { columnOf } from '../columns/column';
import type { Series } from '../columns/series';
import type { Rows, RowsRequest } from '../contract/parts';

/**
 * @param all series of the connection.
 * @returns the answer, and its buffers, which may be handed over: they are copies.
 */
export function rowsOf(
  all: readonly Series[],
  { seq, series, fromUs, toUs }: RowsRequest,
): { readonly rows: Rows; readonly buffers: readonly ArrayBuffer[] } {
  const columns = series.flatMap((id) => {
    const found = all.find(({ info }) => info.id === id);
    if (found === undefined) return [];
    const column = columnOf(found, fromUs, toUs);
    return {
      ...column,
      timesUs: Float64Array.from(column.timesUs),
      values: Float64Array.from(column.values),
    };
  });
  const buffers = columns.flatMap(({ timesUs, values }) => [timesUs.buffer, values.buffer]);
  return { rows: { seq, fromUs, columns }, buffers };
}

/**
 * Answers `rows`: the points of series in a range, copied for the page, for a panel's CSV. Columns for drawing are in
 * `window.ts`.
 */
import { columnOf } from '../../base/columns/column';
import type { Series } from '../../base/columns/series';
import type { Rows, RowsRequest } from '../../reading/contract/parts';
import { type Handler, type Transferring, transferring } from './handler';

export const handler: Handler<'rows'> = (file, request) => {
  const { state } = file.connection(request.connection).connection;
  return rowsOf([...state.allSeries(), ...(file.analysis(request.connection)?.series ?? [])], request);
};

/**
 * @param all series of the connection.
 * @returns the points with their buffers, which may be transferred: they are copies.
 */
export function rowsOf(
  all: readonly Series[],
  { series, fromUs, toUs }: Omit<RowsRequest, 'connection'>,
): Transferring<Rows> {
  const columns = series.flatMap((id) => {
    const match = all.find(({ info }) => info.id === id);
    if (match === undefined) return [];
    const column = columnOf(match, fromUs, toUs);
    return {
      ...column,
      timesUs: Float64Array.from(column.timesUs),
      values: Float64Array.from(column.values),
    };
  });
  const buffers = columns.flatMap(({ timesUs, values }) => [timesUs.buffer, values.buffer]);
  return transferring({ fromUs, columns }, buffers);
}

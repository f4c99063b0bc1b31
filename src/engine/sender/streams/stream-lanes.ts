/** Rows of streams over the pixel columns of a window: bytes carried, acknowledged, and carried again. */
import type { ColumnWindow } from '../../base/columns/series';
import type { StreamSums } from './stream-sums';
import type { StreamTable } from './stream-table';

/** Row `r`, column `c` stand at `r * columns + c`. */
export type Lanes = ReturnType<typeof lanesOf>;

/** @param streams ordinals, one per row. */
export function lanesOf(
  table: StreamTable,
  sums: StreamSums,
  streams: readonly number[],
  window: ColumnWindow,
) {
  const { columns } = window;
  const size = streams.length * columns;
  const [data, acked, resent] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
  const mostlySent = (stream: number): boolean => table.sent.bytes[stream] >= table.received.bytes[stream];
  for (const direction of ['sent', 'received'] as const) {
    const rows = new Map(
      [...streams.entries()]
        .filter(([, stream]) => mostlySent(stream) === (direction === 'sent'))
        .map(([row, stream]) => [stream, row]),
    );
    if (rows.size === 0) continue;
    sums.carried(direction, window, (stream, bytes, again, column) => {
      const row = rows.get(stream);
      if (row === undefined) return;
      const at = row * columns + column;
      data[at] = data[at] + bytes;
      resent[at] = resent[at] + again;
    });
    if (direction === 'received') continue;
    const sinceUs = Math.min(...[...rows.keys()].map((stream) => table.sent.firstUs[stream] || 0));
    sums.acked(window, sinceUs, (stream, bytes, _, column) => {
      const row = rows.get(stream);
      if (row === undefined) return;
      const at = row * columns + column;
      acked[at] = acked[at] + bytes;
    });
  }
  return { data, acked, resent };
}

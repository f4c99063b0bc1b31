/**
 * Which streams the packets of each pixel column carried: the bytes of their STREAM frames, of the streams with most of them
 * in a column apart, the rest together.
 */
import type { ColumnWindow } from '../../base/columns/series';
import type { TransportState } from '../transport/transport';
import { framesIn } from './frames-in';
import type { StreamSums } from './stream-sums';

/** Streams that a column holds apart. */
const MOST = 16;

/** As `StreamShares` of the contract. */
export type Shares = ReturnType<typeof sharesOf>;

/** The direction with more stream data; a receiver's where they are equal. */
export function directionOf({ side }: TransportState): 'sent' | 'received' {
  return side === 'receiver' ? 'received' : 'sent';
}

/** @param sums of a table of these streams; null where there is none, and each frame in the window is taken. */
export function sharesOf(state: TransportState, window: ColumnWindow, sums: StreamSums | null = null) {
  const direction = directionOf(state);
  const starts = new Uint32Array(window.columns + 1);
  const others = new Float64Array(window.columns);
  const ids: number[] = [];
  const bytes: number[] = [];
  const column = new Map<number, number>();
  let at = 0;
  const close = (): void => {
    const entries = [...column].filter(([, sum]) => sum > 0);
    const most = entries.sort((a, b) => b[1] - a[1] || idOf(a[0]) - idOf(b[0])).slice(0, MOST);
    for (const [, sum] of entries.slice(MOST)) others[at] = others[at] + sum;
    for (const [stream, sum] of most.sort((a, b) => idOf(a[0]) - idOf(b[0]))) {
      ids.push(idOf(stream));
      bytes.push(sum);
    }
    column.clear();
    starts[++at] = ids.length;
  };
  const idOf = (stream: number): number => state.streams.ids[stream];
  const take = (stream: number, size: number, due: number): void => {
    while (at < due) close();
    column.set(stream, (column.get(stream) ?? 0) + size);
  };
  if (sums !== null) sums.carried(direction, window, (stream, size, _, due) => take(stream, size, due));
  else
    framesIn(state, direction, window, (stream, size, timeUs) =>
      take(stream, size, Math.floor((timeUs - window.fromUs) / window.columnUs)),
    );
  while (at < window.columns) close();
  return { direction, starts, ids: Float64Array.from(ids), bytes: Float64Array.from(bytes), others };
}

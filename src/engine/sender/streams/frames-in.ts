/** The STREAM frames of one direction in a window, in the order of the log. */
import { lowerBound } from '../../base/columns/growable';
import type { ColumnWindow } from '../../base/columns/series';
import type { TransportState } from '../transport/transport';

/**
 * Calls `take` with the ordinal of the stream, the bytes, the time of the packet in µs and the index of each frame.
 */
export function framesIn(
  { streams, ledger, events }: TransportState,
  direction: 'sent' | 'received',
  { fromUs, columnUs, columns }: ColumnWindow,
  take: (stream: number, bytes: number, timeUs: number, frame: number) => void,
): void {
  const toUs = fromUs + columns * columnUs;
  const timesUs = direction === 'sent' ? ledger.application.sentTimesUs : events.timeUs;
  const { holder, stream, bytes, length } = streams[direction];
  const inOrder = timesUs.reader();
  const [holders, ordinals, sizes] = [holder.reader(), stream.reader(), bytes.reader()];
  for (let i = holder.lowerBound(lowerBound(timesUs, fromUs)); i < length; i++) {
    const timeUs = inOrder.at(holders.at(i));
    if (!(timeUs < toUs)) return;
    take(ordinals.at(i), sizes.at(i), timeUs, i);
  }
}

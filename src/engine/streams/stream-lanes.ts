/** Rows of streams over the pixel columns of a window: bytes carried, acknowledged, and carried again. */
import { lowerBound } from '../columns/growable';
import type { ColumnWindow } from '../columns/series';
import { FATE_MASK, PacketFate } from '../transport/packet-fate';
import { framesIn } from './frames-in';
import type { RepeatedFrames } from './repeated-frames';
import type { StreamTable } from './stream-table';

/** Row `r`, column `c` stand at `r * columns + c`. */
export interface Lanes {
  readonly data: Float32Array<ArrayBuffer>;
  readonly acked: Float32Array<ArrayBuffer>;
  readonly resent: Float32Array<ArrayBuffer>;
}

/** @param streams ordinals, one per row. */
export function lanesOf(table: StreamTable, streams: readonly number[], window: ColumnWindow): Lanes {
  const { columns } = window;
  const size = streams.length * columns;
  const lanes = {
    data: new Float32Array(size),
    acked: new Float32Array(size),
    resent: new Float32Array(size),
  };
  const mostlySent = (stream: number): boolean =>
    (table.sent.bytes[stream] as number) >= (table.received.bytes[stream] as number);
  const rowsOf = (direction: 'sent' | 'received'): ReadonlyMap<number, number> =>
    new Map(
      [...streams.entries()]
        .filter(([, stream]) => mostlySent(stream) === (direction === 'sent'))
        .map(([row, stream]) => [stream, row]),
    );
  carried(table, { direction: 'sent', rows: rowsOf('sent'), again: table.resent }, window, lanes);
  carried(table, { direction: 'received', rows: rowsOf('received'), again: table.repeated }, window, lanes);
  acknowledged(table, rowsOf('sent'), window, lanes);
  return lanes;
}

interface Asked {
  readonly direction: 'sent' | 'received';
  /** Rows by the ordinals of their streams. */
  readonly rows: ReadonlyMap<number, number>;
  readonly again: RepeatedFrames;
}

function carried(
  { state }: StreamTable,
  { direction, rows, again }: Asked,
  window: ColumnWindow,
  { data, resent }: Lanes,
): void {
  if (rows.size === 0) return;
  const frames = again.frame.view();
  let next = -1;
  framesIn(state, direction, window, (stream, bytes, timeUs, frame) => {
    const row = rows.get(stream);
    if (row === undefined) return;
    const at = row * window.columns + Math.floor((timeUs - window.fromUs) / window.columnUs);
    data[at] = (data[at] as number) + bytes;
    if (next < 0) next = lowerBound(frames, frame);
    while (next < frames.length && (frames[next] as number) < frame) next++;
    if (frames[next] === frame) resent[at] = (resent[at] as number) + again.bytes.at(next);
  });
}

/** By the time of the ACK: packets that were sent before the window may be acknowledged in it. */
function acknowledged(
  { state: { streams, ledger }, sent }: StreamTable,
  rows: ReadonlyMap<number, number>,
  { fromUs, columnUs, columns }: ColumnWindow,
  { acked }: Lanes,
): void {
  if (rows.size === 0) return;
  const packets = ledger.application;
  const toUs = fromUs + columns * columnUs;
  const firstUs = Math.min(...[...rows.keys()].map((stream) => sent.firstUs[stream] as number));
  const { fates, settledAfterUs } = packets.fateColumns;
  const { holder, stream, bytes, length } = streams.sent;
  const [holders, ordinals, sizes] = [holder.reader(), stream.reader(), bytes.reader()];
  const sentUs = packets.sentTimesUs.reader();
  for (let i = holder.lowerBound(lowerBound(packets.sentTimesUs, firstUs)); i < length; i++) {
    const packet = holders.at(i);
    const timeUs = sentUs.at(packet);
    if (!(timeUs < toUs)) return;
    const fate = (fates[packet] as number) & FATE_MASK;
    if (fate !== PacketFate.acked && fate !== PacketFate.spurious) continue;
    const ackedUs = timeUs + (settledAfterUs[packet] as number);
    if (ackedUs < fromUs || ackedUs >= toUs) continue;
    const row = rows.get(ordinals.at(i));
    if (row === undefined) continue;
    const at = row * columns + Math.floor((ackedUs - fromUs) / columnUs);
    acked[at] = (acked[at] as number) + sizes.at(i);
  }
}

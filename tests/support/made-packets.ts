/** Packets of two logs of one connection, made: sent on one clock, received on another, some lost on the way. */
import {
  type DirectionColumns,
  LossMark,
  type PacketColumns,
} from '../../src/engine/reading/contract/packet-columns.ts';

export interface MadePacket {
  readonly space: number;
  readonly number: number;
  /** µs of the log's own clock. */
  readonly us: number;
  readonly size?: number;
  readonly mark?: number;
}

function inOrder(packets: readonly MadePacket[]): readonly MadePacket[] {
  return [...packets].sort((a, b) => a.space - b.space || a.number - b.number);
}

function rowsOf(packets: readonly MadePacket[]): DirectionColumns {
  return {
    spaces: Uint8Array.from(packets, ({ space }) => space),
    numbers: Float64Array.from(packets, ({ number }) => number),
    timesUs: Float64Array.from(packets, ({ us }) => us),
    sizesBytes: Uint16Array.from(packets, ({ size = 1200 }) => size),
  };
}

/** @param span of the log, µs; that of its packets where left out. */
export function madePackets(
  sent: readonly MadePacket[],
  received: readonly MadePacket[],
  change: Partial<PacketColumns> = {},
): PacketColumns {
  const ordered = inOrder(sent);
  const times = [...sent, ...received].map(({ us }) => us);
  return {
    sent: {
      ...rowsOf(ordered),
      lossMarks: Uint8Array.from(ordered, ({ mark = LossMark.none }) => mark),
    },
    received: rowsOf(inOrder(received)),
    ...{
      fromUs: Math.min(...times),
      toUs: Math.max(...times),
      unread: 0,
      duplicates: 0,
      paths: 1,
      lossMethod: 'logged',
    },
    ...change,
  };
}

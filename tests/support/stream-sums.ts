/** The columns of streams of a trace, summed per stream over its connections: as `rawStreams` sums the records. */
import type { Connection } from '../../src/engine/reading/stages/pipeline.ts';
import { PacketFate } from '../../src/engine/sender/transport/packet-fate.ts';
import type { StreamFrames, StreamLog } from '../../src/engine/sender/transport/stream-log.ts';
import type { RawStream } from './raw-streams.ts';

export interface StreamSum extends RawStream {
  /** Sent bytes by what became of their packets; one acknowledged after its loss is acknowledged. */
  inFlightBytes: number;
  lostBytes: number;
  discardedBytes: number;
  /** Of packets that are not in flight; of what is received all. */
  otherBytes: number;
}

export interface StreamSums {
  readonly sent: ReadonlyMap<number, StreamSum>;
  readonly received: ReadonlyMap<number, StreamSum>;
  /** Notes besides those of FIN. */
  readonly told: number;
  readonly unattributed: number;
  readonly unusable: number;
}

export function streamSums(connections: readonly Connection[]): StreamSums {
  const sent = new Map<number, StreamSum>();
  const received = new Map<number, StreamSum>();
  for (const { state } of connections) {
    const { streams, ledger } = state;
    add(sent, streams, streams.sent, 'local', (holder) => ledger.application.fateAt(holder));
    add(received, streams, streams.received, 'remote', () => PacketFate.notInFlight);
  }
  const total = (of: (log: StreamLog) => number): number =>
    connections.reduce((sum, { state }) => sum + of(state.streams), 0);
  return {
    sent,
    received,
    told: total(({ notes }) => [...notes].filter(({ kind }) => kind !== 'fin').length),
    unattributed: total((log) => log.unattributed),
    unusable: total((log) => log.unusable),
  };
}

function add(
  sums: Map<number, StreamSum>,
  { ids, notes }: StreamLog,
  { length, holder, stream, offset, bytes }: StreamFrames,
  by: 'local' | 'remote',
  fateOf: (holder: number) => PacketFate,
): void {
  const sumOf = (ordinal: number): StreamSum => {
    const id = ids[ordinal]!;
    const sum = sums.get(id) ?? emptySum();
    sums.set(id, sum);
    return sum;
  };
  for (let i = 0; i < length; i++) {
    const sum = sumOf(stream.at(i));
    sum.frames++;
    sum.bytes += bytes.at(i);
    sum[partOf(fateOf(holder.at(i)))] += bytes.at(i);
    const end = offset.at(i) + bytes.at(i);
    if (end > sum.end) sum.end = end;
  }
  for (const note of notes) if (note.kind === 'fin' && note.by === by) sumOf(note.stream).fins++;
}

function emptySum(): StreamSum {
  const parts = { inFlightBytes: 0, lostBytes: 0, discardedBytes: 0, otherBytes: 0 };
  return { frames: 0, bytes: 0, ackedBytes: 0, end: 0, fins: 0, ...parts };
}

function partOf(
  fate: PacketFate,
): 'ackedBytes' | 'inFlightBytes' | 'lostBytes' | 'discardedBytes' | 'otherBytes' {
  switch (fate) {
    case PacketFate.acked:
    case PacketFate.spurious:
      return 'ackedBytes';
    case PacketFate.outstanding:
      return 'inFlightBytes';
    case PacketFate.lost:
      return 'lostBytes';
    case PacketFate.discarded:
      return 'discardedBytes';
    default:
      return 'otherBytes';
  }
}

export function byId<T>(streams: ReadonlyMap<number, T>): readonly (readonly [number, T])[] {
  return [...streams].sort(([a], [b]) => a - b);
}

/** What the raw sums hold of each stream. */
export function asRaw(sums: ReadonlyMap<number, StreamSum>): readonly (readonly [number, RawStream])[] {
  return byId(sums).map(([id, { frames, bytes, ackedBytes, end, fins }]) => [
    id,
    { frames, bytes, ackedBytes, end, fins },
  ]);
}

/**
 * What the first bytes of logs show about which of them could be files of one connection: only those are read wholly to
 * find out (`engine/reading/segments`): those that share an id and may have the same header, and those whose headers and names
 * are alike where the later one does not begin at the start of a connection.
 */
import type { ByteSource } from '../../../engine/input/bytes/byte-source';
import { openText } from '../../../engine/input/bytes/inflate';
import { fetchFor } from '../../../engine/input/formats';
import type { LogEnds } from '../../../engine/reading/contract/log-ends';
import { haveSameHeader, sharedId } from '../../../engine/reading/segments/continues';
import { differInNumber } from '../../../engine/reading/segments/running-name';
import { LogEndsReader } from '../../../engine/reading/stages/log-ends-reader';
import { PacketSpace, type VantagePoint } from '../../../qlog-schema';

/** The first bytes of a log, or all of it. */
export interface LogHead {
  readonly name: string;
  readonly ends: LogEnds;
  /** `ends` as text: equal for copies. */
  readonly text: string;
  readonly vantagePoint: VantagePoint;
  /** Part of the header may stand after the events, in what was not read. */
  readonly headerMayGrow: boolean;
  /** There is no more to read. */
  readonly isWhole: boolean;
}

const PIECE_BYTES = 16 * 1024;
/** Decompressed bytes in which a log from the start has an Initial packet: one whose packets come later is read further. */
const HEAD_BYTES = 64 * 1024;
/** Decompressed bytes in which packets are looked for. */
const MOST_BYTES = 256 * 1024;

/** Null where the file holds no log of one connection. Never throws: what is wrong is said when it is judged. */
export async function headOf(name: string, source: ByteSource): Promise<LogHead | null> {
  const { reader, isWhole } = await readUpTo(source, isEnough);
  const { ends, vantagePoint, headerMayGrow } = reader;
  if (ends === null) return null;
  const text = JSON.stringify(ends);
  return { name, ends, text, vantagePoint, headerMayGrow: headerMayGrow && !isWhole, isWhole };
}

/** The ends of the whole log; null where the file holds no log of one connection. Never throws. */
export async function endsOf(source: ByteSource): Promise<LogEnds | null> {
  return (await readUpTo(source, () => false)).reader.ends;
}

/** Indexes of the logs that could be files of the same connection as another one. */
export function couldBelong(heads: readonly LogHead[]): ReadonlySet<number> {
  return new Set([...withSharedId(heads), ...withLikeNames(heads)]);
}

function isEnough(ends: LogEnds | null, bytes: number): boolean {
  if (ends === null) return bytes >= MOST_BYTES;
  const holdsPackets = [...ends.sent, ...ends.received].some((range) => range !== null);
  return beginsAtStart(ends) || bytes >= (holdsPackets ? HEAD_BYTES : MOST_BYTES);
}

/** Its own first packet is that of a connection, as far as what was read holds it (RFC 9000 §12.3). */
function beginsAtStart({ sent }: LogEnds): boolean {
  return sent[PacketSpace.initial]?.first === 0;
}

/** It begins after the start of its connection, or nothing in it tells. */
function mayContinue(ends: LogEnds): boolean {
  if (beginsAtStart(ends)) return false;
  const { initial } = PacketSpace;
  const holdsInitial = (ends.sent[initial] ?? ends.received[initial] ?? null) !== null;
  return !holdsInitial || [...ends.sent, ...ends.received].some((range) => (range?.first ?? 0) > 0);
}

/**
 * Pairs that share an id and may be of one log. Each packet number is sent once (RFC 9000 §12.3): two logs that begin at
 * the start of the connection do not continue each other, nor do copies.
 */
function withSharedId(heads: readonly LogHead[]): readonly number[] {
  const byId = new Map<string, number[]>();
  for (const [log, { ends }] of heads.entries()) {
    for (const id of idsOf(ends)) {
      const alike = byId.get(id);
      if (alike === undefined) byId.set(id, [log]);
      else alike.push(log);
    }
  }
  return [...byId.values()].flatMap((logs) =>
    logs.filter((log) => logs.some((other) => mayBePair(log, other))),
  );

  function mayBePair(one: number, other: number): boolean {
    const [a, b] = [heads[one] as LogHead, heads[other] as LogHead];
    if (beginsAtStart(a.ends) && beginsAtStart(b.ends)) return false;
    return a.text !== b.text && (mayBeAlike(a, b) || mayBeAlike(b, a));
  }
}

function idsOf({ identity: { odcid, groupId, connectionIds } }: LogEnds): readonly string[] {
  const named = [['odcid', odcid] as const, ['group', groupId] as const];
  const ids = named.flatMap(([kind, id]) => (id === null ? [] : [`${kind} ${id.toLowerCase()}`]));
  return [...ids, ...connectionIds.map((id) => `connection ${id}`)];
}

function withLikeNames(heads: readonly LogHead[]): readonly number[] {
  const indexes: number[] = [];
  for (const [later, b] of heads.entries()) {
    if (!mayContinue(b.ends)) continue;
    for (const [earlier, a] of heads.entries()) {
      if (earlier === later || !mayBeAlike(a, b) || !differInNumber(a.name, b.name)) continue;
      if (sharedId(a.ends, b.ends) !== null) indexes.push(earlier, later);
    }
  }
  return indexes;
}

/** Their headers are the same, as far as they were read. */
function mayBeAlike(earlier: LogHead, later: LogHead): boolean {
  if (!earlier.headerMayGrow && !later.headerMayGrow) return haveSameHeader(earlier.ends, later.ends);
  const [a, b] = [earlier.vantagePoint, later.vantagePoint];
  return a === 'unknown' || b === 'unknown' || a === b;
}

interface ReadLog {
  /** It has read nothing of a file that may hold several logs. */
  readonly reader: LogEndsReader;
  readonly isWhole: boolean;
}

async function readUpTo(
  source: ByteSource,
  isDone: (ends: LogEnds | null, bytes: number) => boolean,
): Promise<ReadLog> {
  const reader = new LogEndsReader();
  const nothing = (): void => undefined;
  let bytes = 0;
  try {
    const callbacks = { onRead: nothing, onCompression: nothing, onEncoding: nothing };
    const parts = openText(source, callbacks);
    for await (const part of parts) {
      // An entry of a zip, which may hold several.
      if (part.name !== null) return { reader, isWhole: true };
      for await (const chunk of part.chunks()) {
        if (bytes === 0) await fetchFor(chunk);
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          const piece = chunk.subarray(at, at + PIECE_BYTES);
          reader.push(piece);
          bytes += piece.length;
          if (isDone(reader.ends, bytes)) return { reader, isWhole: false };
        }
      }
    }
    reader.end();
  } catch {
    // What was read before a text broke off is judged as well.
  }
  return { reader, isWhole: true };
}

/** Sent packets of a log as its records say, by rows: read with nothing but JSON.parse. */

import type { PacketFacts, PacketName } from '../../src/engine/reading/contract/packet-facts.ts';
import type { FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import type { SpaceName } from '../../src/engine/sender/transport/sequence.ts';
import { handler } from '../../src/engine/service/answers/packet-facts.ts';
import { openFile } from './export.ts';

const SPACES: { readonly [type: string]: SpaceName } = {
  initial: 'Initial',
  handshake: 'Handshake',
  '0RTT': '1-RTT',
  '1RTT': '1-RTT',
};

interface RawEvent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the records are what the stack wrote
  readonly data: any;
}

export function rawEvents(bytes: Uint8Array): readonly RawEvent[] {
  const text = new TextDecoder().decode(bytes);
  if (!text.startsWith('\x1e')) return JSON.parse(text).traces[0].events;
  const records = text.split('\x1e').filter((record) => record.trim() !== '');
  return records.slice(1).map((record) => JSON.parse(record));
}

/** What the records say of a sent packet, by rows. */
export interface LoggedPacket extends PacketName {
  readonly sent: number;
  readonly sizeBytes: number;
  readonly frameTypes: readonly string[];
  /** `stream 8`, or `crypto`, with its bytes. */
  readonly data: readonly { readonly of: string; readonly from: number; readonly to: number }[];
  acked: number;
  lost: number;
  trigger: string | null;
}

interface RawFrame {
  readonly frame_type: string;
  readonly stream_id?: number;
  readonly offset?: number;
  readonly length?: number;
  readonly raw?: { readonly length?: number; readonly payload_length?: number };
}

function dataOf(frames: readonly RawFrame[]): LoggedPacket['data'] {
  return frames.flatMap(({ frame_type: type, stream_id: id, offset = 0, length, raw }) => {
    if (type !== 'stream' && type !== 'crypto') return [];
    const bytes = length ?? raw?.length ?? raw?.payload_length ?? 0;
    return bytes > 0 ? [{ of: `${type} ${id}`, from: offset, to: offset + bytes }] : [];
  });
}

/** Every sent packet, once. */
export function loggedPackets(events: readonly RawEvent[]): readonly LoggedPacket[] {
  const packets = new Map<string, LoggedPacket>();
  for (const [row, { name, data }] of events.entries()) {
    const { packet_type = data?.type ?? '', packet_number = data?.packet_number ?? Number.NaN } =
      data?.header ?? {};
    const space = SPACES[packet_type];
    if (space === undefined) continue;
    const key = `${space} ${packet_number}`;
    const known = packets.get(key);
    if (name.endsWith('packet_sent') && known === undefined) {
      const frames: readonly RawFrame[] = data.frames ?? [];
      const frameTypes = frames.map((frame) => frame.frame_type);
      const sizeBytes = data.raw?.length ?? data.header.packet_size ?? Number.NaN;
      const packet = { space, packetNumber: packet_number, sent: row, sizeBytes };
      packets.set(key, {
        ...packet,
        frameTypes,
        data: dataOf(frames),
        acked: Number.NaN,
        lost: Number.NaN,
        trigger: null,
      });
    }
    if (name.endsWith('packet_lost') && known !== undefined && Number.isNaN(known.lost)) {
      known.lost = row;
      known.trigger = data.trigger ?? null;
    }
    if (!name.endsWith('packet_received')) continue;
    for (const { frame_type, acked_ranges = [] } of data.frames ?? []) {
      if (frame_type !== 'ack') continue;
      for (const [from, to = from] of acked_ranges)
        for (let number = from; number <= to; number++) {
          const acked = packets.get(`${space} ${number}`);
          if (acked !== undefined && Number.isNaN(acked.acked)) acked.acked = row;
        }
    }
  }
  return [...packets.values()];
}

/** The answer of the worker. */
export async function factsOf(
  file: readonly FileConnection[],
  { space, packetNumber }: PacketName,
): Promise<PacketFacts> {
  const tools = { signal: new AbortController().signal, progress: () => undefined };
  return (await handler(openFile(file), { connection: 0, space, packetNumber }, tools)) as PacketFacts;
}

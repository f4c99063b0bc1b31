/** The answers `packet` and `packetAt` against the records of real traces, read with nothing but JSON.parse. */
import { beforeAll, describe, expect, test } from 'vitest';
import { handler } from '../../../../src/engine/answers/packet.ts';
import { packetAt } from '../../../../src/engine/answers/packet-at.ts';
import type { PacketFacts, PacketName, PacketSearch } from '../../../../src/engine/contract/packet.ts';
import { RequestFailed } from '../../../../src/engine/contract/request-failed.ts';
import type { FileConnection } from '../../../../src/engine/reading/connection-list.ts';
import type { SpaceName } from '../../../../src/engine/transport/sequence.ts';
import type { TransportState } from '../../../../src/engine/transport/transport.ts';
import { openFile, openStored } from '../../../support/export.ts';
import { readTrace } from '../../../support/load.ts';
import { corpusPath } from '../../../support/raw-trace.ts';

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

function rawEvents(bytes: Uint8Array): readonly RawEvent[] {
  const text = new TextDecoder().decode(bytes);
  if (!text.startsWith('\x1e')) return JSON.parse(text).traces[0].events;
  const records = text.split('\x1e').filter((record) => record.trim() !== '');
  return records.slice(1).map((record) => JSON.parse(record));
}

/** What the records say of a sent packet, by rows. */
interface RawPacket extends PacketName {
  readonly sent: number;
  readonly sizeBytes: number;
  readonly frameTypes: readonly string[];
  acked: number;
  lost: number;
  trigger: string | null;
}

function rawPackets(events: readonly RawEvent[]): readonly RawPacket[] {
  const packets = new Map<string, RawPacket>();
  for (const [row, { name, data }] of events.entries()) {
    const { packet_type = '', packet_number = Number.NaN } = data?.header ?? {};
    const space = SPACES[packet_type];
    if (space === undefined) continue;
    const key = `${space} ${packet_number}`;
    const known = packets.get(key);
    if (name.endsWith('packet_sent') && known === undefined) {
      const frameTypes = (data.frames ?? []).map((frame: { frame_type: string }) => frame.frame_type);
      const sizeBytes = data.raw?.length ?? data.header.packet_size ?? Number.NaN;
      const packet = { space, packetNumber: packet_number, sent: row, sizeBytes };
      packets.set(key, { ...packet, frameTypes, acked: Number.NaN, lost: Number.NaN, trigger: null });
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

async function factsOf(
  file: readonly FileConnection[],
  { space, packetNumber }: PacketName,
): Promise<PacketFacts> {
  const tools = { signal: new AbortController().signal, progress: () => undefined };
  return (await handler(openFile(file), { connection: 0, space, packetNumber }, tools)) as PacketFacts;
}

const TRIGGERS: { readonly [word: string]: string } = {
  reordering_threshold: 'packet threshold',
  time_threshold: 'time threshold',
  pto_expired: 'PTO',
};

const other = (file: string): string => corpusPath(`../other/${file}`);
const FILES = [
  other('quic-go-v0.65.0_loss5MB_server.sqlog.gz'),
  other('aioquic-1.7.2_cubic-loss5MB_server.qlog.gz'),
  other('ngtcp2-0.12.1_cubic-loss5MB_server.sqlog.gz'),
  other('neqo-0.6.8_newreno-loss5MB_server.qlog.gz'),
  corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'),
];

describe.each(FILES)('%s', (path) => {
  let file: readonly FileConnection[];
  let raw: readonly RawPacket[];
  let state: TransportState;
  beforeAll(async () => {
    const bytes = readTrace(path);
    file = await openStored(bytes);
    raw = rawPackets(rawEvents(bytes));
    state = (file[0] as FileConnection).connection.state;
  });

  test('every lost packet and a sample of the others are as their records say', async () => {
    const step = Math.ceil(raw.length / 60);
    const some = raw.filter(({ lost }, i) => i % step === 0 || !Number.isNaN(lost)).slice(0, 160);
    for (const packet of some) {
      const { sentRow, sizeBytes, ackRow, frames, fate, ackedUs, sentUs } = await factsOf(file, packet);
      const { events } = state;
      const where = `${packet.space} ${packet.packetNumber}`;
      expect({ where, sentRow }).toEqual({ where, sentRow: packet.sent });
      // Early neqo logs the length of the payload only.
      if (!Number.isNaN(packet.sizeBytes))
        expect({ where, sizeBytes }).toEqual({ where, sizeBytes: packet.sizeBytes });
      expect({ where, types: new Set(frames?.map(({ type }) => type)) }).toEqual({
        where,
        types: new Set(packet.frameTypes.map((type) => type.toUpperCase())),
      });
      // A discarded space gets no fate from an ACK behind that.
      if (fate === 'discarded') continue;
      expect({ where, ackRow }).toEqual({ where, ackRow: packet.acked });
      if (!Number.isNaN(ackRow)) expect(ackedUs).toBe(events.timeUs.at(ackRow));
      expect(sentUs).toBe(events.timeUs.at(sentRow));
    }
  });

  test('a logged loss has its record and its reason', async () => {
    const lost = raw.filter((packet) => !Number.isNaN(packet.lost)).slice(0, 80);
    for (const packet of lost) {
      const { lostRow, lossIsLogged, lostBy, fate } = await factsOf(file, packet);
      if (fate === 'discarded' || fate === 'acknowledged') continue;
      expect([lostRow, lossIsLogged]).toEqual([packet.lost, true]);
      const trigger = TRIGGERS[packet.trigger ?? ''];
      if (trigger !== undefined) expect(lostBy).toMatchObject({ trigger, isLogged: true });
    }
  });

  test('a step from the first packet to the last visits each once, and back', () => {
    const step = (from: PacketName, by: 1 | -1, among: 'sent' | 'lost'): PacketName | null =>
      packetAt(state, { kind: 'step', from, by, among });
    const first = packetAt(state, { kind: 'named', ...(raw[0] as PacketName) });
    let [at, visited] = [first as PacketName, 1];
    for (let next = step(at, 1, 'sent'); next !== null; next = step(at, 1, 'sent')) {
      at = next;
      visited++;
    }
    expect(visited).toBe(state.ledger.sentPackets);
    expect(at.packetNumber).toBe(state.ledger.application.largestSent);
    const before = step(at, -1, 'sent');
    expect(before && step(before, 1, 'sent')).toMatchObject({ packetNumber: at.packetNumber });
    const lost = step(first as PacketName, 1, 'lost');
    if (lost !== null) expect(packetAt(state, { kind: 'named', ...lost })?.fate).toMatch(/^lost/);
  });

  test('a point on a mark finds its packet, and a point far away none', () => {
    const { application } = state.ledger;
    const near: Omit<Extract<PacketSearch, { kind: 'near' }>, 'timeUs' | 'packetNumber'> = {
      ...{ kind: 'near', space: '1-RTT', usPerPx: 100, numbersPerPx: 0.2, withinPx: 16 },
    };
    for (let i = 0; i < application.sentPackets; i += 97) {
      const packetNumber = application.packetNumbers.at(i);
      const point = { ...near, timeUs: application.sentUsAt(i), packetNumber };
      expect(packetAt(state, point)?.packetNumber).toBe(packetNumber);
      const settledUs = application.settledUsAt(i);
      if (!Number.isNaN(settledUs))
        expect(packetAt(state, { ...point, timeUs: settledUs })?.packetNumber).toBe(packetNumber);
      expect(packetAt(state, { ...point, packetNumber: packetNumber + 1e6 })).toBeNull();
    }
  });
});

test('a packet that was not sent is refused', async () => {
  const file = await openStored(readTrace(FILES[0] as string));
  await expect(factsOf(file, { space: '1-RTT', packetNumber: 1e9 })).rejects.toThrow(RequestFailed);
});

test('the losses and PTOs of a trace find their packets by time', () => {
  return openStored(readTrace(other('ngtcp2-0.12.1_cubic-loss5MB_server.sqlog.gz'))).then(([first]) => {
    const { state } = (first as FileConnection).connection;
    const [lossUs = 0] = state.losses.timesUs;
    const lost = packetAt(state, { kind: 'lost-near', timeUs: lossUs + 5, withinUs: 1000 });
    expect(lost).toMatchObject({ settledUs: lossUs, fate: 'lost' });
    const last = state.losses.timesUs.at(-1) as number;
    expect(packetAt(state, { kind: 'lost-near', timeUs: last + 1e6, withinUs: 1000 })).toBeNull();
    const [ptoUs = Number.NaN] = state.ptos.timesUs;
    const probe = packetAt(state, { kind: 'probe-near', timeUs: ptoUs, withinUs: 1000 });
    expect(Number.isNaN(ptoUs) ? 0 : (probe?.sentUs ?? 0) - ptoUs).toBeGreaterThanOrEqual(0);
  });
});

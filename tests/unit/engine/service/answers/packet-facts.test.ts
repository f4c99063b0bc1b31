/** The answers `packetFacts` and `packetSearch` against the records of real traces, read with nothing but JSON.parse. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { PacketName, PacketSearch } from '../../../../../src/engine/reading/contract/packet-facts.ts';
import { RequestFailed } from '../../../../../src/engine/reading/contract/request-failed.ts';
import type { FileConnection } from '../../../../../src/engine/reading/stages/connection-list.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { searchPacket } from '../../../../../src/engine/service/answers/packet-search.ts';
import { openStored } from '../../../../support/export.ts';
import { readTrace } from '../../../../support/load.ts';
import { factsOf, type LoggedPacket, loggedPackets, rawEvents } from '../../../../support/logged-packets.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { DEEP, someOf } from '../../../../support/tier.ts';

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

describe.each(someOf(FILES, 2))('%s', (path) => {
  let file: readonly FileConnection[];
  let raw: readonly LoggedPacket[];
  let state: TransportState;
  beforeAll(async () => {
    const bytes = readTrace(path);
    file = await openStored(bytes);
    raw = loggedPackets(rawEvents(bytes));
    state = (file[0] as FileConnection).connection.state;
  });

  test('every lost packet and a sample of the others are as their records say', async () => {
    const step = Math.ceil(raw.length / (DEEP ? 60 : 20));
    const some = raw.filter(({ lost }, i) => i % step === 0 || !Number.isNaN(lost)).slice(0, DEEP ? 160 : 60);
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
      // A discarded space gets no fate from an ACK after that.
      if (fate === 'discarded') continue;
      expect({ where, ackRow }).toEqual({ where, ackRow: packet.acked });
      if (!Number.isNaN(ackRow)) expect(ackedUs).toBe(events.timeUs.at(ackRow));
      expect(sentUs).toBe(events.timeUs.at(sentRow));
    }
  });

  test('the packets that carry data of a lost one again are named', async () => {
    const overlaps = (a: LoggedPacket, b: LoggedPacket): boolean =>
      a.data.some((one) =>
        b.data.some(({ of, from, to }) => of === one.of && from < one.to && to > one.from),
      );
    const lost = raw
      .filter((packet) => !Number.isNaN(packet.lost) && packet.data.length > 0)
      .slice(0, DEEP ? 40 : 15);
    for (const packet of lost) {
      const { resendsKnown, resentIn, resends } = await factsOf(file, packet);
      if (!resendsKnown) continue;
      const same = raw.filter((other) => other.space === packet.space && other !== packet);
      const again = same.filter((other) => overlaps(packet, other)).map(({ packetNumber }) => packetNumber);
      expect(resentIn).toEqual(again.filter((number) => number > packet.packetNumber).slice(0, 16));
      expect(resends).toEqual(again.filter((number) => number < packet.packetNumber).slice(-16));
    }
  });

  test('a logged loss has its record and its reason', async () => {
    const lost = raw.filter((packet) => !Number.isNaN(packet.lost)).slice(0, DEEP ? 80 : 20);
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
      searchPacket(state, { kind: 'step', from, by, among });
    const first = searchPacket(state, { kind: 'named', ...(raw[0] as PacketName) });
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
    if (lost !== null) expect(searchPacket(state, { kind: 'named', ...lost })?.fate).toMatch(/^lost/);
  });

  test('a point on a mark finds its packet, and a point far away none', () => {
    const { application } = state.ledger;
    const near: Omit<Extract<PacketSearch, { kind: 'near' }>, 'timeUs' | 'packetNumber'> = {
      ...{ kind: 'near', space: '1-RTT', usPerPx: 100, numbersPerPx: 0.2, withinPx: 16 },
    };
    for (let i = 0; i < application.sentPackets; i += 97) {
      const packetNumber = application.packetNumbers.at(i);
      const point = { ...near, timeUs: application.sentUsAt(i), packetNumber };
      expect(searchPacket(state, point)?.packetNumber).toBe(packetNumber);
      const settledUs = application.settledUsAt(i);
      if (!Number.isNaN(settledUs))
        expect(searchPacket(state, { ...point, timeUs: settledUs })?.packetNumber).toBe(packetNumber);
      expect(searchPacket(state, { ...point, packetNumber: packetNumber + 1e6 })).toBeNull();
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
    const lost = searchPacket(state, { kind: 'lost-near', timeUs: lossUs + 5, withinUs: 1000 });
    expect(lost).toMatchObject({ settledUs: lossUs, fate: 'lost' });
    const last = state.losses.timesUs.at(-1) as number;
    expect(searchPacket(state, { kind: 'lost-near', timeUs: last + 1e6, withinUs: 1000 })).toBeNull();
    const [ptoUs = Number.NaN] = state.ptos.timesUs;
    const probe = searchPacket(state, { kind: 'probe-near', timeUs: ptoUs, withinUs: 1000 });
    expect(Number.isNaN(ptoUs) ? 0 : (probe?.sentUs ?? 0) - ptoUs).toBeGreaterThanOrEqual(0);
  });
});

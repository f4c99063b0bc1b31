/** Two ends of a connection over a plain delay: handshake, data, acknowledgments, credit, probes, and when what is sent. */
import { describe, expect, test, vi } from 'vitest';
import { requestBytes } from '../../../../../src/engine/simulator/runs/handshake.ts';
import { Host } from '../../../../../src/engine/simulator/runs/host.ts';
import { type Packet, Space } from '../../../../../src/engine/simulator/runs/packet.ts';
import { DATAGRAM_BYTES, HANDSHAKE, packetOf } from '../../../../support/simulated.ts';
import { Pair, RTT_US, type Sent } from './pair.ts';

const { initial, handshake, application } = Space;

describe('handshake', () => {
  const { client, server, sent } = new Pair().run();

  test('is confirmed by both ends, and the request is read', () => {
    expect([client.isConfirmed, server.isConfirmed]).toEqual([true, true]);
    expect(server.readBytes).toBe(requestBytes(HANDSHAKE));
    expect([client.undecryptable, server.undecryptable]).toEqual([0, 0]);
  });

  test('takes two round trips to the first byte of data, one of them for the handshake', () => {
    const first = sent.find(({ packet, from }) => from === 'server' && packet.space === application);
    expect(first?.atUs).toBe(1.5 * RTT_US);
    expect(first?.packet.isHandshakeDone).toBe(true);
  });

  test('all datagrams with an Initial of the client are of 1,200 bytes or more (RFC 9000 §14.1)', () => {
    const sizes = sent
      .filter(({ packet, from }) => from === 'client' && packet.space === initial)
      .map(({ packet }) => packet.sizeBytes);
    expect(sizes.length).toBeGreaterThanOrEqual(2);
    expect(sizes.filter((size) => size !== 1200)).toEqual([]);
  });

  test('packets of the server share a datagram where they fit into 1,200 bytes', () => {
    const datagrams: Packet[][] = [];
    for (const { packet } of sent.filter(
      (one) => one.from === 'server' && one.packet.space !== application,
    )) {
      if (packet.joins) datagrams.at(-1)?.push(packet);
      else datagrams.push([packet]);
    }
    const sizes = datagrams.map((packets) => packets.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1200);
    expect(
      datagrams.some((packets) => packets[0]?.space === initial && packets[1]?.space === handshake),
    ).toBe(true);
  });

  test('each space counts its own packets from 0', () => {
    for (const from of ['client', 'server'] as const)
      for (const space of [initial, handshake, application]) {
        const numbers = sent.filter((one) => one.from === from && one.packet.space === space);
        expect(numbers.map(({ packet }) => packet.number)).toEqual(numbers.map((_, i) => i));
      }
  });

  test('nothing is sent in a space whose keys are gone', () => {
    const first = (from: 'client' | 'server', space: Space): number =>
      sent.find((one) => one.from === from && one.packet.space === space)?.atUs ?? Number.NaN;
    const last = (from: 'client' | 'server', space: Space): number =>
      sent.findLast((one) => one.from === from && one.packet.space === space)?.atUs ?? Number.NaN;
    expect(last('client', initial)).toBeLessThanOrEqual(first('client', handshake));
    expect(last('server', handshake)).toBeLessThan(first('server', application));
  });

  test('packets that come before their keys are dropped, and brought again', () => {
    const pair = new Pair({
      loses: ({ space, number }, from) => from === 'client' && space === handshake && number < 2,
    }).run();
    expect(pair.server.undecryptable).toBeGreaterThanOrEqual(HANDSHAKE.requestBytes.length);
    expect([pair.server.readBytes, pair.client.readBytes]).toEqual([requestBytes(HANDSHAKE), 50_000]);
  });

  test.each(Array.from({ length: 14 }, (_, index) => index))(
    'comes to its end, and the data too, without the packet that is sent %s. of all',
    (lost) => {
      const pair = new Pair({ loses: (_packet, _from, index) => index === lost }).run();
      expect([pair.client.isConfirmed, pair.server.isConfirmed]).toEqual([true, true]);
      expect(pair.client.readBytes).toBe(50_000);
    },
  );

  test.each(['client', 'server'] as const)(
    'comes to its end without the first six packets of the %s',
    (who) => {
      let left = 6;
      const pair = new Pair({ loses: (_packet, from) => from === who && left-- > 0 }).run(60_000);
      expect([pair.client.isConfirmed, pair.server.isConfirmed, pair.client.readBytes]).toEqual([
        true,
        true,
        50_000,
      ]);
    },
  );
});

describe('data', () => {
  test('a download is read in order, whole, and nothing more', () => {
    const { read, client, server } = new Pair({ writes: [{ atMs: 0, bytes: 123_456 }] }).run();
    expect(read.at(-1)?.bytes).toBe(123_456);
    expect(read.every(({ bytes }, i) => i === 0 || bytes > (read[i - 1]?.bytes ?? 0))).toBe(true);
    expect([client.readBytes, server.ackedBytes]).toEqual([123_456, 123_456]);
  });

  test('so is an upload, without a request', () => {
    const { client, server } = new Pair({ isUpload: true, writes: [{ atMs: 0, bytes: 123_456 }] }).run();
    expect([server.readBytes, client.ackedBytes, client.readBytes]).toEqual([123_456, 123_456, 0]);
  });

  test('full packets have the size that is set, the last one what is left', () => {
    const bytes = 3 * (DATAGRAM_BYTES - 40) + 100;
    const data = new Pair({ writes: [{ atMs: 0, bytes }] })
      .run()
      .of('server', application)
      .filter(({ packet }) => packet.dataBytes > 0);
    expect(data.map(({ packet }) => packet.sizeBytes)).toEqual([1350, 1350, 1350, 140]);
    expect(data.map(({ packet }) => packet.offset)).toEqual([0, 1310, 2620, 3930]);
  });

  test('writes are sent at their times from the request on', () => {
    const writes = [
      { atMs: 0, bytes: 1000 },
      { atMs: 70, bytes: 1000 },
      { atMs: 70, bytes: 200 },
    ];
    const data = new Pair({ writes })
      .run()
      .of('server', application)
      .filter(({ packet }) => packet.dataBytes > 0);
    expect(data.map(({ packet, atUs }) => [atUs, packet.dataBytes])).toEqual([
      [1.5 * RTT_US, 1000],
      [1.5 * RTT_US + 70_000, 1200],
    ]);
  });

  test('in a pause nothing new is sent, after it the rest', () => {
    const pauses = [{ fromMs: 30, toMs: 110 }];
    const pair = new Pair({ writes: [{ atMs: 0, bytes: 300_000 }], pauses }).run();
    const beganUs = 1.5 * RTT_US;
    const times = pair
      .of('server', application)
      .filter(({ packet }) => packet.dataBytes > 0)
      .map(({ atUs }) => (atUs - beganUs) / 1000);
    expect(times.filter((ms) => ms >= 30 && ms < 110)).toEqual([]);
    expect(times.filter((ms) => ms < 30).length).toBeGreaterThan(20);
    expect(times.filter((ms) => ms === 110).length).toBeGreaterThan(20);
    expect(pair.client.readBytes).toBe(300_000);
  });

  test('the flight never exceeds the window, but for probes', () => {
    let left = 30;
    const pair = new Pair({
      writes: [{ atMs: 0, bytes: 500_000 }],
      loses: ({ space, number }, from) =>
        from === 'server' && space === application && number > 20 && number % 5 === 0 && left-- > 0,
    }).run();
    expect(pair.server.recovery.timeouts).toBe(0);
    expect(pair.server.recovery.lostCount).toBe(30);
    // A window that a loss has cut may lie below what is in flight: then nothing is sent.
    const data = pair.of('server').filter(({ packet }) => packet.isAckEliciting);
    expect(data.filter(({ flightBytes, cwndBytes }) => flightBytes > cwndBytes)).toEqual([]);
    const full = data.filter(({ flightBytes, cwndBytes }) => cwndBytes - flightBytes < DATAGRAM_BYTES);
    expect(full.length, 'and fills it').toBeGreaterThan(20);
  });

  test('what was lost is sent again, once', () => {
    const lost = new Set([30, 31, 40]);
    const pair = new Pair({
      writes: [{ atMs: 0, bytes: 200_000 }],
      loses: ({ space, number }, from) => from === 'server' && space === application && lost.has(number),
    }).run();
    const offsets = pair.of('server', application).filter(({ packet }) => packet.dataBytes > 0);
    const counts = new Map<number, number>();
    for (const { packet } of offsets) counts.set(packet.offset, (counts.get(packet.offset) ?? 0) + 1);
    expect([...counts.values()].filter((count) => count === 2).length).toBe(3);
    expect([...counts.values()].filter((count) => count > 2)).toEqual([]);
    expect([pair.client.readBytes, pair.server.recovery.lostCount]).toEqual([200_000, 3]);
  });

  test('a probe carries the oldest data again, and the next timeout two packets', () => {
    // The whole flight is lost, and the first probe.
    const pair = new Pair({
      writes: [{ atMs: 0, bytes: 5 * 1310 }],
      loses: ({ space, dataBytes }, from) =>
        from === 'server' &&
        space === application &&
        dataBytes > 0 &&
        pair.of('server', application).length <= 6,
    });
    pair.run();
    const data = pair.of('server', application).filter(({ packet }) => packet.dataBytes > 0);
    expect(data.slice(0, 8).map(({ packet }) => packet.offset)).toEqual([
      0, 1310, 2620, 3930, 5240, 0, 0, 1310,
    ]);
    expect(pair.server.recovery.timeouts).toBeGreaterThanOrEqual(2);
    expect(pair.client.readBytes).toBe(5 * 1310);
  });

  test('a sender that the application limits does not grow its window', () => {
    const writes = Array.from({ length: 40 }, (_, i) => ({ atMs: i * 25, bytes: 3000 }));
    const { server, client } = new Pair({ writes }).run();
    expect(client.readBytes).toBe(120_000);
    expect(server.recovery.controller.cwndBytes).toBe(10 * DATAGRAM_BYTES);
    const greedy = new Pair({ writes: [{ atMs: 0, bytes: 120_000 }] }).run();
    expect(greedy.server.recovery.controller.cwndBytes).toBeGreaterThan(20 * DATAGRAM_BYTES);
  });
});

describe('acknowledgments', () => {
  const acksOf = (pair: Pair): readonly Sent[] =>
    pair.of('client', application).filter(({ packet }) => packet.ack !== null && !packet.isAckEliciting);

  test('every packet that is read, or every n-th', () => {
    const packets = new Pair().run().of('server', application).length;
    // With a time between them each is read by itself.
    const spread = { server: { host: { gapUs: 10, turnaroundUs: 10 } } };
    expect(acksOf(new Pair(spread).run()).length).toBe(packets);
    const half = acksOf(new Pair({ ...spread, client: { ackEvery: 2 } }).run()).length;
    expect(half).toBeGreaterThanOrEqual(packets / 2);
    expect(half).toBeLessThan(packets / 2 + 8);
  });

  test('the last odd packet is acknowledged after max_ack_delay', () => {
    const pair = new Pair({
      writes: [{ atMs: 100, bytes: 1000 }],
      client: { ackEvery: 2, maxAckDelayMs: 20 },
    }).run();
    const data = pair.of('server', application).find(({ packet }) => packet.dataBytes > 0);
    const ack = acksOf(pair).at(-1);
    expect(ack?.atUs).toBe((data?.atUs ?? 0) + RTT_US / 2 + 20_000);
    expect(ack?.packet.ack?.delayUs).toBe(20_000);
  });

  test('an ACK by itself elicits none, and is not in flight', () => {
    const pair = new Pair({ writes: [{ atMs: 0, bytes: 1000 }] }).run();
    expect(pair.client.recovery.inFlightBytes).toBe(0);
    expect(pair.server.recovery.inFlightBytes).toBe(0);
    expect(
      pair.sent.filter(({ packet }) => !packet.isAckEliciting).every(({ packet }) => packet.ack !== null),
    ).toBe(true);
    expect(pair.sent.length).toBeLessThan(30);
  });
});

describe('flow control', () => {
  test('no more is sent than the peer allows, and the window is given back when half of it is read', () => {
    const windowBytes = 20_000;
    const pair = new Pair({
      writes: [{ atMs: 0, bytes: 200_000 }],
      client: { receiveWindowBytes: windowBytes },
    });
    pair.run();
    const credits = pair.of('client', application).filter(({ packet }) => packet.maxData > 0);
    const allowedAt = (nowUs: number): number =>
      credits.reduce(
        (most, { packet, atUs }) => (atUs + RTT_US / 2 <= nowUs ? Math.max(most, packet.maxData) : most),
        windowBytes,
      );
    const data = pair.of('server', application).filter(({ packet }) => packet.dataBytes > 0);
    const ends = data.map(({ packet, atUs }) => packet.offset + packet.dataBytes - allowedAt(atUs));
    expect(Math.max(...ends), 'the limit is reached, and not passed').toBe(0);
    const readAt = (nowUs: number): number => pair.read.findLast(({ atUs }) => atUs <= nowUs)?.bytes ?? 0;
    for (const [i, { packet, atUs }] of credits.entries()) {
      expect(packet.maxData).toBeLessThanOrEqual(readAt(atUs) + windowBytes);
      expect(packet.maxData).toBeGreaterThan(readAt(atUs) + windowBytes / 2);
      expect(packet.maxData - (credits[i - 1]?.packet.maxData ?? windowBytes)).toBeGreaterThanOrEqual(
        windowBytes / 2,
      );
    }
    expect(pair.client.readBytes).toBe(200_000);
  });

  test('a lost MAX_DATA is sent again', () => {
    let left = 2;
    const pair = new Pair({
      writes: [{ atMs: 0, bytes: 100_000 }],
      client: { receiveWindowBytes: 20_000 },
      loses: ({ maxData }, from) => from === 'client' && maxData > 0 && left-- > 0,
    }).run();
    expect(left).toBeLessThan(0);
    expect(pair.client.readBytes).toBe(100_000);
  });

  test('one that comes late takes no credit back', () => {
    const pair = new Pair({
      writes: [{ atMs: 500, bytes: 100_000 }],
      client: { receiveWindowBytes: 10_000 },
    });
    pair.run(400);
    for (const [number, maxData] of [12_000, 11_000].entries())
      pair.server.take(packetOf({ number: 100 + number, maxData, dataBytes: 0 }), 400_000);
    pair.run(535);
    const ends = pair.of('server', application).map(({ packet }) => packet.offset + packet.dataBytes);
    expect(Math.max(...ends)).toBe(12_000);
  });

  test('a sender that waits for credit does not grow its window', () => {
    const pair = new Pair({
      writes: [{ atMs: 0, bytes: 200_000 }],
      client: { receiveWindowBytes: 8000 },
    }).run();
    expect(pair.client.readBytes).toBe(200_000);
    expect(pair.server.recovery.controller.cwndBytes).toBe(10 * DATAGRAM_BYTES);
  });
});

describe('the host and the pacer', () => {
  test('a burst begins after the turnaround, and keeps its gap', () => {
    const host = { turnaroundUs: 40, gapUs: 12 };
    const pair = new Pair({ server: { host } }).run();
    const times = pair.of('server', application).map(({ atUs }) => atUs);
    const request = pair.of('client', application).find(({ packet }) => packet.number === 3);
    expect(times[0]).toBe((request?.atUs ?? 0) + RTT_US / 2 + 40);
    expect(times.slice(1, 10).map((atUs, i) => atUs - (times[i] as number))).toEqual(new Array(9).fill(12));
  });

  test('an end that wakes late reads late', () => {
    const late = new Pair({ client: { host: { wakeUs: 3000 } }, writes: [{ atMs: 0, bytes: 1000 }] }).run();
    const data = late.of('server', application).find(({ packet }) => packet.dataBytes > 0);
    expect(late.read[0]?.atUs).toBe((data?.atUs ?? 0) + RTT_US / 2 + 3000);
  });

  test('a sender that paces spreads its window over the round trip', () => {
    const pair = new Pair({ server: { paces: true }, writes: [{ atMs: 0, bytes: 400_000 }] }).run();
    expect(pair.client.readBytes).toBe(400_000);
    const times = pair.of('server', application).map(({ atUs }) => atUs);
    const atOnce = (all: readonly number[]): number =>
      Math.max(...all.map((atUs) => all.filter((other) => other === atUs).length));
    expect(atOnce(times), 'the initial window').toBe(10);
    const plain = new Pair({ writes: [{ atMs: 0, bytes: 400_000 }] }).run();
    expect(atOnce(plain.of('server', application).map(({ atUs }) => atUs))).toBeGreaterThan(50);
  });

  test('a wake-up at which the pacer lets nothing leave costs no turnaround', () => {
    const turned = vi.spyOn(Host.prototype, 'turnedUs');
    const host = { turnaroundUs: 40 };
    const pair = new Pair({ server: { paces: true, host }, writes: [{ atMs: 0, bytes: 400_000 }] }).run();
    const bursts = new Set(pair.sent.map(({ from, atUs }) => `${from} ${atUs}`));
    expect(turned.mock.calls.length).toBe(bursts.size);
    turned.mockRestore();
  });
});

describe('ECN', () => {
  test('packets of an end that uses it can be marked; a mark is told, and reduces the window', () => {
    const pair = new Pair({
      writes: [{ atMs: 0, bytes: 200_000 }],
      server: { usesEcn: true },
      marks: ({ space, number, isEcnCapable }) => isEcnCapable && space === application && number === 50,
    }).run();
    expect(pair.of('server').every(({ packet }) => packet.isEcnCapable)).toBe(true);
    expect(pair.of('client').some(({ packet }) => packet.isEcnCapable)).toBe(false);
    expect([pair.server.recovery.reductions, pair.server.recovery.lostCount]).toEqual([1, 0]);
    expect(pair.of('client', application).at(-1)?.packet.ack?.ceCount).toBe(1);
  });
});

/** What an export carries of the log before its range: packets without a fate, methods, RTT, recovery, reordering. */
import { describe, expect, it } from 'vitest';
import type { FileConnection } from '../../../../../../src/engine/reading/stages/connection-list.ts';
import { rangeState } from '../../../../../../src/engine/service/answers/export/range-state.ts';
import { contain } from '../../../../../support/containers.ts';
import { exportText, openStored } from '../../../../../support/export.ts';
import { judged } from '../../../../../support/export-findings.ts';

const event = (time: number, name: string, data: object): string => JSON.stringify({ time, name, data });
const sent = (time: number, packetNumber: number, frame: object = { frame_type: 'ping' }): string =>
  event(time, 'transport:packet_sent', {
    header: { packet_type: '1RTT', packet_number: packetNumber },
    raw: { length: 1000 },
    frames: [frame],
  });
const acked = (time: number, ...ranges: readonly (readonly number[])[]): string =>
  event(time, 'transport:packet_received', {
    header: { packet_type: '1RTT', packet_number: time },
    raw: { length: 40 },
    frames: [{ frame_type: 'ack', acked_ranges: ranges }],
  });
const lost = (time: number, packetNumber: number): string =>
  event(time, 'recovery:packet_lost', { header: { packet_type: '1RTT', packet_number: packetNumber } });
const metrics = (time: number, data: object): string => event(time, 'recovery:metrics_updated', data);

const open = (records: readonly string[]): Promise<readonly FileConnection[]> =>
  openStored(new TextEncoder().encode(contain('JSON-SEQ', records)));

const BESIDE = { family: '0.3', resolution: 'unknown', ptoCount: 0 } as const;

async function stateAt(records: readonly string[], fromMs: number, toMs = 1e6) {
  const [first] = await open(records);
  return rangeState(
    (first as FileConnection).connection.state,
    { fromUs: fromMs * 1000, toUs: toMs * 1000 },
    BESIDE,
  );
}

/** Opens the export of everything from a time on. */
async function reopened(records: readonly string[], fromMs: number) {
  const file = await open(records);
  const { bytes } = await exportText(file, { fromUs: fromMs * 1000, toUs: 1e9 });
  const again = (await openStored(bytes))[0] as FileConnection;
  return { before: (file[0] as FileConnection).connection.state, after: again.connection.state };
}

/** 1 is acknowledged before 50 ms; 2 is lost and 3 acknowledged after it; 5 was sent after it. */
const LOG = [
  sent(0, 1),
  sent(10, 2),
  acked(20, [1, 1]),
  sent(30, 3),
  sent(40, 4),
  sent(50, 5),
  acked(60, [3, 3]),
  lost(70, 2),
  acked(80, [5, 5]),
];

describe('packets without a fate where the range begins', () => {
  it('are those that are acknowledged or lost after it, with their times', async () => {
    const { unsettled } = await stateAt(LOG, 50);
    expect(unsettled).toHaveLength(1);
    expect(unsettled[0]).toMatchObject({
      space: 2,
      packetNumber: [2, 3],
      sentUs: [10_000, 30_000],
      sizeBytes: [1000, 1000],
      inFlight: [1, 1],
      ackEliciting: [1, 1],
    });
  });

  it('include those that are outstanding at the end, and not those that were passed by and forgotten', async () => {
    const numbersAt = async (records: readonly string[]) =>
      (await stateAt(records, 50)).unsettled.flatMap(({ packetNumber }) => packetNumber);
    expect(await numbersAt(LOG.slice(0, 8))).toEqual([2, 3, 4]);
    expect(await numbersAt(LOG)).toEqual([2, 3]);
  });

  it('are none in a log without ACKs', async () => {
    expect((await stateAt([sent(0, 1), sent(10, 2), sent(90, 3)], 50)).unsettled).toEqual([]);
  });

  it('are an ACK alone as one that is not in flight', async () => {
    const ack = { frame_type: 'ack', acked_ranges: [[0, 0]] };
    const records = [
      sent(0, 1),
      acked(20, [1, 1]),
      sent(30, 2, ack),
      sent(40, 3),
      sent(60, 4),
      acked(90, [3, 4]),
    ];
    const [packets] = (await stateAt(records, 50)).unsettled;
    expect(packets).toMatchObject({ packetNumber: [2, 3], inFlight: [0, 1], ackEliciting: [0, 1] });
  });

  it('give no RTT where the log steps back at their sending, before the range and in it', async () => {
    const records = [
      ...[sent(0, 1), metrics(39, { cwnd: 20_000 }), sent(12, 2), acked(45, [1, 1]), sent(46, 3)],
      ...[sent(55, 4), acked(60, [2, 2]), metrics(80, {}), sent(57, 5), acked(90, [3, 4]), acked(95, [5, 5])],
    ];
    const { before, after } = await reopened(records, 50);
    expect([...before.rebuilt.latestRtt.values]).toEqual([45_000, 35_000]);
    expect([...after.rebuilt.latestRtt.values]).toEqual([35_000]);
    expect((await stateAt(records, 50)).moved).toEqual([{ space: 2, packetNumber: [2, 5] }]);
    expect((await stateAt(records, 65)).moved).toEqual([{ space: 2, packetNumber: [5] }]);
    expect((await stateAt(LOG, 50)).moved).toEqual([]);
  });

  it('give the range its RTT, its losses and its flight', async () => {
    const { before, after } = await reopened(LOG, 50);
    expect([...after.rebuilt.latestRtt.values]).toEqual([...before.rebuilt.latestRtt.values].slice(1));
    expect(after.losses.summary).toEqual({ method: 'logged', packets: 1 });
    // In the whole packet 4 stays outstanding, which nothing ever decides.
    expect([before.ledger.inFlightBytes, after.ledger.inFlightBytes]).toEqual([1000, 0]);
    expect(after.ledger.unseenAcked).toBe(0);
    // Sent bytes are those of the range.
    expect(after.sentBytes).toBe(1000);
    expect(after.firstUs).toBe(50_000);
  });
});

describe('how the log shows losses', () => {
  it.each<[string, readonly string[], string]>([
    ['counted, in a range before the first', [metrics(100, { cf_lost_packets: { total: 1 } })], 'counted'],
    ['logged, in a range before the first', [lost(100, 4)], 'logged'],
    ['inferred', [], 'ack-gap'],
  ])('%s: the range takes no other method', async (_, records, method) => {
    // Packet 1 is three below 4 when that is acknowledged: without a better method it is lost.
    const log = [
      ...[sent(0, 0), acked(5, [0, 0]), sent(10, 1), sent(11, 2), sent(12, 3), sent(13, 4)],
      ...[acked(30, [4, 4]), acked(31, [2, 3])],
      ...records,
    ];
    const file = await open(log);
    const { bytes } = await exportText(file, { fromUs: 6000, toUs: 40_000 });
    const { losses } = ((await openStored(bytes))[0] as FileConnection).connection.state;
    expect(losses.summary).toEqual({ method, packets: method === 'ack-gap' ? 1 : 0 });
  });
});

describe('what else holds where the range begins', () => {
  it('is the RTT estimate, recovery and the window that grew', async () => {
    const log = [
      ...[
        metrics(0, { congestion_window: 12_000 }),
        ...LOG.slice(0, 5),
        metrics(45, { congestion_window: 13_000 }),
      ],
      ...LOG.slice(5),
    ];
    expect(await stateAt(log, 50)).toMatchObject({
      rtt: { latestUs: 20_000, minUs: 20_000, smoothedUs: 20_000, variationUs: 10_000 },
      windowGrew: true,
      logged: ['congestion_window', 'acks'],
      fromStart: false,
      sendsData: true,
    });
    expect((await stateAt(log, 50)).recoveryUs).toBeNaN();
    const { before, after } = await reopened(log, 75);
    const period = before.recovery.spans.last;
    expect(period).toMatchObject({ startUs: 60_000, endUs: Number.NaN });
    expect(await stateAt(log, 75)).toMatchObject({ recoveryUs: 60_000, inRecovery: true });
    expect([after.recovery.open, after.recovery.boundaryUs]).toEqual([true, 60_000]);
    expect(after.recovery.spans.at(0)).toMatchObject({ startUs: 75_000, endUs: Number.NaN });
    expect((await stateAt(log, 0)).fromStart).toBe(true);
  });

  it.each([
    { from: 'the beginning', fromMs: 0, toMs: 1e6, toEnd: true, isPart: false },
    { from: 'the middle', fromMs: 50, toMs: 1e6, toEnd: true, isPart: true },
    { from: 'the beginning, cut', fromMs: 0, toMs: 50, toEnd: false, isPart: true },
  ])('is whether it ends with the log: only all of it shows how that ends, from $from', async (range) => {
    expect((await stateAt(LOG, range.fromMs, range.toMs)).toEnd).toBe(range.toEnd);
    const { bytes } = await exportText(await open(LOG), {
      fromUs: range.fromMs * 1000,
      toUs: range.toMs * 1000,
    });
    const again = await openStored(bytes);
    const { state } = (again[0] as FileConnection).connection;
    expect([state.isRange, state.isPart]).toEqual([true, range.isPart]);
    expect(rangeState(state, { fromUs: 0, toUs: 1e9 }, BESIDE).toEnd).toBe(!range.isPart);
  });

  it('is what the log holds elsewhere, and that it begins midway: neither is a fault of the range', async () => {
    const numbered = Array.from({ length: 60 }, (_, i) => sent(100 + i, 6 + i));
    const log = [...LOG, metrics(90, { congestion_window: 12_000 }), ...numbered, sent(200, 100)];
    const faultsFrom = async (fromMs: number) => {
      const { bytes } = await exportText(await open(log), { fromUs: fromMs * 1000, toUs: 1e9 });
      const part = (await openStored(bytes))[0] as FileConnection;
      const quality = judged(part).find(({ id }) => id === 'log-quality');
      return quality?.evidence.map(({ id }) => id) ?? [];
    };
    // No log has bytes in flight or an RTT here.
    expect(await faultsFrom(0)).toContain('metrics');
    expect(await faultsFrom(150)).not.toContain('midway');
    expect(await faultsFrom(150)).not.toContain('acks');
  });

  it('is a PTO count that was logged before, which counts no PTO of the range', async () => {
    const log = [metrics(0, { pto_count: 2 }), metrics(60, { pto_count: 2 }), metrics(70, { pto_count: 3 })];
    const { after } = await reopened(log, 50);
    expect([...after.ptos.timesUs]).toEqual([70_000]);
    expect(after.ptos.consecutive[0]).toBe(3);
  });
});

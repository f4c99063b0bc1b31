/** Recovery periods and persistent congestion, from losses, marks and ACKs. */
import { describe, expect, it } from 'vitest';
import { RecoveryCause } from '../../../../../src/engine/sender/transport/recovery-periods.ts';
import { acknowledge, lost, metrics, replayEvents, send } from '../../../../support/replay-events.ts';

const sends = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => send(from + i, from + i));

describe('recovery periods', () => {
  it('begin with the first loss and end when a packet sent inside is acknowledged', () => {
    const { recovery } = replayEvents([
      ...sends(0, 5),
      lost(10, 0),
      lost(11, 1),
      acknowledge(12, [[5]]),
      send(13, 6),
      acknowledge(30, [[6]]),
    ]);
    expect(recovery.spans.within(0, 1e9)).toEqual([
      { startUs: 10_000, endUs: 30_000, cause: RecoveryCause.loss, count: 0 },
    ]);
    expect(recovery.open).toBe(false);
  });

  it('restart only with the loss of a packet sent inside', () => {
    const { recovery } = replayEvents([...sends(0, 3), lost(10, 0), send(12, 4), lost(20, 1), lost(30, 4)]);
    expect(recovery.spans.within(0, 1e9).map(({ startUs, endUs }) => [startUs, endUs])).toEqual([
      [10_000, 30_000],
      [30_000, Number.NaN],
    ]);
  });

  it('begin with ECN-CE marks, and not with the loss of an MTU probe', () => {
    const { recovery } = replayEvents([
      ...sends(0, 3),
      lost(5, 1, { is_mtu_probe_packet: true }),
      acknowledge(10, [[0]], { ce: 1 }),
      acknowledge(11, [[2]], { ce: 2 }),
    ]);
    expect(recovery.spans.within(0, 1e9)).toMatchObject([
      { startUs: 10_000, cause: RecoveryCause.congestionExperienced },
    ]);
  });

  it('count the reductions of the window inside, and those outside separately', () => {
    const { recovery } = replayEvents([
      metrics(0, { congestion_window: 20_000 }),
      ...sends(1, 4),
      metrics(5, { congestion_window: 15_000 }),
      lost(10, 1),
      metrics(10, { congestion_window: 10_000 }),
      metrics(12, { congestion_window: 5000 }),
      metrics(13, { congestion_window: 6000 }),
    ]);
    expect(recovery.spans.last?.count).toBe(2);
    expect([...recovery.unexplainedUs.view()]).toEqual([5000]);
  });

  it.each([
    [30, 1],
    [30.001, 0],
  ])('that end at 30 ms hold a reduction logged at %d ms: %i', (reducedMs, inside) => {
    const { recovery } = replayEvents([
      metrics(0, { congestion_window: 20_000 }),
      ...sends(1, 4),
      lost(10, 1),
      send(12, 5),
      acknowledge(30, [[5]]),
      metrics(reducedMs, { congestion_window: 10_000 }),
    ]);
    expect(recovery.spans.last).toMatchObject({ startUs: 10_000, endUs: 30_000, count: inside });
    expect(recovery.unexplainedUs.length).toBe(1 - inside);
  });

  it('are found without packets, one per round trip', () => {
    const { recovery } = replayEvents([
      metrics(0, { latest_rtt: 20, smoothed_rtt: 20, cf_lost_packets: { total: 0 } }),
      metrics(100, { cf_lost_packets: { total: 2 } }),
      metrics(110, { cf_lost_packets: { total: 3 } }),
      metrics(150, { congestion_window: 1 }),
      metrics(200, { cf_lost_packets: { total: 4 } }),
    ]);
    expect(recovery.spans.within(0, 1e9).map(({ startUs, endUs }) => [startUs, endUs])).toEqual([
      [100_000, 150_000],
      [200_000, Number.NaN],
    ]);
  });
});

describe('persistent congestion', () => {
  // RTT 10 ms: 10 + 4·5 + 25 ms, three times: 165 ms.
  const start = [send(0, 0), acknowledge(10, [[0]])];

  it('is established by losses further apart than the duration, without an ACK between them', () => {
    const { persistentCongestion } = replayEvents([
      ...start,
      ...[20, 100, 190].map((timeMs, i) => send(timeMs, i + 1)),
      send(200, 4),
      acknowledge(210, [[4]]),
      lost(210, 1),
      lost(210, 2),
      lost(210, 3),
    ]);
    expect(persistentCongestion.spans.within(0, 1e9)).toMatchObject([{ startUs: 20_000, endUs: 190_000 }]);
  });

  it('is not when one between them arrived, when they are near each other, or before any RTT', () => {
    const spread = [20, 100, 190].map((timeMs, i) => send(timeMs, i + 1));
    const acked = replayEvents([...start, ...spread, acknowledge(210, [[2]]), lost(210, 1), lost(210, 3)]);
    expect(acked.persistentCongestion.spans.length).toBe(0);
    const near = replayEvents([...start, send(20, 1), send(180, 2), lost(210, 1), lost(210, 2)]);
    expect(near.persistentCongestion.spans.length).toBe(0);
    const blind = replayEvents([send(0, 1), send(9000, 2), lost(9900, 1), lost(9900, 2)]);
    expect(blind.persistentCongestion.spans.length).toBe(0);
  });

  it('begins with no packet sent before or at the first RTT sample', () => {
    // RFC 9002 §7.6.2: the estimate must be older than the first packet lost.
    const begunAt = (timeMs: number) =>
      replayEvents(
        [...start, send(timeMs, 1), send(timeMs + 250, 2), lost(timeMs + 300, 1), lost(timeMs + 300, 2)].sort(
          ([a], [b]) => a - b,
        ),
      ).persistentCongestion.spans.within(0, 1e9);
    expect(begunAt(5)).toEqual([]);
    expect(begunAt(10)).toEqual([]);
    expect(begunAt(11)).toMatchObject([{ startUs: 11_000, endUs: 261_000 }]);
  });

  it('is not established by a packet in another space that arrived between', () => {
    const { persistentCongestion } = replayEvents([
      ...start,
      send(20, 1),
      send(100, 0, { type: 'handshake' }),
      send(190, 2),
      acknowledge(205, [[0]], { type: 'handshake' }),
      lost(210, 1),
      lost(210, 2),
    ]);
    expect(persistentCongestion.spans.length).toBe(0);
  });

  it('continues with further losses instead of restarting', () => {
    const { persistentCongestion } = replayEvents([
      ...start,
      ...[20, 190, 200].map((timeMs, i) => send(timeMs, i + 1)),
      lost(210, 1),
      lost(210, 2),
      lost(220, 3),
    ]);
    expect(persistentCongestion.spans.within(0, 1e9)).toMatchObject([{ startUs: 20_000, endUs: 200_000 }]);
  });
});

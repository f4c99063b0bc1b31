/** Logs that are dense in something of lost packets. */
import { bursts, DenseLog, inRecovery, LONG_RTT_MS, SHORT_RTT_MS, stream, within } from './dense-log.ts';
import type { Made } from './made.ts';

export const LOSSES: Made = {
  losses: (n) => inRecovery(n, (log) => log.send(2).lost(log.next - 2)),
  'losses that cut the window': (n) =>
    inRecovery(n, (log, i) =>
      log
        .send(2)
        .lost(log.next - 2, 'time_threshold')
        .metrics({ congestion_window: 3_000_000 * (i % 2 === 0 ? 1 : 0.5) }),
    ),
  'packets of many sizes': (n) =>
    bursts(n, { packets: 4, window: 100_000_000 }, (log, first, i) => {
      log.event('connectivity:mtu_updated', { old: 64_000 - 60 * i, new: 63_940 - 60 * i });
      for (const length of [64_000 - 60 * i, 1000 + i, 2000 + i])
        log.sendFrames([stream(0, first * 64_000, length - 40)], { length });
      log
        .lost(first + 4 + (i % 2))
        .wait(SHORT_RTT_MS)
        .ack([
          [first, first + 3],
          [first + 5 - (i % 2), first + 5 - (i % 2)],
          [first + 6, first + 6],
        ]);
    }),
  'losses that are counted': (n) =>
    within(LONG_RTT_MS, n, (log, i) => log.send().metrics({ cf_lost_packets: { total: i + 1, delta: 1 } })),
  'losses, one in each burst': (n) =>
    bursts(n, { packets: 4 }, (log, first) => log.ack([[first + 1, first + 3]]).lost(first)),
  'runs of losses': (n) =>
    bursts(n / 8, { packets: 40, window: 100_000 }, (log, first) => {
      log.ack([[first + 20, first + 39]]).metrics({ latest_rtt: 25, smoothed_rtt: 24, bytes_in_flight: 0 });
      for (let i = 0; i < 20; i++) log.lost(first + i);
      log.metrics({ congestion_window: 90_000 });
    }),
  outages: (n) => {
    const log = new DenseLog().begin(SHORT_RTT_MS, 100_000);
    for (let i = 0; i < n / 2; i++) {
      const first = log.next;
      // Nothing arrives for longer than a queue or a rate limit takes to have room again.
      for (let k = 0; k < 12; k++) log.wait(2).send();
      log.wait(40).send(34).wait(SHORT_RTT_MS);
      log.ack([[log.next - 34, log.next - 1]]).metrics({ bytes_in_flight: 0 });
      for (let k = 0; k < 12; k++) log.lost(first + k);
      log.metrics({ congestion_window: 90_000 + i });
    }
    return log;
  },
  'losses after persistent congestion': (n) => {
    const log = new DenseLog().begin(1000, 4_000_000).send(2).wait(1000);
    log.ack([[log.next - 2, log.next - 1]]);
    const first = log.next;
    for (let i = 0; i < 20; i++) log.send(2).wait(2000);
    log
      .send(2)
      .wait(1000)
      .ack([[log.next - 1, log.next - 1]]);
    for (let i = first; i < log.next - 1; i++) log.lost(i);
    log
      .metrics({ congestion_window: 2400 })
      .send(1)
      .wait(1)
      .ack([[log.next - 1, log.next - 1]]);
    for (let i = 0; i < n; i++)
      log
        .wait(0.1)
        .send()
        .lost(log.next - 1);
    return log;
  },
  'losses far apart': (n) => {
    const log = new DenseLog().begin(SHORT_RTT_MS, 4_000_000);
    // Each is further from the one before than persistent congestion lasts, and nothing arrives.
    for (let i = 0; i < n; i++)
      log
        .wait(400)
        .send()
        .lost(log.next - 1);
    return log;
  },
  'spurious losses': (n) =>
    within(LONG_RTT_MS, n, (log) => {
      log
        .send(2)
        .lost(log.next - 2)
        .wait(0.5);
      log.event('recovery:spurious_loss', {
        packet_number_space: 'application_data',
        packet_number: log.next - 2,
      });
      log.ack([[log.next - 2, log.next - 1]]);
    }),
  'ACKs of lost packets, late': (n) => {
    const log = within(LONG_RTT_MS, n, (to) => to.send(2).lost(to.next - 2));
    for (let i = 0; i < n; i++) log.wait(0.1).ack([[46 + 2 * i, 46 + 2 * i]]);
    return log;
  },
  'probes of the MTU': (n) =>
    bursts(n, { packets: 2 }, (log, first) => {
      log.sendFrames([{ frame_type: 'ping' }, { frame_type: 'padding' }], {
        length: 1400,
        is_mtu_probe_packet: true,
      });
      log.ack([[first, first + 1]]).lost(first + 2);
    }),
  'black holes of the MTU': (n) =>
    bursts(n, { packets: 3 }, (log, first, i) => {
      for (let k = 0; k < 2; k++) log.sendFrames([stream(4, (2 * i + k) * 1400, 1400)], { length: 1450 });
      log
        .ack([[first, first + 2]])
        .lost(first + 3)
        .lost(first + 4);
    }),
  'black holes within one another': (n) => {
    const log = new DenseLog().begin(SHORT_RTT_MS, 400_000_000);
    const first = log.next;
    const half = Math.floor(n / 2);
    const sizeOf = (i: number): number => 1200 + 4 * Math.abs(i - half);
    // Outwards ever larger packets: of each size nine are lost, and one that is smaller arrives.
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 9; k++)
        log.wait(1).sendFrames([stream(4, (10 * i + k) * 1000, 1000)], { length: sizeOf(i) });
      log.wait(1).sendFrames([stream(4, (10 * i + 9) * 1000, 1000)], { length: sizeOf(i) - 2 });
    }
    log.wait(SHORT_RTT_MS);
    for (let i = 0; i < n; i++) log.ack([[first + 10 * i + 9, first + 10 * i + 9]]);
    for (let i = 0; i < n; i++) for (let k = 0; k < 9; k++) log.lost(first + 10 * i + k);
    return log
      .send(2)
      .wait(SHORT_RTT_MS)
      .ack([[log.next - 2, log.next - 1]]);
  },
  'data sent again': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.sendFrames([stream(0, 100 * (i % 50), 5000)]);
      if (i % 2 === 0) log.lost(log.next - 1);
    }),
};

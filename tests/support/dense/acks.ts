/** Logs that are dense in something of ACKs, their ranges and gaps, and timeouts. */
import { bursts, DenseLog, LONG_RTT_MS, SHORT_RTT_MS, stream, within } from './dense-log.ts';
import type { Made } from './made.ts';

export const ACKS: Made = {
  'ranges that overlap': (n) =>
    bursts(n, { packets: 2 }, (log, first) => {
      const top = first + 1;
      log.ack(
        Array.from(
          { length: 256 },
          (_, i) => [Math.max(0, top - 4 * i - 3), Math.max(0, top - 2 * i)] as const,
        ),
      );
    }),
  'ranges with gaps': (n) =>
    bursts(n, { packets: 2 }, (log, first) => {
      const top = first + 1;
      const ranges = Array.from({ length: 64 }, (_, i) => top - 2 * i).filter((number) => number > 8);
      log.ack(ranges.map((number) => [number, number] as const));
    }),
  PTOs: (n) =>
    within(LONG_RTT_MS, n, (log) => {
      log.event('recovery:loss_timer_updated', { timer_type: 'pto', event_type: 'expired' });
      log.sendFrames([{ frame_type: 'ping' }], { length: 40, trigger: 'pto_probe' });
    }),
  'PTOs, each answered': (n) =>
    bursts(n, { packets: 2 }, (log, first) => {
      log.wait(80).event('recovery:loss_timer_updated', { timer_type: 'pto', event_type: 'expired' });
      log.sendFrames([{ frame_type: 'ping' }], { length: 40, trigger: 'pto_probe' });
      log
        .wait(SHORT_RTT_MS)
        .ack([[first, log.next - 1]])
        .metrics({ bytes_in_flight: 0 });
    }),
  'times without a probe': (n) =>
    bursts(n, { packets: 2 }, (log, first) => {
      log.wait(400).metrics({ ssthresh: 9000 }).wait(400);
      log.ack([[first, first + 1]]).metrics({ bytes_in_flight: 0 });
    }),
  'probes beyond a full window': (n) => {
    const log = new DenseLog().begin(SHORT_RTT_MS, 12_000).send(10);
    for (let i = 0; i < n; i++) log.wait(50).send();
    return log.wait(SHORT_RTT_MS).ack([[log.next - 1, log.next - 1]]);
  },
  'probes that nothing answers': (n) =>
    within(SHORT_RTT_MS, n, (log) => log.sendFrames([{ frame_type: 'ping' }], { length: 40 }), 100),
  'gaps between ACKs': (n) =>
    bursts(n, { packets: 4 }, (log, first, i) => {
      log.wait(i % 2 === 0 ? 700 : 0).ack([[first, first + 3]], { ack_delay: 600 });
      log.metrics({ bytes_in_flight: 0, latest_rtt: 720 });
    }),
  'gaps in a long round trip': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.send();
      if (i % 10 === 9) log.wait(400).ack([[log.next - 12, log.next - 10]]);
    }),
  'ACKs a moment apart': (n) => {
    const log = new DenseLog().begin(0.01, 4_000_000);
    const first = log.next;
    // A loss that is logged: the others are not taken for lost.
    log
      .send(n)
      .lost(first)
      .wait(0.01)
      .ack([[log.next - 1, log.next - 1]]);
    // The largest number of each is acknowledged before: none gives a sample of the RTT.
    for (let i = n - 2; i > 0; i--) log.wait(0.06).ack([[first + i, first + n - 1]]);
    return log;
  },
  'late ACKs of packets sent long before': (n) => {
    const log = new DenseLog().begin(SHORT_RTT_MS, 400_000_000);
    const first = log.next;
    log
      .send(2 * n)
      .lost(first)
      .wait(SHORT_RTT_MS)
      .ack([[log.next - 1, log.next - 1]]);
    for (let i = n - 2; i > 0; i--) log.wait(400).ack([[first + i, first + 2 * n - 1]]);
    return log;
  },
  'late ACKs of packets sent apart': (n) => {
    const log = new DenseLog().begin(SHORT_RTT_MS, 400_000_000);
    const first = log.next;
    for (let i = 0; i < 2 * n; i++) log.wait(2).send();
    log
      .lost(first)
      .wait(SHORT_RTT_MS)
      .ack([[log.next - 1, log.next - 1]]);
    for (let i = n - 2; i > 0; i--) log.wait(400).ack([[first + i, first + 2 * n - 1]]);
    return log;
  },
  'late ACKs in a long round trip': (n) => {
    const log = new DenseLog().begin(10_000, 400_000_000);
    const first = log.next;
    log.send(2 * n).wait(10_000);
    for (let i = 0; i < n; i++) log.wait(1060).ack([[first + 2 * (n - i), first + 2 * (n - i)]]);
    return log;
  },
  'stops of this host': (n) =>
    bursts(n, { packets: 6 }, (log, first) => {
      log.wait(400);
      for (let i = 0; i < 6; i++) log.ack([[first + i, first + i]]);
      log.metrics({ bytes_in_flight: 0 });
    }),
  'packets missing in the log': (n) =>
    bursts(n, { packets: 3 }, (log, first, i) => {
      log.event('transport:packet_sent', {
        header: { packet_type: '1RTT', packet_number: first + 3 + 2 * i },
        raw: { length: 1200 },
        frames: [stream(8, 1000 * i, 1000)],
      });
      log.ack([[0, first + 3 + 2 * i]]);
    }),
};

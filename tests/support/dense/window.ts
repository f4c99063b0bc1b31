/** Logs that are dense in something of the congestion window, its states, its flight and its RTT. */
import {
  bursts,
  DATAGRAM,
  DenseLog,
  inRecovery,
  LONG_RTT_MS,
  SHORT_RTT_MS,
  STATES,
  within,
} from './dense-log.ts';
import type { Made } from './made.ts';

const UNMARKED = 20;

/** Packets that are acknowledged at once: the first ones unmarked, each later one marked. */
function marked(n: number, step: (log: DenseLog, i: number) => void): DenseLog {
  return within(LONG_RTT_MS, n + UNMARKED, (log, i) => {
    log.send(1, { ecn: 'ect(0)' });
    const ect0 = Math.min(i + 1, UNMARKED);
    log.ack([[log.next - 1, log.next - 1]], { ect0, ce: i + 1 - ect0 });
    step(log, i);
  });
}

export const WINDOW: Made = {
  'cuts of the window': (n) =>
    inRecovery(n, (log, i) => {
      log.metrics({ congestion_window: 3_900_000 }).wait(0.001);
      log.metrics({ congestion_window: 2_000_000 - i }).send();
    }),
  'cuts with an ACK between them': (n) =>
    inRecovery(n, (log, i) => {
      log.metrics({ congestion_window: 3_900_000 - i }).wait(0.01);
      log.metrics({ congestion_window: 2_000_000 - i }).send();
      if (i % 2 === 0) log.ack([[8, 9]]);
    }),
  'cuts that follow one another': (n) =>
    inRecovery(n, (log, i) => log.metrics({ congestion_window: 2_000_000_000 * 0.89 ** (i % 90) }).send()),
  'events of one time': (n) =>
    inRecovery(
      n,
      (log, i) => {
        log.send(2).metrics({ congestion_window: 2_000_000 + (i % 2) * 1_900_000, bytes_in_flight: i % 7 });
        if (i % 3 === 0) log.lost(log.next - 2);
        else log.ack([[log.next - 2, log.next - 2]]);
        log.state(STATES[i % 4] as string);
      },
      0,
    ),
  'CE marks': (n) =>
    marked(n, (log, i) => {
      log.metrics({ congestion_window: 3_000_000 - (i % 2) * 1_000_000 });
    }),
  'CE marks while the window grows': (n) =>
    marked(n, (log, i) => {
      log.metrics({ congestion_window: 5_000_000 + i });
    }),
  'CE marks without a cut': (n) =>
    bursts(n, { packets: 2 }, (log, first, i) =>
      log.ack([[first, first + 1]], { ect0: i + 1, ect1: 0, ce: i + 1 }),
    ),
  states: (n) => within(LONG_RTT_MS, n, (log, i) => log.send().state(STATES[i % 4] as string)),
  'recoveries without a loss': (n) =>
    bursts(n, { packets: 2 }, (log, first) =>
      log
        .state('recovery')
        .ack([[first, first + 1]])
        .metrics({ bytes_in_flight: 0 })
        .state('congestion_avoidance'),
    ),
  'round trips with a flat window': (n) =>
    bursts(n, { packets: 2 }, (log, first) => log.ack([[first, first + 1]]).metrics({ bytes_in_flight: 0 })),
  'flat windows': (n) =>
    bursts(n, { packets: 2 }, (log, first, i) => {
      log.ack([[first, first + 1]]).metrics({ bytes_in_flight: 0 });
      if (i % 40 === 39) log.metrics({ congestion_window: 2 * DATAGRAM + (i % 80 === 39 ? 1 : 0) });
    }),
  'flat windows after one loss': (n) => {
    const log = new DenseLog().begin(SHORT_RTT_MS, 40_000).send(4).wait(SHORT_RTT_MS);
    const lost = log.next - 4;
    log
      .ack([[lost + 1, lost + 3]])
      .lost(lost)
      .state('recovery')
      .metrics({ congestion_window: 4 * DATAGRAM });
    for (let i = 0; i < n; i++) {
      const first = log.next;
      log
        .send(4)
        .metrics({ bytes_in_flight: 4 * DATAGRAM })
        .wait(SHORT_RTT_MS);
      log.ack([[first, first + 3]]).metrics({ bytes_in_flight: 0 });
      if (i % 50 === 49) log.metrics({ congestion_window: 4 * DATAGRAM + ((i + 1) % 100 === 0 ? 0 : 1) });
    }
    return log;
  },
  'stretches of a flat window': (n) =>
    bursts(n, { packets: 2 }, (log, first, i) => {
      log.ack([[first, first + 1]]).metrics({ bytes_in_flight: 0 });
      if (i % 16 === 15)
        for (let k = 0; k < 3; k++)
          log
            .wait(12)
            .send()
            .wait(12)
            .ack([[log.next - 1, log.next - 1]])
            .metrics({ bytes_in_flight: 0 });
    }),
  'flat windows with pauses': (n) =>
    bursts(n, { packets: 2 }, (log, first, i) => {
      log.ack([[first, first + 1]]).metrics({ bytes_in_flight: 0 });
      if (i % 24 === 23) log.wait(900);
    }),
  'changes of the window': (n) =>
    within(LONG_RTT_MS, n, (log, i) => log.send().metrics({ congestion_window: 4_000_000 + i })),
  'windows that grow in pauses of many lengths': (n) =>
    bursts(n, { packets: 4, window: 1_000_000 }, (log, first, i) => {
      log.ack([[first, first + 3]]).metrics({ bytes_in_flight: 0, congestion_window: 1_000_000 + 1200 * i });
      if (i === 0) log.metrics({ congestion_window: 600_000 });
      log.rtt(10).wait(400).rtt(60_000);
    }),
  'windows that grow after pauses': (n) =>
    bursts(n, { packets: 4, window: 1_000_000 }, (log, first, i) => {
      log.ack([[first, first + 3]]).metrics({ bytes_in_flight: 0, congestion_window: 1_000_000 + 1200 * i });
      log.wait(400);
    }),
  'flights above the window': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log.send().metrics({ bytes_in_flight: 3_000_000 + i, congestion_window: 2_000_000 + (i % 2) }),
    ),
  'flights that drift': (n) =>
    bursts(n, { packets: 3 }, (log, first, i) => {
      log.ack([[first, i === 0 ? first + 1 : first + 2]]).metrics({ bytes_in_flight: 1_000_000 + i });
      if (i === 0) log.lost(first + 2);
    }),
  'samples of the RTT': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log.send().metrics({ latest_rtt: 100 + (i % 900), smoothed_rtt: 100 + (i % 700), min_rtt: 10 }),
    ),
  'queues that stand': (n) =>
    bursts(n, { packets: 8, window: 9600 }, (log, first, i) => {
      log.wait(200).ack([[first, first + 7]]);
      log.metrics({
        latest_rtt: 220 + (i % 3),
        smoothed_rtt: 220 + (i % 5),
        min_rtt: 20,
        bytes_in_flight: 0,
      });
    }),
  'collapses of the window': (n) =>
    bursts(n, { packets: 2, window: 60_000 }, (log, first, i) => {
      log
        .wait(400)
        .lost(first)
        .lost(first + 1, 'pto_expired');
      log.metrics({ congestion_window: 2400, bytes_in_flight: 0 }).send();
      log
        .wait(SHORT_RTT_MS)
        .ack([[log.next - 1, log.next - 1]])
        .metrics({ congestion_window: 60_000 + i });
    }),
  'changes of what is limited': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log.send().event('recovery:congestion_state_updated', {
        app_limited: i % 2 === 0 ? 'app limited' : 'app unlimited',
      }),
    ),
};

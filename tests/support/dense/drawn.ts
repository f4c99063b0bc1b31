/**
 * Traces that are dense in whatever is drawn: one to three things in a row, at one step of time and one RTT. A trace of `n` steps is
 * the beginning of that of `2n`.
 */
import { DATAGRAM, DenseLog, STATES, stream } from './dense-log.ts';
import type { Dense } from './index.ts';

/** A source of numbers in [0, 1): mulberry32. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Step = (log: DenseLog, i: number, random: () => number) => void;

const newest = (log: DenseLog, back = 1): number => Math.max(0, log.next - back);
const below = (random: () => number, most: number): number => Math.floor(random() * most);

const STEPS: { readonly [name: string]: Step } = {
  sends: (log) => log.send(),
  bursts: (log) => log.send(8),
  acks: (log) => log.send().ack([[newest(log), newest(log)]]),
  'acks of all': (log) => log.send(2).ack([[0, newest(log)]]),
  'acks with gaps': (log, _, random) =>
    log
      .send(4)
      .ack([
        [newest(log), newest(log)],
        [newest(log, 3 + below(random, 9)), newest(log, 3)].sort((a, b) => a - b) as [number, number],
      ]),
  losses: (log) => log.send().lost(newest(log)),
  'old losses': (log, _, random) => log.send().lost(newest(log, 1 + below(random, 60))),
  'late acks': (log, _, random) => {
    const number = newest(log, 1 + below(random, 400));
    log.send().ack([[number, number]]);
  },
  cuts: (log, i) => log.metrics({ congestion_window: 4_000_000 - (i % 2) * 2_000_000 + (i % 97) }),
  growth: (log, i) => log.metrics({ congestion_window: 1_000_000 + 100 * i }),
  flights: (log, _, random) => log.metrics({ bytes_in_flight: below(random, 4) * 2_000_000 }),
  drained: (log) => log.metrics({ bytes_in_flight: 0 }),
  rtts: (log, _, random) => log.rtt([0.02, 20, 60_000][below(random, 3)] as number),
  states: (log, i) => log.state(STATES[i % STATES.length] as string),
  ptos: (log) =>
    log
      .event('recovery:loss_timer_updated', { timer_type: 'pto', event_type: 'expired' })
      .sendFrames([{ frame_type: 'ping' }], { length: 40, trigger: 'pto_probe' }),
  marks: (log, i) => log.send(1, { ecn: 'ect(0)' }).ack([[newest(log), newest(log)]], { ect0: 0, ce: i }),
  blocked: (log, i) => log.sendFrames([{ frame_type: 'data_blocked', limit: 1000 + i }]),
  credit: (log, i) => log.receive([{ frame_type: 'max_data', maximum: 2000 + i }]),
  streams: (log, i) => log.sendFrames([stream(4 * i, 0, 500, true)]),
  gaps: (log, i, random) => log.sendFrames([stream(4, 3 * below(random, 2 * i + 1), 1)]),
  received: (log, i) => log.skip(i % 2).receive([stream(8, 1000 * i, 1000)], DATAGRAM),
  paths: (log) => log.sendFrames([{ frame_type: 'path_challenge' }]),
  pauses: (log, _, random) => log.wait([1, 60, 700][below(random, 3)] as number),
  probes: (log, _, random) => {
    log.sendFrames([{ frame_type: 'ping' }], {
      length: 1250 + below(random, 200),
      is_mtu_probe_packet: true,
    });
  },
  large: (log, i, random) => {
    log.sendFrames([stream(12, 1000 * i, 1000)], { length: 1250 + below(random, 200) });
    if (i % 3 > 0) log.lost(newest(log));
  },
};

const STEP_MS = [0, 0.001, 0.02, 1, 50];
const RTT_MS = [0.02, 20, 1000, 60_000];

/** A trace by its seed; its name says the seed and what was drawn. */
export function drawnTrace(seed: number): Dense {
  const random = numbersFrom(seed);
  const drawn = <T>(all: readonly T[]): T => all[below(random, all.length)] as T;
  const [rttMs, stepMs] = [drawn(RTT_MS), drawn(STEP_MS)];
  const names = Array.from({ length: 1 + below(random, 3) }, () => drawn(Object.keys(STEPS)));
  return {
    name: `seed ${seed}: ${names.join(', ')}, ${stepMs} ms apart, RTT ${rttMs} ms`,
    rules: [],
    bytes: (n) => {
      const inTrace = numbersFrom(seed + 1);
      const log = new DenseLog()
        .begin(rttMs)
        .send(20)
        .lost(newest(new DenseLog().begin(rttMs), 1));
      for (let i = 0; i < n; i++) {
        log.wait(stepMs);
        for (const name of names) (STEPS[name] as Step)(log, i, inTrace);
      }
      return log
        .wait(rttMs)
        .ack([[0, newest(log)]])
        .wait(1)
        .bytes();
    },
  };
}

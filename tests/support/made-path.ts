/**
 * Made traces of a sender on a path whose rule for dropping packets is given: bursts of changing length, an ACK for every
 * packet that arrives, a `packet_lost` for every other. Packets hold 1,000 bytes.
 */
import { acknowledge, lost, metrics, send, type TimedEvent } from './replay-events.ts';

export const BASE_RTT_MS = 20;
/** From sending a packet to the log of its loss: before the ACKs after it would show it. */
const DECLARED_MS = BASE_RTT_MS;

/** Delay on the path of a packet, ms; null where it is dropped. Asked in the order of sending. */
export type Path = (sentMs: number, index: number) => number | null;

/** A generator of numbers in [0, 1), the same in every run. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Send times of bursts of 5 to 44 packets, 0.02 ms apart, every 30 ms; ms. */
export function burstsOf(bursts: number, seed = 7): readonly number[] {
  const next = numbersFrom(seed);
  return Array.from({ length: bursts }, (_, burst) => {
    const packets = 5 + Math.floor(next() * 40);
    return Array.from({ length: packets }, (_, i) => 30 * burst + 0.02 * i);
  }).flat();
}

/**
 * What holds `roomBytes` and drains at `bytesPerMs`; `delayShare` of the time that its backlog takes to drain is added
 * to a packet: 1 for a queue, 0 for a policer.
 */
export function limited(bytesPerMs: number, roomBytes: number, delayShare: number): Path {
  let backlog = 0;
  let lastMs = 0;
  return (sentMs) => {
    backlog = Math.max(0, backlog - bytesPerMs * (sentMs - lastMs));
    lastMs = sentMs;
    if (backlog + 1000 > roomBytes) return null;
    backlog += 1000;
    return (delayShare * backlog) / bytesPerMs;
  };
}

/** Drops this share of the packets, each by itself. */
export function atRandom(share: number, seed = 11): Path {
  const next = numbersFrom(seed);
  return () => (next() < share ? null : 0);
}

/** The first path that drops a packet drops it for the next ones too, and the delays add up. */
export function inTurn(...paths: readonly Path[]): Path {
  return (sentMs, index) => {
    let delayMs = 0;
    for (const path of paths) {
      const delay = path(sentMs, index);
      if (delay === null) return null;
      delayMs += delay;
    }
    return delayMs;
  };
}

/** The log of the sender. */
export function overPath(sentMs: readonly number[], path: Path): readonly TimedEvent[] {
  const events: TimedEvent[] = [metrics(0, { congestion_window: 60_000 })];
  sentMs.forEach((timeMs, i) => {
    const delayMs = path(timeMs, i);
    events.push(send(timeMs, i));
    if (delayMs === null) events.push(lost(timeMs + DECLARED_MS, i));
    else events.push(acknowledge(timeMs + BASE_RTT_MS + delayMs, [[i, i]]));
  });
  return events.sort(([a], [b]) => a - b);
}

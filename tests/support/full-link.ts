/** Made traces of a sender that always has data, over a link whose rate, delay and queue are known at each time. */
import { acknowledge, send, type TimedEvent } from './replay-events.ts';

export const LINK_RTT_MS = 20;

/** A path with one queue, and the window of its sender, by time, ms. */
export interface Link {
  readonly endMs: number;
  /** Packets of 1,000 bytes in flight at the most. */
  readonly window: (ms: number) => number;
  readonly bytesPerMs: (ms: number) => number;
  readonly baseMs?: (ms: number) => number;
}

/** A sender that always fills its window over a queue that never ends: one ACK for every packet. */
export function overLink({
  endMs,
  window,
  bytesPerMs,
  baseMs = () => LINK_RTT_MS,
}: Link): readonly TimedEvent[] {
  const events: TimedEvent[] = [];
  const ackedMs: number[] = [];
  let [atMs, freeMs, oldest] = [0, 0, 0];
  for (let packet = 0; ; packet++) {
    while (packet - oldest >= window(atMs)) atMs = Math.max(atMs, ackedMs[oldest++] as number);
    while (oldest < packet && (ackedMs[oldest] as number) <= atMs) oldest++;
    if (atMs > endMs) break;
    freeMs = Math.max(freeMs, atMs) + 1000 / bytesPerMs(atMs);
    ackedMs[packet] = Math.max(ackedMs[packet - 1] ?? 0, freeMs + baseMs(atMs));
    events.push(send(atMs, packet), acknowledge(ackedMs[packet] as number, [[packet, packet]]));
  }
  return events.sort(([a], [b]) => a - b);
}

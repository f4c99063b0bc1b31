/**
 * A sender that fills its window over a link with a queue without end: packets of 1,000 bytes leave when an ACK frees the
 * window, and the link sends one after the other. Each knob takes one property of a queue away.
 */
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { acknowledge, metrics, replayEvents, send, type TimedEvent } from './replay-events.ts';

export interface Bottleneck {
  readonly packets?: number;
  /** By the number of the next packet. */
  readonly windowPackets?: (number: number) => number;
  /** Time on the link per packet, by its number. */
  readonly packetMs?: (number: number) => number;
  /** Packets per ACK. */
  readonly ackEvery?: number;
  /** Delay of the host that sends the ACKs, by the packet's number. */
  readonly lateMs?: (number: number) => number;
  /** What the stack logs as RTT, as a multiple of the true one. */
  readonly loggedRtt?: number | ((ack: number) => number);
  /** As logged; such a log holds packets before it sends them. */
  readonly pacingBytesPerMs?: number;
  readonly minRttMs?: number;
  /** From the last ACK to the end of the log. */
  readonly tailMs?: number;
}

const BYTES = 1000;
const MIN_RTT_MS = 20;

/** An ACK that is under way: when it arrives, and for which packets. */
interface Due {
  readonly timeMs: number;
  readonly from: number;
  readonly to: number;
}

export function bottleneck(options: Bottleneck): TransportState {
  const {
    packets = 1200,
    windowPackets = () => 60,
    packetMs = () => 1,
    ackEvery = 1,
    lateMs = () => 0,
    minRttMs = MIN_RTT_MS,
    loggedRtt = 1,
  } = options;
  const events: TimedEvent[] = [];
  const sentMs: number[] = [];
  const due: Due[] = [];
  let freeMs = 0;
  let unacked = 0;
  const sendAt = (timeMs: number): void => {
    const number = sentMs.length;
    sentMs.push(timeMs);
    events.push(send(timeMs, number, { bytes: BYTES }));
    freeMs = Math.max(freeMs, timeMs) + packetMs(number);
    if ((number + 1) % ackEvery !== 0 && number + 1 < packets) return;
    due.push({ timeMs: freeMs + minRttMs + lateMs(number), from: unacked, to: number });
    unacked = number + 1;
  };
  const fill = (timeMs: number, acked: number): void => {
    const room = windowPackets(sentMs.length);
    events.push(metrics(timeMs, { congestion_window: room * BYTES }));
    while (sentMs.length < packets && sentMs.length - acked < room) sendAt(timeMs);
  };
  events.push(metrics(0, { pacing_rate: (options.pacingBytesPerMs ?? 0) * 8000 }));
  fill(0, 0);
  for (let i = 0; i < due.length; i++) {
    const { timeMs, from, to } = due[i] as Due;
    const rttMs = timeMs - (sentMs[to] as number);
    const times = typeof loggedRtt === 'function' ? loggedRtt(i) : loggedRtt;
    const logged = i === 0 ? rttMs : rttMs * times;
    events.push(acknowledge(timeMs, [[from, to]]));
    events.push(
      metrics(timeMs, { latest_rtt: logged, smoothed_rtt: logged, ...(i === 0 && { min_rtt: minRttMs }) }),
    );
    fill(timeMs, to + 1);
  }
  const { tailMs = 0 } = options;
  if (tailMs > 0) events.push(metrics((due.at(-1)?.timeMs ?? 0) + tailMs, { pto_count: 0 }));
  return replayEvents(events);
}

/** A sender whose path goes dark: ten packets sent over a while are lost, the one after them is acknowledged. */
import { acknowledge, lost, metrics, send, type TimedEvent } from '../../../../support/replay-events.ts';

interface Blackout {
  readonly beforeBytes: number;
  readonly afterBytes: number;
  /** From the sending of the first lost packet to that of the last. */
  readonly lostForMs?: number;
  /** From the declaration of the losses to the cut. */
  readonly cutAfterMs?: number;
  /** The fifth packet arrives after all. */
  readonly ackedBetween?: boolean;
  /** The fifth packet is declared lost with the others, and acknowledged so long after that. */
  readonly ackedAfterMs?: number;
  readonly state?: string;
  /** Packets that are lost. */
  readonly packets?: number;
  /** Round trips before it that leave no variation of the RTT. */
  readonly calm?: number;
  /** The log holds a slow start threshold, as that of a controller that losses drive. */
  readonly threshold?: boolean;
}

/** Round trips of 20 ms; packets of 1,000 bytes; the losses are declared 20 ms after the probe after them. */
export function blackout(options: Blackout): readonly TimedEvent[] {
  const { beforeBytes, afterBytes, lostForMs = 900, cutAfterMs = 0, ackedBetween = false } = options;
  const { ackedAfterMs, state, packets = 10, calm = 0, threshold = true } = options;
  const beginMs = calm * 20;
  const probeMs = beginMs + 100 + lostForMs + 100;
  const backMs = probeMs + 20;
  const middle = calm + packets / 2;
  const numbers = Array.from({ length: packets }, (_, i) => calm + i + 1);
  const gone = numbers.filter((number) => !(ackedBetween && number === middle));
  const arrived = calm + packets + 1;
  return [
    metrics(0, {
      congestion_window: beforeBytes,
      smoothed_rtt: 333,
      ...(threshold ? { ssthresh: 30_000 } : {}),
    }),
    ...(state === undefined ? [] : [[0, 'recovery:congestion_state_updated', { new: state }] as const]),
    ...Array.from({ length: calm + 1 }, (_, i) => [
      send(i * 20, i),
      acknowledge(i * 20 + 20, [[i, i]]),
    ]).flat(),
    metrics(beginMs + 20, { smoothed_rtt: 20, latest_rtt: 20, min_rtt: 20 }),
    ...numbers.map((number, i) => send(beginMs + 100 + (i * lostForMs) / (packets - 1), number)),
    send(probeMs, arrived),
    acknowledge(
      backMs,
      ackedBetween
        ? [
            [arrived, arrived],
            [middle, middle],
          ]
        : [[arrived, arrived]],
    ),
    ...gone.map((number) => lost(backMs, number)),
    metrics(backMs + cutAfterMs, { congestion_window: afterBytes }),
    ...(ackedAfterMs === undefined ? [] : [acknowledge(backMs + ackedAfterMs, [[middle, middle]])]),
    send(backMs + 80, arrived + 1),
    acknowledge(backMs + 100, [[arrived + 1, arrived + 1]]),
  ];
}

/**
 * What the application of a trace offered, and when. What was sent between two of its pauses was there when the first of it was sent;
 * what was sent while the sender paused was there when it was sent. What waited beyond the end of a trace is not known:
 * a run has what the trace delivers.
 */
import type { Series } from '../../base/columns/series';
import { type Interval, without } from '../../findings/measures/intervals';
import { timesHeld } from '../../findings/partition/held';
import type { HeldTime } from '../../findings/partition/partition';
import type { TransportState } from '../../sender/transport/transport';
import type { Write } from '../runs/application';

/** What is sent within this time is one write, µs. */
const TOGETHER_US = 1000;

export interface Offer {
  readonly writes: readonly Write[];
  /** The trace ends before its data. */
  readonly isOpen: boolean;
}

/** When nothing waits to be sent, to the packet: pauses of the sender but for those in which credit holds it. */
function pausesOf({ pauses }: TransportState, heldTime: HeldTime | null, toUs: number): readonly Interval[] {
  const ends = pauses.endUs.view();
  const spans = Array.from(pauses.startUs.view(), (startUs, i) => ({ startUs, endUs: ends[i] ?? toUs }));
  return without(spans, timesHeld(heldTime, ['credit']));
}

interface OfferOptions {
  readonly fromUs: number;
  readonly toUs: number;
  /** Of the path. */
  readonly rttUs: number;
  /** Bytes of the application per byte delivered. */
  readonly share: number;
  /** Something was sent after the last ACK but one: the sender had data to the end. */
  readonly sendsToEnd: boolean;
}

/** @param delivered running total of the application's bytes that were acknowledged for the first time. */
export function offerOf(
  state: TransportState,
  heldTime: HeldTime | null,
  delivered: Series,
  { fromUs, toUs, rttUs, share, sendsToEnd }: OfferOptions,
): Offer {
  const pauses = pausesOf(state, heldTime, toUs);
  const { timesUs, values } = delivered;
  const writes: { atMs: number; bytes: number }[] = [];
  let total = delivered.valueAt(fromUs) || 0;
  let next = 0;
  let phaseUs = fromUs;
  for (let i = 0; i < timesUs.length; i++) {
    const bytes = values.at(i) - total;
    if (timesUs.at(i) <= fromUs || bytes <= 0) continue;
    total += bytes;
    const sentUs = Math.max(fromUs, timesUs.at(i) - rttUs);
    while (next < pauses.length && pauses[next]?.endUs <= sentUs)
      phaseUs = Math.max(fromUs, pauses[next++]?.endUs);
    const isPaused = next < pauses.length && pauses[next]?.startUs <= sentUs;
    const atMs = ((isPaused ? sentUs : phaseUs) - fromUs) / 1000;
    const last = writes.at(-1);
    if (last !== undefined && atMs - last.atMs <= TOGETHER_US / 1000) last.bytes += share * bytes;
    else writes.push({ atMs, bytes: share * bytes });
  }
  const isOpen = sendsToEnd && (pauses.at(-1)?.endUs ?? 0) < toUs;
  return { writes: writes.map(({ atMs, bytes }) => ({ atMs, bytes: Math.round(bytes) })), isOpen };
}

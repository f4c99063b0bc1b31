/** The hosts of a trace: the sender's time between packets and after an ACK, and when the receiver acknowledges. */
import { medianOf, nearestRank, rankOf } from '../../base/columns/median';
import type { FlightRows } from '../../sender/transport/loss-kinds/flight-rows';
import type { Distribution } from '../runs/distribution';
import type { AckRows } from './ack-rows';

const SHARES = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1] as const;
/** Longer pauses are no work of a burst: pacing, a stall, an application. */
const BURST_SHARE = 0.1;
const LONGEST_GAP_US = 1000;
const MIN_SAMPLES = 20;
/** Few ACKs are for fewer packets than the receiver waits for: they came by its timer. */
const FEW_SHARE = 0.15;
/** Where a trace shows too few, µs. */
const USUAL_GAP_US = 10;
const USUAL_TURNAROUND_US = 40;

/** Of the two hosts; times are µs. */
export interface Habits {
  /** Between two packets of a burst, and from an ACK to the first packet after it. */
  readonly gapUs: Distribution;
  readonly turnaroundUs: Distribution;
  /** Packets that the receiver waits for before it acknowledges, and how long it collects what comes. */
  readonly ackEvery: number;
  readonly collectsUs: number;
}

function quantiles(values: readonly number[], otherwise: Distribution): Distribution {
  if (values.length < MIN_SAMPLES) return otherwise;
  const sorted = Float64Array.from(values).sort();
  return SHARES.map((share) => [share, sorted[nearestRank(share, sorted.length)]] as const);
}

export function senderWork(
  { sentUs }: FlightRows,
  acks: AckRows,
  { fromUs, rttUs }: { readonly fromUs: number; readonly rttUs: number },
): Pick<Habits, 'gapUs' | 'turnaroundUs'> {
  const longestUs = Math.min(LONGEST_GAP_US, BURST_SHARE * rttUs);
  const gaps: number[] = [];
  const turns: number[] = [];
  let ack = 0;
  for (let row = 1; row < sentUs.length; row++) {
    const atUs = sentUs[row];
    if (atUs < fromUs) continue;
    while (ack < acks.timesUs.length && acks.timesUs[ack] <= atUs) ack++;
    const ackUs = ack === 0 ? Number.NEGATIVE_INFINITY : acks.timesUs[ack - 1];
    const beforeUs = sentUs[row - 1];
    const sinceUs = atUs - Math.max(beforeUs, ackUs);
    if (sinceUs > longestUs) continue;
    if (ackUs >= beforeUs) turns.push(sinceUs);
    else gaps.push(sinceUs);
  }
  return { gapUs: quantiles(gaps, USUAL_GAP_US), turnaroundUs: quantiles(turns, USUAL_TURNAROUND_US) };
}

/** @param gridUs of the deliveries; 0 for none. */
export function receiverHabit(acks: AckRows, gridUs: number): Pick<Habits, 'ackEvery' | 'collectsUs'> {
  const several = Float64Array.from(acks.spansUs.filter((_, i) => acks.packets[i] > 1));
  const collectsUs = gridUs > 0 || several.length < MIN_SAMPLES ? 0 : medianOf(several);
  // What comes at once is acknowledged at once.
  const ackEvery = gridUs > 0 ? 1 : Math.max(1, rankOf(Float64Array.from(acks.packets), FEW_SHARE));
  return { ackEvery, collectsUs };
}

/**
 * Estimated cost of a death spiral (congestion.md §5). Two figures that must not be mixed: the window that NewReno
 * reaches on the same ACKs (open loop: the same ACKs carry the same bytes, so it does not estimate bytes), and a
 * closed-loop estimate of the bytes and the time lost: in every observed cycle the window grows by one datagram and is
 * delivered, within the limits of path and flow control seen in the trace. The bytes are no more than the trace delivers
 * after the spiral: that much was left to send. A trace that ends in the spiral does not show how much that was, so
 * that only the time is estimated. The text states the assumptions.
 */
import { bitRate } from '../../base/text/bit-rate';
import { amount, bytes, duration } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import type { Cost } from '../finding/finding';
import { ratesOutside } from '../measures/highest-rate';
import { timesHeld } from '../partition/held';
import type { DetectInput } from '../rule/rule-input';
import type { Measured } from './measure';

/** The highest rate elsewhere shows the path's capacity only if it is this many times the spiral's own rate. */
const PATH_SEEN_RATE = 2;

/** The costs of the spirals of one trace, whose other parts show what its path carries. */
export class Costs {
  readonly #state: TransportState;
  /** Highest rate over one RTT outside of each spiral, bytes per µs: the one that its course tells. */
  readonly #rates: ReadonlyMap<Measured, number>;
  readonly #creditBytes: number;

  constructor(input: Pick<DetectInput, 'state' | 'heldTime'>, spirals: readonly Measured[]) {
    const { state } = input;
    this.#state = state;
    const rates = ratesOutside(state, spirals);
    this.#rates = new Map(spirals.map((m, i) => [m, rates[i]]));
    this.#creditBytes = flowControlBytes(input);
  }

  /** @param m one of the spirals. */
  of(m: Measured): Cost {
    const spiralBytes = m.scan.acks.reduce((sum, ack) => sum + ack.bytes, 0);
    const seen = this.#rates.get(m) ?? 0;
    // A trace hardly faster than its spiral does not show the path's capacity.
    const ownRate = spiralBytes / (m.endUs - m.startUs);
    const rate = seen >= PATH_SEEN_RATE * ownRate ? seen : Number.POSITIVE_INFINITY;
    const creditBytes = this.#creditBytes;
    let window = m.cwndBytes;
    let total = 0;
    let neededUs = Number.NaN;
    for (const cycle of m.scan.cycles) {
      const lengthUs = cycle.endUs - cycle.startUs;
      const carried = Number.isFinite(rate) ? rate * lengthUs : Number.POSITIVE_INFINITY;
      const delivered = Math.min(window, carried, creditBytes);
      if (Number.isNaN(neededUs) && delivered > 0 && total + delivered >= spiralBytes) {
        neededUs = cycle.startUs + ((spiralBytes - total) / delivered) * lengthUs - m.startUs;
      }
      total += delivered;
      window += m.datagramBytes;
    }
    const lostUs = Number.isNaN(neededUs) ? 0 : Math.max(0, Math.round(m.endUs - m.startUs - neededUs));
    const leftBytes = m.span.open ? Number.NaN : deliveredAfter(this.#state, m.endUs);
    const moreBytes = Math.max(0, Math.round(total - spiralBytes));
    const reno = bytes(Math.round(m.cwndBytes + m.overduePackets * m.datagramBytes));
    const words =
      `On the same ACKs NewReno reaches a window of ${reno} (open loop). Estimate: a window that grows by one datagram ` +
      `per cycle delivers the same ${amount(spiralBytes)} ${duration(lostUs)} sooner, ${moreWords(moreBytes, leftBytes)}. ` +
      `Assumed: data always waiting, no loss, the same cycles; ${rateWords(rate)}; ${creditWords(creditBytes)}.`;
    return { bytes: Math.min(moreBytes, leftBytes), us: lostUs, words };
  }
}

/** Payload acknowledged for the first time after a time, bytes; all acknowledged bytes where frames are not logged. */
function deliveredAfter({ rebuilt, series }: TransportState, timeUs: number): number {
  const total = rebuilt.goodputTotal.length > 0 ? rebuilt.goodputTotal : series.ackedTotal;
  return total.last - (total.valueAt(timeUs) || 0);
}

/** What more is delivered in the same time. @param leftBytes what was left to send; NaN where it is not known. */
export function moreWords(moreBytes: number, leftBytes: number): string {
  if (Number.isNaN(leftBytes))
    return 'and more in the same time; the trace ends in it, so that what was left to send is not known';
  if (leftBytes >= moreBytes) return `or ${amount(moreBytes)} more in the same time`;
  return `and in the same time all ${amount(leftBytes)} that the trace delivers after it`;
}

function rateWords(rate: number): string {
  if (!Number.isFinite(rate)) return 'the trace never runs clearly faster, so no cap of the path is seen';
  return `at most ${bitRate(rate * 1e6)}, the highest rate at which data arrived over one RTT outside of it`;
}

function creditWords(creditBytes: number): string {
  if (!Number.isFinite(creditBytes)) return 'no cap by flow control is seen';
  return `at most ${bytes(creditBytes)} in flight, where flow control held the sender`;
}

/** Largest bytes in flight as flow control began to hold the sender; infinite for never. */
function flowControlBytes({ state, heldTime }: Pick<DetectInput, 'state' | 'heldTime'>): number {
  const flights = timesHeld(heldTime, ['credit']).map(({ startUs }) => state.inFlight.valueAt(startUs) || 0);
  const most = flights.reduce((a, b) => Math.max(a, b), 0);
  return most > 0 ? most : Number.POSITIVE_INFINITY;
}

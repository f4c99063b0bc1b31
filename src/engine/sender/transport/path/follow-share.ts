/** Whether RTTs follow the flight: a queue is as long as what is in flight, a longer path or a late host is not. */
import { medianOf, rankOf } from '../../../base/columns/median';

/** A flight is lower where this times it is no more than three quarters of the flights; so many of them tell. */
const LOWER = { flight: 1.1, rank: 0.75, packets: 10 } as const;

/**
 * By how much of what the flight of some packets is lower their RTT is lower too: 1 for a queue of an even rate, 0 where the RTT does
 * not depend on the flight. NaN where too few flights are lower.
 *
 * @param flightBytes in flight when each packet was sent.
 * @param rttUs of the same packets.
 */
export function followShare(flightBytes: Float64Array, rttUs: Float64Array): number {
  const highBytes = rankOf(flightBytes.slice(), LOWER.rank);
  const isLower = (_: number, i: number): boolean => flightBytes[i] * LOWER.flight <= highBytes;
  const rates = rttUs.map((us, i) => flightBytes[i] / us);
  const lowerRates = rates.filter(isLower);
  if (lowerRates.length < LOWER.packets) return Number.NaN;
  const lessShare = 1 - medianOf(flightBytes.filter(isLower)) / highBytes;
  return 1 + (medianOf(lowerRates) / medianOf(rates) - 1) / lessShare;
}

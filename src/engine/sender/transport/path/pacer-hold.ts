/**
 * How long the sender's own pacer held packets after they were logged as sent: some stacks log a packet when it is built
 * (`sentBeforePacer` of `qlog-schema/quirks.ts`), and its RTT contains the wait. Where a pacing rate is logged, packets that are logged faster wait for the rest, but for a burst that a pacer lets
 * go at once (RFC 9002 §7.7); without one nothing is known, and no wait is assumed.
 */
import { nextAbove } from '../../../base/columns/next-bound';
import { FATE_MASK, PacketFate } from '../packet-fate';
import type { TransportState } from '../transport';

/** A pacer lets go of so many packets at once: the initial window (RFC 9002 §7.7, §7.2). */
const BURST_PACKETS = 10;

/**
 * Of the application's packets.
 *
 * @param sentUs times at which packets were logged as sent, ascending, µs.
 * @returns for how long each was held, µs; 0 where packets are logged as the pacer lets them go, or no pacing rate is logged.
 */
export function pacerHolds(state: TransportState, sentUs: Float64Array): Float64Array {
  const { ledger, datagramBytes, sentBeforePacer, series } = state;
  const { pacingRate } = series;
  const heldUs = new Float64Array(sentUs.length);
  if (!sentBeforePacer || pacingRate.length === 0) return heldUs;
  const { sentTimesUs, sizesBytes, fateColumns } = ledger.application;
  const [times, sizes, rates] = [sentTimesUs.reader(), sizesBytes.reader(), pacingRate.values.reader()];
  let [sample, rate, freeUs] = [0, 0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < times.length; i++) {
    if ((fateColumns.fates[i] & FATE_MASK) === PacketFate.notInFlight) continue;
    const timeUs = times.at(i);
    rate = nextAbove(pacingRate.timesUs, timeUs, rate);
    const bytesPerSecond = rates.at(rate - 1);
    if (!(bytesPerSecond > 0)) continue;
    const usPerByte = 1e6 / bytesPerSecond;
    const waitsUs = Math.max(0, freeUs - timeUs);
    while (sentUs[sample] < timeUs) sample++;
    if (sentUs[sample] === timeUs)
      heldUs[sample] = Math.max(0, waitsUs - BURST_PACKETS * datagramBytes * usPerByte);
    freeUs = timeUs + waitsUs + sizes.at(i) * usPerByte;
  }
  return heldUs;
}

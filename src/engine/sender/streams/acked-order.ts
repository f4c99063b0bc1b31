/**
 * Sent packets in the order in which they were acknowledged. Nearly all are so in the order of their numbers: those that were
 * acknowledged before an earlier one are put in their places.
 */
import type { SpaceLedger } from '../transport/ledger';
import { FATE_MASK, PacketFate } from '../transport/packet-fate';

/** Calls `take` with the row of each acknowledged packet and when it was acknowledged, µs; at once: by number. */
export function inAckedOrder(packets: SpaceLedger, take: (row: number, timeUs: number) => void): void {
  const timesUs = ackedTimesUs(packets);
  const late = lateRows(timesUs);
  const timeOf = (at: number): number => (at < late.length ? timesUs[late[at]] : Number.POSITIVE_INFINITY);
  let latestUs = Number.NEGATIVE_INFINITY;
  let next = 0;
  let nextUs = timeOf(next);
  for (let row = 0; row < timesUs.length; row++) {
    const timeUs = timesUs[row];
    if (!(timeUs >= latestUs)) continue;
    latestUs = timeUs;
    while (nextUs < timeUs || (nextUs === timeUs && late[next] < row)) {
      take(late[next], nextUs);
      nextUs = timeOf(++next);
    }
    take(row, timeUs);
  }
  for (; next < late.length; next++) take(late[next], timeOf(next));
}

/** When each packet was acknowledged, µs; NaN where it was not. */
function ackedTimesUs({ sentTimesUs, fateColumns: { fates, settledAfterUs } }: SpaceLedger): Float64Array {
  const timesUs = sentTimesUs.slice();
  for (let row = 0; row < timesUs.length; row++) {
    const fate = fates[row] & FATE_MASK;
    const isAcked = fate === PacketFate.acked || fate === PacketFate.spurious;
    timesUs[row] = isAcked ? timesUs[row] + settledAfterUs[row] : Number.NaN;
  }
  return timesUs;
}

/** Packets that were acknowledged before one with a lower number, in the order of their ACKs. */
function lateRows(timesUs: Float64Array): readonly number[] {
  const late: number[] = [];
  let latestUs = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < timesUs.length; row++) {
    const timeUs = timesUs[row];
    if (timeUs < latestUs) late.push(row);
    else if (timeUs > latestUs) latestUs = timeUs;
  }
  const timeOf = (row: number): number => timesUs[row];
  return late.sort((a, b) => timeOf(a) - timeOf(b) || a - b);
}

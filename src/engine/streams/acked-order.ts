/**
 * Sent packets in the order in which they were acknowledged. Nearly all are so in the order of their numbers: those that were
 * acknowledged before an earlier one are put in their places.
 */
import type { SpaceLedger } from '../transport/ledger';
import { FATE_MASK, PacketFate } from '../transport/packet-fate';

/** Calls `take` with the row of each acknowledged packet and when it was acknowledged, µs; at once: by number. */
export function inAckedOrder(packets: SpaceLedger, take: (row: number, timeUs: number) => void): void {
  const late: number[] = [];
  const scan = (visit: (row: number, timeUs: number, isLate: boolean) => void): void => {
    const { fates, settledAfterUs } = packets.fateColumns;
    const sentUs = packets.sentTimesUs.reader();
    let latestUs = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < fates.length; row++) {
      const fate = (fates[row] as number) & FATE_MASK;
      if (fate !== PacketFate.acked && fate !== PacketFate.spurious) continue;
      const timeUs = sentUs.at(row) + (settledAfterUs[row] as number);
      const isLate = timeUs < latestUs;
      if (!isLate) latestUs = timeUs;
      visit(row, timeUs, isLate);
    }
  };
  scan((row, _, isLate) => {
    if (isLate) late.push(row);
  });
  const settledUs = (row: number): number => packets.settledUsAt(row);
  late.sort((a, b) => settledUs(a) - settledUs(b) || a - b);
  let next = 0;
  scan((row, timeUs, isLate) => {
    if (isLate) return;
    while (next < late.length) {
      const earlier = late[next] as number;
      const earlierUs = settledUs(earlier);
      if (earlierUs > timeUs || (earlierUs === timeUs && earlier > row)) break;
      take(earlier, earlierUs);
      next++;
    }
    take(row, timeUs);
  });
  for (; next < late.length; next++) take(late[next] as number, settledUs(late[next] as number));
}

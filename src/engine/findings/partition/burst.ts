/** What a sender sends at once: packets that leave so close together that no ACK and no pacer lies between them. */
import { medianOf } from '../../base/columns/median';
import type { TransportState } from '../../sender/transport/transport';

const T = {
  togetherUs: 250,
  /** So many packets of a trace are looked at. */
  packets: 16_384,
} as const;

/** The median burst of full datagrams, bytes; at least a datagram. */
export function burstBytes({ ledger: { application }, datagramBytes }: TransportState): number {
  const [times, sizes] = [application.sentTimesUs.reader(), application.sizesBytes.reader()];
  const bursts: number[] = [];
  let bytes = 0;
  for (let row = 0; row < Math.min(times.length, T.packets); row++) {
    if (row > 0 && times.at(row) - times.at(row - 1) > T.togetherUs) {
      bursts.push(bytes);
      bytes = 0;
    }
    bytes += sizes.at(row);
  }
  return Math.max(datagramBytes, bursts.length > 0 ? medianOf(Float64Array.from(bursts)) : 0);
}

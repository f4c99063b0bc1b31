/** How evenly a sender sends in a time: bursts of full datagrams, and the times from one to the next. */
import { float64Column, uint32Column } from '../../base/columns/growable';
import { medianOf } from '../../base/columns/median';
import { PacketMark } from '../../sender/transport/packet-fate';
import type { TransportState } from '../../sender/transport/transport';
import { type Interval, lengthOf } from './intervals';

const T = {
  /** Packets so close together are one burst, as a pacer's timer lets them out, µs. */
  burstUs: 250,
  /** A time is as usual within this share of the median. */
  within: 0.25,
  /** Full packets differ by less: what else a packet carries. */
  full: 0.97,
} as const;

export interface EvenSends {
  /** Median time from the beginning of a burst to that of the next, µs, and the median bytes of a burst; NaN for less than two. */
  readonly gapUs: number;
  readonly burstBytes: number;
  /** Share of the time in which that is as usual, 0 to 1. */
  readonly evenShare: number;
  /** Share of the bytes in full datagrams, 0 to 1. */
  readonly fullShare: number;
  /** Bytes per second. */
  readonly rate: number;
}

/** Ack-eliciting packets of the 1-RTT space: one pass over those of the time. */
export function evenSends(
  { ledger: { application }, datagramBytes }: TransportState,
  interval: Interval,
): EvenSends {
  const { fates } = application.fateColumns;
  const [times, sizes] = [application.sentTimesUs.reader(), application.sizesBytes.reader()];
  const [gaps, bursts] = [float64Column(), uint32Column()];
  const to = application.sentTimesUs.upperBound(interval.endUs);
  let [sinceUs, beforeUs, burst, sent, full] = [Number.NaN, Number.NaN, 0, 0, 0];
  for (let row = application.sentTimesUs.lowerBound(interval.startUs); row < to; row++) {
    if ((fates[row] & PacketMark.ackEliciting) === 0) continue;
    const [timeUs, bytes] = [times.at(row), sizes.at(row)];
    sent += bytes;
    if (bytes >= T.full * datagramBytes) full += bytes;
    const goesOn = timeUs - beforeUs <= T.burstUs;
    beforeUs = timeUs;
    if (goesOn) {
      burst += bytes;
      continue;
    }
    if (!Number.isNaN(sinceUs)) {
      gaps.push(timeUs - sinceUs);
      bursts.push(burst);
    }
    [sinceUs, burst] = [timeUs, bytes];
  }
  const lengths = gaps.view();
  const gapUs = lengths.length > 0 ? medianOf(lengths.slice()) : Number.NaN;
  let [evenUs, allUs] = [0, 0];
  for (const us of lengths) {
    allUs += us;
    if (Math.abs(us - gapUs) <= T.within * gapUs) evenUs += us;
  }
  return {
    gapUs,
    burstBytes: bursts.length > 0 ? medianOf(Float64Array.from(bursts.view())) : Number.NaN,
    evenShare: allUs > 0 ? evenUs / allUs : 0,
    fullShare: sent > 0 ? full / sent : 0,
    rate: (sent / lengthOf(interval)) * 1e6,
  };
}

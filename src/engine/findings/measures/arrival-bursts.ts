/**
 * Bursts as a receiver sees them: packets with STREAM data that arrive less than half of the smallest RTT apart, and runs of bursts that
 * are alike, one round trip apart.
 *
 *   arrivals  ▮▮           ▮▮           ▮▮           ▮▮
 *   bursts    [─]          [─]          [─]          [─]    2 packets each, one round trip apart
 */
import { EventKind, PacketFlag, PacketSpace } from '../../../qlog-schema';
import { medianOf } from '../../base/columns/median';
import type { TransportState } from '../../sender/transport/transport';

const T = {
  /** Of the largest datagram: an application's end leaves a short one. */
  fullSize: 0.9,
  /** A sender may leave out a number now and then (RFC 9000 §21.4); where one packet is lost its burst is shorter. */
  leftOut: 1,
  /** A longer time from one to the next is a pause, in smallest RTTs. */
  pauseRtts: 4,
} as const;

export interface Burst {
  readonly startUs: number;
  packets: number;
  bytes: number;
  full: number;
  endUs: number;
  /** Packet numbers are missing before or in it, or this end sent STREAM data before it: a run ends. */
  breaks: boolean;
}

function largestArrival({ events }: TransportState): number {
  const kinds = events.kind.reader();
  const sizes = events.sizeBytes.reader();
  let largest = 0;
  for (let row = 0; row < kinds.length; row++) {
    if (kinds.at(row) === EventKind.packetReceived) largest = Math.max(largest, sizes.at(row));
  }
  return largest;
}

/** In order. @param rttUs the smallest RTT. */
export function arrivalBursts(state: TransportState, rttUs: number): readonly Burst[] {
  const { events } = state;
  const kinds = events.kind.reader();
  const spaces = events.space.reader();
  const flags = events.flags.reader();
  const [numbers, times, sizes] = [
    events.packetNumber.reader(),
    events.timeUs.reader(),
    events.sizeBytes.reader(),
  ];
  const fullBytes = T.fullSize * largestArrival(state);
  const bursts: Burst[] = [];
  let lastNumber = Number.NaN;
  let broken = true;
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds.at(row);
    if (spaces.at(row) !== PacketSpace.application) continue;
    const hasData = (flags.at(row) & PacketFlag.hasStreamData) !== 0;
    if (kind === EventKind.packetSent && hasData) broken = true;
    if (kind !== EventKind.packetReceived) continue;
    const number = numbers.at(row);
    if (!(number > lastNumber && number <= lastNumber + 1 + T.leftOut)) broken = true;
    lastNumber = number;
    if (!hasData) continue;
    const timeUs = times.at(row);
    const last = bursts.at(-1);
    const burst =
      last !== undefined && timeUs - last.endUs < rttUs / 2
        ? last
        : { startUs: timeUs, packets: 0, bytes: 0, full: 0, endUs: timeUs, breaks: false };
    if (burst !== last) bursts.push(burst);
    const sizeBytes = sizes.at(row);
    burst.packets++;
    burst.bytes += sizeBytes;
    if (sizeBytes >= fullBytes) burst.full++;
    burst.endUs = timeUs;
    burst.breaks ||= broken;
    broken = false;
  }
  return bursts;
}

/**
 * Runs of so many bursts or more that are alike: two others in a row, a break or a pause end one.
 * @param isAlike one of the run, and its first.
 */
export function burstRuns(
  bursts: readonly Burst[],
  rttUs: number,
  leastBursts: number,
  isAlike: (burst: Burst, first: Burst) => boolean,
): readonly (readonly [Burst, ...Burst[]])[] {
  const runs: [Burst, ...Burst[]][] = [];
  let from = 0;
  for (let i = 1; i <= bursts.length; i++) {
    const first = bursts[from];
    const before = bursts[i - 1];
    const burst = bursts[i];
    const ends = burst === undefined || burst.breaks || burst.startUs - before.startUs > T.pauseRtts * rttUs;
    const changes = !ends && !isAlike(burst, first) && !isAlike(before, first);
    if (!ends && !changes) continue;
    // The first of the two others begins the next run.
    const end = changes ? i - 1 : i;
    if (end - from >= leastBursts) runs.push(bursts.slice(from, end) as [Burst, ...Burst[]]);
    from = end;
  }
  return runs;
}

/** From one burst to the next, median, in smallest RTTs; NaN for one alone. */
export function spacingRtts(run: readonly Burst[], rttUs: number): number {
  const spacings = run.slice(1).map(({ startUs }, i) => startUs - run[i].startUs);
  return medianOf(Float64Array.from(spacings)) / rttUs;
}

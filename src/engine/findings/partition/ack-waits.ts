/**
 * Waits for an ACK that is overdue, docs/account.md: what in them is nothing that comes through, and what is loss detection. A walk
 * over the times between two ACKs of new data that are longer than a round trip, and the packets sent in each.
 */

import { spend } from '../../base/columns/work';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import { PacketFate, PacketMark } from '../../sender/transport/packet-fate';
import { GRANULARITY_US } from '../../sender/transport/rtt-estimator';
import type { SpaceLedger } from '../../sender/transport/space-ledger';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from '../measures/intervals';
import { maxAckDelayUs } from '../measures/max-ack-delay';
import { HELD, type HeldInterval } from './holders';

const T = {
  /** Probes that are sent so close together count once, µs. */
  togetherUs: 1000,
  /** Packets before and after, whose losses say how many probes chance leaves without an answer, and with what chance. */
  around: 40,
  chance: 1e-4,
  /** So many packets, acknowledged late in one bunch, arrived all the while. */
  bunch: 3,
  bunchUs: 2000,
  /** Rows that wait are looked through so often each, on average: in no recorded trace more packets wait in more silences. */
  rowsPerPacket: 8,
} as const;

/** A time between two ACKs of new data, longer than a round trip, and what the RTT estimator said as it began. Times are µs. */
interface Silence extends Interval {
  /** Send time of the newest packet that is acknowledged. */
  readonly newestSentUs: number;
  readonly smoothedUs: number;
  /** The PTO without back-off (RFC 9002 §6.2.1). */
  readonly ptoUs: number;
}

/** In order of time. @param endUs end of the span. */
export function ackWaits(state: TransportState, endUs: number): readonly HeldInterval[] {
  const { application } = state.ledger;
  const rowsOf = rowsInOrder(application);
  let leftRows = T.rowsPerPacket * application.sentPackets;
  return silences(state, endUs).flatMap((silence) => {
    const rows = rowsOf(silence);
    if (rows === null) return [];
    leftRows -= rows.to - rows.from;
    return leftRows < 0 ? [] : overdueWait(application, silence, rows);
  });
}

function silences({ series, rebuilt, parameters }: TransportState, endUs: number): readonly Silence[] {
  const times = series.ackedTotal.timesUs.reader();
  const [smoothed, variation] = [
    new SeriesCursor(rebuilt.smoothedRtt),
    new SeriesCursor(rebuilt.rttVariation),
  ];
  const [sampleTimes, samples] = [rebuilt.latestRtt.timesUs.reader(), rebuilt.latestRtt.values.reader()];
  const delayUs = maxAckDelayUs(parameters);
  const leastUs = rebuilt.smoothedRtt.min;
  const all: Silence[] = [];
  let next = 0;
  let nextUs = times.at(0);
  for (let i = 1; nextUs < endUs; i++) {
    const startUs = nextUs;
    // NaN after the last one.
    nextUs = times.at(i);
    const untilUs = nextUs < endUs ? nextUs : endUs;
    if (!(untilUs - startUs > leastUs)) continue;
    const smoothedUs = smoothed.at(startUs);
    if (!(untilUs - startUs > smoothedUs)) continue;
    while (sampleTimes.at(next) <= startUs) next++;
    const newestSentUs = sampleTimes.at(next - 1) - samples.at(next - 1);
    const ptoUs = smoothedUs + Math.max(4 * variation.at(startUs), GRANULARITY_US) + delayUs;
    all.push({ startUs, endUs: untilUs, newestSentUs, smoothedUs, ptoUs });
  }
  return all;
}

function overdueWait(space: SpaceLedger, silence: Silence, rows: Rows): readonly HeldInterval[] {
  const { endUs, smoothedUs } = silence;
  const sentUs = space.sentUsAt(rows.from);
  if (endUs - sentUs <= silence.ptoUs) return [];
  const pause = pauseAfter(space, rows, smoothedUs, endUs);
  if (pause === null) return [];
  const startUs = Math.max(sentUs + smoothedUs, space.sentUsAt(pause));
  if (!(startUs < endUs)) return [];
  spend(rows.to - rows.from);
  const stalledUs = stalledUntil(space, { from: pause + 1, to: rows.to, first: rows.from }, silence);
  const parts: readonly HeldInterval[] = [
    { startUs, endUs: Math.min(Math.max(startUs, stalledUs), endUs), held: HELD.pathStalled },
    { startUs: Math.max(startUs, stalledUs), endUs, held: HELD.lossDetection },
  ];
  return parts.filter((part) => part.endUs > part.startUs);
}

/** Rows [from, to). */
interface Rows {
  readonly from: number;
  readonly to: number;
}

/**
 * The packets that were sent after the newest that is acknowledged as a silence begins, before its end; null for none. Silences are asked
 * for in order of time.
 */
function rowsInOrder(space: SpaceLedger): (silence: Silence) => Rows | null {
  const sent = space.sentTimesUs.reader();
  let [from, to] = [0, 0];
  return ({ newestSentUs, endUs }) => {
    while (sent.at(to) < endUs) to++;
    if (Number.isNaN(newestSentUs)) return null;
    while (from < to && !(sent.at(from) > newestSentUs && elicits(space, from))) from++;
    return from < to ? { from, to } : null;
  };
}

const elicits = (space: SpaceLedger, row: number): boolean => space.isMarked(row, PacketMark.ackEliciting);

/** The last row before the first pause of a smoothed RTT; null where packets go on being sent. */
function pauseAfter(
  space: SpaceLedger,
  { from, to }: Rows,
  smoothedUs: number,
  endUs: number,
): number | null {
  const sent = space.sentTimesUs.reader();
  let last = from;
  for (let row = from + 1; row < to; row++) {
    if (!elicits(space, row)) continue;
    if (sent.at(row) - sent.at(last) > smoothedUs) return last;
    last = row;
  }
  spend(to - from);
  return endUs - sent.at(last) > smoothedUs ? last : null;
}

/** Rows of the probes, and the first one of the packets that wait. */
interface Probes extends Rows {
  readonly first: number;
}

/** Until when nothing comes through, µs; minus infinity where that is not proved. */
function stalledUntil(space: SpaceLedger, probes: Probes, silence: Silence): number {
  const { endUs } = silence;
  const { unanswered, lastUs, isAnswered } = answersOf(space, probes, silence);
  if (!isAnswered && cameInOneBunch(space, probes, silence)) return endUs;
  const share = Math.max(missingShare(space, probes.first - 1, -1), missingShare(space, probes.to, 1));
  return unanswered > 0 && share ** unanswered < T.chance ? lastUs : Number.NEGATIVE_INFINITY;
}

function answersOf(space: SpaceLedger, { from, to }: Probes, { ptoUs }: Silence) {
  let unanswered = 0;
  let lastUs = Number.NEGATIVE_INFINITY;
  let isAnswered = false;
  for (let row = from; row < to; row++) {
    if (!elicits(space, row)) continue;
    const sentUs = space.sentUsAt(row);
    const fate = space.fateAt(row);
    const isAcked = fate === PacketFate.acked || fate === PacketFate.spurious;
    if (isAcked && space.settledUsAt(row) - sentUs <= ptoUs) isAnswered = true;
    else {
      if (!(sentUs - lastUs <= T.togetherUs)) unanswered++;
      lastUs = sentUs;
    }
  }
  return { unanswered, lastUs, isAnswered };
}

/** Nothing that waited was lost, and the ACK, or those with it, acknowledge packets that are late. */
function cameInOneBunch(space: SpaceLedger, { first, to }: Probes, { endUs, ptoUs }: Silence): boolean {
  let late = 0;
  for (let row = first; row < to; row++) {
    const fate = space.fateAt(row);
    if (fate === PacketFate.lost || fate === PacketFate.spurious) return false;
    const settledUs = space.settledUsAt(row);
    if (settledUs - space.sentUsAt(row) > ptoUs && settledUs <= endUs + T.bunchUs) late++;
  }
  return late >= T.bunch;
}

/**
 * Share of packets that may lack an answer for a loss in either direction: the mean by Jeffreys' prior, as none of 40 proves no zero. 0
 * where there are none, which says nothing.
 */
function missingShare(space: SpaceLedger, from: number, step: 1 | -1): number {
  let [lost, packets] = [0, 0];
  for (let row = from; row >= 0 && row < space.sentPackets && packets < T.around; row += step) {
    const fate = space.fateAt(row);
    if (fate === PacketFate.notInFlight || fate === PacketFate.outstanding) continue;
    packets++;
    if (fate === PacketFate.lost) lost++;
  }
  return packets > 0 ? 1 - (1 - (lost + 0.5) / (packets + 1)) ** 2 : 0;
}

/**
 * Losses by the size of packets with data of the 1-RTT space: whether larger ones are lost more often, and when the sender began to send
 * smaller ones. Probes of the path's MTU, whose loss is how its size is found (RFC 9000 §14.4), are none of them.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import {
  float64Column,
  lowerBound,
  uint8Column,
  uint32Column,
  upperBound,
} from '../../base/columns/growable';
import { spend } from '../../base/columns/work';
import { FATE_MASK, PacketFate } from '../../sender/transport/packet-fate';
import type { TransportState } from '../../sender/transport/transport';
import { anyWithin, type Interval } from './intervals';
import { rttAt } from './round-trips';
import { hasArrived, isProbe } from './sent-within';

/** Packets whose fate is known, in the order of their sending. */
export interface SizedPackets {
  readonly sentUs: Float64Array;
  readonly sizes: Uint32Array;
  /** 1 for a packet that was lost, 0 for one that arrived. */
  readonly lost: Uint8Array;
  /** When a lost one was declared lost, µs. */
  readonly lostUs: Float64Array;
}

const made = new WeakMap<object, SizedPackets>();

/** Of a trace at its end; they are listed once for all rules. */
export function sizedPackets(input: { readonly state: TransportState }): SizedPackets {
  const packets = made.get(input) ?? listed(input.state);
  made.set(input, packets);
  return packets;
}

function listed({ ledger: { application } }: TransportState): SizedPackets {
  const { fates, settledAfterUs } = application.fateColumns;
  const data = application.dataSizesBytes.reader();
  const times = application.sentTimesUs.reader();
  const bytes = application.sizesBytes.reader();
  const [sentUs, sizes, lost, lostUs] = [float64Column(), uint32Column(), uint8Column(), float64Column()];
  for (let row = 0; row < fates.length; row++) {
    const isLost = (fates[row] & FATE_MASK) === PacketFate.lost;
    if (data.at(row) === 0 || isProbe(fates[row]) || !(isLost || hasArrived(fates[row]))) continue;
    const us = times.at(row);
    sentUs.push(us);
    sizes.push(bytes.at(row));
    lost.push(Number(isLost));
    lostUs.push(us + settledAfterUs[row]);
  }
  return { sentUs: sentUs.view(), sizes: sizes.view(), lost: lost.view(), lostUs: lostUs.view() };
}

/** Packets above a size and of that size or below, and how many of each were lost. */
export interface Halves {
  readonly above: number;
  readonly lostAbove: number;
  readonly below: number;
  readonly lostBelow: number;
}

/** Chance that so many of the lost ones are above the size, or more, if the size did not matter (hypergeometric). */
export function chanceOfMore({ above, lostAbove, below, lostBelow }: Halves): number {
  const [all, lost] = [above + below, lostAbove + lostBelow];
  let [term, sum, total] = [1, 0, 0];
  // From the fewest that there can be, each by its ratio to the one before; large terms are scaled down together.
  for (let k = Math.max(0, lost - below); k <= Math.min(above, lost); k++) {
    spend(1);
    total += term;
    if (k >= lostAbove) sum += term;
    term *= ((above - k) * (lost - k)) / ((k + 1) * (all - above - lost + k + 1));
    if (total > 1e200) [term, sum, total] = [term / 1e200, sum / 1e200, total / 1e200];
  }
  return sum / total;
}

/** The size that parts the lost from those that arrived best; sizes of a length that is sent once or twice part nothing. */
export interface SizeBorder extends Halves, Interval {
  /** Larger packets are lost more often. */
  readonly sizeBytes: number;
  /** See `chanceOfMore`, times the number of sizes that were tried. */
  readonly chance: number;
}

/** Null where there are packets of one size alone, or none were lost. */
export function sizeBorder({ sentUs, sizes, lost }: SizedPackets): SizeBorder | null {
  const firstLost = lost.indexOf(1);
  if (firstLost < 0) return null;
  // All that were sent at the times of the first and of the last one.
  const from = lowerBound(sentUs, sentUs[firstLost]);
  const to = upperBound(sentUs, sentUs[lost.lastIndexOf(1)]);
  const counts = new Map<number, [sent: number, lost: number]>();
  let all = 0;
  for (let i = from; i < to; i++) {
    const count = counts.get(sizes[i]) ?? [0, 0];
    count[0]++;
    count[1] += lost[i];
    all += lost[i];
    counts.set(sizes[i], count);
  }
  const ascending = [...counts].sort(([a], [b]) => a - b);
  let best: { readonly halves: Halves; readonly sizeBytes: number; readonly z: number } | null = null;
  let [below, lostBelow] = [0, 0];
  for (const [sizeBytes, [sent, lostOfIt]] of ascending.slice(0, -1)) {
    below += sent;
    lostBelow += lostOfIt;
    const halves = { above: to - from - below, lostAbove: all - lostBelow, below, lostBelow };
    const z = deviation(halves);
    if (best === null || z > best.z) best = { halves, sizeBytes, z };
  }
  if (best === null) return null;
  const { halves, sizeBytes } = best;
  const chance = Math.min(1, chanceOfMore(halves) * (ascending.length - 1));
  return { ...halves, sizeBytes, chance, startUs: sentUs[from], endUs: sentUs[to - 1] };
}

/** By how many standard deviations more of the larger ones are lost than if the size did not matter. */
function deviation({ above, lostAbove, below, lostBelow }: Halves): number {
  const [all, lost] = [above + below, lostAbove + lostBelow];
  const mean = (lost * above) / all;
  return (lostAbove - mean) / Math.sqrt((mean * below * (all - lost)) / (all * Math.max(1, all - 1)));
}

/** Full packets differ by less: what else a packet carries. */
const FULL_SHARE = 0.97;
/** Of the packets on either side so many are full ones. */
const MOST_FULL = 0.5;
/** No header and no frame that a stack adds for good is as long. */
const LEAST_STEP_BYTES = 50;
/** A full packet of the smallest datagram that QUIC is sure of (RFC 9000 §14.1: 1,200 B), without what some logs leave out. */
const LEAST_FULL_BYTES = 1000;

/** What is sent again keeps its size for so many round trips after the stack lowered its MTU. */
const RESENT_TRIPS = 10;

/** From the end on: of datagrams of 1,500 B there are no more. */
const MOST_STEPS = 30;

/** Full packets became smaller, and stayed so. */
export interface Lowering extends Halves {
  readonly timeUs: number;
  /** When the first packet after the last larger one was sent, µs. */
  readonly smallerFromUs: number;
  /** The stack logs a change of its MTU then; else it is of the sizes alone. */
  readonly isLogged: boolean;
  readonly fromBytes: number;
  readonly toBytes: number;
  /** Packets from `smallerFromUs` on. */
  readonly after: number;
  /** Of the last packets before it that are larger than any after it: how many are looked at, and how many arrived. */
  readonly recent: number;
  readonly recentArrived: number;
  /** Larger ones that were declared lost by then. */
  readonly lostByThen: number;
}

/** Rows of events of a kind, as times, and of packets that validate a path. */
function timesOf({ events }: TransportState): readonly [mtu: Float64Array, validating: Float64Array] {
  const times = events.timeUs.reader();
  const signs = events.classes((kind, _, flags) =>
    kind === EventKind.mtuUpdated ? 1 : (flags & PacketFlag.pathValidation) !== 0 ? 2 : 0,
  );
  const [mtu, validating] = [float64Column(), float64Column()];
  for (let row = 0; row < signs.length; row++) {
    if (signs.at(row) === 1) mtu.push(times.at(row));
    if (signs.at(row) === 2) validating.push(times.at(row));
  }
  return [mtu.view(), validating.view()];
}

const shareOfFull = (sizes: Uint32Array, sizeBytes: number): number =>
  sizes.reduce((sum, size) => sum + Number(size >= FULL_SHARE * sizeBytes), 0) / sizes.length;

/**
 * The first time at which full packets became smaller for good, said by the stack or not, on one path: none for a change of it.
 * @param least packets after it; more where the stack says nothing. @param recent how many of the larger packets before it are looked at.
 */
export function loweringOf(
  state: TransportState,
  packets: SizedPackets,
  least: { readonly said: number; readonly unsaid: number },
  recent: number,
): Lowering | null {
  const { sentUs, sizes } = packets;
  const steps: number[] = [];
  for (let [i, mostAfter] = [sizes.length - 1, 0]; i > 0 && steps.length < MOST_STEPS; i--) {
    mostAfter = Math.max(mostAfter, sizes[i]);
    if (sizes.length - i >= least.said && sizes[i - 1] >= mostAfter + LEAST_STEP_BYTES) steps.push(i);
  }
  if (steps.length === 0) return null;
  const [mtuUs, validatingUs] = timesOf(state);
  for (const row of steps.reverse()) {
    spend(sizes.length);
    const tripUs = rttAt(state, sentUs[row]) || 0;
    const said = mtuUs[upperBound(mtuUs, sentUs[row]) - 1] ?? Number.NaN;
    const before = lowerBound(sentUs, said);
    const [fromBytes, meanwhileBytes, toBytes] = [
      sizes.subarray(0, before || row),
      sizes.subarray(before || row, row),
      sizes.subarray(row),
    ].map((of) => of.reduce((most, size) => Math.max(most, size), 0));
    // An MTU that was raised is none that was lowered.
    const isLogged = said >= sentUs[row - 1] - RESENT_TRIPS * tripUs && meanwhileBytes <= fromBytes;
    const timeUs = isLogged ? said : sentUs[row];
    const after = sizes.length - row;
    if (toBytes < LEAST_FULL_BYTES || fromBytes < toBytes + LEAST_STEP_BYTES) continue;
    if (shareOfFull(sizes.subarray(row), toBytes) < MOST_FULL) continue;
    const isClear = after >= least.unsaid && shareOfFull(sizes.subarray(0, row), fromBytes) >= MOST_FULL;
    if (!isLogged && !isClear) continue;
    if (anyWithin(validatingUs, timeUs - 3 * tripUs, timeUs + tripUs)) continue;
    const step = { timeUs, smallerFromUs: sentUs[row], isLogged, fromBytes, toBytes, after };
    return { ...step, ...halvesAt(packets, timeUs, toBytes, recent) };
  }
  return null;
}

function halvesAt(
  { sentUs, sizes, lost, lostUs }: SizedPackets,
  timeUs: number,
  toBytes: number,
  most: number,
) {
  let [above, lostAbove, lostByThen, below, lostBelow, recent, recentArrived] = [0, 0, 0, 0, 0, 0, 0];
  for (let i = sizes.length - 1; i >= 0; i--) {
    if (sizes[i] <= toBytes) {
      below++;
      lostBelow += lost[i];
      continue;
    }
    above++;
    lostAbove += lost[i];
    if (lost[i] === 1 && lostUs[i] <= timeUs) lostByThen++;
    if (sentUs[i] > timeUs || recent >= most) continue;
    recent++;
    recentArrived += 1 - lost[i];
  }
  return { above, lostAbove, lostByThen, below, lostBelow, recent, recentArrived };
}

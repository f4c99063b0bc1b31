/**
 * Why packets were lost, by the trace of their sender alone:
 *
 *   queue full   a rate limit explains them (rate-limit.ts) and the RTT rises with its backlog: at the loss it is at its
 *                plateau
 *   policed      a rate limit explains them and the RTT stays flat: a token bucket without a queue (RFC 2697 §3)
 *   burst        one run of packets, too long for losses that hit one by one (lost-runs.ts), and not at that limit: a path
 *                that carries nothing, or a full socket buffer of a host that stopped
 *   random       none of these
 *
 * Losses of a full queue or in a burst that end slow start, or that stand in the last round trips, are benign: they are
 * how a sender that probes for bandwidth finds the buffer's end (RFC 9002 §7.3.1).
 *
 * Only packets whose fate is known are distinguished. On 66 recorded paths that noted each drop the rate limit's fit is 0.63
 * or more at a queue, 0.72 or more at a policer. Losses placed at random on the packets of 194 senders reach 0.56 where
 * they are ten, and 0.26 where they are twenty (388 draws each).
 */
import { lowerBound } from '../../../base/columns/growable';
import { medianOf } from '../../../base/columns/median';
import { RecoveryCause } from '../recovery-periods';
import type { TransportState } from '../transport';
import { delayAt, type FlightRows, lossyRows } from './flight-rows';
import { type LostRun, lostRuns } from './lost-runs';
import { backlogUnder, fitRateLimit, type RateLimit } from './rate-limit';

export const LOSS_KINDS = ['queue-full', 'policed', 'burst', 'random'] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

/** Limits; measured on the recorded paths, see the head of this file. */
const T = {
  /** A rate limit with a worse fit explains nothing. */
  minFit: 0.5,
  minLosses: 5,
  /** Delay at the losses as a share of room / rate: a queue's is 1. */
  queueDelayShare: 0.5,
  /** A loss belongs to the limit if its backlog lacks at most this share of the room, or this many packets. */
  slackShare: 0.2,
  slackPackets: 4,
  /** … or, at a queue, if the delay is at least this share of the usual one at its losses. */
  plateauShare: 0.8,
  /** The end of a transfer: so many of the smallest round trips and their queue. */
  endRtts: 2,
} as const;

/** A queue has its delay as a second witness; a policer, whose delay is 0, needs a better fit on more losses. */
export const POLICED = { minFit: 0.6, minLosses: 10, delayShare: 0.25 } as const;

/** Room for fewer packets than this fits anything. */
export const MIN_ROOM_PACKETS = 1.5;

export interface LossKinds {
  /** Times at which the packets were sent, ascending, µs, and the kind of each as an index of `LOSS_KINDS`. */
  readonly sentUs: Float64Array;
  readonly kinds: Uint8Array;
  readonly counts: { readonly [kind in LossKind]: number };
  /** Those of a full queue or a burst that ended slow start or the transfer. */
  readonly benign: number;
  /** What dropped them, where a rate limit did; null elsewhere. */
  readonly limit: RateLimit | null;
  /** Median delay above the smallest RTT at the losses of the limit, µs; NaN for none. */
  readonly delayUs: number;
  /** The smallest RTT, µs. */
  readonly minRttUs: number;
  /** Size of the largest packet, bytes. */
  readonly packetBytes: number;
}

const KIND = { queue: 0, policed: 1, burst: 2, random: 3 } as const;

interface Limited {
  readonly limit: RateLimit;
  readonly kind: typeof KIND.queue | typeof KIND.policed;
  readonly delayUs: number;
}

function largest(values: Uint16Array): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}

/** The rate limit that explains the losses and what it is; null where none does. */
function limitOf(rows: FlightRows, losses: Uint32Array): Limited | null {
  if (losses.length < T.minLosses) return null;
  const limit = fitRateLimit(rows, losses);
  if (limit === null || limit.fit < T.minFit) return null;
  if (limit.roomBytes < MIN_ROOM_PACKETS * largest(rows.sizeBytes)) return null;
  const delayUs = medianOf(Float64Array.from(losses, (row) => delayOf(rows, row)));
  const drainUs = drainUsOf(limit);
  if (delayUs >= T.queueDelayShare * drainUs) return { limit, kind: KIND.queue, delayUs };
  const isSure = limit.fit >= POLICED.minFit && losses.length >= POLICED.minLosses;
  const isFlat = delayUs < POLICED.delayShare * drainUs;
  return isSure && isFlat ? { limit, kind: KIND.policed, delayUs } : null;
}

/** How long a queue of the limit's room takes to drain at the lowest rate that explains the losses, µs. */
export function drainUsOf({ lowestRoomBytes, lowestRate }: RateLimit): number {
  return lowestRoomBytes / lowestRate;
}

function delayOf({ delays, sentUs }: FlightRows, row: number): number {
  return delayAt(delays, sentUs[row]);
}

/** Gives the losses that the limit explains their kind. */
function takeLimited(rows: FlightRows, losses: Uint32Array, limited: Limited, kindOf: Uint8Array): void {
  const { limit, kind, delayUs } = limited;
  const slack = Math.max(T.slackShare * limit.roomBytes, T.slackPackets * largest(rows.sizeBytes));
  const backlog = backlogUnder(rows, limit, slack);
  for (const row of losses) {
    const isFull = backlog[row] >= limit.roomBytes - slack;
    const isLate = kind === KIND.queue && delayOf(rows, row) >= T.plateauShare * delayUs;
    if (isFull || isLate) kindOf[row] = kind;
  }
}

/** Gives the runs their kind, save those that the limit explains for the most part. */
function takeRuns(runs: readonly LostRun[], kindOf: Uint8Array): void {
  for (const { from, to } of runs) {
    const run = kindOf.subarray(from, to);
    const open = run.reduce((sum, kind) => sum + Number(kind === KIND.random), 0);
    if (open * 2 <= run.length) continue;
    for (let i = 0; i < run.length; i++) if (run[i] === KIND.random) run[i] = KIND.burst;
  }
}

/** Whether a loss of a packet sent at a time, µs, ends slow start or stands at the end of the transfer. */
function endsProbing(
  { recovery, series }: TransportState,
  { delays, sentUs }: FlightRows,
  delayUs: number,
): (timeUs: number) => boolean {
  const { congestionWindow } = series;
  const first = recovery.spans.at(0);
  const isLoss = first !== null && first.cause === RecoveryCause.loss;
  const hasGrown =
    isLoss &&
    congestionWindow.valueAt(first.startUs - 1) >
      (congestionWindow.length > 0 ? congestionWindow.values.at(0) : 0);
  const beforeUs = hasGrown ? first.startUs : Number.NEGATIVE_INFINITY;
  const afterUs = (sentUs.at(-1) ?? 0) - T.endRtts * (delays.minRttUs + delayUs);
  return (timeUs) => timeUs < beforeUs || timeUs > afterUs;
}

/**
 * Kinds of all packets lost, in one pass for each rate that is tried; null where the trace shows no sender whose packets
 * are lost and acknowledged, or several paths in one line.
 */
export function lossKinds(state: TransportState): LossKinds | null {
  if (state.side !== 'sender' || state.pathCount > 1 || state.ackedBytes === 0) return null;
  const rows = lossyRows(state);
  if (rows === null) return null;
  const { losses, sentUs } = rows;
  const kindOf = new Uint8Array(sentUs.length).fill(KIND.random);
  const runs = lostRuns(rows);
  const outages = runs.filter(({ isOutage }) => isOutage);
  takeRuns(outages, kindOf);
  const open = losses.filter((row) => kindOf[row] === KIND.random);
  const limited = limitOf(rows, open);
  if (limited !== null) takeLimited(rows, open, limited, kindOf);
  takeRuns(runs, kindOf);
  const ends = endsProbing(state, rows, limited?.delayUs ?? 0);
  const isInOutage = new Uint8Array(sentUs.length);
  for (const { from, to } of outages) isInOutage.fill(1, from, to);
  const isOfBuffer = (row: number): boolean =>
    kindOf[row] === KIND.queue || (kindOf[row] === KIND.burst && isInOutage[row] === 0);
  return {
    sentUs: Float64Array.from(losses, (row) => sentUs[row]),
    kinds: Uint8Array.from(losses, (row) => kindOf[row]),
    counts: countsOf(losses, kindOf),
    benign: losses.filter((row) => ends(sentUs[row]) && isOfBuffer(row)).length,
    limit: limited?.limit ?? null,
    delayUs: limited?.delayUs ?? Number.NaN,
    minRttUs: rows.delays.minRttUs,
    packetBytes: largest(rows.sizeBytes),
  };
}

function countsOf(rows: Uint32Array, kindOf: Uint8Array): LossKinds['counts'] {
  const counts = { 'queue-full': 0, policed: 0, burst: 0, random: 0 };
  for (const row of rows) counts[LOSS_KINDS[kindOf[row]]]++;
  return counts;
}

/** Packets of each kind that were sent before a time, µs. */
export function countBefore({ sentUs, kinds }: LossKinds, timeUs: number): LossKinds['counts'] {
  const before = lowerBound(sentUs, timeUs);
  return countsOf(
    Uint32Array.from({ length: before }, (_, i) => i),
    kinds,
  );
}

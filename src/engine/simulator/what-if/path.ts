/** The path of a trace as links of a run, by the packets of its sender alone. */
import { medianOf, rankOf } from '../../base/columns/median';
import type { FlightRows } from '../../sender/transport/loss-kinds/flight-rows';
import type { LossKinds } from '../../sender/transport/loss-kinds/loss-kinds';
import type { PathInterval } from '../../sender/transport/path/path-course';
import type { LinkSettings, RecordedFates } from '../runs/link-settings';
import type { AckRows } from './ack-rows';
import { delayUnderGrid, type Propagation, phaseOf } from './delivery-grid';
import { type LateAcks, lateAcks } from './late-acks';
import { type PathRate, passingUs, pathRate } from './path-rate';
import { type LengthStep, lengthSteps } from './path-steps';
import { recordedFates } from './recorded-losses';

export interface Path {
  readonly propagation: Propagation;
  /** How much longer its round trip is from a time on. */
  readonly lengths: readonly LengthStep[];
  readonly rate: PathRate;
  readonly late: LateAcks;
  /** Losses of the sender's packets that the rate does not explain. */
  readonly fates: readonly RecordedFates[];
  readonly lost: number;
}

/** A round trip that few fall short of, as a share of all. */
const SHORT_SHARE = 0.05;

export interface PathInput {
  readonly rows: FlightRows;
  /** From `fromUs` on. */
  readonly acks: AckRows;
  readonly kinds: LossKinds | null;
  /** The path in time. */
  readonly course: readonly PathInterval[];
  /** Of the deliveries, by the whole trace; 0 for none. */
  readonly gridUs: number;
  readonly fromUs: number;
  readonly toUs: number;
  /** An ACK in a stall says nothing of the path. */
  readonly isStalled: (timeUs: number) => boolean;
}

export function pathOf(input: PathInput): Path {
  const { rows, kinds, course, fromUs, toUs } = input;
  const rate = pathRate(rows, kinds, course, fromUs);
  const queued = rate.rate === null ? null : passingUs(rows, rate.rate, rate.steps);
  const lengths = lengthSteps(course, fromUs);
  const passing = withLengths(rows, queued, lengths);
  const propagation = propagationOf(input, passing);
  const lost = rows.lost.slice();
  for (const row of rate.explained) lost[row] = 0;
  const first = rows.sentUs.findIndex((us) => us >= fromUs);
  const from = first < 0 ? rows.sentUs.length : first;
  const fates = { sentUs: rows.sentUs.subarray(from), lost: lost.subarray(from) };
  return {
    propagation,
    lengths,
    rate,
    late: lateAcks(rows, fromUs, passing, propagation),
    fates: recordedFates(fates, 2 * propagation.delayUs, toUs),
    lost: fates.lost.reduce((sum, one) => sum + one, 0),
  };
}

/** What a round trip takes beside that of the path where the run begins: its queue, and what the path became longer by; null for none. */
function withLengths(
  { sentUs }: FlightRows,
  passing: Float64Array | null,
  lengths: readonly LengthStep[],
): Float64Array | null {
  if (lengths.length === 0) return passing;
  let [next, longerUs] = [0, 0];
  return sentUs.map((us, row) => {
    while (next < lengths.length && lengths[next].fromUs <= us) longerUs = lengths[next++].longerUs;
    return longerUs + (passing?.[row] ?? 0);
  });
}

function propagationOf(
  { rows, acks, gridUs, fromUs, isStalled }: PathInput,
  passing: Float64Array | null,
): Propagation {
  const phaseUs = phaseOf(acks.timesUs, gridUs);
  const plain = [...rows.delays.samples].filter((row) => {
    const atUs = rows.sentUs[row];
    return atUs >= fromUs && !isStalled(atUs + rows.delays.rttUs[row]);
  });
  const rttsUs = Float64Array.from(plain, (row) => rows.delays.rttUs[row] - (passing?.[row] ?? 0));
  const sentUs = Float64Array.from(plain, (row) => rows.sentUs[row]);
  const shortUs = rankOf(rttsUs.slice(), SHORT_SHARE) || 0;
  if (gridUs > 0)
    return { gridUs, phaseUs, delayUs: delayUnderGrid(sentUs, rttsUs, { gridUs, phaseUs }, shortUs) };
  const roundUs = passing === null ? medianOf(rttsUs.slice()) || 0 : shortUs;
  return { gridUs, phaseUs, delayUs: Math.max(0, roundUs / 2) };
}

/** As links of a run: the sender's packets take the first one. @param peer losses of the peer's packets. */
export function linksOf(
  { propagation, lengths, rate, late, fates }: Path,
  peer: readonly RecordedFates[],
): readonly [data: LinkSettings, acks: LinkSettings] {
  const { gridUs, phaseUs, delayUs } = propagation;
  const common: LinkSettings = {
    delayMs: delayUs / 1000,
    ...(lengths.length > 0
      ? {
          delaySteps: lengths.map(({ fromUs, longerUs }) => ({
            fromMs: fromUs / 1000,
            delayMs: Math.max(0, delayUs + longerUs / 2) / 1000,
          })),
        }
      : {}),
    ...(gridUs > 0 ? { gridMs: gridUs / 1000, gridPhaseMs: phaseUs / 1000 } : {}),
  };
  const data: LinkSettings = {
    ...common,
    rateMbit: rate.rate === null ? null : mbit(rate.rate),
    rateSteps: rate.steps.map((step) => ({ fromMs: step.fromUs / 1000, rateMbit: mbit(step.rate) })),
    bufferBytes: rate.bufferBytes,
    policer: rate.policer && { rateMbit: mbit(rate.policer.rate), bucketBytes: rate.policer.bucketBytes },
    recorded: fates,
  };
  return [data, { ...common, recorded: peer, holds: late.held }];
}

/** @param rate bytes per µs. */
export function mbit(rate: number): number {
  return rate * 8;
}

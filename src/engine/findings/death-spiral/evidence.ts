/**
 * The evidence rows of the death spiral, a to h: each measured figure, its threshold, and the panel that shows it. a to
 * f and the length are required for an alarm; g and h raise the confidence and name variant and cause.
 */
import { duration } from '../../base/text/figures';
import { idleRuleWords } from '../../base/text/idle-words';
import {
  above,
  atLeast,
  atMost,
  beside,
  both,
  deciding,
  either,
  evidence,
  given,
  holdsAll,
  type Limit,
  none,
  reaches,
  supporting,
} from '../finding/evidence';
import type { Evidence, Severity } from '../finding/finding';
import { CUBIC_PLATEAU_US } from '../measures/flat-window';
import { lengthOf } from '../measures/intervals';
import type { Cause } from './cause';
import { cycleUs, type Measured, outsideStops } from './measure';
import { ONCE_PER_ROUND_TRIP } from './recovery';
import { DEATH_SPIRAL as T } from './thresholds';

/** Confidence of the required evidence alone, and the changes by states and cause if they support or contradict it. */
const CONFIDENCE = { base: 0.75, states: 0.1, cause: 0.12, denied: -0.2 } as const;

/** A row for a share of cycles, round trips or time. */
function share(
  row: Pick<Evidence, 'id' | 'name' | 'normal' | 'panel'> & { readonly deciding?: boolean },
  value: number,
  least: number,
): Evidence {
  return evidence({ ...row, value, limit: atLeast(least, 'share') });
}

function beforeLast({ last }: Measured): string {
  const undrained = last.filter(({ minInFlightBytes }) => minInFlightBytes > 0).length;
  return last.length === 0
    ? ''
    : `, before the last ${last.length}, of which ${undrained} leave bytes in flight`;
}

/** a to f: all of them hold for a spiral and for a micro-trap. */
export function conditions(m: Measured): readonly Evidence[] {
  return [...flatWindow(m), ...sendCycles(m), ...dueGrowth(m)];
}

/** a, b: the window stays the same, and nothing is lost. */
function flatWindow(m: Measured): readonly Evidence[] {
  return [
    deciding({
      id: 'a',
      name: 'the window stays the same (cwnd)',
      normal: 'grows in most round trips',
      value: m.cwndBytes,
      limit: given('does not change', 'bytes'),
      panel: 'congestion',
    }),
    deciding({
      id: 'b',
      name: 'losses and congestion marks in it (CE)',
      normal: 'a window that stays small has some',
      value: 0,
      limit: none('count'),
      panel: 'loss',
    }),
  ];
}

/** c to e: it is used in full, and the pipe drains each time. */
function sendCycles(m: Measured): readonly Evidence[] {
  return [
    share(
      {
        id: 'c',
        name: 'bursts that fill the window',
        normal: 'any share: alone no fault',
        panel: 'congestion',
      },
      m.usedShare,
      T.usedShare,
    ),
    share(
      {
        id: 'c-acked',
        name: `round trips${outsideStops(m)} in which something new is acknowledged`,
        normal: 'every one, while data is sent',
        panel: 'throughput',
      },
      m.ackedRttShare,
      T.ackedRttShare,
    ),
    share(
      {
        id: 'c-unblocked',
        name: 'send cycles that flow control does not hold',
        normal: 'all of them',
        panel: 'limits',
      },
      m.unblockedShare,
      T.unblockedShare,
    ),
    share(
      {
        id: 'd',
        name: `send cycles at whose end nothing is in flight (the pipe drains)${beforeLast(m)}`,
        normal: 'few: ACKs come one after the other',
        deciding: true,
        panel: 'congestion',
      },
      m.drainedShare,
      T.drainedShare,
    ),
    share(
      {
        id: 'e',
        name: 'bursts sent right after the ACK, without a request (within RTT/4)',
        normal: 'any share: alone no fault',
        panel: 'congestion',
      },
      m.hungryShare,
      T.hungryShare,
    ),
  ];
}

/** f: it should have grown. */
function dueGrowth(m: Measured): readonly Evidence[] {
  const noGrowth = beside('no growth before', !m.plateauPossible || m.recovery.holds);
  return [
    deciding({
      id: 'f',
      name: 'growth that is due: of NewReno on the same ACKs',
      normal: 'the window has grown by it',
      value: m.overduePackets,
      limit: atLeast(T.overduePackets, 'packets', { note: ' packets' }),
      panel: 'congestion',
    }),
    evidence({
      id: 'f-plateau',
      name: 'longer than CUBIC rests (plateau), or the same from the cut on',
      normal: 'up to 2.72 s after growth',
      value: lengthOf(m),
      limit: either(noGrowth, ', else ', above(CUBIC_PLATEAU_US, 'us')),
      panel: 'congestion',
    }),
  ];
}

/** Further conditions of an alarm: its length, and states that do not contradict it. */
export function alarmConditions(m: Measured): readonly Evidence[] {
  const { recovery } = m;
  const time = (least: number): string => `${duration(least)} or more`;
  const long = ({ minUs, minRtts }: Length): Limit =>
    both(atLeast(minRtts, 'rtt'), ' in ', reaches(lengthOf(m), minUs, time));
  const limit = atMost(T.recoveryShare, 'share');
  return [
    evidence({
      id: 'length',
      name: `round trips${outsideStops(m)} without growth`,
      normal: 'none or a few',
      value: m.goingRoundTrips,
      limit: either(long(T.warning), ', or ', long(T.criticalShortPath)),
      panel: 'congestion',
    }),
    ...(recovery.modelBased
      ? [
          evidence({
            id: 'g-model',
            name: 'time in states of a controller that holds its window by an estimate of the path',
            normal: 'all of it, for BBR',
            value: recovery.modelShare,
            limit,
            panel: 'states',
          }),
        ]
      : []),
    ...(recovery.contradicts
      ? [
          evidence({
            id: 'g-elsewhere',
            name: 'time that the log calls growth or an idle application',
            normal: 'all of it, without losses',
            value: recovery.elsewhereShare,
            limit,
            panel: 'states',
          }),
        ]
      : []),
  ];
}

/** g: evidence from the logged states. */
export function stateEvidence({ recovery, rttUs }: Measured): readonly Evidence[] {
  if (!recovery.logged) return [];
  const inRecovery = supporting({
    id: 'g',
    name: 'time that the log calls recovery, entered without a loss',
    normal: 'under 6 %, each after a loss',
    value: recovery.share,
    limit: above(T.recoveryShare, 'share'),
    panel: 'states',
  });
  if (recovery.variant !== 'oscillating') return [inRecovery];
  const period = supporting({
    id: 'g-period',
    name: 'time between entries into recovery',
    normal: 'many round trips: one per loss',
    value: recovery.periodUs / rttUs,
    limit: ONCE_PER_ROUND_TRIP,
    panel: 'oscillation',
  });
  return [inRecovery, period];
}

/** h: evidence from the rebuilt boundary; empty without a known loss or a send with nothing in flight. */
export function causeEvidence(m: Measured, cause: Cause): readonly Evidence[] {
  if (!cause.isKnown) return [];
  const panel = 'boundary';
  const rows = [
    supporting({
      id: 'h',
      name: `bursts sent ahead of the time up to which ACKs do not grow the window (recovery boundary; ${idleRuleWords(cause.shown)}, inferred)`,
      normal: 'none',
      value: cause.leadingShare,
      limit: atLeast(T.causeShare, 'share'),
      panel,
    }),
    supporting({
      id: 'h-fixed',
      name: 'the same bursts, after that time where idle time counts from the last activity (inferred)',
      normal: 'all of them',
      value: cause.fixedShare,
      limit: atLeast(T.causeShare, 'share'),
      panel,
    }),
    supporting({
      id: 'h-lead',
      name: 'how far that time lay ahead at the start (lead, inferred)',
      normal: 'below 0: it has passed',
      value: cause.leadAtStartUs,
      limit: above(0, 'us', { write: String }),
      panel,
    }),
  ];
  const missedUs = Math.abs(cause.predictedExitUs - m.endUs);
  if (!(missedUs <= lengthOf(m))) return rows;
  const exit = supporting({
    id: 'h-exit',
    name: 'from the end that this predicts to the end that is seen (inferred)',
    normal: 'no such end is predicted',
    value: missedUs,
    limit: atMost(T.exitCycles * cycleUs(m), 'us', { note: `, ${T.exitCycles} cycles` }),
    panel,
  });
  return [...rows, exit];
}

/** Thresholds of length: a time, and a number of round trips. */
interface Length {
  readonly minUs: number;
  readonly minRtts: number;
}

function isAsLong(m: Measured, { minUs, minRtts }: Length): boolean {
  return lengthOf(m) >= minUs && m.goingRoundTrips >= minRtts;
}

/** The table of congestion.md §5: by time and round trips only. */
export function severityByLength(m: Measured): Severity {
  if (isAsLong(m, T.critical) || isAsLong(m, T.criticalShortPath)) return 'critical';
  return isAsLong(m, T.warning) ? 'warning' : 'info';
}

/** Logged growth or an idle application contradicts this cause, whatever the window does. */
export function severityOf(m: Measured): Severity {
  return m.recovery.contradicts ? 'info' : severityByLength(m);
}

/** True if every condition of `conditions` holds for some round trips. */
export function holdsThroughout(m: Measured): boolean {
  const longEnough = m.goingRoundTrips >= T.infoMinRtts && m.scan.cycles.length >= T.infoMinCycles;
  return longEnough && holdsAll(conditions(m));
}

/** How sure it is, 0 to 1: more where the logged states and a proven cause say the same. */
export function confidenceOf(m: Measured, cause: Cause | null): number {
  const { base, states, cause: named, denied } = CONFIDENCE;
  const byStates = m.recovery.logged ? (m.recovery.holds ? states : denied) : 0;
  const byCause = cause?.isKnown ? (cause.rule === null ? denied : named) : 0;
  return Math.round((base + byStates + byCause) * 100) / 100;
}

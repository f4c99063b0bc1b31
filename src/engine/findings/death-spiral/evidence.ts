/**
 * The evidence rows of the death spiral, a to h: each measured figure, what it is held against, and the panel that
 * shows it. a to f and the length are needed for an alarm; g and h raise the confidence and name variant and cause.
 */
import { duration } from '../../text/figures';
import type { Evidence, Severity } from '../detector';
import { DEATH_SPIRAL as T } from '../thresholds';
import type { Cause } from './cause';
import { cycleUs, type Measured } from './measure';

interface Row {
  readonly value: number;
  readonly unit: Evidence['unit'];
  readonly threshold: string;
  readonly holds: boolean;
  readonly panel: string;
}

function needed(id: string, name: string, row: Row): Evidence {
  return { id, name, needed: true, ...row };
}

function supporting(id: string, name: string, row: Row): Evidence {
  return { id, name, needed: false, ...row };
}

function atLeast(value: number, limit: number, panel: string): Row {
  return { value, unit: 'share', threshold: `≥ ${limit * 100} %`, holds: value >= limit, panel };
}

/** a to f: all of them hold on a spiral and on a micro-trap. */
export function conditions(m: Measured): readonly Evidence[] {
  const { recovery } = m;
  const plateauRuledOut = !m.plateauPossible || recovery.holds;
  return [
    needed('a', 'cwnd flat', {
      value: m.cwndBytes,
      unit: 'bytes',
      threshold: 'does not change',
      holds: true,
      panel: 'congestion',
    }),
    needed('b', 'losses and CE marks', {
      value: 0,
      unit: 'count',
      threshold: 'none',
      holds: true,
      panel: 'loss',
    }),
    needed('c', 'cycles that fill the window', atLeast(m.usedShare, T.usedShare, 'congestion')),
    needed('c-acked', 'round trips with new ACKs', atLeast(m.ackedRttShare, T.ackedRttShare, 'throughput')),
    needed(
      'c-unblocked',
      'cycles that flow control does not hold',
      atLeast(m.unblockedShare, T.unblockedShare, 'limits'),
    ),
    needed('d', 'cycles that drain the pipe', atLeast(m.drainedShare, T.drainedShare, 'congestion')),
    needed(
      'e',
      'cycles that send within RTT/4 of the ACK, unasked',
      atLeast(m.hungryShare, T.hungryShare, 'congestion'),
    ),
    needed('f', 'growth of NewReno on the same ACKs', {
      value: m.overduePackets,
      unit: 'packets',
      threshold: `≥ ${T.overduePackets} packets`,
      holds: m.overduePackets >= T.overduePackets,
      panel: 'congestion',
    }),
    needed('f-plateau', 'longer than a CUBIC plateau, or flat from the reduction on', {
      value: m.endUs - m.startUs,
      unit: 'us',
      threshold: `no growth before, else > ${duration(T.cubicPlateauUs)}`,
      holds: plateauRuledOut,
      panel: 'congestion',
    }),
  ];
}

/** What else an alarm needs: its length, and states that do not say something else. */
export function alarmConditions(m: Measured): readonly Evidence[] {
  const { recovery } = m;
  const below = (value: number, holds: boolean): Row => ({
    value,
    unit: 'share',
    threshold: `≤ ${T.recoveryShare * 100} %`,
    holds,
    panel: 'states',
  });
  const model = 'time in states of a controller that holds its window by an estimate';
  const elsewhere = 'time in slow start, avoidance or an idle application, as logged';
  return [
    needed('length', 'round trips without growth', {
      value: m.roundTrips,
      unit: 'rtt',
      threshold: `≥ ${T.warning.minRtts} in ${duration(T.warning.minUs)} or more, or ≥ ${T.criticalShortPath.minRtts} in ${duration(T.criticalShortPath.minUs)} or more`,
      holds: severityByLength(m) !== 'info',
      panel: 'congestion',
    }),
    ...(recovery.modelBased ? [needed('g-model', model, below(recovery.modelShare, false))] : []),
    ...(recovery.contradicts
      ? [needed('g-elsewhere', elsewhere, below(recovery.elsewhereShare, false))]
      : []),
  ];
}

/** g: what the logged states say. */
export function stateEvidence(m: Measured): readonly Evidence[] {
  const { recovery } = m;
  if (!recovery.logged) return [];
  const share = supporting('g', 'time in recovery, entered without a loss', {
    value: recovery.share,
    unit: 'share',
    threshold: `> ${T.recoveryShare * 100} %`,
    holds: recovery.holds,
    panel: 'states',
  });
  if (recovery.variant !== 'oscillating') return [share];
  const [shortest, longest] = T.oscillationPeriodRtts;
  const period = supporting('g-period', 'time between entries into recovery', {
    value: recovery.periodUs / m.rttUs,
    unit: 'rtt',
    threshold: `${shortest} to ${longest} RTT`,
    holds: true,
    panel: 'oscillation',
  });
  return [share, period];
}

/** h: what the rebuilt boundary says; nothing where no loss or no send with nothing in flight is known. */
export function causeEvidence(m: Measured, cause: Cause): readonly Evidence[] {
  if (!cause.known) return [];
  const inferred = (row: Omit<Row, 'panel'>): Row => ({ ...row, panel: 'boundary' });
  const leads = `sends with nothing in flight that the boundary leads, rule ${cause.shown} (inferred)`;
  const rows = [
    supporting('h', leads, atLeast(cause.leadingShare, T.causeShare, 'boundary')),
    supporting(
      'h-fixed',
      'the same sends, behind the boundary of the fixed rule (inferred)',
      atLeast(cause.fixedShare, T.causeShare, 'boundary'),
    ),
    supporting(
      'h-lead',
      'lead at the start (inferred)',
      inferred({
        value: cause.leadAtStartUs,
        unit: 'us',
        threshold: '> 0',
        holds: cause.leadAtStartUs > 0,
      }),
    ),
  ];
  const { predictedExitUs } = cause;
  const toleranceUs = T.exitCycles * cycleUs(m);
  const missedUs = Math.abs(predictedExitUs - m.endUs);
  if (!(missedUs <= m.endUs - m.startUs)) return rows;
  const exit = inferred({
    value: missedUs,
    unit: 'us',
    threshold: `≤ ${duration(toleranceUs)}, ${T.exitCycles} cycles`,
    holds: missedUs <= toleranceUs,
  });
  return [...rows, supporting('h-exit', 'from the predicted exit to the end (inferred)', exit)];
}

function reaches(m: Measured, limit: { readonly minUs: number; readonly minRtts: number }): boolean {
  return m.endUs - m.startUs >= limit.minUs && m.roundTrips >= limit.minRtts;
}

/** The table of congestion.md §5: by time and round trips alone. */
export function severityByLength(m: Measured): Severity {
  if (reaches(m, T.critical) || reaches(m, T.criticalShortPath)) return 'critical';
  return reaches(m, T.warning) ? 'warning' : 'info';
}

/** Undisturbed growth or an idle application in the log contradicts this cause, whatever the window does. */
export function severityOf(m: Measured): Severity {
  return m.recovery.contradicts ? 'info' : severityByLength(m);
}

/** A few round trips on which every condition of `conditions` holds. */
export function holdsThroughout(m: Measured): boolean {
  const longEnough = m.roundTrips >= T.infoMinRtts && m.scan.cycles.length >= T.infoMinCycles;
  return longEnough && conditions(m).every((row) => row.holds);
}

/** How much of the supporting evidence could be seen, and holds; 0 to 1. */
export function confidenceOf(m: Measured, cause: Cause | null): number {
  const { base, states, cause: named, denied } = T.confidence;
  const byStates = m.recovery.logged ? (m.recovery.holds ? states : denied) : 0;
  const byCause = cause?.known ? (cause.rule === null ? denied : named) : 0;
  return Math.round((base + byStates + byCause) * 100) / 100;
}

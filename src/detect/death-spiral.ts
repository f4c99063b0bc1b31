/**
 * The death spiral: the window stays flat for many round trips without a single loss, because the
 * sender takes its own drained pipe for idleness and shifts its recovery boundary ahead of its sends
 * (quiche PR 2370, quicly PR 380). Throughput graphs show nothing; the evidence is a conjunction:
 *
 *   a flat · b loss-free · c used in full · d drained every round trip · e next burst at once ·
 *   f growth overdue, and the flatness is no plateau of CUBIC. All are needed.
 *   g the logged states raise the confidence and name the variant.
 */
import type { TransportState } from '../replay/transport';
import { upperBound } from '../series/growable';
import { bytes, count, duration, packets, percent, rtt } from '../text/figures';
import { type Cycle, type CycleScan, scanCycles } from './cycles';
import type { Detector, Evidence, Finding, Severity } from './detector';
import { type FlatSpan, flatSpans } from './flat-spans';
import { type RecoveryView, recoveryView } from './recovery-view';
import { whyNotJudged } from './sender-view';
import { bestStretches } from './stretch';
import { DEATH_SPIRAL as T } from './thresholds';

const ID = 'death-spiral';
const TITLE = 'Death spiral';

/** What was measured on one stretch of a flat span. */
interface Measured {
  readonly startUs: number;
  readonly endUs: number;
  readonly cwndBytes: number;
  readonly rttUs: number;
  readonly cycles: number;
  /** Round trips in the interval, each as long as the smoothed RTT in force. */
  readonly roundTrips: number;
  readonly usedShare: number;
  readonly unblockedShare: number;
  readonly ackedRttShare: number;
  readonly drainedShare: number;
  readonly hungryShare: number;
  readonly overduePackets: number;
  readonly plateauPossible: boolean;
  readonly recovery: RecoveryView;
  readonly datagramBytes: number;
}

function share(cycles: readonly Cycle[], holds: (cycle: Cycle) => boolean): number {
  return cycles.length === 0 ? 0 : cycles.filter(holds).length / cycles.length;
}

type RttAt = (timeUs: number) => number;

const MAX_ROUND_TRIPS = 1_000_000;

/** The smoothed RTT in force at a time: it may change tenfold within one flat span. */
function rttInForce({ series }: TransportState): RttAt {
  const { smoothedRtt } = series;
  const first = smoothedRtt.values[0] as number;
  return (timeUs) => smoothedRtt.valueAt(timeUs) || first;
}

/** The interval cut into round trips: how many, and the share in which something new was acknowledged. */
function roundTrips(
  scan: CycleScan,
  startUs: number,
  endUs: number,
  rttUsAt: RttAt,
): { readonly count: number; readonly ackedShare: number } {
  let count = 0;
  let filled = 0;
  let ack = 0;
  // A damaged RTT of a nanosecond must not cost a million million steps.
  const shortestUs = (endUs - startUs) / MAX_ROUND_TRIPS;
  for (let fromUs = startUs; fromUs < endUs; ) {
    const toUs = fromUs + Math.max(shortestUs, rttUsAt(fromUs));
    const before = ack;
    while (ack < scan.acks.length && (scan.acks[ack]?.timeUs as number) < toUs) ack++;
    // The round trip that the end cuts short proves nothing.
    if (toUs > endUs && count > 0) break;
    count++;
    if (ack > before) filled++;
    fromUs = toUs;
  }
  return { count, ackedShare: filled / Math.max(1, count) };
}

/** Growth in packets that congestion avoidance of NewReno shows on these ACKs (RFC 9002 §7.3.3). */
function newRenoGrowthPackets(scan: CycleScan, cwndBytes: number, datagramBytes: number): number {
  let window = cwndBytes;
  for (const ack of scan.acks) window += (datagramBytes * ack.bytes) / window;
  return (window - cwndBytes) / datagramBytes;
}

/**
 * Near its inflection point CUBIC stands still by design: W_cubic(t) = C(t − K)³ + W_max (RFC 9438 §4.2)
 * changes by less than one packet for 2·∛(1/C) = 2.7 s. That needs a window that has grown since the
 * last reduction; a spiral is flat from the reduction on.
 */
function plateauPossible(state: TransportState, span: FlatSpan, lengthUs: number): boolean {
  if (lengthUs > T.cubicPlateauUs) return false;
  const { timesUs, values } = state.series.congestionWindow;
  const index = upperBound(timesUs, span.startUs) - 1;
  return index > 0 && (values[index] as number) > (values[index - 1] as number);
}

function measure(
  state: TransportState,
  span: FlatSpan,
  scan: CycleScan,
  interval: { readonly startUs: number; readonly endUs: number },
): Measured {
  const { startUs, endUs } = interval;
  const rttUsAt = rttInForce(state);
  const trips = roundTrips(scan, startUs, endUs, rttUsAt);
  const rttUs = state.series.smoothedRtt.medianOf(startUs, endUs) || rttUsAt(startUs);
  const { datagramBytes } = state;
  return {
    startUs,
    endUs,
    cwndBytes: span.cwndBytes,
    rttUs,
    cycles: scan.cycles.length,
    roundTrips: trips.count,
    unblockedShare: share(scan.cycles, (cycle) => !cycle.blocked),
    usedShare: share(scan.cycles, (cycle) => fillsWindow(cycle, span.cwndBytes, datagramBytes)),
    ackedRttShare: trips.ackedShare,
    drainedShare: share(scan.cycles, (cycle) => cycle.minInFlightBytes < datagramBytes),
    hungryShare: share(scan.cycles, (cycle) => isHungry(cycle, rttUsAt)),
    overduePackets: newRenoGrowthPackets(scan, span.cwndBytes, datagramBytes),
    plateauPossible: plateauPossible(state, span, endUs - startUs),
    recovery: recoveryView(state.states, startUs, endUs, rttUs, scan.cycles.length),
    datagramBytes,
  };
}

function fillsWindow(cycle: Cycle, cwndBytes: number, datagramBytes: number): boolean {
  return cycle.maxInFlightBytes + datagramBytes > cwndBytes;
}

/** Data was waiting: the next burst follows the ACK at once, and is no answer to a request that came with it. */
function isHungry(cycle: Cycle, rttUsAt: RttAt): boolean {
  return !cycle.requested && cycle.gapUs < rttUsAt(cycle.startUs) * T.hungryRttFraction;
}

function evidenceOf(m: Measured): readonly Evidence[] {
  const row = (
    id: string,
    name: string,
    value: number,
    unit: Evidence['unit'],
    threshold: string,
    holds: boolean,
    needed = true,
  ): Evidence => ({ id, name, value, unit, threshold, holds, needed, panel: 'congestion' });
  const atLeast = (limit: number): string => `≥ ${limit * 100} %`;
  return [
    row('a', 'cwnd flat', m.cwndBytes, 'bytes', 'does not change', true),
    row('b', 'losses and CE marks', 0, 'count', 'none', true),
    row(
      'c',
      'cycles that fill the window',
      m.usedShare,
      'share',
      atLeast(T.usedShare),
      m.usedShare >= T.usedShare,
    ),
    row(
      'c-acked',
      'round trips with new ACKs',
      m.ackedRttShare,
      'share',
      atLeast(T.ackedRttShare),
      m.ackedRttShare >= T.ackedRttShare,
    ),
    row(
      'c-unblocked',
      'cycles that flow control does not hold',
      m.unblockedShare,
      'share',
      atLeast(T.unblockedShare),
      m.unblockedShare >= T.unblockedShare,
    ),
    row(
      'd',
      'cycles that drain the pipe',
      m.drainedShare,
      'share',
      atLeast(T.drainedShare),
      m.drainedShare >= T.drainedShare,
    ),
    row(
      'e',
      'cycles that send within RTT/4 of the ACK, unasked',
      m.hungryShare,
      'share',
      atLeast(T.hungryShare),
      m.hungryShare >= T.hungryShare,
    ),
    row(
      'f',
      'growth of NewReno on the same ACKs',
      m.overduePackets,
      'packets',
      `≥ ${T.overduePackets} packets`,
      m.overduePackets >= T.overduePackets,
    ),
    row(
      'f-plateau',
      'longer than a CUBIC plateau, or flat from the reduction on',
      m.endUs - m.startUs,
      'us',
      `> ${duration(T.cubicPlateauUs)} or no growth before`,
      !m.plateauPossible || m.recovery.holds,
    ),
    ...(m.recovery.logged
      ? [
          row(
            'g',
            'time in recovery, entered without a loss',
            m.recovery.share,
            'share',
            `> ${T.recoveryShare * 100} %`,
            m.recovery.holds,
            false,
          ),
        ]
      : []),
  ];
}

function reaches(m: Measured, limit: { readonly minUs: number; readonly minRtts: number }): boolean {
  return m.endUs - m.startUs >= limit.minUs && m.roundTrips >= limit.minRtts;
}

function severityOf(m: Measured): Severity {
  // Undisturbed growth or an idle application in the log contradicts this cause, whatever the window does.
  if (m.recovery.contradicts) return 'info';
  if (reaches(m, T.critical) || reaches(m, T.criticalShortPath)) return 'critical';
  return reaches(m, T.warning) ? 'warning' : 'info';
}

function confidenceOf(m: Measured): number {
  if (!m.recovery.logged) return 0.8;
  return m.recovery.holds ? 0.95 : 0.5;
}

function verdictOf(m: Measured): string {
  const lengthUs = m.endUs - m.startUs;
  const window = `${count(m.cwndBytes)} bytes (${packets(m.cwndBytes, m.datagramBytes)})`;
  const trips = `about ${count(m.roundTrips)} round trips`;
  const recovery = m.recovery;
  const states = !recovery.logged
    ? 'the log holds no congestion states'
    : recovery.variant === 'oscillating'
      ? `${count(recovery.transitions)} state transitions, recovery entered every ${rtt(recovery.periodUs)} ≈ ${(recovery.periodUs / m.rttUs).toFixed(2)} RTT`
      : `${percent(recovery.share)} of the time in recovery, ${count(recovery.transitions)} state transitions`;
  const reno = bytes(m.cwndBytes + m.overduePackets * m.datagramBytes);
  return `cwnd stayed at ${window} for ${duration(lengthUs)}, ${trips}, without a loss; ${states}; on the same ACKs NewReno reaches ${reno}.`;
}

function findingOf(m: Measured, number: number, evidence: readonly Evidence[]): Finding {
  return {
    key: `${ID}.${number}`,
    id: ID,
    title: TITLE,
    severity: severityOf(m),
    startUs: m.startUs,
    endUs: m.endUs,
    verdict: verdictOf(m),
    confidence: confidenceOf(m),
    variant: m.recovery.variant,
    exit: null,
    cause: null,
    cost: null,
    evidence,
    why:
      'A sender that fills its window and loses nothing must grow (RFC 9002 §7.3.3, RFC 9438 §4.2). One that measures ' +
      'idleness from its last send takes the drained pipe for a pause, moves its recovery start ahead of its own ' +
      'sends, and ignores their ACKs for growth (quiche PR 2370).',
    next: 'Congestion: bytes in flight falls to zero once per round trip. States: recovery without a loss before it.',
    panels: ['congestion', 'states', 'boundary'],
  };
}

/** Micro-traps: many short ones between losses are one line, told by the longest. */
function microTraps(traps: readonly Measured[]): Finding | null {
  const longest = traps.reduce<Measured | null>(
    (best, m) => (best === null || m.endUs - m.startUs > best.endUs - best.startUs ? m : best),
    null,
  );
  if (longest === null) return null;
  const finding = findingOf(longest, 0, evidenceOf(longest));
  const many = traps.length > 1 ? ` ${traps.length} such spans; this is the longest.` : '';
  return {
    ...finding,
    key: `${ID}.micro`,
    title: 'Micro-trap of a death spiral',
    severity: 'info',
    verdict: finding.verdict + many,
  };
}

/** Stretches of one flat span on which every needed condition holds. */
function spirals(state: TransportState, span: FlatSpan): readonly Measured[] {
  const scan = scanCycles(state, span.startUs, span.endUs);
  if (scan.cycles.length < T.infoMinCycles) return [];
  const whole = measure(state, span, scan, span);
  if (holdsThroughout(whole)) return [whole];
  // A pause of the application inside a flat span must not hide the spirals before and after it.
  const rttUsAt = rttInForce(state);
  const isGood = (cycle: Cycle): boolean =>
    fillsWindow(cycle, span.cwndBytes, state.datagramBytes) &&
    cycle.minInFlightBytes < state.datagramBytes &&
    isHungry(cycle, rttUsAt);
  return bestStretches(scan.cycles, isGood, rttUsAt, T.infoMinCycles)
    .map((stretch) => measure(state, span, scanCycles(state, stretch.startUs, stretch.endUs), stretch))
    .filter(holdsThroughout);
}

function holdsThroughout(m: Measured): boolean {
  const longEnough = m.roundTrips >= T.infoMinRtts && m.cycles >= T.infoMinCycles;
  return longEnough && evidenceOf(m).every((row) => row.holds || !row.needed);
}

/** Complete in a–f, and a log that says something else: worth a line, not an alarm. */
function contradicted(m: Measured, number: number): Finding {
  return {
    ...findingOf(m, number, evidenceOf(m)),
    key: `${ID}.flat-${number}`,
    title: 'Flat window, used in full',
    severity: 'info',
  };
}

export const deathSpiral: Detector = {
  id: ID,
  title: TITLE,
  needs: ['cwnd', 'smoothed-rtt'],
  cannotJudge: whyNotJudged,
  finish({ state }) {
    const minUs = T.infoMinRtts * state.series.minRtt.min;
    const found = flatSpans(state, Number.isNaN(minUs) ? 0 : minUs)
      .flatMap((span) => spirals(state, span))
      // A model-based controller holds its window by design.
      .filter((m) => !m.recovery.modelBased);
    const alarms = found.filter((m) => severityOf(m) !== 'info');
    const flat = found.filter((m) => m.recovery.contradicts && reaches(m, T.warning));
    // Below an alarm only the states tell a trap from a short wait.
    const traps = found.filter((m) => severityOf(m) === 'info' && m.recovery.holds);
    const micro = microTraps(traps);
    return [
      ...alarms.map((m, i) => findingOf(m, i + 1, evidenceOf(m))),
      ...flat.map((m, i) => contradicted(m, i + 1)),
      ...(micro === null ? [] : [micro]),
    ];
  },
};

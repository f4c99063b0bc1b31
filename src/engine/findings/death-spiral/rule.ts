/**
 * The death spiral: the window stays flat for many round trips without a loss, because the sender mistakes its own
 * drained pipe for idleness and shifts its recovery boundary ahead of its sends (quiche PR 2370, quicly PR 380).
 * Throughput graphs do not show it; the evidence is a conjunction:
 *
 *   a flat · b loss-free · c used in full · d drained every round trip · e next burst at once ·
 *   f growth overdue, and no plateau of CUBIC. All are required, and for an alarm a sign that losses set the window.
 *   g the logged states and h the rebuilt boundary raise the confidence, and name variant and cause.
 *
 * Other files of this folder: measurements, rows of evidence, cause, end, and why nothing was found.
 */

import { controllerWords } from '../../base/text/controller-words';
import { bytes, count, duration, fixed, packets, percent, plural, rtt } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { controllerEvidence } from '../conditions/loss-based';
import { whyNotJudged } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import type { Finding } from '../finding/finding';
import { bestStretches } from '../measures/best-stretches';
import { type FlatSpan, flatSpans } from '../measures/flat-window';
import { lengthOf, longestOf } from '../measures/intervals';
import { type Cycle, scanCycles } from '../measures/send-cycles';
import { heldShare, WINDOW_FULL } from '../partition/held';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';
import { type Cause, Causes } from './cause';
import { spiralCloseUp } from './close-up';
import { closestWindow } from './closest';
import { spiralSigns } from './controller';
import {
  alarmConditions,
  causeEvidence,
  conditions,
  confidenceOf,
  holdsThroughout,
  severityByLength,
  severityOf,
  stateEvidence,
} from './evidence';
import { EXIT_WORDS, exitOf, type SpiralExit, untilGrowth } from './exit';
import { fillsWindow, isHungry, type Judgeable, type Measured, measure } from './measure';
import { DEATH_SPIRAL as T } from './thresholds';

const RULE: Rule = { id: 'death-spiral', title: 'Death spiral' };

function stateWords({ recovery, rttUs, scan }: Measured): string {
  if (!recovery.logged) return 'the log holds no congestion states';
  const cycles = scan.cycles.length;
  const transitions = `${plural(recovery.transitions, 'change')} of the congestion state (transitions)`;
  if (recovery.variant !== 'oscillating') {
    const inRecovery = `${percent(recovery.share)} of the time in recovery, ${transitions}`;
    if (recovery.variant !== 'mixed') return inRecovery;
    return `${inRecovery}, recovery entered ${plural(recovery.entries, 'time')} in ${plural(cycles, 'send cycle')}`;
  }
  const ratio = fixed(recovery.periodUs / rttUs, 2);
  return `${transitions}, recovery entered every ${rtt(recovery.periodUs)} ≈ ${ratio} round trips (RTT)`;
}

/** Window, length, states, end. */
function verdictOf(m: Measured, exit: SpiralExit | null): string {
  const window = `${plural(m.cwndBytes, 'byte')} (${packets(m.cwndBytes, m.datagramBytes)})`;
  const length = `${duration(lengthOf(m))}, about ${count(m.roundTrips)} round trips`;
  const end = exit === null ? '' : `; ${EXIT_WORDS[exit]}`;
  return `The window (cwnd) stayed at ${window} for ${length}, without a loss; ${stateWords(m)}${end}.`;
}

/** The picture's words: `flat at 2,700 B for 7.94 s, no loss, 987 transitions`. */
function labelOf(m: Measured): string {
  const { logged, transitions } = m.recovery;
  const flat = `flat at ${bytes(m.cwndBytes)} for ${duration(lengthOf(m))}`;
  return [flat, 'no loss', ...(logged ? [plural(transitions, 'transition')] : [])].join(', ');
}

/** A long flat window with what explains it, and the signs that losses set it. */
interface Judged {
  readonly m: Measured;
  readonly cause: Cause;
  readonly signs: readonly string[];
}

/** A finding from the measurements; `own` are the fields of one kind of finding. */
function findingOf(input: DetectInput, m: Measured, own: Partial<Parameters<typeof finding>[1]>): Finding {
  return finding(RULE, {
    severity: severityOf(m),
    interval: m,
    label: labelOf(m),
    verdict: verdictOf(m, null),
    confidence: confidenceOf(m, null),
    variant: m.recovery.variant,
    evidence: [...conditions(m), ...alarmConditions(m), ...stateEvidence(m)],
    closeUp: spiralCloseUp(input, m),
    why:
      'A sender that fills its window and loses nothing must grow it (RFC 9002 §7.3.3, RFC 9438 §4.2). One that counts ' +
      'idle time from its last send takes the wait for every ACK for a pause, moves the time up to which ACKs do not ' +
      'grow the window (recovery boundary) ahead of its own sends, and so ignores their ACKs (quiche PR 2370).',
    next:
      'Congestion: what is in flight falls to zero once per round trip. States: recovery without a loss before it. ' +
      'Boundary: how far it lies ahead of the sends (lead).',
    panels: ['congestion', 'states', 'boundary'],
    ...own,
  });
}

/** Which controller the sender behaves like; empty where no model fits. */
function controllerSentence({ models }: DetectInput): string {
  return models.fits ? ` The sender ${controllerWords(models)}.` : '';
}

/** An alarm has cause and end. */
function alarmOf(input: DetectInput, { m, cause, signs }: Judged, number: number): Finding {
  const { state } = input;
  const exit = exitOf(state, m, cause);
  return findingOf(input, m, {
    key: number,
    verdict: verdictOf(m, exit) + controllerSentence(input),
    confidence: confidenceOf(m, cause),
    exit,
    cause: cause.rule,
    evidence: [
      ...conditions(m),
      ...alarmConditions(m),
      controllerEvidence(signs),
      ...stateEvidence(m),
      ...causeEvidence(m, cause),
    ],
  });
}

/** Micro-traps: many short ones between losses become one finding with the longest. */
function microTraps(input: DetectInput, traps: readonly Measured[]): readonly Finding[] {
  const longest = longestOf(traps);
  if (longest === null) return [];
  const many = traps.length > 1 ? ` ${traps.length} such spans; this is the longest.` : '';
  const verdict = verdictOf(longest, null) + many;
  return [findingOf(input, longest, { key: 'micro', title: 'Micro-trap of a death spiral', verdict })];
}

/** a to f hold, but the log contradicts them: an info, not an alarm. */
function contradicted(input: DetectInput, m: Measured, number: number): Finding {
  return findingOf(input, m, { key: `flat-${number}`, title: 'Flat window, used in full' });
}

/** A last packet that is short leaves room in a window that looks full: the application had no more. */
function isWindowLimited({ heldTime }: DetectInput, m: Measured): boolean {
  return heldShare(heldTime, WINDOW_FULL, m) > T.limitedShare;
}

/** Stretches of one flat span for which all required conditions hold. */
function spirals(trace: Judgeable, span: FlatSpan): readonly Measured[] {
  const { state } = trace;
  const scan = scanCycles(state, span.startUs, span.endUs);
  // Of the cycles of any stretch so many drain the pipe: in most flat spans there are none, and nothing else is measured.
  const drained = scan.cycles.filter(({ minInFlightBytes }) => minInFlightBytes < state.datagramBytes);
  if (drained.length < T.drainedShare * T.infoMinCycles) return [];
  const whole = measure(trace, span, scan, span);
  if (holdsThroughout(whole)) return [whole];
  // A pause of the application inside a flat span must not hide the spirals before and after it.
  const isGood = (cycle: Cycle): boolean =>
    fillsWindow(cycle, span.cwndBytes, state.datagramBytes) &&
    cycle.minInFlightBytes < state.datagramBytes &&
    isHungry(state, cycle);
  const parts = (cycles: readonly Cycle[], silence: 'counts' | 'ignored'): readonly Measured[] =>
    bestStretches(state, cycles, isGood, T.infoMinCycles, silence).map((stretch) =>
      measure(trace, span, scanCycles(state, stretch.startUs, stretch.endUs), stretch),
    );
  // Stalls of host and path belong to a spiral, as long as there are not too many.
  const stretches = parts(whole.scan.cycles, 'ignored')
    .flatMap((part) => (holdsThroughout(part) ? [part] : parts(part.scan.cycles, 'counts')))
    .filter(holdsThroughout);
  return stretches.map((m, i) => (i === stretches.length - 1 ? untilGrowth(trace, m) : m));
}

/** Length of the shortest flat span to examine, µs. */
function shortestUs({ series }: TransportState): number {
  const minUs = T.infoMinRtts * series.minRtt.min;
  return Number.isNaN(minUs) ? 0 : minUs;
}

function judgedOf(input: DetectInput, spans: readonly Measured[]): readonly Judged[] {
  if (spans.length === 0) return [];
  const causes = new Causes(input);
  return spans.map((m) => {
    const cause = causes.of(m.startUs, m.endUs, m.scan.cycles.length);
    return { m, cause, signs: spiralSigns(input, m, cause) };
  });
}

function alarmsOf(input: DetectInput, long: readonly Measured[]): readonly Finding[] {
  const alarms = judgedOf(input, long).filter(({ signs }) => signs.length > 0);
  return alarms.map((one, i) => alarmOf(input, one, i + 1));
}

export const deathSpiral: Detector = {
  ...RULE,
  looksThrough: 'flat windows, and the send cycles in them',
  needs: ['cwnd', 'smoothed-rtt'],
  infoIsNoAlarm: true,
  standsWithGaps: true,
  cannotJudge: whyNotJudged,
  finish(input) {
    const { state } = input;
    const candidates = flatSpans(state, shortestUs(state))
      .flatMap((span) => spirals(input, span))
      // A model-based controller holds its window flat by design.
      .filter((m) => !m.recovery.modelBased);
    const long = candidates.filter((m) => severityOf(m) !== 'info');
    const flat = candidates.filter(
      (m) => m.recovery.contradicts && severityByLength(m) !== 'info' && isWindowLimited(input, m),
    );
    // Below an alarm only the states distinguish a trap from a short wait.
    const traps = candidates.filter((m) => severityOf(m) === 'info' && m.recovery.holds);
    return [
      ...alarmsOf(input, long),
      ...flat.map((m, i) => contradicted(input, m, i + 1)),
      ...microTraps(input, traps),
    ];
  },
  closest: (input) =>
    closestWindow(RULE, input, shortestUs(input.state), (m) => judgedOf(input, [m])[0]?.signs ?? []),
};

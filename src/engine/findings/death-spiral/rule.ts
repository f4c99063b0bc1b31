/**
 * The death spiral: the window stays flat for many round trips without a single loss, because the
 * sender takes its own drained pipe for idleness and shifts its recovery boundary ahead of its sends
 * (quiche PR 2370, quicly PR 380). Throughput graphs show nothing; the evidence is a conjunction:
 *
 *   a flat · b loss-free · c used in full · d drained every round trip · e next burst at once ·
 *   f growth overdue, and the flatness is no plateau of CUBIC. All are needed.
 *   g the logged states and h the rebuilt boundary raise the confidence, and name the variant and the cause.
 *
 * Beside this file: measuring (-measure), rows (-evidence), cause, exit, cost, words, why not (-closest).
 */
import type { TransportState } from '../../transport/transport';
import type { Detector, Finding } from '../detector';
import type { DetectInput } from '../input';
import { whyNotJudged } from '../sender-view';
import { DEATH_SPIRAL as T } from '../thresholds';
import { type Cause, Causes } from './cause';
import { closestWindow } from './closest';
import { costOf } from './cost';
import { type Cycle, scanCycles } from './cycles';
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
import { exitOf } from './exit';
import { type FlatSpan, flatSpans } from './flat-spans';
import { fillsWindow, isHungry, type Measured, measure, measureSpan, rttInForce } from './measure';
import { bestStretches } from './stretch';
import { NEXT, verdictOf, WHY } from './words';

const ID = 'death-spiral';
const TITLE = 'Death spiral';

/** What an alarm and lesser findings have in common. */
function findingOf(m: Measured): Finding {
  return {
    key: ID,
    id: ID,
    title: TITLE,
    severity: severityOf(m),
    startUs: m.startUs,
    endUs: m.endUs,
    verdict: verdictOf(m, null),
    confidence: confidenceOf(m, null),
    variant: m.recovery.variant,
    exit: null,
    cause: null,
    cost: null,
    evidence: [...conditions(m), ...alarmConditions(m), ...stateEvidence(m)],
    why: WHY,
    next: NEXT,
    panels: ['congestion', 'states', 'boundary'],
  };
}

/** An alarm is told in full: cause, end, cost. */
function alarmOf(state: TransportState, m: Measured, cause: Cause, number: number): Finding {
  const finding = findingOf(m);
  const exit = exitOf(state, m, cause);
  return {
    ...finding,
    key: `${ID}.${number}`,
    verdict: verdictOf(m, exit),
    confidence: confidenceOf(m, cause),
    exit,
    cause: cause.rule,
    cost: costOf(state, m),
    evidence: [...finding.evidence, ...causeEvidence(m, cause)],
  };
}

/** Micro-traps: many short ones between losses are one line, told by the longest. */
function microTraps(traps: readonly Measured[]): readonly Finding[] {
  const [longest] = traps.toSorted((a, b) => b.endUs - b.startUs - (a.endUs - a.startUs));
  if (longest === undefined) return [];
  const finding = findingOf(longest);
  const many = traps.length > 1 ? ` ${traps.length} such spans; this is the longest.` : '';
  const verdict = finding.verdict + many;
  return [{ ...finding, key: `${ID}.micro`, title: 'Micro-trap of a death spiral', verdict }];
}

/** Complete in a–f, and a log that says something else: worth a line, not an alarm. */
function contradicted(m: Measured, number: number): Finding {
  return { ...findingOf(m), key: `${ID}.flat-${number}`, title: 'Flat window, used in full' };
}

/** Stretches of one flat span on which every needed condition holds. */
function spirals(state: TransportState, span: FlatSpan): readonly Measured[] {
  const whole = measureSpan(state, span);
  if (whole.scan.cycles.length < T.infoMinCycles) return [];
  if (holdsThroughout(whole)) return [whole];
  // A pause of the application inside a flat span must not hide the spirals before and after it.
  const rttUsAt = rttInForce(state);
  const isGood = (cycle: Cycle): boolean =>
    fillsWindow(cycle, span.cwndBytes, state.datagramBytes) &&
    cycle.minInFlightBytes < state.datagramBytes &&
    isHungry(cycle, rttUsAt);
  return bestStretches(whole.scan.cycles, isGood, rttUsAt, T.infoMinCycles)
    .map((stretch) => measure(state, span, scanCycles(state, stretch.startUs, stretch.endUs), stretch))
    .filter(holdsThroughout);
}

/** The shortest flat span worth looking at, µs. */
function shortestUs({ series }: TransportState): number {
  const minUs = T.infoMinRtts * series.minRtt.min;
  return Number.isNaN(minUs) ? 0 : minUs;
}

function alarmsOf(input: DetectInput, alarms: readonly Measured[]): readonly Finding[] {
  if (alarms.length === 0) return [];
  const causes = new Causes(input.state, input.sender);
  return alarms.map((m, i) =>
    alarmOf(input.state, m, causes.of(m.startUs, m.endUs, m.scan.cycles.length), i + 1),
  );
}

export const deathSpiral: Detector = {
  id: ID,
  title: TITLE,
  needs: ['cwnd', 'smoothed-rtt'],
  infoIsNoAlarm: true,
  cannotJudge: whyNotJudged,
  finish(input) {
    const { state } = input;
    const found = flatSpans(state, shortestUs(state))
      .flatMap((span) => spirals(state, span))
      // A model-based controller holds its window by design.
      .filter((m) => !m.recovery.modelBased);
    const alarms = found.filter((m) => severityOf(m) !== 'info');
    const flat = found.filter((m) => m.recovery.contradicts && severityByLength(m) !== 'info');
    // Below an alarm only the states tell a trap from a short wait.
    const traps = found.filter((m) => severityOf(m) === 'info' && m.recovery.holds);
    return [...alarmsOf(input, alarms), ...flat.map((m, i) => contradicted(m, i + 1)), ...microTraps(traps)];
  },
  closest: ({ state }) => ({ id: ID, title: TITLE, ...closestWindow(state, shortestUs(state)) }),
};

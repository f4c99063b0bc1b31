/**
 * Results computed when a connection has been read to its end: findings, the controller that fits its window, the lead
 * of the recovery boundary, and the origin of each quantity.
 */
import type { Series } from '../../base/columns/series';
import { inOneGo } from '../../base/columns/work';
import { type Account, accountOf } from '../../findings/account/account';
import type { Verdicts } from '../../findings/finding/finding';
import { logsModelStates } from '../../findings/measures/logged-states';
import type { HeldTime } from '../../findings/partition/partition';
import type { DetectInput } from '../../findings/rule/rule-input';
import { unlessTooMuch } from '../../findings/rule/step-limit';
import { DETECTORS } from '../../findings/rules/index';
import { inOrder } from '../../findings/verdicts/order';
import { ruleByRule, withFindings } from '../../findings/verdicts/runner';
import { type ModelReport, notCompared, rulesPart } from '../../sender/congestion';
import type { LossKinds } from '../../sender/transport/loss-kinds/loss-kinds';
import { pathBdp } from '../../sender/transport/path/path-bdp';
import type { PathInterval } from '../../sender/transport/path/path-course';
import type { TransportState } from '../../sender/transport/transport';
import { timed, timedSteps } from '../budgets/stage-clock';
import type { Provenance } from '../contract/quality';
import { provenanceOf } from './provenance';

export interface Analysis {
  readonly verdicts: Verdicts;
  readonly models: ModelReport;
  /** Series rebuilt here, in addition to those of the transport state; only those with points. */
  readonly series: readonly Series[];
  /** Why they do not include the lead of the recovery boundary, as text; null if nothing prevents it. */
  readonly noBoundary: string | null;
  readonly provenance: readonly Provenance[];
  /** The kind of each loss; null where the trace does not show it. */
  readonly lossKinds: LossKinds | null;
  /** The path in time; empty where the trace does not show it. */
  readonly path: readonly PathInterval[];
  /** What held the sender; null where the trace does not show it. */
  readonly account: Account | null;
  /** By time; null where the trace does not show it. */
  readonly heldTime: HeldTime | null;
  /** The same with its causes, by the names of `heldByWords`. */
  readonly causedTime: HeldTime | null;
}

/** Analyses a connection; values derived by the rules stay with the input. */
export function analyseInput(input: DetectInput): Analysis {
  return inOneGo(analysing(input));
}

/**
 * The same piece by piece, at most a rule or a feed of the sender's steps at a time: whoever drives it may answer requests between
 * them. What fails costs itself: a trace that was read is shown however little of it can be judged.
 */
export function* analysing(input: DetectInput): Generator<void, Analysis, void> {
  yield* timedSteps('detect', input.preparing());
  yield* timedSteps('models', input.judging());
  const models = orElse(() => input.models, notCompared);
  const { series, noBoundary } = timed('models', () =>
    orElse(
      () => rebuiltBoundary(input, models),
      () => ({ series: [], noBoundary: BOUNDARY_FAILED }),
    ),
  );
  yield;
  const verdicts = yield* timedSteps('detect', ruleByRule(input));
  const path = orElse(
    () => input.pathIntervals,
    () => [],
  );
  const accounted = timed('detect', () =>
    orElse(
      () => unlessTooMuch(input.state, () => accountOf(input, verdicts.findings)),
      () => null,
    ),
  );
  const heldTime = orElse(
    () => accounted?.heldTime ?? input.heldTime,
    () => null,
  );
  yield;
  let [shown, provenance]: [readonly Series[] | null, readonly Provenance[] | null] = [null, null];
  let makeCaused = accounted?.causedTime ?? null;
  let causedTime: HeldTime | null = null;
  return {
    verdicts: withFindings(verdicts, inOrder(accounted?.findings ?? verdicts.findings)),
    models,
    // Only used by the page, as is the origin of each quantity.
    get series() {
      shown ??= [...bdpOf(input.state, path), ...series];
      return shown;
    },
    noBoundary,
    lossKinds: orElse(
      () => input.lossKinds,
      () => null,
    ),
    path,
    account: accounted?.account ?? null,
    heldTime,
    // It is made of columns of cells, which are not kept for it.
    get causedTime() {
      causedTime ??= makeCaused?.() ?? null;
      makeCaused = null;
      return causedTime;
    },
    get provenance() {
      provenance ??= provenanceOf(input.state, heldTime);
      return provenance;
    },
  };
}

/** Why there is no boundary where there is no window. */
export const NO_WINDOW = 'no congestion window is logged (in metrics_updated events)';

/** A connection whose judging failed as a whole. @param reason part of a sentence. */
export function notAnalysed(state: TransportState, reason: string): Analysis {
  const notJudged = DETECTORS.map(({ id, title }) => ({ id, title, reason }));
  return {
    verdicts: { findings: [], remarks: [], notJudged, notFound: [] },
    models: notCompared(),
    series: [],
    noBoundary: reason,
    lossKinds: null,
    path: [],
    account: null,
    heldTime: null,
    causedTime: null,
    get provenance() {
      return provenanceOf(state, null);
    },
  };
}

/** What fails is said where it is missing. */
function orElse<T>(make: () => T, instead: () => T): T {
  try {
    return make();
  } catch {
    return instead();
  }
}

/** The BDP where it has a point. */
function bdpOf(state: TransportState, path: readonly PathInterval[]): readonly Series[] {
  const bdp = pathBdp(state, path);
  return bdp.length > 0 ? [bdp] : [];
}

/** All series of a connection that was read to its end: those of its state, and what `Analysis.series` adds. */
export function allSeriesOf(input: DetectInput): readonly Series[] {
  const { state, pathIntervals } = input;
  return [...state.allSeries(), ...bdpOf(state, pathIntervals), ...rebuiltBoundary(input).series];
}

const BOUNDARY_FAILED = 'rebuilding it failed';
const RULES_AGREE =
  'idle time counted from the last send and from the last activity give the same here: by either, the same ACKs grow ' +
  'the window';

/** The lead of the recovery boundary as series with points, where the idle rules part; else why not, as text. */
export function rebuiltBoundary(
  input: DetectInput,
  models = input.models,
): Pick<Analysis, 'series' | 'noBoundary'> {
  const noBoundary = whyNoBoundary(input.state, models);
  if (noBoundary !== null) return { series: [], noBoundary };
  const { defective, fixed } = input.leads;
  if (defective.lead.length > 0 && !rulesPart(input.leads)) return { series: [], noBoundary: RULES_AGREE };
  return { series: [defective.lead, fixed.lead].filter(({ length }) => length > 0), noBoundary };
}

/** Why CUBIC's recovery boundary is not rebuilt, as text; null if it is. */
function whyNoBoundary(state: TransportState, { notJudged, best, fits }: ModelReport): string | null {
  // A receiver's own few packets have a boundary too, but it says nothing about the data it receives.
  if (notJudged === 'no window logged') return NO_WINDOW;
  if (notJudged !== null) return notJudged;
  if (state.pathCount > 1) return 'packets of several paths are not distinguished';
  if (logsModelStates(state.states))
    return 'the window follows an estimate of the path, as the logged states say';
  if (!fits || best.some((id) => !id.startsWith('newreno'))) return null;
  return 'the window follows NewReno, which moves its recovery boundary at losses only and has no rule for idle times';
}

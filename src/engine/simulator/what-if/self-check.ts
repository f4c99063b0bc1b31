/**
 * How near a run under the trace's own controller comes to the trace: bytes delivered when the first of the two has its data. What it does
 * not come near to says nothing about another controller. A run begins with the data; where that one is not near, after the last loss
 * that no full queue explains; at last with a death spiral, over the time of its finding: the check that what it cost rests on too.
 */
import type { Finding } from '../../findings/finding/finding';
import type { Interval } from '../../findings/measures/intervals';
import type { CandidateId } from '../../sender/congestion/candidates';
import type { ModelReport, NotJudged, Unnamed } from '../../sender/congestion/model-report';
import type { SenderTrace } from '../../sender/congestion/sender-steps';
import { senderTrace } from '../../sender/congestion/sender-trace';
import { type ClosedLoop, deliveredBy, runClosedLoop, startAt } from './closed-loop';
import { type Setting, settingOf, type TraceRead } from './setting';

/** A run is near within this share of the trace's delivered bytes. */
export const NEAR_SHARE = 0.1;
/** A trace of more packets takes too long to run again. */
const MOST_PACKETS = 300_000;

export interface Nearness {
  readonly fromUs: number;
  /** When they were compared, µs. */
  readonly atUs: number;
  /** Delivered bytes of the run less those of the trace, as a share of the latter; NaN where that has none. */
  readonly error: number;
}

export type StartKind = 'data' | 'last-loss' | 'spiral';

export interface Checked extends Nearness {
  readonly start: StartKind;
  readonly setting: Setting;
}

export interface SelfCheck {
  /** The controller that the trace's window follows; the first of those that it does not tell apart. */
  readonly own: CandidateId;
  readonly near: Checked | null;
  /** All starts that were tried, in order. */
  readonly tried: readonly Checked[];
}

/** Why there is no run: a kind and, where there is one, what the models say. */
export type NotRun = NotJudged | Unnamed | 'captured' | 'no-packets' | 'too-long' | 'midway';

/** Null where a run can be made. */
export function whyNotRun(
  { state, beginsMidway }: Pick<TraceRead, 'state' | 'beginsMidway'>,
  models: ModelReport,
): NotRun | null {
  if (models.notJudged !== null) return models.notJudged;
  if (models.unnamed !== null) return models.unnamed;
  if (state.captured) return 'captured';
  if (beginsMidway || state.isRange) return 'midway';
  if (state.sentInFlightPackets > MOST_PACKETS) return 'too-long';
  if (!(state.ackedBytes > 0) || models.best.length === 0) return 'no-packets';
  return null;
}

/** A run takes some hundred milliseconds: of more spirals those that cost most are run. */
const MOST_SPIRALS = 4;

/** The death spirals that are run, in the order of the findings. */
export function spiralsToRun(findings: readonly Finding[]): readonly Finding[] {
  const spirals = findings.filter(({ id, severity }) => id === 'death-spiral' && severity !== 'info');
  return spirals.slice(0, MOST_SPIRALS);
}

export const isNear = ({ error }: Nearness): boolean => Math.abs(error) <= NEAR_SHARE;

/** @param spirals times of death spirals. @param own a candidate that fits. */
export function selfCheck(read: TraceRead, own: CandidateId, spirals: readonly Interval[]): SelfCheck {
  const trace = senderTrace(read.state);
  const tried: Checked[] = [];
  for (const [start, wantedUs] of startsOf(read, trace)) {
    const fromUs = start === 'data' ? wantedUs : startAt(trace, wantedUs);
    if (tried.some((one) => one.fromUs >= fromUs)) continue;
    const setting = settingOf(read, trace, fromUs);
    const checked = { start, setting, ...nearness(setting, runClosedLoop(setting, own)) };
    tried.push(checked);
    if (isNear(checked)) return { own, near: checked, tried };
  }
  for (const spiral of spirals) {
    const checked = checkOver(read, trace, own, spiral);
    tried.push(checked);
    if (isNear(checked)) return { own, near: checked, tried };
  }
  return { own, near: null, tried };
}

/** Over the time of a finding: the run begins with it and is compared at its end, beyond which it does not go. */
export function checkOver(
  read: TraceRead,
  trace: SenderTrace,
  own: CandidateId,
  { startUs, endUs }: Interval,
): Checked {
  const whole = settingOf(read, trace, startAt(trace, startUs));
  const setting = { ...whole, settings: { ...whole.settings, limitMs: endUs / 1000 } };
  return { start: 'spiral', setting, ...nearness(setting, runClosedLoop(setting, own), endUs) };
}

function startsOf(
  { state, lossKinds }: TraceRead,
  trace: SenderTrace,
): readonly (readonly [StartKind, number])[] {
  const dataUs = Number.isNaN(state.establishedUs) ? trace.firstUs : state.establishedUs;
  const starts: (readonly [StartKind, number])[] = [['data', dataUs]];
  const lastLossUs = state.losses.timesUs.at(-1);
  if (lossKinds?.limit == null && lastLossUs !== undefined) starts.push(['last-loss', lastLossUs]);
  return starts;
}

/** @param untilUs compared then at the latest, µs. */
export function nearness(setting: Setting, run: ClosedLoop, untilUs = Number.POSITIVE_INFINITY): Nearness {
  const { fromUs, toUs, deliveredAt } = setting;
  const begun = deliveredAt(fromUs);
  const atUs = Math.min(completedUs(setting), run.timesUs.at(-1) ?? toUs, untilUs);
  const own = deliveredAt(atUs) - begun;
  const error = own > 0 ? (deliveredBy(run, atUs) - own) / own : Number.NaN;
  return { fromUs, atUs, error };
}

/** When the trace had delivered everything, µs. */
export function completedUs({ fromUs, toUs, deliveredAt }: Setting): number {
  const total = deliveredAt(Number.POSITIVE_INFINITY);
  let [low, high] = [fromUs, toUs];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (deliveredAt(middle) >= total) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Runs the detectors. One that throws becomes a finding of its own and does not stop the others: a defect in one rule
 * must not lose the remaining findings. One that takes more steps than it may is not judged: a trace that is denser in what it
 * looks for than any real one must not hold up everything else.
 */
import { inOneGo, TooMuchWork, withLimit } from '../../base/columns/work';
import { count } from '../../base/text/figures';
import { isRemark } from '../../base/text/remarks';
import { whyLacking, whyTraceLacking } from '../conditions/lacking-records';
import { finding } from '../finding/build-finding';
import type { Finding, NotFound, NotJudged, Verdicts } from '../finding/finding';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';
import { stepLimit, unlessTooMuch } from '../rule/step-limit';
import { DETECTORS } from '../rules/index';
import { withCourses } from './course';
import { withKnownDefect } from './known-defects';
import { inOrder } from './order';

function failure(detector: Detector, error: unknown, { state }: DetectInput): Finding {
  const reason = error instanceof Error ? error.message : String(error);
  const failed = { id: 'detector-failed', title: `${detector.title}: not judged` };
  return {
    ...finding(failed, {
      severity: 'info',
      interval: { startUs: state.firstUs, endUs: state.lastUs },
      verdict: `The rule "${detector.title}" stopped with an error (${reason}); the other findings stand.`,
      confidence: 0,
      evidence: [],
      closeUp: null,
      why: 'A rule that fails says nothing about the trace.',
      next: 'Report the error with the trace, if it can be shared.',
      panels: [],
    }),
    key: `${detector.id}.failed`,
  };
}

/** What the detector needs but this trace lacks, as text; null if it can be run. */
function whyNot(detector: Detector, input: DetectInput): string | null {
  const { state } = input;
  const { needs = [] } = detector;
  const missing = needs.filter((id) => (state.findSeries(id)?.length ?? 0) === 0);
  if (missing.length === 0) return detector.cannotJudge(input);
  const names = missing.map((id) => state.findSeries(id)?.info.name ?? id);
  return `no ${names.join(' and no ')} is logged`;
}

function isInfo({ severity }: Finding): boolean {
  return severity === 'info';
}

function isSilent({ infoIsNoAlarm = false }: Detector, findings: readonly Finding[]): boolean {
  return findings.length === 0 || (infoIsNoAlarm && findings.every(isInfo));
}

/** Findings of a rule that stand on complete records, and why it is not judged where it, or its silence, does not. */
function onCompleteRecords(
  detector: Detector,
  findings: readonly Finding[],
  input: DetectInput,
): { readonly sound: readonly Finding[]; readonly reason: string | null } {
  const reasons = findings.map((one) => (detector.standsWithGaps ? null : whyLacking(input, one)));
  const sound = findings.filter((_, i) => reasons[i] === null);
  const whole = whyTraceLacking(input);
  const dropped = reasons.find((reason) => reason !== null) ?? null;
  return { sound, reason: isSilent(detector, sound) ? (whole ?? dropped) : dropped };
}

/** Why a rule is not judged that took more steps than it may, as part of a sentence. */
function tooMuchWork({ looksThrough }: Detector, { steps, through }: TooMuchWork): string {
  return `too much work: more than ${count(steps)} steps through ${through ?? looksThrough}`;
}

/** What the rules of a trace gave so far. */
interface Collected {
  readonly findings: Finding[];
  readonly remarks: Finding[];
  readonly notJudged: NotJudged[];
  /** Rules that were applied and raised no alarm. */
  readonly silent: Detector[];
}

function judge(detector: Detector, input: DetectInput, collected: Collected): void {
  const { findings, remarks, notJudged, silent } = collected;
  const lacks = (reason: string): number =>
    notJudged.push({ id: detector.id, title: detector.title, reason });
  const reason = whyNot(detector, input);
  if (reason !== null) {
    lacks(reason);
    return;
  }
  const ownFindings = detector.finish(input).map((one) => withKnownDefect(one, input.log?.writer));
  const { sound, reason: lacking } = onCompleteRecords(detector, ownFindings, input);
  (isRemark(detector) ? remarks : findings).push(...sound);
  input.earlier.push(...sound);
  if (lacking !== null) {
    lacks(lacking);
    return;
  }
  if (isSilent(detector, sound)) silent.push(detector);
}

/** How close the trace came: what is left out of a trace in which that fails or takes too many steps. */
function closestOf(detector: Detector, input: DetectInput): readonly NotFound[] {
  try {
    const closest = unlessTooMuch(input.state, () => detector.closest?.(input) ?? null);
    return closest === null ? [] : [closest];
  } catch {
    return [];
  }
}

/** The findings, each alarm with its course; without where that takes too many steps. */
function finished(findings: readonly Finding[], input: DetectInput): readonly Finding[] {
  const ordered = inOrder(findings);
  return unlessTooMuch(input.state, () => withCourses(ordered, input)) ?? ordered;
}

/**
 * Runs rule after rule; whoever drives it may do something else between them.
 * @returns findings in their order (order.ts), remarks, the rules that could not be applied, and those that found nothing.
 */
export function* ruleByRule(
  input: DetectInput,
  detectors: readonly Detector[] = DETECTORS,
): Generator<void, Verdicts, void> {
  const collected: Collected = { findings: [], remarks: [], notJudged: [], silent: [] };
  const { findings, remarks, notJudged, silent } = collected;
  input.earlier.length = 0;
  for (const detector of detectors) {
    try {
      withLimit(stepLimit(input.state), () => judge(detector, input, collected));
    } catch (error) {
      if (error instanceof TooMuchWork)
        notJudged.push({ id: detector.id, title: detector.title, reason: tooMuchWork(detector, error) });
      else findings.push(failure(detector, error, input));
    }
    yield;
  }
  let notFound: readonly NotFound[] | null = null;
  return {
    findings: finished(findings, input),
    remarks,
    notJudged,
    // Only used by the page and the report.
    get notFound() {
      notFound ??= silent.flatMap((detector) => closestOf(detector, input));
      return notFound;
    },
  };
}

/** The same with other findings. */
export function withFindings(verdicts: Verdicts, findings: readonly Finding[]): Verdicts {
  const { remarks, notJudged } = verdicts;
  return {
    findings,
    remarks,
    notJudged,
    get notFound() {
      return verdicts.notFound;
    },
  };
}

/** As `ruleByRule`, in one go. */
export function runDetectors(input: DetectInput, detectors: readonly Detector[] = DETECTORS): Verdicts {
  return inOneGo(ruleByRule(input, detectors));
}

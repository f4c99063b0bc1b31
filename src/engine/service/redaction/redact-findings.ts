/**
 * Redacts findings: an allow-list of fields. In a sentence that contains the name of a state only that name
 * is replaced, at its recorded position; the sentence is never searched: a state may be named `the`.
 */
import type { Snapshot } from '../../reading/contract/snapshot';
import type { Redactor } from './redactor';
import type { StateMask } from './state-names';

type Finding = Snapshot['findings'][number];
type Evidence = Finding['evidence'][number];
type CloseUp = NonNullable<Finding['closeUp']>;
type NotFound = Snapshot['notFound'][number];
type NotJudged = Snapshot['notJudged'][number];
type Models = NonNullable<Snapshot['models']>;
type Place = NonNullable<Finding['statesInVerdict']>[number];

/** Replaces the names at these positions, the last first, so that the other positions stay valid. */
function withStates(text: string, places: readonly Place[] | undefined, mask: StateMask): string {
  const lastFirst = [...(places ?? [])].sort((a, b) => b.from - a.from);
  return lastFirst.reduce(
    (rest, { from, to }) => rest.slice(0, from) + mask.redact(rest.slice(from, to)) + rest.slice(to),
    text,
  );
}

function redactEvidence(evidence: Evidence, mask: StateMask): Evidence {
  const { id, value, unit, normal, threshold, holds, needed, deciding, panel } = evidence;
  const name = withStates(evidence.name, evidence.statesInName, mask);
  return { id, name, value, unit, normal, threshold, holds, needed, deciding, panel };
}

/** Our own words and a release's number, as versions are shared. */
function redactKnownDefect(defect: NonNullable<Finding['knownDefect']>): NonNullable<Finding['knownDefect']> {
  const { implementation, version, standing, versions, fixedIn, reference, words } = defect;
  return { implementation, version, standing, versions, fixedIn, reference, words };
}

/** Figures on the trace's own clock. */
function redactCourse(course: NonNullable<Finding['course']>): NonNullable<Finding['course']> {
  const { arrivedBytes, beforeUs, beforeBytes, highestRate, longestWaitUs } = course;
  const { lostPackets, lastLossUs, reducedUs, reducedFromBytes, reducedToBytes } = course;
  return {
    arrivedBytes,
    beforeUs,
    beforeBytes,
    highestRate,
    longestWaitUs,
    lostPackets,
    lastLossUs,
    reducedUs,
    reducedFromBytes,
    reducedToBytes,
  };
}

function redactCost({ heldUs, lostUs, provedShare }: NonNullable<Finding['cost']>) {
  return { heldUs, lostUs, provedShare };
}

/** Our own words and figures. */
function redactClosedLoop({ bytes, us, words }: NonNullable<Finding['closedLoop']>) {
  return { bytes, us, words };
}

/** Its words are our own, without any text of the log. */
function redactCloseUp({ fromUs, toUs, steps }: CloseUp): CloseUp {
  return { fromUs, toUs, steps: steps.map(({ timeUs, kind, text }) => ({ timeUs, kind, text })) };
}

export function redactFinding(finding: Finding, { states, sentence }: Redactor): Finding {
  const { key, id, title, severity, startUs, endUs, confidence, variant, exit, cause, cost } = finding;
  const { knownDefect, explainedBy, course, closedLoop } = finding;
  return {
    key,
    id,
    title,
    severity,
    startUs,
    endUs,
    confidence,
    variant,
    exit,
    cause,
    ...(finding.label === undefined ? {} : { label: finding.label }),
    verdict: sentence(withStates(finding.verdict, finding.statesInVerdict, states)),
    ...(knownDefect === undefined ? {} : { knownDefect: redactKnownDefect(knownDefect) }),
    cost: cost && redactCost(cost),
    closedLoop: closedLoop && redactClosedLoop(closedLoop),
    ...(course === undefined ? {} : { course: redactCourse(course) }),
    ...(explainedBy === undefined ? {} : { explainedBy: { key: explainedBy.key, title: explainedBy.title } }),
    evidence: finding.evidence.map((row) => redactEvidence(row, states)),
    closeUp: finding.closeUp && redactCloseUp(finding.closeUp),
    why: finding.why,
    next: finding.next,
    panels: finding.panels.map(String),
  };
}

export function redactNotFound(
  { id, title, reason, startUs, endUs, evidence }: NotFound,
  { states, sentence }: Redactor,
): NotFound {
  return {
    id,
    title,
    startUs,
    endUs,
    reason: sentence(reason),
    evidence: evidence.map((row) => redactEvidence(row, states)),
  };
}

export function redactNotJudged({ id, title, reason }: NotJudged): NotJudged {
  return { id, title, reason };
}

/** Names and sources of models come from our own tables. */
export function redactModels(models: Models): Models {
  const { openLoop, notJudged, best, fits, unnamed, groups, firstDivergenceUs } = models;
  return {
    openLoop,
    notJudged,
    fits,
    firstDivergenceUs,
    ...(unnamed === undefined ? {} : { unnamed }),
    candidates: models.candidates.map((candidate) => ({
      id: candidate.id,
      name: candidate.name,
      source: candidate.source,
      reductionScore: candidate.reductionScore,
      reductions: candidate.reductions,
      growthScore: candidate.growthScore,
      refuted: candidate.refuted,
      fit: candidate.fit,
      firstDivergenceUs: candidate.firstDivergenceUs,
    })),
    best: [...best],
    groups: groups.map((group) => [...group]),
  };
}

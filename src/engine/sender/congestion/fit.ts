/**
 * Which controller wrote the trace? All candidates are run through the trace in parallel and compared with the logged
 * window. Candidates that the trace does not distinguish form one group.
 *
 * Takes one pass over the steps for all candidates; stores numbers per candidate and epoch, no series (shadow.ts builds
 * those on demand).
 *
 * Open loop: the candidates get the ACKs of what was actually sent. Valid up to the first divergence, indicative after
 * it.
 */
import { CandidatePairs } from './candidate-pairs';
import { CANDIDATES, type CandidateId } from './candidates';
import type { Controller } from './controller';
import type { CandidateFit, ModelReport, NotJudged, Unnamed } from './model-report';
import { namedAmong } from './named';
import { Scorer } from './scorer';
import type { FeedBasis } from './sender-feed';
import { type SenderSteps, type SenderTrace, StepKind } from './sender-steps';
import { acknowledge, applyStep } from './shadow-step';

/**
 * Below this score the best candidate is not the trace's controller: BBR scores 0.1 to 0.5, quiche's own at least 0.75.
 */
const LEAST_FIT = 0.7;
/** Below this one the name may be that of another: of 15 shared traces from 0.7 up to here one was, of 289 above it none. */
const LEAST_NAMED = 0.85;
/** Reductions that show by themselves that losses set the window: one is within 5 % of a candidate's by chance in five. */
const LEAST_REDUCTIONS = 5;

export function fitTrace(trace: SenderTrace): ModelReport {
  const fit = new Fit(trace);
  fit.take(trace.steps, 0, trace.steps.length);
  fit.end(trace.lastUs);
  return fit.report(trace);
}

/** What the verdict needs of a trace besides its steps. */
type Judged = Pick<SenderTrace, 'side' | 'source' | 'isMidway'>;

/** The same, from steps as they come. */
export class Fit {
  readonly #initialCwndBytes: number;
  readonly #models: readonly Controller[];
  readonly #scorers: readonly Scorer[];
  readonly #apart: CandidatePairs;
  /** Windows of the models now, bytes. */
  readonly #windows = new Float64Array(CANDIDATES.length);
  readonly #epochStartsUs: number[] = [];
  #avoidance = false;
  /** The last ACK: its time, and the send time of its newest packet, µs. */
  #ackUs = Number.NaN;
  #ackedSentUs = Number.NaN;
  /** Time at which the log grew without an ACK at that time so far. */
  #grewUs = Number.NaN;
  #loggedBytes: number;
  /** The logged window with which the epoch began. */
  #epochBytes = Number.NaN;
  #rttUs = 0;
  /** Time of the last step. */
  #fromUs: number;

  constructor({
    datagramBytes,
    initialCwndBytes,
    firstUs,
  }: Pick<FeedBasis, 'datagramBytes' | 'initialCwndBytes' | 'firstUs'>) {
    this.#initialCwndBytes = initialCwndBytes;
    this.#loggedBytes = initialCwndBytes;
    this.#fromUs = firstUs;
    this.#models = CANDIDATES.map(({ create }) => create(datagramBytes, initialCwndBytes));
    this.#scorers = CANDIDATES.map(() => new Scorer(datagramBytes));
    this.#apart = new CandidatePairs(datagramBytes);
  }

  /** Goes on through the steps [from, to). */
  take(steps: SenderSteps, from: number, to: number): void {
    if (Number.isNaN(this.#initialCwndBytes)) return;
    for (let i = from; i < to; i++) {
      const timeUs = steps.timeUs.at(i);
      if (timeUs > this.#fromUs) this.#hold(this.#fromUs, timeUs);
      this.#fromUs = timeUs;
      this.#log(steps, i, timeUs);
      this.#apply(steps, i);
    }
  }

  /** Most steps are windows, which change no model, and ACKs, which are gone through once for all models. */
  #apply(steps: SenderSteps, i: number): void {
    const kind = steps.kind.at(i);
    if (kind === StepKind.window) return;
    if (kind === StepKind.ack) acknowledge(this.#models, steps, i);
    else for (const model of this.#models) applyStep(model, steps, i, false);
  }

  /** @param lastUs the end of the trace. */
  end(lastUs: number): void {
    if (lastUs > this.#fromUs) this.#hold(this.#fromUs, lastUs);
    if (this.#epochStartsUs.length > 0) for (const scorer of this.#scorers) scorer.endEpoch();
  }

  #hold(fromUs: number, toUs: number): void {
    if (!this.#avoidance) return;
    const windows = this.#windows;
    for (let i = 0; i < windows.length; i++) {
      const bytes = this.#models[i].cwndBytes;
      windows[i] = bytes;
      this.#scorers[i].hold(fromUs, toUs, this.#loggedBytes, bytes, this.#rttUs);
    }
    this.#apart.hold(toUs - fromUs, windows, this.#loggedBytes, this.#rttUs, this.#epochBytes);
  }

  /** Compares step `i` of the log with the models before it is applied to them. */
  #log(steps: SenderSteps, i: number, timeUs: number): void {
    const a = steps.a.at(i);
    switch (steps.kind.at(i) as StepKind) {
      case StepKind.ack:
        if (steps.rttUs.at(i) >= 0) this.#rttUs = steps.rttUs.at(i);
        this.#ackUs = timeUs;
        this.#ackedSentUs = steps.newestSentUs(i);
        if (this.#grewUs === timeUs) this.#grew();
        return;
      case StepKind.reduction:
        this.#reduction(a, steps.b.at(i), steps.c.at(i), timeUs);
        return;
      case StepKind.undo:
        this.#loggedBytes = a;
        this.#beginEpoch(timeUs);
        return;
      case StepKind.slowStartExit:
        this.#loggedBytes = a;
        this.#beginEpoch(timeUs);
        this.#avoidance = true;
        return;
      case StepKind.window:
        if (this.#avoidance && a > this.#loggedBytes) {
          if (timeUs === this.#ackUs) this.#grew();
          else this.#grewUs = timeUs;
        }
        this.#loggedBytes = a;
        return;
      default:
        return;
    }
  }

  /** The log grows at this ACK: a model whose boundary is after the ACK's packets could not have grown. */
  #grew(): void {
    this.#grewUs = Number.NaN;
    this.#models.forEach(({ boundaryUs }, i) => {
      if (this.#ackedSentUs <= boundaryUs) this.#scorers[i].refuted++;
    });
  }

  #reduction(beforeBytes: number, afterBytes: number, ssthreshBytes: number, timeUs: number): void {
    this.#loggedBytes = afterBytes;
    this.#beginEpoch(timeUs);
    this.#avoidance = !(ssthreshBytes > afterBytes);
    // A collapse to slow start is persistent congestion, to which all candidates react alike.
    if (!this.#avoidance) return;
    this.#scorers.forEach((scorer, i) => {
      scorer.reduction(afterBytes, this.#models[i].reduced(beforeBytes));
    });
  }

  #beginEpoch(timeUs: number): void {
    if (this.#epochStartsUs.length > 0) for (const scorer of this.#scorers) scorer.endEpoch();
    this.#epochStartsUs.push(timeUs);
    this.#epochBytes = this.#loggedBytes;
  }

  report(trace: Judged): ModelReport {
    const unordered = this.#scorers.map((scorer, i) => candidateFit(scorer, i));
    const candidates = [...unordered].sort((a, b) => b.fit - a.fit);
    const [top] = candidates;
    const notJudged = this.#notJudged(trace);
    const isJudged = notJudged === null && top !== undefined;
    const named = isJudged ? namedAmong(candidates, this.#apart) : null;
    const unnamed = isJudged ? (whyUnnamed(top, trace) ?? (named === null ? 'few-reductions' : null)) : null;
    const fits = isJudged && unnamed === null;
    const best = fits && named !== null ? named : [];
    const nearest = candidates.find(({ id }) => id === best[0]) ?? top;
    return {
      openLoop: true,
      notJudged,
      candidates,
      best,
      fits,
      unnamed,
      groups: isJudged ? this.#groups(candidates) : [],
      firstDivergenceUs: isJudged && nearest !== undefined ? nearest.firstDivergenceUs : Number.NaN,
      epochStartsUs: Float64Array.from(this.#epochStartsUs),
    };
  }

  #notJudged({ side }: Judged): NotJudged | null {
    if (side === 'receiver') return "a receiver: the window that matters is the other side's";
    if (Number.isNaN(this.#initialCwndBytes)) return 'no window logged';
    const [scorer] = this.#scorers;
    if (scorer !== undefined && (scorer.scoredUs > 0 || scorer.reductions > 0)) return null;
    return 'no reduction to compare, and ssthresh not logged or not reached';
  }

  #groups(candidates: readonly CandidateFit[]): readonly (readonly CandidateId[])[] {
    const groups: CandidateFit[][] = [];
    for (const candidate of candidates) {
      const group = groups.find(([leader]) => leader !== undefined && this.#same(leader, candidate));
      if (group === undefined) groups.push([candidate]);
      else group.push(candidate);
    }
    return groups.map((group) => group.map(({ id }) => id));
  }

  /** True if the two predict the same throughout this trace. */
  #same(one: CandidateFit, other: CandidateFit): boolean {
    return !this.#apart.differ(one.id, other.id) && Object.is(one.reductionScore, other.reductionScore);
  }
}

/** Few reductions prove nothing where the log begins with them, or where all but one are the model's, and so is the growth. */
function tooFew({ growthScore, reductionScore, reductions }: CandidateFit, isMidway: boolean): boolean {
  const [own, others] = [reductionScore * reductions, (1 - reductionScore) * reductions];
  const isNear = growthScore >= LEAST_NAMED && Math.round(others) === 1 && own > others;
  return reductions < LEAST_REDUCTIONS && (isMidway || isNear);
}

/** Why the best candidate is not named as the trace's controller; null if it is. */
function whyUnnamed(top: CandidateFit, { source, isMidway = false }: Judged): Unnamed | null {
  const { fit, reductions } = top;
  const lowFit = tooFew(top, isMidway) ? 'few-reductions' : 'low-fit';
  switch (source) {
    case 'estimate':
    case 'perhaps-estimate':
    case 'several-paths':
      return source;
    case 'losses':
      return fit < LEAST_NAMED ? lowFit : null;
    case 'unknown':
      if (fit < LEAST_FIT) return lowFit;
      if (reductions < LEAST_REDUCTIONS) return 'few-reductions';
      return fit < LEAST_NAMED ? lowFit : null;
  }
}

function candidateFit(scorer: Scorer, index: number): CandidateFit {
  const { id, name, source } = CANDIDATES[index];
  const reductionScore = scorer.reductions > 0 ? scorer.reductionsWithin / scorer.reductions : Number.NaN;
  const growthScore = scorer.scoredUs > 0 ? scorer.withinUs / scorer.scoredUs : Number.NaN;
  const scores = [reductionScore, growthScore].filter((score) => !Number.isNaN(score));
  return {
    id,
    name,
    source,
    reductionScore,
    reductions: scorer.reductions,
    growthScore,
    refuted: scorer.refuted,
    fit: scores.reduce((product, score) => product * score, scores.length > 0 ? 1 : 0),
    firstDivergenceUs: scorer.firstDivergenceUs,
    epochScores: scorer.epochShares.view().slice(),
  };
}

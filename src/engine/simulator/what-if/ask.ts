/** Answers what a trace would have been under another controller: the self-check first, and a run where that is near. */
import { controllerWords } from '../../base/text/controller-words';
import { amount, duration, instant, percent } from '../../base/text/figures';
import type { Interval } from '../../findings/measures/intervals';
import { CANDIDATES, type CandidateId, findCandidate } from '../../sender/congestion/candidates';
import type { ModelReport } from '../../sender/congestion/model-report';
import { MOST_TRACE_BYTES } from '../runs/scenario-run';
import type { ControllerChoice, WhatIfAnswer, WhatIfCheck, WhatIfRun } from './answer';
import { assumptionsOf } from './assumptions';
import { deliveredBy, runClosedLoop, timeOf } from './closed-loop';
import {
  type Checked,
  completedUs,
  NEAR_SHARE,
  type NotRun,
  type SelfCheck,
  selfCheck,
  whyNotRun,
} from './self-check';
import type { TraceRead } from './setting';

export interface Judged extends TraceRead {
  readonly models: ModelReport;
  /** Times of the death spirals that are run. */
  readonly spirals: readonly Interval[];
}

const choiceOf = (id: CandidateId): ControllerChoice => ({ id, name: findCandidate(id).name });

export class WhatIfs {
  readonly #trace: Judged;
  #check: SelfCheck | null = null;

  constructor(trace: Judged) {
    this.#trace = trace;
  }

  /** @param controller null for the self-check alone. @throws RangeError where the trace of the run would be too large. */
  answer(controller: CandidateId | null): WhatIfAnswer {
    const { models } = this.#trace;
    const why = whyNotRun(this.#trace, models);
    if (why !== null)
      return { refusal: refusalOf(why, models), check: null, assumptions: [], controllers: [], run: null };
    this.#check ??= selfCheck(this.#trace, models.best[0], this.#trace.spirals);
    const { own, near, tried } = this.#check;
    const checked = near ?? (tried.at(-1) as Checked);
    const controllers = CANDIDATES.filter(({ id }) => id !== own).map(({ id }) => choiceOf(id));
    return {
      refusal: near === null ? farWords(tried, choiceOf(own)) : null,
      check: checkOf(checked, own),
      assumptions: assumptionsOf(checked.setting),
      controllers: near === null ? [] : controllers,
      run: near === null || controller === null ? null : runOf(near, controller),
    };
  }
}

function checkOf({ fromUs, atUs, error }: Checked, own: CandidateId): WhatIfCheck {
  const choice = choiceOf(own);
  const words = `Run again under ${choice.name}, the trace’s own, from ${instant(fromUs)} on, it delivers ${errorWords(error)} by ${instant(atUs)}.`;
  return { own: choice, fromUs, atUs, error, words };
}

function errorWords(error: number): string {
  if (Number.isNaN(error)) return 'what cannot be compared: the trace delivers nothing';
  if (error > 1) return `${(error + 1).toPrecision(2)} times the bytes of the trace`;
  const share = percent(Math.abs(error));
  return Math.abs(error) < 0.0005
    ? 'as many bytes as the trace'
    : `${share} ${error > 0 ? 'more' : 'fewer'} bytes than the trace`;
}

function farWords(tried: readonly Checked[], { name }: ControllerChoice): string {
  const starts = tried.map(({ fromUs, error }) => `from ${instant(fromUs)} on ${errorWords(error)}`);
  return `A run does not come near this trace, so that it says nothing about another controller: under ${name}, its own, it delivers ${starts.join('; ')}. ${percent(NEAR_SHARE)} would be near.`;
}

function refusalOf(why: NotRun, models: ModelReport): string {
  return `What another controller would have done cannot be determined: ${REFUSALS[why] ?? controllerWords(models)}.`;
}

/** Others are said by the models. */
const REFUSALS: { readonly [why in NotRun]?: string } = {
  captured: 'a capture does not show the sender’s window',
  midway: 'the log begins in the middle of the connection',
  'too-long': 'the trace is too long to be run again',
  'no-packets': 'nothing is acknowledged',
};

function runOf({ setting, error }: Checked, controller: CandidateId): WhatIfRun {
  const { fromUs, toUs, deliveredAt } = setting;
  const choice = choiceOf(controller);
  const title = `What if: ${choice.name} from ${instant(fromUs)} on`;
  const description = assumptionsOf(setting).join(' ');
  const run = runClosedLoop(setting, controller, {
    traced: 0,
    words: { title, description },
    isWhatIf: true,
    mostTraceBytes: MOST_TRACE_BYTES,
  });
  const doneUs = completedUs(setting);
  const atUs = Math.min(doneUs, run.timesUs.at(-1) ?? toUs);
  const total = setting.offer.writes.reduce((sum, { bytes }) => sum + bytes, 0);
  const figures = {
    atUs,
    runBytes: deliveredBy(run, atUs),
    traceBytes: deliveredAt(atUs) - deliveredAt(fromUs),
  };
  const words = outcomeWords(choice.name, figures, total, doneUs - timeOf(run, total), error);
  return { controller: choice, words, ...figures, trace: run.outcome.traces?.sender ?? '' };
}

/** @param error of the run under the trace's own controller: what is within it is no difference. @param total of the trace's bytes. @param soonerUs by how much the run had them before the trace; NaN where it never had. */
function outcomeWords(
  name: string,
  { atUs, runBytes, traceBytes }: Pick<WhatIfRun, 'atUs' | 'runBytes' | 'traceBytes'>,
  total: number,
  soonerUs: number,
  error: number,
): string {
  const at = `By ${instant(atUs)} it delivers ${amount(runBytes)} where the trace delivers ${amount(traceBytes)}`;
  if (Math.abs(runBytes - traceBytes) <= Math.abs(error) * traceBytes)
    return `Under ${name}: ${lower(at)}. A run under the trace’s own controller is off by ${percent(Math.abs(error))}: that this one differs at all is not shown.`;
  if (Number.isNaN(soonerUs)) return `Under ${name}: ${lower(at)}.`;
  const side = soonerUs >= 0 ? 'sooner' : 'later';
  return `Under ${name} the ${amount(total)} that the trace delivers are there ${duration(Math.abs(soonerUs))} ${side}. ${at}.`;
}

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

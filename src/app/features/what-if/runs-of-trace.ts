/**
 * What was asked of a trace under other controllers: the self-check, the chosen controller, and a run of each that was
 * started. It lives as long as the trace is open, so that the dialog can be closed meanwhile.
 */
import type { CandidateId } from '../../../engine/sender/congestion/candidates';
import type { WhatIfAnswer, WhatIfRequest, WhatIfRun } from '../../../engine/simulator/what-if/answer';
import { textFile } from '../../controls/save-file';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenTrace } from '../../state/traces/open-trace';

export type CheckState =
  | { readonly state: 'asking' }
  | { readonly state: 'answered'; readonly answer: WhatIfAnswer }
  | Failed;

export type RunState =
  | { readonly state: 'running' }
  | { readonly state: 'made'; readonly words: string; readonly trace: Blob }
  | Failed;

interface Failed {
  readonly state: 'failed';
  readonly reason: string;
}

type Ask = (request: Omit<WhatIfRequest, 'connection'>) => Promise<WhatIfAnswer>;

export const traceWhatIf: FeatureState<OpenTrace, TraceWhatIf> = {
  create: (trace) => new TraceWhatIf((request) => trace.request('whatIf', request)),
};

export class TraceWhatIf {
  /** Null before it was asked for. */
  readonly check: Store<CheckState | null> = createStore<CheckState | null>(null);
  readonly runs: Store<ReadonlyMap<CandidateId, RunState>> = createStore<ReadonlyMap<CandidateId, RunState>>(
    new Map(),
  );
  /** Null for the one that is offered first. */
  readonly chosen: Store<CandidateId | null> = createStore<CandidateId | null>(null);
  /** Ids of the open files of runs. */
  readonly drawn = new Map<CandidateId, number>();
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Asks for the self-check, once; again where that failed. */
  begin(): void {
    const state = this.check.get()?.state;
    if (state === 'asking' || state === 'answered') return;
    this.check.set({ state: 'asking' });
    this.#ask({ controller: null }).then(
      (answer) => this.check.set({ state: 'answered', answer }),
      (error: unknown) => this.check.set(failedWith(error)),
    );
  }

  run(controller: CandidateId): void {
    this.#put(controller, { state: 'running' });
    this.#ask({ controller }).then(
      ({ run, refusal }) =>
        this.#put(controller, run === null ? { state: 'failed', reason: refusal ?? '' } : made(run)),
      (error: unknown) => this.#put(controller, failedWith(error)),
    );
  }

  #put(controller: CandidateId, state: RunState): void {
    this.runs.update((runs) => new Map(runs).set(controller, state));
  }
}

/** A run may have many MB: as a file the browser keeps it. */
function made({ words, trace }: WhatIfRun): RunState {
  return { state: 'made', words, trace: textFile([trace], 'application/qlog+json-seq') };
}

function failedWith(error: unknown): Failed {
  return { state: 'failed', reason: error instanceof Error ? error.message : String(error) };
}

/**
 * The lab: a scenario with its fields, the runs of its variants, and what came of them. A run is named by data alone, so that it can be made
 * again, as a trace.
 */
import type { NamedRun } from '../../../engine/input/bytes/source';
import { type VariantSummary, variantSummary } from '../../../engine/service/compare/simulated-shares';
import type { ScenarioInfo } from '../../../engine/simulator/lab/contract';
import type { RunRef, RunRow } from '../../../engine/simulator/runs/scenario-run';
import type { LinkLab } from '../../../sharing/link/state';
import { Refused } from '../../backend/asked-worker';
import { LabWorkers } from '../../backend/lab-workers';
import { createStore, type Store } from '../store';
import type { NamedFile } from '../traces/named-file';
import { Experiments, type RunsSoFar, type TypedSetting } from './experiments';
import { knownFields } from './known-fields';
import { experimentsLink, scenarioLink } from './lab-link';
import { namedRun, traceFiles } from './run-files';
import { runQuestion } from './run-question';

/** Of the runs on the screen: their scenario, and what it was set to. */
export interface LabRuns extends RunsSoFar {
  readonly scenario: ScenarioInfo;
  /** By variant's id, in the order of the scenario. */
  readonly summaries: ReadonlyMap<string, VariantSummary>;
}

export interface LabState extends TypedSetting {
  /** Null until they are known. */
  readonly scenarios: readonly ScenarioInfo[] | null;
  readonly scenario: string;
  readonly isRunning: boolean;
  readonly runs: LabRuns | null;
}

const FIRST_SCENARIO = 'incident';
export const MOST_SEEDS = 1000;
/** What comes is shown so often while it runs. */
const SHOW_MS = 250;

export type LabPage = 'scenarios' | 'experiments';

export class Lab {
  readonly state: Store<LabState>;
  /** Which of its two pages is on the screen. */
  readonly page: Store<LabPage> = createStore<LabPage>('scenarios');
  readonly experiments: Experiments;
  readonly #workers = new LabWorkers();
  readonly #onChange: () => void;
  /** Counts what is checked: an older answer is dropped. */
  #checks = 0;

  /** @param onChange it may have become busy, or idle. */
  constructor(onChange: () => void, start: Partial<Pick<LabState, 'scenario' | 'texts' | 'seeds'>> = {}) {
    this.#onChange = onChange;
    this.experiments = new Experiments(onChange);
    this.state = createStore<LabState>({
      scenarios: null,
      scenario: FIRST_SCENARIO,
      texts: {},
      checked: null,
      seeds: null,
      isRunning: false,
      runs: null,
      problem: null,
      lost: [],
      question: null,
      ...start,
    });
    void this.#open();
  }

  get isBusy(): boolean {
    const { isRunning, checked, problem } = this.state.get();
    return isRunning || (checked === null && problem === null) || this.experiments.isBusy;
  }

  get link(): LinkLab {
    if (this.page.get() === 'experiments') return experimentsLink(this.experiments);
    const { scenario: id, texts, seeds } = this.state.get();
    const fields = this.chosen?.fields ?? [];
    return scenarioLink({ id, fields, texts, seeds: seeds === null ? null : this.seeds });
  }

  show(page: LabPage): void {
    this.page.set(page);
    if (page === 'experiments') void this.experiments.open();
  }

  /** The scenario that is set; null until it is known, and for one that there is not. */
  get chosen(): ScenarioInfo | null {
    const { scenarios, scenario } = this.state.get();
    return scenarios?.find(({ id }) => id === scenario) ?? null;
  }

  choose(scenario: string): void {
    if (scenario === this.state.get().scenario) return;
    this.#change({ scenario, texts: {}, seeds: null, checked: null, lost: [], question: null });
    void this.#check();
  }

  setField(id: string, text: string): void {
    this.#change({ texts: { ...this.state.get().texts, [id]: text }, lost: [], question: null });
    void this.#check();
  }

  setSeeds(seeds: string): void {
    this.#change({ seeds, question: null });
  }

  resetFields(): void {
    this.#change({ texts: {}, seeds: null, lost: [], question: null });
    void this.#check();
  }

  /** Runs of each variant; null where what was typed is no number of them. */
  get seeds(): number | null {
    const { seeds } = this.state.get();
    const number = seeds === null ? (this.chosen?.seeds ?? Number.NaN) : Number(seeds);
    return Number.isInteger(number) && number >= 1 && number <= MOST_SEEDS ? number : null;
  }

  /** Runs every variant with the seeds 1 to their number; where that costs much, the user is asked first. @param isAgreed the user was asked. */
  async run(isAgreed = false): Promise<void> {
    const { checked, isRunning } = this.state.get();
    const [scenario, seeds] = [this.chosen, this.seeds];
    if (isRunning || checked === null || scenario === null || seeds === null) return;
    if (Object.keys(checked.problems).length > 0) return;
    const question = isAgreed
      ? null
      : runQuestion(checked, { seeds, own: scenario.seeds, workers: this.#workers.count });
    this.#change({ question });
    if (question !== null) return;
    const { values, variants } = checked;
    // Seed after seed, so that all variants fill at once.
    const refs = Array.from({ length: seeds }, (_, i) =>
      variants.map(
        (variant): RunRef => ({ scenario: scenario.id, values, variant: variant.id, seed: i + 1 }),
      ),
    ).flat();
    const rows = new Map<string, RunRow[]>(variants.map(({ id }) => [id, []]));
    let done = 0;
    let shownAt = performance.now();
    const show = (): void => {
      shownAt = performance.now();
      const held = new Map([...rows].map(([id, of]) => [id, [...of]]));
      const summaries = new Map([...held].map(([id, of]) => [id, variantSummary(id, of)]));
      this.#change({ runs: { scenario, checked, seeds, done, total: refs.length, summaries, rows: held } });
    };
    this.#change({ isRunning: true, problem: null });
    show();
    try {
      await this.#workers.run(refs, (made) => {
        for (const row of made) rows.get(row.variant)?.push(row);
        done += made.length;
        if (performance.now() - shownAt > SHOW_MS) show();
      });
    } catch (error) {
      if (this.state.get().isRunning) this.#refused(error);
    }
    for (const of of rows.values()) of.sort((a, b) => a.seed - b.seed);
    show();
    this.#change({ isRunning: false });
  }

  /** The user does not want the runs that were asked about. */
  dismissQuestion(): void {
    this.#change({ question: null });
  }

  /** Ends the runs; what came of them stays. */
  cancel(): void {
    this.#change({ isRunning: false });
    this.#workers.cancel();
  }

  /** What names the trace of an end of a run of those on the screen; null where there are none. */
  runOf(variant: string, seed: number, end: NamedRun['end']): NamedRun | null {
    const { runs } = this.state.get();
    return runs && namedRun(runs.scenario, runs.checked.values, { variant, seed, end });
  }

  /** The traces of a run of those on the screen, as files: of its sender, and of its receiver; none where they cannot be made, which is reported. */
  async filesOf(variant: string, seed: number): Promise<readonly NamedFile[]> {
    const { runs } = this.state.get();
    if (runs === null) return [];
    const { scenario, checked } = runs;
    const ref = { scenario: scenario.id, values: checked.values, variant, seed };
    const traces = await this.#workers.ask('traces', ref).catch((error) => this.#refused(error));
    if (traces === undefined) return [];
    return traceFiles(traces, (end) => namedRun(scenario, checked.values, { variant, seed, end }));
  }

  close(): void {
    this.experiments.close();
    this.#workers.close();
  }

  async #open(): Promise<void> {
    try {
      this.#change({ scenarios: await this.#workers.ask('scenarios', null) });
    } catch (error) {
      this.#refused(error);
      return;
    }
    const { scenario, texts, seeds } = this.state.get();
    if (this.chosen === null) {
      const isAsked = await this.experiments.ask({
        scenario,
        texts,
        seeds: seeds === null ? null : Number(seeds),
      });
      if (isAsked) this.page.set('experiments');
      const problem = isAsked ? null : `There is no scenario and no experiment ${scenario}.`;
      this.#change({ scenario: FIRST_SCENARIO, texts: {}, seeds: null, problem });
    } else this.#change(knownFields(this.chosen, texts));
    await this.#check();
  }

  async #check(): Promise<void> {
    const check = ++this.#checks;
    const { scenario, texts } = this.state.get();
    try {
      const checked = await this.#workers.ask('check', { scenario, texts });
      if (check === this.#checks) this.#change({ checked });
    } catch (error) {
      if (check === this.#checks) this.#refused(error);
    }
  }

  #refused(error: unknown): void {
    const why = error instanceof Refused ? error.message : String(error);
    this.#change({ problem: `The lab cannot go on: ${why}.` });
  }

  #change(change: Partial<LabState>): void {
    this.state.update((state) => ({ ...state, ...change }));
    this.#onChange();
  }
}

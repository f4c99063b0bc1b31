/**
 * The experiments of the lab: published figures as cards, each with its fields, and what came of its runs. Cards that are to be run wait in one
 * queue. Samples of runs are kept until the answers are made of them, and no longer.
 */
import type { NamedRun } from '../../../engine/input/bytes/source';
import type { CheckedValues, ExperimentInfo, Texts } from '../../../engine/simulator/lab/contract';
import type { Result } from '../../../engine/simulator/lab/experiment';
import type { RunRef, RunRow } from '../../../engine/simulator/runs/scenario-run';
import type { LinkLab } from '../../../sharing/link/state';
import { Refused } from '../../backend/asked-worker';
import { LabWorkers } from '../../backend/lab-workers';
import { createStore, type Store } from '../store';
import type { NamedFile } from '../traces/named-file';
import { knownFields } from './known-fields';
import { namedRun, traceFiles } from './run-files';
import { runQuestion } from './run-question';

/** What is known of the runs of an experiment, or of a scenario, so far. */
export interface RunsSoFar {
  readonly checked: CheckedValues;
  /** Runs of each variant; 0 where formulas say all. */
  readonly seeds: number;
  readonly done: number;
  readonly total: number;
  /** By variant's id, by seed. */
  readonly rows: ReadonlyMap<string, readonly RunRow[]>;
}

/** Rows are without samples. */
export interface ExperimentOutcome extends RunsSoFar {
  readonly result: Result;
}

/** What the user typed, and what came of that. */
export interface TypedSetting {
  /** Fields as they were typed; those that were not are left out. */
  readonly texts: Texts;
  /** Runs of each variant, as it was typed; null for the number that is proposed. */
  readonly seeds: string | null;
  /** Of those texts; null until they are checked. */
  readonly checked: CheckedValues | null;
  /** Why there is no answer, as a sentence; null where there is. */
  readonly problem: string | null;
  /** Fields that a link named and there are not. */
  readonly lost: readonly string[];
  /** Its runs cost so much that the user is asked first: what is asked; null for nothing. */
  readonly question: string | null;
}

export interface ExperimentCard extends TypedSetting {
  readonly outcome: ExperimentOutcome | null;
}

/** What runs. */
export interface ExperimentProgress {
  readonly id: string;
  readonly done: number;
  readonly total: number;
}

export interface ExperimentsState {
  /** Null until they are known. */
  readonly experiments: readonly ExperimentInfo[] | null;
  /** By experiment's id; of every one. */
  readonly cards: ReadonlyMap<string, ExperimentCard>;
  readonly progress: ExperimentProgress | null;
  /** Waiting after what runs, in their order. */
  readonly queue: readonly string[];
  /** The card that was worked with last, which the address of the page names; null for none. */
  readonly current: string | null;
  readonly problem: string | null;
}

const NEW_CARD: ExperimentCard = {
  texts: {},
  seeds: null,
  checked: null,
  outcome: null,
  problem: null,
  lost: [],
  question: null,
};
export const MOST_EXPERIMENT_SEEDS = 100;
/** What comes is counted so often while it runs. */
const SHOW_MS = 250;
const NO_SAMPLES = new Float32Array(0);

export class Experiments {
  readonly state: Store<ExperimentsState> = createStore<ExperimentsState>({
    experiments: null,
    cards: new Map(),
    progress: null,
    queue: [],
    current: null,
    problem: null,
  });
  readonly #onChange: () => void;
  #workers: LabWorkers | null = null;
  #opened: Promise<void> | null = null;
  /** The runs in progress were ended by who asked for them. */
  #isCancelled = false;
  /** By experiment's id, counts what is checked: an older answer is dropped. */
  readonly #checks = new Map<string, number>();

  /** @param onChange it may have become busy, or idle. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isBusy(): boolean {
    const { experiments, cards, progress, queue, problem } = this.state.get();
    if (this.#opened === null || problem !== null) return false;
    const isWaiting = [...cards.values()].some((card) => card.checked === null && card.problem === null);
    return experiments === null || progress !== null || queue.length > 0 || isWaiting;
  }

  /** Asks for the experiments, once; those of formulas have their result at once. Resolved also where that fails, which is reported. */
  open(): Promise<void> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  info(id: string): ExperimentInfo | undefined {
    return this.state.get().experiments?.find((one) => one.id === id);
  }

  setField(id: string, field: string, text: string): void {
    const { texts } = this.#card(id);
    this.#changeCard(id, { texts: { ...texts, [field]: text }, problem: null, lost: [], question: null });
    this.#change({ current: id });
    void this.#check(id);
  }

  setSeeds(id: string, seeds: string): void {
    this.#changeCard(id, { seeds, question: null });
    this.#change({ current: id });
  }

  resetFields(id: string): void {
    this.#changeCard(id, { texts: {}, seeds: null, problem: null, lost: [], question: null });
    void this.#check(id);
  }

  /** Runs of each variant; null where what was typed is no number of them. */
  seedsOf(id: string): number | null {
    const { seeds } = this.#card(id);
    const own = this.info(id)?.seeds ?? 0;
    if (seeds === null || own === 0) return own;
    const number = Number(seeds);
    return Number.isInteger(number) && number >= 1 && number <= MOST_EXPERIMENT_SEEDS ? number : null;
  }

  /** It has runs, and what it is set to can be run. */
  canRun(id: string): boolean {
    const { checked } = this.#card(id);
    const isValid = checked !== null && Object.keys(checked.problems).length === 0;
    return isValid && (this.info(id)?.seeds ?? null) !== null && this.seedsOf(id) !== null;
  }

  /** What a link asks for: its fields, and a run. A field that there is not is reported. @returns false where there is no such experiment. */
  async ask({ scenario, texts, seeds }: LinkLab): Promise<boolean> {
    await this.open();
    const info = this.info(scenario);
    if (info === undefined) return false;
    this.#changeCard(scenario, {
      seeds: seeds === null ? null : String(seeds),
      checked: null,
      problem: null,
      ...knownFields(info, texts),
    });
    this.#change({ current: scenario });
    await this.#check(scenario);
    this.#enqueue([scenario]);
    return true;
  }

  /** Runs a card; where that costs much, the user is asked first. @param isAgreed the user was asked. */
  run(id: string, isAgreed = false): void {
    this.#change({ current: id });
    this.#enqueue([id], isAgreed);
  }

  /** The user does not want the runs of a card that were asked about. */
  dismissQuestion(id: string): void {
    this.#changeCard(id, { question: null });
  }

  /** All that have runs; those that cost much are asked about on their cards. */
  runAll(): void {
    this.#change({ current: null });
    this.#enqueue(this.state.get().experiments?.map(({ id }) => id) ?? []);
  }

  /** Ends the runs of a card, or takes it out of the queue; of all without one. What came of them stays. */
  cancel(id: string | null = null): void {
    const { queue, progress } = this.state.get();
    this.#change({ queue: id === null ? [] : queue.filter((one) => one !== id) });
    if (progress === null || (id !== null && progress.id !== id)) return;
    this.#isCancelled = true;
    this.#workers?.cancel();
  }

  /** What names the trace of an end of a run of those on the card; null where there are none. */
  runOf(id: string, variant: string, seed: number, end: NamedRun['end']): NamedRun | null {
    const { outcome } = this.#card(id);
    const info = this.info(id);
    if (outcome === null || info === undefined) return null;
    return namedRun(info, outcome.checked.values, { variant, seed, end });
  }

  /** The traces of a run of those on the card, as files; none where they cannot be made, which is reported. */
  async filesOf(id: string, variant: string, seed: number): Promise<readonly NamedFile[]> {
    const { outcome } = this.#card(id);
    const info = this.info(id);
    if (outcome === null || info === undefined || this.#workers === null) return [];
    const { values } = outcome.checked;
    const ref = { scenario: id, values, variant, seed };
    const traces = await this.#workers.ask('traces', ref).catch((error) => this.#refused(id, error));
    return traces === undefined
      ? []
      : traceFiles(traces, (end) => namedRun(info, values, { variant, seed, end }));
  }

  close(): void {
    this.#change({ queue: [] });
    this.#workers?.close();
  }

  async #open(): Promise<void> {
    this.#workers = new LabWorkers();
    try {
      const experiments = await this.#workers.ask('experiments', null);
      this.#change({ experiments, cards: new Map(experiments.map(({ id }) => [id, NEW_CARD])) });
    } catch (error) {
      this.#change({ problem: sentenceOf(error) });
      return;
    }
    await Promise.all([...this.state.get().cards.keys()].map((id) => this.#check(id)));
  }

  async #check(id: string): Promise<void> {
    const check = (this.#checks.get(id) ?? 0) + 1;
    this.#checks.set(id, check);
    const workers = this.#workers as LabWorkers;
    try {
      const checked = await workers.ask('check', { scenario: id, texts: this.#card(id).texts });
      if (check !== this.#checks.get(id)) return;
      // Where formulas say all, what is typed is answered at once.
      const isFormula = this.info(id)?.seeds === null && Object.keys(checked.problems).length === 0;
      const outcome = isFormula ? await this.#outcomeOf(id, checked, 0, []) : null;
      if (check !== this.#checks.get(id)) return;
      this.#changeCard(id, outcome === null ? { checked } : { checked, outcome });
    } catch (error) {
      if (check === this.#checks.get(id)) this.#refused(id, error);
    }
  }

  #enqueue(ids: readonly string[], isAgreed = false): void {
    const { queue, progress } = this.state.get();
    const waiting = new Set([...queue, progress?.id]);
    const added = ids.filter((id) => {
      if (waiting.has(id) || !this.canRun(id)) return false;
      const question = isAgreed ? null : this.#questionOf(id);
      this.#changeCard(id, { question });
      return question === null;
    });
    this.#change({ queue: [...queue, ...added] });
    if (progress === null && added.length > 0) void this.#runQueue();
  }

  #questionOf(id: string): string | null {
    const { checked } = this.#card(id);
    const [own, seeds, workers] = [this.info(id)?.seeds, this.seedsOf(id), this.#workers?.count];
    if (checked === null || own == null || seeds === null || workers === undefined) return null;
    return runQuestion(checked, { seeds, own, workers });
  }

  async #runQueue(): Promise<void> {
    for (;;) {
      const [id, ...queue] = this.state.get().queue;
      if (id === undefined) return;
      this.#change({ queue, progress: { id, done: 0, total: 0 } });
      await this.#runCard(id);
      this.#change({ progress: null });
    }
  }

  async #runCard(id: string): Promise<void> {
    const { checked } = this.#card(id);
    const seeds = this.seedsOf(id);
    if (checked === null || seeds === null || !this.canRun(id)) return;
    // Seed after seed, so that all variants fill at once.
    const refs = Array.from({ length: seeds }, (_, i) =>
      checked.variants.map(
        ({ id: variant }): RunRef => ({ scenario: id, values: checked.values, variant, seed: i + 1 }),
      ),
    ).flat();
    const rows: RunRow[] = [];
    let shownAt = 0;
    const show = (): void => {
      if (performance.now() - shownAt < SHOW_MS) return;
      shownAt = performance.now();
      this.#change({ progress: { id, done: rows.length, total: refs.length } });
    };
    this.#isCancelled = false;
    this.#changeCard(id, { problem: null });
    show();
    const workers = this.#workers as LabWorkers;
    try {
      await workers.run(refs, (made) => {
        rows.push(...made);
        show();
      });
    } catch (error) {
      // What came of cancelled runs is shown.
      if (!this.#isCancelled) this.#refused(id, error);
    }
    if (rows.length === 0) return;
    this.#change({ progress: { id, done: rows.length, total: refs.length } });
    try {
      const outcome = await this.#outcomeOf(id, checked, seeds, rows);
      this.#changeCard(id, { outcome });
    } catch (error) {
      this.#refused(id, error);
    }
  }

  async #outcomeOf(
    id: string,
    checked: CheckedValues,
    seeds: number,
    rows: readonly RunRow[],
  ): Promise<ExperimentOutcome> {
    const { values, variants } = checked;
    const result = await (this.#workers as LabWorkers).ask('result', { experiment: id, values, rows });
    const of = (variant: string): readonly RunRow[] =>
      rows
        .filter((row) => row.variant === variant)
        .sort((a, b) => a.seed - b.seed)
        .map((row) => ({ ...row, windowBytes: NO_SAMPLES, samples: [] }));
    const held = new Map(variants.map((variant) => [variant.id, of(variant.id)]));
    return { checked, seeds, done: rows.length, total: seeds * variants.length, result, rows: held };
  }

  #card(id: string): ExperimentCard {
    return this.state.get().cards.get(id) ?? NEW_CARD;
  }

  #refused(id: string, error: unknown): void {
    this.#changeCard(id, { problem: sentenceOf(error) });
  }

  #changeCard(id: string, change: Partial<ExperimentCard>): void {
    const cards = new Map(this.state.get().cards);
    if (!cards.has(id)) return;
    cards.set(id, { ...this.#card(id), ...change });
    this.#change({ cards });
  }

  #change(change: Partial<ExperimentsState>): void {
    this.state.update((state) => ({ ...state, ...change }));
    this.#onChange();
  }
}

function sentenceOf(error: unknown): string {
  return `The lab cannot go on: ${error instanceof Refused ? error.message : String(error)}.`;
}

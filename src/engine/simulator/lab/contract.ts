/** What the workers of the lab are asked, and what they answer. Types only: the page runs none of it. */
import type { VariantsCost } from '../../base/text/run-cost-words';
import type { RunOutcome } from '../runs/run';
import type { Axis, Field, Outcome, Place, Values } from '../runs/scenario';
import type { RunRef, RunRow } from '../runs/scenario-run';
import type { Experiment, Result } from './experiment';

export interface ScenarioInfo {
  readonly id: string;
  readonly title: string;
  readonly look: readonly string[];
  readonly outcome: Outcome;
  readonly isTimed: boolean;
  /** Runs of each variant, unless set otherwise. */
  readonly seeds: number;
  readonly axes: { readonly x: Axis; readonly y: Axis } | null;
  readonly fields: readonly Field[];
}

export interface VariantInfo {
  readonly id: string;
  readonly title: string;
  readonly at: Place | null;
}

/** The fields of a scenario as they were typed: by field's id. */
export type Texts = { readonly [id: string]: string };

export interface CheckedValues {
  /** Of every field; its initial one where what was typed is none. */
  readonly values: Values;
  /** By field's id, why what was typed is no value. */
  readonly problems: { readonly [id: string]: string };
  readonly variants: readonly VariantInfo[];
  /** As the command line takes the values that were changed. */
  readonly args: string;
  readonly cost: VariantsCost;
  /** Titles of the changed fields that make the cost so high, the one that makes most of it first. */
  readonly raisedBy: readonly string[];
}

/** An experiment as a card shows it: all of it but what computes. */
export interface ExperimentInfo
  extends Pick<
    Experiment,
    'id' | 'title' | 'source' | 'about' | 'claims' | 'leavesOpen' | 'fields' | 'full'
  > {
  /** Runs of each variant in the quick form; null where formulas say all. */
  readonly seeds: number | null;
}

export interface LabRequests {
  readonly scenarios: { readonly body: null; readonly answer: readonly ScenarioInfo[] };
  readonly experiments: { readonly body: null; readonly answer: readonly ExperimentInfo[] };
  /** Of a scenario or an experiment; what is missing in the texts is the initial value. */
  readonly check: {
    readonly body: { readonly scenario: string; readonly texts: Texts };
    readonly answer: CheckedValues;
  };
  readonly runs: { readonly body: readonly RunRef[]; readonly answer: readonly RunRow[] };
  /** What came of an experiment; rows in any order. */
  readonly result: {
    readonly body: { readonly experiment: string; readonly values: Values; readonly rows: readonly RunRow[] };
    readonly answer: Result;
  };
  readonly traces: { readonly body: RunRef; readonly answer: NonNullable<RunOutcome['traces']> };
}
export type LabRequestKind = keyof LabRequests;

/** To a worker. */
export type LabQuestion = {
  readonly [K in LabRequestKind]: {
    readonly id: number;
    readonly kind: K;
    readonly body: LabRequests[K]['body'];
  };
}[LabRequestKind];

/** From it. `problem`: there is no answer, and why. */
export type LabReply = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly problem: string }
);

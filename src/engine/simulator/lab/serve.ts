/** A worker of the lab: one question after the other. */
import { initialValues, readValue, type Scenario, type Values } from '../runs/scenario';
import {
  changedArgs,
  MOST_TRACE_BYTES,
  type RunRow,
  rowBuffers,
  runRow,
  runTraces,
} from '../runs/scenario-run';
import { findScenario, SCENARIOS } from '../runs/scenarios';
import { raisedBy, variantsCost } from '../runs/variants-cost';
import type {
  CheckedValues,
  ExperimentInfo,
  LabQuestion,
  LabReply,
  LabRequests,
  ScenarioInfo,
} from './contract';
import type { Experiment, Result } from './experiment';
import { experimentResult } from './experiment-result';
import { EXPERIMENTS, findExperiment } from './experiments';

interface Port {
  onmessage: ((event: MessageEvent<LabQuestion>) => void) | null;
  postMessage(reply: LabReply, transfer: Transferable[]): void;
}

export function serveLab(port: Port): void {
  port.onmessage = ({ data }) => {
    try {
      const answer = answerTo(data);
      const rows = data.kind === 'runs' ? (answer as readonly RunRow[]) : [];
      port.postMessage({ id: data.id, answer }, rows.flatMap(rowBuffers));
    } catch (error) {
      port.postMessage({ id: data.id, problem: error instanceof Error ? error.message : String(error) }, []);
    }
  };
}

function answerTo(question: LabQuestion): unknown {
  switch (question.kind) {
    case 'scenarios':
      return SCENARIOS.map(infoOf);
    case 'check':
      return checked(question.body.scenario, question.body.texts);
    case 'experiments':
      return EXPERIMENTS.map(cardOf);
    case 'result':
      return resultOf(question.body);
    case 'runs':
      return question.body.map(runRow);
    case 'traces':
      return runTraces(question.body, MOST_TRACE_BYTES);
  }
}

function infoOf({ id, title, look, outcome, isTimed = false, seeds, axes, fields }: Scenario): ScenarioInfo {
  return { id, title, look, outcome, isTimed, seeds, axes: axes ?? null, fields };
}

function cardOf(experiment: Experiment): ExperimentInfo {
  const { id, title, source, about, claims, leavesOpen, fields, full, scenario } = experiment;
  return { id, title, source, about, claims, leavesOpen, fields, full, seeds: scenario?.seeds ?? null };
}

function resultOf({ experiment, values, rows }: LabRequests['result']['body']): Result {
  const match = findExperiment(experiment);
  if (match === undefined) throw new RangeError(`there is no experiment ${experiment}`);
  return experimentResult(match, values, rows);
}

function checked(id: string, texts: { readonly [id: string]: string }): CheckedValues {
  const asked = findScenario(id) ?? findExperiment(id);
  if (asked === undefined) throw new RangeError(`there is no scenario ${id}`);
  const values: { [id: string]: Values[string] } = { ...initialValues(asked) };
  const problems: { [id: string]: string } = {};
  for (const field of asked.fields) {
    const text = texts[field.id];
    if (text === undefined) continue;
    const read = readValue(field, text.trim());
    if ('why' in read) problems[field.id] = read.why;
    else values[field.id] = read.value;
  }
  // Formulas cost nothing.
  const scenario = 'variants' in asked ? asked : { fields: [], samplesFlows: false, variants: () => [] };
  const variants = scenario.variants(values);
  return {
    values,
    problems,
    variants: variants.map((one) => ({ id: one.id, title: one.title, at: one.at ?? null })),
    args: changedArgs(asked, values),
    cost: variantsCost(variants, scenario.samplesFlows),
    raisedBy: raisedBy(scenario, values),
  };
}

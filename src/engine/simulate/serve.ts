/** A worker of the lab: one question after the other. */
import type { CheckedValues, LabQuestion, LabReply, ScenarioInfo } from './contract';
import { initialValues, readValue, type Scenario, type Values } from './scenario';
import { changedArgs, MOST_TRACE_BYTES, runRow, runTraces } from './scenario-run';
import { findScenario, SCENARIOS } from './scenarios';

interface Port {
  onmessage: ((event: MessageEvent<LabQuestion>) => void) | null;
  postMessage(reply: LabReply, transfer: Transferable[]): void;
}

export function serveLab(port: Port): void {
  port.onmessage = ({ data }) => {
    try {
      const answer = answerTo(data);
      const buffers =
        data.kind === 'runs'
          ? (answer as readonly ReturnType<typeof runRow>[]).map((row) => row.windowBytes.buffer)
          : [];
      port.postMessage({ id: data.id, answer }, buffers);
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
    case 'runs':
      return question.body.map(runRow);
    case 'traces':
      return runTraces(question.body, MOST_TRACE_BYTES);
  }
}

function infoOf({ id, title, look, outcome, isTimed, seeds, axes, fields }: Scenario): ScenarioInfo {
  return { id, title, look, outcome, isTimed, seeds, axes: axes ?? null, fields };
}

function checked(id: string, texts: { readonly [id: string]: string }): CheckedValues {
  const scenario = findScenario(id);
  if (scenario === undefined) throw new RangeError(`there is no scenario ${id}`);
  const values: { [id: string]: Values[string] } = { ...initialValues(scenario) };
  const problems: { [id: string]: string } = {};
  for (const field of scenario.fields) {
    const text = texts[field.id];
    if (text === undefined) continue;
    const read = readValue(field, text.trim());
    if ('why' in read) problems[field.id] = read.why;
    else values[field.id] = read.value;
  }
  const variants = scenario
    .variants(values)
    .map((one) => ({ id: one.id, title: one.title, at: one.at ?? null }));
  return { values, problems, variants, args: changedArgs(scenario, values) };
}

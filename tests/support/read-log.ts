/** A trace as the detectors take it: transport state and what reading it found out about the log, as in a session. */
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { logFactsOf } from '../../src/engine/reading/facts/log-facts.ts';
import { type Loaded, loadBytes } from './load.ts';

/** One input per connection. */
export function inputsOf({ pipeline, problems }: Loaded): readonly DetectInput[] {
  const truncatedRecords = problems.filter(({ reason }) => reason === 'cut').length;
  const text = { pipeline, truncatedRecords, brokenOff: false };
  return pipeline.connections.map((one) => new DetectInput(one.state, logFactsOf(text, one)));
}

/** The first connection of a text. */
export function readLog(text: string): DetectInput {
  const [input] = inputsOf(loadBytes(new TextEncoder().encode(text)));
  if (input === undefined) throw new Error('the text holds no connection');
  return input;
}

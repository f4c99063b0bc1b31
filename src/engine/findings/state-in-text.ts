/**
 * Sentences that name a state of the log. The name is free text, so the rule that writes the sentence says where it
 * stands; whoever shares the sentence puts another there, and touches nothing else in it.
 */
import type { StateInText } from './detector';

/** A state as the log calls it. */
export interface LoggedState {
  readonly state: string;
}

export interface Sentence {
  readonly text: string;
  readonly states: readonly StateInText[];
}

/** A sentence of our words and figures, with names of states as `{ state }`. */
export function sentence(words: TemplateStringsArray, ...parts: readonly (string | LoggedState)[]): Sentence {
  const states: StateInText[] = [];
  let text = words[0] ?? '';
  parts.forEach((part, i) => {
    const said = typeof part === 'string' ? part : part.state;
    if (typeof part !== 'string') states.push({ from: text.length, to: text.length + said.length });
    text += said + (words[i + 1] ?? '');
  });
  return { text, states };
}

/**
 * Sentences that contain a state name of the log. The name is untrusted text, so the rule that writes the sentence
 * records its position; when sharing, only the name is replaced.
 */
import type { StateInText } from './finding';

export interface LoggedState {
  readonly state: string;
}

export interface Sentence {
  readonly text: string;
  readonly states: readonly StateInText[];
}

/** A sentence of our text and figures, with state names as `{ state }`. */
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

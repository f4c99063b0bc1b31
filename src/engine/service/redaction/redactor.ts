/** Shared context for redacting the parts of one trace: the options, and one replacement per name of a state. */
import type { ShareOptions } from '../../reading/contract/share-options';
import { nameRemover } from './names';
import { type StateMask, stateMask } from './state-names';

export interface Redactor {
  readonly options: ShareOptions;
  readonly states: StateMask;
  /** Removes the file name from one of our sentences. */
  readonly sentence: (text: string) => string;
}

/** @param states names of the trace's states in order of appearance: replacements are numbered in this order. */
export function redactorOf(name: string | null, states: readonly string[], options: ShareOptions): Redactor {
  return { options, states: stateMask(states, options), sentence: nameRemover(name, options) };
}

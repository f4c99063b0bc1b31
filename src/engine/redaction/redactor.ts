/** What all parts of one trace are redacted by: the options, and one replacement for each name of a state. */

import type { ShareOptions } from '../contract/share-options';
import { nameRemover } from './names';
import { type StateMask, stateMask } from './state-names';

export interface Redactor {
  readonly options: ShareOptions;
  readonly states: StateMask;
  /** A sentence of ours without the name of the file. */
  readonly sentence: (text: string) => string;
}

/** @param states names of the trace's states in order of appearance: they are numbered in it. */
export function redactorOf(name: string | null, states: readonly string[], options: ShareOptions): Redactor {
  return { options, states: stateMask(states, options), sentence: nameRemover(name, options) };
}

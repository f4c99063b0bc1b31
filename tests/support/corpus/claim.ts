/**
 * A claim about some traces of the corpus: the test of that name is made for each of them, on the trace as it was read
 * once. How many they are at least is said beside the filter that finds them, and held when the tests are collected.
 */
import { eachOf } from '../each-of.ts';
import type { Subject } from './subject.ts';

type Check = (subject: Subject) => void | Promise<void>;

export interface Claim {
  readonly name: string;
  readonly files: ReadonlySet<string>;
  readonly check: Check;
}

/** @param name a sentence about one trace. @param atLeast so many traces it is about, or more. */
export function claim(
  name: string,
  about: readonly { readonly file: string }[],
  atLeast: number,
  check: Check,
): Claim {
  return { name, files: new Set(eachOf(about, atLeast).map(({ file }) => file)), check };
}

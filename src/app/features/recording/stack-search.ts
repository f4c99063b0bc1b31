/** Finds a stack by its name, by a program that has it, or by a language that it is used from. */
import type { Stack } from '../../../engine/input/recording/stack';
import { STACKS } from '../../../engine/input/recording/stacks';

/** In the order of their list. @param query words that all must be found; empty for every stack. */
export function stacksFor(query: string): readonly Stack[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  return STACKS.filter((stack) => {
    const text = textOf(stack);
    return words.every((word) => text.includes(word));
  });
}

function textOf({ name, also = '', recorders }: Stack): string {
  return [name, also, ...recorders.map(({ where }) => where)].join(' ').toLowerCase();
}

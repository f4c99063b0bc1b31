/** Short names of groups that patterns make: what differs between the patterns. */
import { plainLine } from '../../engine/base/text/plain';
import { withoutEnding } from './row-words';

/** Between separators and what stands for other characters; a version such as `0.30.1` is one. */
const WORD = /[^/\\._\-\s*?]+(?:\.\d+(?![^/\\._\-\s*?]))*/g;

/** `buggy` and `fixed` of `runs/buggy-*` and `runs/fixed-*`. The patterns themselves where that leaves none, or two that are the same. */
export function patternNames(patterns: readonly string[]): readonly string[] {
  const lines = patterns.map(plainLine);
  const words = lines.map((line) => [...withoutEnding(line).matchAll(WORD)]);
  const fewest = Math.min(...words.map(({ length }) => length));
  const isCommon = (at: number): boolean => words.every((own) => own.at(at)?.[0] === words[0]?.at(at)?.[0]);
  let [before, after] = [0, 0];
  while (before < fewest && isCommon(before)) before++;
  while (after < fewest - before && isCommon(-1 - after)) after++;
  const names = lines.map((line, i) => {
    const own = words[i].slice(before, words[i].length - after);
    const [first, last] = [own[0], own.at(-1)];
    return first === undefined || last === undefined
      ? ''
      : line.slice(first.index, last.index + last[0].length);
  });
  return names.includes('') || new Set(names).size < names.length ? lines : names;
}

/** What the traces of a comparison are called: a letter each, and the part of its name that the others do not share. */
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { count } from '../../../engine/base/text/figures';
import { beginningOf } from '../../../engine/base/text/plain';
import type { OpenTrace } from '../../state/traces/open-trace';

/** Longer ones are cut: the whole name stands in the list of traces. */
const LONGEST = 24;

/** Name of a trace among others: with its connection, where its file holds several. */
export function nameOf({ name, connection, snapshot }: OpenTrace): string {
  const { connectionCount = 1 } = snapshot.get() ?? {};
  return connectionCount > 1 ? `${name}, connection ${count(connection + 1)}` : name;
}

/** Words of a name, each with the separator after it. */
const wordsOf = (name: string): readonly string[] => name.split(/(?<=[-_. ,/])/);

/** How many words at one end are the same in all. */
function shared(
  names: readonly (readonly string[])[],
  wordAt: (words: readonly string[], i: number) => string,
): number {
  const shortest = Math.min(...names.map(({ length }) => length));
  const [first = []] = names;
  let same = 0;
  while (same < shortest && names.every((words) => wordAt(words, same) === wordAt(first, same))) same++;
  return same;
}

/** `A (cubic-buggy)`, `B (reno)`; the letter alone where nothing else tells the names apart. */
export function comparedNames(names: readonly string[]): readonly string[] {
  const words = names.map(wordsOf);
  const front = shared(words, (all, i) => all[i] ?? '');
  const back = shared(
    words.map((all) => all.slice(front)),
    (all, i) => all[all.length - 1 - i] ?? '',
  );
  return words.map((all, i) => {
    const own = all
      .slice(front, all.length - back)
      .join('')
      .replace(/[-_. ,/]+$/, '');
    const short = own.length > LONGEST ? `${beginningOf(own, LONGEST - 1)}…` : own;
    return own === '' || own === laneLetter(i) || names.length === 1
      ? laneLetter(i)
      : `${laneLetter(i)} (${short})`;
  });
}

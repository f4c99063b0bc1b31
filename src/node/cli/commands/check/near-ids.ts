/** The ids that somebody may have meant who wrote another one. */

const MOST = 3;
/** Words of an id that say something. */
const LEAST_WORD = 4;

/** Those within a third of its letters, and those that share a word; the nearest first. */
export function nearIds(id: string, ids: readonly string[]): readonly string[] {
  const wanted = id.toLowerCase();
  const words = wanted.split(/[^a-z]+/).filter(({ length }) => length >= LEAST_WORD);
  return ids
    .map((one) => ({ one, edits: editsBetween(wanted, one) }))
    .filter(
      ({ one, edits }) => edits <= Math.max(2, one.length / 3) || words.some((word) => one.includes(word)),
    )
    .sort((a, b) => a.edits - b.edits)
    .slice(0, MOST)
    .map(({ one }) => one);
}

/** Letters that are added, left out or changed between two words (Levenshtein 1966). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Several entries of an archive in one message: the first by name, the rest counted. */
import { count } from '../text/figures';

export const MAX_NAMED = 3;

/**
 * `a, b, c and 997 more entries`
 * @param names the first of them at least. @param total how many there are.
 */
export function namesOf(names: readonly string[], total: number): string {
  const named = names.slice(0, MAX_NAMED);
  const more = total - named.length;
  return more === 0
    ? named.join(', ')
    : `${named.join(', ')} and ${count(more)} more ${more === 1 ? 'entry' : 'entries'}`;
}

/** Several entries of an archive in one message: names the first ones, counts the rest. */
import { count } from '../../base/text/figures';

export const MAX_NAMED = 3;

/**
 * `a, b, c and 997 more entries`
 * @param names at least the first of them. @param total number of all.
 */
export function namesOf(names: readonly string[], total: number): string {
  const named = names.slice(0, MAX_NAMED);
  const more = total - named.length;
  return more === 0
    ? named.join(', ')
    : `${named.join(', ')} and ${count(more)} more ${more === 1 ? 'entry' : 'entries'}`;
}

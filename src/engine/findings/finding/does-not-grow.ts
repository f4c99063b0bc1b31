/** Findings that prove that a window does not grow: the cause `doesNotGrow` of the account (docs/account.md). */
import { longestOf } from '../measures/intervals';
import type { Finding } from './finding';

const DOES_NOT_GROW: readonly string[] = ['death-spiral', 'stuck-window', 'state-dwell', 'paced-flat-window'];

export const provesFlat = ({ id }: Pick<Finding, 'id'>): boolean => DOES_NOT_GROW.includes(id);

/** Title of the finding that proves it for longest; null for none. */
export function longestFlat(findings: readonly Finding[]): string | null {
  return longestOf(findings.filter(provesFlat))?.title ?? null;
}

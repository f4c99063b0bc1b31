/**
 * The finding that is shown on the pictures: shaded in every panel and the overview, and named in Congestion. The one
 * that the user has chosen; before that, the worst critical finding or warning.
 */
import type { Finding } from '../../engine/findings/finding/finding';
import type { View } from './view';

/** @param findings the worst first. @returns null where none is chosen and none is an alarm. */
export function chosenFinding<F extends Pick<Finding, 'key' | 'severity'>>(
  { finding, dismissed }: Pick<View, 'finding' | 'dismissed'>,
  findings: readonly F[],
): F | null {
  const chosen = finding === null ? undefined : findings.find(({ key }) => key === finding);
  if (chosen !== undefined) return chosen;
  return findings.find(({ key, severity }) => severity !== 'info' && !dismissed.includes(key)) ?? null;
}

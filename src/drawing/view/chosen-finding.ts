/**
 * The finding that is shown on the pictures: shaded in every panel and the overview, and named in Congestion. The one
 * that the user has chosen; before that, the first alarm.
 */
import { withRemarks } from '../../engine/base/text/remarks';
import type { Finding } from '../../engine/findings/finding/finding';
import { subjectOf } from './chosen';
import type { View } from './view';

/** A remark is shown where it is chosen. @returns null where none is chosen and none is an alarm. */
export function chosenFinding<F extends Pick<Finding, 'key' | 'severity'>>(
  { chosen: key, dismissed }: Pick<View, 'chosen' | 'dismissed'>,
  verdicts: { readonly findings: readonly F[]; readonly remarks: readonly F[] },
): F | null {
  // A part of the account, or a stream, is shown in its place.
  if (key !== null && subjectOf(key).kind !== 'finding') return null;
  const chosen = key === null ? undefined : withRemarks(verdicts).find((one) => one.key === key);
  if (chosen !== undefined) return chosen;
  return (
    verdicts.findings.find(({ key, severity }) => severity !== 'info' && !dismissed.includes(key)) ?? null
  );
}

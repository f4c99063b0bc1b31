/** How severe findings are: a label, by which tabs, lists and counts of traces rank them; and what of one trace stands first otherwise. */

/** The most severe first. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const;
type Severity = (typeof SEVERITIES)[number];

/** Null for no finding. */
export function mostSevere(findings: readonly { readonly severity: Severity }[]): Severity | null {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? null;
}

/** A proved defect, and a finding beside what held the sender, stands before what cost up to so many times as much. */
export const ABOUT_AS_MUCH = 1.2;

/** A connection that failed stands before whatever slowed it down. */
const FAILED: readonly string[] = ['closed-with-error', 'handshake-failed', 'mtu-black-hole', 'peer-gone'];

export function isFailedConnection({
  id,
  severity,
}: {
  readonly id: string;
  readonly severity: Severity;
}): boolean {
  return severity === 'critical' && FAILED.includes(id);
}

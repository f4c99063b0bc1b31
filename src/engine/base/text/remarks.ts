/**
 * Rules that say something of a trace, and raise no finding: whose controller its window follows, and what its log lacks. Their
 * sentences are lines of the trace's summary and of its quality; they have evidence and a key as findings have.
 */

/** Which model the window follows, or leaves. */
export const MODEL_REMARK = 'model-divergence';
/** What limits the log. */
export const LOG_REMARK = 'log-quality';

export const REMARKS = [MODEL_REMARK, LOG_REMARK] as const;
export type RemarkId = (typeof REMARKS)[number];

export function isRemark({ id }: { readonly id: string }): boolean {
  return id === MODEL_REMARK || id === LOG_REMARK;
}

/** Those of a list of rules that make remarks. */
export function remarksAmong(ids: readonly string[]): readonly RemarkId[] {
  return REMARKS.filter((id) => ids.includes(id));
}

/** Of a list that holds both, as of a digest. */
export function withoutRemarks<F extends { readonly id: string }>(findings: readonly F[]): readonly F[] {
  return findings.filter((finding) => !isRemark(finding));
}

/** What has a key that links, notes and marks may name: findings in their order, then remarks. */
export function withRemarks<F>({
  findings,
  remarks,
}: {
  readonly findings: readonly F[];
  readonly remarks: readonly F[];
}): readonly F[] {
  return [...findings, ...remarks];
}

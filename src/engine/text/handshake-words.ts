/** What is said in place of a duration where a handshake never completed: everywhere the same. */

export const NEVER_COMPLETED = 'never completed';

/** @param findings of the trace: the rule of that name has found that it failed. */
export function hasFailedHandshake(findings: readonly { readonly id: string }[]): boolean {
  return findings.some(({ id }) => id === 'handshake-failed');
}

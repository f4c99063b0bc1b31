/** What is said in place of a duration where a handshake never completed: everywhere the same. */

export const NEVER_COMPLETED = 'never completed';

/** How a connection came about, as far as it tells whether the handshake completed. */
interface HandshakeLife {
  readonly steps: readonly { readonly kind: string }[];
  readonly phases: readonly {
    readonly phase: string;
    readonly sentPackets: number;
    readonly receivedPackets: number;
  }[];
}

/** Whether it completed by how the connection came about, which a digest holds; as `isHandshakeComplete` tells it of a trace. */
export function isCompleteIn({ steps, phases }: HandshakeLife): boolean {
  if (steps.some(({ kind }) => kind === 'handshake-complete')) return true;
  return phases.some(
    ({ phase, sentPackets, receivedPackets }) =>
      phase === 'one-rtt' && sentPackets > 0 && receivedPackets > 0,
  );
}

/** @param findings of the trace: the rule of that name has found that it failed. */
export function hasFailedHandshake(findings: readonly { readonly id: string }[]): boolean {
  return findings.some(({ id }) => id === 'handshake-failed');
}

/** What tells whether the handshake completed: the findings of a trace, and how its connection ended, where that is known. */
export interface HandshakeFacts {
  readonly findings: readonly { readonly id: string }[];
  readonly summary: { readonly ending?: { readonly how: string } | null };
}

/** It failed, or another connection goes on with another version. */
export function neverCompleted({ findings, summary: { ending } }: HandshakeFacts): boolean {
  return ending?.how === 'version-negotiated' || hasFailedHandshake(findings);
}

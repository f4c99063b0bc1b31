/** Time lost in all, docs/account.md, *What it cost*: for whoever says it. */

interface LostPart {
  /** µs; null where the path's rate is not known. */
  readonly lostUs: number | null;
  readonly lostIsAtLeast: boolean;
}

export interface TimeLost {
  readonly us: number;
  /** The path may carry more than is proved where some of it is lost, and more may be lost. */
  readonly isAtLeast: boolean;
}

/** Null where the path's rate is not known. */
export function timeLost(parts: readonly LostPart[]): TimeLost | null {
  if (parts.every(({ lostUs }) => lostUs === null)) return null;
  return {
    us: parts.reduce((sum, { lostUs }) => sum + (lostUs ?? 0), 0),
    isAtLeast: parts.some(({ lostUs, lostIsAtLeast }) => lostIsAtLeast && (lostUs ?? 0) > 0),
  };
}

/**
 * Findings that have neither variant nor cost nor a proven cause, and their evidence rows: the fields that such
 * findings share are filled in here, once.
 */
import type { Detector, Evidence, Finding } from './detector';

type Told = Omit<Finding, 'key' | 'id' | 'title' | 'variant' | 'exit' | 'cause' | 'cost'>;

/** What only a death spiral says, as every other finding leaves it. */
export const PLAIN = {
  variant: null,
  exit: null,
  cause: null,
  cost: null,
} as const satisfies Partial<Finding>;

/** @param number counts the findings of one detector; `told` is all that is the finding's own. */
export function plainFinding({ id, title }: Pick<Detector, 'id' | 'title'>, told: Told, number = 1): Finding {
  return { ...PLAIN, key: `${id}.${number}`, id, title, ...told };
}

/** Evidence that the finding needs; `supporting` makes it one that only adds to it. */
export function needed(row: Omit<Evidence, 'needed'>): Evidence {
  return { ...row, needed: true };
}

export function supporting(row: Omit<Evidence, 'needed'>): Evidence {
  return { ...row, needed: false };
}

/** True when everything that the finding needs holds. */
export function holdsAll(evidence: readonly Evidence[]): boolean {
  return evidence.every((row) => row.holds || !row.needed);
}

/**
 * Does lateness alone hold a sender slow? Of each plane of variants, in counts of runs: a probe timer fired, it fired though the path lost
 * nothing, and the window was reduced or held on top.
 */
import { count, plural } from '../../base/text/figures';
import type { Place } from '../../simulator/runs/scenario';
import type { VariantSummary } from './simulated-shares';

export interface LoopVerdict {
  /** Heading of the plane; empty where there is one only. */
  readonly plane: string;
  readonly runs: number;
  readonly probed: number;
  readonly spurious: number;
  readonly closed: number;
}

/** Of each plane in order. @param variants of which some may have no summary. */
export function loopVerdicts(
  variants: readonly { readonly id: string; readonly at?: Place | null }[],
  summaries: ReadonlyMap<string, VariantSummary>,
): readonly LoopVerdict[] {
  const planes = new Map<string, VariantSummary[]>();
  for (const { id, at } of variants) {
    const plane = at?.plane ?? '';
    const summary = summaries.get(id);
    planes.set(plane, [...(planes.get(plane) ?? []), ...(summary === undefined ? [] : [summary])]);
  }
  return [...planes].map(([plane, of]) => loopVerdict(of, plane));
}

export function loopVerdict(of: readonly VariantSummary[], plane = ''): LoopVerdict {
  const sum = (hits: (summary: VariantSummary) => number): number =>
    of.reduce((total, summary) => total + hits(summary), 0);
  return {
    plane,
    runs: sum(({ runs }) => runs),
    probed: sum(({ probed }) => probed.hits),
    spurious: sum(({ spurious }) => spurious.hits),
    closed: sum(({ closed }) => closed.hits),
  };
}

/** Does the loop close, yes or no, with the counts. */
export function loopWords({ runs, probed, spurious, closed }: LoopVerdict): string {
  if (runs === 0) return 'no run yet';
  const isClosed = closed > 0 ? `yes, in ${count(closed)}` : 'no, in none';
  const fired =
    probed > 0
      ? `A PTO fired in ${count(probed)}, in ${count(spurious)} of them though nothing was lost.`
      : 'No PTO fired.';
  return `The loop closes: ${isClosed} of ${plural(runs, 'run')}. ${fired}`;
}

/** Logs whose own figures contradict one another, so that nothing is said of their sender. */
import { timeContradiction } from './logged-units';
import { whyMixed } from './repeated-numbers';
import type { TransportState } from './transport';

/** Why nothing is said of what depends on packets and times, as part of a sentence; null where they agree. */
export function whyContradicted(state: TransportState): string | null {
  const { times } = state.units;
  const why =
    times === null ? null : `its times and its RTTs are in different units: ${timeContradiction(times)}`;
  return whyMixed(state) ?? why;
}

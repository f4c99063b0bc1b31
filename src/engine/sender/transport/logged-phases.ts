/**
 * Whether the congestion state that a stack logs is the phase that its window is in: some call themselves in recovery for an instant at
 * each loss, or as long as a boundary of theirs lies in the future, others for a recovery period (RFC 9002 §7.3.2). Of 117 recorded senders
 * that log recovery, and whose losses show, other stacks log it for 0.76 to 1.1 of these periods, quiche for anything from none to 33 of them.
 */
import type { TransportState } from './transport';

/** Logged recovery is one where it lasts as long as the periods that losses begin, within this factor. */
const APART = 2;
const RECOVERY = /^recovery$/i;

/** True where nothing speaks against it: no state is called recovery, or no loss shows how long it would last. */
export function arePhases({ states, recovery, series, firstUs, lastUs }: TransportState): boolean {
  const periods = recovery.spans.within(firstUs, lastUs);
  if (periods.length === 0 || series.ackedTotal.length === 0) return true;
  let loggedUs = Number.NaN;
  for (const [name, us] of states.timesIn(firstUs, lastUs)) if (RECOVERY.test(name)) loggedUs = us;
  const periodsUs = periods.reduce((sum, { startUs, endUs }) => sum + (endUs || lastUs) - startUs, 0);
  return !(loggedUs > APART * periodsUs || loggedUs * APART < periodsUs);
}

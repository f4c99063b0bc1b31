/** The clock of the times of findings: the one switch at the time axis. */
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { originMsOf } from '../../../sharing/report/words/summary-words';
import { useApp } from '../../controls/use-app';
import { useSelected } from '../../controls/use-store';

/** Time 0 of the trace as ms since 1970 where times are shown in UTC; null for the trace's own clock, and where the log has no time of day. */
export function useOriginMs(snapshot: Snapshot | null): number | null {
  const isUtc = useSelected(useApp().choices, ({ clock }) => clock === 'utc');
  return isUtc && snapshot !== null ? originMsOf(snapshot) : null;
}

/** What held the requests of a connection that was read to its end: a sum, and that of the longest one. */
import type { Holder } from '../../base/text/account-names';
import { heldStreams } from '../../findings/partition/held-streams';
import type { HeldTime } from '../../findings/partition/partition';
import { httpTable } from '../../sender/http/http-table';
import type { TransportState } from '../../sender/transport/transport';
import type { RequestsHeld, RequestTotals } from '../contract/traffic';

/** Null where the log does not show it. @param heldTime null where the log does not show what held its sender. */
export function requestsHeld(
  state: TransportState,
  { longestStream }: RequestTotals,
  heldTime: HeldTime | null,
): RequestsHeld | null {
  const streams = heldStreams(state, heldTime);
  const sums = new Map<Holder, number>();
  for (const { streamId } of httpTable(state, 'start').rows)
    for (const { holder, us } of streams.of(state.streams.find(streamId))?.parts ?? [])
      sums.set(holder, (sums.get(holder) ?? 0) + us);
  if (sums.size === 0) return null;
  const parts = [...sums].map(([holder, us]) => ({ holder, us })).sort((a, b) => b.us - a.us);
  return { parts, longest: streams.of(state.streams.find(longestStream)) };
}

/** Of which trace of a set a packet is selected. Loaded with the page: Esc asks. */
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';

/** Null for none. */
export function packetTraceOf({ members }: OpenSet): OpenTrace | null {
  return members.find(({ trace }) => trace.view.get().packet !== null)?.trace ?? null;
}

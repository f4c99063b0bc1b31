/**
 * The connections of all open files, grouped as they belong together: two logs of one connection, its client's
 * and its server's, share the Original Destination Connection ID.
 */
import type { ConnectionSummary } from '../../engine/contract/quality';
import type { OpenTrace } from './open-trace';

export interface ConnectionEntry {
  readonly trace: OpenTrace;
  readonly summary: ConnectionSummary;
  /** It is the one that its file shows. */
  readonly current: boolean;
}

export interface ConnectionGroup {
  /** What the entries share; null for a connection that names neither ODCID nor group. */
  readonly id: string | null;
  readonly entries: readonly ConnectionEntry[];
}

/** An id is compared without regard to case: stacks write hexadecimal either way. */
function keyOf({ odcid, groupId }: ConnectionSummary): string | null {
  return (odcid ?? groupId)?.toLowerCase() ?? null;
}

/** @returns groups in order of their first connection; connections without an id stand alone. */
export function connectionGroups(traces: readonly OpenTrace[]): readonly ConnectionGroup[] {
  const groups: { readonly id: string | null; readonly entries: ConnectionEntry[] }[] = [];
  const byId = new Map<string, ConnectionEntry[]>();
  for (const trace of traces) {
    const snapshot = trace.snapshot.get();
    for (const summary of snapshot?.connections ?? []) {
      const entry = { trace, summary, current: summary.index === snapshot?.connection };
      const id = keyOf(summary);
      const known = id === null ? undefined : byId.get(id);
      if (known !== undefined) {
        known.push(entry);
        continue;
      }
      const entries = [entry];
      groups.push({ id, entries });
      if (id !== null) byId.set(id, entries);
    }
  }
  return groups;
}

/** The other log of the shown connection, if it is open: the server's for a client, and the reverse. */
export function counterpartOf(shown: OpenTrace, traces: readonly OpenTrace[]): ConnectionEntry | null {
  const index = shown.snapshot.get()?.connection;
  const group = connectionGroups(traces).find(
    ({ id, entries }) =>
      id !== null && entries.some(({ trace, summary }) => trace === shown && summary.index === index),
  );
  const own = group?.entries.find(({ trace, summary }) => trace === shown && summary.index === index);
  return (
    group?.entries.find(
      (entry) => entry !== own && entry.summary.role !== own?.summary.role && entry.summary.events > 0,
    ) ?? null
  );
}

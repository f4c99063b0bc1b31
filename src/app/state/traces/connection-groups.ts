/**
 * The connections of all open files, grouped by connection: two logs of one connection, its client's
 * and its server's, share the Original Destination Connection ID.
 */
import type { ConnectionSummary } from '../../../engine/reading/contract/quality';
import type { OpenFile } from './open-file';

export interface ConnectionEntry {
  readonly file: OpenFile;
  readonly summary: ConnectionSummary;
  /** The tab of its file shows it. */
  readonly current: boolean;
}

export interface ConnectionGroup {
  /** The common id; null for a connection that names neither ODCID nor group. */
  readonly id: string | null;
  readonly entries: readonly ConnectionEntry[];
}

/** Ids are compared case-insensitively: stacks write hexadecimal in either case. */
function keyOf({ odcid, groupId }: ConnectionSummary): string | null {
  return (odcid ?? groupId)?.toLowerCase() ?? null;
}

/** @returns groups in order of their first connection; each connection without an id is its own group. */
export function connectionGroups(files: readonly OpenFile[]): readonly ConnectionGroup[] {
  const groups: { readonly id: string | null; readonly entries: ConnectionEntry[] }[] = [];
  const byId = new Map<string, ConnectionEntry[]>();
  for (const file of files) {
    const snapshot = file.current.snapshot.get();
    for (const summary of snapshot?.connections ?? []) {
      const entry = { file, summary, current: summary.index === snapshot?.connection };
      const id = keyOf(summary);
      const group = id === null ? undefined : byId.get(id);
      if (group !== undefined) {
        group.push(entry);
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
export function counterpartOf(shown: OpenFile, files: readonly OpenFile[]): ConnectionEntry | null {
  const index = shown.current.connection;
  const group = connectionGroups(files).find(
    ({ id, entries }) =>
      id !== null && entries.some(({ file, summary }) => file === shown && summary.index === index),
  );
  const own = group?.entries.find(({ file, summary }) => file === shown && summary.index === index);
  return (
    group?.entries.find(
      (entry) => entry !== own && entry.summary.role !== own?.summary.role && entry.summary.events > 0,
    ) ?? null
  );
}

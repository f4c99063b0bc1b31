/** The traces that can be put beside those of a set: what other tabs show, and the other connections of the lead's file. */
import { count } from '../../../engine/base/text/figures';
import type { ConnectionSummary } from '../../../engine/reading/contract/quality';
import type { OpenFile } from '../../state/traces/open-file';
import type { OpenSet } from '../../state/traces/open-trace';
import { nameOf } from './compared-names';

export interface Candidate {
  readonly key: string;
  readonly file: OpenFile;
  /** Null for the one that the file's tab shows. */
  readonly connection: number | null;
  readonly name: string;
  /** Null before it is read. */
  readonly summary: ConnectionSummary | null;
  readonly status: OpenFile['state'];
}

/** @param set on the screen. */
export function candidatesOf(files: readonly OpenFile[], set: OpenSet): readonly Candidate[] {
  const inSet = new Set(set.members.map(({ trace }) => trace.key));
  return files.flatMap((file) =>
    file === set.lead.file ? otherConnections(file, inSet) : tabOf(file, inSet),
  );
}

function tabOf(file: OpenFile, inSet: ReadonlySet<string>): readonly Candidate[] {
  const { current, state } = file;
  if (inSet.has(current.key)) return [];
  const { connections = [] } = current.snapshot.get() ?? {};
  const summary = connections.find(({ index }) => index === current.connection) ?? null;
  return [{ key: current.key, file, connection: null, name: nameOf(current), summary, status: state }];
}

function otherConnections(file: OpenFile, inSet: ReadonlySet<string>): readonly Candidate[] {
  const { connections = [] } = file.current.snapshot.get() ?? {};
  return connections.flatMap((summary) => {
    const key = file.trace(summary.index).key;
    if (inSet.has(key) || summary.events === 0) return [];
    const name = `${file.name}, connection ${count(summary.index + 1)}`;
    return { key, file, connection: summary.index, name, summary, status: file.state };
  });
}

/** The set on the screen as a link names it: its traces by their files and connections. */
import type { PageSet } from '../../../sharing/link/link-of';
import type { OpenSet, OpenTrace } from '../../state/open-trace';
import type { TraceFile } from '../../state/trace-file';

/** @param files in the order of the link's traces. */
export function pageSetOf(set: OpenSet, files: readonly TraceFile[]): PageSet {
  return {
    view: set.view.get(),
    others: set.members.slice(1).map(({ trace }) => ({
      trace: files.indexOf(trace.file),
      connection: connectionOf(trace),
      marks: trace.marks,
    })),
  };
}

/**
 * Index of the connection; null where the file holds only one, and while it is read: the shown connection may still
 * change.
 */
export function connectionOf({ connection, snapshot }: OpenTrace): number | null {
  const newest = snapshot.get();
  return newest?.phase === 'ready' && newest.connectionCount > 1 ? connection : null;
}

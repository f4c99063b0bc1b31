/** The set on the screen as a link names it: its traces by their files and connections. */
import type { PageSet } from '../../sharing/link/link-of';
import type { OpenSet, OpenTrace } from '../state/traces/open-trace';
import type { TraceFile } from '../state/traces/trace-file';

/** The number of a trace of the set in the digest of the link; null where it is not in it. */
export type DigestNumber = (trace: OpenTrace) => number | null;

/**
 * @param files in the order of the link's traces.
 * @param digests of the set's traces, in the link's traces after the files.
 */
export function pageSetOf(
  set: OpenSet,
  files: readonly TraceFile[],
  digests: readonly OpenTrace[] = [],
): PageSet {
  return {
    view: set.view.get(),
    byBytes: set.axis.get() === 'time' ? null : { range: set.rangeInBytes },
    others: set.members.slice(1).map(({ trace }) => {
      const at = digests.indexOf(trace);
      const own = { marks: trace.marks, outside: trace.outside.get().shared };
      return at < 0
        ? { trace: files.indexOf(trace.file), connection: connectionOf(trace), ...own }
        : { trace: files.length + at, connection: null, ...own };
    }),
  };
}

/** Of digests that were opened together. @param encoded the digest of the link; null for none. */
export function numberIn(encoded: string | null): DigestNumber {
  return ({ digest }) => {
    const place = digest?.place ?? null;
    return place !== null && place.group === encoded ? place.number : null;
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

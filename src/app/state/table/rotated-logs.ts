/** Which logs of a table are files of one connection: of many files only those are compared that may be. */
import type { Evidence } from '../../../engine/input/bytes/source';
import { type NamedLog, segmentGroups } from '../../../engine/reading/segments/grouping';

/** So many logs are compared with one another: the cost grows with the square. */
const MOST_COMPARED = 200;

interface RotatedLog<Log> {
  readonly logs: readonly Log[];
  readonly evidence: Evidence;
}

/** Of more logs than are compared, those that name the same connection. */
export function rotatedLogs<Log extends NamedLog>(logs: readonly Log[]): readonly RotatedLog<Log>[] {
  const clusters = logs.length <= MOST_COMPARED ? [logs] : sameConnection(logs);
  return clusters.flatMap((cluster) =>
    segmentGroups(cluster).map(({ logs: members, evidence }) => ({
      logs: members.flatMap((log) => cluster[log] ?? []),
      evidence,
    })),
  );
}

function sameConnection<Log extends NamedLog>(logs: readonly Log[]): readonly (readonly Log[])[] {
  const byId = new Map<string, Log[]>();
  for (const log of logs) {
    const id = log.ends.identity.odcid ?? log.ends.identity.groupId;
    if (id !== null) byId.set(id, [...(byId.get(id) ?? []), log]);
  }
  return [...byId.values()].filter(({ length }) => length <= MOST_COMPARED);
}

/** Files that are read again for the runs of groups: each once, for all of its connections. */
import { storedBytes } from '../../../engine/input/bytes/source';
import type { SamplesJob } from '../../backend/table-reader';
import type { ReadRow } from './table-view';

export type RunRow = Pick<ReadRow, 'key' | 'row' | 'source'>;

export interface JobOfRuns extends SamplesJob {
  /** Of the rows, in the order of the connections. */
  readonly keys: readonly string[];
}

/** Rows whose file is not here, or that name no connection, have none. */
export function samplesJobs(rows: readonly RunRow[], nextId: () => number): readonly JobOfRuns[] {
  const byFile = new Map<NonNullable<RunRow['source']>['source'], RunRow[]>();
  for (const row of rows) {
    if (row.source === null || row.row.connection === null) continue;
    const { source } = row.source;
    byFile.set(source, [...(byFile.get(source) ?? []), row]);
  }
  return [...byFile].map(([source, runs]) => ({
    id: nextId(),
    source,
    sizeBytes: storedBytes(source) ?? 0,
    connections: runs.flatMap(({ row }) => row.connection ?? []),
    keys: runs.map(({ key }) => key),
  }));
}

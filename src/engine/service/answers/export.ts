/** Answers `export`: a range of a connection, rewritten (`export/`). Loaded with the first request. */
import { yieldToEventLoop } from '../../reading/budgets/yield-to-event-loop';
import { RequestFailed } from '../../reading/contract/request-failed';
import { roleOf } from '../../reading/stages/connection-list';
import { exportRange } from './export/export-range';
import type { Handler } from './handler';
import { recordsOf } from './records/access';
import { textReader } from './records/text-reader';

/** Time between two reports of progress. */
const PROGRESS_MS = 100;

export const handler: Handler<'export'> = async (file, request, { signal, progress }) => {
  const asked = file.connection(request.connection);
  const { info, state, quality } = asked.connection;
  let reportedAt = 0;
  const onProgress = (done: number, total: number): void => {
    if (performance.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = performance.now();
    progress({ done, total });
  };
  const source = {
    info,
    state,
    role: roleOf(asked.connection),
    originMs: quality.originMs,
    resolution: quality.resolution,
    reader: textReader(asked),
    records: await recordsOf(asked),
  };
  const exported = await exportRange(source, request, { yieldToEventLoop, signal, onProgress }).catch(
    (error) => {
      throw new RequestFailed(error instanceof Error ? error.message : String(error));
    },
  );
  signal.throwIfAborted();
  if (exported === null) throw new RequestFailed('The export was ended.');
  return exported;
};

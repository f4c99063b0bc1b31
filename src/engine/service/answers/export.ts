/** Answers `export`: a range of a connection, rewritten (`export/`). Loaded with the first request. */
import { yieldToEventLoop } from '../../reading/budgets/yield-to-event-loop';
import { RequestFailed } from '../../reading/contract/request-failed';
import { exportRange } from './export/export-range';
import { exportSourceOf } from './export/export-source';
import type { Handler } from './handler';

/** Time between two reports of progress. */
const PROGRESS_MS = 100;

export const handler: Handler<'export'> = async (file, request, { signal, progress }) => {
  const source = await exportSourceOf(file.connection(request.connection));
  let reportedAt = 0;
  const onProgress = (done: number, total: number): void => {
    if (performance.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = performance.now();
    progress({ done, total });
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

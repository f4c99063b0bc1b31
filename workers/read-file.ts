/** The worker that reads a large file ahead of the trace's worker, which starts it; the code is in `read-ahead.ts`. */
import { serveReads } from '../src/engine/input/bytes/read-ahead';

declare const self: DedicatedWorkerGlobalScope;

serveReads(self);

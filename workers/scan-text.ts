/** The worker that reads and scans a large file for the trace's worker, which starts it; the code is in `scan-server.ts`. */
import { fileChunks } from '../src/engine/input/bytes/file-stream';
import { serveScans } from '../src/engine/reading/scan/scan-server';

declare const self: DedicatedWorkerGlobalScope;

serveScans<File>(self, fileChunks);

/** The worker of one file: owns its columns and answers requests. The code is in `src/engine/service/answers`. */
import { fetchScan } from '../src/engine/reading/scan/text-reading';
import { fetchWindows } from '../src/engine/service/answers/handlers';
import { type FromWorker, serve, type ToWorker } from '../src/engine/service/answers/serve';
import { TraceSession } from '../src/engine/service/answers/session';

declare const self: DedicatedWorkerGlobalScope;

const post = (message: FromWorker, transfer: readonly ArrayBuffer[]): void =>
  self.postMessage(message, [...transfer]);
const session = new TraceSession((snapshot, main) => post({ type: 'snapshot', snapshot, main }, []), {
  read: () => new Worker(new URL('./read-file.ts', import.meta.url), { type: 'module', name: self.name }),
  scan: () => new Worker(new URL('./scan-text.ts', import.meta.url), { type: 'module', name: self.name }),
  judge: () => new Worker(new URL('./judge-sender.ts', import.meta.url), { type: 'module', name: self.name }),
});
const take = serve(session, { post, onDefect: (error) => self.reportError(error) });

// The page makes a worker at the first sign of a hand: what a large file needs at once is there when it comes.
void fetchWindows();
void fetchScan();

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => take(data);

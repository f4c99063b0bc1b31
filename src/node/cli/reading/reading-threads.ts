/**
 * Threads that read one large file together with the main one: one scans, one judges (`start-threads.ts` starts them). Where
 * there is one core there are none.
 */
import type { MessagePort } from 'node:worker_threads';
import { serveJudgements } from '../../../engine/reading/judge/judge-server';
import type { JudgePort } from '../../../engine/reading/judge/judge-thread';
import { serveScans } from '../../../engine/reading/scan/scan-server';
import type { ScanPort } from '../../../engine/reading/scan/scan-thread';
import { reusedPieces } from './sources';

/** Starts them; may throw where the system gives none. */
export interface ReadingThreads {
  /** Reads and scans files, named by their paths. */
  readonly scan: () => ScanPort<unknown>;
  readonly judge: () => JudgePort;
}

export type ReadingRole = keyof ReadingThreads;

/** Serves the main thread, in another one. */
export function serveReading(role: ReadingRole, port: MessagePort): void {
  const scope = {
    onmessage: null as ((event: MessageEvent) => void) | null,
    postMessage: (message: unknown, transfer: ArrayBuffer[]) => port.postMessage(message, transfer),
  };
  if (role === 'scan') serveScans<string>(scope, reusedPieces);
  else serveJudgements(scope);
  port.on('message', (data) => scope.onmessage?.({ data } as MessageEvent));
}

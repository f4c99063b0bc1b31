/**
 * What reads one large file together with the main thread: one side scans, one judges (`start-threads.ts` starts their thread).
 * Where there is one core there is none.
 */
import type { MessagePort } from 'node:worker_threads';
import type { JudgePort } from '../../../engine/reading/judge/judge-thread';
import type { ScanPort } from '../../../engine/reading/scan/scan-thread';

/** Starts them; may throw where the system gives none. */
export interface ReadingThreads {
  /** Reads and scans files, named by their paths. */
  readonly scan: () => ScanPort<unknown>;
  readonly judge: () => JudgePort;
}

export type ReadingRole = keyof ReadingThreads;

/** A role, and the port by which the main thread speaks to it. */
export interface ServeReading {
  readonly role: ReadingRole;
  readonly port: MessagePort;
}

/** Serves the main thread, in another one, which loads what each role needs when it is asked for. */
export function serveReading(parent: MessagePort): void {
  parent.on('message', ({ role, port }: ServeReading) => void serve(role, port));
}

async function serve(role: ReadingRole, port: MessagePort): Promise<void> {
  const scope = {
    onmessage: null as ((event: MessageEvent) => void) | null,
    postMessage: (message: unknown, transfer: ArrayBuffer[]) => port.postMessage(message, transfer),
  };
  if (role === 'scan') {
    const [{ serveScans }, { reusedPieces }] = await Promise.all([
      import('../../../engine/reading/scan/scan-server'),
      import('./sources'),
    ]);
    serveScans<string>(scope, reusedPieces);
  } else (await import('../../../engine/reading/judge/judge-server')).serveJudgements(scope);
  port.on('message', (data) => scope.onmessage?.({ data } as MessageEvent));
}

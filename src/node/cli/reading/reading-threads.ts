/**
 * Threads that read one large file together with the main one: the program itself, started as a worker that scans, or that
 * judges. Where there is one core there are none.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { serveJudgements } from '../../../engine/reading/judge/judge-server';
import type { JudgePort } from '../../../engine/reading/judge/judge-thread';
import { serveScans } from '../../../engine/reading/scan/scan-server';
import type { ScanPort } from '../../../engine/reading/scan/scan-thread';
import { reusedPieces } from './sources';

/** Starts them; may throw where the system gives none. */
export interface ReadingThreads {
  /** Reads and scans files, named by their paths. */
  readonly scan: () => ScanPort<unknown>;
  /** Judges the sender. */
  readonly judge: () => JudgePort;
}

/** What a worker is for, in its `workerData`. */
type Role = 'scan' | 'judge';

/** @param program the bundle, which calls `servesReading`. @returns null where a second thread is of no use. */
export function readingThreads(program: URL): ReadingThreads | null {
  if (availableParallelism() === 1) return null;
  return { scan: () => started(program, 'scan'), judge: () => started(program, 'judge') };
}

/** What both kinds of thread have of a browser's `Worker`. */
interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

function started(program: URL, role: Role): Port {
  const worker = new Worker(program, { workerData: role });
  const port: Port = {
    onmessage: null,
    onerror: null,
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => void worker.terminate(),
  };
  worker.on('message', (data) => port.onmessage?.({ data } as MessageEvent));
  worker.on('error', () => port.onerror?.({ preventDefault: () => undefined } as ErrorEvent));
  return port;
}

/** Runs in another thread, instead of the program. @returns whether this is one that reads with the main one. */
export function servesReading(): boolean {
  const role = workerData as Role | null;
  if (isMainThread || parentPort === null || (role !== 'scan' && role !== 'judge')) return false;
  const parent = parentPort;
  const scope = {
    onmessage: null as ((event: MessageEvent) => void) | null,
    postMessage: (message: unknown, transfer: ArrayBuffer[]) => parent.postMessage(message, transfer),
  };
  if (role === 'scan') serveScans<string>(scope, reusedPieces);
  else serveJudgements(scope);
  parent.on('message', (data) => scope.onmessage?.({ data } as MessageEvent));
  return true;
}

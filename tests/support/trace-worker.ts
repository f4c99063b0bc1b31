/** The worker of a file by hand: a test reads what it was told, and says what comes from it. */
import { vi } from 'vitest';
import type { AppState } from '../../src/app/state/app-state.ts';
import { tableStore } from '../../src/app/state/table/table-store.ts';
import { localFiles } from '../../src/engine/input/bytes/source.ts';
import type { Snapshot } from '../../src/engine/reading/contract/snapshot.ts';
import type { FromWorker, ToWorker } from '../../src/engine/service/answers/serve.ts';
import { madeSnapshot } from './hand-trace.ts';

export class StubTraceWorker {
  /** Those that were started since the last reset, in their order. */
  static started: StubTraceWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  readonly got: ToWorker[] = [];
  isAlive = true;

  constructor() {
    StubTraceWorker.started.push(this);
  }

  postMessage(message: ToWorker): void {
    if (this.isAlive) this.got.push(message);
  }

  terminate(): void {
    this.isAlive = false;
  }

  say(data: FromWorker): void {
    this.onmessage?.({ data });
  }

  /** Says a snapshot. @param main the file's default connection. */
  read(known: Partial<Snapshot> = {}, main = 0): void {
    this.say({ type: 'snapshot', snapshot: madeSnapshot(known), main });
  }

  /** Requests by their kind, other messages by their type. */
  get types(): readonly string[] {
    return this.got.map((message) => (message.type === 'request' ? message.kind : message.type));
  }

  /** Id of the newest request. */
  get newest(): number {
    return this.got.findLast((message) => message.type === 'request')?.id ?? -1;
  }

  /** The files on this device that it reads, in their order. */
  get files(): readonly string[] {
    const opened = this.got.find((message) => message.type === 'open');
    return opened === undefined ? [] : localFiles(opened.source).map(({ name }) => name);
  }
}

/** The page starts them from here on. */
export function stubTraceWorkers(cores = 8): void {
  StubTraceWorker.started = [];
  vi.stubGlobal('Worker', StubTraceWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
  vi.stubGlobal('requestAnimationFrame', () => 0);
}

/** Closes what is open: a file or table that stays would start its worker anew after the test, once the first is silent for too long. */
export function endTraceWorkers(app: AppState): void {
  app.feature(tableStore).get()?.close();
  for (const file of app.files.files) app.files.close(file);
  vi.unstubAllGlobals();
}

/** The worker that reads these files. @throws where none does. */
export function workerOf(...names: readonly string[]): StubTraceWorker {
  const found = StubTraceWorker.started.find(
    ({ isAlive, files }) => isAlive && files.join() === names.join(),
  );
  if (found === undefined) throw new Error(`no worker reads ${names.join()}`);
  return found;
}

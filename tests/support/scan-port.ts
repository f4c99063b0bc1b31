/** A thread that scans, in this thread: its messages are cloned and transferred as those to a worker are, and come later. */
import type { Bytes, Chunks } from '../../src/engine/input/bytes/chunks.ts';
import type { FromScan, ToScan } from '../../src/engine/reading/scan/messages.ts';
import { type ScanScope, serveScans } from '../../src/engine/reading/scan/scan-server.ts';
import type { ScanPort } from '../../src/engine/reading/scan/scan-thread.ts';

/** The bytes of a text, and how they are cut: sizes over and over. */
export interface CutText {
  readonly bytes: Uint8Array;
  readonly sizes: readonly number[];
}

export async function* cutChunks({ bytes, sizes }: CutText): Chunks {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    yield bytes.slice(at, at + size) as Bytes;
    at += size;
  }
}

export class LocalScanPort<Source> implements ScanPort<Source> {
  onmessage: ScanPort<Source>['onmessage'] = null;
  onerror: ScanPort<Source>['onerror'] = null;
  isStopped = false;
  /** Messages with rows that were sent, and taken. */
  scanned = 0;
  taken = 0;
  mostAhead = 0;
  readonly #scope: ScanScope<Source>;
  readonly #lastMessage: number;

  /** @param lastMessage the thread fails after so many messages. */
  constructor(open: (source: Source) => Chunks, lastMessage = Number.POSITIVE_INFINITY) {
    this.#lastMessage = lastMessage;
    this.#scope = { onmessage: null, postMessage: (message, transfer) => this.#send(message, transfer) };
    serveScans(this.#scope, open);
  }

  postMessage(message: ToScan<Source>, transfer: ArrayBuffer[]): void {
    if (message.type === 'taken') this.taken++;
    const data = structuredClone(message, { transfer });
    setImmediate(() => this.#scope.onmessage?.({ data } as MessageEvent<ToScan<Source>>));
  }

  terminate(): void {
    this.isStopped = true;
  }

  #send(message: FromScan, transfer: ArrayBuffer[]): void {
    const data = structuredClone(message, { transfer });
    if (message.type === 'scanned') this.scanned++;
    this.mostAhead = Math.max(this.mostAhead, this.scanned - this.taken);
    const isLast = this.scanned > this.#lastMessage;
    setImmediate(() => {
      if (this.isStopped) return;
      if (isLast) this.onerror?.({ preventDefault: () => undefined } as ErrorEvent);
      else this.onmessage?.({ data } as MessageEvent<FromScan>);
    });
  }
}

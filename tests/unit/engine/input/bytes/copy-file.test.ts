/** A file copied by a worker, piece by piece: whole and closed, or said to be neither. */
import { beforeEach, expect, test } from 'vitest';
import type { Bytes } from '../../../../../src/engine/input/bytes/chunks.ts';
import {
  type CopierScope,
  type CopyTarget,
  type FromCopier,
  serveCopies,
  type ToCopier,
} from '../../../../../src/engine/input/bytes/copy-file.ts';

const PIECE_BYTES = 1000;
const BYTES = Uint8Array.from({ length: 5500 }, (_, i) => i % 251);

/** What a browser gives to write to. */
class Target implements CopyTarget {
  bytes = new Uint8Array(9999).fill(7);
  readonly calls: string[] = [];
  diskBytes = Number.POSITIVE_INFINITY;
  onWrite = (): void => undefined;

  write(piece: Bytes, { at }: { readonly at: number }): number {
    const written = Math.max(0, Math.min(piece.length, this.diskBytes - at));
    const grown = new Uint8Array(Math.max(this.bytes.length, at + written));
    grown.set(this.bytes);
    grown.set(piece.subarray(0, written), at);
    this.bytes = grown;
    this.onWrite();
    return written;
  }

  truncate(sizeBytes: number): void {
    this.bytes = this.bytes.slice(0, sizeBytes);
  }

  // Some browsers return a promise.
  async flush(): Promise<void> {
    await Promise.resolve();
    this.calls.push('flush');
  }

  close(): void {
    this.calls.push('close');
  }
}

let target: Target;
let opened: readonly string[];
let tell: (message: ToCopier) => void;

beforeEach(() => {
  target = new Target();
  opened = [];
});

/** Gives its bytes in pieces, as a browser does. */
function inPieces(bytes: Uint8Array, failsAt = Number.POSITIVE_INFINITY): Blob {
  let at = 0;
  const stream = (): ReadableStream =>
    new ReadableStream(
      {
        pull(controller) {
          if (at >= failsAt) controller.error(new DOMException('gone', 'NotReadableError'));
          else if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.slice(at, at + PIECE_BYTES));
          at += PIECE_BYTES;
        },
      },
      { highWaterMark: 0 },
    );
  return Object.assign(new Blob([Uint8Array.from(bytes)]), { stream });
}

function copy(file: Blob, open = async (): Promise<CopyTarget> => target): Promise<FromCopier> {
  return new Promise((resolve) => {
    const scope: CopierScope = { onmessage: null, postMessage: resolve };
    serveCopies(scope, (...names) => {
      opened = names;
      return open();
    });
    tell = (data) => scope.onmessage?.({ data } as MessageEvent<ToCopier>);
    tell({ type: 'copy', file, folder: 'copies', name: 'one' });
  });
}

test('every byte is written in place of what was there, and the file is closed before it is said', async () => {
  expect(await copy(inPieces(BYTES))).toEqual({ type: 'copied' });
  expect(opened).toEqual(['copies', 'one']);
  expect(target.bytes).toEqual(BYTES);
  expect(target.calls).toEqual(['flush', 'close']);
});

test('an empty file has an empty copy', async () => {
  expect(await copy(inPieces(new Uint8Array()))).toEqual({ type: 'copied' });
  expect(target.bytes).toHaveLength(0);
});

test('it stops between two pieces, and closes the file', async () => {
  target.onWrite = () => tell({ type: 'stop' });
  expect(await copy(inPieces(BYTES))).toEqual({ type: 'stopped' });
  expect(target.bytes.length).toBeLessThan(BYTES.length);
  expect(target.calls).toEqual(['close']);
});

test('a full disk is said, where the browser throws and where it writes less than it was given', async () => {
  target.diskBytes = 2500;
  expect(await copy(inPieces(BYTES))).toEqual({ type: 'failed', name: 'QuotaExceededError' });
  expect(target.calls).toEqual(['close']);
  target = new Target();
  target.onWrite = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(await copy(inPieces(BYTES))).toEqual({ type: 'failed', name: 'QuotaExceededError' });
  expect(target.calls).toEqual(['close']);
});

test('a file that cannot be read to its end is said to be', async () => {
  expect(await copy(inPieces(BYTES, 3000))).toEqual({ type: 'failed', name: 'NotReadableError' });
  expect(target.calls).toEqual(['close']);
});

test('a browser that lets nothing be written is said to', async () => {
  const refuse = (): Promise<CopyTarget> => Promise.reject(new TypeError('not a function'));
  expect(await copy(inPieces(BYTES), refuse)).toEqual({ type: 'failed', name: 'TypeError' });
});

/** A file read to its end, also where a read of the browser hangs. */
import { describe, expect, it } from 'vitest';
import type { Bytes } from '../../../../../src/engine/input/bytes/chunks.ts';
import { fileChunks } from '../../../../../src/engine/input/bytes/file-stream.ts';
import { HandClock } from '../../../../support/hand-clock.ts';

const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

/** Gives 100 bytes per read; every stream hangs for good once it has given `readsBeforeHang` of them, and time passes. */
function hangingFile(bytes: Bytes, readsBeforeHang: number, clock: HandClock, opened: number[]): Blob {
  const blob = new Blob([bytes]);
  return Object.assign(blob, {
    slice: (from: number) => hangingFile(bytes.slice(from), readsBeforeHang, clock, opened),
    stream() {
      opened.push(bytes.length);
      let given = 0;
      return new ReadableStream<Bytes>(
        {
          pull(controller) {
            if (given === readsBeforeHang) {
              queueMicrotask(() => clock.ring());
              return new Promise(() => undefined);
            }
            const at = given++ * 100;
            if (at >= bytes.length) return controller.close();
            return controller.enqueue(bytes.slice(at, at + 100));
          },
        },
        { highWaterMark: 0 },
      );
    },
  });
}

async function readAll(file: Blob, clock = new HandClock()): Promise<Buffer> {
  const chunks: Bytes[] = [];
  for await (const chunk of fileChunks(file, 0, clock.timer)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('fileChunks', () => {
  it('gives all bytes in their order, and none of an empty file', async () => {
    expect(await readAll(new File([BYTES], 'a'))).toEqual(Buffer.from(BYTES));
    expect(await readAll(new File([], 'a'))).toHaveLength(0);
  });

  it('continues after the received bytes when a read hangs, as often as needed', async () => {
    const opened: number[] = [];
    const clock = new HandClock();
    expect(await readAll(hangingFile(BYTES, 3, clock, opened), clock)).toEqual(Buffer.from(BYTES));
    expect(opened).toEqual([1000, 700, 400, 100]);
  });

  it('fails with the offset when nothing is received', async () => {
    const opened: number[] = [];
    const clock = new HandClock();
    await expect(readAll(hangingFile(BYTES, 0, clock, opened), clock)).rejects.toThrow(
      'no byte after byte 0 came within 30 s',
    );
    expect(opened).toHaveLength(3);
    expect(clock.askedMs).toEqual([10_000, 10_000, 10_000]);
  });

  it('leaves no timer running after a read', async () => {
    const clock = new HandClock();
    await readAll(new File([BYTES], 'a'), clock);
    expect(clock.askedMs.length).toBeGreaterThan(0);
    expect(clock.waiting).toBe(0);
  });

  it('passes an error of the file on', async () => {
    const file = Object.assign(new Blob([BYTES]), {
      stream: () =>
        new ReadableStream({ pull: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    });
    await expect(readAll(file)).rejects.toThrow('gone');
  });

  it('reads no more than requested, and cancels the stream when it is closed', async () => {
    let pulls = 0;
    let cancelled = false;
    const file = Object.assign(new Blob([BYTES]), {
      stream: () =>
        new ReadableStream<Bytes>(
          {
            pull: (controller) => {
              pulls++;
              controller.enqueue(BYTES.slice(0, 10));
            },
            cancel: () => {
              cancelled = true;
            },
          },
          { highWaterMark: 0 },
        ),
    });
    for await (const _ of fileChunks(file, 0, new HandClock().timer)) if (pulls === 3) break;
    expect(pulls).toBe(3);
    expect(cancelled).toBe(true);
  });
});

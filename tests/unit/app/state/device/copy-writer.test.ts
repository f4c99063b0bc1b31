/** The worker of one copy: it is told to stop, ends with its answer, and may not start at all. */
import { beforeEach, expect, test, vi } from 'vitest';
import { COPY_FOLDER } from '../../../../../src/app/state/device/copy-folder.ts';
import { type CopierThread, copyWriter } from '../../../../../src/app/state/device/copy-writer.ts';
import type { FromCopier, ToCopier } from '../../../../../src/engine/input/bytes/copy-file.ts';

class Thread implements CopierThread {
  onmessage: CopierThread['onmessage'] = null;
  onerror: CopierThread['onerror'] = null;
  readonly messages: ToCopier[] = [];
  isEnded = false;

  postMessage(message: ToCopier): void {
    this.messages.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  answer(data: FromCopier): void {
    this.onmessage?.({ data } as MessageEvent<FromCopier>);
  }
}

const file = new File(['abc'], 'a.qlog');
let thread: Thread;
let stop: AbortController;

beforeEach(() => {
  thread = new Thread();
  stop = new AbortController();
});

const write = (): Promise<FromCopier> => copyWriter(() => thread)(file, 'id-1', stop.signal);

test('it is sent the file itself, not its bytes, and ends with its answer', async () => {
  const written = write();
  expect(thread.messages).toEqual([{ type: 'copy', file, folder: COPY_FOLDER, name: 'id-1' }]);
  expect(thread.isEnded).toBe(false);
  thread.answer({ type: 'copied' });
  expect(await written).toEqual({ type: 'copied' });
  expect(thread.isEnded).toBe(true);
  stop.abort();
  expect(thread.messages).toHaveLength(1);
});

test('told to stop it closes its file first', async () => {
  const written = write();
  stop.abort();
  expect(thread.messages.map(({ type }) => type)).toEqual(['copy', 'stop']);
  expect(thread.isEnded).toBe(false);
  thread.answer({ type: 'stopped' });
  expect(await written).toEqual({ type: 'stopped' });
});

test('one that does not answer is ended', async () => {
  vi.useFakeTimers();
  const written = write();
  stop.abort();
  vi.advanceTimersByTime(2999);
  expect(thread.isEnded).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await written).toEqual({ type: 'stopped' });
  expect(thread.isEnded).toBe(true);
  vi.useRealTimers();
});

test('one whose code cannot be fetched has failed', async () => {
  const written = write();
  thread.onerror?.({ preventDefault: () => undefined } as ErrorEvent);
  expect(await written).toEqual({ type: 'failed', name: 'WorkerError' });
  expect(thread.isEnded).toBe(true);
});

test('one that the browser does not start is an error', async () => {
  const refuse = (): never => {
    throw new DOMException('no', 'SecurityError');
  };
  await expect(copyWriter(refuse)(file, 'id-1', stop.signal)).rejects.toThrow('no');
});

/** The further thread of a reading: it scans and judges, each by a port of its own. */
import { afterEach, expect, test } from 'vitest';
import { ReadingThread } from '../../../../src/node/cli/start-threads.ts';

/** Answers with its role, its number and what it was sent, and fails where that is `fail`. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ role, port }) =>
      port.on('message', (message) => {
        if (message === 'fail') throw new Error('it fails');
        port.postMessage({ role, threadId, message });
      }));`)}`,
);

const thread = new ReadingThread(PROGRAM);
type Port = ReturnType<ReadingThread['serve']>;
let open: Port[] = [];

function served(role: 'scan' | 'judge'): Port {
  const port = thread.serve(role);
  open.push(port);
  return port;
}

const answerOf = (port: Port, message: string): Promise<{ readonly threadId: number }> =>
  new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
    port.postMessage(message, []);
  });

const failureOf = (port: Port): Promise<ErrorEvent> =>
  new Promise((resolve) => {
    port.onerror = resolve;
  });

afterEach(() => {
  for (const port of open) port.terminate();
  open = [];
});

test('one thread scans and judges, and goes on with one of them where the other has ended', async () => {
  const [scan, judge] = [served('scan'), served('judge')];
  const { threadId } = await answerOf(scan, 'text');
  expect(await answerOf(judge, 'feed')).toEqual({ role: 'judge', threadId, message: 'feed' });
  scan.terminate();
  expect(await answerOf(judge, 'more')).toMatchObject({ threadId });
  expect(await answerOf(served('scan'), 'next')).toEqual({ role: 'scan', threadId, message: 'next' });
});

test('once both have ended the next one has a new thread', async () => {
  const scan = served('scan');
  const { threadId } = await answerOf(scan, 'text');
  scan.terminate();
  scan.terminate();
  expect((await answerOf(served('judge'), 'feed')).threadId).not.toBe(threadId);
});

test('a thread that fails fails for both, and for nobody after it', async () => {
  const [scan, judge] = [served('scan'), served('judge')];
  const failures = Promise.all([failureOf(scan), failureOf(judge)]);
  scan.postMessage('fail', []);
  expect(await failures).toHaveLength(2);
  expect(await answerOf(served('judge'), 'feed')).toMatchObject({ role: 'judge' });
});

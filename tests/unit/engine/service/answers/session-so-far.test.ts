/** A session on a source that pauses half-way: what it tells so far, and that its verdict is the one without the pause. */
import { expect, test, vi } from 'vitest';
import type { ByteSource } from '../../../../../src/engine/input/bytes/byte-source';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { readTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const BYTES = new Uint8Array(readTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz')));

/** Gives the first half, calls, and gives the rest when that has resolved. */
function pausing(halfway: () => Promise<void>): ByteSource {
  return {
    name: 'paused.sqlog',
    sizeBytes: BYTES.length,
    file: null,
    stream: async () =>
      new ReadableStream({
        async start(controller) {
          controller.enqueue(BYTES.slice(0, BYTES.length >> 1));
          await halfway();
          controller.enqueue(BYTES.slice(BYTES.length >> 1));
          controller.close();
        },
      }),
    blob: () => Promise.reject(new Error('no file')),
  };
}

test('a trace that is held back half-way tells what was found, and is judged when the rest has come', async () => {
  const seen: Snapshot[] = [];
  const session = new TraceSession((snapshot) => seen.push(snapshot));
  const told = (): boolean => seen.some(({ soFar }) => soFar !== undefined);
  await session.read([pausing(() => vi.waitFor(() => expect(told()).toBe(true), { timeout: 30_000 }))]);
  const half = seen.find(({ soFar }) => soFar !== undefined);
  const last = seen.at(-1) as Snapshot;
  expect(half?.findings).toEqual([]);
  expect(half?.soFar?.findings[0]?.id).toBe('death-spiral');
  expect(half?.soFar?.toUs).toBeLessThan(last.extent.toUs);
  expect([last.phase, last.soFar]).toEqual(['ready', undefined]);
  let whole: Snapshot | null = null;
  const other = new TraceSession((snapshot) => {
    whole = snapshot;
  });
  await other.read([pausing(async () => undefined)]);
  const expected = whole as unknown as Snapshot;
  expect(last.findings).toEqual(expected.findings);
  expect([last.notFound, last.notJudged]).toEqual([expected.notFound, expected.notJudged]);
});

/** A thread that scans: never far ahead, its errors are those of a reader here, and it is given up where it fails or hangs. */
import { describe, expect, it } from 'vitest';
import { NotATrace } from '../../../../../src/engine/input/formats/not-a-trace.ts';
import { errorOf, failureOf } from '../../../../../src/engine/reading/scan/failure.ts';
import { MAX_AHEAD } from '../../../../../src/engine/reading/scan/messages.ts';
import { ScanThread, ScanThreadFailed } from '../../../../../src/engine/reading/scan/scan-thread.ts';
import { BrokenRun } from '../../../../../src/engine/reading/stages/broken-run.ts';
import { TracePipeline } from '../../../../../src/engine/reading/stages/pipeline.ts';
import { HandClock } from '../../../../support/hand-clock.ts';
import { realTrace } from '../../../../support/real-trace.ts';
import { type CutText, cutChunks, LocalScanPort } from '../../../../support/scan-port.ts';
import { utf8 } from '../../../../support/split-all.ts';

const BYTES = realTrace('JSON-SEQ', 400_000);
const TEXT: CutText = { bytes: BYTES, sizes: [20_000] };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function bytesOf(thread: ScanThread<CutText>, text = TEXT): Promise<number> {
  let bytes = 0;
  for await (const step of thread.scan(text)) {
    bytes += step;
    // As a replay that computes: messages come in between.
    await turn();
  }
  return bytes;
}

describe('a thread that scans', () => {
  it('gives rows of all bytes, and is never further ahead than it may be', async () => {
    const port = new LocalScanPort(cutChunks);
    const thread = new ScanThread(port);
    const pipeline = new TracePipeline(() => undefined, null, undefined, thread);
    await thread.ready();
    expect(await bytesOf(thread)).toBe(BYTES.length);
    expect(pipeline.inflatedBytes).toBe(BYTES.length);
    expect(pipeline.events).toBeGreaterThan(1000);
    expect(port.scanned).toBeGreaterThan(MAX_AHEAD);
    expect(port.mostAhead).toBeLessThanOrEqual(MAX_AHEAD + 1);
    expect(port.taken).toBe(port.scanned);
  });

  it('reads several texts as one, one after the other', async () => {
    const thread = new ScanThread(new LocalScanPort(cutChunks));
    const pipeline = new TracePipeline(() => undefined, null, undefined, thread);
    await thread.ready();
    await bytesOf(thread);
    const { events } = pipeline;
    pipeline.nextText();
    await bytesOf(thread);
    pipeline.finish();
    expect(pipeline.events).toBe(2 * events);
    expect(pipeline.connections).toHaveLength(1);
    expect(pipeline.inflatedBytes).toBe(2 * BYTES.length);
  });

  it('that cannot be started, or fails on the way, is given up', async () => {
    const thread = new ScanThread(new LocalScanPort(cutChunks, 3));
    await thread.ready();
    await expect(bytesOf(thread)).rejects.toThrow(ScanThreadFailed);
  });

  it('that hangs is given up', async () => {
    const clock = new HandClock();
    async function* hanging() {
      await new Promise(() => undefined);
      yield new Uint8Array(0);
    }
    const thread = new ScanThread<CutText>(new LocalScanPort(hanging), clock.timer);
    await thread.ready();
    const read = bytesOf(thread);
    clock.ringAlways();
    await expect(read).rejects.toThrow(ScanThreadFailed);
  });

  it('says what is no trace as a reader here says it', async () => {
    const thread = new ScanThread(new LocalScanPort(cutChunks));
    new TracePipeline(() => undefined, null, undefined, thread);
    await thread.ready();
    const page = utf8(`<!DOCTYPE html><title>Not found</title>${' '.repeat(600)}`);
    const read = bytesOf(thread, { bytes: page, sizes: [page.length] });
    await expect(read).rejects.toMatchObject({
      ...{ format: 'qlog', offset: 0, startsWith: '<!DOCTYPE html><title>Not found</title>' },
    });
    await expect(read).rejects.toBeInstanceOf(NotATrace);
  });
});

describe('a failure as a value', () => {
  it.each([
    new NotATrace('qlog', 'it is an HTML page', 12, utf8('<html>')),
    new NotATrace('qlog', 'the file is empty', 0, null),
    new BrokenRun('qlog'),
    Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }),
    Object.assign(new Error('The file could not be read.'), { name: 'NotReadableError' }),
  ])('gives the same error again: %s', (error) => {
    const again = errorOf(structuredClone(failureOf(error)));
    expect(again).toEqual(error);
    expect(again.name).toBe(error.name);
    expect(again.constructor).toBe(error.constructor);
  });
});

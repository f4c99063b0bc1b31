/** What recognises records is fetched while a text is read: its records are parsed before, and recognised from then on. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QlogReader } from '../../../../../../src/engine/input/formats/qlog/reader.ts';
import { realTrace } from '../../../../../support/real-trace.ts';

const BYTES = realTrace('JSON-SEQ', 200_000);

/** The module as it is in a thread that has fetched nothing yet. */
const room = () => import('../../../../../../src/engine/input/formats/qlog/reader.ts');

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock('../../../../../../src/engine/input/formats/qlog/recognition.ts');
  vi.restoreAllMocks();
});

const noOutput = { onConnection: () => undefined, onBatch: () => undefined, onProblem: () => undefined };

/** How many records of the bytes were parsed by a push. */
function parsedBy(reader: QlogReader, bytes: Uint8Array): number {
  const parse = vi.spyOn(JSON, 'parse');
  reader.push(bytes);
  const { length } = parse.mock.calls;
  parse.mockRestore();
  return length;
}

it('a text is read before it is there, and parsed less from then on', async () => {
  const { QlogReader, fetchRecognition } = await room();
  const reader = new QlogReader(noOutput);
  const half = BYTES.length >> 1;
  const parsed = parsedBy(reader, BYTES.subarray(0, half));
  const { events } = reader;
  expect(parsed).toBeGreaterThanOrEqual(events);
  await fetchRecognition();
  expect(parsedBy(reader, BYTES.subarray(half))).toBeLessThan((reader.events - events) / 4);
});

it('a text is read without it where it cannot be fetched', async () => {
  vi.doMock('../../../../../../src/engine/input/formats/qlog/recognition.ts', () => {
    throw new Error('no network');
  });
  const { QlogReader, fetchRecognition } = await room();
  await fetchRecognition();
  const reader = new QlogReader(noOutput);
  expect(parsedBy(reader, BYTES)).toBeGreaterThanOrEqual(reader.events);
  expect(reader.events).toBeGreaterThan(100);
});

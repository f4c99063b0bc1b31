/** The page's end of an export: the newest one counts, and nothing is waited for in vain. */
import { beforeEach, expect, it } from 'vitest';
import { BackendEnded } from '../../../../../src/app/backend/backend.ts';
import { RangeExport } from '../../../../../src/app/features/export-range/range-export.ts';
import type { Exported, ExportRequest } from '../../../../../src/engine/reading/contract/export.ts';
import { RequestFailed } from '../../../../../src/engine/reading/contract/request-failed.ts';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import { type StubbedRequest, stubRequest } from '../../../../support/request-stub.ts';

type Body = Omit<ExportRequest, 'connection'>;

const WANTED = { fromUs: 0, toUs: 10, options: SHARE_NOTHING, fileName: 'a' };
const EXPORTED = { file: new Blob(['x']), figures: {} } as unknown as Exported;

let asked: StubbedRequest<'export', Body>[];
let exporting: RangeExport;

beforeEach(() => {
  const stub = stubRequest<'export', Body>();
  asked = stub.asked;
  exporting = new RangeExport(stub.request);
});

const stateNow = () => exporting.current.get()?.state ?? null;

it('reports progress and result', async () => {
  exporting.make(WANTED);
  expect(exporting.current.get()).toEqual({ state: 'making', done: 0, total: 0 });
  asked[0]?.options.onProgress?.({ done: 3, total: 10 });
  expect(exporting.current.get()).toEqual({ state: 'making', done: 3, total: 10 });
  await asked[0]?.answer(EXPORTED);
  expect(exporting.current.get()).toEqual({ state: 'made', ...EXPORTED });
});

it('cancels the one before, whose answer counts no more', async () => {
  exporting.make(WANTED);
  exporting.make(WANTED);
  expect(asked.map(({ options }) => options.signal?.aborted)).toEqual([true, false]);
  await asked[0]?.fail(new RequestFailed('late'));
  expect(stateNow()).toBe('making');
  await asked[1]?.fail(new RequestFailed('No room.'));
  expect(exporting.current.get()).toEqual({ state: 'failed', reason: 'No room.' });
});

it('aborts a running export when it is dropped, and clears the last one', async () => {
  exporting.make(WANTED);
  exporting.drop();
  expect([asked[0]?.options.signal?.aborted, stateNow()]).toEqual([true, null]);
  await asked[0]?.answer(EXPORTED);
  expect(stateNow()).toBeNull();
  exporting.make(WANTED);
  await asked[1]?.answer(EXPORTED);
  exporting.drop();
  expect(stateNow()).toBeNull();
});

it('does not wait for a worker that is gone', async () => {
  exporting.make(WANTED);
  await asked[0]?.fail(new BackendEnded('Reading stopped'));
  expect(exporting.current.get()).toEqual({ state: 'failed', reason: 'Reading stopped' });
});

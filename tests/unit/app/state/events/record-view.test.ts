/** The raw record of an event while it is read: how far it is, what it holds, why it could not be read. */
import { beforeEach, expect, test } from 'vitest';
import { type RecordView, readRecord } from '../../../../../src/app/state/events/record-view.ts';
import type { RecordAnswer, RecordRequest } from '../../../../../src/engine/reading/contract/events.ts';
import { stubRequest } from '../../../../support/request-stub.ts';
import { rowAt } from './event-list-harness.ts';

const ANSWER = { text: '{}' } as unknown as RecordAnswer;
const NOTHING_YET = { event: rowAt(7), share: 0, answer: null, error: null };
const stub = () => stubRequest<'record', Omit<RecordRequest, 'connection'>>();

let { asked, request } = stub();
let views: RecordView[];
let reading: AbortController;
beforeEach(() => {
  ({ asked, request } = stub());
  views = [];
  reading = readRecord(rowAt(7), request, (view) => views.push(view));
});

test('is shown as empty at once, then how much of the source is read, then the record', async () => {
  expect([asked[0]?.body, views]).toEqual([{ row: 7 }, [NOTHING_YET]]);
  asked[0]?.options.onProgress?.({ share: 0.5 });
  await asked[0]?.answer(ANSWER);
  expect(views.slice(1)).toEqual([
    { ...NOTHING_YET, share: 0.5 },
    { ...NOTHING_YET, answer: ANSWER },
  ]);
});

test('that cannot be read says why', async () => {
  await asked[0]?.fail(new Error('The file has changed.'));
  expect(views.at(-1)).toEqual({ ...NOTHING_YET, error: 'The file has changed.' });
});

test('that is left says nothing any more', async () => {
  reading.abort();
  await asked[0]?.answer(ANSWER);
  expect(views).toEqual([NOTHING_YET]);
});

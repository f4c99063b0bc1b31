/** Streams of control beside the requests: unidirectional ones with little data, of a real log. */
import { expect, test } from 'vitest';
import { httpOf } from '../../../../../src/engine/service/answers/http.ts';
import { loadTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

test('are listed by id with their bytes, and none of them is a request', () => {
  const { pipeline } = loadTrace(corpusPath('../wire/aio-req-100-small.server.qlog.gz'));
  const { control = [], rows } = httpOf(pipeline.state, { order: 'start', from: 0, count: 500 }, null, null);
  expect(control.map(({ id }) => id)).toEqual([2, 3, 6, 7, 10, 11]);
  expect(control.every(({ sentBytes, receivedBytes }) => sentBytes + receivedBytes > 0)).toBe(true);
  const ids = new Set(control.map(({ id }) => id));
  expect(rows.some(({ streamId }) => ids.has(streamId))).toBe(false);
});

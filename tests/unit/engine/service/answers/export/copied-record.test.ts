/** What the clipboard gets of one record: known fields at the trace's own time, or nothing. */
import { beforeAll, expect, test } from 'vitest';
import type { RecordAnswer } from '../../../../../../src/engine/reading/contract/events.ts';
import type { FileConnection } from '../../../../../../src/engine/reading/stages/connection-list.ts';
import { handler } from '../../../../../../src/engine/service/answers/record.ts';
import { contain } from '../../../../../support/containers.ts';
import { openFile, openStored } from '../../../../../support/export.ts';
import { utf8 } from '../../../../../support/split-all.ts';

const RECORDS = [
  '{"time":5,"name":"transport:packet_sent","data":{"header":{"packet_type":"1RTT","packet_number":1,"dcid":"c0ffee"},"raw":{"length":1200,"data":"bb"}}}',
  '{"time":7.5,"name":"recovery:congestion_state_updated","data":{"new":"state of bob"}}',
  '{"time":8,"name":"loglevel:info","data":{"message":"bob"}}',
  '{"time":9,"name":"bob:event","data":{"bob":1}}',
  '{"time":10,"name":"recovery:metrics_updated","data":{"congestion_window":12000,"bob":NaN}}',
];

let file: readonly FileConnection[];

beforeAll(async () => {
  file = await openStored(utf8(contain('JSON-SEQ', RECORDS)));
});

async function recordOf(row: number): Promise<RecordAnswer> {
  const tools = { signal: new AbortController().signal, progress: () => undefined };
  return (await handler(openFile(file), { connection: 0, row }, tools)) as RecordAnswer;
}

test.each([
  [0, { header: { packet_type: '1RTT', packet_number: 1 }, raw: { length: 1200 } }, 'transport:packet_sent'],
  [1, { new: 'unnamed state 1' }, 'recovery:congestion_state_updated'],
  // JSON but for a trifle, as it is read.
  [4, { congestion_window: 12_000 }, 'recovery:metrics_updated'],
] as const)('of event %i it is the listed fields, indented', async (row, data, name) => {
  const { text, shared } = await recordOf(row);
  const time = file[0]!.connection.state.events.timeUs.at(row) / 1000;
  expect(JSON.parse(shared ?? '')).toEqual({ time, name, data });
  expect(shared).toContain('\n  "data": {\n    ');
  // What is shown stays as it was logged.
  expect(text).toMatch(/c0ffee|bob/);
});

test.each([
  [2, 'a line of the log'],
  [3, 'an event of another schema'],
])('of event %i, %s, it is nothing', async (row) => {
  expect((await recordOf(row)).shared).toBeNull();
});

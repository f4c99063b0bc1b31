/** Traces made after the newest drafts: each holds what its manifest (drafts/manifest.json) says of it. */
import { expect, test } from 'vitest';
import type { Holder } from '../../src/engine/base/text/account-names.ts';
import type { EventsAnswer } from '../../src/engine/reading/contract/events.ts';
import { summarise } from '../../src/engine/reading/facts/summary.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';
import { canonicalHttpName, NAMED_EVENTS } from '../../src/qlog-schema/http-fields.ts';
import { eventKindOf } from '../../src/qlog-schema/index.ts';
import { contain } from '../support/containers.ts';
import { NO_LABEL } from '../support/corpus/list.ts';
import { openSubject } from '../support/corpus/subject.ts';
import { exportText, openStored, wholeRange } from '../support/export.ts';
import { loadBytes, readTrace } from '../support/load.ts';
import { rawRecords } from '../support/raw-trace.ts';
import { utf8 } from '../support/split-all.ts';

const pathOf = (file: string): string => new URL(`drafts/${file}.sqlog.gz`, import.meta.url).pathname;

function read(file: string) {
  const subject = openSubject({ ...NO_LABEL, file, path: pathOf(file) });
  const { main, state } = subject;
  const { account, verdicts } = main.analysis;
  const spanUs = account === null ? 0 : account.endUs - account.startUs;
  const share = (holder: Holder, cause?: string): number =>
    (account?.parts ?? [])
      .filter((part) => part.holder === holder && (cause === undefined || part.cause === cause))
      .reduce((sum, { heldUs }) => sum + heldUs / spanUs, 0);
  return {
    state,
    account,
    share,
    summary: summarise(main, 'gzip', true, main.analysis),
    ids: verdicts.findings.map(({ id }) => id),
    remarks: verdicts.remarks.map(({ verdict }) => verdict),
  };
}

test('blocked: a quarter of the waits each is of the application, credit, the pacing rate and the window', () => {
  const { share } = read('blocked');
  for (const held of [share('application', 'certain'), share('credit'), share('pacing'), share('window')])
    expect(held).toBeCloseTo(0.25, 1);
  expect(share('credit')).toBeLessThan(0.26);
});

test('b-pacing: pacing, neither flow control nor the application', () => {
  const { account, share, ids } = read('b-pacing');
  expect(account?.main?.holder).toBe('pacing');
  expect(share('pacing')).toBeGreaterThan(0.9);
  expect(share('credit')).toBe(0);
  expect(account?.sentence).toMatch(/the pacing rate held the sender 99.8 % of the time/);
  expect(ids).not.toContain('app-limited');
});

test.each(['tuple', 'pathid'])(
  '%s: two paths, nothing lost, and no verdict on lines that are of both',
  (file) => {
    const { state, account, ids, remarks, summary } = read(file);
    expect(state.pathCount).toBe(2);
    expect(summary.packetsSent).toBe(400);
    expect(summary.packetsLost).toBe(0);
    expect(account?.sentence).toMatch(/went over 2 paths at once, which are not distinguished/);
    expect(ids).toEqual([]);
    expect(remarks).toEqual([expect.stringMatching(/: 2 paths in one line each\.$/)]);
  },
);

test('tuples are those of a migration where packet numbers go on', () => {
  const records = rawRecords(pathOf('tuple'));
  let number = 0;
  const numbered = records.map((record) =>
    record.name === 'quic:packet_sent'
      ? { ...record, data: { ...record.data, header: { ...record.data.header, packet_number: number++ } } }
      : record,
  );
  const { state } = loadBytes(
    utf8(
      contain(
        'JSON-SEQ',
        numbered.map((record) => JSON.stringify(record)),
      ),
    ),
  ).pipeline;
  expect(state.pathCount).toBe(1);
});

test('an export says the same as its log: two tuples, named by numbers, and reasons of blocks', async () => {
  const again = async (file: string) => {
    const connections = await openStored(readTrace(pathOf(file)));
    const { bytes, text } = await exportText(connections, wholeRange(connections[0] as never));
    return { state: loadBytes(bytes).pipeline.state, text };
  };
  const tuples = await again('tuple');
  expect(tuples.state.pathCount).toBe(2);
  expect(tuples.text).toContain('"tuple":"1"');
  expect(tuples.text).not.toContain('"tuple":"B"');
  const { blocks } = (await again('blocked')).state;
  expect(Array.from(blocks.reasons.view())).toEqual(Array.from(read('blocked').state.blocks.reasons.view()));
});

test('names: all of the newest drafts are known; what no draft names is listed as unknown', () => {
  const { main } = openSubject({ ...NO_LABEL, file: 'names', path: pathOf('names') });
  const { names } = main.connection.quality;
  const unknown = names.filter(({ status }) => status === 'unknown').map(({ name }) => name);
  expect(unknown.sort()).toEqual([
    'cf:whatever',
    'quic:ack_frequency_updated',
    'quic:observed_address',
    'recovery:bbr_state_updated',
    'tcp:parameters_set',
  ]);
  const isOfDraft = ({ name }: { readonly name: string }): boolean =>
    /^(quic|http3?|qpack):/.test(name) && !unknown.includes(name);
  const rows = names.filter(isOfDraft);
  expect(rows.length).toBeGreaterThan(55);
  expect(
    rows.filter(({ name }) => eventKindOf(name) === 0 && !(canonicalHttpName(name) in NAMED_EVENTS)),
  ).toEqual([]);
});

test('cr: phases of careful resume are states, and a packet with a DATAGRAM frame is in flight', () => {
  const { state } = read('cr');
  expect(state.states.names).toEqual(['reconnaissance', 'unvalidated']);
  expect(state.sentInFlightPackets).toBe(1);
});

test('events of MoQ stand in the list with their fields, and the filter finds and counts them', async () => {
  const session = new TraceSession(() => undefined);
  const bytes = readTrace(pathOf('names'));
  await session.open({ kind: 'file', file: new File([new Uint8Array(bytes)], 'names.sqlog') });
  const listed = (filter: string): Promise<EventsAnswer> =>
    session.request('events', { connection: 0, filter, scope: null, first: 0, count: 50, anchorUs: null });
  const all = await listed('name = moqt:*');
  expect(all.matches).toBe(12);
  expect(all.rows[0]).toMatchObject({
    name: 'moqt:control_message_created',
    detail: 'path_id 1, stream_id 4',
  });
  expect((await listed('name = subgroup_object_parsed')).matches).toBe(1);
  expect((await listed('moqt')).matches).toBe(12);
  expect((await listed('name = moqt:* and stream_id = 4')).matches).toBe(12);
  expect((await listed('name = moqt:* and stream_id > 4')).matches).toBe(0);
});

/** Several connections in one file: by trace, by group, up to a limit, and what is said about them. */
import { describe, expect, it } from 'vitest';
import { MAX_CONNECTIONS } from '../../../../../../../src/engine/input/formats/qlog/decode/connections.ts';
import { decodeDocument, decodeWith, feedDocument } from '../../../../../../support/decode-all.ts';
import { utf8 } from '../../../../../../support/split-all.ts';

const sent = (time: number, group_id?: unknown) => ({ time, name: 'quic:packet_sent', group_id, data: {} });
const note = (time: number, group_id?: unknown) => ({ time, name: 'app:info', group_id });
const trace = (common_fields: object, ...events: readonly object[]) => ({ common_fields, events });

describe('connections', () => {
  it('are one where events name no group, or all the common one', () => {
    for (const events of [
      [sent(1), sent(2)],
      [sent(1, 'g'), sent(2), sent(3, 'g')],
    ]) {
      const { rows, infos } = decodeDocument({ traces: [trace({ group_id: 'g' }, ...events)] });
      expect(new Set(rows.map(({ connection }) => connection))).toEqual(new Set([0]));
      expect(infos.at(-1)?.groupId).toBe('g');
    }
  });

  it('are told apart by the group of each event, of any JSON type', () => {
    const events = [sent(1, 'a'), sent(2, 7), sent(3, { b: 1 }), sent(4, '7'), sent(5, 'a')];
    const { rows, decoder } = decodeDocument({ traces: [trace({}, ...events)] });
    expect(rows.map(({ connection }) => connection)).toEqual([0, 1, 2, 1, 0]);
    expect([0, 1, 2].map((index) => decoder.quality(index)?.events)).toEqual([2, 2, 1]);
    expect(decoder.quality(3)).toBeNull();
  });

  it('may be referenced by an index into the common ids (draft-00, draft-01)', () => {
    for (const key of ['group_ids', 'group_id']) {
      const common = { [key]: ['first', 'second'] };
      const { infos } = decodeDocument({ traces: [trace(common, sent(1, 1), sent(2, 0), sent(3, 'other'))] });
      const appeared = new Map(infos.map(({ index, groupId }) => [index, groupId]));
      expect([...appeared.values()]).toEqual(['second', 'first', 'other']);
    }
  });

  it('may be named by a column', () => {
    const events = [
      [1, 'x', 'a:b', {}],
      [2, 'y', 'a:b', {}],
    ];
    const { rows } = decodeDocument({
      traces: [{ event_fields: ['time', 'group_id', 'name', 'data'], events }],
    });
    expect(rows.map(({ connection }) => connection)).toEqual([0, 1]);
  });

  it('of several traces are never mixed, whatever their ids', () => {
    const { rows, infos, decoder } = decodeDocument({
      traces: [
        { ...trace({ ODCID: 'ab' }, sent(1), sent(2)), vantage_point: { type: 'client' } },
        { ...trace({ ODCID: 'ab' }, sent(9)), vantage_point: { type: 'server' } },
      ],
    });
    expect(rows.map(({ connection }) => connection)).toEqual([0, 0, 1]);
    expect(
      infos.slice(-2).map(({ trace: number, odcid, header }) => [number, odcid, header.vantagePoint]),
    ).toEqual([
      [0, 'ab', 'client'],
      [1, 'ab', 'server'],
    ]);
    expect(decoder.quality(1)?.loggedVantagePoint).toBe('server');
  });

  it('are counted over several documents', () => {
    const { infos } = decodeWith((sink) => {
      const next = feedDocument(sink, { traces: [trace({}, sent(1)), trace({}, sent(1))] }, 0);
      feedDocument(sink, { traces: [trace({}, sent(1))] }, next);
      sink.record(utf8('{"qlog_version":"0.3","trace":{}}'), 900, true);
      sink.record(utf8(JSON.stringify(sent(4))), 950, true);
    });
    const seen = new Map(infos.map(({ index, trace: number }) => [index, number]));
    expect([...seen]).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('share the clock of their trace: a delta counts from the previous record', () => {
    const events = [sent(1000, 'a'), sent(1, 'b'), sent(1, 'a')];
    const { rows } = decodeDocument({
      traces: [trace({ time_format: 'delta', reference_time: 0 }, ...events)],
    });
    expect(rows.map(({ timeUs, connection }) => [timeUs, connection])).toEqual([
      [1_000_000, 0],
      [1_001_000, 1],
      [1_002_000, 0],
    ]);
  });

  it('assign events without a group and unrelated to transport to the first connection of their trace', () => {
    const { rows } = decodeDocument({
      traces: [trace({}, sent(1, 'a'), sent(2, 'b'), note(3), sent(4), note(5))],
    });
    expect(rows.map(({ connection }) => connection)).toEqual([0, 1, 0, 2, 2]);
  });

  it('without transport events so far get the first id that appears', () => {
    const { rows, infos } = decodeDocument({ traces: [trace({}, note(1), sent(2, 'a'), sent(3, 'a'))] });
    expect(rows.map(({ connection }) => connection)).toEqual([0, 0, 0]);
    expect(infos.at(-1)?.groupId).toBe('a');
  });

  it('are bounded: each event of further ones is counted as skipped', () => {
    const events = Array.from({ length: MAX_CONNECTIONS + 3 }, (_, i) => sent(i, `g${i}`));
    const { rows, problems, decoder } = decodeDocument({ traces: [trace({}, ...events, sent(9999, 'g0'))] });
    expect(rows.length).toBe(MAX_CONNECTIONS + 1);
    expect(decoder.unplacedEvents).toBe(3);
    expect(problems.map(({ reason }) => reason)).toEqual(Array(3).fill('too-many-connections'));
    expect(decoder.skipped).toBe(3);
  });

  it('are bounded as their traces are, with events and without', () => {
    const many = MAX_CONNECTIONS + 50;
    const empty = decodeDocument({ traces: Array.from({ length: many }, () => trace({})) });
    expect(empty.decoder.traces).toBe(MAX_CONNECTIONS);
    const full = decodeDocument({ traces: Array.from({ length: many }, (_, i) => trace({}, sent(i, 'a'))) });
    expect(full.decoder.traces).toBe(MAX_CONNECTIONS);
    expect(full.rows.length).toBe(MAX_CONNECTIONS);
    expect(full.decoder.unplacedEvents).toBe(50);
  });

  it('are reported again when the header after their events has more keys', () => {
    const { infos } = decodeWith((sink) => {
      sink.header(utf8('{"traces":[{"events":[]}]}'), false, 0);
      sink.event(utf8(JSON.stringify(sent(5))), 20, 0);
      sink.header(
        utf8('{"title":"aioquic","traces":[{"events":[],"vantage_point":{"type":"client"}}]}'),
        true,
        0,
      );
    });
    expect(infos.map(({ implementation, header }) => [implementation?.name, header.vantagePoint])).toEqual([
      [undefined, 'unknown'],
      ['aioquic', 'client'],
    ]);
  });
});

describe('a document', () => {
  it('reports which of its traces could not be written, and shows the others', () => {
    const { rows, problems } = decodeDocument({
      traces: [{ error_description: 'no such file', uri: 'x.qlog' }, trace({}, sent(1))],
    });
    expect(rows.length).toBe(1);
    expect(problems).toMatchObject([{ reason: 'trace-error' }]);
    expect(problems[0]?.detail).toContain('no such file (x.qlog)');
  });

  it('of one record of a sequence is read whole', () => {
    const document = { qlog_version: '0.3', traces: [trace({}, sent(1)), trace({}, sent(2), sent(3))] };
    const { rows, problems } = decodeWith((sink) => sink.record(utf8(JSON.stringify(document)), 1, true));
    expect(rows.map(({ timeUs, connection }) => [timeUs, connection])).toEqual([
      [1000, 0],
      [2000, 1],
      [3000, 1],
    ]);
    expect(problems).toEqual([]);
  });

  it('without a header is reported once, and a trace with only its header has one', () => {
    const bare = decodeWith((sink) => {
      sink.event(utf8(JSON.stringify(sent(1))), 1, 0);
      sink.event(utf8(JSON.stringify(sent(2))), 2, 0);
    });
    expect(bare.problems.map(({ reason }) => reason)).toEqual(['no-header']);
    expect(bare.infos[0]?.headerAssumed).toBe(true);
    expect(bare.decoder.traceHeader).toBeNull();
    const empty = decodeDocument({ qlog_version: '0.3', traces: [] });
    expect([empty.infos.length, empty.decoder.traceHeader?.version]).toEqual([0, '0.3']);
  });
});

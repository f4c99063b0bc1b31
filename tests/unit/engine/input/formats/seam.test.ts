/**
 * The seam of formats: a format that is registered in this test only, binary and with several rows to a record, is read,
 * listed, filtered, shown and exported; and where it cannot be, the reason is told.
 */

import { describe, expect, it } from 'vitest';
import type { TraceFormat } from '../../../../../src/engine/input/formats/format.ts';
import { FORMATS, formatOf, HEAD_BYTES } from '../../../../../src/engine/input/formats/index.ts';
import { NotATrace } from '../../../../../src/engine/input/formats/not-a-trace.ts';
import { QLOG } from '../../../../../src/engine/input/formats/qlog/index.ts';
import type { AnswerOf, BodyOf, RequestKind } from '../../../../../src/engine/reading/contract/requests';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TracePipeline } from '../../../../../src/engine/reading/stages/pipeline.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { valuesOf } from '../../../../support/column-values.ts';
import { contain } from '../../../../support/containers.ts';
import {
  type Datagram,
  datagramFormat,
  datagramLog,
  NO_EXPORT,
} from '../../../../support/datagram-format.ts';
import { loadBytes } from '../../../../support/load.ts';
import { realTrace } from '../../../../support/real-trace.ts';
import { columnsOf } from '../../../../support/state-columns.ts';

const LOG: readonly Datagram[] = [
  {
    timeUs: 100,
    packets: [
      { direction: 'sent', number: 1, length: 1200 },
      { direction: 'sent', number: 2, length: 90 },
    ],
  },
  { timeUs: 2000, packets: [{ direction: 'received', number: 7, length: 60 }] },
  { timeUs: 2500, packets: [{ direction: 'sent', number: 3, length: 0x7e7e }] },
];
const BYTES = datagramLog(LOG);

/** Formats with this one before those that there are. */
const withFormat = (format: TraceFormat): readonly TraceFormat[] => [format, ...FORMATS];

async function open(bytes: Uint8Array, format = datagramFormat()) {
  const snapshots: Snapshot[] = [];
  const session = new TraceSession((one) => snapshots.push(one), null, undefined, withFormat(format));
  await session.open({ kind: 'file', file: new File([new Uint8Array(bytes)], 'a.bin') });
  const ask = <K extends RequestKind>(kind: K, body: Omit<BodyOf<K>, 'connection'>): Promise<AnswerOf<K>> =>
    session.request(kind, { connection: 0, ...body } as BodyOf<K>);
  const list = (filter: string) =>
    ask('events', { filter, scope: null, first: 0, count: 10, anchorUs: null });
  return { snapshot: snapshots.at(-1) as Snapshot, ask, list };
}

const RANGE = { fromUs: 0, toUs: 3000, options: SHARE_NOTHING, fileName: 'a.bin' };

describe('the first bytes', () => {
  const bytes = (...values: readonly number[]): Uint8Array => new Uint8Array(values);
  const formats = withFormat(datagramFormat());
  const [datagram] = formats as readonly [TraceFormat];

  it('decide as soon as they can, and at the latest at their limit or at the end of the text', () => {
    expect(formatOf(bytes(), false, formats)).toBeNull();
    expect(formatOf(bytes(0x01, 0x51), false, formats)).toBeNull();
    expect(formatOf(bytes(0x01, 0x51), true, formats)).toBe(QLOG);
    expect(formatOf(bytes(0x01, 0x51, 0x44, 0xff), false, formats)).toBe(datagram);
    expect(formatOf(bytes(0x7b), false, formats)).toBe(QLOG);
    const undecided: TraceFormat = { ...datagram, claims: () => 'more' };
    expect(formatOf(new Uint8Array(HEAD_BYTES - 1), false, [undecided, QLOG])).toBeNull();
    expect(formatOf(new Uint8Array(HEAD_BYTES), false, [undecided, QLOG])).toBe(QLOG);
  });

  it('may come in any chunks', () => {
    for (const size of [1, 3, 4, 5, 1000]) {
      const pipeline = new TracePipeline(() => expect.unreachable(), null, formats);
      for (let at = 0; at < BYTES.length; at += size) {
        const chunk = BYTES.slice(at, at + size);
        pipeline.push(chunk);
        chunk.fill(0);
      }
      pipeline.end();
      expect([pipeline.format?.name, pipeline.events, pipeline.inflatedBytes]).toEqual([
        'datagram',
        4,
        BYTES.length,
      ]);
      expect([...valuesOf(pipeline.state.events.timeUs)]).toEqual([100, 100, 2000, 2500]);
    }
  });

  it('of a qlog leave it as it is, whatever else could be read', () => {
    const text = realTrace('JSON-SEQ', 20_000);
    const problems: never[] = [];
    const pipeline = new TracePipeline((problem) => problems.push(problem as never), null, formats);
    for (const byte of text.slice(0, 10)) pipeline.push(new Uint8Array([byte]));
    pipeline.push(text.slice(10));
    pipeline.end();
    expect(columnsOf({ pipeline, problems })).toEqual(columnsOf(loadBytes(text)));
  });

  it('of a text that ends before it can be told are those of a qlog', () => {
    const pipeline = new TracePipeline(() => undefined, null, formats);
    pipeline.push(bytes(0x01, 0x51));
    expect([pipeline.format, pipeline.events, pipeline.hasHeader, pipeline.names.length]).toEqual([
      ...[null, 0, false, 0],
    ]);
    expect(() => pipeline.end()).toThrow(NotATrace);
    expect(pipeline.format?.name).toBe('qlog');
  });
});

describe('a text of another format', () => {
  it('is read, judged and described', async () => {
    const { snapshot } = await open(BYTES);
    expect(snapshot).toMatchObject({ phase: 'ready', progress: { events: 4, skippedRecords: 0 } });
    expect(snapshot.summary).toMatchObject({ qlogVersion: 'datagrams', container: null, packetsSent: 3 });
    expect(snapshot.quality?.decode).toMatchObject({ events: 4, sent: { packets: 3 }, transportEvents: 4 });
    expect(snapshot.messages.map(({ kind }) => kind)).toEqual(['no-window']);
  });

  it('keeps what is good of it, and says where the rest is', async () => {
    const damaged = new Uint8Array([...BYTES.slice(0, -1)]);
    // The direction of the only packet of the second datagram.
    damaged[4 + 19 + 5] = 9;
    const { snapshot } = await open(damaged);
    expect(snapshot.progress).toMatchObject({ events: 2, skippedRecords: 2 });
    const about = snapshot.messages.filter(({ places }) => places.length > 0);
    expect(about).toMatchObject([
      {
        kind: 'unknown-direction',
        level: 'warning',
        text: '1 datagram(s) with a packet of no direction.',
        places: ['record 1 at byte 23: a packet goes in neither direction'],
      },
      { kind: 'cut-record', places: ['record 2 at byte 35: the record ends too early'] },
    ]);
  });

  it('that holds nothing is named by its format', async () => {
    const [first] = (await open(datagramLog([]))).snapshot.messages;
    expect(first).toMatchObject({ kind: 'no-events', text: 'The log holds no datagram.' });
    const [cut] = (await open(BYTES.slice(0, 9))).snapshot.messages;
    expect(cut).toMatchObject({
      kind: 'not-qlog',
      text: 'Not a datagram trace: it has no whole record (byte 4).',
    });
  });
});

describe('its records', () => {
  it('are shown row by row, several of one record', async () => {
    const { list, ask } = await open(BYTES);
    const { rows, readError } = await list('');
    expect(readError).toBeNull();
    expect(rows.map(({ name, packetNumber, detail }) => [name, packetNumber, detail])).toEqual([
      ['sent', 1, 'packet 1 of 2'],
      ['sent', 2, 'packet 2 of 2'],
      ['received', 7, 'packet 1 of 1'],
      ['sent', 3, 'packet 1 of 1'],
    ]);
    const record = await ask('record', { row: 1 });
    expect(record).toMatchObject({ row: 1, place: { offset: 4 }, sizeBytes: 19, shortened: false });
    expect(record.text).toBe('12 64 00 00 00 01 01 00 00 00 b0 04 01 02 00 00 00 5a 00\npacket 2 of 2');
    expect(JSON.parse(record.shared ?? '')).toMatchObject({ data: { header: { packet_number: 2 } } });
  });

  it.each([
    ['number = 2', [1]],
    ['direction = received', [2]],
    ['has length not length > 100', [1, 2]],
    // The size of the last packet.
    ['"7e 7e"', [3]],
    ['name = sent', [0, 1, 3]],
  ])('are filtered: %s', async (filter, due) => {
    const { rows, readError } = await (await open(BYTES)).list(filter);
    expect([rows.map(({ row }) => row), readError]).toEqual([due, null]);
  });

  it('are exported as a qlog, by the one list of what may leave', async () => {
    const { ask } = await open(BYTES);
    const { file, figures } = await ask('export', RANGE);
    expect(figures).toMatchObject({ sourceEvents: 4, events: 4, leftOut: { unreadable: 0 } });
    expect(figures.leftOut.fields).toEqual([{ name: 'bytes', count: 4 }]);
    const { pipeline, problems } = loadBytes(new Uint8Array(await file.arrayBuffer()));
    expect(problems).toEqual([]);
    const { events } = pipeline.state;
    expect([...valuesOf(events.packetNumber)]).toEqual([1, 2, 7, 3]);
    expect([...valuesOf(events.timeUs)]).toEqual([100, 100, 2000, 2500]);
    expect(pipeline.main?.info).toMatchObject({ version: '0.3', headerAssumed: false });
  });

  it('may be unfit for an export, which says why; the rest works', async () => {
    const { ask } = await open(BYTES, datagramFormat(NO_EXPORT));
    await expect(ask('export', RANGE)).rejects.toThrow(
      'The events cannot be exported: the packets are of a test.',
    );
    expect(await ask('record', { row: 0 })).toMatchObject({ shared: null, sizeBytes: 19 });
  });

  it('may be out of reach, which list, filter, record and export say', async () => {
    const { list, ask } = await open(BYTES, datagramFormat({ missing: 'the log was on paper' }));
    const all = await list('');
    expect(all.rows.map(({ detail }) => detail)).toEqual([null, null, null, null]);
    expect(all.readError).toBe('No details are shown: the log was on paper.');
    // What the columns decide is decided.
    expect((await list('pn = 2')).rows.map(({ row }) => row)).toEqual([1]);
    const filtered = await list('number = 2');
    expect([filtered.matches, filtered.readError]).toEqual([
      0,
      '4 records cannot be searched and count as no match: the log was on paper.',
    ]);
    await expect(ask('record', { row: 0 })).rejects.toThrow(
      'The record cannot be shown: the log was on paper.',
    );
    await expect(ask('export', RANGE)).rejects.toThrow(
      'The events cannot be exported: the log was on paper.',
    );
  });
});

describe('in an archive or a range', () => {
  it('reads as any other: a range of time leaves out the rest', () => {
    const pipeline = new TracePipeline(
      () => undefined,
      { fromUs: 1000, toUs: 2200 },
      withFormat(datagramFormat()),
    );
    pipeline.push(BYTES);
    pipeline.end();
    expect([pipeline.state.events.length, pipeline.rangeLimit?.leftOut]).toEqual([1, 3]);
  });

  it('stands beside a qlog: each text has its own format', async () => {
    const formats = withFormat(datagramFormat());
    const names = [
      BYTES,
      new TextEncoder().encode(contain('NDJSON', ['{"time":1,"name":"a:b","data":{}}'])),
    ].map((text) => {
      const pipeline = new TracePipeline(() => undefined, null, formats);
      pipeline.push(text);
      pipeline.end();
      return pipeline.format?.name;
    });
    expect(names).toEqual(['datagram', 'qlog']);
  });
});

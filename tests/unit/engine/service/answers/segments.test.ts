/** The files of one connection's log, read by one session as one trace. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { tracePath } from '../../../../support/corpus/list.ts';
import { cutLog, partsOf } from '../../../../support/cut-trace.ts';
import { readTrace } from '../../../../support/load.ts';

const WHOLE = readTrace(tracePath('rate-cubic-buggy-s03.server.sqlog.gz'));
const PARTS = partsOf(cutLog(WHOLE), [2000, 5000]);

interface Opened {
  readonly session: TraceSession;
  readonly snapshot: Snapshot;
}

async function opened(parts: readonly Uint8Array[]): Promise<Opened> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  const names = parts.map((_, i) => `a.${i}.sqlog`);
  const files = parts.map((bytes, i) => new File([new Uint8Array(bytes)], names[i] as string));
  await session.open({ kind: 'segments', files, names, evidence: 'none' });
  return { session, snapshot: newest as unknown as Snapshot };
}

const record = (session: TraceSession, row: number) => session.request('record', { connection: 0, row });

async function timeOf(session: TraceSession, row: number): Promise<number | undefined> {
  const ask = { connection: 0, filter: '', scope: null, first: row, count: 1, anchorUs: null };
  return (await session.request('events', ask)).rows[0]?.timeUs;
}

describe('a trace of three files, the second compressed', () => {
  let joined: Opened;
  let whole: Opened;
  beforeAll(async () => {
    const [first, second, third] = PARTS as [Uint8Array, Uint8Array, Uint8Array];
    joined = await opened([first, new Uint8Array(gzipSync(second)), third]);
    whole = await opened([WHOLE]);
  });

  it('has the findings, figures and extent of the whole', () => {
    for (const key of ['findings', 'notFound', 'notJudged', 'models', 'extent'] as const)
      expect(joined.snapshot[key]).toEqual(whole.snapshot[key]);
    expect(joined.snapshot.summary).toEqual(whole.snapshot.summary);
    expect(joined.snapshot.messages).toEqual([]);
  });

  it('says where each file begins', async () => {
    const { segments } = joined.snapshot;
    expect(segments.map(({ name }) => name)).toEqual(['a.0.sqlog', 'a.1.sqlog', 'a.2.sqlog']);
    expect(segments.map(({ events }) => events)).toEqual([2000, 3000, 2602]);
    const times = await Promise.all([0, 2000, 5000].map((row) => timeOf(whole.session, row)));
    expect(segments.map(({ fromUs }) => fromUs)).toEqual(times);
    expect(segments.every(({ missingPackets, startsAnew }) => missingPackets === 0 && !startsAnew)).toBe(
      true,
    );
  });

  it('reads records again from the file that they are in', async () => {
    for (const row of [0, 1999, 2000, 3456, 4999, 5000, 7601])
      expect((await record(joined.session, row)).text).toBe((await record(whole.session, row)).text);
  });

  it('says where a record stands in its own file', async () => {
    const [first, , third] = PARTS as [Uint8Array, Uint8Array, Uint8Array];
    const beginsAt = (bytes: Uint8Array, offset: number, text: string) =>
      new TextDecoder().decode(bytes.subarray(offset)).replace('\x1e', '').startsWith(text);
    for (const [row, file, bytes, form] of [
      [1999, 'a.0.sqlog', first, 'stored'],
      [2000, 'a.1.sqlog', PARTS[1] as Uint8Array, 'inflated'],
      [7601, 'a.2.sqlog', third, 'stored'],
    ] as const) {
      const { place, text } = await record(joined.session, row);
      expect(place).toMatchObject({ file, form });
      expect(beginsAt(bytes, place.offset, JSON.stringify(JSON.parse(text)).slice(0, 20))).toBe(true);
    }
    expect((await record(whole.session, 5000)).place).toMatchObject({ file: null, form: 'stored' });
  });

  it('reads the records of a filter across the seams', async () => {
    const ask = {
      ...{ connection: 0, filter: 'frames.frame_type = ack', scope: null },
      ...{ first: 0, count: 200, anchorUs: null },
    };
    const found = await joined.session.request('events', ask);
    expect(found.matches).toBeGreaterThan(600);
    expect(found.matches).toBe((await whole.session.request('events', ask)).matches);
    expect(found.readError).toBeNull();
  });

  it('is not joined to a third log by what it tells of its ends', () => {
    expect(joined.snapshot.ends).toBeNull();
    expect(whole.snapshot.ends?.sent[2]?.first).toBeGreaterThan(0);
  });
});

describe('a file of it that is damaged', () => {
  it('costs itself, and is named with the place in it', async () => {
    const [first, , third] = PARTS as [Uint8Array, Uint8Array, Uint8Array];
    const damaged = new Uint8Array(PARTS[1] as Uint8Array);
    // Within the third record.
    const at = damaged.indexOf(0x1e, damaged.indexOf(0x1e, 2) + 1) + 3;
    damaged.fill(0x21, at, at + 5);
    const { snapshot } = await opened([first, damaged, third]);
    expect(snapshot.summary.events).toBe(7601);
    expect(snapshot.messages).toHaveLength(1);
    expect(snapshot.messages[0]).toMatchObject({ kind: 'broken-record', entry: 'a.1.sqlog' });
    expect(snapshot.messages[0]?.text).toMatch(/^a\.1\.sqlog: Record 2 at byte \d{3} could not be read/);
    expect(snapshot.quality?.skipped).toMatchObject([{ record: 2, file: 'a.1.sqlog', fileNumber: 2 }]);
    expect(snapshot.messages[0]?.file).toBe(2);
  });

  it('is named where it is no trace, and the others are read', async () => {
    const [first, , third] = PARTS as [Uint8Array, Uint8Array, Uint8Array];
    const { snapshot } = await opened([first, new TextEncoder().encode('<html>'), third]);
    expect(snapshot.phase).toBe('ready');
    expect(snapshot.summary.events).toBe(4602);
    expect(snapshot.messages[0]).toMatchObject({ kind: 'not-qlog', level: 'warning', entry: 'a.1.sqlog' });
    expect(snapshot.segments.map(({ events }) => events)).toEqual([2000, 0, 2602]);
    expect(snapshot.segments[2]?.missingPackets).toBeGreaterThan(100);
  });

  it('is named where its compression is not read, also as the first one', async () => {
    const bzip2 = new Uint8Array([0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]);
    const [, second, third] = PARTS as [Uint8Array, Uint8Array, Uint8Array];
    const { snapshot } = await opened([bzip2, second, third]);
    expect(snapshot.summary.events).toBe(5602);
    expect(snapshot.messages.map(({ kind, entry, file }) => [kind, entry, file])).toContainEqual([
      'unsupported-compression',
      'a.0.sqlog',
      1,
    ]);
  });

  it('fails as a whole where none of them can be read', async () => {
    const { snapshot } = await opened([new Uint8Array(0), new TextEncoder().encode('<html>')]);
    expect(snapshot.phase).toBe('failed');
    expect(snapshot.messages.map(({ entry }) => entry)).toEqual(['a.0.sqlog', 'a.1.sqlog']);
  });
});

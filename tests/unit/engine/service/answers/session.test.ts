/** One open trace from its source to its last snapshot, where the source fails on the way. */
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { contain } from '../../../../support/containers.ts';

/** Three events; the text ends with the last one's brace, without the line feed after it. */
const EVENTS = [1, 2, 3].map((time) => `{"time":${time},"name":"a:b","data":{}}`);
const TEXT = contain('JSON-SEQ', EVENTS).trimEnd();

async function open(bytes: Uint8Array): Promise<Snapshot> {
  let last: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    last = snapshot;
  });
  await session.open({ kind: 'file', file: new File([new Uint8Array(bytes)], 'trace.sqlog.gz') });
  return last!;
}

const kindsOf = ({ messages }: Snapshot) => messages.map(({ kind }) => kind);
const junk = new TextEncoder().encode('this is no gzip member');

describe('a source that fails', () => {
  it('gives the last record before, even without a separator', async () => {
    const snapshot = await open(Buffer.concat([gzipSync(TEXT), junk]));
    expect(snapshot.phase).toBe('ready');
    expect(snapshot.progress.events).toBe(3);
    expect(kindsOf(snapshot)).toContain('damaged-gzip');
    expect(snapshot.messages[0]?.text).toContain('The 3 events before it are shown.');
  });

  it('reports the record that it truncated', async () => {
    const snapshot = await open(Buffer.concat([gzipSync(TEXT.slice(0, -4)), junk]));
    expect(snapshot.progress.events).toBe(2);
    expect(kindsOf(snapshot)).toEqual(expect.arrayContaining(['damaged-gzip', 'cut-record']));
  });

  it('is reported itself when there was nothing before, and not as an empty file', async () => {
    const snapshot = await open(gzipSync(TEXT).subarray(0, 6));
    expect(snapshot.phase).toBe('failed');
    expect(kindsOf(snapshot)).toEqual(['truncated-gzip']);
  });

  it('that is not qlog is reported once', async () => {
    const snapshot = await open(new TextEncoder().encode('GET / HTTP/1.1'));
    expect(snapshot.phase).toBe('failed');
    expect(kindsOf(snapshot)).toEqual(['not-qlog']);
  });

  it('that only looks like an event is none, whatever follows it', async () => {
    for (const text of ['{"name":"x","version":"1"}', '{"name":"x"}\n{"name":"y","private":true}']) {
      const snapshot = await open(new TextEncoder().encode(text));
      expect(snapshot.phase).toBe('failed');
      expect(snapshot.messages.map(({ kind, level }) => [kind, level])).toEqual([['not-qlog', 'error']]);
      // As of a file without any event: no summary, no rule that could not be judged.
      expect([snapshot.progress.events, snapshot.connections, snapshot.notJudged]).toEqual([0, [], []]);
      expect(snapshot.quality).toBeNull();
    }
  });
});

describe('where the code that judges cannot be fetched', () => {
  afterEach(() => vi.doUnmock('../../../../../src/engine/service/answers/judging.ts'));

  it.each([
    [gzipSync(TEXT), 3, 'warning'],
    [gzipSync(contain('JSON-SEQ', [])), 0, 'error'],
  ])(
    'what was read is said not to be judged, and is an error without events',
    async (bytes, events, level) => {
      vi.doMock('../../../../../src/engine/service/answers/judging.ts', () => {
        throw new Error('not fetched');
      });
      const snapshot = await open(bytes);
      expect(snapshot.progress.events).toBe(events);
      expect(snapshot.messages.map((message) => [message.kind, message.level])).toEqual([
        ['part-missing', level],
      ]);
    },
  );
});

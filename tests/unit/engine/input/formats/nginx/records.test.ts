/** Records of NGINX's debug log: its own lines, found by the filter, and exported as a qlog by the one list of what may leave. */
import { describe, expect, it } from 'vitest';
import type {
  AnswerOf,
  BodyOf,
  RequestKind,
} from '../../../../../../src/engine/reading/contract/requests.ts';
import { SHARE_NOTHING } from '../../../../../../src/engine/reading/contract/share-options.ts';
import { TraceSession } from '../../../../../../src/engine/service/answers/session.ts';
import { loadBytes, readTrace } from '../../../../../support/load.ts';
import { readLog } from '../../../../../support/nginx-log.ts';

const PATH = new URL('../../../../../corpus/nginx/', import.meta.url).pathname;

async function open(bytes: Uint8Array) {
  const session = new TraceSession(() => undefined, null);
  await session.open({ kind: 'file', file: new File([new Uint8Array(bytes)], 'a.log') });
  const ask = <K extends RequestKind>(kind: K, body: Omit<BodyOf<K>, 'connection'>): Promise<AnswerOf<K>> =>
    session.request(kind, { connection: 0, ...body } as BodyOf<K>);
  return {
    ask,
    list: (filter: string, count = 5) =>
      ask('events', { filter, scope: null, first: 0, count, anchorUs: null }),
  };
}

const RETRY = readTrace(`${PATH}retry.log.gz`);
const log = open(RETRY);

describe('an event', () => {
  it('is its lines, without those that stand between them', async () => {
    const { ask, list } = await log;
    const { rows } = await list('name = "quic packet tx" pn = 5');
    const [sent] = rows;
    expect(sent).toMatchObject({ name: 'quic packet tx', packetNumber: 5 });
    expect(sent?.detail).toMatch(/^STREAM id:0x0 off:\d+ len:\d+/);
    const { text } = await ask('record', { row: sent?.row as number });
    const lines = text.split('\n').map((one) => one.replace(/^\S+ \S+ \[debug\] \d+#0: \*2 /, ''));
    expect(lines).toEqual([
      expect.stringMatching(/^quic output app packet max:/),
      expect.stringMatching(/^quic frame tx app:5 STREAM/),
      expect.stringMatching(/^quic packet tx app bytes:\d+ need_ack:1 number:5 /),
    ]);
  });

  it('of a packet that acknowledges others has all its frames', async () => {
    const { list, ask } = await log;
    const { rows } = await list('name = "quic packet rx" frame_type = ack');
    const { text } = await ask('record', { row: rows.at(-1)?.row as number });
    expect(text).toMatch(
      /quic packet rx short[\s\S]*quic frame rx app:\d+ ACK n:[\s\S]*quic packet done rc:0/,
    );
    expect(text).not.toContain('congestion');
  });

  it.each([
    ['win < 13000', 'quic congestion ack'],
    ['congestion_window < 13000', 'quic congestion ack'],
    ['latest > 20', 'quic rtt sample'],
    ['"resend packet"', 'quic resend packet'],
    ['stream_id = 0', 'quic packet tx'],
    ['frame_type = handshake_done', 'quic packet tx'],
  ])('is found by %s', async (filter, name) => {
    const { rows, readError } = await (await log).list(filter);
    expect(readError).toBeNull();
    expect(rows.map((row) => row.name)).toContain(name);
  });
});

describe('an export', () => {
  const RANGE = { fromUs: 0, toUs: 60e6, fileName: 'a.log' };

  it('opens as a qlog with the same packets, losses, windows and requests', async () => {
    const { ask } = await log;
    const options = { ...SHARE_NOTHING, requestTexts: true, connectionIds: true };
    const { file, figures } = await ask('export', { ...RANGE, options } as never);
    expect(figures.leftOut.unreadable).toBe(0);
    const { pipeline, problems } = loadBytes(new Uint8Array(await file.arrayBuffer()));
    const read = pipeline.connections[0]?.state;
    const { state } = readLog([RETRY]).connection;
    expect(problems).toEqual([]);
    const factsOf = ({ counts, losses, sentBytes, spuriousLosses, series, http }: typeof state) => ({
      datagrams: counts.sentDatagrams,
      rttSamples: counts.rttSamples,
      lost: losses.summary,
      sentBytes,
      spuriousLosses,
      windows: series.congestionWindow.length,
      last: [
        series.congestionWindow.last,
        series.bytesInFlight.last,
        series.smoothedRtt.last,
        series.minRtt.last,
      ],
      requests: http.requests,
      texts: http.texts.map(({ method, path, status }) => [method, path, status]),
    });
    expect(factsOf(read as typeof state)).toEqual(factsOf(state));
    expect(read?.states.names).toEqual(state.states.names);
  });

  it('holds nothing private, in whatever line it stands', async () => {
    const marks = (text: string): string =>
      text
        .replace(/127\.0\.0\.1/g, '203.0.113.77')
        .replace(/www\.example\.com/g, 'marked.example')
        .replace(/(http3 (?:header|output header): ")[^"\n]*/g, '$1x-marked: marked-value')
        .replace(/(path ")[^"\n]*/g, '$1/marked-path')
        .replace(/(token |TOKEN )[0-9a-f]{8,}/g, '$1feedfacefeedface')
        .replace(/(CONNECTION_CLOSE\w* err:\d+).*/g, '$1 marked-reason');
    const marked = new TextEncoder().encode(marks(new TextDecoder().decode(RETRY)));
    const { ask } = await open(marked);
    const { file } = await ask('export', { ...RANGE, options: SHARE_NOTHING } as never);
    const text = await file.text();
    expect(text.length).toBeGreaterThan(100_000);
    expect(text).not.toMatch(/marked|feedface|203\.0\.113/i);
    for (const [, id] of new TextDecoder().decode(RETRY).matchAll(/cid len:\d+ ([0-9a-f]{16,})/g))
      expect(text).not.toContain(id);
  });
});

/**
 * "Robustness rules" (qlog-format.md §6), row by row, through the whole worker side: the rows about shapes of events,
 * limits, and files that hold little or begin late.
 */
import { describe, expect, it } from 'vitest';
import { CONTAINERS, type ContainerName, contain } from '../../../support/containers.ts';
import { someOf } from '../../../support/tier.ts';
import { acked, metrics, open, sent } from './open.ts';

const COLUMNS = {
  qlog_version: 'draft-01',
  trace: { event_fields: ['relative_time', 'category', 'event', 'data'] },
};

describe.each(CONTAINERS)('%s: arrays and objects mixed', (container) => {
  const array = (time: number, cwnd: number): string =>
    `[${time},"recovery","metrics_updated",{"congestion_window":${cwnd}}]`;

  it('are distinguished event by event', async () => {
    const opened = await open(
      contain(container, [array(1, 1000), metrics(2, 2000), array(3, 3000)], COLUMNS),
    );
    expect(opened.values('cwnd')).toEqual([1000, 2000, 3000]);
    expect(opened.quality.skippedTotal).toBe(0);
  });

  it('an array shorter than event_fields is dropped and counted', async () => {
    const short = '[2,"recovery","metrics_updated"]';
    const text = contain(container, [array(1, 1000), short, array(3, 3000)], COLUMNS);
    const opened = await open(text);
    expect(opened.values('cwnd')).toEqual([1000, 3000]);
    expect(opened.quality.skipped).toMatchObject([
      {
        record: 2,
        reason: 'broken',
        offset: text.indexOf(short),
        detail: expect.stringContaining('event_fields'),
      },
    ]);
  });
});

describe.each(CONTAINERS)('%s: unknown events and fields', (container) => {
  it('keep name, time and data for the list, and are counted', async () => {
    const odd = '{"time":2,"name":"acme:thing","data":{"weight":12345678901234567890},"extra":[1]}';
    const opened = await open(contain(container, [metrics(1, 1000), odd, metrics(3, 3000)]));
    expect(opened.quality.decode).toMatchObject({ events: 3, unknownEvents: 1, transportEvents: 2 });
    expect((await opened.rows())[1]).toMatchObject({ name: 'acme:thing', timeUs: 2000 });
    expect((await opened.rows())[1]?.detail).toContain('weight');
    expect((await opened.record(1)).text).toContain('12345678901234567890');
    expect(await opened.rows('name = acme:*')).toHaveLength(1);
  });

  it('show text of the file as text, and what is not seen in a detail as its escape', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const odd = `{"time":1,"name":"${markup}","data":{"why":"<b>\\u202e\\u0000</b>"}}`;
    const broken = '{"time":2,"name":"<script>",}}';
    const opened = await open(contain(container, [odd, broken, metrics(3, 1000)]));
    const [row] = await opened.rows();
    expect(row?.name).toBe(markup);
    expect(row?.detail).toBe('why <b>\\u202e\\x00</b>');
    for (const text of opened.snapshot.messages.flatMap((message) => [message.text, ...message.places]))
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('deep nesting', () => {
  const LEVELS = 10_000;
  const DEEP: readonly (readonly [string, string])[] = [
    ['arrays', `{"time":2,"name":"a:b","data":{"x":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}}`],
    ['objects', `{"time":2,"name":"a:b","data":${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}}`],
    ['a group id', `{"time":2,"name":"a:b","group_id":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}`],
    ['arrays that never close', `{"time":2,"name":"a:b","data":{"x":${'['.repeat(LEVELS)}`],
  ];

  describe.each(CONTAINERS)('%s', (container) => {
    it.each(DEEP)('in %s costs at most that record', async (_, deep) => {
      const opened = await open(contain(container, [metrics(1, 1000), deep, metrics(3, 3000)]));
      expect(opened.values('cwnd')).toEqual([1000, 3000]);
      const { events, skippedRecords } = opened.snapshot.progress;
      expect(events + skippedRecords).toBe(3);
      const list = await opened.rows();
      for (const { row, detail } of list) {
        expect(detail?.length ?? 0).toBeLessThanOrEqual(160);
        expect((await opened.record(row)).text).not.toBe('');
      }
      expect(await opened.rows('x = 1')).toEqual([]);
    });
  });

  it('is bounded where the whole file is nothing else', async () => {
    for (const text of ['['.repeat(200_000), '{"a":'.repeat(200_000), '\x1e['.repeat(50_000)]) {
      const { snapshot } = await open(text);
      expect(snapshot.phase).toBe('failed');
      expect(snapshot.messages.length).toBeGreaterThan(0);
    }
  });
});

describe.each(CONTAINERS)('%s: huge lists', (container) => {
  const flight = Array.from({ length: 1000 }, (_, i) => sent(i, i));

  it('of 10,000 ACK ranges are read up to 4,096, and the rest is counted', async () => {
    const ranges = Array.from({ length: 10_000 }, (_, i) => `[${i * 2},${i * 2}]`);
    const opened = await open(contain(container, [...flight, acked(20_000, `[${ranges.join(',')}]`)]));
    expect(opened.quality.decode.droppedRanges).toBe(10_000 - 4096);
    expect(opened.snapshot.summary).toMatchObject({ packetsSent: 1000, events: 1001 });
  });

  it('of numbers in one range cost nothing: [0, 2^62 − 1] acknowledges what was sent', async () => {
    const opened = await open(
      contain(container, [sent(1, 0), sent(2, 1), acked(3, '[[0,4611686018427387903]]')]),
    );
    expect(opened.values('acked-total')).toEqual([2400]);
    expect(opened.values('bytes-in-flight-rebuilt').at(-1)).toBe(0);
    expect(opened.quality.decode.droppedRanges).toBe(0);
  });

  it('with numbers beyond 2^62, or backwards, are ignored and counted', async () => {
    const opened = await open(
      contain(container, [sent(1, 0), acked(2, '[[0,9223372036854775807],[1,0],[-4,0],[0,"x"]]')]),
    );
    expect(opened.quality.decode.droppedRanges).toBe(4);
    expect(opened.values('acked-total')).toEqual([]);
  });

  it('of packet numbers in packets_acked are bounded alike', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, i) => i).join(',');
    const list = `{"time":20000,"name":"recovery:packets_acked","data":{"packet_number_space":"application_data","packet_numbers":[${numbers}]}}`;
    const opened = await open(contain(container, [sent(1, 0), list]));
    expect(opened.quality.decode.droppedRanges).toBe(10_000 - 4096);
    expect(opened.snapshot.progress.skippedRecords).toBe(0);
  });

  it('of lost packets in one event end with what was sent', async () => {
    const lost =
      '{"time":9,"name":"recovery:packets_lost","data":{"largest_lost_packet_num":1,"lost_bytes":1e300,"lost_packets":1e300}}';
    const { snapshot } = await open(contain(container, [sent(1, 0), sent(2, 1), lost]));
    expect(snapshot.phase).toBe('ready');
    expect(snapshot.progress).toMatchObject({ events: 3, skippedRecords: 0 });
    expect(snapshot.summary.packetsLost).toBeLessThanOrEqual(2 ** 32);
  });
});

describe('empty file, header only, 0 events, only TraceError', () => {
  const HEADER_ONLY = 'The file has a qlog header and no events: the log was closed too early.';

  it.each([
    ['an empty file', '', 'empty-file', 'There is nothing to read: the file is empty.'],
    ['white space', ' \r\n\t', 'empty-file', 'There is nothing to read: the file holds only white space.'],
    ['a header of a sequence', '\x1e{"qlog_version":"0.3"}\n', 'no-events', HEADER_ONLY],
    ['a document without traces', '{"qlog_version":"0.3","traces":[]}', 'no-events', HEADER_ONLY],
    ['a trace of no events', '{"qlog_version":"0.3","traces":[{"events":[]}]}', 'no-events', HEADER_ONLY],
    ['JSON of another kind', '{"a":1}', 'not-qlog', expect.stringContaining('no record of it is a qlog')],
    ['a scalar', 'null', 'not-qlog', expect.stringContaining('this is not qlog')],
  ])('%s has an error of its own', async (_, text, kind, words) => {
    const opened = await open(text);
    expect(opened.snapshot).toMatchObject({ phase: 'failed', connectionCount: 0, quality: null });
    expect(opened.message(kind)).toMatchObject({ level: 'error', text: words });
    expect(opened.snapshot.messages.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('a TraceError next to a trace is reported with its text, and the trace is shown', async () => {
    const text = `{"qlog_version":"0.3","traces":[{"error_description":"<b>disk full</b>","uri":"/tmp/a"},{"events":[${metrics(1, 1000)}]}]}`;
    const opened = await open(text);
    expect(opened.values('cwnd')).toEqual([1000]);
    expect(opened.message('trace-error').places[0]).toContain('<b>disk full</b> (/tmp/a)');
  });

  it.each([
    '{"qlog_version":"0.3","traces":[{"error_description":"disk full"}]}',
    '\x1e{"qlog_version":"0.3","trace":{"error_description":"disk full"}}\n',
  ])('only a TraceError is an error, and no exception: %j', async (text) => {
    const { snapshot } = await open(text);
    expect(snapshot.phase).toBe('failed');
    expect(snapshot.messages.some(({ level }) => level === 'error')).toBe(true);
  });
});

describe.each(CONTAINERS)('%s: missing start (ring buffer)', (container) => {
  it('begins with the first event; states wait for metrics, ACKs of unknown packets are ignored', async () => {
    const start = 3_600_000;
    const opened = await open(
      contain(container, [
        acked(start, '[[0,90]]'),
        sent(start + 1, 5000),
        sent(start + 2, 5001),
        acked(start + 3, '[[0,5000]]'),
        metrics(start + 4, 9000),
      ]),
    );
    const { summary, extent } = opened.snapshot;
    expect(extent).toEqual({ fromUs: start * 1000, toUs: (start + 4) * 1000 });
    expect(summary).toMatchObject({ packetsSent: 2, packetsLost: 0, spuriousLosses: 0, states: [] });
    expect(summary.cwndMinBytes).toBe(9000);
    expect(opened.snapshot.progress.skippedRecords).toBe(0);
    expect(opened.kinds).toEqual(['begins-midway']);
  });
});

describe.each(CONTAINERS)('%s: duplicates', (container) => {
  it('keep the first packet of a number, and count the others', async () => {
    const events = [sent(1, 0), sent(2, 1), sent(3, 1), sent(4, 0), acked(5, '[[0,1]]'), acked(6, '[[0,1]]')];
    const opened = await open(contain(container, events));
    expect(opened.snapshot.summary).toMatchObject({ events: 6, packetsSent: 2, packetsLost: 0 });
    expect(opened.values('acked-total')).toEqual([2400]);
    expect(Math.max(...opened.values('bytes-in-flight-rebuilt'))).toBe(2400);
    expect(opened.quality.outOfOrder).toBe(2);
    expect(opened.quality.decode.repeatedPackets).toBe(1);
    expect(opened.message('packet-order').text).toMatch(
      /^2 sent packets with a packet number that is repeated/,
    );
  });
});

describe('memory', () => {
  const many = (container: ContainerName, event: (n: number) => string, length = 70_000): string =>
    contain(
      container,
      Array.from({ length }, (_, n) => event(n)),
    );

  it('names are interned up to a limit; every event is kept', async () => {
    const opened = await open(many('NDJSON', (n) => `{"time":${n},"name":"a:${n}"}`));
    expect(opened.snapshot.progress).toMatchObject({ events: 70_000, skippedRecords: 0 });
    expect(opened.quality.decode.names.length).toBeLessThanOrEqual(2 ** 16);
    const counted = opened.quality.decode.names.reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(70_000);
  });

  it('a name or state of a megabyte is truncated', async () => {
    const long = 'n'.repeat(1_000_000);
    const opened = await open(
      contain('JSON-SEQ', [
        `{"time":1,"name":"${long}"}`,
        `{"time":2,"name":"recovery:congestion_state_updated","data":{"new":"${long}"}}`,
      ]),
    );
    expect(opened.snapshot.progress.events).toBe(2);
    expect((await opened.rows())[0]?.name.length).toBeLessThan(1000);
    expect(opened.snapshot.summary.states[0]?.length).toBeLessThan(1000);
  });

  it('damaged records are listed up to a limit, and all counted', async () => {
    const opened = await open(many('JSON-SEQ', (n) => (n === 9 ? metrics(n, 1000) : `{"time":${n},`), 5000));
    expect(opened.values('cwnd')).toEqual([1000]);
    expect(opened.quality.skippedTotal).toBe(4999);
    expect(opened.quality.skipped.length).toBeLessThanOrEqual(200);
    expect(opened.message('broken-record').places).toHaveLength(5);
    expect(opened.message('broken-record').text).toMatch(/^4,999 records/);
  });

  it('a record above 16 MiB is skipped and reported with its size, and the others are kept', async () => {
    const huge = `{"time":2,"name":"a:b","data":{"x":"${'y'.repeat(17 * 1024 * 1024)}"}}`;
    for (const container of someOf(CONTAINERS, CONTAINERS.length)) {
      const opened = await open(contain(container, [metrics(1, 1000), huge, metrics(3, 3000)]));
      expect(opened.values('cwnd')).toEqual([1000, 3000]);
      expect(opened.quality.skipped).toMatchObject([{ reason: 'oversized' }]);
      expect(opened.message('oversized-record').level).toBe('warning');
    }
  });
});
